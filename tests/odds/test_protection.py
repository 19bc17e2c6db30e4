"""The worth of a leak: laws and values with known cards against plain enumeration, and nothing known against
the honest solution."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cards import card_set, set_of
from croupier.cli.app import app
from croupier.errors import Refusal
from croupier.games.four_card_poker.solver import protection as four_card
from croupier.games.four_card_poker.solver.classes import classes, extensions, set_places
from croupier.games.four_card_poker.solver.dealer_law import dealer_tables, strengths
from croupier.games.high_card_flush.solver import protection as high_card
from croupier.games.ultimate_texas_holdem.solver import protection as ultimate
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places, known
from croupier.games.ultimate_texas_holdem.solver.solution import scale_of, solution
from croupier.hands.flush import flush_strength
from croupier.hands.four_card import four_card_strength
from croupier.hands.poker import poker_category, poker_strength
from croupier.jit import compiled
from croupier.odds.protection.leak import classes as signal_classes
from croupier.odds.protection.leak import parse_leak
from croupier.odds.subject import subject_of_rules

DECK = range(52)


@pytest.mark.parametrize(
    "text", ["dealer:1", "dealer:1+flop:1", "dealer:2:color", "others:5:suits", "burn:1"]
)
def test_a_leak_is_read_and_written_alike(text: str) -> None:
    assert str(parse_leak(text)) == text


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "allowed"),
        ("dealer", "dealer:1"),
        ("dealer:0", "how many"),
        ("dealer:x", "how many"),
        ("boss:1", "turn-river"),
        ("dealer:1:shape", "rank, suit, color"),
        ("others:2:rank", "suits"),
        ("dealer:1+dealer:1", "twice"),
        ("dealer:1+", "allowed"),
    ],
)
def test_a_leak_that_cannot_be_read_is_refused_in_one_line(text: str, named: str) -> None:
    with pytest.raises(Refusal, match=named) as refused:
        parse_leak(text)
    assert refused.value.code == "bad_leak"
    assert "\n" not in refused.value.message


def test_colors_pair_the_suits_in_three_ways() -> None:
    of = [signal_classes("color", pairing) for pairing in range(3)]
    assert len(set(of)) == 3
    assert all(sum(colors) == 26 for colors in of)


def _flushes(left: list[int], drawn: int, held: int) -> Any:
    """The twin: the largest flush of every hand of held cards and so many drawn ones, suit by suit."""
    hands = np.array(list(combinations(left, drawn)), dtype=np.int64)
    best = np.zeros(len(hands), dtype=np.int64)
    for suit in range(4):
        ranks = np.where(hands // 13 == suit, 1 << hands % 13, 0).sum(axis=1) | held >> 13 * suit & 8191
        count = sum(ranks >> rank & 1 for rank in range(13))
        best = np.maximum(best, count << 13 | ranks)
    return best


@pytest.mark.parametrize("seed", range(3))
def test_a_flush_dealer_with_known_cards_is_counted_as_by_dealing_every_hand(seed: int) -> None:
    chance = random.Random(seed)
    cards = chance.sample(DECK, 7)
    if seed == 2:
        cards = [51, 50, 45, 41, 3, 17, 30]  # four spades
    own = card_set(cards)
    strength, least = flush_strength(own), flush_strength(set_of("9s 3s 2s"))
    signals = high_card.signals_of(parse_leak("dealer:2"))
    room = high_card.new_room(signals)
    left = np.array([~own >> 13 * suit & 8191 for suit in range(4)], dtype=np.int64)
    targets = np.array([least, max(strength, least), max(strength, least)], dtype=np.int64)
    high_card.count_with_known(left, targets, 2, room)
    rest = [card for card in DECK if not own >> card & 1]
    for pair in (chance.sample(rest, 2), sorted(card for card in rest if card // 13 == rest[0] // 13)[:2]):
        one, other = sorted(pair)
        dealt = _flushes([card for card in rest if card not in pair], 5, card_set(pair))
        expected = [
            int((dealt < least).sum()),
            int((dealt < targets[1]).sum()),
            int((dealt <= targets[1]).sum()),
        ]
        assert room.with_two[:, one, other].tolist() == expected
    one = rest[chance.randrange(len(rest))]
    # With one card known: the sum over the second, each hand counted once for each of its other six cards.
    partners = [sorted((one, card)) for card in rest if card != one]
    twice = np.sum([room.with_two[:, low, high] for low, high in partners], axis=0)
    assert (room.with_card[:, one] * 6 == twice).all()


def test_a_four_card_dealer_with_a_known_card_is_counted_as_by_dealing_every_hand() -> None:
    chance = random.Random(4)
    tables = dealer_tables()
    known_sets = four_card.Sets(
        set_places(),
        tuple(classes(size).of for size in range(1, 6)),
        tuple(classes(size).renaming for size in range(1, 6)),
        tuple(extensions(size) for size in range(1, 5)),
    )
    for _ in range(2):
        cards = chance.sample(DECK, 7)
        own, up, hidden = card_set(cards[:5]), cards[5], cards[6]
        number = int(strengths().number[four_card_strength(own)])
        room = four_card.new_room(1, 1)
        for each in range(tables.starts[number + 1], len(tables.by_strength)):
            room.with_five[tables.by_strength[each]] += 1
        compiled(_count_beating)(own, up, number, tables, known_sets, room)
        assert room.beating[hidden] == compiled(_dealt_beating)(own, up, hidden, four_card_strength(own))


def _count_beating(own: int, up: int, number: int, tables: Any, sets: Any, room: Any) -> None:
    four_card_count(own, up, number, tables, sets, room)


four_card_count = four_card.count_beating


def _dealt_beating(own: int, up: int, hidden: int, strength: int) -> int:
    """The twin: every four further cards of the dealer's."""
    taken = own | 1 << up | 1 << hidden
    beaten = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = 1 << a | 1 << b | 1 << c | 1 << d
                    if not four & taken and four_card_strength(four | 1 << up | 1 << hidden) > strength:
                        beaten += 1
    return beaten


