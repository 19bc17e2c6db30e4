"""The rule set of the example: clauses of our own invention, no regulator's."""
