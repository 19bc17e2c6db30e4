"""The acts of a round and of a table: each decides its events, or refuses."""
