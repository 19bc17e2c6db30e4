"""The lobby, a table, its events and commands."""
