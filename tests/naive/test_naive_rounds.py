"""The random rounds are well formed, and what is rare at a table is frequent in them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random

import pytest

from tests.naive import hands, money, paytables, voids
from tests.naive.cards import cards
from tests.naive.meters import Meters
from tests.naive.money import Json, Limit
from tests.naive.rounds import HARMLESS, PREFIX, RULES, random_round
from tests.naive.settle import naive_settle

ROUNDS = 3000
HIGH_CARD_FLUSH = RULES[:3]
ULTIMATE, FOUR_CARD = RULES[3:]

Cell = tuple[str, tuple[tuple[str, object], ...], str]


class Sample:
    """Rounds of one rule set with their settlements, and what happened inside the settlement."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.rounds: list[Json] = []
        self.settled: list[Json] = []
        self.rows: set[Cell] = set()
        """(wager, the whole pay table, row paid)"""
        self.awards: list[list[str]] = []
        """Awards paid in each round, as printed."""
        self.bound: list[int] = []
        """In each round, how many payments a limit cut."""

    def of_seats(self, wager: str) -> Iterator[tuple[Json, Json, Json]]:
        """(round, seat, result) of every such result."""
        for round_, settled in zip(self.rounds, self.settled, strict=True):
            results = {entry["seat"]: entry["results"] for entry in settled["seats"]}
            for seat in round_["seats"]:
                if wager in results[seat["seat"]]:
                    yield round_, seat, results[seat["seat"]][wager]

    def policy(self, name: str, value: str) -> list[int]:
        """Numbers of the rounds with that policy."""
        chosen = [round_["choices"].get("policies", {}).get(name) for round_ in self.rounds]
        return [number for number, this in enumerate(chosen) if this == value]


@pytest.fixture(scope="module")
def samples() -> dict[str, Sample]:
    """A fixed sample of every rule set, settled with an ear to the door."""
    drawn = {rules: Sample(rules) for rules in RULES}
    row_of, pay_within, pay = money.highest_row, money.pay_within, Meters.pay
    current: list[Sample] = []

    def heard_row(wager: str, table: Mapping[str, object], reached: Iterable[str]) -> str | None:
        row = row_of(wager, table, reached)
        if row is not None:
            current[0].rows.add((wager, tuple(table.items()), row))
        return row

    def heard_limit(limits: Iterable[Limit], amount: int) -> int:
        paid = pay_within(limits, amount)
        current[0].bound[-1] += paid < amount
        return paid

    def heard_award(meters: Meters, award: str, stake: int) -> int:
        current[0].awards[-1].append(award)
        return pay(meters, award, stake)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(money, "highest_row", heard_row)
        patch.setattr("tests.naive.table.highest_row", heard_row)
        patch.setattr(money, "pay_within", heard_limit)
        patch.setattr(Meters, "pay", heard_award)
        for rules, sample in drawn.items():
            current[:] = [sample]
            rng = Random(f"naive {rules}")
            for _ in range(ROUNDS):
                sample.rounds.append(random_round(rules, rng))
                sample.awards.append([])
                sample.bound.append(0)
                sample.settled.append(naive_settle(sample.rounds[-1]))
    return drawn


def every_row(wager: str, tables: Iterable[Mapping[str, object]]) -> set[Cell]:
    return {(wager, tuple(table.items()), row) for table in tables for row in table}


def test_the_same_seed_draws_the_same_round() -> None:
    for rules in RULES:
        assert random_round(rules, Random(5)) == random_round(rules, Random(5))
        assert random_round(rules, Random(5)) != random_round(rules, Random(6))


