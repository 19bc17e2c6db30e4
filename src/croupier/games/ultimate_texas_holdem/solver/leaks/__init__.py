"""Ultimate with cards known that should not be: whole cards by suits, seats that share, rules for people."""
