"""The law as data."""
