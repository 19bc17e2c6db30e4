"""The postings of an event between accounts. Their sum is always zero.

Accounts: `player:<id>`, `layout` (wagers on the table), `inventory` (the house's chips), `meter:<name>`,
`award:<round>.<seat>` (a pending progressive award) and `payout` (awards that the document keeps out of the
table inventory: they are paid elsewhere, against the papers of the award). Amounts are in ten-thousandths
of a cent, because meters are. The stake of a progressive wager is collected into the inventory when the bets
are closed.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from croupier.jackpot.meters import UNIT
from croupier.settlement.round import Result
from croupier.table import events as e
from croupier.table.irregularities import standing
from croupier.table.obligations import outside_inventory
from croupier.table.state import State, boxes_of

LAYOUT, INVENTORY, PAYOUT = "layout", "inventory", "payout"


class Posting(NamedTuple):
    """An amount on an account, in ten-thousandths of a cent."""

    account: str
    amount: int


def postings(state: State, event: e.AnyEvent) -> tuple[Posting, ...]:
    """The postings of an event, given the state before it; none where no money moves."""
    post = _POSTINGS.get(type(event))
    if post is None:
        return ()
    moved: dict[str, int] = {}

    def move(source: str, target: str, cents: int = 0, units: int = 0) -> None:
        amount = cents * UNIT + units
        moved[source] = moved.get(source, 0) - amount
        moved[target] = moved.get(target, 0) + amount

    post(state, event, move)
    return tuple([Posting(account, amount) for account, amount in moved.items() if amount])


Move = Callable[..., None]


def _reversed(move: Move) -> Move:
    """The same moves the other way round."""

    def back(source: str, target: str, cents: int = 0, units: int = 0) -> None:
        move(target, source, cents, units)

    return back


def _player(name: str) -> str:
    return f"player:{name}"


def _payee(state: State, player: str, meter: str) -> str:
    """Who is paid an award: the player from the table, or elsewhere where the inventory does not pay it."""
    return PAYOUT if meter and outside_inventory(state) else _player(player)


def _meters(contributions: Mapping[str, int], move: Move, *, back: bool = False) -> None:
    for meter, units in contributions.items():
        ends = (f"meter:{meter}", INVENTORY) if back else (INVENTORY, f"meter:{meter}")
        move(*ends, units=units)


def _bet_placed(state: State, event: e.BetPlaced, move: Move) -> None:
    standing = state.hands.get(event.seat)
    before = 0 if standing is None else sum(standing.wagers.values())
    move(_player(event.player), LAYOUT, sum(event.wagers.values()) - before)


def _bets_closed(state: State, event: e.BetsClosed, move: Move) -> None:
    move(LAYOUT, INVENTORY, sum(hand.wagers.get("progressive", 0) for hand in state.hands.values()))
    _meters(event.contributions, move)


def _decided(state: State, event: e.Decided, move: Move) -> None:
    move(_player(state.hands[event.seat].player), LAYOUT, event.amount)


def _decision_taken_back(state: State, event: e.DecisionTakenBack, move: Move) -> None:
    move(LAYOUT, _player(state.hands[event.seat].player), event.amount)


def _hand_taken_back(state: State, event: e.HandTakenBack, move: Move) -> None:
    for seat, results in event.results.items():
        _results(state.hands[seat].player, results, _reversed(move))


def _results(player: str, results: Mapping[str, Result], move: Move) -> None:
    """A lost stake to the inventory, a stake that goes back, and winnings from the inventory."""
    account = _player(player)
    for name, result in results.items():
        stake_at = INVENTORY if name == "progressive" else LAYOUT
        move(stake_at, INVENTORY, result.stake - result.returned)
        move(stake_at, account, result.returned)
        if name != "progressive":
            move(INVENTORY, account, result.paid)


def _bonus_handed_over(state: State, event: e.BonusHandedOver, move: Move) -> None:
    _results(event.player, event.results, move)
    for award in event.awards:
        move(INVENTORY, _player(event.player), award.paid)


def _seat_settled(state: State, event: e.SeatSettled, move: Move) -> None:
    before = state.results.get(event.seat, {})
    _results(event.player, {name: before[name] for name in event.results if name in before}, _reversed(move))
    _results(event.player, event.results, move)
    for award in event.awards:
        source = f"meter:{award.meter}" if award.meter else INVENTORY
        target = f"award:{state.round}.{award.seat}" if event.pending else _player(event.player)
        move(source, target, award.paid)


def _cover_all_settled(state: State, event: e.CoverAllSettled, move: Move) -> None:
    for seat, result in event.results.items():
        _results(event.players[seat], {"cover_all": result}, move)


def _round_settled(state: State, event: e.RoundSettled, move: Move) -> None:
    for seat, result in event.envy.items():
        move(INVENTORY, _player(event.players[seat]), result.paid)
    _meters(event.returned_contributions, move, back=True)


def _award_validated(state: State, event: e.AwardValidated, move: Move) -> None:
    move(f"award:{event.award}", _payee(state, event.player, state.pending[event.award].meter), event.paid)
    for each in event.envy:
        move(INVENTORY, _player(each.player), each.paid)


def _award_rejected(state: State, event: e.AwardRejected, move: Move) -> None:
    meter = state.pending[event.award].meter
    move(f"award:{event.award}", f"meter:{meter}" if meter else INVENTORY, event.paid)


def _award_taken_back(state: State, event: e.AwardTakenBack, move: Move) -> None:
    source = _payee(state, event.player, event.meter)
    move(source, f"meter:{event.meter}" if event.meter else INVENTORY, event.paid)


def _irregularity_found(state: State, event: e.IrregularityFound, move: Move) -> None:
    """A round that becomes void during settlement: paid and collected amounts go back.

    Wagers that are settled in a void round too stand. So do payments made to a folded hand at once, unless
    its player forfeits every wager.
    """
    back = _reversed(move)
    if event.forfeits:
        for seat in boxes_of(state, event.seat):
            hand = state.hands[seat]
            _results(hand.player, hand.handed_over, back)
            if "progressive" in hand.handed_over:
                back(INVENTORY, _player(hand.player), hand.handed_over["progressive"].paid)
    if event.void != "all":
        return
    stand = standing(state.results, event.settled, event.seat)
    for seat, every in state.results.items():
        player = state.hands[seat].player
        kept = {**state.hands[seat].handed_over, **stand.get(seat, {})}
        results = {name: result for name, result in every.items() if name not in kept}
        _results(player, results, back)
        award = results.get("progressive")
        if award is not None and f"{state.round}.{seat}" not in state.rejected:
            back(INVENTORY, _player(player), award.paid)


def _corrected(state: State, event: e.Corrected, move: Move) -> None:
    if event.wagers is not None:
        difference = sum(event.wagers.values()) - sum(event.wagers_before.values())
        move(_player(event.player), LAYOUT, difference)  # the progressive is in both, unchanged
    if event.decision is not None:
        move(_player(event.player), LAYOUT, event.amount - event.amount_before)


def _resettled(state: State, event: e.Resettled, move: Move) -> None:
    for seat, cents in event.differences.items():
        move(INVENTORY, _player(event.players[seat]), cents)
    move(INVENTORY, PAYOUT, sum(event.outside.values()))  # and on to the meters
    _meters(event.meters, move)
    for award in event.awards:
        move(f"meter:{award.meter}" if award.meter else INVENTORY, f"award:{award.award}", award.paid)


_POSTINGS: dict[type, Callable[[State, Any, Move], None]] = {
    e.BetPlaced: _bet_placed,
    e.BetsClosed: _bets_closed,
    e.Decided: _decided,
    e.DecisionTakenBack: _decision_taken_back,
    e.HandTakenBack: _hand_taken_back,
    e.BonusHandedOver: _bonus_handed_over,
    e.SeatSettled: _seat_settled,
    e.CoverAllSettled: _cover_all_settled,
    e.RoundSettled: _round_settled,
    e.AwardValidated: _award_validated,
    e.AwardRejected: _award_rejected,
    e.AwardTakenBack: _award_taken_back,
    e.IrregularityFound: _irregularity_found,
    e.Corrected: _corrected,
    e.Resettled: _resettled,
}
