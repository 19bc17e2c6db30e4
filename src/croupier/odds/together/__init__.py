"""The bets of a round together: of a seat, exactly, and of the seats of a table."""
