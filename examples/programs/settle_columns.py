"""Write a day of rounds as a Parquet file, settle it in columns, and sum up by wager.

python examples/programs/settle_columns.py day.parquet
"""

import random
import sys

import pyarrow as pa
import pyarrow.parquet as pq

import croupier

DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
dice = random.Random(1)
dealt = [dice.sample(DECK, 11) for _ in range(10_000)]
day = pa.table(
    {
        "cards": [" ".join(cards[:5]) for cards in dealt],
        "dealer": [" ".join(cards[5:]) for cards in dealt],
        "ante": [1000] * len(dealt),
        "aces_up": [500] * len(dealt),
        "play": [dice.choice((0, 1000, 3000)) for _ in dealt],
    }
)
pq.write_table(day, sys.argv[1])
settled = croupier.settle_many(
    pq.read_table(sys.argv[1]), "ma/four-card-poker", croupier.Choices.of(aces_up="II")
)
for wager in ("ante", "play", "ante_bonus", "aces_up"):
    print(f"{wager}: {sum(settled[f'{wager}_paid'].to_pylist()):,} cents won")
print(f"net {sum(settled['net'].to_pylist()):,}, {settled['error'].null_count:,} rounds without an error")
