"""Tests of the log: the only place that writes, day files and their tails, the home folder."""
