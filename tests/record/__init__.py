"""Tests of the record and its line."""