def test_rounds_are_well_formed(samples: dict[str, Sample]) -> None:
    held = {"ma/ultimate-texas-holdem": 2, "ma/four-card-poker": 5}
    for rules, sample in samples.items():
        for round_ in sample.rounds:
            lines = [round_.get("dealer", ""), round_.get("board", "")]
            lines += [seat["cards"] for seat in round_["seats"]]
            dealt = cards(" ".join(lines))
            assert len(dealt) == len(set(dealt)), "a card twice"
            if voids.consequence(round_) == voids.NOTHING_VOID:
                assert all(len(cards(seat["cards"])) == held.get(rules, 7) for seat in round_["seats"])
            numbers = [seat["seat"] for seat in round_["seats"]]
            assert len(numbers) == len(set(numbers))
            assert set(numbers) <= {1, 2, 3, 4, 5, 6}
            wagers = {name for seat in round_["seats"] for name in seat["wagers"]}
            assert ("progressive" not in wagers) or "meters" in round_
            assert wagers - {"ante", "blind"} <= {
                name for name, chosen in round_["choices"].items() if chosen
            }
            assert all(stake > 0 for seat in round_["seats"] for stake in seat["wagers"].values())


def test_decisions_are_legal(samples: dict[str, Sample]) -> None:
    for rules, sample in samples.items():
        for round_ in sample.rounds:
            void = voids.consequence(round_) != voids.NOTHING_VOID
            for seat in round_["seats"]:
                ante, decision = seat["wagers"].get("ante"), seat.get("decision")
                if decision is None:
                    excused = {"forfeited", "abandoned", "irregularity"} & set(seat)
                    assert void or excused or ante is None
                elif rules in HIGH_CARD_FLUSH and "raise" in decision and len(cards(seat["cards"])) == 7:
                    length = hands.high_card_flush(cards(seat["cards"]))[0]
                    most = {5: 2, 6: 3, 7: 3}.get(length, 1)
                    assert ante <= decision["raise"] <= most * ante
                elif rules == ULTIMATE:
                    assert seat["wagers"]["blind"] == ante
                    assert "play" not in decision or decision["play"] // ante in (1, 2, 3, 4)
                elif rules == FOUR_CARD and "play" in decision:
                    assert ante <= decision["play"] <= 3 * ante


def _order_of_payment(round_: Json) -> list[int]:
    """From the right; in Massachusetts and New Jersey folded hands before all others, at Ultimate after."""
    seats = sorted((seat["seat"] for seat in round_["seats"]), reverse=True)
    folds = [seat["seat"] for seat in round_["seats"] if (seat.get("decision") or {}).get("fold")]
    others = [seat for seat in seats if seat not in folds]
    if round_["rules"] in ("ma/high-card-flush", "nj/high-card-flush"):
        return sorted(folds) + others
    return others + sorted(folds, reverse=True) if round_["rules"] == ULTIMATE else seats


def test_settlements_add_up(samples: dict[str, Sample]) -> None:
    for sample in samples.values():
        for round_, settled in zip(sample.rounds, sample.settled, strict=True):
            assert settled["order"] == _order_of_payment(round_)
            assert [entry["seat"] for entry in settled["seats"]] == settled["order"]
            assert set(settled.get("meters", {})) == set(round_.get("meters", {}))
            assert all(amount >= 0 for amount in settled.get("meters", {}).values())
            stakes = {seat["seat"]: seat for seat in round_["seats"]}
            for entry in settled["seats"]:
                seat = stakes[entry["seat"]]
                staked = seat["wagers"] | {
                    name: amount for name, amount in seat.get("decision", {}).items() if name != "fold"
                }
                results = {n: r for n, r in entry["results"].items() if n not in ("envy", "ante_bonus")}
                assert {name: result["stake"] for name, result in results.items()} == staked
                assert entry["net"] == sum(result["net"] for result in entry["results"].values())


