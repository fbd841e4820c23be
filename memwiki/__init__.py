"""Long-term memory for coding agents, kept as a Markdown wiki in git."""

__version__ = "0.1.0"
