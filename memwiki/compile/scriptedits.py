"""Files that a script inside a shell text writes: given with -c, -e or -r, or as a here-document."""

from __future__ import annotations

from memwiki.compile.patches import Op, patched
from memwiki.regexes import regex

_PATH = r"""["']([^"'\n]{1,200})["']"""
_WRITES = regex(
    rf"\bPath\(\s*{_PATH}\s*\)\.write_(?:text|bytes)\("
    rf"""|\bopen\(\s*{_PATH}\s*,\s*(?:mode\s*=\s*)?["'][wax]b?\+?["']"""
    rf"|\bwriteFile(?:Sync)?\(\s*{_PATH}|\b(?:append|outputJson|writeJson)(?:File)?(?:Sync)?\(\s*{_PATH}"
    rf"|\bFile\.write\(\s*{_PATH}|\bfile_put_contents\(\s*{_PATH}"
    rf"|\bopen\(?\s*\w+\s*,\s*[\"']>>?[\"']\s*,\s*{_PATH}"
    rf"|\bBun\.write\(\s*{_PATH}|\bwriteTextFile(?:Sync)?\(\s*{_PATH}"
)
_WRITES_SOME = regex(
    r"""\.write_(?:text|bytes)\(|\bopen\([^()\n]{1,80},\s*(?:mode\s*=\s*)?["'][wax]b?\+?["']|\bwriteFile(?:Sync)?\("""
    r"""|\bFile\.write\(|\bfile_put_contents\(|\bshutil\.(?:copy\w*|move|rmtree)\(|\bos\.(?:rename|replace|remove|unlink)\("""
    r"""|\.(?:unlink|rename|replace)\(\s*(?:Path|["']|\))|\bfs\.(?:rename|copyFile|unlink|rm)(?:Sync)?\("""
)
# `path = "src/a.py"` … `open(path, "w")`: the one name that is written, and set once
_BY_NAME = regex(
    r"""\bopen\(\s*([A-Za-z_]\w*)\s*,\s*(?:mode\s*=\s*)?["'][wax]b?\+?["']|\b([A-Za-z_]\w*)\.write_(?:text|bytes)\("""
    r"""|\bwriteFile(?:Sync)?\(\s*([A-Za-z_]\w*)\s*,|\bfile_put_contents\(\s*\$([A-Za-z_]\w*)\s*,"""
)
_SET = regex(
    r"""(?:^|[\s;(])\$?([A-Za-z_]\w*)\s*=\s*(?:(?:pathlib\.)?Path\(\s*)?[rbuf]?["']([^"'\n${}]{1,200})["']\s*(?:\)|;|$|\n)"""
)
_SCRIPTS = regex(r"\b(?:python[\d.]*|node|ruby|bun|deno|php|perl)\b[^\n;|&]{0,80}(?:\s-[cer]\b|<<|\s-$|\s-\s)")
_PATCH = "*** Begin Patch"
_DIFF = regex(r"^(?:diff --git |--- \S)", 8)  # 8: re.MULTILINE


def written_by_code(command: str) -> tuple[tuple[str, Op], ...]:
    """Files that a script inside the command writes, and those of a patch that it applies; a path of "" where a script
    writes a file that it does not name."""
    if _PATCH in command:
        return tuple((one.path, one.op) for one in patched(command[command.index(_PATCH) :]))
    if not _SCRIPTS.search(command):
        return ()
    named = dict.fromkeys(path for groups in _WRITES.findall(command) for path in groups if path)
    found: list[tuple[str, Op]] = [(path, "edited") for path in named]
    found += [(path, "edited") for path in _by_name(command) if path not in named]
    return tuple(found) if found or not _WRITES_SOME.search(command) else (("", "edited"),)


def _by_name(command: str) -> list[str]:
    values: dict[str, set[str]] = {}
    for name, value in _SET.findall(command):
        values.setdefault(name, set()).add(value)
    names = dict.fromkeys(name for groups in _BY_NAME.findall(command) for name in groups if name)
    return [next(iter(values[name])) for name in names if len(values.get(name, ())) == 1]


def patched_by_hand(text: str) -> tuple[tuple[str, Op], ...]:
    """The files of a unified diff that a shell text holds, as `git apply <<EOF` does."""
    first = _DIFF.search(text)
    return tuple((one.path, one.op) for one in patched(text[first.start() :])) if first else ()
