"""A question becomes ranked hits: query, search, fuse."""
