"""Rounds found by dealing: for a rule set that ships no examples, a round for each clause that settles one.

The rounds are dealt from a seed by the practice choices, table after table, some from decks stacked so that
rare hands come up, and settled. A round is kept for the clauses that its settlement cites first.
"""

import random
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from croupier.cards import RANKS, SUITS, set_of
from croupier.errors import Refusal
from croupier.games.common import Play
from croupier.games.vocabulary import wager_label
from croupier.rulebook.catalog import rulebook
from croupier.rulebook.examples import Example
from croupier.rulebook.model import PayTable, RuleSet
from croupier.settlement.json_lines import read_round
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Settlement
from croupier.settlement.settle import settle
from croupier.submission.choices import house_rules
from croupier.submission.house import HouseRules

MOST = 600
"""Rounds that are dealt at most."""
_ANTE, _OTHER, _METER = 1000, 500, 1_000_000

_NONE: Mapping[str, int] = {}

_Line = dict[str, Any]


def found_rounds(rules: RuleSet, name: str, wanted: Iterable[str]) -> dict[str, Example]:
    """By clause, a round whose settlement cites it, as far as one is found."""
    missing = set(wanted)
    found: dict[str, Example] = {}
    for line in _lines(rules, name):
        if not missing:
            break
        try:
            text = msgspec.json.encode(line)
            settled = settle(read_round(text))
        except Refusal:
            continue
        cited = {clause: words for clause, words in _cited(rules, settled, line).items() if clause in missing}
        for clause, words in cited.items():
            found[clause] = Example(title=words, says="", clauses=(clause,), round=msgspec.Raw(text))
        missing -= set(cited)
    return found


def _cited(rules: RuleSet, settled: Settlement, line: _Line) -> dict[str, str]:
    """By clause that the settlement cites, the result in words."""
    cited: dict[str, str] = {}
    if "irregularity" in line:
        cited[line["irregularity"]] = "What the irregularity does to every wager"
    for seat in settled.seats:
        for wager, result in seat.results.items():
            hand = f": {result.hand}" if result.hand else ""
            words = f"{wager_label(rules, wager)}, {result.outcome}{hand}"
            for clause in result.clauses:
                cited.setdefault(clause, words)
    return cited


def _lines(rules: RuleSet, name: str) -> Iterator[_Line]:
    for number in range(MOST):
        draw = random.Random(f"{rules.rules.document} {number}")
        line = dealt_round(rules, name, _choices(rules, name, number), draw)
        if line is not None:
            yield line
            if number < len(rules.irregularities):
                clause = tuple(rules.irregularities)[number]
                yield {**line, "irregularity": clause}
                yield {**line, "seats": [{**seat, "irregularity": clause} for seat in line["seats"]]}


def _choices(rules: RuleSet, name: str, number: int) -> dict[str, Any]:
    """The practice choices, each pay table in its turn."""
    text = rulebook().practice(name)
    choices = dict(tomllib.loads(text).get("choices", {})) if text else {}
    for wager, chosen in choices.items():
        known: Mapping[str, PayTable] = rules.progressive if wager == "progressive" else {}
        if wager in rules.paytables:
            known = rules.paytables[wager].tables
        printed = [each for each, table in known.items() if not table.operator_sets]
        if isinstance(chosen, str) and printed:
            choices[wager] = printed[number % len(printed)]
    unlikely = [
        wager
        for wager, tables in rules.paytables.items()
        if choices.get(wager) in tuple(tables.tables) and tables.tables[choices[wager]].acknowledge
    ]
    return {**choices, "acknowledge": unlikely} if unlikely else choices


def dealt_round(
    rules: RuleSet,
    name: str,
    choices: dict[str, Any],
    draw: random.Random,
    stakes: Mapping[str, int] = _NONE,
) -> dict[str, Any] | None:
    """A round of two seats with every wager offered, as a line of `settle`; every third hand folds.

    Stakes are those given, unless the rules fix them; none if the choices cannot be used.
    """
    line: _Line = {"rules": name, "choices": choices, "seats": [{"seat": 1, "wagers": {}}]}
    try:
        house = house_rules(name, read_round(msgspec.json.encode(line)).choices)
        ready = prepared(house)
    except Refusal:
        return None
    deck = _stacked(draw)
    wagers = _stakes(house, stakes)
    line["seats"] = []
    for seat in (1, 2):
        cards = " ".join(deck.pop(0) for _ in range(ready.player_cards))
        line["seats"].append({"seat": seat, "cards": cards, "wagers": dict(wagers)})
    draw.shuffle(deck)
    line["dealer"] = " ".join(deck.pop() for _ in range(ready.dealer_cards))
    board = " ".join(deck.pop() for _ in range(ready.community_cards))
    if board:
        line["board"] = board
    for seat in line["seats"]:
        seat["decision"] = _decision(ready.play, f"{seat['cards']} {board}", wagers["ante"], draw)
    if ready.meter_names:
        line["meters"] = dict.fromkeys(ready.meter_names, _METER)
    return line


def _stakes(house: HouseRules, asked: Mapping[str, int]) -> dict[str, int]:
    stakes: dict[str, int] = {}
    for name, wager in house.rules.wagers.items():
        if wager.placed != "before_deal" or not house.offers(name):
            continue
        fixed = wager.stakes
        if name == "progressive" and house.progressive is not None:
            fixed = house.progressive.stakes or wager.stakes
        usual = _ANTE if name == "ante" else _OTHER
        stakes[name] = fixed[0] if fixed else stakes[wager.equals] if wager.equals else asked.get(name, usual)
    return stakes


def _decision(play: Play, cards: str, ante: int, draw: random.Random) -> dict[str, Any]:
    if draw.random() < 0.3:
        return {"fold": True}
    bound = play.bound(play.strength(set_of(cards)), ante)
    return {play.decided: bound.only[0] if bound.only else bound.least}


def _stacked(draw: random.Random) -> list[str]:
    """A deck in an order of its own, with some cards of a suit, of a rank or of a run on top."""
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    draw.shuffle(deck)
    suit, ranks = draw.choice(SUITS), draw.sample(RANKS, 2)
    start = draw.randrange(len(RANKS) - 6)
    tops: dict[str, list[str]] = {
        "plain": [],
        "suit": [card for card in deck if card[1] == suit],
        "ranks": [card for card in deck if card[0] in ranks],
        "run": [rank + suit for rank in RANKS[start : start + 7]],
    }
    top = tops[draw.choice(tuple(tops))][: draw.randint(2, 7)]
    return top + [card for card in deck if card not in top]
