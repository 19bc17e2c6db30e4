"""Checks of a rule file, part by part: each yields the key and the problem."""
