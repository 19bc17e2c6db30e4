"""Write a strategy of your own, price it exactly, and play it in bulk: raise with 9-7-5 or better."""

import croupier

BORDER = croupier.flush_strength(croupier.card_set("9s 7s 5s"))


@croupier.kernel  # compiled, with every kernel that it calls
def nine_high(seen: croupier.Seen) -> int:
    """The most antes allowed with at least this flush, else none: a fold."""
    return seen.most if croupier.flush_strength(seen.cards) >= BORDER else 0


priced = croupier.price_strategy("ma/high-card-flush", nine_high)
print(f"the house keeps {priced.house_edge:.4%}, exactly {-priced.exact}")
print(f"it costs {priced.cost:.4%} of the ante against optimal play")

played = croupier.simulate(
    "ma/high-card-flush", rounds=1_000_000, seed=1, seats=[{"ante": 1000}], strategy=nine_high, session=100
)
main = played.bets["main"]
print(f"a million rounds: {main.net:+.4f} ± {2 * main.standard_error:.4f} antes a round")
ahead = sum(count for result, count in played.results.items() if result > 0)
print(f"sessions of 100 rounds that end ahead: {ahead / sum(played.results.values()):.1%}")
