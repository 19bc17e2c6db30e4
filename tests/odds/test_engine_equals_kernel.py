"""The engine equals the kernel: the same decks and decisions, settled by both, wager by wager, row by row.

`croupier.settlement` settles a round with names and clauses; the simulation settles thousands at once. Decks
are stacked so that rare rows occur, meters go on from round to round with their contributions, and stakes are
at times so high that limits bind.
"""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from croupier.cards import card_set, text_of
from croupier.games.high_card_flush.decisions import RaiseBounds, most_antes
from croupier.games.vocabulary import row_words
from croupier.hands import flush_strength
from croupier.odds.side_bets import play_of
from croupier.odds.simulate.settling import FINE
from croupier.odds.simulate.sheet import Sheet
from croupier.odds.simulate.table import Table
from croupier.odds.simulate.wagers import (
    ANTE,
    BLIND,
    BONUS,
    COVER_ALL,
    DECIDED,
    ENVY,
    FIRST_SIDE,
    PROGRESSIVE,
    every_wager,
)
from croupier.settlement.round import FOLD, Decision, Round, Seat, SettledSeat
from croupier.settlement.settle import settle
from croupier.submission.choices import house_rules
from croupier.submission.form import AggregateLimit, Choices, FiledProgressive, FiledTable
from croupier.submission.house import HouseRules
from tests.effort import effort
from tests.odds.stacked import shuffled, stack
from tests.rulebook.mutations import Mutation, ruled_by

ROUNDS = effort(10_000, 30_000)
CHUNK = 5_000
"""Rounds of one test, so that the workers share them."""
PLAIN = 150
"""Rounds of one test without the compiler."""

LEVELS = {"royal_flush": "100% of main", "straight_flush": "10% of main", "four_of_a_kind": "$300"}
LEVELS |= {
    "full_house": "50 for 1",
    "flush": "40 for 1",
    "straight": "30 for 1",
    "three_of_a_kind": "9 for 1",
}
FILED = FiledProgressive(levels=LEVELS, seed=10_000_00, rate="20%")

HOUSES: dict[str, tuple[Choices, ...]] = {
    "ma/high-card-flush": (
        Choices.of(flush_bonus="A", straight_flush_bonus="B", progressive="A"),
        Choices.of(
            flush_bonus="A",
            straight_flush_bonus="B",
            progressive="B",
            policies={"progressive_after_fold": "live"},
        ),
        Choices.of(
            flush_bonus="C",
            straight_flush_bonus="D",
            progressive="C",
            aggregate_limit=AggregateLimit(amount=2_000_00, per="round"),
        ),
        Choices.of(
            flush_bonus="A",
            straight_flush_bonus="B",
            progressive="D",
            aggregate_limit=AggregateLimit(amount=500_00, per="hand"),
        ),
    ),
    "nj/high-card-flush": (
        Choices.of(flush_bonus="D", straight_flush_bonus="A", progressive="C"),
        Choices.of(flush_bonus="F", straight_flush_bonus="C", progressive="A"),
    ),
    "md/high-card-flush": (
        Choices.of(flush_bonus="A", straight_flush_bonus="G", progressive="A"),
        Choices.of(flush_bonus="B", straight_flush_bonus="F", progressive="C"),
        Choices.of(
            flush_bonus="O",
            straight_flush_bonus="G",
            progressive="D",
            policies={"ace_low_straight_flush": "on", "progressive_after_fold": "lost"},
        ),
        Choices.of(flush_bonus="A", progressive="E", aggregate_limit=AggregateLimit(amount=1_000_00)),
    ),
    "ma/ultimate-texas-holdem": (
        Choices.of(
            trips="A", cover_all=True, progressive=FiledProgressive(levels=LEVELS, seed=10_000_00, rate="20%")
        ),
        Choices.of(
            trips="B",
            cover_all=True,
            progressive=FiledProgressive(hand="flop", levels=LEVELS, seed=10_000_00, rate="12.37%"),
            policies={"cover_all_counts": "dealt", "aggregate_limits": "11e"},
        ),
        Choices(cover_all=True, policies={"aggregate_limits": "14d"}),
    ),
    "ma/four-card-poker": (
        Choices.of(aces_up="I", cover_all=True, progressive="A"),
        Choices.of(
            aces_up="V",
            cover_all=True,
            progressive="B",
            policies={"progressive_after_fold": "lost", "cover_all_counts": "dealt"},
            ante_bonus=FiledTable(
                odds={"four_of_a_kind": "51 to 2", "straight_flush": "20 to 1", "three_of_a_kind": "2 to 1"}
            ),
        ),
        *(
            Choices.of(aces_up="II", cover_all=True, progressive=name, progressive_wager=stake)
            for name, stake in (("PTMGL01", 100), ("PTMGL04", 500), ("PTMGLML02", 300))
        ),
    ),
}
RATES = (2_400, 537, 1_111)
"""Contribution rates where the rules leave them to the filing: the kernel takes them as given."""


