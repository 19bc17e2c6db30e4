"""Values with hidden cards known against plain enumeration; sampled leaks against exact ones."""

import random
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb
from typing import Any

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.cards import card_set, set_of, text_of
from croupier.cli.app import app
from croupier.errors import Refusal
from croupier.games.four_card_poker.solver import solution as four_card_solution
from croupier.games.four_card_poker.solver.dealer_law import dealer_tables
from croupier.games.four_card_poker.solver.dealer_law import strengths as four_card_strengths
from croupier.games.four_card_poker.solver.leaks import collusion as four_card
from croupier.games.four_card_poker.solver.leaks import copies
from croupier.games.four_card_poker.solver.leaks.known_counts import known_sets
from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver import collusion as high_card
from croupier.games.high_card_flush.solver import hidden_cards as high_card_law
from croupier.games.high_card_flush.solver import known_play, suit_rule
from croupier.games.high_card_flush.solver.solution import STRENGTHS
from croupier.games.high_card_flush.solver.solution import solved as high_card_solved
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import hole_place
from croupier.games.ultimate_texas_holdem.solver.leaks import sharing
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled
from croupier.odds.advice import AdviceError, advice
from croupier.odds.protection.hidden_cards import Hidden, parse_hidden
from croupier.odds.protection.leak import parse_leak
from croupier.odds.protection.play import informed_play
from croupier.odds.protection.sampling import sampled
from croupier.odds.protocol import Query, Sight, solver_for
from croupier.odds.sections import Table
from croupier.odds.side_bets import play_of
from croupier.odds.subject import subject_of_rules
from tests.effort import effort

DECK = range(52)
FLUSH, FOUR, HOLDEM = "ma/high-card-flush", "ma/four-card-poker", "ma/ultimate-texas-holdem"


def _house(rules: str) -> Any:
    return subject_of_rules(rules).house


def _nets(house: Any, player: int, dealers: Counter[int], antes: int) -> Fraction:
    """The twin: the table's own settlement of every dealer's strength, over all of them."""
    play = play_of(house)
    unit = 100
    total = 0
    for dealer, count in dealers.items():
        settled = play.settle_main(player, dealer, int(antes == 0), unit, antes * unit)
        total += count * (sum(settled[2::3]) + sum(settled[3::3]) - unit * (len(play.main) - 1 + antes))
    return Fraction(total, unit * sum(dealers.values()))


@pytest.mark.parametrize("seed", range(effort(2, 4)))
def test_the_value_of_a_flush_hand_with_known_cards_equals_every_deal(seed: int) -> None:
    chance = random.Random(seed)
    cards = chance.sample(DECK, 52)
    own, dealer, gone = cards[:7], cards[7 : 7 + seed], cards[10:38]
    house, play = _house(FLUSH), play_of(_house(FLUSH))
    rest = [card for card in DECK if card not in {*own, *dealer, *gone}]
    hands = Counter(
        play.strength(card_set([*dealer, *drawn])) for drawn in combinations(rest, 7 - len(dealer))
    )
    known = Hidden(dealer=card_set(dealer), gone=card_set(gone))
    found = advice(house, text_of(card_set(own)), hidden=known)
    strength = play.strength(card_set(own))
    assert found.values["fold"] == _nets(house, strength, hands, 0)
    assert found.values["raise_1x"] == _nets(house, strength, hands, 1)


