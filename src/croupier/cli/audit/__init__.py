"""`croupier audit`."""
