"""Archives of the log: write them, prune the database, and audit what is left, alone or with its archives."""
