"""How a round ended for one hand, in sentences that a player understands at once.

The comparison with the dealer is the game's own (`settle_main`), so the words always agree with the money. A
sentence names both hands, and the kicker where only that decided.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from croupier.games.common import NOT_QUALIFIED
from croupier.games.vocabulary import row_words, wager_label
from croupier.games.words import capital, listed
from croupier.hands.words import RANK_WORDS
from croupier.names import spoken
from croupier.settlement.payout_odds import payout_odds
from croupier.settlement.prepared_rules import PreparedRules, prepared
from croupier.settlement.round import Result
from croupier.submission.house import HouseRules
from croupier.table.cursor import kept_after_fold
from croupier.table.state import Hand, State, hand_set

_ENDS = {"win": ("wins", "win"), "lose": ("loses", "lose"), "push": ("pushes", "push")}
_FOLDED = "You folded, which loses this wager."
_HIGH = re.compile(r"(.+), (\w+) high")


class Ending(NamedTuple):
    """How a round ended for a hand."""

    sentence: str
    reasons: dict[str, str]
    """By wager, why it won, lost or pushed."""


UNENDED = Ending("", {})
NO_HEIGHT = (-1 << 30, 0)
"""Below every hand that reaches a row of the pay table."""


class Comparison(NamedTuple):
    """A hand against the dealer's."""

    situation: str
    mine: str
    """In words, with the kicker that decided."""
    dealers: str
    dealer_name: str
    """Without it: no kicker decides whether the dealer qualifies."""


def hand_phrase(name: str) -> str:
    """A hand's name as it is spoken within a sentence.

    >>> hand_phrase("straight, king high"), hand_phrase("pair of sevens")
    ('king-high straight', 'pair of sevens')
    """
    found = _HIGH.fullmatch(name)
    return f"{found[2]}-high {found[1]}" if found else name


def with_article(name: str) -> str:
    """A hand that somebody had.

    >>> with_article("flush, ace high"), with_article("two pair, tens and nines"), with_article("ace high")
    ('an ace-high flush', 'two pair, tens and nines', 'ace high')
    """
    phrase = hand_phrase(name)
    if phrase.endswith(" high") or phrase.startswith(("two pair", "three of", "four of", "no ")):
        return phrase
    return f"{'an' if phrase[0] in 'aeiou' and not phrase.startswith('one') else 'a'} {phrase}"


def ending(state: State, hand: Hand, results: Mapping[str, Result]) -> Ending:
    """How the round ended for a hand whose cards the reader may see."""
    if hand.void:
        return Ending("Your hand is void, so your wagers come back.", {})
    if hand.lost:
        return Ending("Your wagers are forfeited.", {})
    house = state.at.house
    ready = prepared(house)
    if not hand.cards or len(hand.cards.split()) != ready.player_cards:
        return UNENDED
    strength = ready.play.strength(hand_set(hand.cards) | hand_set(state.board))
    folded = hand.action == "fold"
    compared = None
    if state.dealer_revealed and len(state.dealer.split()) == ready.dealer_cards:
        compared = _compared(house, hand.cards, state.dealer, state.board)
    if folded:
        sentence = f"You folded {with_article(ready.play.name(strength))}."
    else:
        sentence = "" if compared is None else _sentence(ready, compared, results)
    hands = len(state.hands) + 1
    odds = payout_odds(house, results, hands)
    reasons = {}
    for wager, result in results.items():
        if wager in ready.play.main:
            if folded or compared is None:
                reasons[wager] = _FOLDED if folded and result.outcome == "lose" else ""
            elif _below_table(ready, wager, result, compared):
                reasons[wager] = _not_paid(ready, wager, result, strength)
            else:
                reasons[wager] = _main_reason(ready, wager, result, compared, odds.get(wager, ""))
        elif wager == "cover_all":
            reasons[wager] = _cover_all_reason(state, hand, result, odds.get(wager, ""))
        else:
            reasons[wager] = _side_reason(ready, wager, result, hand, state.board, odds.get(wager, ""))
    return Ending(sentence, {wager: reason for wager, reason in reasons.items() if reason})


