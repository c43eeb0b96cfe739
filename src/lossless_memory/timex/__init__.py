"""From the time words of a question to the interval they mean; knows no clock, no log, nothing else of the program."""
