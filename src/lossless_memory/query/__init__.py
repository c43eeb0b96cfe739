"""From a question to the lines that answer it: time first, words inside it."""