@lru_cache(maxsize=1 << 10)
def _compared(house: HouseRules, cards: str, dealer: str, board: str) -> Comparison:
    play = prepared(house).play
    common = hand_set(board)
    own, others = hand_set(cards) | common, hand_set(dealer) | common
    mine, dealers = play.strength(own), play.strength(others)
    situation = play.situations[play.settle_main(mine, dealers, 0, 0, 0)[0]]
    names = named = hand_phrase(play.name(mine)), hand_phrase(play.name(dealers))
    if names[0] == names[1] and mine != dealers and play.makes is not None:
        names = _with_kickers(names[0], play.makes(own), play.makes(others))
    return Comparison(situation, *names, dealer_name=named[1])


def _with_kickers(name: str, mine: tuple[int, ...], dealers: tuple[int, ...]) -> tuple[str, str]:
    """Two hands of one name, each with the first rank in which they differ."""
    for own, other in zip(mine, dealers, strict=False):
        if own % 13 != other % 13:
            return f"{name}, {RANK_WORDS[own % 13]} kicker", f"{name}, {RANK_WORDS[other % 13]} kicker"
    return name, name


def _sentence(ready: PreparedRules, compared: Comparison, results: Mapping[str, Result]) -> str:
    """The comparison, and the effect of a dealer who did not qualify."""
    unqualified = _unqualified(ready, compared, results)
    if compared.situation == NOT_QUALIFIED:
        return f"The dealer did not qualify with {with_article(compared.dealer_name)}, so {unqualified}."
    mine = f"{compared.mine}," if "," in compared.mine else compared.mine
    if compared.situation.startswith("player_higher"):
        first = f"Your {mine} beat the dealer's {compared.dealers}."
    elif compared.situation.startswith("dealer_higher"):
        first = f"Your {mine} lost to the dealer's {compared.dealers}."
    else:
        first = f"Your {mine} tied the dealer's."
    return f"{first} The dealer did not qualify, so {unqualified}." if unqualified else first


def _unqualified(ready: PreparedRules, compared: Comparison, results: Mapping[str, Result]) -> str:
    """The wagers settled differently because the dealer did not qualify: "your ante pushes"."""
    if NOT_QUALIFIED not in compared.situation:
        return ""
    usual = compared.situation.removesuffix(f"_{NOT_QUALIFIED}")
    stated = ready.house.rules.settlement
    by_outcome: dict[str, list[str]] = {}
    for wager in ready.play.main:
        outcome = stated[wager][compared.situation].outcome
        if wager in results and (usual == compared.situation or outcome != stated[wager][usual].outcome):
            by_outcome.setdefault(outcome, []).append(spoken(wager))
    ends = [f"your {listed(each)} {_ENDS[outcome][len(each) > 1]}" for outcome, each in by_outcome.items()]
    return listed(ends) if ends else ""


def _below_table(ready: PreparedRules, wager: str, result: Result, compared: Comparison) -> bool:
    """Whether a wager that beat the dealer is on no row of its pay table."""
    stated = ready.house.rules.settlement[wager][compared.situation].outcome
    return stated == "win" and result.outcome != "win"


def _main_reason(ready: PreparedRules, wager: str, result: Result, compared: Comparison, odds: str) -> str:
    """A wager against the dealer: "Lost to the dealer's pair of sixes.\""""
    stated = ready.house.rules.settlement[wager]
    usual = compared.situation.removesuffix(f"_{NOT_QUALIFIED}")
    changed = usual == compared.situation or result.outcome != stated[usual].outcome
    if NOT_QUALIFIED in compared.situation and changed:
        ends = {"win": "Won", "lose": "Lost", "push": "Came back"}[result.outcome]
        return f"{ends}: the dealer did not qualify with {with_article(compared.dealer_name)}."
    table = ready.house.tables.get(wager)
    if result.outcome == "win" and table and len(table.rows) > 1:
        return _pays(result.hand or "", odds)
    if result.outcome == "push":
        return f"Came back: a tie with the dealer's {compared.dealers}."
    won = "Won against" if result.outcome == "win" else "Lost to"
    return f"{won} the dealer's {compared.dealers}."


