"""Tests of the way from files to the log: cursors, the account, hostile inputs, and a model of the whole store."""
