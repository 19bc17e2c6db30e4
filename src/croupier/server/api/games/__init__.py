"""The games of the house in words."""
