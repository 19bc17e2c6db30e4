"""Bets whose winnings need a tax form."""
