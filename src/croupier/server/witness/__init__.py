"""`croupier witness`: another party keeps the house's checkpoints."""
