"""What agents run. Everything here and below it on the hot path is standard library only."""
