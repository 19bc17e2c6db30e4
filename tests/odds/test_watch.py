"""The watch: e-values with a mean of exactly 1 for anybody who knows nothing, and thieves found."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from croupier.cards import card_set, text_of
from croupier.errors import Refusal
from croupier.games.high_card_flush.solver.informed_choices import count_laws, random_deals
from croupier.games.ultimate_texas_holdem.solver.boards.direct import values_on_flop
from croupier.games.ultimate_texas_holdem.solver.solution import scale_of
from croupier.hands.flush import flush_strength
from croupier.hands.four_card import four_card_strength
from croupier.hands.poker import poker_strength
from croupier.jit import compiled, numpy
from croupier.odds.advice import advice
from croupier.odds.protection.leak import parse_leak
from croupier.odds.protocol import Query, solver_for
from croupier.odds.subject import subject_of_rules
from croupier.odds.watch.evidence import THIEVES, e_values
from croupier.odds.watch.hand import Choices, WatchedHand, candidates_of, held_by
from croupier.odds.watch.players import Watch
from croupier.odds.watch.record import RecordedRound, round_of_line, watched_hands
from croupier.settlement.round import Round, Seat
from croupier.submission.house import HouseRules

ULTIMATE, FLUSH, FOUR = "ma/ultimate-texas-holdem", "ma/high-card-flush", "ma/four-card-poker"


def house_of(rules: str) -> HouseRules:
    return subject_of_rules(rules).house


def shuffled(seed: int) -> list[int]:
    deck = list(range(52))
    random.Random(seed).shuffle(deck)
    return deck


def text(cards: Sequence[int]) -> str:
    return " ".join(text_of(1 << card) for card in cards)


def choices_of(rules: str, hand: WatchedHand, leak: str) -> Choices:
    house = house_of(rules)
    return solver_for(house.rules).informed_choices(house, hand, parse_leak(leak))


# ------------------------------------------------------------------------------------- a mean of exactly 1


@pytest.mark.parametrize("antes", [0, 1, 2, 4])
@pytest.mark.parametrize("leak", ["dealer:1", "dealer:2"])
def test_given_cards_and_actions_the_mean_over_all_dealers_is_1_at_ultimate(antes: int, leak: str) -> None:
    deck = shuffled(antes)
    board = tuple(deck[2:7])
    hand = WatchedHand(card_set(deck[:2]), board, 0, 0, 0, (), Fraction(antes))
    choices = choices_of(ULTIMATE, hand, leak)
    dealt = {0: 5, 1: 5, 2: 3, 4: 0}[antes]
    candidates = candidates_of(hand, int(leak[-1]), dealt)
    unseen = [card for card in deck[2:] if card not in board[:dealt]]
    hidden = list(combinations(unseen, 2))
    means = [
        sum(each) / len(hidden)
        for each in zip(
            *(e_values([choices._replace(held=held_by(card_set(pair), candidates))]) for pair in hidden),
            strict=True,
        )
    ]
    assert means == pytest.approx([1] * len(means), abs=1e-12)
    assert len(choices.decisions) == {0: 3, 1: 3, 2: 2, 4: 1}[antes]


@pytest.mark.parametrize(("rules", "own", "dealers"), [(FLUSH, 7, 7), (FOUR, 5, 5)])
@pytest.mark.parametrize("leak", ["dealer:1", "dealer:2"])
@pytest.mark.parametrize("antes", [0, 1, 3])
def test_given_cards_and_action_the_mean_over_all_dealers_is_1(
    rules: str, own: int, dealers: int, leak: str, antes: int
) -> None:
    """With most cards rightfully known, all of the dealer's hands can be listed."""
    deck = shuffled(7 + antes)
    up = card_set(deck[own : own + 1]) if rules == FOUR else 0
    unseen = deck[-9:]
    legitimate = card_set(deck[own:-9]) & ~up
    total = [0.0] * 9
    hands = list(combinations(unseen, dealers))
    for hidden in hands:
        hand = WatchedHand(card_set(deck[:own]), (), up, card_set(hidden), legitimate, (), Fraction(antes))
        found = e_values([choices_of(rules, hand, leak)])
        total = [before + each for before, each in zip(total, found, strict=True)]
    assert [each / len(hands) for each in total] == pytest.approx([1] * 9, abs=1e-12)


