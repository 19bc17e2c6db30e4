"""Leaks in Four Card Poker: exact counts, copies of the up-card, samples."""
