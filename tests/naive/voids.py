"""Irregularities: what the clause on a round or on a seat does to the wagers.

A clause that is in none of these sets has no consequence for wagers (one face-up card, a card drawn in
error, a shuffler jam, a counting shuffler that has the deck removed) and changes nothing.
"""

from tests.naive.money import Json

_HIGH_CARD_FLUSH_VOIDS = ("7.f.2.s2", "7.f.2.s3", "13.a.s2", "13.c", "13.d", "13.f")

# All hands void, everything goes back.
EVERYTHING_BACK = frozenset(
    [f"ma-hcf-{clause}" for clause in _HIGH_CARD_FLUSH_VOIDS]
    + [f"nj-hcf-38.{clause}" for clause in _HIGH_CARD_FLUSH_VOIDS]
    + [f"md-hcf-{clause}" for clause in ("8.J.1", "8.J.2", "9.E.1", "9.E.2", "10.E.1", "10.E.2", "13.H")]
    + [f"ma-uth-{clause}" for clause in ("7.f.2.s2", "7.f.2.s3", "15.b.s2", "15.d.s2", "15.f")]
    + [f"ma-fcp-{clause}" for clause in ("7.e.b.s2", "7.e.b.s3", "14.a.s2", "14.c", "14.d", "14.f")]
)
# Maryland: the side wagers of every hand with its seven cards are settled "notwithstanding the foregoing"
# (md-hcf-13.F); with the policy "13E" that holds after 13.E alone, and here everything goes back.
BACK_IF_13E = frozenset(["md-hcf-13.B", "md-hcf-13.D"])
# All hands void, the side wagers that the document names are settled anyway.
SIDE_WAGERS_SETTLED = frozenset(
    ["md-hcf-13.E", "md-hcf-13.F", "ma-uth-15.a.s1", "ma-uth-15.a.s2", "ma-uth-15.b.s3"]
)
# Only the hand of that seat is void.
ONE_HAND_VOID = frozenset(["ma-uth-15.d.s1"])
# The player of that seat forfeits, or has abandoned, all wagers.
FORFEIT = frozenset(["ma-hcf-9.a.s5", "nj-hcf-38.10.a.s5"])
ABANDONED = frozenset(["md-hcf-7.C.2"])

NOTHING_VOID = "nothing void"
MAIN_VOID = "hands void, side wagers settled"
ALL_VOID = "everything back"


def consequence(round_: Json) -> str:
    """What happens to the whole table: NOTHING_VOID, MAIN_VOID or ALL_VOID, the strongest of the clauses."""
    policy = round_.get("choices", {}).get("policies", {}).get("bonuses_after_void", "13A-E")
    found = {round_.get("irregularity"), *(seat.get("irregularity") for seat in round_["seats"])}
    if found & EVERYTHING_BACK:
        return ALL_VOID
    if found & BACK_IF_13E:
        return ALL_VOID if policy == "13E" else MAIN_VOID
    if found & SIDE_WAGERS_SETTLED:
        return MAIN_VOID
    return NOTHING_VOID