def test_the_true_cards_of_other_seats_stand_among_random_ones_each_as_likely() -> None:
    """The random deals depend on what the player saw and did, never on what the others hold."""
    deck = shuffled(3)
    own = card_set(deck[:7])

    def candidates(later: tuple[int, ...]) -> Choices:
        return choices_of(FLUSH, WatchedHand(own, (), 0, 0, 0, later, Fraction(1)), "others:5")

    ones = candidates(tuple(card_set(deck[7 + 7 * seat : 14 + 7 * seat]) for seat in range(5)))
    others = candidates(tuple(card_set(deck[17 + 7 * seat : 24 + 7 * seat]) for seat in range(5)))
    assert ones.held.sum() == 1
    assert ones.held[0]
    assert (ones.decisions[0].informed[1:] == others.decisions[0].informed[1:]).all()
    # Whichever of the candidates is the true one: the mean is 1.
    places = numpy().arange(len(ones.held))
    mean = sum(e_values([ones._replace(held=places == place)])[0] for place in places) / len(places)
    assert mean == pytest.approx(1, abs=1e-12)


def test_boxes_of_one_player_are_judged_by_the_same_random_deals() -> None:
    """Else the true deal alone would be one deal for both: an honest player would gather evidence."""
    deck = shuffled(19)
    both = card_set(deck[:14])
    later = tuple(card_set(deck[14 + 7 * seat : 21 + 7 * seat]) for seat in range(4))
    boxes = [
        WatchedHand(mine, (), 0, 0, both & ~mine, later, antes)
        for mine, antes in ((card_set(deck[:7]), Fraction(0)), (card_set(deck[7:14]), Fraction(1)))
    ]
    judged = [choices_of(FLUSH, box, "others:4").decisions[0].informed for box in boxes]
    deals = random_deals(boxes[0], (1 << 52) - 1 & ~both)
    for number in range(24):
        for box, informed in zip(boxes, judged, strict=True):
            dealt = choices_of(FLUSH, box._replace(later=deals[number]), "others:4").decisions[0].informed
            assert informed[1 + number] == dealt[0]
    assert [set(informed.tolist()) for informed in judged] == [{0, 1}] * 2


def test_two_boxes_of_one_player_are_one_e_value() -> None:
    """Their product would count one dealer's hand twice."""
    deck = shuffled(11)
    first, second, unseen = card_set(deck[:7]), card_set(deck[7:14]), deck[-9:]
    rest = card_set(deck[14:-9])
    total, product, hands = 0.0, 0.0, list(combinations(unseen, 7))
    for hidden in hands:
        boxes = [
            choices_of(FLUSH, WatchedHand(mine, (), 0, card_set(hidden), other | rest, (), antes), "dealer:2")
            for mine, other, antes in ((first, second, Fraction(0)), (second, first, Fraction(1)))
        ]
        total += e_values(boxes)[0]
        product += e_values(boxes[:1])[0] * e_values(boxes[1:])[0]
    assert total / len(hands) == pytest.approx(1, abs=1e-12)


# --------------------------------------------------------------------------- what somebody who knows would do


def test_flush_hands_among_any_cards_left_are_counted_as_by_looking_at_each() -> None:
    np = numpy()
    least = 3 << 13 | 0b10000011
    for seed, left in ((1, 10), (2, 12), (3, 14)):
        deck = shuffled(seed)
        strength = flush_strength(card_set(deck[:7]))
        cards = deck[-left:]
        laws = np.zeros((1, 4), np.int64)
        compiled(count_laws)(np.array([card_set(cards)]), strength, least, np.zeros((2, 8), np.int64), laws)
        counted = [0, 0, 0, 0]
        for dealer in combinations(cards, 7):
            other = flush_strength(card_set(dealer))
            place = 0 if other < least else 1 if other < strength else 2 if other == strength else 3
            counted[place] += 1
        assert laws[0].tolist() == counted


