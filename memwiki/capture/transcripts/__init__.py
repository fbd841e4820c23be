"""Agents' own transcripts, read as the events that their hooks would have told."""
