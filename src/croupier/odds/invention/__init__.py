"""New side bets as data: priced exactly, and searched for by their edge and hit rate."""
