"""`offers(state, actor)`: everything that a person may do now, with its bounds. The one legality function.

`decide` refuses everything that is not on this list, and every button of a page is an entry of it.
"""

from collections.abc import Iterator

from croupier.table.offers import staff
from croupier.table.offers.offer import Actor, Offer, may
from croupier.table.offers.station import last_entry, station
from croupier.table.offers.steps import progress, seats
from croupier.table.state import State

__all__ = ["Actor", "Offer", "every_offer", "may", "offers", "players_offers"]


def offers(state: State, actor: Actor, at: int = 0) -> tuple[Offer, ...]:
    """The offers of the actor; `at` is the time, by default the time of the last event."""
    return tuple(offer for offer in every_offer(state, at) if may(offer, actor))


def every_offer(state: State, at: int = 0) -> Iterator[Offer]:
    """The offers of all actors."""
    if state.program == "closed":
        yield Offer(act="open_table", role="floorperson", by_system=True, prompt="Open the table")
        if state.rules is None:
            return
    elif state.reported is not None:
        yield from staff.confirmation(state)
        yield from station(state)
        return
    else:
        yield from progress(state, max(at, state.now))
        yield from seats(state)
        yield from staff.between(state, max(at, state.now))
        yield from staff.reports(state)
        yield from staff.corrections(state)
        yield from last_entry(state)
        yield from station(state)
    yield from staff.awards(state)
    if state.settled:
        yield Offer(act="resettle", role="supervisor", prompt="Resettle a round")


def players_offers(state: State, at: int = 0) -> Iterator[Offer]:
    """The offers of players only."""
    if state.program != "closed" and state.reported is None:
        some = (*progress(state, max(at, state.now)), *seats(state))
        yield from (offer for offer in some if offer.role == "player")
