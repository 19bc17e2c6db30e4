"""`croupier play`: a table in the terminal."""
