"""Which embedding model is asked, how far its vectors are, and their making in the background."""

from __future__ import annotations

import time
from dataclasses import dataclass

from memwiki.app.desk import Desk
from memwiki.config import environment_secret
from memwiki.errors import Invalid, UsageError
from memwiki.index.embed import MODEL, Embedder, MiniLM, Named, available
from memwiki.index.endpoint import Endpoint
from memwiki.index.store import DAMAGE, generation, read_manifest

ROUND = 128  # texts between two publications: some ten seconds
_PAUSE_S = 0.2  # in which another process finds the index free


@dataclass(frozen=True, slots=True)
class Vectors:
    """How many of the project's texts have a vector of the model that is set; `note` says what is the matter."""

    model: str
    made: int
    of: int
    note: str = ""

    @property
    def pending(self) -> int:
        """Texts that have none yet."""
        return self.of - self.made


def embedder_of(desk: Desk, download: bool = False) -> Embedder | None:
    """The embedding model, or None where it is switched off or not installed."""
    wanted = desk.config.settings.index
    if not wanted.vectors:
        return None
    if wanted.url:
        if not wanted.model:
            raise UsageError("index.url is set, but no model", hint="memwiki config set index.model NAME")
        return Endpoint(wanted.url, wanted.model, environment_secret(wanted.key_env), wanted.timeout_s)
    if wanted.model not in ("", MODEL):
        return Named(wanted.model, desk.home.models, download)
    return MiniLM(desk.home.models) if available() else None


def vectors_of(desk: Desk) -> Vectors:
    """How far the project's vectors are; nothing is loaded or asked for that."""
    embedder = embedder_of(desk)
    if embedder is None:
        off = not desk.config.settings.index.vectors
        return Vectors("", 0, 0, "vectors are switched off" if off else "the embedding model is not installed")
    folder = generation(desk.home.index(desk.project))
    try:
        manifest = read_manifest(folder) if folder else {}
    except (Invalid, *DAMAGE):
        manifest = {}
    every = int(manifest.get("chunks", 0))
    if manifest.get("model") not in ("", None, embedder.model):
        return Vectors(embedder.model, 0, every, f"vectors of {manifest['model']} wait to be made anew")
    return Vectors(embedder.model, every - int(manifest.get("pending", 0)), every)


def rest() -> None:
    """Leaves the index alone for a moment."""
    time.sleep(_PAUSE_S)
