"""The evidence of one round, for a dispute: what happened, why, and that the log is whole."""
