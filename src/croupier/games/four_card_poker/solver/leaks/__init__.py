"""Four Card Poker with cards known that should not be: exact counts, copies of the up-card, samples."""
