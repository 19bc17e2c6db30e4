"""What the acts of a round and of a table do: each decides its events, or refuses."""
