"""Settle a file of rounds, one JSON object a line, and print what each player won.

python examples/programs/settle_a_day.py examples/rounds.jsonl
"""

import sys
from collections import Counter
from pathlib import Path

import croupier

won: Counter[str] = Counter()
refused = 0
for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
    try:
        game_round = croupier.read_round(line)
        settled = croupier.settle(game_round)
    except croupier.Refusal as refusal:
        refused += 1
        print(f"refused ({refusal.code}): {refusal.message}")
        continue
    players = {seat.seat: seat.player or f"seat {seat.seat}" for seat in game_round.seats}
    for seat in settled.seats:
        won[players[seat.seat]] += seat.net
for player, cents in won.most_common():
    print(f"{player}: {cents / 100:+,.2f}")
print(f"{refused} refused")
