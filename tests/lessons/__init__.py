"""What teaches a player."""
