"""What a prompt brings: the note of one approved procedure that fits it, or nothing. Every look is logged.

`state/prompts/<workspace>/<project>.json` (written by inject/prompts.py) tells the procedures; where there are none,
there is no such file, and nothing is looked up. The log holds no words of the prompt.
"""

from __future__ import annotations

import os

from memwiki.capture import gist, instant, jsontext
from memwiki.hooks import ready, unchanged
from memwiki.hooks.kept import read_json, write_json
from memwiki.spool.append import folder_name, make_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memwiki.capture.agents import Capabilities
    from memwiki.hooks.ready import Start

    Entry = dict[str, Any]

ENOUGH = 0.62  # how well a prompt has to fit
SAID, KNOWN = 0.6, 0.5  # of what most of its requests share, and of the prompt
WHAT, LEAST, SURE = 0.7, 0.5, 0.9  # of what was to be done; less where nearly all of the prompt is known
MOST_NOTES = 2  # in one session
_MOST_LOG = 512 * 1024
_MOST_SHARED = 32
_LEAST = 0.8  # weight of the words that prompt and procedure share: one everyday word fits everything


def note(start: Start, prompt: str, root: str, settings: dict[str, Any], can: type[Capabilities]) -> str:
    """The note for this prompt; "" where none fits, or where the agent takes it only with a tool's result."""
    wanted = settings.get("skills")
    wanted = wanted if isinstance(wanted, dict) else {}
    if wanted.get("on_prompt") is False:
        return ""
    found = _procedures(start, wanted.get("share") == "workspace")
    if not found or not prompt:
        return ""
    outcome = _chosen(start, prompt, root, found)
    _log(start, outcome)
    text = str(outcome.get("text", ""))
    if text and not can.prompt:
        kept = _session(start)
        write_json(kept, {**read_json(kept), "waits": text})
        return ""
    return text


def waiting(start: Start) -> str:
    """The note that waits for a tool's result, once."""
    path = _session(start)
    kept = read_json(path)
    text = kept.pop("waits", "")
    if text:
        write_json(path, kept)
    return str(text)


def _procedures(start: Start, shared: bool) -> list[Entry]:
    """The procedures of this project, and where the person wants it of the others in its workspace."""
    folder = os.path.join(start.home, "state", "prompts", start.workspace)
    names = [f"{start.name}.json"]
    if shared:
        try:
            others = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
        except OSError:
            others = []
        names += [name for name in others if name not in names][:_MOST_SHARED]
    found: list[Entry] = []
    for name in names:
        told = read_json(os.path.join(folder, name))
        weights = told.get("weights")
        more = {"project": name[:-5], "weights": weights if isinstance(weights, dict) else {}}
        found += [{**one, **more} for one in told.get("skills") or [] if isinstance(one, dict)]
    return found


def _chosen(start: Start, prompt: str, root: str, found: list[Entry]) -> Entry:
    """What comes of this prompt: outcome, reason, the procedure and, where it is given, its note."""
    asked, files = gist.terms(prompt), gist.named_files(prompt)
    ranked = sorted(((fit(asked, files, one), n) for n, one in enumerate(found)), key=lambda pair: (-pair[0], pair[1]))
    score, place = ranked[0]
    best = found[place]
    told: Entry = {"score": round(score, 2)}
    if score < ENOUGH:
        return {**told, "outcome": "no match", "reason": "nothing fits"}
    told |= {"skill": best["id"], "version": best["version"], "page": best["page"], "project": best["project"]}
    if best.get("blocked"):
        return {**told, "outcome": "blocked", "reason": best["blocked"]}
    until = str(best.get("until") or "")
    if until and until <= instant.stamp(start.at):
        return {**told, "outcome": "blocked", "reason": "it does not hold any more"}
    kept = read_json(_session(start))
    given = [str(one) for one in kept.get("given") or []]
    name = f"{best['id']}@{best['version']}"
    if name in given:
        return {**told, "outcome": "blocked", "reason": "this version was given in this session"}
    if len(given) >= MOST_NOTES:
        return {**told, "outcome": "blocked", "reason": f"{MOST_NOTES} notes were given in this session"}
    why, changed = unchanged.look(root, best.get("files") or [], best.get("edits") or [])
    if why:
        return {**told, "outcome": "stale", "reason": why, "files": changed[:4]}
    write_json(_session(start), {**kept, "given": [*given, name]})
    ready.recalled(start, [best["id"]], "prompt")
    reason = "files changed since it was learned" if changed else "fits"
    return {
        **told,
        "outcome": "delivered",
        "reason": reason,
        "files": changed[:4],
        "text": _warned(str(best["note"]), str(best["warning"]), changed),
    }


