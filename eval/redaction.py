#!/usr/bin/env python3
"""What redaction finds and what it leaves alone: recall and false cuts by family, over a generated corpus.

usage: redaction.py [--seed N] [--each N] [--json eval/results/redaction.json] [--detect-secrets] [--show GROUP]

The corpus is eval/redaction/: templates that a seeded generator fills. Each secret is put into each of its family's
places; found means that nothing of it is left. `at cuts` puts it across the boundaries of a long output that is cut to
4 KB, and asks for the same result as redacting all of it first. `--detect-secrets` asks that program, installed into a
venv of its own, about the same texts.
"""

from __future__ import annotations

import argparse
import base64
import json
import platform
import random
import string
import subprocess
import sys
import tempfile
import tomllib
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memwiki.capture.bound import TOOL_BYTES, clean
from memwiki.capture.redact import MARK, redact

CORPUS = Path(__file__).resolve().parent / "redaction"
_MORE = 3  # innocent texts for each secret of a kind
_LEFT = 8  # characters of a secret that may not be left in one piece
_ALPHABETS = {
    "hex": "0123456789abcdef",
    "HEX": "0123456789ABCDEF",
    "digit": string.digits,
    "lower": string.ascii_lowercase,
    "UPPER": string.ascii_uppercase,
    "LOWER": string.ascii_lowercase + string.digits,
    "CAPS": string.ascii_uppercase + string.digits,
    "alnum": string.ascii_letters + string.digits,
    "word": string.ascii_letters + string.digits + "_",
    "token": string.ascii_letters + string.digits + "_-",
    "b64": string.ascii_letters + string.digits + "+/",
    "b64url": string.ascii_letters + string.digits + "_-",
}
_NOUNS = """harbor willow copper lantern meadow falcon pepper marble thunder velvet saddle anchor orchid canyon ribbon
    timber walnut comet pillow cactus""".split()
_SIGNS = "!#%*?+-_"


@dataclass(frozen=True)
class Case:
    """One text: what stands in it, where, and what it is of; `secret` is "" in a text that has to stay."""

    group: str
    family: str
    place: str
    text: str
    secret: str = ""


def filled(template: str, rng: random.Random) -> str:
    """The template with every `{kind:length}` filled."""
    parts: list[str] = []
    rest = template
    while rest:
        before, sign, after = rest.partition("{")
        parts.append(before)
        if not sign:
            break
        name, close, rest = after.partition("}")
        filling = _filling(name, rng) if close else None
        if filling is None:
            parts.append("{")
            rest = after
        else:
            parts.append(filling)
    return "".join(parts)


def _filling(name: str, rng: random.Random) -> str | None:
    kind, _, length = name.partition(":")
    if kind in _ALPHABETS and length.isdecimal():
        return _random(_ALPHABETS[kind], int(length), rng)
    if kind == "uuid":
        return str(uuid.UUID(int=rng.getrandbits(128), version=4))
    if kind == "noun":
        return rng.choice(_NOUNS)
    if kind == "weak":
        return f"{rng.choice(_NOUNS)}{rng.randrange(10, 9999)}"
    if kind == "strong":
        letters = _random(_ALPHABETS["alnum"], rng.randrange(8, 14), rng)
        at = rng.randrange(2, len(letters) - 2)
        return f"{letters[:at]}{rng.choice(_SIGNS)}{letters[at:]}{rng.randrange(10)}"
    if kind == "phrase":
        return " ".join(rng.sample(_NOUNS, 4))
    if kind == "claims":
        said = {"sub": _random(_ALPHABETS["digit"], 10, rng), "name": rng.choice(_NOUNS), "iat": rng.randrange(2**30)}
        return base64.urlsafe_b64encode(json.dumps(said, separators=(",", ":")).encode()).decode().rstrip("=")
    if kind == "lines":
        return "\n".join(_random(_ALPHABETS["b64"], 64, rng) for _ in range(int(length)))
    return None


def _random(alphabet: str, length: int, rng: random.Random) -> str:
    """Random text that has digits and letters where its alphabet has both, as generated tokens do."""
    while True:
        found = "".join(rng.choice(alphabet) for _ in range(length))
        if length < 12 or len(alphabet) <= 10 or (any(c.isdigit() for c in found) and any(c.isalpha() for c in found)):
            return found


