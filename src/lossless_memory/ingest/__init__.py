"""From a source's items to lines in the log, each once, with an account that adds up."""
