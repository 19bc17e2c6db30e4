"""Print the house edge of everything that a submission offers.

python examples/programs/price_a_submission.py examples/ma-four-card-poker.toml
"""

import sys
from pathlib import Path

import croupier

for each in croupier.price(Path(sys.argv[1])):
    name = f"{each.bet} {each.table}".strip()
    if isinstance(each.odds, croupier.CoverAllOdds):
        print(f"{name}: {float(-each.odds.net.mean):.4%}")
    else:
        print(f"{name}: {float(each.odds.house_edge):.4%}")
