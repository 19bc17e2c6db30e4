"""Labeled decisions: random deals with the exact value of every action, for training and testing agents."""
