"""Ultimate Texas Hold'em solved exactly, and played in bulk."""
