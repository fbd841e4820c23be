"""Settings: defaults < user file < marker file < environment < flags. The only reader of the environment."""

from __future__ import annotations

import getpass
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin

import tomlkit
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, ValidationError

from memwiki import patterns
from memwiki.errors import Invalid, NotFound, UsageError
from memwiki.files import atomic_write, read_plain
from memwiki.modelsettings import Index, Model, Section

MARKER = ".memwiki.toml"
ENV_PREFIX = "MEMWIKI_"
# A marker comes with a repository, perhaps a stranger's: it may quiet the memory, never loosen redaction.
MARKER_KEYS = frozenset(
    {
        "workspace",
        "project",
        "capture.mode",
        "capture.ignore_paths",
        "recall.on_start",
        "recall.on_prompt",
        "recall.max_chars",
        "recall.threshold",
        "review.mode",
    }
)


MARKER_BYTES = 64 * 1024  # a longer marker file is refused, by the hook too
_SAID_TO_GIT: dict[str, str] = {}  # variables of git's that were taken out of this process
_MODES = ("on", "prompts-off", "off")  # from loud to quiet


class Operator(Section):
    """Who works here: the author of commits, the person behind prompts."""

    name: str = Field(default="", description="Your name in commits and evidence; the login name if empty.")
    email: str = Field(default="", description="Your address in commits; a no-reply address if empty.")


def _spelled(mode: object) -> object:
    """The mode as hooks read it: letter case and `_` do not count, and a yes is `on`."""
    plain = mode.strip().lower().replace("_", "-") if isinstance(mode, str) else mode
    return "on" if plain in ("true", "yes", "1") else plain


def _several(value: object) -> object:
    return (value,) if isinstance(value, str) else value


_Globs = Annotated[tuple[str, ...], BeforeValidator(_several)]


class Capture(Section):
    """What hooks may store."""

    mode: Annotated[Literal["on", "off", "prompts-off"], BeforeValidator(_spelled)] = Field(
        default="on", description="off stores nothing; prompts-off drops prompts."
    )
    allowlist: bool = Field(default=False, description="Capture only projects that carry a marker file.")
    ignore_paths: _Globs = Field(default=(), description="Events that touch these globs are dropped.")
    extra_patterns: tuple[Annotated[str, AfterValidator(patterns.checked)], ...] = Field(
        default=(), description="More secrets to redact, as regular expressions."
    )
    allow: tuple[str, ...] = Field(default=(), description="Texts that redaction leaves alone.")


class Spool(Section):
    """How observations wait on the disk."""

    fsync: Literal["turns", "always", "never"] = Field(
        default="turns",
        description="What is on the disk before the hook ends: what people and agents say, every event, or nothing.",
    )
    project_mb: int = Field(
        default=1024, ge=0, le=1_000_000, description="A project's observations may take this much; 0: no limit."
    )
    total_mb: int = Field(
        default=8192, ge=0, le=10_000_000, description="All observations together may take this much; 0: no limit."
    )


class Compile(Section):
    """When and how sessions become pages."""

    mode: Literal["auto", "hybrid", "manual"] = Field(
        default="auto", description="manual: topic pages only from explicit words."
    )
    idle_minutes: int = Field(default=30, ge=1, le=10_080, description="A session this long quiet counts as closed.")
    detached: bool = Field(default=True, description="Hooks may start a compile in the background.")


class Review(Section):
    """Which pages wait for a person."""

    mode: Literal["auto", "skills", "all"] = Field(default="skills", description="Which new pages start as drafts.")


class Recall(Section):
    """What agents are given."""

    on_start: bool = Field(default=True, description="Hand out the block at a session's start.")
    on_prompt: bool = Field(default=True, description="Tell a prompt which pages really fit it, each once a session.")
    max_chars: int = Field(default=8000, ge=500, le=9500, description="Upper limit of a block, in bytes.")
    threshold: float | None = Field(
        default=None, ge=0, le=1, description="How sure recall has to be; the measured value if unset."
    )


class SkillRules(Section):
    """How procedures reach agents."""

    on_prompt: bool = Field(default=True, description="Give an agent, with a prompt, the approved skill that fits it.")
    share: Literal["project", "workspace"] = Field(
        default="project", description="workspace: also the skills of the workspace's other projects."
    )


class HandoffRules(Section):
    """How one session's work reaches the next."""

    claim: Literal["claim", "offer"] = Field(
        default="claim", description="offer: the agent sees the title and claims by tool."
    )
    expires_days: int = Field(default=14, ge=1, le=365, description="Automatic handoffs expire after this many days.")


class Settings(Section):
    """All settings. `workspace` and `project` are a marker file's names for the place."""

    workspace: str = Field(default="", description="Workspace of the projects; `default` if empty.")
    project: str = Field(default="", description="Project id, in a marker file.")
    operator: Operator = Operator()
    capture: Capture = Capture()
    spool: Spool = Spool()
    compile: Compile = Compile()
    review: Review = Review()
    recall: Recall = Recall()
    handoff: HandoffRules = HandoffRules()
    skills: SkillRules = SkillRules()
    index: Index = Index()
    model: Model = Model()


