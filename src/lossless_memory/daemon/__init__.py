"""One long-lived process: it waits for something to happen, catches up, and checks.

`loop` is the process, `passes` one pass of it, `waking` what it waits for, `stopping` how it is told to stop, `status`
what it last achieved, `checks` and `doctor` what needs the person, `service` and `units` how the system starts it.
Knows the rooms below and no surface.
"""
