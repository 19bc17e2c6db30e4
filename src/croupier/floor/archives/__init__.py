"""Archives of the log: write them, prune the database, and audit the rest, alone or with its archives."""