def secrets(seed: int, each: int) -> Iterator[Case]:
    """Every family's templates in every one of its places, `each` times with other values."""
    families = tomllib.loads((CORPUS / "secrets.toml").read_text("utf-8"))["family"]
    places = tomllib.loads((CORPUS / "places.toml").read_text("utf-8"))
    for family in families:
        rng = random.Random(f"{seed} {family['name']}")
        for place, text in places[family["places"]].items():
            for pieces in family["templates"]:
                for _ in range(each):
                    secret = filled("".join(pieces), rng)
                    held = _indented(text, secret) if "\n" in secret else text.replace("{}", secret)
                    yield Case(family["group"], family["name"], place, held, secret)


def _indented(text: str, secret: str) -> str:
    return text.replace("{}", secret)


def innocents(seed: int, each: int) -> Iterator[Case]:
    """Every text that has to stay, filled `each` times, alone and among others."""
    groups = tomllib.loads((CORPUS / "innocent.toml").read_text("utf-8"))["group"]
    for group, templates in groups.items():
        rng = random.Random(f"{seed} {group}")
        for template in templates:
            for _ in range(each if "{" in template else 1):
                yield Case(group, group, "", filled(template, rng))


def body_of(secret: str) -> str:
    """The part of a secret that tells something: without what every one of its kind begins with."""
    lines = [line for line in secret.split("\n") if not line.startswith(("-----", "Private-")) and len(line) > 8]
    return lines[len(lines) // 2] if len(lines) > 1 else secret


def is_gone(secret: str, text: str) -> bool:
    """Whether nothing of the secret is left that is longer than a few characters."""
    if secret in text:
        return False
    body = body_of(secret)
    if len(body) <= _LEFT:
        return body not in text
    start = len(body) // 3 if len(body) > 24 else 0  # the family's own first letters may stay
    return not any(body[at : at + _LEFT] in text for at in range(start, len(body) - _LEFT + 1))


def at_cut(case: Case, number: int) -> bool:
    """Whether the secret is gone from a long output that is cut, with the same result as redacting all of it first."""
    line = f'2026-09-14T09:12:{number % 60:02d}Z level=info msg="step {number}" took=12ms\n'
    head, tail = TOOL_BYTES * 3 // 5, TOOL_BYTES - TOOL_BYTES * 3 // 5
    shift = number % (len(case.text) + 40)
    before = (line * 60)[: max(0, head - shift)]
    after = (line * 60)[: max(0, tail - shift)]
    middle = line * 300
    text = f"{before}\n{case.text}\n{middle}\n{case.text}\n{after}"
    once, _, _ = clean(text, TOOL_BYTES)
    whole, _, _ = clean(text, TOOL_BYTES, windowed=False)
    return once == whole and is_gone(case.secret, once)


def measured(seed: int, each: int) -> tuple[dict[str, Any], list[Case]]:
    """The table, and the cases that failed."""
    found, failed = {}, []
    for case in secrets(seed, each):
        row = found.setdefault(case.group, {"secrets": 0, "found": 0, "cuts": 0, "found_at_cuts": 0})
        text, _ = redact(case.text)
        again, _ = redact(text)
        good = is_gone(case.secret, text) and again == text
        row["secrets"] += 1
        row["found"] += good
        if good and row["secrets"] % 3 == 0:
            row["cuts"] += 1
            row["found_at_cuts"] += (whole := at_cut(case, row["secrets"]))
            if not whole:
                failed.append(Case(case.group, case.family, f"{case.place}, at a cut", case.text, case.secret))
        if not good:
            failed.append(case)
    kept = {}
    for case in innocents(seed, each * _MORE):
        row = kept.setdefault(case.group, {"texts": 0, "cut": 0})
        text, count = redact(case.text)
        row["texts"] += 1
        row["cut"] += bool(count)
        if count:
            failed.append(Case(case.group, "", "", text.replace(MARK, f"«{MARK}»"), ""))
    return {"secrets": found, "innocent": kept}, failed


def totals(table: dict[str, Any]) -> dict[str, float]:
    """Sums over all rows."""
    held, kept = table["secrets"].values(), table["innocent"].values()
    return {
        "secrets": sum(row["secrets"] for row in held),
        "found": sum(row["found"] for row in held),
        "cuts": sum(row["cuts"] for row in held),
        "found_at_cuts": sum(row["found_at_cuts"] for row in held),
        "texts": sum(row["texts"] for row in kept),
        "cut": sum(row["cut"] for row in kept),
    }


_ASK = """
import json, pathlib, sys
from detect_secrets.core.scan import scan_file
from detect_secrets.settings import default_settings
path = pathlib.Path(sys.argv[1])
with default_settings():
    for line in sys.stdin:
        path.write_text(json.loads(line)["text"] + "\\n", "utf-8")
        print(json.dumps([one.secret_value or "" for one in scan_file(str(path))]), flush=True)
"""


def of_detect_secrets(seed: int, each: int) -> dict[str, Any] | str:
    """The same table of detect-secrets; why there is none where it cannot be had."""
    with tempfile.TemporaryDirectory(prefix="memwiki-detect-") as scratch:
        python = Path(scratch) / "venv" / "bin" / "python"
        make = [[sys.executable, "-m", "venv", str(python.parent.parent)]]
        make.append([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "detect-secrets"])
        for command in make:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                return f"detect-secrets could not be installed: {done.stderr.strip().splitlines()[-1][:120]}"
        cases = [*secrets(seed, each), *innocents(seed, each * _MORE)]
        asked = "".join(json.dumps({"text": case.text}) + "\n" for case in cases)
        command = [str(python), "-c", _ASK, str(Path(scratch) / "output.txt")]
        done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"detect-secrets failed: {done.stderr.strip().splitlines()[-1][:120]}"
        answers = [json.loads(line) for line in done.stdout.splitlines()]
    table: dict[str, Any] = {"secrets": {}, "innocent": {}}
    for case, found in zip(cases, answers, strict=True):
        if case.secret:
            row = table["secrets"].setdefault(case.group, {"secrets": 0, "found": 0})
            row["secrets"] += 1
            row["found"] += any(_means(value, case.secret) for value in found)
        else:
            row = table["innocent"].setdefault(case.group, {"texts": 0, "cut": 0})
            row["texts"] += 1
            row["cut"] += bool(found)
    return table


def _means(value: str, secret: str) -> bool:
    """Whether what the other program names is the secret: a part of it is enough, as that draws attention to it."""
    return bool(value) and (value in secret or secret in value or "PRIVATE KEY" in value)


def shown(table: dict[str, Any], other: dict[str, Any] | str) -> Iterator[str]:
    """The table as text."""
    beside = other if isinstance(other, dict) else {"secrets": {}, "innocent": {}}
    yield f"{'secrets':28} {'found':>13} {'':>7} {'at cuts':>11}   detect-secrets"
    for name, row in table["secrets"].items():
        yield (
            f"{name:28} {row['found']:6}/{row['secrets']:6} {row['found'] / row['secrets']:7.1%} "
            f"{row['found_at_cuts']:5}/{row['cuts']:5}   {_rate(beside['secrets'].get(name), 'found', 'secrets')}"
        )
    yield f"{'texts that have to stay':28} {'cut':>13}"
    for name, row in table["innocent"].items():
        yield (
            f"{name:28} {row['cut']:6}/{row['texts']:6} {row['cut'] / row['texts']:7.1%} {'':11}   "
            f"{_rate(beside['innocent'].get(name), 'cut', 'texts')}"
        )
    found = totals(table)
    yield (
        f"found {found['found']} of {found['secrets']} ({found['found'] / found['secrets']:.1%}); at cuts "
        f"{found['found_at_cuts']} of {found['cuts']}; cut {found['cut']} of {found['texts']} innocent texts"
    )
    if isinstance(other, str):
        yield other


def _rate(row: dict[str, int] | None, part: str, of: str) -> str:
    return f"{row[part] / row[of]:.1%}" if row else "–"


def main() -> int:
    """Prints the table; 1 where recall or false cuts are out of bounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=3)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--detect-secrets", action="store_true")
    parser.add_argument("--show", default="", help="print what failed, of one group or of `all`")
    options = parser.parse_args()
    table, failed = measured(options.seed, options.each)
    asked = of_detect_secrets(options.seed, options.each) if options.detect_secrets else "detect-secrets: not asked"
    for line in shown(table, asked):
        print(line)
    if options.show:
        for case in failed:
            if options.show in ("all", case.group):
                print(f"  {case.group} | {case.family} | {case.place} | {case.text[:160]!r}")
    if options.json:
        document = {
            "schema": "memwiki.eval.redaction/1",
            "python": platform.python_version(),
            "seed": options.seed,
            "each": options.each,
            "memwiki": table,
            "detect_secrets": asked,
            "totals": totals(table),
        }
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    found = totals(table)
    return int(found["found"] < 0.95 * found["secrets"] or found["cut"] > 0.01 * found["texts"])


if __name__ == "__main__":
    sys.exit(main())
