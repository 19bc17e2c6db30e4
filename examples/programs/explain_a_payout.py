"""Settle one hand and print the clause behind every cent."""

import croupier

seat = croupier.Seat(
    seat=3,
    cards="As Ks 9s 4s 2h 3c Jd",
    wagers={"ante": 1000, "flush_bonus": 500},
    decision={"raise": 1000},
)
settled = croupier.settle(
    croupier.Round(
        rules="ma/high-card-flush",
        choices=croupier.Choices.of(flush_bonus="A"),
        dealer="2d 3d 9d 4c 5h 6s Kc",
        seats=[seat],
    )
)
for wager, result in settled.seats[0].results.items():
    print(f"{wager}: {result.outcome}, {result.net} cents, by {', '.join(result.clauses)}")
