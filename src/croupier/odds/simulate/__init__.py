"""Bulk play of any rule set or submission, in kernels made of the live table's own decisions and settlement.

    house = house_rules(rules, choices)
    plan = Plan(house=house, seats=({"ante": 100},), rounds=10_000_000, seed=1)
    tally = simulate(plan)

Rounds are played in blocks of 2**18, each a table of its own that starts with its meters at their seeds;
cards depend on the seed and the round's number alone. So the totals of a plan are the same on one core, on
several, and on a cluster.
"""

from croupier.odds.simulate.exact import Exact, exact_figures
from croupier.odds.simulate.plan import BLOCK, Plan
from croupier.odds.simulate.run import ClusterError, check_strategy, prepare, simulate
from croupier.odds.simulate.tally import BetTally, Tally

__all__ = [
    "BLOCK",
    "BetTally",
    "ClusterError",
    "Exact",
    "Plan",
    "Tally",
    "check_strategy",
    "exact_figures",
    "prepare",
    "simulate",
]
