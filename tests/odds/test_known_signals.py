"""Ultimate with parts of cards known, or any two: against dealing everything from small decks."""

from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

from croupier.cards import cards_in, text_of
from croupier.errors import Refusal
from croupier.games.ultimate_texas_holdem.solver.boards import known
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import HOLES
from croupier.games.ultimate_texas_holdem.solver.leaks import informed as leaks
from croupier.games.ultimate_texas_holdem.solver.leaks import whole_cards
from croupier.games.ultimate_texas_holdem.solver.leaks.known_play import in_ranges
from croupier.games.ultimate_texas_holdem.solver.signals.classes import Pass, Place, Question
from croupier.games.ultimate_texas_holdem.solver.signals.solve import check_size, play_with
from croupier.games.ultimate_texas_holdem.solver.solution import optimal_strategy, scale_of
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.protection.leak import classes, parse_leak
from croupier.odds.protection.model import Informed
from croupier.odds.sections import Table
from croupier.odds.subject import subject_of_rules
from tests.naive.cards import card as naive_card
from tests.naive.hold_em_columns import best_play, strengths_of
from tests.naive.hold_em_leaks import Found, Seen, settled
from tests.naive.hold_em_leaks import best_play as in_plain_loops

RULES = "ma/ultimate-texas-holdem"

LEAKS = (
    "dealer:1", "dealer:1:rank", "dealer:1:color", "dealer:2:suit", "burn:1:suit", "bottom:2:rank",
    "burn:2:suit", "dealer:1:color+burn:1:suit", "flop:1+turn-river:1", "flop:3:color", "turn-river:2:suit",
    "turn-river:2", "dealer:1:suit+turn-river:1:rank", "dealer:1:rank+flop:1:suit",
)  # fmt: skip
"""Every way to know hidden cards, and each place of the board, by every part of a card."""

WHOLE = (
    "dealer:1", "dealer:2", "dealer:1+flop:1", "dealer:1+turn-river:1", "flop:1", "burn:1", "turn-river:1",
    "burn:2", "dealer:1+burn:1", "flop:3", "dealer:1+flop:3", "flop:2",
)  # fmt: skip
"""Leaks of whole cards."""


@pytest.fixture(scope="module")
def house() -> Any:
    return subject_of_rules(RULES).house


class SmallDeck:
    """The twin's deck: ranked, settled and dealt by the twin, from the document."""

    def __init__(self, house: Any, ranks: int) -> None:
        self.scale, self.deck = scale_of(house), [card for card in range(52) if card % 13 < ranks]
        self.multiples = 0, self.scale.raises[-1], self.scale.nets.flop, self.scale.nets.river
        of_five, by_place = strengths_of([naive_card(text_of(1 << card)) for card in self.deck])
        numbers, self.strengths = np.unique(by_place, return_inverse=True)
        self.ranks = [of_five[number - 1] if number else None for number in numbers.tolist()]
        self.nets = np.array([
            [[settled(one, other, antes, self.scale.ante) if one and other else 0 for other in self.ranks]
             for one in self.ranks]
            for antes in self.multiples
        ])  # fmt: skip

    def best_play(self, hole: tuple[int, int], seen: list[Seen]) -> Found:
        return best_play(
            hole, self.deck, seen, self.strengths, lambda *hands: [each[hands] for each in self.nets]
        )

    def worth(self, asked: Question) -> Found:
        """Best play of all holes."""
        total = Found(0, 0, 0, 0, 0, 0)
        for hole, weight in zip(*(each.tolist() for each in canonical_hands(2)), strict=True):
            cards = tuple(cards_in(hole))
            if not set(cards) <= set(self.deck):
                continue
            # A hole stands for others whose suits share colors otherwise: so every pairing of the suits.
            for pairing in range(asked.pairings):
                found = self.best_play(cards, _seen(asked, pairing))  # type: ignore[arg-type]
                total = Found(*(one + weight * other for one, other in zip(total, found, strict=True)))
        return total


def _seen(asked: Question, pairing: int = 0) -> list[Seen]:
    places = (asked.dealer, asked.undealt, asked.flop, asked.later)
    return [Seen(place.number, classes(place.detail, pairing).__getitem__) for place in places]


@pytest.fixture(scope="module")
def decks(house: Any) -> Any:
    return cache(lambda ranks: SmallDeck(house, ranks))


def test_the_twin_as_arrays_is_the_twin_in_plain_loops(decks: Any) -> None:
    deck = decks(3)

    def net(hole: frozenset[int], other: frozenset[int], board: tuple[int, ...], antes: int) -> int:
        hands = [sum(1 << deck.deck.index(card) for card in (*two, *board)) for two in (hole, other)]
        mine, theirs = (deck.ranks[deck.strengths[hand]] for hand in hands)
        return settled(mine, theirs, antes, deck.scale.ante)

    for hole, text in (((0, 13), "dealer:1+turn-river:1"), ((1, 28), "burn:1:suit+flop:1:color")):
        asked = leaks.question_of(parse_leak(text))
        seen = _seen(asked)
        plain = in_plain_loops(hole, deck.deck, tuple(seen), net, deck.multiples[1:])  # type: ignore[arg-type]
        assert deck.best_play(hole, seen) == plain


