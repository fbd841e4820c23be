"""Finds links in Markdown files that lead nowhere."""
