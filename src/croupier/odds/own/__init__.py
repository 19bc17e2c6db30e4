"""A player's own strategy: the cards that it can see, how it is found and played in bulk, and its price."""

OWN_MARK = ":"
"""In the name of a strategy of one's own, between the module and the function; no other name has it."""