def _warned(text: str, warning: str, changed: list[str]) -> str:
    """The note with its warning before the last line, which closes the fence."""
    if not changed:
        return text
    names = ", ".join(f"`{path}`" for path in changed[:3])[:120]
    body, _, last = text.rstrip("\n").rpartition("\n")
    return f"{body}\n{warning.replace('{files}', names)}\n{last}\n"


def fit(asked: list[str], files: list[str], one: Entry) -> float:
    """How well a prompt fits a procedure, 0..1: half by what of its requests the prompt says, half by what of the
    prompt it knows. It is about something else where either is little, where it names other files, and where it leaves
    unsaid what was to be done: the core without the words for the place, its files and the code there."""
    own = [str(path) for path in one.get("places") or []]
    if files and not any(_names(named, path) for named in files for path in own):
        return 0.0
    weights: dict[str, float] = one.get("weights") or {}
    words, core = set(one.get("words") or []), list(one.get("core") or [])
    mine = {term: gist.weight(term, weights) for term in asked}
    met = {term for term in asked if term in words}
    shared = sum(mine[term] for term in met)
    if shared < _LEAST or not core:
        return 0.0
    strange = sum(value * _told(term, met) for term, value in mine.items() if term not in met)
    known = shared / (shared + strange)
    said = _said(core, met, weights)
    what = _said(one.get("what") or core, met, weights)
    mean = 0.5 * known + 0.5 * said
    fits = said >= SAID and known >= KNOWN and what >= (WHAT if known < SURE else LEAST)
    return mean if fits else min(mean, 0.5)


def _said(terms: list[str], met: set[str], weights: dict[str, float]) -> float:
    """The share of the terms, by weight, that a prompt says."""
    whole = {term: gist.weight(term, weights) * (1.0 if term in met else _told(term, met)) for term in terms}
    return sum(value for term, value in whole.items() if term in met) / (sum(whole.values()) or 1.0)


def _told(term: str, met: set[str]) -> float:
    """How much of a term stands for itself: a pair of Chinese characters whose both stand in pairs that are met joins
    two words and says nothing more, one of which does says half."""
    if term[0] <= "\u2fff":
        return 1.0
    return 1.0 - sum(any(char in pair for pair in met if pair[0] > "\u2fff") for char in term) / len(term)


def _names(named: str, path: str) -> bool:
    return (
        path == named
        or path.endswith("/" + named)
        or path.startswith(named.rstrip("/") + "/")
        or ("/" in named and named.endswith("/" + path))
    )


def _session(start: Start) -> str:
    """What this session was given; the oldest of these files go when there are many."""
    folder = os.path.join(start.home, "state", "prompted", start.workspace, start.name)
    return ready.thinned(folder, os.path.join(folder, folder_name(start.agent, start.session) + ".json"))


def _log(start: Start, outcome: Entry) -> None:
    """One line in the lookup log; it begins anew when it is full, and the one before is kept."""
    folder = os.path.join(start.home, "state", "lookups", start.workspace)
    path = os.path.join(folder, f"{start.name}.jsonl")
    line = {"ts": instant.stamp(start.at), "agent": start.agent, "session": start.session}
    line |= {key: value for key, value in outcome.items() if key != "text"}
    data = jsontext.dumps(line).encode("utf-8", "replace") + b"\n"
    try:
        make_private(folder)
        if os.path.exists(path) and os.stat(path).st_size > _MOST_LOG:
            os.replace(path, f"{path}.1")
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(handle, data)
        finally:
            os.close(handle)
    except OSError:
        return
