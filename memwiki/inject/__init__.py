"""Hits and handoffs become bounded blocks, fenced as data, with citations."""
