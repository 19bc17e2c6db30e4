"""Four Card Poker solved exactly, and played in bulk."""
