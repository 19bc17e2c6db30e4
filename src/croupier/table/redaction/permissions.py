"""What a person may see of a table: the one door for secrets, for `view`, the state, and `seen`, an event.

- Nobody sees the order of the deck, undealt cards, burnt cards or cards set aside, neither during the round
  nor after it.
- The public, dealers, floorpersons, supervisors and administrators see what lies face up: the board, the
  dealer's cards as far as they are turned, and hands that were shown. A hand that is folded and racked unseen
  stays hidden for good, its words in the results with it. A role that is not known here is the public.
- A player sees this and the hands of all positions that are the player's.
- Surveillance and auditors see this and every dealt hand, as far as the system knows it.
- Alerts, and who was awarded what while an award waits for its validation, are for the floor and above, for
  surveillance and auditors, and of an award for the player who won it. Others see that an award is pending:
  the progressive is no part of the seat's results and nets until then. What stands on a meter is everybody's.
  An alert may tell of a hand that the floor cannot see: that is what it is for. Notes are the staff's.

Every viewer receives every event, so that version numbers tell nothing; what the viewer may not know of it is
blank. How many cards lie somewhere is never a secret, and whether the system knows a live hand is not either.
"""

import msgspec

from croupier.games.steps import BOARD, DEALER, RACK
from croupier.settlement.round import Result
from croupier.table.roles import BESIDE, at_least
from croupier.table.state import Hand, PendingAward, State, Viewer

change = msgspec.structs.replace


def sees_hands(viewer: Viewer) -> bool:
    """Whether every dealt hand is for this viewer."""
    return viewer.role in BESIDE


def on_the_floor(viewer: Viewer) -> bool:
    """Whether alerts are for this viewer."""
    return viewer.role in BESIDE or at_least(viewer.role, "floorperson")


def owns(viewer: Viewer, player: str | None) -> bool:
    return viewer.role == "player" and bool(player) and viewer.player == player


def sees_hand(viewer: Viewer, hand: Hand) -> bool:
    return hand.shown or owns(viewer, hand.player) or sees_hands(viewer)


def visible(state: State, viewer: Viewer, place: int) -> str:
    """The cards of a seat, the dealer or the board, as far as the viewer may know them."""
    if place == BOARD:
        return state.board
    if place == DEALER:
        return state.dealer if state.dealer_revealed or sees_hands(viewer) else state.dealer_up
    hand = state.hands.get(place)
    return hand.cards if hand is not None and sees_hand(viewer, hand) else ""


def knows(state: State, viewer: Viewer, place: int, cards: str) -> bool:
    """Whether the viewer may know these cards of a place. A wrong state gives away nothing that it hides."""
    if sees_hands(viewer):
        return place != RACK
    known = visible(state, viewer, place)
    return known == cards or set(cards.split()) <= set(known.split())


def told_award(viewer: Viewer, player: str) -> bool:
    return on_the_floor(viewer) or owns(viewer, player)


def hides_award(state: State, viewer: Viewer, round_: int, seat: int) -> bool:
    """Whether an award of this seat waits, and what it is is not for the viewer."""
    award = waiting(state, round_, seat)
    return award is not None and not told_award(viewer, award.player)


def waiting(state: State, round_: int, seat: int) -> PendingAward | None:
    """The award of a seat that waits for its validation."""
    return state.pending.get(f"{round_}.{seat}") if state.pending else None


def without_award(results: dict[str, Result]) -> dict[str, Result]:
    """The results of a seat whose award waits, for whoever may not know what it is."""
    return {name: result for name, result in results.items() if name != "progressive"}


def without_words(results: dict[str, Result]) -> dict[str, Result]:
    return {name: change(result, hand="") for name, result in results.items()}