def test_every_row_of_every_high_card_flush_table_is_paid(samples: dict[str, Sample]) -> None:
    for rules in HIGH_CARD_FLUSH:
        maryland = rules.startswith("md/")
        flush = paytables.FLUSH_BONUS_MD if maryland else paytables.FLUSH_BONUS_MA_NJ
        straight = paytables.STRAIGHT_FLUSH_BONUS_MD if maryland else paytables.STRAIGHT_FLUSH_BONUS_MA_NJ
        printed = [table for name, table in straight.items() if maryland or name != "G"]
        awards = {
            "ma": paytables.PROGRESSIVE_MA,
            "nj": paytables.PROGRESSIVE_NJ,
            "md": paytables.PROGRESSIVE_MD,
        }[rules[:2]]
        wanted = every_row("flush_bonus", flush.values()) | every_row("straight_flush_bonus", printed)
        wanted |= every_row("progressive", awards.values())
        if maryland:
            wanted |= every_row("envy", paytables.ENVY_MD.values())
        assert wanted <= samples[rules].rows
    own = [cell for cell in samples[RULES[0]].rows if cell[0] == "straight_flush_bonus"]
    assert len({table for _, table, _ in own}) > 50, "operators' amounts for table G"


def test_every_row_of_every_ultimate_table_is_paid(samples: dict[str, Sample]) -> None:
    rows = samples[ULTIMATE].rows
    wanted = every_row("trips", paytables.TRIPS.values()) | every_row("blind", [paytables.BLIND])
    assert wanted | every_row("cover_all", paytables.COVER_ALL_ULTIMATE.values()) <= rows
    reached = {row for wager, _, row in rows if wager == "progressive"}
    assert reached == set(paytables.ULTIMATE_PROGRESSIVE_LADDER)
    awards = [award for paid in samples[ULTIMATE].awards for award in paid]
    assert {"$", "%", "f"} <= {sign for award in awards for sign in "$%f" if sign in award}


def test_every_row_of_every_four_card_table_is_paid(samples: dict[str, Sample]) -> None:
    rows = samples[FOUR_CARD].rows
    progressive = [*paytables.PROGRESSIVE_FOUR_CARD.values(), *paytables.MULTI_GAME_LINK.values()]
    envies = [table for by_stake in paytables.ENVY_FOUR_CARD.values() for table in by_stake.values()]
    envies += paytables.ENVY_MULTI_GAME_LINK.values()
    wanted = every_row("aces_up", paytables.ACES_UP.values()) | every_row(
        "ante_bonus", [paytables.ANTE_BONUS]
    )
    wanted |= every_row("cover_all", paytables.COVER_ALL_FOUR_CARD.values())
    assert wanted | every_row("progressive", progressive) | every_row("envy", envies) <= rows


def test_limits_bind_often(samples: dict[str, Sample]) -> None:
    for rules, per in ((RULES[0], "hand"), (RULES[0], "round"), (RULES[1], "round"), (RULES[2], "hand")):
        sample = samples[rules]
        posted = [
            bound
            for round_, bound in zip(sample.rounds, sample.bound, strict=True)
            if round_["choices"].get("aggregate_limit", {}).get("per") == per
        ]
        assert sum(bound > 0 for bound in posted) > 100
    unposted = zip(samples[RULES[2]].rounds, samples[RULES[2]].bound, strict=True)
    assert sum(bound > 0 for round_, bound in unposted if "aggregate_limit" not in round_["choices"]) > 50
    ultimate = samples[ULTIMATE]
    for value in ("both", "11e", "14d"):
        assert sum(ultimate.bound[number] > 0 for number in ultimate.policy("aggregate_limits", value)) > 20
    by_minimums = [
        bound
        for round_, bound in zip(ultimate.rounds, ultimate.bound, strict=True)
        if 505 * round_["choices"].get("minimums", {}).get("ante", 0) > 50_000_00
    ]
    assert sum(bound > 0 for bound in by_minimums) > 20
    assert sum(samples[FOUR_CARD].bound) == 0


