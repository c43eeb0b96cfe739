"""The long-lived process that keeps the log current."""
