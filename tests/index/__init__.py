"""Tests of the catalog: what it holds follows from the log alone, however it came about."""
