"""Progressive meters: contributions, awards, resets, and links shared by tables."""