@pytest.mark.parametrize("text", LEAKS)
def test_the_worth_of_a_leak_on_a_small_deck_equals_every_deal(house: Any, decks: Any, text: str) -> None:
    """Twelve cards: every hole, board, dealer and choice of the known cards."""
    asked = leaks.question_of(parse_leak(text))._replace(ranks=3)
    found = play_with(asked, scale_of(house), optimal_strategy(house))
    _compare(found, asked.cases, decks(3), decks(3).worth(asked))


@pytest.mark.parametrize("text", WHOLE)
def test_whole_cards_on_a_small_deck_are_worth_what_dealing_everything_says(
    house: Any, decks: Any, text: str
) -> None:
    """The engine of the published figures on twelve cards, by the same passes, slots and flops as on 52."""
    known_cards = leaks.known_of(parse_leak(text))
    assert known_cards is not None
    small = known_cards._replace(ranks=3)
    twin = decks(3).worth(_whole(text))
    _compare(whole_cards.solve(house, small, fresh=True), small.cases, decks(3), twin)


@pytest.mark.parametrize(
    "text", ["dealer:1", "dealer:2", "dealer:1+flop:1", "dealer:1+turn-river:1", "burn:1"]
)
def test_both_engines_change_the_same_decisions(house: Any, text: str) -> None:
    """The twin plays no honest hand: its decisions on 52 cards would have to be looked up one by one."""
    known_cards = leaks.known_of(parse_leak(text))
    assert known_cards is not None
    whole = whole_cards.solve(house, known_cards._replace(ranks=3), fresh=True)
    signals = play_with(_whole(text), scale_of(house), optimal_strategy(house))
    assert whole.changed == signals.changed > 0


def _whole(text: str) -> Question:
    leak = parse_leak(text)
    dealer, undealt, flop, later = (
        Place(part.number) if (part := leak.part(place)) else Place()
        for place in ("dealer", "burn", "flop", "turn-river")
    )
    return Question(dealer, undealt, flop, later, ranks=3)


def test_flushes_count_as_dealing_everything_says(house: Any, decks: Any) -> None:
    """Twenty cards, the fewest with flushes, in both engines: a suit known, and a whole card."""
    asked = leaks.question_of(parse_leak("dealer:1:suit"))._replace(ranks=5)
    found = play_with(asked, scale_of(house), optimal_strategy(house))
    _compare(found, asked.cases, decks(5), decks(5).worth(asked))
    small = whole_cards.Known(known.DEALER, ranks=5)
    _compare(
        whole_cards.solve(house, small, fresh=True), small.cases, decks(5), decks(5).worth(_whole("dealer:1"))
    )


def _compare(found: Informed, cases: int, deck: SmallDeck, twin: Found) -> None:
    ante = deck.scale.ante
    assert twin.cases == cases
    assert found.net.mean == twin.mean / ante
    assert found.net.square == Fraction(twin.square, twin.cases * ante**2)
    shares = [Fraction(count, twin.cases) for count in (twin.before_flop, twin.on_flop, twin.on_river)]
    assert list(found.decisions.values())[:3] == shares


def test_with_nothing_known_a_small_deck_is_played_as_by_dealing_everything(house: Any, decks: Any) -> None:
    asked = Question(ranks=3)
    found = play_with(asked, scale_of(house), optimal_strategy(house))
    _compare(found, asked.cases, decks(3), decks(3).worth(asked))


@pytest.mark.parametrize("text", LEAKS)
def test_rows_of_a_leak_are_in_one_pass_with_all_that_renamings_lead_to(text: str) -> None:
    asked = leaks.question_of(parse_leak(text))
    passes = asked.passes()
    rows = [row for each in passes for row in each]
    assert sorted(rows) == sorted(asked.rows())
    assert len(set(rows)) == len(rows)
    for each in passes[:3]:
        moved = Pass(asked, each).moved_rows  # a row that left its pass would not be found
        assert moved.max() < len(each)


def test_classes_of_a_color_are_the_same_cards_under_each_pairing() -> None:
    asked = leaks.question_of(parse_leak("dealer:1:color"))
    rows = asked.rows()
    assert len(rows) == 6
    assert {row.first.bit_count() for row in rows} == {26}
    assert not any(row.second or row.later for row in rows)


