"""The doors of the program: each turns arguments into calls and results into output and exit codes."""
