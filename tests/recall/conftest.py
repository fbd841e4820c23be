"""The fixtures that both searching rooms use."""

from searching import embedder, page

__all__ = ["embedder", "page"]
