"""One module for each chat tool or export: its files to items, items to drafts of records; knows no log."""
