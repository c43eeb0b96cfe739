"""Time phrases and the intervals they mean."""
