"""The ledger: an append-only log with a hash chain, double-entry accounts, checkpoints, and their audit."""
