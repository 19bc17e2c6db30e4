"""The worth of a leak: laws and values with known cards against plain enumeration, and nothing known against
the honest solution."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cards import card_set, set_of
from croupier.cli.app import app
from croupier.errors import Refusal
from croupier.games.common import NO_ROW, row_reached
from croupier.games.four_card_poker.solver.dealer_law import dealer_tables, strengths
from croupier.games.four_card_poker.solver.leaks import known_counts
from croupier.games.four_card_poker.solver.leaks import known_play as four_card_play
from croupier.games.four_card_poker.solver.leaks import protection as four_card
from croupier.games.high_card_flush.solver import protection as high_card
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places, known, known_flops
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import canonical_form
from croupier.games.ultimate_texas_holdem.solver.boards.slots import gather_known, moved_slots
from croupier.games.ultimate_texas_holdem.solver.boards.spread import flop_of
from croupier.games.ultimate_texas_holdem.solver.hidden_cards import advise_knowing
from croupier.games.ultimate_texas_holdem.solver.leaks import whole_cards as ultimate
from croupier.games.ultimate_texas_holdem.solver.solution import scale_of, solution
from croupier.hands.flush import flush_strength
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled
from croupier.odds.progressive import price_progressive, printed_progressives
from croupier.odds.protection.hidden_cards import Hidden
from croupier.odds.protection.leak import classes as signal_classes
from croupier.odds.protection.leak import parse_leak
from croupier.odds.protection.remedies import alternatives
from croupier.odds.protection.side_bets import side_bet_worth
from croupier.odds.protection.signals import signals_of
from croupier.odds.protection.worth import limits_left_out
from croupier.odds.side_bets import gross, play_of, price_bet, printed_tables
from croupier.odds.subject import subject_of_rules, subject_of_text

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
        ("dealer:" + "9" * 5000, "how many"),
        ("boss:1", "turn-river"),
        ("own:1:shape", "rank"),
        ("dealer:1:shape", "rank, suit, color"),
        ("others:2:rank", "suits"),
        ("dealer:1+dealer:1", "twice"),
        ("dealer:1+", "allowed"),
        ("dealer:1:", "rank, suit, color"),
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
    signals = signals_of(parse_leak("dealer:2"))
    assert signals is not None
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


def test_a_four_card_dealer_with_known_cards_is_counted_as_by_dealing_every_hand() -> None:
    chance = random.Random(4)
    tables, sets = dealer_tables(), known_counts.known_sets()
    signals = signals_of(parse_leak("dealer:2"))
    assert signals is not None
    for _ in range(2):
        cards = chance.sample(DECK, 8)
        own, up, hidden, second = card_set(cards[:5]), *cards[5:]
        strength = four_card_strength(own)
        number = int(strengths().number[strength])
        counts = four_card.new_room(1, signals).counts
        for each in range(tables.starts[number + 1], len(tables.by_strength)):
            counts.with_five[tables.by_strength[each]] += 1
        compiled(_count_all)(own, number, tables, sets, counts)
        with_two, dealt = known_counts.with_three, compiled(_dealt_beating)
        known_cards = card_set([up, hidden, second])
        assert with_two(up, hidden, second, counts.three) == dealt(own, known_cards, strength)
        rest = [card for card in DECK if not (own | 1 << up | 1 << hidden) >> card & 1]
        # A hand with two known cards is counted once for each of its other four, with one for each of five.
        assert 4 * counts.two[up, hidden] == sum(with_two(up, hidden, card, counts.three) for card in rest)
        rest.append(hidden)
        assert 5 * counts.one[up] == sum(counts.two[up, card] for card in rest)


def _count_all(own: int, number: int, tables: Any, sets: Any, counts: Any) -> None:
    four_card_count(own, number, 2, tables, sets, counts)


four_card_count = known_counts.count_all


def _dealt_beating(own: int, known_cards: int, strength: int) -> int:
    """The twin: every three further cards of the dealer's."""
    beaten = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                three = 1 << a | 1 << b | 1 << c
                if not three & (own | known_cards) and four_card_strength(three | known_cards) > strength:
                    beaten += 1
    return beaten


@pytest.fixture(scope="module")
def house() -> Any:
    return subject_of_rules("ma/ultimate-texas-holdem").house