@pytest.fixture(scope="module")
def house() -> Any:
    return subject_of_rules("ma/ultimate-texas-holdem").house


def test_with_nothing_known_the_values_are_those_of_the_honest_solution(house: Any) -> None:
    found = ultimate.solve(house, ultimate.Known(known.NOTHING, 0))
    honest = solution(house).main
    assert found.net == honest.net
    assert found.changed == 0
    assert found.decisions == {
        name: share for name, share in honest.decisions.items() if name in found.decisions
    }


@pytest.mark.parametrize("hidden", [known.DEALER, known.UNDEALT])
def test_values_on_a_flop_with_a_hidden_card_known_are_those_of_every_deal(house: Any, hidden: int) -> None:
    """One rank of the known card, as the passes take them; a few hands in full."""
    scale, rank = scale_of(house), 9
    wanted = known.Wanted(hidden, rank, scale.raises[-1])
    fixed, _ = ultimate.gathered(wanted, ultimate.Known(hidden, 0), scale.nets)
    flops, _ = hole_places.flops()
    chance = random.Random(hidden)
    for _ in range(3):
        number = chance.randrange(len(flops))
        flop = int(flops[number])
        cards = [card for card in DECK if not flop >> card & 1]
        card = chance.choice([each for each in cards if each % 13 == rank])
        first, second = chance.sample([each for each in cards if each != card], 2)
        place = hole_places.hole_place(first, second)
        expected = compiled(_values_on_flop)(1 << first | 1 << second, flop, card, hidden, scale.nets)
        layers = fixed[: known.COUNTS, number, card // 13, place].tolist()
        assert layers[: known.RIVER_SQUARE] == list(expected[:2])
        assert fixed[known.COUNTS, number, card // 13, place] & (1 << 32) - 1 == expected[2]


def _values_on_flop(hole: int, flop: int, card: int, hidden: int, nets: Any) -> tuple[int, int, int]:
    """The twin: every board and every hole of the dealer's, with the card in it or without."""
    checking = playing = played = 0
    taken = hole | flop | 1 << card
    for a in range(52):
        for b in range(a):
            board = flop | 1 << a | 1 << b
            if (1 << a | 1 << b) & taken:
                continue
            player = poker_strength(hole | board)
            on_river = on_flop = dealers = 0
            for c in range(52):
                for d in range(c):
                    two = 1 << c | 1 << d
                    if two & (hole | board) or (two >> card & 1) != (hidden == known.DEALER):
                        continue
                    dealers += 1
                    dealer = poker_strength(two | board)
                    qualified = dealer >= nets.dealer_least
                    # As the endings are numbered: wins, losses and ties, qualified first.
                    ending = 0 if player > dealer else 2 if player < dealer else 4
                    ending += not qualified
                    on_river += nets.played[nets.river, poker_category(player), ending]
                    on_flop += nets.played[nets.flop, poker_category(player), ending]
            fold = nets.fold // 990 * dealers
            played += on_river > fold
            checking += max(on_river, fold)
            playing += on_flop
    return checking, playing, played


def test_protect_prints_the_worth_of_a_leak_as_json() -> None:
    run = CliRunner().invoke(
        app,
        ["protect", "ma/high-card-flush", "--knows", "dealer:1:suit", "--rounds-per-hour", "50", "--json"],
    )
    assert run.exit_code == 0, run.output
    answer = msgspec.json.decode(run.stdout)
    result = answer["results"][0]
    edge, honest = Fraction(result["player_edge"]["fraction"]), Fraction(result["honest_edge"]["fraction"])
    assert answer["rules"] == "ma/high-card-flush"
    assert result["knows"] == "dealer:1:suit"
    assert result["method"] == "exact"
    assert Fraction(result["gain"]["fraction"]) == edge - honest > 0
    assert result["per_hour"] == pytest.approx(50 * float(edge))
    assert sum(result["actions"].values()) == pytest.approx(1)
    assert 0 < result["hands_changed"] < 1
    assert "ma-hcf-13.d" in result["remedy"]["clauses"]  # an exposed card of the dealer


@pytest.mark.parametrize(
    ("rules", "leak"),
    [
        ("ma/high-card-flush", "flop:1"),
        ("ma/four-card-poker", "dealer:2:rank"),
        ("ma/ultimate-texas-holdem", "dealer:3"),
    ],
)
def test_a_leak_that_is_not_solved_is_refused_in_one_line(rules: str, leak: str) -> None:
    run = CliRunner().invoke(app, ["protect", rules, "--knows", leak])
    assert run.exit_code == 2
    assert run.stderr.count("\n") == 1
    assert f"{leak}: exact for" in run.stderr


def test_the_cases_of_a_leak_are_the_deals_times_the_known_cards() -> None:
    known_card = ultimate.Known(known.DEALER, 0)
    # Player, dealer and board in any order, and either of the dealer's two cards.
    deals = comb(52, 2) * comb(50, 2) * comb(48, 5)
    assert known_card.cases == 2 * deals * comb(5, 3)