def test_knowing_a_card_at_four_card_poker_is_counted_as_by_looking_at_each_hand() -> None:
    deck = shuffled(5)
    cards, up, unseen = deck[:5], deck[5], deck[6:]
    hand = WatchedHand(card_set(cards), (), 1 << up, 0, 0, (), Fraction(0))
    choices = choices_of(FOUR, hand, "dealer:1")
    mine = four_card_strength(card_set(cards))
    values = advice(house_of(FOUR), text(cards), up=text([up])).values
    assert (
        choices.decisions[0].honest
        == {"fold": 0, "play_1x": 1, "play_3x": 2}[max(values, key=lambda action: values[action])]
    )
    for known in unseen[:3]:
        rest = [card for card in unseen if card != known]
        beaten = dealers = 0
        for four in combinations(rest, 4):
            dealers += 1
            beaten += four_card_strength(1 << up | 1 << known | card_set(four)) > mine
        # A tie is the player's; no bonus with this hand: fold -1, play k antes (1 + k)(1 - 2 p).
        edge = 1 - 2 * Fraction(beaten, dealers)
        best = max((Fraction(-1), 0), (2 * edge, 1), (4 * edge, 2))[1]
        place = sorted(unseen).index(known)
        assert choices.decisions[0].informed[place] == best


