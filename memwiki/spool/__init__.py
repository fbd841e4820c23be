"""Observations wait here: append-only segments, sealed by the compiler, verifiable by hash."""