def test_several_winners_of_one_meter_in_a_round(samples: dict[str, Sample]) -> None:
    for sample in samples.values():
        winners = [
            Counter(award.split("% of ")[1] for award in paid if "%" in award) for paid in sample.awards
        ]
        assert sum(max(count.values(), default=0) >= 2 for count in winners) > 20
        whole = [Counter(award for award in paid if award.startswith("100%")) for paid in sample.awards]
        assert sum(bool(count) for count in whole) > 100
        assert sum(max(count.values(), default=0) >= 2 for count in whole) > 5


def test_close_contests(samples: dict[str, Sample]) -> None:
    for rules in HIGH_CARD_FLUSH:
        outcomes = Counter(result["outcome"] for _, _, result in samples[rules].of_seats("raise"))
        ante = Counter(result["outcome"] for _, _, result in samples[rules].of_seats("ante"))
        assert min(outcomes[name] for name in ("win", "lose", "push", "void")) > 100
        assert ante["push"] > 100, "ties"
        assert outcomes["push"] - ante["push"] > 500, "a dealer who does not qualify"
    ultimate = Counter(result["outcome"] for _, _, result in samples[ULTIMATE].of_seats("play"))
    ante = Counter(result["outcome"] for _, _, result in samples[ULTIMATE].of_seats("ante"))
    assert ultimate["push"] > 200, "ties"
    assert ante["push"] - ultimate["push"] > 200, "a dealer with less than a pair"
    tied = 0
    for round_, seat, result in samples[FOUR_CARD].of_seats("play"):
        if result["outcome"] == "win":
            dealer = hands.best_four(cards(round_["dealer"]))
            tied += hands.best_four(cards(seat["cards"])) == dealer
    assert tied > 50


def test_every_irregularity_occurs(samples: dict[str, Sample]) -> None:
    every = voids.EVERYTHING_BACK | voids.BACK_IF_13E | voids.SIDE_WAGERS_SETTLED | voids.ONE_HAND_VOID
    every |= voids.FORFEIT | voids.ABANDONED
    every |= {PREFIX[rules] + clause for rules, clauses in HARMLESS.items() for clause in clauses}
    found: set[str] = set()
    for sample in samples.values():
        for round_ in sample.rounds:
            found |= {
                entry["irregularity"] for entry in (round_, *round_["seats"]) if "irregularity" in entry
            }
    assert found == every


def test_forfeits_shared_boxes_and_envy(samples: dict[str, Sample]) -> None:
    for rules in (*HIGH_CARD_FLUSH, FOUR_CARD):
        shared = [
            max(Counter(seat["player"] for seat in round_["seats"] if "player" in seat).values(), default=0)
            for round_ in samples[rules].rounds
        ]
        assert sum(boxes >= 2 for boxes in shared) > 300
        assert max(shared) == (2 if rules == FOUR_CARD else 3)
    for rules, word in zip(HIGH_CARD_FLUSH, ("forfeited", "forfeited", "abandoned"), strict=True):
        marked = [seat for round_ in samples[rules].rounds for seat in round_["seats"] if seat.get(word)]
        assert len(marked) > 50
        assert sum("raise" in seat.get("decision", {}) for seat in marked) > 10
        assert sum("decision" not in seat for seat in marked) > 10
    for rules in (RULES[2], FOUR_CARD):
        assert sum(1 for _ in samples[rules].of_seats("envy")) > 200


def test_folded_hands_with_live_and_lost_progressives(samples: dict[str, Sample]) -> None:
    for rules in (*HIGH_CARD_FLUSH, FOUR_CARD):
        folded = Counter(
            result["outcome"]
            for _, seat, result in samples[rules].of_seats("progressive")
            if seat.get("decision") == {"fold": True}
        )
        assert min(folded["win"], folded["lose"], folded["void"]) > 10


def test_odd_cents_are_rounded_up(samples: dict[str, Sample]) -> None:
    halves = [
        result
        for _, _, result in samples[ULTIMATE].of_seats("blind")
        if result["outcome"] == "win" and result["paid"] * 2 == result["stake"] * 3 + 1
    ]
    assert len(halves) > 5
