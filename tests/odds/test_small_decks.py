"""High Card Flush and Four Card Poker with cards known: the engines on small decks against every deal."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from croupier.games.four_card_poker.solver import solution as four_card_solution
from croupier.games.four_card_poker.solver.leaks import dealer_sets
from croupier.games.four_card_poker.solver.leaks import protection as four_card
from croupier.games.high_card_flush.solver import protection as high_card
from croupier.games.high_card_flush.solver.solution import Stakes, stakes_of
from croupier.games.high_card_flush.terms import terms
from croupier.odds.counting.deck import Deck
from croupier.odds.protection.leak import Leak, parse_leak
from croupier.odds.protection.model import Informed
from croupier.odds.protection.remedies import alternatives
from croupier.odds.protection.signals import signals_of
from croupier.odds.subject import subject_of_rules
from tests.naive import dealer_leaks as naive

LEAKS = {
    "dealer:1": naive.Known(1),
    "dealer:2": naive.Known(2),
    "dealer:1:rank": naive.Known(1, "rank"),
    "dealer:1:suit": naive.Known(1, "suit"),
    "dealer:1:color": naive.Known(1, "color"),
    "dealer:2:rank": naive.Known(2, "rank"),
    "dealer:2:suit": naive.Known(2, "suit"),
    "dealer:2:color": naive.Known(2, "color"),
    "burn:1": naive.Known(gone=1),
    "burn:1:suit": naive.Known(gone=1, gone_shows="suit"),
    "bottom:1:color": naive.Known(gone=1, gone_shows="color"),
    "burn:1:rank": naive.Known(gone=1, gone_shows="rank"),
    "burn:1+bottom:1": naive.Known(gone=2),
    "dealer:1+burn:1": naive.Known(1, gone=1),
    "dealer:1:color+burn:1:rank": naive.Known(1, "color", 1, "rank"),
}
"""Every kind of exact leak."""

SEVENS_TO_KINGS = (7, 9, 11, 13)
"""Sixteen cards with three-card flushes above and below nine high."""


def _deck(ranks: tuple[int, ...]) -> Deck:
    return Deck(sum(1 << rank - 2 for rank in ranks))


def _compare(found: Informed, twin: naive.Found, words: str) -> None:
    assert found.net.mean == twin.mean
    assert found.net.square == Fraction(twin.square, twin.cases)
    shares = {f"{words}_{antes}x" if antes else "fold": count for antes, count in twin.by_antes.items()}
    assert {name: share for name, share in found.decisions.items() if share} == {
        name: Fraction(count, twin.cases) for name, count in shares.items()
    }
    assert found.changed == Fraction(twin.changed, twin.cases)


@pytest.fixture(scope="module")
def stakes() -> Stakes:
    return stakes_of(terms(subject_of_rules("ma/high-card-flush").house))


@pytest.mark.parametrize("text", LEAKS)
def test_a_flush_leak_on_sixteen_cards_is_worth_what_dealing_everything_says(
    stakes: Stakes, text: str
) -> None:
    leak = parse_leak(text)
    signals = signals_of(leak)
    assert signals is not None
    found = high_card.solve(stakes, leak, signals, deck=_deck(SEVENS_TO_KINGS))
    twin = naive.best_play(naive.HIGH_CARD_FLUSH, naive.small_deck(SEVENS_TO_KINGS), LEAKS[text])
    _compare(found, twin, "raise")


def test_larger_raises_on_sixteen_cards_are_chosen_as_dealing_everything_says(stakes: Stakes) -> None:
    """Sixteen cards have no flush of five: two antes are allowed with a flush of three, three with four."""
    leak = parse_leak("dealer:2")
    signals = signals_of(leak)
    assert signals is not None
    wide = stakes._replace(bounds=stakes.bounds._replace(most=(1, 2, 3, 3, 3, 3)))
    found = high_card.solve(wide, leak, signals, deck=_deck(SEVENS_TO_KINGS))
    game = naive.HIGH_CARD_FLUSH._replace(actions=lambda rank: range(rank[0]))
    twin = naive.best_play(game, naive.small_deck(SEVENS_TO_KINGS), LEAKS["dealer:2"])
    _compare(found, twin, "raise")
    assert found.decisions["raise_3x"] > 0


def test_a_change_that_takes_knowledge_away_never_leaves_more(stakes: Stakes) -> None:
    """Exactly, on sixteen cards: fewer cards known, or none, are worth no more than the leak."""

    @cache
    def mean(leak: Leak) -> Fraction:
        signals = signals_of(leak)
        assert signals is not None
        return high_card.solve(stakes, leak, signals, deck=_deck(SEVENS_TO_KINGS)).net.mean

    honest = naive.best_play(naive.HIGH_CARD_FLUSH, naive.small_deck(SEVENS_TO_KINGS), naive.Known()).mean
    compared = 0
    for known in map(parse_leak, LEAKS):
        assert honest <= mean(known)
        most = {(part.place, part.detail): part.number for part in known.parts}
        for change in alternatives(known):
            left = change.leaves.parts if change.leaves else ()
            if left and all(part.number <= most.get((part.place, part.detail), 0) for part in left):
                assert change.leaves is not None
                assert mean(change.leaves) <= mean(known), change
                compared += 1
    assert compared >= 6


@pytest.fixture(scope="module")
def house() -> Any:
    return subject_of_rules("ma/four-card-poker").house


def _four_card(house: Any, text: str, deck: Deck) -> Informed:
    leak = parse_leak(text)
    signals = signals_of(leak)
    assert signals is not None
    return four_card.solve(four_card_solution.worth(house), leak, signals, deck=deck)


@cache
def _dealt_out(ranks: tuple[int, ...], text: str) -> naive.Found:
    return naive.best_play(naive.FOUR_CARD_POKER, naive.small_deck(ranks), LEAKS[text])


JACKS_TO_KINGS = (11, 12, 13)
"""Twelve cards, or one that is not dealt."""


@pytest.mark.parametrize("text", [text for text, known in LEAKS.items() if known.gone < 2])
def test_a_four_card_leak_on_twelve_cards_is_worth_what_dealing_everything_says(
    house: Any, text: str
) -> None:
    found = _four_card(house, text, _deck(JACKS_TO_KINGS))
    _compare(found, _dealt_out(JACKS_TO_KINGS, text), "play")


@pytest.mark.parametrize(
    ("text", "ranks"),
    [("dealer:1", (5, 9, 10, 12)), ("burn:1:suit", (14, 2, 3, 4))],
    ids=["flushes", "straights"],
)
def test_straights_and_flushes_count_as_dealing_everything_says(
    house: Any, text: str, ranks: tuple[int, ...]
) -> None:
    """Sixteen cards: of four ranks in a row, every flush is straight; of four others, none is."""
    _compare(_four_card(house, text, _deck(ranks)), _dealt_out(ranks, text), "play")


def test_sets_of_two_dealer_cards_are_worth_what_dealing_everything_says(house: Any) -> None:
    """The engine of the published figure, which looks at every set of the dealer's cards."""
    found = dealer_sets.solve(house, parse_leak("dealer:2"), 2, deck=_deck(JACKS_TO_KINGS))
    _compare(found, _dealt_out(JACKS_TO_KINGS, "dealer:2"), "play")