def test_knowing_a_card_on_the_flop_is_valued_as_by_dealing_each_board() -> None:
    deck = shuffled(9)
    hole, flop = card_set(deck[:2]), card_set(deck[2:5])
    house = house_of(ULTIMATE)
    nets = scale_of(house).nets
    hand = WatchedHand(hole, tuple(deck[2:7]), 0, 0, 0, (), Fraction(2))
    choices = choices_of(ULTIMATE, hand, "dealer:1")
    checking, playing = values_on_flop(hole, flop, nets)
    assert choices.decisions[1].honest == (playing > checking)
    known = deck[20]
    rest = [card for card in deck[5:] if card != known]
    check = play = 0
    played = nets.played.tolist()
    for turn_river in combinations(rest, 2):
        board = flop | card_set(turn_river)
        mine = poker_strength(hole | board)
        category = mine >> 20
        river = 0
        for other in rest:
            if other in turn_river:
                continue
            theirs = poker_strength(board | 1 << known | 1 << other)
            ending = (0 if mine > theirs else 2 if mine < theirs else 4) + (theirs < nets.dealer_least)
            river += played[nets.river][category][ending]
            play += played[nets.flop][category][ending]
        check += max(44 * nets.fold // 990, river)
    place = sorted(deck[5:]).index(known)
    assert choices.decisions[1].informed[place] == (play > check)


def test_the_best_play_before_the_flop_with_a_card_known_carries_as_much_as_published() -> None:
    """About 0.29 nats a hand from actions before the flop: 48 hands to a million to one."""
    np = numpy()
    nats, hands = 0.0, 0
    for cards in combinations(range(52), 2):
        hand = WatchedHand(card_set(cards), (), 0, 0, 0, (), Fraction(4))
        raises = choices_of(ULTIMATE, hand, "dealer:1").decisions[0].informed
        share = float(np.mean(raises))
        if 0 < share < 1:
            nats -= share * np.log(share) + (1 - share) * np.log(1 - share)
        hands += 1
    assert nats / hands == pytest.approx(0.29, abs=0.02)


# ---------------------------------------------------------------------------------------- which hands count


def record_of(seats: list[Seat], all_recorded: bool = True, rules: str = FLUSH) -> RecordedRound:
    used = {card for seat in seats for card in (seat.cards or "").split()}
    dealer = [text([card]) for card in range(52) if text([card]) not in used][:7]
    record = Round(rules=rules, dealer=" ".join(dealer), seats=seats)
    return round_of_line(record, house_of(rules), all_recorded)


def seat_of(number: int, fold: bool, player: str = "", cards: bool = True) -> Seat:
    mine = range(45 - 7 * number, 52 - 7 * number)
    return Seat(
        seat=number,
        player=player or f"P{number}",
        cards=text(list(mine)) if cards else None,
        wagers={"ante": 100},
        decision={"fold": True} if fold else {"raise": 100},
    )


def test_a_fold_counts_only_where_hidden_cards_are_recorded_anyway() -> None:
    seats = [seat_of(1, fold=True), seat_of(2, fold=False)]
    assert set(watched_hands(record_of(seats))) == {"P1", "P2"}
    assert watched_hands(record_of(seats[:1], all_recorded=False)) == {}
    assert set(watched_hands(record_of(seats[1:], all_recorded=False))) == {"P2"}


def test_beside_a_thief_an_honest_player_gathers_no_evidence() -> None:
    """The thief's cards are recorded only where they play on, against weak dealers: a selection."""
    for thief_folds in (False, True):
        thief, honest = seat_of(1, thief_folds, cards=not thief_folds), seat_of(2, fold=False)
        assert "P2" not in watched_hands(record_of([thief, honest], all_recorded=False))
        # Who decides first does not depend on anybody: their hand counts whatever the other does.
        first, other = seat_of(1, fold=False), seat_of(2, thief_folds, cards=not thief_folds)
        assert set(watched_hands(record_of([first, other], all_recorded=False))) == {"P1"}


def test_seats_that_decided_before_are_rightfully_known_and_later_ones_are_not() -> None:
    """A player who copies their neighbor knows something of the neighbor's cards, by rightful means."""
    found = watched_hands(record_of([seat_of(1, False), seat_of(2, False), seat_of(3, False)]))
    cards = [found[name][0].cards for name in ("P1", "P2", "P3")]
    assert [found[name][0].legitimate for name in found] == [0, cards[0], cards[0] | cards[1]]
    assert [found[name][0].later for name in found] == [(cards[1], cards[2]), (cards[2],), ()]


def test_a_hand_beside_unrecorded_cards_that_decided_before_does_not_count() -> None:
    seats = [seat_of(1, fold=True, cards=False), seat_of(2, fold=False)]
    assert watched_hands(record_of(seats, all_recorded=False)) == {}
    later = [seat_of(1, fold=False), seat_of(2, fold=True, cards=False)]
    (hand,) = watched_hands(record_of(later, all_recorded=False))["P1"]
    assert hand.later == ()


def test_a_player_with_two_boxes_knows_both_by_right() -> None:
    found = watched_hands(record_of([seat_of(1, False, "ann"), seat_of(2, True, "ann")]))
    first, second = found["ann"]
    assert (first.legitimate, second.legitimate) == (second.cards, first.cards)


def test_a_round_with_an_irregularity_counts_for_nobody() -> None:
    played = record_of([seat_of(1, False)])
    shown = Round(
        rules=FLUSH, dealer=played.record.dealer, seats=played.record.seats, irregularity="ma-hcf-13.a"
    )
    assert watched_hands(played._replace(record=shown)) == {}


def test_a_leak_that_no_game_is_watched_for_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        choices_of(ULTIMATE, WatchedHand(3, tuple(range(2, 7)), 0, 0, 0, (), Fraction(4)), "others:2")
    assert refused.value.code == "not_watched"


def test_evidence_for_any_leak_is_the_mean_over_leaks() -> None:
    watching = Watch(["dealer:1", "dealer:2"])
    watching.add(record_of([seat_of(1, False)]))
    each = [10**leak.evidence_log10 for leak in watching.report()[0].leaks]
    assert 10 ** watching.report()[0].evidence_log10 == pytest.approx(sum(each) / 2)


def test_rounds_that_tell_nothing_are_evidence_of_exactly_0() -> None:
    watching, played = Watch(["dealer:1", "dealer:2"]), record_of([seat_of(1, False)])
    nothing = [1.0] * len(THIEVES)
    for _ in range(3):
        (found,) = watching.enter(played, {"P1": dict.fromkeys(watching.leaks, nothing)})
    assert set(found.evidence.values()) == {0.0}
    (shown,) = watching.report()
    assert [shown.evidence_log10, *(leak.evidence_log10 for leak in shown.leaks)] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("rules", [FLUSH, FOUR, ULTIMATE])
def test_the_value_of_optimal_play_is_that_of_the_solved_game(rules: str) -> None:
    house = house_of(rules)
    assert solver_for(house.rules).optimal(house) == solver_for(house.rules).solve(Query(house)).net.mean
