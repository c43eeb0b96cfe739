"""Putting our entries into another tool's settings, and taking exactly them out again.

`targets` knows the tools, `jsontext` and `tomltext` edit a text without touching what they do not add, `change` plans,
`keep` backs up, writes and restores. Nothing here runs at the tools' own pace: it is called by a person.
"""
