"""The derived catalog of the log and its full text; may be deleted and comes back the same."""
