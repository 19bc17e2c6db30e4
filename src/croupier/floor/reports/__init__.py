"""Hold, significant events and balances, read from the log."""
