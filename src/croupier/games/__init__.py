"""The games: in each the same small files, one hand against the dealer, integers only."""