def test_with_nothing_known_the_values_are_those_of_the_honest_solution(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = ultimate.solve(house, ultimate.Known(known.NOTHING))
    # An interrupted leak goes on from the passes that were done: none is gathered twice.
    monkeypatch.setattr(ultimate, "gather", None)
    assert ultimate.solve(house, ultimate.Known(known.NOTHING)) == found
    honest = solution(house).main
    assert found.net == honest.net
    assert found.changed == 0
    assert found.decisions == {
        name: share for name, share in honest.decisions.items() if name in found.decisions
    }


PASSES = [
    known.Wanted(known.NOTHING, -1, -1, -1, 4),
    known.Wanted(known.DEALER, 9, -1, -1, 4),
    known.Wanted(known.UNDEALT, 12, -1, -1, 4),
    known.Wanted(known.BOTH_DEALER, 3, 11, -1, 4),
    known.Wanted(known.BOTH_DEALER, 9, 9, -1, 4),
    known.Wanted(known.DEALER_AND_UNDEALT, 8, 2, -1, 4),
    known.Wanted(known.DEALER_AND_UNDEALT, 5, 5, -1, 4),
    known.Wanted(known.BOTH_UNDEALT, 2, 10, -1, 4),
    known.Wanted(known.BOTH_UNDEALT, 7, 7, -1, 4),
    known.Wanted(known.NOTHING, -1, -1, 6, 4),
    known.Wanted(known.DEALER, 4, -1, 4, 4),
    known.Wanted(known.DEALER, 12, -1, 1, 4),
]
FLOPS = ("2c 7c 9c", "2c 7c Jd", "4c 4d 9c", "3c 8d Qh", "Ac Ad Ah", "Tc Jc Qd")
"""Of one suit, of two, paired, of three suits, of one rank, and one with straights and flushes to come."""


@pytest.mark.parametrize("wanted", PASSES, ids=str)
def test_values_on_a_flop_with_cards_known_are_those_of_every_deal(house: Any, wanted: known.Wanted) -> None:
    """The kernels of a whole leak, on the boards of a few flops alone, against every deal of random hands."""
    chance = random.Random(str(wanted))
    scale, known_cards = scale_of(house), ultimate.Known(wanted.known, 3, int(wanted.later >= 0))
    sets = hole_places.flops()[0].tolist()
    chosen = [canonical_form(set_of(text))[0] for text in FLOPS]
    sums = ultimate.sums_for(known_cards._replace(flop=0))
    whole = hole_places.deals()
    few = np.zeros(len(whole.boards), np.bool_)
    compiled(_boards_of)(whole.boards, np.array(chosen), few)
    deals = whole._replace(boards=whole.boards[few], weights=whole.weights[few])
    compiled(gather_known)(
        deals, (0, int(few.sum())), wanted, moved_slots(wanted), scale.nets, known.new_room(), sums
    )
    (flops, count), suits = ultimate.flops_of(house, known_cards), ultimate.suits_of(wanted)
    later = 4 if wanted.later >= 0 else 1
    for flop in chosen:
        number = sets.index(flop)
        one = flops._replace(groups=np.zeros_like(flops.groups))
        totals = known_flops.new_totals(1, later, len(suits.slots), 2)
        each = later, len(suits.slots), hole_places.HOLES
        work = known_flops.Room(
            np.zeros((2, *each), np.int64), np.zeros((len(sets), *each), np.uint8), suits.renamings.copy()
        )
        assert compiled(known_flops.decide_flops)(
            (number, number + 1), one, suits, wanted, sums.flop, work, totals
        )
        for _ in range(2):
            _check_hand(house, wanted, flop, int(flops.weights[number]), totals[:, 0], chance)
    assert count == len(sets)


def _boards_of(boards: Any, flops: Any, found: Any) -> None:
    """Mark the boards that have one of these flops, up to a renaming of the suits."""
    for number in range(len(boards)):
        for each in range(10):
            flop, _ = canonical_form(flop_of(boards[number], each))
            for other in flops:
                if flop == other:
                    found[number] = True


def _check_hand(
    house: Any, wanted: known.Wanted, flop: int, weight: int, totals: Any, chance: random.Random
) -> None:
    rest = [card for card in DECK if not flop >> card & 1]
    ranks = [rank for rank in (wanted.rank, wanted.second, wanted.later) if rank >= 0]
    while True:
        cards = [chance.choice([card for card in rest if card % 13 == rank]) for rank in ranks]
        if len(set(cards)) == len(cards):
            break
    later = cards.pop() if wanted.later >= 0 else None
    if known.alike(wanted):
        cards.sort()
    free = [card for card in rest if card not in cards and card != later]
    first, second = chance.sample(free, 2)
    dealer = {known.DEALER: 1, known.BOTH_DEALER: 2, known.DEALER_AND_UNDEALT: 1}.get(wanted.known, 0)
    hidden = Hidden(
        dealer=card_set(cards[:dealer]),
        gone=card_set(cards[dealer:]),
        turn_river=0 if later is None else 1 << later,
    )
    suits = sum(card // 13 * 4 ** (len(cards) - 1 - place) for place, card in enumerate(cards))
    place = hole_places.hole_place(first, second)
    found = totals[:, 0 if later is None else later // 13, suits, place]
    values = advise_knowing(house, 1 << first | 1 << second, flop, hidden)
    cases = int(found[known_flops.CASES]) * known.holes_of_dealer(wanted.known, 13) * scale_of(house).ante
    gain = max(Fraction(0), values["play_2x"] - values["check"])
    assert Fraction(int(found[known_flops.GAIN]), cases) == gain
    assert (
        found[known_flops.CASES] // weight
        == ultimate.Known(wanted.known, 0, int(wanted.later >= 0)).boards_after_flop
    )
    assert (found[known_flops.PLAYED] > 0) == (gain > 0)


def test_odds_whose_sums_would_not_fit_are_refused(house: Any) -> None:
    scale = scale_of(house)
    ultimate.check_size(scale, ultimate.Known(known.NOTHING))
    finer = scale._replace(nets=scale.nets._replace(played=25 * scale.nets.played, fold=25 * scale.nets.fold))
    assert abs(finer.nets.played).max() > ultimate.LARGEST_NET
    small = finer._replace(nets=finer.nets._replace(played=np.clip(finer.nets.played, -9_000, 9_000)))
    ultimate.check_size(small, ultimate.Known(known.BOTH_DEALER))
    for scale_, leak in ((finer, known.BOTH_DEALER), (small, known.NOTHING)):
        with pytest.raises(Refusal, match="64 bits"):
            ultimate.check_size(scale_, ultimate.Known(leak))


def test_a_gain_and_two_counts_add_up_in_one_int() -> None:
    chance = random.Random(1)
    rows = [(chance.randrange(-9999, 9999), chance.randrange(2), chance.randrange(2)) for _ in range(9000)]
    total = sum(known.packed(*row) for row in rows)
    assert known.unpacked(total) == tuple(map(sum, zip(*rows, strict=True)))


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
        ("ma/four-card-poker", "dealer:3:rank"),
        ("ma/high-card-flush", "others:5:copies"),
        ("ma/four-card-poker", "others:5:suits"),
        ("ma/ultimate-texas-holdem", "dealer:3"),
        ("ma/high-card-flush", "others:6"),
        ("ma/four-card-poker", "others:9"),
        ("ma/four-card-poker", "others:9:copies"),
        ("ma/ultimate-texas-holdem", "others:22"),
    ],
)
def test_a_leak_that_is_not_solved_is_refused_in_one_line(rules: str, leak: str) -> None:
    run = CliRunner().invoke(app, ["protect", rules, "--knows", leak])
    assert run.exit_code == 2
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith(f"croupier: --knows {leak}: ")
    assert "others:1" in run.stderr  # among the leaks that are priced


def test_every_leak_is_read_before_the_first_is_priced() -> None:
    run = CliRunner().invoke(
        app, ["protect", "ma/ultimate-texas-holdem", "--knows", "dealer:2", "--knows", "boss:1", "--fresh"]
    )
    assert run.exit_code == 2
    assert run.stderr.startswith("croupier: --knows 'boss:1': no place 'boss'")


@pytest.mark.parametrize(
    ("rules", "cut"),
    [("ma/ultimate-texas-holdem", True), ("md/high-card-flush", False), ("ma/four-card-poker", False)],
)
def test_an_edge_says_where_payout_limits_would_cut_it(rules: str, cut: bool) -> None:
    assert limits_left_out(subject_of_rules(rules).house) is cut


def test_the_cases_of_a_leak_are_the_deals_times_the_known_cards() -> None:
    known_card = ultimate.Known(known.DEALER)
    # Player, dealer and board in any order, and either of the dealer's two cards.
    deals = comb(52, 2) * comb(50, 2) * comb(48, 5)
    assert known_card.cases == 2 * deals * comb(5, 3)


@pytest.mark.parametrize(
    ("rules", "leak", "burned"),
    [
        ("ma/high-card-flush", "dealer:1:suit", "burn:1:suit"),
        ("ma/four-card-poker", "dealer:1", "burn:1"),
    ],
)
def test_changes_of_procedure_are_priced_with_the_remaining_leak(rules: str, leak: str, burned: str) -> None:
    """Each leaves less than the leak, and at least the honest game."""
    run = CliRunner().invoke(app, ["protect", rules, "--knows", leak, "--remedies", "--json"])
    assert run.exit_code == 0, run.output
    result = msgspec.json.decode(run.stdout)["results"][0]
    changes = {change["leaves"]: change["player_edge"] for change in result["remedy"]["changes"]}
    assert set(changes) == {burned, ""}
    assert changes[""]["fraction"] == result["honest_edge"]["fraction"]
    honest, left, seen = (
        Fraction(edge["fraction"]) for edge in (changes[""], changes[burned], result["player_edge"])
    )
    assert honest < left < seen


def test_alternatives_of_shared_cards_are_fewer_spots_suits_and_silence() -> None:
    found = {change.words: change.leaves for change in alternatives(parse_leak("others:5"))}
    assert found == {
        "5 spots instead of 6": parse_leak("others:4"),
        "keep hands from view: only suits can be told": parse_leak("others:5:suits"),
        "no share of information until the last decision": None,
    }
    # A second burn part cannot be written beside the first.
    both = alternatives(parse_leak("dealer:1+burn:1"))
    assert [str(change.leaves) for change in both] == ["burn:1", "dealer:1"]


def test_knowing_a_card_before_a_side_bet_closes_is_worth_what_every_hand_says() -> None:
    run = CliRunner().invoke(
        app, ["protect", "ma/four-card-poker", "--bet", "aces_up", "--knows", "own:1", "--json"]
    )
    assert run.exit_code == 0, run.output
    result = msgspec.json.decode(run.stdout)["results"][0]
    house = subject_of_rules("ma/four-card-poker").house
    table = printed_tables(house.rules, "aces_up")[result["table"]]
    assert Fraction(result["honest_edge"]["fraction"]) == price_bet(house, "aces_up", table).net.mean
    # The twin: random hands that hold an ace, paid by the table's own functions.
    by_rank = {rank: float(Fraction(mean)) for rank, mean in result["by_rank"].items()}
    positive = [mean for mean in by_rank.values() if mean > 0]
    assert result["player_edge"]["percent"] == pytest.approx(100 * sum(positive) / 13)
    assert result["bets"] == pytest.approx(len(positive) / 13)
    play = play_of(replace(house, tables={**house.tables, "aces_up": table}))
    side, chance, total = play.sides["aces_up"], random.Random(3), 0.0
    for _ in range(20_000):
        cards = 1 << 51 | card_set(chance.sample(range(51), 4))
        row = row_reached(side.rung(cards, play.strength(cards)), side.schedule.kinds)
        total += -1 if row == NO_ROW else float(gross(table.awards[row], 100)) - 1
    assert total / 20_000 == pytest.approx(by_rank["A"], abs=0.15)


@pytest.mark.parametrize(
    ("bet", "leak", "named"),
    [
        ("ante", "own:1", "allowed: aces_up"),
        ("aces_up", "flop:1", "own:1, dealer:1, burn:1, bottom:1"),
        ("aces_up", "own:2", "own:1"),
    ],
)
def test_a_side_bet_that_no_leak_prices_is_refused(bet: str, leak: str, named: str) -> None:
    run = CliRunner().invoke(app, ["protect", "ma/four-card-poker", "--bet", bet, "--knows", leak])
    assert run.exit_code == 2
    assert run.stderr.count("\n") == 1
    assert named in run.stderr


def test_a_card_that_the_hand_lacks_is_known_before_a_side_bet_closes() -> None:
    """Knowing a card of the dealer's, or a burn card: the mean over its ranks is the price of the bet."""
    subject = subject_of_rules("ma/four-card-poker")
    house = subject.house
    found = {
        text: side_bet_worth(subject, "aces_up", parse_leak(text))[0] for text in ("dealer:1", "burn:1:rank")
    }
    assert found["dealer:1"].by_rank == found["burn:1:rank"].by_rank
    means = {rank: Fraction(mean) for rank, mean in found["dealer:1"].by_rank.items()}
    table = printed_tables(house.rules, "aces_up")[found["dealer:1"].table]
    assert sum(means.values()) / 13 == price_bet(house, "aces_up", table).net.mean
    assert min(means, key=lambda rank: means[rank]) == "A"  # an ace that is gone makes no pair of aces


def test_a_card_known_before_a_filed_table_closes_is_priced_by_that_table() -> None:
    text = Path("examples/ma-ultimate-texas-holdem.toml").read_text()
    subject = subject_of_text(text)
    (trips,) = side_bet_worth(subject, "trips", parse_leak("own:1"))
    filed = price_bet(subject.house, "trips", subject.house.tables["trips"]).net.mean
    assert Fraction(trips.honest_edge.fraction or 0) == filed
    (progressive,) = side_bet_worth(subject, "progressive", parse_leak("own:1"))
    returned = price_progressive(subject.house, stays={}).if_live.at_seed
    assert Fraction(progressive.honest_edge.fraction or 0) == returned - 1
    with pytest.raises(Refusal, match="allowed: trips, progressive"):
        side_bet_worth(subject, "cover_all", parse_leak("own:1"))


def test_knowing_a_card_before_the_progressive_closes_depends_on_the_meter() -> None:
    subject = subject_of_rules("ma/four-card-poker")
    house = subject.house
    seed = side_bet_worth(subject, "progressive", parse_leak("own:1"))
    rich = side_bet_worth(
        subject, "progressive", parse_leak("own:1"), meters=dict.fromkeys(("main", "major", "minor"), 10**10)
    )
    assert [each.table for each in seed] == [each.table for each in rich]
    assert all(each.honest_edge.percent < 0 <= each.player_edge.percent < 100 for each in seed)
    assert all((each.bets > 0) == (each.player_edge.percent > 0) for each in seed)
    assert all(each.bets == 1 and each.player_edge == each.honest_edge for each in rich)
    progressive = printed_progressives(house.rules)[seed[0].table]
    returned = price_progressive(progressive).if_live.at_seed
    assert Fraction(seed[0].honest_edge.fraction or 0) == returned - 1
    with pytest.raises(Refusal, match="no meter 'secondary'; allowed: main, major, minor"):
        side_bet_worth(subject, "progressive", parse_leak("own:1"), meters={"secondary": 1})
    with pytest.raises(Refusal, match="no meter 'main': aces_up has none"):
        side_bet_worth(subject, "aces_up", parse_leak("own:1"), meters={"main": 10**6})


def test_the_rule_for_four_card_poker_has_the_best_two_borders() -> None:
    """Made-up counts of a few strengths, against every pair of borders."""
    chance = random.Random(6)
    nets = [[(Fraction(-9), Fraction(0)), (Fraction(18), Fraction(-4)), (Fraction(36), Fraction(-8))]] * 7
    for _ in range(20):
        by_hand = [[chance.randrange(9), chance.randrange(99), 0, 0, 0] for _ in nets]

        def value(first: int, second: int, rows: list[list[int]] = by_hand) -> Fraction:
            total = Fraction(0)
            for place, (row, net) in enumerate(zip(rows, nets, strict=True)):
                won, less = net[0 if place < first else 1 if place < second else 2]
                total += won * row[0] + less * row[1]
            return total

        (first, second), found = four_card_play.best_borders(by_hand, nets)
        assert first <= second
        assert found == value(first, second)
        assert found == max(value(one, other) for other in range(8) for one in range(other + 1))