@dataclass(frozen=True, slots=True)
class Config:
    """Settings in force, where each came from (`key -> origin`), and the home they belong to."""

    home: Path
    settings: Settings
    origins: Mapping[str, str]
    marker: Path | None = None

    @property
    def operator(self) -> str:
        """The person's name: configured, else the login name."""
        return self.settings.operator.name or _login()

    @property
    def email(self) -> str:
        """The person's address: configured, else one that reaches nobody."""
        slug = re.sub(r"[^A-Za-z0-9._-]+", "-", self.operator).strip("-.") or "person"
        return self.settings.operator.email or f"{slug}@users.noreply.memwiki.invalid"

    def get(self, key: str) -> Any:
        """The value of a dotted key; NotFound for a key that does not exist."""
        value: Any = self.settings
        for part in key.split("."):
            if not isinstance(value, BaseModel) or part not in type(value).model_fields:
                raise NotFound(f"no such setting: {key}", hint="memwiki config lists them")
            value = getattr(value, part)
        if isinstance(value, BaseModel):
            raise NotFound(f"a section, no setting: {key}", hint="memwiki config lists its settings")
        return value


def keys() -> dict[str, str]:
    """Every dotted key with its description, in order."""
    found: dict[str, str] = {}
    for name, field in Settings.model_fields.items():
        section = field.annotation
        if isinstance(section, type) and issubclass(section, BaseModel):
            found |= {f"{name}.{key}": part.description or "" for key, part in section.model_fields.items()}
        else:
            found[name] = field.description or ""
    return found


def env_name(key: str) -> str:
    """The environment variable of a dotted key."""
    return ENV_PREFIX + key.replace(".", "_").upper()


