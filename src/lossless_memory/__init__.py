"""Verbatim long-term memory for one person and one AI: every line kept, found by time first."""
