"""Wagers, hands and irregularities of a table in words."""
