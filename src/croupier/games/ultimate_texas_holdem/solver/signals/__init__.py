"""Leaks that show only a part of a card, or cards of the board in any combination: classes of known cards."""
