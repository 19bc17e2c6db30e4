"""Rank the printed pay tables of a side bet by what they cost the player."""

import croupier

tables = croupier.price("ma/high-card-flush", bet="flush_bonus")
odds = {each.table: each.odds for each in tables if isinstance(each.odds, croupier.BetOdds)}
for name in sorted(odds, key=lambda name: odds[name].house_edge):
    print(f"table {name}: {float(odds[name].house_edge):.4%}, exactly {odds[name].house_edge}")