def _below(ready: PreparedRules, wager: str, had: str) -> str:
    """A hand below every row: "Trips starts at three of a kind; you had a pair of sixes"."""
    progressive = ready.house.progressive
    table = progressive.table if wager == "progressive" and progressive else ready.house.tables[wager]
    return f"{_starts(ready, wager, table.rows[-1])}; {had}."


def _had(ready: PreparedRules, strength: int) -> str:
    return f"you had {with_article(ready.play.name(strength))}"


def _not_paid(ready: PreparedRules, wager: str, result: Result, strength: int) -> str:
    """A wager that beat the dealer with a hand below its pay table: "Came back: the blind starts at …"."""
    below = _below(ready, wager, _had(ready, strength))
    if result.outcome != "push":
        return below
    return (
        f"Came back: the {spoken(wager)} {below.removeprefix(wager_label(ready.house.rules, wager)).lstrip()}"
    )


def _side_reason(ready: PreparedRules, wager: str, result: Result, hand: Hand, board: str, odds: str) -> str:
    if result.outcome == "win":
        return _pays(result.hand or "", odds)
    side = ready.progressive if wager == "progressive" else ready.sides.get(wager)
    if side is None or result.outcome != "lose":
        return ""
    progressive, had = ready.house.progressive, ""
    if wager == "progressive" and progressive is not None and progressive.hand == "flop":
        board = " ".join(board.split()[: ready.house.rules.number("cards.flop")])
        had = "with the flop "
    cards = hand_set(hand.cards) | hand_set(board)
    strength = ready.play.strength(cards)
    if side.awards[side.rung(cards, strength)] is None:
        return _below(ready, wager, had + _had(ready, strength))
    return _FOLDED if hand.action == "fold" else ""


def _cover_all_reason(state: State, hand: Hand, result: Result, odds: str) -> str:
    ready, hands = prepared(state.at.house), len(state.hands) + 1
    if result.outcome == "lose":
        least = ready.house.cover_all[hands].rows[-1]
        return f"{_starts(ready, 'cover_all', least)}; no hand at the table reached it."
    if result.outcome != "win" or not result.hand:
        return ""
    owner = _highest_hand(state, hand, hands)
    return f"{owner} {hand_phrase(result.hand)} is the highest hand at the table. {_pays(result.hand, odds)}"


def _highest_hand(state: State, hand: Hand, hands: int) -> str:
    """Whose hand pays Cover All, as settlement counts; of equal hands the reader's (at any box), then
    the dealer's."""
    ready = prepared(state.at.house)
    side = ready.cover_all(hands)

    def height(cards: str, dealt: int) -> tuple[int, int]:
        if len(cards.split()) != dealt:
            return NO_HEIGHT
        found = hand_set(cards) | hand_set(state.board)
        strength = ready.play.strength(found)
        row = side.rows[side.rung(found, strength)]
        return NO_HEIGHT if row < 0 else (-row, strength)

    def counted(each: Hand) -> tuple[int, int]:
        counts = not each.void and (each.action != "fold" or kept_after_fold(state, each))
        return height(each.cards, ready.player_cards) if counts else NO_HEIGHT

    dealers = height(state.dealer, ready.dealer_cards)
    own = max(counted(each) for each in state.hands.values() if each.player == hand.player)
    others = max(
        (counted(each) for each in state.hands.values() if each.player != hand.player), default=NO_HEIGHT
    )
    if NO_HEIGHT < own >= max(dealers, others):
        return "Your"
    return "The dealer's" if dealers >= others else "Another player's"


def _starts(ready: PreparedRules, wager: str, row: str) -> str:
    rules = ready.house.rules
    return f"{wager_label(rules, wager)} starts at {with_article(row_words(rules.rules.game, row))}"


def _pays(hand: str, odds: str) -> str:
    if not hand:
        return ""
    return f"{capital(hand_phrase(hand))} pays {odds}." if odds else f"{capital(hand_phrase(hand))} wins."
