"""Measurements, each figure printed beside the command that makes it. Ratios within one run; nothing is asserted."""
