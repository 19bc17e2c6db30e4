"""A whole round settled, wager by wager, with the clause that each cent rests on."""
