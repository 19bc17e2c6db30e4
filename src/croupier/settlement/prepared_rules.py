"""Prepared rules: the rules of one house, ready for fast settlement.

Everything that does not depend on the round is computed here once: the game's kernels with their terms,
the citations of every situation, the wagers and their requirements.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from croupier.errors import Refusal
from croupier.games import game
from croupier.games.common import NO_ROW, Play, SideWager, row_reached, schedule
from croupier.games.vocabulary import row_words
from croupier.money import Award
from croupier.rulebook.model import RuleSet, Wager
from croupier.rulebook.problems import RulebookError
from croupier.settlement.payment_order import PaymentOrder, payment_order
from croupier.submission.house import HouseLimit, HouseRules, HouseTable

_RUNGS = 10
"""A poker hand is on one of ten rungs; a ladder may have fewer."""


@dataclass(frozen=True, slots=True)
class PreparedSideWager:
    """A wager against a pay table, with the citations of its outcomes.

    Indexed by the rung of a hand; the last entry, at index `NO_ROW` (-1), is a loss.
    """

    rung: Callable[[int, int], int]
    rows: tuple[int, ...]
    """By rung, the row of the pay table."""
    awards: tuple[Award | None, ...]
    """By rung, the award of that row."""
    words: tuple[str, ...]
    """By rung, that row in words."""
    win: tuple[str, ...]
    win_after_fold: tuple[str, ...]
    lose: tuple[str, ...]
    lose_after_fold: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PreparedRules:
    """The rules of one house, prepared for settlement."""

    house: HouseRules
    play: Play
    wagers: dict[str, Wager]
    equal: tuple[tuple[str, str], ...]
    """Wagers that must be equal: each with the other."""
    main_clauses: dict[str, tuple[tuple[str, ...], ...]]
    """By wager against the dealer, in the order of settlement, then by situation."""
    situation_keys: tuple[str, ...]
    """By situation, the key of its readings."""
    sides: dict[str, PreparedSideWager]
    automatic: dict[str, PreparedSideWager]
    progressive: PreparedSideWager | None
    envy: dict[int | None, tuple[tuple[int, ...], tuple[str, ...]]]
    """By stake (or None for any): the amount of each row of the ladder, and the clauses."""
    limits: dict[str, tuple[HouseLimit, ...]]
    """By wager, the limits that cap its winnings or that its winnings count toward."""
    smallest_limit: int
    """In cents; no round that pays less in all is cut."""
    limit_clauses: tuple[str, ...]
    progressive_after_fold: bool
    """The progressive of a folded hand stays live."""
    order: PaymentOrder
    lost_by_fold: tuple[str, ...]
    forfeited: tuple[str, ...]
    """The clauses that every result of a forfeited hand cites."""
    positions: int
    player_cards: int
    dealer_cards: int
    community_cards: int
    meter_names: tuple[str, ...]
    plays_for_meters: bool
    """The progressive awards shares of its meters."""
    decision_clauses: tuple[str, ...]
    readings: dict[str, dict[str, None]]
    """By wager: the readings that its settlement rests on; by `wager.situation`: those of a situation."""
    checked_combinations: set[tuple[str, ...]]
    """Combinations of wagers already found lawful; houses that offer the same wagers share this cache."""
    unit: int = 0
    """The ante in units, in rounds without amounts (`by_odds`); 0 where stakes are money."""
    _columns: dict[int, PreparedSideWager] = field(default_factory=dict)

    def reaches_bonus(self, wagers: Mapping[str, int], cards: int) -> bool:
        """Whether a hand of a game without a board reaches a paid row of a bonus wager that it placed."""
        strength = self.play.strength(cards)
        placed = [side for name, side in self.sides.items() if name in wagers]
        if self.progressive is not None and "progressive" in wagers:
            placed.append(self.progressive)
        return any(side.awards[side.rung(cards, strength)] is not None for side in placed)

    def cover_all(self, hands: int) -> PreparedSideWager:
        """Cover All for a number of hands, prepared on first use."""
        if hands not in self._columns:
            assert self.play.cover_all is not None
            table = self.house.cover_all[hands]
            self._columns[hands] = _side(self.house, "cover_all", self.play.cover_all, table)
        return self._columns[hands]


@lru_cache(maxsize=1024)
def prepared(house: HouseRules) -> PreparedRules:
    """The prepared rules of a house, cached."""
    try:
        play = game(house.rules.rules.game).play(house)
    except RulebookError as error:
        raise Refusal("rules_unusable", str(error)) from None
    progressive = house.progressive
    tables = house.tables
    sides = {name: wager for name, wager in play.sides.items() if name in tables}
    return PreparedRules(
        house=house,
        play=play,
        **_of_document(house.rules, play),
        sides={name: _side(house, name, wager, tables[name]) for name, wager in sides.items()},
        automatic={name: _side(house, name, wager, tables[name]) for name, wager in play.automatic.items()},
        progressive=(
            None
            if progressive is None or play.progressive is None
            else _side(house, "progressive", play.progressive, progressive.table)
        ),
        envy=_envy(house, play),
        limits=_limits(house.limits),
        smallest_limit=min((limit.amount for limit in house.limits), default=0),
        limit_clauses=_distinct(*(limit.clauses for limit in house.limits)),
        progressive_after_fold=house.policies.get("progressive_after_fold", "live") == "live",
        meter_names=_meter_names(house),
        plays_for_meters=progressive is not None and any(award.meter for award in progressive.table.awards),
        readings=_readings(house),
        checked_combinations=_combinations(
            house.rules.digest, tuple(filter(house.offers, house.rules.wagers))
        ),
    )


@lru_cache(maxsize=1024)
def _combinations(digest: str, offered: tuple[str, ...]) -> set[tuple[str, ...]]:
    """One cache for all houses of a document that offer the same wagers."""
    return set()


_REMEMBERED = 256
"""The most documents, and sets of readings, in a cache before it is cleared."""
_documents: dict[str, dict[str, Any]] = {}
_known_readings: dict[object, dict[str, dict[str, None]]] = {}


def _remember(memory: dict[Any, Any], key: object, found: Any) -> Any:
    if len(memory) >= _REMEMBERED:
        memory.clear()
    memory[key] = found
    return found


def _of_document(rules: RuleSet, play: Play) -> dict[str, Any]:
    """The part that the document alone decides, computed once for all its houses."""
    known = _documents.get(rules.digest)
    if known is None:
        cited = rules.clauses_on
        decision = rules.facts.get("decision", {})
        found = {
            "wagers": rules.wagers,
            "equal": tuple((name, wager.equals) for name, wager in rules.wagers.items() if wager.equals),
            "main_clauses": {wager: _main_clauses(rules, wager, play) for wager in play.main},
            "situation_keys": tuple(f"ante.{situation}" for situation in play.situations),
            "order": payment_order(rules),
            "lost_by_fold": cited.get("progressive", {}).get("lost_by_fold", ()),
            "forfeited": _distinct(*cited.get("seat", {}).values()),
            "positions": rules.number("table.positions"),
            "player_cards": rules.number("cards.player"),
            "dealer_cards": rules.number("cards.dealer"),
            "community_cards": rules.number("cards.community")
            if "community" in rules.facts.get("cards", {})
            else 0,
            "decision_clauses": _distinct(
                *(fact.clauses for name, fact in decision.items() if name.startswith(play.decided))
            ),
        }
        known = _remember(_documents, rules.digest, found)
    return known


def _main_clauses(rules: RuleSet, wager: str, play: Play) -> tuple[tuple[str, ...], ...]:
    """By situation, the clauses that settle a wager against the dealer; none where it is not placed."""
    stated = rules.settlement[wager]
    return tuple(stated[situation].clauses if situation in stated else () for situation in play.situations)


def _limits(limits: tuple[HouseLimit, ...]) -> dict[str, tuple[HouseLimit, ...]]:
    """By wager, the limits that cap or count it."""
    found: dict[str, tuple[HouseLimit, ...]] = {}
    for limit in limits:
        for wager in (*limit.capped, *limit.counted):
            found[wager] = (*found.get(wager, ()), limit)
    return found


def _meter_names(house: HouseRules) -> tuple[str, ...]:
    """The meters of the chosen progressive; without one, every meter in the rules."""
    if house.progressive is not None:
        return tuple(meter.name for meter in house.progressive.meters)
    known = (name for table in house.rules.progressive.values() for name in table.meters)
    return tuple(dict.fromkeys(known)) or ("main",)


def _readings(house: HouseRules) -> dict[str, dict[str, None]]:
    """The readings named by the rules, and those of the tables and policies in use."""
    progressive = house.progressive
    tables = tuple((wager, table.readings) for wager, table in house.tables.items() if table.readings)
    meters = () if progressive is None else tuple(meter.readings for meter in progressive.meters)
    envy = () if progressive is None else tuple(each.readings for each in progressive.envy)
    named = None if progressive is None else progressive.table.readings
    key = house.rules.digest, tables, named, meters, envy
    known = _known_readings.get(key)
    if known is None:
        known = _remember(_known_readings, key, _gathered_readings(house))
    return known


def _gathered_readings(house: HouseRules) -> dict[str, dict[str, None]]:
    found = {key: dict.fromkeys(named) for key, named in house.rules.readings_on.items()}
    for wager, table in house.tables.items():
        found.setdefault(wager, {}).update(dict.fromkeys(table.readings))
    if house.progressive is not None:
        wager_reading = house.rules.wagers["progressive"].reading
        named = found.setdefault("progressive", {})
        named.update(dict.fromkeys(house.progressive.table.readings))
        named.update({} if wager_reading is None else {wager_reading: None})
        policy = house.rules.policies.get("progressive_after_fold")
        if policy is not None and policy.reading is not None:
            found.setdefault("progressive.after_fold", {})[policy.reading] = None
        for envy in house.progressive.envy:
            found.setdefault("envy", {}).update(dict.fromkeys(envy.readings))
        for meter in house.progressive.meters:
            found.setdefault("progressive.whole_award", {}).update(dict.fromkeys(meter.readings))
    return found


def _side(house: HouseRules, name: str, wager: SideWager, table: HouseTable) -> PreparedSideWager:
    cited = house.rules.clauses_on.get(name, {})
    if "win" not in cited:
        raise house.rules.error(f"clauses_on.{name}.win", "missing; every payment cites its clauses")
    win = cited["win"]
    lose = cited.get("lose", ())
    staked = house.progressive.stake_clauses if house.progressive and name == "progressive" else ()
    rows, awards, words = _by_rung(table, wager.ladder, house.rules.rules.game)
    return PreparedSideWager(
        rung=wager.rung,
        rows=rows,
        awards=awards,
        words=words,
        win=_distinct(win, table.clauses, staked),
        win_after_fold=_distinct(cited.get("win_after_fold", win), table.clauses, staked),
        lose=_distinct(lose, staked),
        lose_after_fold=_distinct(cited.get("lose_after_fold", lose), staked),
    )


@lru_cache(maxsize=4096)
def _by_rung(
    table: HouseTable, ladder: tuple[str, ...], name: str
) -> tuple[tuple[int, ...], tuple[Award | None, ...], tuple[str, ...]]:
    """By rung of the ladder: the row of the table, its award, and its words."""
    kinds = schedule(table, ladder).kinds
    rows = (*(row_reached(rung, kinds) for rung in range(max(_RUNGS, len(ladder)))), NO_ROW)
    awards = tuple(None if row == NO_ROW else table.award(ladder[row]) for row in rows)
    return rows, awards, tuple("" if row == NO_ROW else row_words(name, ladder[row]) for row in rows)


def _envy(house: HouseRules, play: Play) -> dict[int | None, tuple[tuple[int, ...], tuple[str, ...]]]:
    if house.progressive is None or play.progressive is None:
        return {}
    ladder = play.progressive.ladder
    cited = house.rules.clauses_on.get("envy", {}).get("win", ())
    return {
        envy.stake: (
            tuple(envy.amounts[envy.rows.index(row)] if row in envy.rows else 0 for row in ladder),
            _distinct(cited, envy.clauses),
        )
        for envy in house.progressive.envy
    }


@lru_cache(maxsize=4096)
def _distinct(*clauses: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for each in clauses for clause in each))
