"""The permissions of viewers. Every other module of this room asks here.

- Nobody sees the order of the deck, undealt cards, burned cards or cards set aside, during the round or after
  it.
- The public, dealers, floorpersons, supervisors and administrators see cards that are face up: the board, the
  dealer's cards once turned, and hands that were shown. A hand folded and racked face down stays hidden for
  good, and so does its name in the results. An unknown role sees the same as the public.
- A player also sees the hands of all of the player's own positions.
- Observers, surveillance and auditors, also see every dealt hand that the system knows.
- Alerts and the details of a pending award are for floorpersons and above and for observers; the winner sees
  the details of the award too. The dealer, who racks the discards, also sees the alert that they win a bonus.
  Everybody else sees only that an award is pending: the progressive is missing from the seat's results and
  nets until it is decided. The amount on a meter is public. An alert may name a hand that the dealer and the
  floor cannot see, because that is its purpose. Notes are for staff.
- A table's log records show every hand, so only observers read them. Past rounds are for floorpersons and
  above, for observers, and for the players who had a hand in them.

Every viewer receives every event, so version numbers reveal nothing; the parts that a viewer may not know are
blank. The number of cards at a place is never secret, nor is the fact that the system knows a live hand.
"""

from collections.abc import Iterable

from msgspec.structs import replace as change

from croupier.games.steps import BOARD, DEALER, RACK
from croupier.settlement.round import Result
from croupier.table.events import Alert
from croupier.table.roles import OBSERVERS, at_least
from croupier.table.state import Hand, PendingAward, State, Viewer

TABLE_STREAM = "table:"
"""The start of the names of table streams in the log."""


def sees_every_hand(viewer: Viewer) -> bool:
    """Whether the viewer sees every dealt hand."""
    return viewer.role in OBSERVERS


def sees_alerts(viewer: Viewer) -> bool:
    """Whether the viewer sees alerts: floorpersons and above, and observers."""
    return viewer.role in OBSERVERS or at_least(viewer.role, "floorperson")


def visible_alerts(viewer: Viewer, alerts: tuple[Alert, ...]) -> tuple[Alert, ...]:
    """The alerts that the viewer sees: the dealer learns that discards win before racking them."""
    if sees_alerts(viewer):
        return alerts
    staff = at_least(viewer.role, "dealer")
    return tuple(alert for alert in alerts if staff and alert.alert == "winning_discards")


def sees_notes(viewer: Viewer) -> bool:
    """Whether the viewer sees notes: staff, and observers."""
    return viewer.role in OBSERVERS or at_least(viewer.role, "dealer")


def owns(viewer: Viewer, player: str | None) -> bool:
    """Whether the viewer is this player."""
    return viewer.role == "player" and bool(player) and viewer.player == player


def sees_hand(viewer: Viewer, hand: Hand) -> bool:
    """Whether the viewer sees the cards of a hand."""
    return hand.shown or owns(viewer, hand.player) or sees_every_hand(viewer)


def visible_cards(state: State, viewer: Viewer, place: int) -> str:
    """The cards of a seat, the dealer or the board that the viewer sees."""
    if place == BOARD:
        return state.board
    if place == DEALER:
        return state.dealer if state.dealer_revealed or sees_every_hand(viewer) else state.dealer_up
    hand = state.hands.get(place)
    return hand.cards if hand is not None and sees_hand(viewer, hand) else ""


def may_know(state: State, viewer: Viewer, place: int, cards: str) -> bool:
    """Whether the viewer may know these cards of a place. A state of another round reveals nothing."""
    if sees_every_hand(viewer):
        return place != RACK
    known = visible_cards(state, viewer, place)
    return known == cards or set(cards.split()) <= set(known.split())


def sees_award(viewer: Viewer, player: str) -> bool:
    """Whether the viewer sees the details of a player's pending award."""
    return sees_alerts(viewer) or owns(viewer, player)


def hides_award(state: State, viewer: Viewer, round_: int, seat: int) -> bool:
    """Whether an award of this seat is pending and its details are hidden from the viewer."""
    award = pending_award(state, round_, seat)
    return award is not None and not sees_award(viewer, award.player)


def pending_award(state: State, round_: int, seat: int) -> PendingAward | None:
    """The pending award of a seat."""
    return state.pending.get(f"{round_}.{seat}") if state.pending else None


def sees_past_hand(viewer: Viewer, player: str | None) -> bool:
    """Whether the viewer sees this player's line in the list of past rounds."""
    return sees_alerts(viewer) or owns(viewer, player)


def sees_past_round(viewer: Viewer, players: Iterable[str]) -> bool:
    """Whether the viewer sees a past round that these players had a hand in."""
    return sees_alerts(viewer) or any(owns(viewer, player) for player in players)


def sees_decisions(viewer: Viewer, player: str | None) -> bool:
    """Whether the viewer sees the value of this player's decisions in a past round: it reveals the hand."""
    return sees_every_hand(viewer) or owns(viewer, player)


def reads_stream(viewer: Viewer, stream: str) -> bool:
    """Whether the viewer reads the raw records of a stream."""
    return sees_every_hand(viewer) or not stream.startswith(TABLE_STREAM)


def redact_award(award: PendingAward, viewer: Viewer) -> PendingAward:
    """An award as the viewer may see it: at least its number, round and seat."""
    if sees_award(viewer, award.player):
        return award
    return change(award, player="", hand="", meter="", share=0, paid=0, stood=0, envy=())


def without_award(results: dict[str, Result]) -> dict[str, Result]:
    """The results of a seat without its pending award."""
    return {name: result for name, result in results.items() if name != "progressive"}


def without_hand_names(results: dict[str, Result]) -> dict[str, Result]:
    """The results of a seat without the names of its hand."""
    return {name: change(result, hand="") for name, result in results.items()}