@pytest.mark.parametrize("dealer", [3, 4, 5])
def test_more_dealer_cards_are_worth_what_dealing_everything_says(house: Any, dealer: int) -> None:
    """On twelve cards every hand is looked at, so that the sampled figure is the exact one."""
    found = dealer_sets.solve(house, parse_leak(f"dealer:{dealer}"), dealer, deck=_deck(JACKS_TO_KINGS))
    deck = naive.small_deck(JACKS_TO_KINGS)
    twin = naive.best_play(naive.FOUR_CARD_POKER, deck, naive.Known(dealer))
    assert found.standard_error == 0
    assert float(found.net.mean) == pytest.approx(float(twin.mean), abs=1e-12)
    assert found.changed == Fraction(twin.changed, twin.cases)
    assert found.net.square == Fraction(twin.square, twin.cases)
    assert found.decisions["play_3x"] == Fraction(twin.by_antes[3], twin.cases)


@pytest.mark.parametrize("ranks", [JACKS_TO_KINGS, (14, 2, 3, 4)])
def test_with_nothing_known_a_small_deck_is_played_as_dealing_everything_says(
    house: Any, ranks: tuple[int, ...]
) -> None:
    found = four_card_solution.solve(house, deck=_deck(ranks)).main
    twin = naive.best_play(naive.FOUR_CARD_POKER, naive.small_deck(ranks), naive.Known())
    assert found.net.mean == twin.mean
    assert found.net.square == Fraction(twin.square, twin.cases)
    assert found.decisions["fold"] == Fraction(twin.by_antes[0], twin.cases)
    assert twin.changed == 0
