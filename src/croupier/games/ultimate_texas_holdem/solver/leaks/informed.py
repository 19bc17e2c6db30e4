"""The value of a leak in Ultimate Texas Hold'em, and the engine that prices it.

Whole hidden cards, alone or with a few whole cards of the board, are gathered by suits (`whole_cards`); parts
of cards and all other cards of the board by classes (`signals`); other seats' cards are sampled (`sharing`).
"""

from croupier.errors import Refusal
from croupier.games.ultimate_texas_holdem.solver.leaks import whole_cards
from croupier.games.ultimate_texas_holdem.solver.leaks.sharing import ALLOWED, informed_by_sampling, shared_of
from croupier.games.ultimate_texas_holdem.solver.leaks.whole_cards import Known
from croupier.games.ultimate_texas_holdem.solver.signals.classes import Place, Question
from croupier.games.ultimate_texas_holdem.solver.signals.solve import play_with
from croupier.games.ultimate_texas_holdem.solver.solution import optimal_strategy, scale_of
from croupier.games.ultimate_texas_holdem.terms import terms
from croupier.odds.counting.store import kept
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import (
    BOTTOM,
    BURN,
    CARD,
    DEALER,
    FLOP,
    TURN_RIVER,
    UNDEALT,
    Leak,
    Part,
)
from croupier.odds.protection.model import Informed
from croupier.submission.house import HouseRules


def informed(house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False) -> Informed:
    """Return the best play with a leak; the result is stored on disk."""
    numbers = terms(house)
    known = known_of(leak)
    if known is not None:
        question = numbers.main, numbers.play_multiples, known
        return kept(
            "ultimate-leak", question, lambda: whole_cards.solve(house, known, progress, fresh), fresh
        )
    shared = shared_of(leak)
    if shared is not None:
        return informed_by_sampling(house, leak, shared, progress, fresh)
    asked = question_of(leak)
    return kept(
        "ultimate-signals",
        (numbers.main, numbers.play_multiples, asked),
        lambda: play_with(asked, scale_of(house), optimal_strategy(house), progress),
        fresh,
    )


def known_of(leak: Leak) -> Known | None:
    """Return a leak of whole cards that is gathered by suits; None if another engine prices it."""
    if any(part.detail != CARD for part in leak.parts):
        return None
    numbers = {part.place: part.number for part in leak.parts}
    undealt = sum(numbers.pop(place, 0) for place in UNDEALT)
    dealer, flop, later = (numbers.pop(place, 0) for place in (DEALER, FLOP, TURN_RIVER))
    hidden = whole_cards.HIDDEN.get((dealer, undealt))
    if numbers or hidden is None or flop > 3 or later > 1:
        return None
    cards = dealer + undealt
    if (flop and later) or (cards == 2 and (flop or later)):
        return None
    return Known(hidden, flop, later)


def takes_minutes(leak: Leak) -> bool:
    """Whether a leak needs more than one pass over the boards, or many sampled rounds."""
    known = known_of(leak)
    return known is None or len(known.passes(0)) > 1


def question_of(leak: Leak) -> Question:
    """Return a leak by classes of cards; a `Refusal` names the leaks that can be solved."""
    places = {part.place: Place(part.number, part.detail) for part in leak.parts}
    burn, bottom = places.pop(BURN, Place()), places.pop(BOTTOM, Place())
    undealt = Place(burn.number + bottom.number, burn.detail if burn.number else bottom.detail)
    dealer, flop, later = (places.pop(place, Place()) for place in (DEALER, FLOP, TURN_RIVER))
    number = dealer.number + undealt.number + flop.number + later.number
    alike = not (burn.number and bottom.number) or burn.detail == bottom.detail
    if places or not alike or (number > 2 and leak.parts != (Part(FLOP, 3, flop.detail),)):
        raise Refusal("not_solved", f"{leak}: {ALLOWED}")
    return Question(dealer, undealt, flop, later)