def load(
    home_root: Path | None = None,
    cwd: Path | None = None,
    overrides: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Config:
    """Settings in force at `cwd`; Invalid with file, line or key, and fix where one is wrong."""
    env = os.environ if environ is None else environ
    home = _home(home_root, env)
    values: dict[str, Any] = {}
    origins = dict.fromkeys(keys(), "default")
    file = home / "config.toml"
    layers: list[tuple[str, dict[str, Any]]] = [(str(file), read_file(file))]
    markers = find_markers(cwd, _user_folder(env)) if cwd else []
    layers += [(str(marker), read_file(marker, MARKER_KEYS)) for marker in markers]
    loose = {str(marker) for marker in markers}
    layers += [(env_name(key), {key: _from_text(key, env[env_name(key)])}) for key in origins if env_name(key) in env]
    layers.append(("flag", dict(overrides or {})))
    for origin, layer in layers:
        for key, given in layer.items():
            value = _spelled(given) if key == "capture.mode" else given
            if key == "capture.mode" and origin in loose and _MODES.index(value) < _MODES.index(values.get(key, "on")):
                continue
            values[key] = value
            origins[key] = origin
    return Config(home, _validated(values, origins), origins, markers[-1] if markers else None)


def read_file(path: Path, allowed: frozenset[str] | None = None) -> dict[str, Any]:
    """The dotted keys that a settings file sets; {} where it is missing; Invalid where it is broken."""
    try:
        text = read_plain(path, None if allowed is None else MARKER_BYTES).decode("utf-8-sig")
        tree = tomllib.loads(text)
    except FileNotFoundError:
        return {}
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise Invalid(
            f"{path}: {str(error)[0].lower()}{str(error)[1:]}", hint="fix the line, or move the file away"
        ) from error
    except OSError as error:
        raise Invalid(f"{path}: {error.strerror}", hint="check the file's owner and mode") from error
    values = _flat(tree)
    known = keys() if allowed is None else allowed
    for key in values:
        if key not in known:
            where = " in a marker file" if allowed is not None and key in keys() else ""
            raise Invalid(f"{_place(path, key)}: unknown key {key}{where}", hint=_nearest(key, known))
    _validated(values, dict.fromkeys(values, str(path)))
    return values


def find_markers(cwd: Path, user_folder: Path) -> list[Path]:
    """The marker files at and above `cwd`, the nearest last, up to but without the person's home folder."""
    found: list[Path] = []
    for folder in (cwd, *cwd.parents):
        if folder == user_folder:
            break
        if (folder / MARKER).exists():
            found.insert(0, folder / MARKER)
    return found


def write_value(home: Path, key: str, text: str, dry_run: bool = False) -> Any:
    """Sets one key in the person's file, keeping the rest of it as it is; gives the value as stored."""
    if key not in keys():
        raise UsageError(f"unknown key {key}", hint=_nearest(key, keys()))
    try:
        value = Config(home, _validated({key: _from_text(key, text)}, {key: key}), {}).get(key)
    except Invalid as error:
        raise UsageError(
            error.message, hint=f"{key}: {keys()[key][:1].lower()}{keys()[key][1:].rstrip('.')}"
        ) from error
    file = home / "config.toml"
    read_file(file)
    document = tomlkit.parse(file.read_text("utf-8-sig") if file.exists() else "")
    table: Any = document
    *sections, name = key.split(".")
    for section in sections:
        if section not in table:
            table[section] = tomlkit.table()
        table = table[section]
    if value is None:
        table.pop(name, None)
    else:
        table[name] = list(value) if isinstance(value, tuple) else value
    if not dry_run:
        atomic_write(file, tomlkit.dumps(document))
    return value


def home_folder(root: Path | None = None) -> Path:
    """The memory's folder, without reading any settings."""
    return _home(root, os.environ)


def environment_place(name: str) -> Path | None:
    """A folder that an agent's variable names (CLAUDE_CONFIG_DIR, CODEX_HOME), or None."""
    value = os.environ.get(name, "")
    return Path(value).expanduser() if value else None


def environment_secret(name: str) -> str:
    """The key that the variable holds, "" where it is not set: to be sent and forgotten, never stored or printed."""
    return os.environ.get(name, "").strip() if name else ""


def keep_libraries_home(offline: bool = True) -> None:
    """Switches off what libraries would send out or look up by themselves; to be called before they are imported.

    onnxruntime reports to its maker from the moment of its import, and leaves a device id in ~/.cache.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
    os.environ["HF_HUB_OFFLINE"] = "1" if offline else "0"


@contextmanager
def git_alone() -> Iterator[None]:
    """While it lasts git reads no settings, broken or not. For good, what was said to git by variables is no more in
    this process: git's own hooks point it at their repository, and forbid it to write elsewhere."""
    said = [name for name in os.environ if name.startswith("GIT_") and not name.startswith("GIT_PYTHON_")]
    _SAID_TO_GIT.update((name, os.environ.pop(name)) for name in said)
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_PYTHON_REFRESH": "quiet"}
    before = {name: os.environ.get(name) for name in alone}
    os.environ.update(alone)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def user_folder() -> Path:
    """The person's home folder."""
    return _user_folder(os.environ)


def process_environment(**changes: str) -> dict[str, str]:
    """The environment that this process was given, for a child process, with changes."""
    return {**_SAID_TO_GIT, **os.environ, **changes}


def _home(root: Path | None, env: Mapping[str, str]) -> Path:
    if root is not None:
        return root.expanduser().absolute()
    if named := env.get("MEMWIKI_HOME"):
        return Path(named).expanduser().absolute()
    return _user_folder(env) / "memwiki"


def _user_folder(env: Mapping[str, str]) -> Path:
    return Path(env["HOME"]) if env.get("HOME") else Path.home()


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "person"


def _flat(tree: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            found |= _flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found


def _from_text(key: str, text: str) -> Any:
    """A value typed by a person: TOML where it is a list, else the bare text for pydantic to read."""
    section, _, name = key.rpartition(".")
    model = getattr(Settings(), section) if section else Settings()
    if get_origin(type(model).model_fields[name].annotation) is not tuple:
        return text if text or key != "recall.threshold" else None
    if not text.strip().startswith("["):
        return [part.strip() for part in text.split(",") if part.strip()]
    try:
        return tomllib.loads(f"v = {text}")["v"]
    except tomllib.TOMLDecodeError as error:
        raise Invalid(f"{key}: not a list: {text[:60]}", hint=f"""memwiki config set {key} '["a", "b"]'""") from error


def _validated(values: Mapping[str, Any], origins: Mapping[str, str]) -> Settings:
    tree: dict[str, Any] = {}
    for key, value in values.items():
        *sections, name = key.split(".")
        place = tree
        for section in sections:
            place = place.setdefault(section, {})
        place[name] = value
    try:
        return Settings.model_validate(tree)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"] if not isinstance(part, int))
        origin = origins.get(key, "")
        place_name = _place(Path(origin), key) if origin.endswith(".toml") else origin
        said = str(first["msg"]).removeprefix("Value error, ")
        raise Invalid(
            f"{place_name + ': ' if place_name not in ('', key) else ''}{key}: {said[0].lower()}{said[1:]}",
            hint=f"memwiki config set {key} …" if origin.endswith("config.toml") else f"change {key}",
        ) from error


def _place(path: Path, key: str) -> str:
    """`file:line` of a dotted key, by a plain scan: good enough to point at."""
    section, _, name = key.rpartition(".")
    current = ""
    for number, line in enumerate(path.read_bytes().decode("utf-8-sig", "replace").splitlines(), 1):
        if header := re.match(r"\s*\[\s*([^\]]+?)\s*\]", line):
            current = header[1].replace(" ", "")
        found = re.match(r"""\s*["']?([\w.-]+)["']?\s*=""", line)
        if found and ".".join(filter(None, (current, found[1]))) == key:
            return f"{path}:{number}"
        if found and current == section and found[1] == name:
            return f"{path}:{number}"
    return str(path)


def _nearest(key: str, known: Mapping[str, str] | frozenset[str]) -> str:
    import difflib

    placed = [one for one in sorted(known) if one.rpartition(".")[2] == key]  # right, but for its table
    close = placed or difflib.get_close_matches(key, list(known), 1, 0.5)
    return f"did you mean {close[0]}?" if close else "memwiki config lists the keys"
