"""The second witness: a slow settlement written from the rule documents alone.

It shares no code with the `croupier` package and imports nothing of it. `settle.naive_settle` settles a
round, `rounds.random_round` draws one in which rare events are frequent.
"""
