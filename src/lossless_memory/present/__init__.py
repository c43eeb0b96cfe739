"""From an answer to terminal text and JSON; nothing shown here can pretend to be something else."""