def test_cards_of_which_only_the_suits_are_known_are_counted_in_every_way_they_may_lie() -> None:
    chance = random.Random(7)
    cards = chance.sample(DECK, 52)
    own, gone, elsewhere = card_set(cards[:7]), card_set(cards[7:36]), cards[36:41]
    counts = Counter(card // 13 for card in elsewhere)
    rest = sorted(cards[36:])
    least, strength = high_card_solved(_house(FLUSH)).stakes.dealer_least, play_of(_house(FLUSH)).strength
    expected: Counter[str] = Counter()
    for others in combinations(rest, 5):
        if Counter(card // 13 for card in others) == counts:
            for drawn in combinations([card for card in rest if card not in others], 7):
                dealer = strength(card_set(drawn))
                mine = strength(own)
                expected["below" if dealer < least else str((dealer > mine) - (dealer < mine))] += 1
    suits, product = np.zeros((4, 3), np.int64), np.zeros(8, np.int64)
    high_card_law.lay_out(own, 0, gone, suits)
    for suit, number in counts.items():
        suits[suit, 2] = number
    law = high_card_law.law_of(suits, strength(own), least, product)
    if strength(own) < least:
        assert law == (expected["below"], 0, 0, expected.total() - expected["below"])
    else:
        assert law == (expected["below"], expected["-1"], expected["0"], expected["1"])


@pytest.mark.parametrize("known", range(4))
def test_the_value_of_a_four_card_hand_with_known_cards_equals_every_deal(known: int) -> None:
    chance = random.Random(known)
    cards = chance.sample(DECK, 52)
    own, up, dealer, gone = card_set(cards[:5]), cards[5], cards[6 : 6 + known], cards[10:36]
    house, play = _house(FOUR), play_of(_house(FOUR))
    rest = [card for card in DECK if card not in {*cards[:6], *dealer, *gone}]
    hands = Counter(play.strength(card_set([up, *dealer, *drawn])) for drawn in combinations(rest, 5 - known))
    hidden = Hidden(dealer=card_set(dealer), gone=card_set(gone))
    found = advice(house, text_of(own), up=text_of(1 << up), hidden=hidden)
    (side,) = play.automatic.values()
    bonus = found.values["play_1x"] - _nets(house, play.strength(own), hands, 1)
    assert bonus == 0 or side.rung(own, play.strength(own)) >= 0
    assert found.values["play_3x"] == _nets(house, play.strength(own), hands, 3) + bonus
    assert found.values["fold"] == -1


def test_with_nothing_known_the_values_are_those_of_honest_advice() -> None:
    for rules, sight in (
        (FLUSH, {"cards": "As Ks 9s 4s 2h 3c Jd"}),
        (FOUR, {"cards": "As Ks 9s 4s 9h", "up": "7c"}),
        (HOLDEM, {"cards": "Ks 4d", "board": "2c 7d Jh"}),
        (HOLDEM, {"cards": "Ks 4d", "board": "2c 7d Jh 4s 9s"}),
    ):
        house = _house(rules)
        solver = solver_for(house.rules)
        stage = next(
            each for each in solver.stages(house.rules) if each.board == len(sight.get("board", "").split())
        )
        seen = Sight(set_of(sight["cards"]), set_of(sight.get("board", "")), set_of(sight.get("up", "")))
        knowing = solver.advise_knowing(Query(house), stage, seen, Hidden())
        assert (
            knowing.values
            == advice(house, sight["cards"], sight.get("board", ""), sight.get("up", "")).values
        )


def test_hold_em_values_before_the_flop_follow_the_boards_that_can_come() -> None:
    """With most of the deck gone, every deal in plain Python."""
    chance = random.Random(5)
    cards = chance.sample(DECK, 52)
    hole, dealer, turn, gone = cards[:2], cards[2], cards[3], cards[12:]
    rest = cards[3:12]  # eight beside the known turn or river card
    house = _house(HOLDEM)
    play = play_of(house)
    unit = 2

    def net(multiple: int, board: frozenset[int], second: int) -> int:
        mine, theirs = (play.strength(card_set(two) | card_set(board)) for two in (hole, (dealer, second)))
        settled = play.settle_main(mine, theirs, 0, unit, multiple * unit)
        return sum(settled[2::3]) + sum(settled[3::3]) - (2 + multiple) * unit

    def seconds(board: frozenset[int]) -> list[int]:
        return [card for card in rest if card not in board]

    check = most = cases = 0
    for flop in combinations([card for card in rest if card != turn], 3):
        river_value = flop_value = 0
        for other in (card for card in rest if card not in {*flop, turn}):
            board = frozenset((*flop, turn, other))
            left = seconds(board)
            river_value += max(-2 * unit * len(left), sum(net(1, board, card) for card in left))
            flop_value += sum(net(2, board, card) for card in left)
            most += sum(net(4, board, card) for card in left)
            cases += len(left)
        check += max(river_value, flop_value)
    known = Hidden(dealer=1 << dealer, turn_river=1 << turn, gone=card_set(gone))
    found = advice(house, text_of(card_set(hole)), hidden=known)
    assert found.values["check"] == Fraction(check, cases * unit)
    assert found.values["play_4x"] == Fraction(most, cases * unit)


@pytest.mark.parametrize("leak", ["dealer:1", "dealer:2", "burn:1"])
def test_a_sampled_flush_leak_agrees_with_the_exact_one(leak: str) -> None:
    house = _house(FLUSH)
    shared = high_card.shared_of(parse_leak(leak))
    assert shared is not None
    solution = high_card_solved(house)
    played = high_card.Played(
        solution.stakes, solution.fold_below, solution.raise_from, np.zeros(0, np.int64)
    )
    found = sampled(
        solution.main,
        ("fold", "raise_1x", "raise_2x", "raise_3x"),
        high_card.runner(shared, played, 4),
        standard_error=5e-4,
    )
    exact = {"dealer:1": -0.02291391, "dealer:2": -0.01173565, "burn:1": -0.02655502}[leak]
    assert found.method == "sampled"
    assert found.standard_error is not None
    assert 0 < found.standard_error <= 5e-4
    assert abs(float(found.net.mean) - exact) < 4 * found.standard_error
    assert float(sum(found.decisions.values())) == pytest.approx(1)


def test_a_sampled_four_card_leak_agrees_with_the_exact_one() -> None:
    house = _house(FOUR)
    shared = four_card.shared_of(parse_leak("dealer:5"))
    assert shared is not None
    verdicts = four_card_solution.solved(house).verdicts
    run = four_card.runner(shared, four_card.played_of(house, shared.dealers, verdicts.decisions))
    main = solver_for(house.rules).solve(Query(house))
    found = sampled(main, ("fold", "play_1x", "play_3x"), run, standard_error=2e-3)
    # Who sees every card plays the most with a hand that is not beaten; the honest law says how often.
    value = four_card_solution.worth(house)
    deals, mean = 0, Fraction(0)
    for number, bonus in enumerate(value.bonus):
        weight, beaten = int(verdicts.weights[number].sum()), int(verdicts.beaten[number].sum())
        total = weight * 1370754
        lost = max(value.fold, value.loss(1) + bonus, value.loss(3) + bonus)
        mean += (total - beaten) * (value.gain(3) + bonus) + beaten * lost
        deals += total
    assert abs(float(found.net.mean - mean / deals)) < 4 * (found.standard_error or 0)


def test_a_sample_that_may_not_grow_keeps_its_larger_standard_error() -> None:
    main = solver_for(_house(FLUSH).rules).solve(Query(_house(FLUSH)))
    chance = random.Random(2)

    def run(first: int, rounds: int) -> Any:
        gains = [chance.choice((0.0, 1.0)) for _ in range(rounds)]
        return np.array([sum(gains), sum(gains), 0.0, 0.0, float(rounds)])

    found = sampled(main, ("fold",), run, most_rounds=1024)
    assert found.standard_error == pytest.approx(0.5 / 1024**0.5, rel=0.05)
    assert float(found.net.mean - main.net.mean) == pytest.approx(0.5, abs=0.08)


def test_progress_of_a_sample_reaches_its_end_only_at_the_end() -> None:
    """A spread that is known after the first wave, and five times its rounds needed."""
    main = solver_for(_house(FLUSH).rules).solve(Query(_house(FLUSH)))
    shown: list[tuple[int, int]] = []
    sampled(
        main,
        ("fold",),
        lambda first, rounds: np.array([rounds / 2, rounds / 2, 0.0, 0.0, float(rounds)]),
        lambda *parts: shown.append(parts),
        standard_error=0.5 / 40_000**0.5,
    )
    assert [part for part in shown if part[0] == part[1]] == shown[-1:]
    assert {total for done, total in shown if done > 8192} == {shown[-1][1]}


@pytest.mark.parametrize(
    ("texts", "named"),
    [
        (["boss Ks"], "dealer, flop, turn-river, gone"),
        (["dealer"], "such as dealer Ks"),
        (["dealer Kx"], "Kx"),
        (["dealer Ks", "gone Ks"], "two places"),
    ],
)
def test_known_cards_that_cannot_be_read_are_refused(texts: list[str], named: str) -> None:
    with pytest.raises(Refusal, match=named) as refused:
        parse_hidden(texts)
    assert refused.value.code == "bad_leak"


def test_more_cards_than_the_dealer_has_are_refused_with_their_number() -> None:
    with pytest.raises(Refusal, match="dealer:9: the dealer has 7 cards; allowed: dealer:1 to dealer:7"):
        high_card.shared_of(parse_leak("dealer:9"))
    with pytest.raises(
        Refusal, match="dealer:6: the dealer has 5 cards beside the up-card; allowed: dealer:1 to"
    ):
        four_card.shared_of(parse_leak("dealer:6"))


def test_advice_refuses_known_cards_that_are_visible_or_that_no_hand_can_hold() -> None:
    with pytest.raises(AdviceError, match="visible already"):
        advice(_house(FLUSH), "As Ks 9s 4s 2h 3c Jd", hidden=Hidden(dealer=set_of("As")))
    with pytest.raises(Refusal, match="no community cards"):
        advice(_house(FLUSH), "As Ks 9s 4s 2h 3c Jd", hidden=Hidden(flop=set_of("2s")))
    with pytest.raises(Refusal, match="has 6 cards"):
        advice(_house(FOUR), "As Ks 9s 4s 9h", up="7c", hidden=Hidden(dealer=set_of("2c 3c 4c 5c 6c 8c")))
    with pytest.raises(Refusal, match="two cards"):
        advice(_house(HOLDEM), "As Ks", hidden=Hidden(dealer=set_of("2c 3c 4c")))


def test_advise_prints_the_values_with_a_card_known() -> None:
    run = CliRunner().invoke(
        app,
        ["advise", FOUR, "--cards", "Ks Kd 4d 7h 2c", "--up", "As", "--knows", "dealer Ah", "--json"],
    )
    assert run.exit_code == 0, run.output
    answer = msgspec.json.decode(run.stdout)
    assert answer["best"] == "fold"  # the dealer's pair of aces is known
    assert answer["actions"]["play_3x"]["ev"] == "-4"
    wrong = CliRunner().invoke(app, ["advise", FLUSH, "--cards", "As", "--knows", "dealer"])
    assert wrong.exit_code == 2
    assert wrong.stderr.count("\n") == 1


def test_a_rule_of_the_longest_suit_gets_part_of_what_sharing_seats_can_gain() -> None:
    """Three seats share; never below honest play, never above best play."""
    house = _house(FLUSH)
    shared = high_card.Shared(3, 0, 0, suits_only=True)
    solution = high_card_solved(house)
    names = ("fold", "raise_1x", "raise_2x", "raise_3x")
    borders = np.array(suit_rule.best_borders(shared, solution.stakes))
    means = []
    for rule in (np.zeros(0, np.int64), borders):
        played = high_card.Played(solution.stakes, solution.fold_below, solution.raise_from, rule)
        run = high_card.runner(shared, played, 4)
        means.append(float(sampled(solution.main, names, run, standard_error=1e-3).net.mean))
    best, by_rule = means
    assert float(solution.main.net.mean) - 4e-3 < by_rule < best
    # The longer the longest suit that is left, the better the hand has to be.
    possible = borders[8:12]
    assert sorted(possible) == possible.tolist()


def test_strategy_prints_play_with_a_leak_beside_honest_play() -> None:
    run = CliRunner().invoke(app, ["strategy", FLUSH, "--knows", "dealer:1:suit", "--json"])
    assert run.exit_code == 0, run.output
    answer = msgspec.json.decode(run.stdout)
    assert answer["knows"] == "dealer:1:suit"
    assert answer["method"] == "exact"
    assert sum(answer["actions"].values()) == pytest.approx(1)
    assert sum(answer["honest_actions"].values()) == pytest.approx(1)
    (rule,) = answer["simple_rules"]
    assert rule["name"] == "by what is known"
    assert [row[0] for row in answer["sections"][1]["rows"]] == ["another suit", "your flush's suit"]
    gain = Fraction(answer["player_edge"]["fraction"]) - Fraction(answer["honest_edge"]["fraction"])
    assert Fraction(answer["gain"]["fraction"]) == gain > 0
    wrong = CliRunner().invoke(app, ["strategy", FLUSH, "--knows", "boss:1"])
    assert wrong.exit_code == 2
    assert wrong.stderr.count("\n") == 1


def test_a_rule_for_people_states_its_share_of_the_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule of the longest suit, on a coarse sample."""
    for module in (high_card, suit_rule):
        monkeypatch.setattr(module, "sampled", partial(sampled, standard_error=2e-3))
        monkeypatch.setattr(module, "kept", lambda name, question, compute, fresh=False: compute())
    found = informed_play(_house(FLUSH), parse_leak("others:5:suits"))
    (rule,) = found.simple_rules
    assert "longest suit" in rule.words
    assert "10 cards" in rule.words
    assert found.method == "sampled"
    assert found.player_edge.percent > rule.player_edge.percent > found.honest_edge.percent
    assert 0.5 < rule.share_of_gain < 1


def test_a_rule_by_the_known_card_is_priced_as_by_every_hand() -> None:
    """Of all borders the best, by plain sums; and never above best play."""
    stakes = high_card_solved(_house(FLUSH)).stakes
    chance = random.Random(11)
    by_flush = [[chance.randrange(50) for _ in range(4)] + [0] for _ in STRENGTHS]

    def value(border: int) -> int:
        total = 0
        for place, (strength, law) in enumerate(zip(STRENGTHS, by_flush, strict=True)):
            antes = most_antes(strength, stakes.bounds) if place >= border else 0
            total += sum(law[stand] * stakes.nets[4 * antes + stand] for stand in range(4))
        return total

    place, gained = known_play.best_border(by_flush, stakes)
    assert gained == value(place)
    assert gained >= max(value(border) for border in range(0, len(STRENGTHS) + 1, 97))


def test_strategy_with_a_dealers_card_known_has_a_table_and_a_rule() -> None:
    house = _house(FLUSH)
    found = informed_play(house, parse_leak("dealer:1"))
    table = next(section for section in found.sections if isinstance(section, Table))
    assert len(table.rows) == 26  # each rank, of the flush's suit or another
    rows = {row[0]: row for row in table.rows}
    assert float(Fraction(rows["2 of another suit"][3])) > float(Fraction(rows["A of another suit"][3]))
    (rule,) = found.simple_rules
    exact, honest = (Fraction(each.fraction or 0) for each in (found.player_edge, found.honest_edge))
    assert honest < Fraction(rule.player_edge.fraction or 0) < exact
    assert 0.5 < rule.share_of_gain < 1


def test_copies_of_the_up_card_are_held_in_all_the_ways_there_are() -> None:
    """The ways that other seats may hold copies, against every choice of cards from a small deck."""
    house = _house(FOUR)
    told = copies.disclosed_by(four_card_solution.worth(house), 5)
    for left in range(copies.COPIES):
        assert len({int(row.sum()) for row in told.totals}) == 1
        for number in range(left + 1):
            # The chance that 25 of 46 cards hold so many of the copies left, whatever the dealer draws.
            expected = Fraction(comb(left, number) * comb(46 - left, 25 - number), comb(46, 25))
            assert Fraction(int(told.totals[left, number]), int(told.totals[left].sum())) == expected
    with pytest.raises(Refusal, match="does not hold so many"):
        copies.disclosed_by(four_card_solution.worth(house), 9)


@pytest.mark.parametrize("seed", range(2))
def test_four_card_dealers_by_copies_are_counted_as_by_dealing_every_hand(seed: int) -> None:
    chance = random.Random(seed)
    cards = [39, 26, *chance.sample(range(1, 13), 2), 20] if seed else chance.sample(DECK, 5)
    own, up = card_set(cards), 0  # with two or none of the up-card's rank in the hand
    if own & 1:
        up = 1
    tables, sets = dealer_tables(), known_sets()
    number = int(four_card_strengths().number[four_card_strength(own)])
    room = copies.new_room(1)
    for each in range(tables.starts[number + 1], len(tables.by_strength)):
        room.with_five[tables.by_strength[each]] += 1
    left = compiled(_count_copies)(own, up, number, tables, sets, room)
    expected = np.zeros(4, np.int64)
    compiled(_dealt_copies)(own, up, four_card_strength(own), expected)
    assert room.exactly.tolist() == expected.tolist()
    assert left == 3 - sum(card % 13 == up % 13 for card in cards)


def _count_copies(own: int, up: int, number: int, tables: Any, sets: Any, room: Any) -> int:
    return count_exactly(own, up, number, tables, sets, room)


count_exactly = copies.count_exactly


def _dealt_copies(own: int, up: int, strength: int, found: Any) -> None:
    """The twin: every five further cards of the dealer's."""
    taken = own | 1 << up
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        five = 1 << a | 1 << b | 1 << c | 1 << d | 1 << e
                        if five & taken == 0 and four_card_strength(five | 1 << up) > strength:
                            held = 0
                            for suit in range(4):
                                held += five >> 13 * suit + up % 13 & 1
                            found[held] += 1


def test_seats_that_share_gain_on_a_flop_what_every_board_and_dealer_says() -> None:
    """One flop, in plain loops over boards and the dealer's holes, with most of the deck known."""
    house = _house(HOLDEM)
    played = sharing.played_of(house)
    play, chance = play_of(house), random.Random(12)
    cards = chance.sample(DECK, 52)
    hole, flop, left = cards[:2], cards[2:5], cards[5:12]
    room = sharing.new_room(1)
    room.holes[0], room.places[0], room.looks[0] = card_set(hole), hole_place(*hole), 1
    look = (card_set(flop), card_set(left), True, played, room)
    boards, dealers = compiled(_look_at_flop)(*look)
    assert (boards, dealers) == (21, 10)
    best = on_flop = most = 0
    for two in combinations(left, 2):
        board = card_set([*flop, *two])
        rest = [card for card in left if card not in two]
        nets = []
        for other in combinations(rest, 2):
            mine, theirs = play.strength(card_set(hole) | board), play.strength(card_set(other) | board)
            row = []
            for antes in (1, 2, 4):
                settled = play.settle_main(mine, theirs, 0, played.unit, antes * played.unit)
                row.append(sum(settled[2::3]) + sum(settled[3::3]) - (2 + antes) * played.unit)
            nets.append(row)
        river, flop_net, most_net = (sum(row[place] for row in nets) for place in range(3))
        best += max(river, -2 * played.unit * len(nets))
        on_flop += flop_net
        most += most_net
    values = room.values[0]
    assert (values[sharing.BEST], values[sharing.FLOP], values[sharing.MOST]) == (best, on_flop, most)


def _look_at_flop(flop: int, left: int, first: bool, played: Any, room: Any) -> tuple[int, int]:
    return look_at_flop(flop, left, first, played, room)


look_at_flop = sharing.look_at_flop


def test_seats_that_share_are_sampled_as_unbiased_rounds() -> None:
    """A few rounds: shares add up, and what is gained is not below nothing by more than chance."""
    house = _house(HOLDEM)
    shared = sharing.shared_of(parse_leak("others:5"))
    assert shared is not None
    assert shared.known == 12
    run = sharing.runner(shared, sharing.played_of(house))
    main = solver_for(house.rules).solve(Query(house))
    found = sampled(main, ("fold", "play_1x", "play_2x", "play_4x"), run, most_rounds=256)
    assert float(sum(found.decisions.values())) == pytest.approx(1)
    assert found.standard_error is not None
    gain = float(found.net.mean - main.net.mean)
    assert -3 * found.standard_error < gain < 0.2
    assert 0 < float(found.changed) < 0.5
    with pytest.raises(Refusal, match="does not hold so many"):
        sharing.shared_of(parse_leak("others:22"))
    assert sharing.shared_of(parse_leak("others:2:suits")) is None
