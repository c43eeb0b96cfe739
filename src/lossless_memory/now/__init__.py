"""The small text of where things stand, injected each turn."""
