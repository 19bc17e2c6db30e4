"""The bets of a round together: of a seat, of the seats of a table, and of one player on several boxes."""
