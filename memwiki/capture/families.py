"""Which family a tool belongs to, and its input in that family's keys (records.Tool)."""

from __future__ import annotations

from memwiki.capture import jsontext
from memwiki.capture.fields import first, mapping, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memwiki.capture.fields import Payload

_NAMES = {
    "shell": "bash shell runshellcommand executebash execcommand shellcommand localshell terminal runterminalcmd "
    "runcommand runinterminal powershell executecommand localshellcall",
    "edit": "edit strreplace replace multiedit applypatch searchreplace notebookedit editfile strreplaceeditor delete "
    "deletefile replaceinfile inserteditintofile editnotebook patch",
    "write": "write writefile createfile create fswrite writetofile",
    "read": "read readfile readmanyfiles fsread view viewimage readlints notebookread",
    "search": "grep glob searchfilecontent grepsearch listdirectory ls list listdir codebasesearch filesearch "
    "findfiles find listfiles searchfiles ripgrep semanticsearch",
    "web": "webfetch websearch googlewebsearch fetch fetchwebpage websearchcall",
    "task": "task agent spawnagent subagent dispatchagent",
    "todo": "todowrite updateplan writetodos todo todolist settodolist managetodolist",
}
_FAMILY = {name: family for family, names in _NAMES.items() for name in names.split()}
_PATHS = ("file_path", "path", "filePath", "notebook_path", "target_file", "absolute_path", "filename", "file")
_BEGIN_PATCH = "*** Begin Patch"
_PATCH_FILE = ("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ")
MAX_FILES = 64


def family(name: str) -> str:
    """The tool's family: shell, edit, write, read, search, web, task, todo, mcp or other."""
    if name.startswith(("mcp__", "mcp_", "MCP:")):
        return "mcp"
    plain = name.lower().replace("_", "").replace("-", "").replace(" ", "")
    return _FAMILY.get(plain, "other")


def shaped(name: str, raw: object) -> tuple[str, dict[str, Any], list[str]]:
    """The family, the input in the family's keys, and the files that the call touches."""
    args = mapping(raw)
    kind = family(name)
    patch = _patch(name, raw, args, kind)
    if patch:
        return "edit", {"patch": patch}, patched_files(patch)
    shape = _SHAPES.get(kind)
    if shape is None or (not args and kind != "shell"):
        return kind, {"args": spelled(raw)}, []
    if kind == "edit" and "delete" in name.lower():
        path = first(args, *_PATHS)
        return kind, {"patch": f"{_BEGIN_PATCH}\n*** Delete File: {path}\n*** End Patch\n"}, [path]
    given = shape(args, raw)
    files = [given["path"]] if kind in ("edit", "write", "read") and given.get("path") else []
    if kind == "read" and isinstance(args.get("paths"), list):
        files = [path for path in args["paths"] if isinstance(path, str)][:MAX_FILES]
        given["path"] = given["path"] or " ".join(files)
    return kind, given, files


def spelled(raw: object) -> str:
    """The arguments as JSON text; letters that came written out (`\\u003c`) would hide from whoever looks for them."""
    if not isinstance(raw, str):
        return jsontext.dumps(raw)
    args = mapping(raw) if "\\u" in raw or "\\/" in raw else {}
    return jsontext.dumps(args) if args else raw


def patched_files(patch: str) -> list[str]:
    """The files that a patch names, in order, each once."""
    found: list[str] = []
    for line in patch.split("\n"):
        if line.startswith(_PATCH_FILE):
            path = line.partition(": ")[2].strip()
        elif line.startswith(("+++ b/", "--- a/")):
            path = line[6:].split("\t")[0].strip()
        else:
            continue
        if path and path not in found and path != "/dev/null" and len(found) < MAX_FILES:
            found.append(path)
    return found


def _patch(name: str, raw: object, args: Payload, kind: str) -> str:
    text = words(raw)
    if not text:
        command = args.get("command")
        text = "\n".join(map(str, command)) if isinstance(command, list) else first(args, "patch", "input", "command")
    if kind == "edit" and ("patch" in name.lower() or _BEGIN_PATCH in text[:400]):
        return text
    # some models call apply_patch through the shell
    if kind == "shell" and _BEGIN_PATCH in text[:400] and "apply_patch" in text[:200]:
        return text[text.index(_BEGIN_PATCH) :]
    return ""


def _shell(args: Payload, raw: object) -> dict[str, Any]:
    command = args.get("command", args.get("cmd", args.get("script", raw if isinstance(raw, str) else "")))
    if isinstance(command, list):
        parts = [str(part) for part in command]
        wrapped = len(parts) == 3 and parts[1] in ("-c", "-lc", "-Command", "/c")
        command = parts[2] if wrapped else " ".join(parts)
    given: dict[str, Any] = {"command": words(command)}
    if args.get("run_in_background") is True:  # what it prints now is not its outcome
        given["run_in_background"] = True
    folder = first(args, "workdir", "working_directory", "dir_path") or words(args.get("cwd"))
    if folder:
        given["workdir"] = folder
    return given


def _edit(args: Payload, _: object) -> dict[str, Any]:
    edits = args.get("edits")
    pairs = [edit for edit in edits if isinstance(edit, dict)] if isinstance(edits, list) else [args]
    old = [first(pair, "old_string", "oldString", "old_str", "old", "old_source") for pair in pairs]
    new = [first(pair, "new_string", "newString", "new_str", "new", "new_source", "code_edit") for pair in pairs]
    return {"path": first(args, *_PATHS), "old": "\n…\n".join(old), "new": "\n…\n".join(new)}


def _write(args: Payload, _: object) -> dict[str, Any]:
    return {"path": first(args, *_PATHS), "content": first(args, "content", "contents", "file_text", "text")}


def _read(args: Payload, _: object) -> dict[str, Any]:
    return {"path": first(args, *_PATHS)}


def _search(args: Payload, _: object) -> dict[str, Any]:
    pattern = first(args, "pattern", "query", "regex", "glob_pattern", "globPattern", "glob")
    path = first(args, "path", "dir_path", "directory", "target_directory", "include_pattern")
    return {"pattern": pattern, "path": path}


def _web(args: Payload, _: object) -> dict[str, Any]:
    url = first(args, "url", "uri")
    return {"url": url} if url else {"query": first(args, "query", "search_term", "prompt")}


def _task(args: Payload, _: object) -> dict[str, Any]:
    return {
        "description": first(args, "description", "title", "agent_type", "subagent_type"),
        "prompt": first(args, "prompt", "message", "task", "instructions"),
    }


def _todo(args: Payload, _: object) -> dict[str, Any]:
    items: list[object] = next(
        (args[key] for key in ("todos", "plan", "items", "tasks") if isinstance(args.get(key), list)), []
    )
    todos = []
    for item in items[:64]:
        if isinstance(item, dict):
            content = first(item, "content", "step", "description", "title", "text", "subject")
            status = first(item, "status", "state") or ("completed" if item.get("done") is True else "pending")
            todos.append({"content": content, "status": status.lower().replace(" ", "_").replace("-", "_")})
        elif isinstance(item, str):
            todos.append({"content": item, "status": "pending"})
    return {"todos": todos}


_SHAPES = {
    "shell": _shell,
    "edit": _edit,
    "write": _write,
    "read": _read,
    "search": _search,
    "web": _web,
    "task": _task,
    "todo": _todo,
}
