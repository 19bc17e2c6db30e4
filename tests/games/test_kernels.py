"""The settlement of a hand, compiled, is the settlement of a hand: one source, two ways to run it."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from croupier.cards import card_set
from croupier.games.common import row_reached
from croupier.games.four_card_poker import decisions as four_decisions
from croupier.games.four_card_poker import settle as four
from croupier.games.four_card_poker.terms import terms as four_terms
from croupier.games.high_card_flush import decisions as flush_decisions
from croupier.games.high_card_flush import settle as flush
from croupier.games.high_card_flush.terms import terms as flush_terms
from croupier.games.ultimate_texas_holdem import decisions as holdem_decisions
from croupier.games.ultimate_texas_holdem import settle as holdem
from croupier.games.ultimate_texas_holdem.terms import terms as holdem_terms
from croupier.hands import flush_strength, four_card_strength, poker_strength
from croupier.jit import compiled
from croupier.jit.marks import is_kernel
from croupier.money import award_paid, award_returned, share_of, winnings
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices

HANDS = 2_000


def _deals(*sizes: int) -> list[tuple[int, ...]]:
    source = random.Random(11)
    found = []
    for _ in range(HANDS):
        deck = source.sample(range(52), sum(sizes))
        hands = []
        for size in sizes:
            hands.append(card_set(deck[:size]))
            deck = deck[size:]
        found.append(tuple(hands))
    return found


def _same(kernel: Callable[..., Any], calls: list[tuple[Any, ...]]) -> None:
    assert is_kernel(kernel)
    twin = compiled(kernel)
    answers = {kernel(*arguments) for arguments in calls}
    assert len(answers) > 1, "the calls do not tell the answers apart"
    for arguments in calls:
        assert twin(*arguments) == kernel(*arguments), arguments


def test_high_card_flush() -> None:
    choices = Choices.of(flush_bonus="A", straight_flush_bonus="G", progressive="D")
    numbers = flush_terms(house_rules("md/high-card-flush", choices))
    deals = _deals(7, 7)
    strengths = [(flush_strength(player), flush_strength(dealer)) for player, dealer in deals]
    _same(
        flush.settle_main,
        [(player, dealer, player % 5 == 0, 1000, 1000, numbers.main) for player, dealer in strengths],
    )
    _same(flush.flush_rung, [(player,) for player, _ in strengths])
    for kinds in (numbers.straight_flush_bonus.kinds, numbers.progressive.kinds):
        _same(flush.straight_flush_rung, [(player, 0, kinds) for player, _ in deals])
    _same(flush_decisions.most_antes, [(player, numbers.bounds) for player, _ in strengths])
    _same(
        flush_decisions.raise_allowed,
        [(player, 1000, amount, numbers.bounds) for player, _ in strengths for amount in (999, 1000, 2000)],
    )


def test_ultimate_texas_holdem() -> None:
    numbers = holdem_terms(house_rules("ma/ultimate-texas-holdem", Choices.of(trips="A")))
    strengths = [
        (poker_strength(player | board), poker_strength(dealer | board))
        for player, dealer, board in _deals(2, 2, 5)
    ]
    _same(
        holdem.settle_main,
        [(player, dealer, player % 7 == 0, 1001, 2002, numbers.main) for player, dealer in strengths],
    )
    _same(holdem.poker_rung, [(player,) for player, _ in strengths])
    _same(row_reached, [(rung, numbers.main.blind.kinds) for rung in range(-1, 10)])
    _same(
        holdem_decisions.play_allowed,
        [(1000, amount, numbers.play_multiples) for amount in (0, 500, 1000, 1500, 2000, 3000, 4000, 5000)],
    )


def test_four_card_poker() -> None:
    numbers = four_terms(house_rules("ma/four-card-poker", Choices.of(aces_up="I")))
    deals = _deals(5, 6)
    strengths = [(four_card_strength(player), four_card_strength(dealer)) for player, dealer in deals]
    _same(
        four.settle_main,
        [(player, dealer, player % 5 == 0, 1000, 3000, numbers.main) for player, dealer in strengths],
    )
    for rung in (four.aces_up_rung, four.four_card_progressive_rung, four.cover_all_rung):
        _same(rung, [(strength,) for pair in strengths for strength in pair])
    _same(four.five_card_rung, [(poker_strength(player),) for player, _ in deals])
    _same(four_decisions.play_allowed, [(1000, amount, 1, 3) for amount in (999, 1000, 2500, 3000, 3001)])


def test_money() -> None:
    _same(winnings, [(stake, 3, 2) for stake in range(1, 50)])
    _same(share_of, [(meter, 1000) for meter in range(1, 50)])
    _same(award_paid, [(kind, 3, 2, stake) for kind in (0, 1, 2) for stake in (1, 2, 3)])
    _same(award_returned, [(kind, 100) for kind in (0, 1, 2)])


@pytest.mark.parametrize(
    ("stake", "number", "per", "paid"), [(101, 3, 2, 152), (100, 3, 2, 150), (1, 1, 2, 1)]
)
def test_odds_pay_up_to_the_next_cent(stake: int, number: int, per: int, paid: int) -> None:
    assert winnings(stake, number, per) == paid


def test_a_share_leaves_the_fraction_on_the_meter() -> None:
    assert share_of(1_234_567, 1000) == 123_456
