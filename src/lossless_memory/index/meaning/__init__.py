"""Search by meaning, the last resort: which embedder, what is embedded, and the file its vectors stand in."""
