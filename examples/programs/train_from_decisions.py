"""Train a small agent on labeled decisions and report its exact regret against optimal play.

The agent knows a hand by its longest suit: how many cards, and the two highest of them. It takes the action
whose exact values are the best on average, and is priced over every hand there is, not over a sample.
"""

import numpy as np

import croupier

RULES = "ma/high-card-flush"
data = croupier.labeled_decisions(RULES, count=300_000, seed=1)


def feature(cards: np.ndarray) -> np.ndarray:
    """By row of cards, a number for the longest suit and its two highest ranks."""
    suits, ranks = cards // 13, cards % 13
    best = np.zeros(len(cards), dtype=np.int64)
    for suit in range(4):
        held = np.sort(np.where(suits == suit, ranks, -1), axis=1)[:, ::-1]
        best = np.maximum(best, ((held >= 0).sum(axis=1) * 14 + held[:, 0] + 1) * 14 + held[:, 1] + 1)
    return best


cards = np.stack([data[f"card_{place}"] for place in range(1, 8)], axis=1).astype(np.int64)
known = feature(cards)
raised = [np.ma.filled(data[f"value_{antes}"], -9.0) for antes in (1, 2, 3)]
gain = np.maximum.reduce(raised) - data["value_0"].filled()
WORTH = np.zeros(8 * 14 * 14)
np.add.at(WORTH, known, gain)


@croupier.kernel
def agent(seen: croupier.Seen) -> int:
    """Raise the most where that was worth more than a fold in training."""
    best = 0
    for suit in range(4):
        ranks = seen.cards >> 13 * suit & 8191
        count = first = second = 0
        for rank in range(13):
            if ranks >> rank & 1:
                count, first, second = count + 1, rank + 1, first
        best = max(best, (count * 14 + first) * 14 + second)
    return seen.most if WORTH[best] > 0 else 0


priced = croupier.price_strategy(RULES, agent)
[main] = croupier.price(RULES, bet="main")
regret = main.odds.net.mean - priced.exact
print(f"trained on {len(known):,} decisions")
print(f"exact regret: {float(regret):.6f} antes a round, {regret}")
