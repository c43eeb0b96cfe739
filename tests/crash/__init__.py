"""The fault suite: real processes killed at system calls and at random times, and modelled power cuts (make crash)."""
