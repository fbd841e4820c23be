"""The truth about what is known: Markdown pages in git, and the only room that speaks git."""
