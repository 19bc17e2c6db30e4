"""The evidence of one round, for a dispute: the events, their clauses, and the verified log."""
