"""Verification on several cores: each process replays its share of the tables."""
