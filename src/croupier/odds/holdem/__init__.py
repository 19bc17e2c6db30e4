"""The parts of the solver of Ultimate Texas Hold'em; `croupier.odds.ultimate_texas_holdem` is its door."""
