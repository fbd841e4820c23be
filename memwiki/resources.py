"""Files that travel with the program: templates and schemas, found in a checkout and in an installed wheel."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from memwiki.errors import NotFound

if TYPE_CHECKING:
    from jinja2 import Environment

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder `templates` or `schemas`; raises NotFound where an installation lacks it."""
    for root in (_PACKAGE, _PACKAGE.parent):  # a wheel carries them inside the package, a checkout beside it
        if (root / name).is_dir() and not (root / name / "__init__.py").exists():
            return root / name
    raise NotFound(f"installed without its {name}", hint="install memwiki again")


@lru_cache(maxsize=64)
def text(name: str) -> str:
    """One file's text, by a name such as `schemas/page.json`."""
    area, _, rest = name.partition("/")
    path = folder(area) / rest
    if not path.is_file():
        raise NotFound(f"installed without {name}", hint="install memwiki again")
    return path.read_text("utf-8")


def weights(name: str) -> str:
    """The learned weights of one reader of sentences, as `person-en` (compile/acts.py)."""
    return (_PACKAGE / "compile" / "weights" / f"{name}.tsv").read_text("utf-8")


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The Markdown templates. Undefined names are errors; nothing is escaped here (see compile/prose.py)."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # reading sessions needs none of it

    return Environment(
        loader=FileSystemLoader(folder("templates"), encoding="utf-8"),
        autoescape=False,  # noqa: S701 Markdown, not HTML: every captured text passes compile/prose.py first
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,  # they do not change while the program runs; looking at each page's would cost more than it
    )
