"""`croupier watch` and `croupier review`: recorded play, looked at afterward."""
