"""The law as data: rule sets, the clause register, and how each clause is covered."""
