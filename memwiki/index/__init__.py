"""Derived from a wiki tree and the raw/ beside it: words, vectors, graph. May be deleted at any time."""