class Chunk:
    """Rounds at one table, settled by both."""

    def __init__(self, rules: str, name: str, rounds: int, jit: bool) -> None:
        self.source = source = Random(name)
        self.rules = rules
        self.choices = source.choice(HOUSES[rules])
        self.house = _with_rates(house_rules(rules, self.choices))
        self.game = self.house.rules.rules.game
        self.seats = [self._wagers() for _ in range(source.choice([1, 1, 2, 3]))]
        self.table = Table(self.house, self.seats, jit)
        self.sheet = self.table.sheet(rounds)
        self.rows: Counter[str] = Counter()
        game = self.table.game
        self.places = {
            "ante": ANTE,
            "blind": BLIND,
            self.table.game.play.decided: DECIDED,
            "ante_bonus": BONUS,
        }
        self.places |= {"envy": ENVY, "progressive": PROGRESSIVE, "cover_all": COVER_ALL}
        self.places |= {name: FIRST_SIDE + side for side, name in enumerate(self.table.game.side_names)}
        self.ladders = {PROGRESSIVE: game.progressive_ladder, COVER_ALL: game.cover_all_ladder}
        self.ladders |= {BONUS: game.bonus_ladder}
        self.ladders |= {FIRST_SIDE + side: ladder for side, ladder in enumerate(game.ladders)}
        self.paid: list[list[list[int]]] = []
        self.returned: list[list[list[int]]] = []
        self.reached: list[list[list[int]]] = []

    def _wagers(self) -> dict[str, int]:
        """An ante and some of the other wagers; at times of amounts that break odds, or that meet limits."""
        source, every = self.source, every_wager(self.house)
        unit = source.choice([100, 500, 1001, 20_000_00])
        wagers = {name: unit for name in every if name != "progressive"}
        if self.house.progressive is not None:
            wagers["progressive"] = source.choice(self.house.progressive.stakes)
        for name in ("cover_all", "progressive", *play_of(self.house).sides):
            if name in wagers and source.random() < 0.2:
                del wagers[name]
        if self.game == "ultimate-texas-holdem" and "trips" not in wagers:
            wagers.pop("progressive", None)
        if self.game == "four-card-poker" and "aces_up" in wagers and source.random() < 0.2:
            del wagers["ante"]
        return wagers

    def deal(self) -> None:
        """Stacked decks for all rounds, a decision of every seat, and the hands looked at."""
        game, sheet = self.table.game, self.sheet
        sizes = [game.player_cards] * game.seats + [game.dealer_cards]
        starts = np.cumsum([0, *sizes]).tolist()
        hands = [list(range(start, start + size)) for start, size in zip(starts, sizes, strict=False)]
        if game.common_cards:
            board = list(range(starts[-1], starts[-1] + game.common_cards))
            hands = [board, *([*board[:3], *hand] for hand in hands)]
        decks = shuffled(self.source, sheet.rounds)
        for cards in decks:
            stack(self.source, self.game, cards, hands)
        sheet.columns[: game.cards] = np.array(decks, dtype=np.uint8).T[: game.cards]
        with np.errstate(over="ignore"):  # keys wrap around by design
            game.look(sheet)
        for seat, wagers in enumerate(self.seats):
            if "ante" in wagers:
                sheet.antes[seat] = [self._antes(cards[7 * seat : 7 * seat + 7]) for cards in decks]

    def _antes(self, hand: list[int]) -> int:
        """What a seat wagers: anything that is legal, in whole antes."""
        if self.game == "high-card-flush":
            bounds = RaiseBounds(1, (1, 1, 1, 2, 3, 3))
            return self.source.randint(0, most_antes(flush_strength(card_set(hand)), bounds))
        return self.source.randint(0, 4 if self.game == "ultimate-texas-holdem" else 3)

    def compare(self) -> None:
        """Settle by the kernel all rounds, by the engine round after round, and find them the same."""
        table, sheet = self.table, self.sheet
        account = table.meters_at_seed()
        expected: list[int] = account.fine.tolist()
        table.settle(sheet, account, written_out=True)
        self.paid, self.returned = sheet.paid.tolist(), sheet.returned.tolist()
        self.reached = sheet.rows.tolist()
        names = [meter.name for meter in table.progressive.meters] if table.progressive is not None else []
        stakes = int(table.stakes[PROGRESSIVE].sum())
        contributions = [stakes * rate for rate in table.meters.rates.tolist()]
        for number in range(sheet.rounds):
            expected = [meter + more for meter, more in zip(expected, contributions, strict=True)]
            before = [meter // FINE for meter in expected]
            meters = dict(zip(names, before, strict=True)) if names else None
            settlement = settle(self._round(number, meters))
            for settled in settlement.seats:
                self._same(settled, number)
            for place, name in enumerate(names):
                expected[place] += (settlement.meters[name] - before[place]) * FINE
        assert expected == account.fine.tolist()

    def _round(self, number: int, meters: dict[str, int] | None) -> Round:
        game, columns = self.table.game, self.sheet.columns
        dealer, board = game.dealer_row, game.dealer_row + game.dealer_cards
        return Round(
            rules=self.rules,
            choices=self.choices,
            dealer=_text(columns[dealer:board, number]),
            board=_text(columns[board : board + 5, number]) if game.common_cards else None,
            seats=[
                Seat(
                    seat=seat + 1,
                    cards=_text(columns[game.player_cards * seat :, number][: game.player_cards]),
                    wagers=wagers,
                    decision=self._decision(seat, number) if "ante" in wagers else None,
                )
                for seat, wagers in enumerate(self.seats)
            ],
            meters=meters,
        )

    def _decision(self, seat: int, number: int) -> Decision:
        decided = int(self.sheet.antes[seat, number]) * self.seats[seat]["ante"]
        if not decided:
            return FOLD
        return {self.table.game.play.decided: decided}

    def _same(self, settled: SettledSeat, number: int) -> None:
        """One seat: every result of the engine is the kernel's, and the kernel has no other."""
        seat = settled.seat - 1
        antes = int(self.sheet.antes[seat, number])
        for name, place in self.places.items():
            result = settled.results.get(name)
            paid, returned = self.paid[place][seat][number], self.returned[place][seat][number]
            where = self.rules, self.choices, self.seats, number, name
            if result is None:
                assert (paid, returned) == (0, 0), where
                continue
            staked = self.seats[seat].get(name, 0)
            if place == DECIDED:
                assert antes, where
                staked = antes * self.seats[seat]["ante"]
            assert (staked, paid, returned) == (result.stake, result.paid, result.returned), where
            if place in self.ladders:
                row = self.reached[place][seat][number]
                words = "" if row < 0 else row_words(self.game, self.ladders[place][row])
                assert (words, words != "") == (result.hand or "", result.outcome == "win"), where
                self.rows[f"{name} {words}"] += 1
            else:
                self.rows[f"{name} {result.outcome}"] += 1


def _text(cards: Any) -> str:
    """Cards in the order of the deal."""
    return " ".join([_TEXTS[card] for card in cards.tolist()])


_TEXTS = [text_of(1 << card) for card in range(52)]


def _with_rates(house: HouseRules) -> HouseRules:
    """The house with a rate for every meter, so that all of them grow."""
    if house.progressive is None:
        return house
    meters = tuple(
        meter if meter.rate is not None else replace(meter, rate=rate)
        for meter, rate in zip(house.progressive.meters, RATES, strict=False)
    )
    return replace(house, progressive=replace(house.progressive, meters=meters))


@pytest.mark.parametrize("first", range(0, ROUNDS, CHUNK))
@pytest.mark.parametrize("rules", HOUSES)
def test_engine_equals_kernel(rules: str, first: int) -> None:
    chunk = Chunk(rules, f"{rules} {first}", CHUNK, jit=True)
    chunk.deal()
    chunk.compare()
    assert len(chunk.rows) > 6, "too few different results to tell anything"


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("rules", HOUSES)
def test_engine_equals_kernel_in_plain_python(rules: str, number: int) -> None:
    chunk = Chunk(rules, f"plain {rules} {number}", PLAIN, jit=False)
    chunk.deal()
    chunk.compare()


@pytest.mark.parametrize("rules", HOUSES)
def test_engine_equals_kernel_where_seats_are_paid_clockwise(rules: str) -> None:
    """No document pays so, but the rule data may."""
    with ruled_by(Mutation(rules, ("facts", "settlement", "order", "value"), "clockwise")):
        for number in range(3):
            chunk = Chunk(rules, f"clockwise {rules} {number}", PLAIN, jit=False)
            assert chunk.table.order.clockwise
            chunk.deal()
            chunk.compare()


@pytest.mark.parametrize("rules", HOUSES)
def test_rare_rows_occur(rules: str) -> None:
    """The decks are stacked well enough: every row that the tables in use pay is reached."""
    seen: Counter[str] = Counter()
    wanted: set[str] = set()
    for number in range(12):
        chunk = Chunk(rules, f"rare {rules} {number}", 400, jit=True)
        chunk.deal()
        chunk.compare()
        seen += chunk.rows
        game = chunk.table.game
        for side in chunk.table.sides:
            kinds = game.sides[side].kinds.tolist()
            name = chunk.table.game.side_names[side]
            wanted |= {
                f"{name} {row_words(chunk.game, row)}"
                for row, kind in zip(game.ladders[side], kinds, strict=True)
                if kind >= 0
            }
    assert len(wanted) > 3
    assert wanted <= set(seen), wanted - set(seen)


def test_a_difference_is_found() -> None:
    """The comparison can fail: a kernel that pays one cent less is caught."""
    chunk = Chunk("ma/high-card-flush", "spoiled", 50, jit=True)
    chunk.deal()
    honest = chunk.table.settle

    def spoiled(sheet: Sheet, *rest: Any, **more: Any) -> None:
        honest(sheet, *rest, **more)
        sheet.paid[ANTE, 0] += 1

    chunk.table.settle = spoiled  # type: ignore[method-assign]
    with pytest.raises(AssertionError):
        chunk.compare()
