"""Shared by every game: the seats, who plays which box, envy, the settled round."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tests.naive.cards import Card, cards
from tests.naive.meters import Meters
from tests.naive.money import Json, award, highest_row, void
from tests.naive.voids import ABANDONED, FORFEIT, ONE_HAND_VOID


@dataclass
class Seat:
    """One betting position of the round."""

    number: int
    player: str | None
    hand: tuple[Card, ...]
    wagers: dict[str, int]
    """Everything staked, a raise or play wager already made included."""
    folded: bool
    said_fold: bool
    """The player decided to fold, and did not just lose the hand by an offense."""
    lost: bool
    """Forfeited (Massachusetts, New Jersey) or abandoned (Maryland): every wager loses."""
    void: bool
    """This hand alone is void (ma-uth-15.d.s1)."""

    def is_own_hand_of(self, other: "Seat") -> bool:
        """A player on two boxes: neither box's hand earns the other an envy (md-hcf-11.B.9.e.iii)."""
        return self is other or (self.player is not None and self.player == other.player)


def read_seats(round_: Json, later_wager: str) -> list[Seat]:
    """The seats from the dealer's right, the highest first.

    Who forfeits, or leaves, loses all wagers of the round, so those on every box of theirs.
    """
    seats = []
    offenders = {seat.get("player") for seat in round_["seats"] if _offends(seat)} - {None}
    for seat in sorted(round_["seats"], key=lambda seat: int(seat["seat"]), reverse=True):
        decision = seat.get("decision")
        irregularity = seat.get("irregularity")
        lost = _offends(seat) or seat.get("player") in offenders
        wagers = dict(seat["wagers"])
        if decision and later_wager in decision:
            wagers[later_wager] = decision[later_wager]
        seats.append(
            Seat(
                number=seat["seat"],
                player=seat.get("player"),
                hand=cards(seat.get("cards", "")),
                wagers=wagers,
                folded=bool(decision and decision.get("fold")) or (lost and decision is None),
                said_fold=bool(decision and decision.get("fold")),
                lost=lost,
                void=irregularity in ONE_HAND_VOID,
            )
        )
    return seats


def _offends(seat: Json) -> bool:
    return bool(
        seat.get("forfeited") or seat.get("abandoned") or seat.get("irregularity") in FORFEIT | ABANDONED
    )


def all_back(seat: Seat) -> Json:
    """Every wager of a void hand goes back."""
    return {wager: void(stake) for wager, stake in seat.wagers.items()}


def pay_envy(
    results: Json,
    receiver: Seat,
    on_layout: Iterable[Seat],
    schedule: Mapping[str, int] | Mapping[str, Fraction],
    rows: Callable[[Seat], frozenset[str]],
) -> None:
    """The envies of one position, for each other player's hand on the layout (md-hcf-11.B.9.e, 12.E.5).

    Amounts of the schedule are dollars. The result is present only when something is paid.
    """
    total = 0
    for other in on_layout:
        if not other.is_own_hand_of(receiver):
            row = highest_row("envy", schedule, rows(other))
            total += 0 if row is None else int(schedule[row] * 100)
    if total:
        results["envy"] = award(0, total)


def settled_round(results: Mapping[int, Json], meters: Meters) -> Json:
    """The settled round in the form of docs/settle.md, seats in the order in which they were paid."""
    order = list(results)
    settled: Json = {
        "seats": [
            {
                "seat": number,
                "net": sum(result["net"] for result in results[number].values()),
                "results": results[number],
            }
            for number in order
        ],
        "order": order,
    }
    if meters.values is not None:
        settled["meters"] = meters.values
    return settled
