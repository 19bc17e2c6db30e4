"""Hands that a dealer judges without naming every card: the allowed declarations, and when.

`no_bonus`: a folded hand wins no bonus. `deciding`: the named cards are those that play, and no other card
of the hand matters. A declaration is refused where a card that was not named could be worth money to
anybody: a progressive or its envy, Cover All. Nobody declares a loss to the dealer without cards: if the
result decided which hands are recorded, the recorded ones would be no evidence.
"""

from collections.abc import Iterable

from croupier.errors import Refusal
from croupier.settlement.prepared_rules import PreparedRules
from croupier.settlement.round import DECIDING, NO_BONUS, Round, Seat, folds


def all_cards_count(prepared: PreparedRules, own: Iterable[str], others: Iterable[str]) -> bool:
    """Whether a card that is not named could be worth money, by a progressive, its envy or Cover All."""
    everybody = {*own, *others}
    envied = bool(prepared.envy) and "progressive" in everybody
    return "progressive" in own or "cover_all" in everybody or envied


def plays(prepared: PreparedRules, wagers: Iterable[str], cards: int) -> bool:
    """Whether these cards decide every wager of a hand: they play, and no bonus is wagered."""
    play = prepared.play
    if play.played is None or not play.least_played or any(name in prepared.sides for name in wagers):
        return False
    return play.least_played <= cards.bit_count() < prepared.player_cards and play.played(cards) == cards


def check_declared(prepared: PreparedRules, game_round: Round, seat: Seat, cards: int) -> None:
    """Refuse a declaration that these wagers, cards and decision do not allow."""
    where, declared = f"seat {seat.seat}", seat.declared
    clauses = prepared.house.rules.fact("cards.player").clauses
    others = {name for each in game_round.seats for name in each.wagers}
    if all_cards_count(prepared, seat.wagers, others):
        message = f"{where}: declared beside a progressive or Cover All wager; allowed: all its cards"
        raise Refusal("declaration_not_allowed", message, clauses)
    if declared == DECIDING and not folds(seat.decision) and plays(prepared, seat.wagers, cards):
        return
    if declared == NO_BONUS and folds(seat.decision) and not cards:
        return
    allowed = f'"{NO_BONUS}" of a fold without cards, "{DECIDING}" of the cards that play'
    raise Refusal("declaration_not_allowed", f"{where}: declared {declared!r}; allowed: {allowed}", clauses)
