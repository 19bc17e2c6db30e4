"""The felt of a table."""
