"""Watching play: evidence that a player knows hidden cards, from the record of the rounds."""
