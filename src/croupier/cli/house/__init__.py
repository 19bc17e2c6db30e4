"""Commands that run a house: serve, backup, database, rng."""