@pytest.mark.parametrize(
    "text",
    [
        "dealer:3", "dealer:2:rank+flop:1", "dealer:1:suit+flop:3", "turn-river:3", "flop:2+turn-river:1",
        "burn:1:rank+bottom:1:suit", "dealer:2+turn-river:1", "own:1", "flop:4",
    ],
)  # fmt: skip
def test_a_leak_of_more_cards_is_refused_in_one_line_that_lists_the_allowed(text: str) -> None:
    leak = parse_leak(text)
    assert leaks.known_of(leak) is None
    with pytest.raises(
        Refusal, match="up to two cards of dealer, flop, turn-river, burn and bottom"
    ) as found:
        leaks.question_of(leak)
    assert found.value.code == "not_solved"
    assert "\n" not in found.value.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dealer:1+bottom:1", (known.DEALER_AND_UNDEALT, 0, 0)),
        ("burn:1+bottom:1", (known.BOTH_UNDEALT, 0, 0)),
        ("dealer:1+flop:3", (known.DEALER, 3, 0)),
        ("turn-river:1", (known.NOTHING, 0, 1)),
    ],
)
def test_whole_cards_are_gathered_by_suits(text: str, expected: tuple[int, int, int]) -> None:
    assert leaks.known_of(parse_leak(text)) == whole_cards.Known(*expected)


def test_odds_whose_squares_would_not_fit_are_refused(house: Any) -> None:
    scale = scale_of(house)
    asked = Question(undealt=Place(2, "color"))
    check_size(asked, scale)
    finer = scale._replace(nets=scale.nets._replace(played=9 * scale.nets.played))
    check_size(Question(dealer=Place(1, "rank")), finer)
    for question, units in ((asked, 40), (Question(), 11)):
        large = scale._replace(nets=scale.nets._replace(played=units * scale.nets.played))
        with pytest.raises(Refusal, match="64 bits"):
            check_size(question, large)


def test_the_cases_are_the_deals_times_the_choices_of_known_cards() -> None:
    asked = partial(Question, ranks=13)
    assert asked().cases == Question(flop=Place(3, "suit")).cases
    assert asked(dealer=Place(1)).cases == 2 * asked().cases
    assert asked(flop=Place(1)).cases == 3 * asked().cases
    assert asked(later=Place(1, "color")).cases == 3 * 2 * asked().cases


def test_play_before_the_flop_is_described_by_rank_or_by_the_suits_of_the_hole(house: Any) -> None:
    """On the small deck: every case has one label, and shares are those of the decisions."""
    asked = leaks.question_of(parse_leak("dealer:1:suit+turn-river:1:rank"))._replace(ranks=3)
    found = play_with(asked, scale_of(house), optimal_strategy(house))
    table = next(section for section in found.sections if isinstance(section, Table))
    labels = {row[0] for row in table.rows}
    assert labels == {
        f"dealer: suit of {number} of your cards, turn or river {rank}"
        for number in ("neither", "one", "both")
        for rank in "234"
    }
    for _, share, always, some in table.rows:
        raised = Fraction(share)
        assert 0 <= raised <= 1
        assert (raised > 0) == (always != "none" or some != "none")


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (set(), "none"),
        ({"22"}, "22"),
        ({"AA", "KK", "QQ", "55", "44"}, "QQ+ 55-44"),
        ({"A2o", "A3o", "AKs", "32s"}, "AKs A3o-A2o 32s"),
    ],
)
def test_starting_hands_are_listed_in_ranges(names: set[str], words: str) -> None:
    assert in_ranges(names) == words


def test_labels_of_whole_cards_name_their_ranks() -> None:
    def labels(wanted: known.Wanted, flop: int = 0, groups: int = 1) -> list[str]:
        chosen = np.ones((groups, 1, 4, HOLES), bool)
        known_cards = whole_cards.Known(wanted.known, flop, int(wanted.later >= 0))
        found = whole_cards.labels_of(wanted, known_cards, chosen, chosen.astype(np.int64))
        assert all(each.raised == each.cases for each in found.values())
        return list(found)

    assert labels(known.Wanted(known.DEALER, 11, -1, -1, 4)) == ["dealer K"]
    assert labels(known.Wanted(known.BOTH_DEALER, 0, 11, -1, 4)) == ["dealer 2 and K"]
    assert labels(known.Wanted(known.DEALER_AND_UNDEALT, 0, 11, -1, 4)) == ["dealer 2, gone K"]
    assert labels(known.Wanted(known.UNDEALT, 12, -1, 3, 4)) == ["gone A, turn or river 5"]
    by_flop = labels(known.Wanted(known.DEALER, 12, -1, -1, 4), 1, 52)
    assert by_flop[0] == "dealer A, flop 2"
    assert len(by_flop) == 13
    assert labels(known.Wanted(known.DEALER, 12, -1, -1, 4), 3, 2) == []
