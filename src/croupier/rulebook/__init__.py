"""The law as data: the five rule sets, the clause register, and what is enforced where."""
