"""The server's words to players, in English: vocabularies, guides, lessons, refusals, endings of rounds.

`web/src/languages/server.en.json` lists it, and the tests of the web translate every line of it.
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import Refusal
from croupier.games.four_card_poker.solver.borders import SIMPLE_STRATEGIES
from croupier.games.high_card_flush.solver.solution import SIMPLE_RULES
from croupier.games.ultimate_texas_holdem.solver.simple_rules import RULES as HOLDEM_RULES
from croupier.games.vocabulary import vocabulary
from croupier.layout.build import layout_of
from croupier.layout.svg import svg
from croupier.ledger.overdrafts import overdraft
from croupier.lessons.differences import differences
from croupier.lessons.guide import guide
from croupier.lessons.reasons import reason
from croupier.lessons.stacked_rounds import lessons_of, play_lesson
from croupier.odds.advice import Advice
from croupier.server.api.odds.responses import every_rule_set
from croupier.server.api.tables.routes import ELECTRONIC_NOTICE
from croupier.submission.practice import practice_rules, practice_text, practiced
from croupier.table import commands as c
from croupier.table.redaction.view import view
from croupier.table.state import Viewer
from tests.table.driver import RULES, Table, bold, electronic, every_wager, shuffled, timid

PLACE = Path(__file__).parents[2] / "web" / "src" / "languages" / "server.en.json"
ROUNDS = 30
PLAIN = {"not_now"}
"""Refusals that pages put into words of their own (`web/src/lib/table/table.svelte.ts`)."""
READ = {
    *(
        "title",
        "place",
        "blurb",
        "bets",
        "text",
        "says",
        "ending",
        "hand",
        "dealer_hand",
        "why",
        "label",
        "pays",
    ),
    *("word", "words", "meaning", "what"),
}
BY_NAME = {"reasons", "wagers", "actions", "rows", "stages", "tables", "places", "values"}
WON = (Fraction(2), Fraction(1, 100), Fraction(0), Fraction(-1, 3), Fraction(-1, 100), Fraction(-1))


def words_of(value: Any, field: str = "", within: str = "") -> Iterator[str]:
    """Every string that people read, by the names of its fields, as in `web/src/lib/text/messages.ts`."""
    if isinstance(value, str):
        if field in READ or within in BY_NAME or (within == "ranking" and field == "name"):
            yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from words_of(each, "ranking" if field == "ranking" else "")
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from words_of(each, name, field)


def _round_words(name: str) -> Iterator[str]:
    for seed in range(ROUNDS):
        table = electronic(name)
        table.deal_round(
            {1: every_wager(name), 4: every_wager(name)}, shuffled(seed), (bold, timid)[seed % 3 == 2]
        )
        for player in ("p1", "p4"):
            shown = view(table.state, Viewer(role="player", player=player)).last
            yield from words_of(msgspec.to_builtins(shown))


def _reasons(name: str) -> Iterator[str]:
    law = practice_rules(name).house.rules
    multiples = {"play": ("play_4x", "check"), "raise": ("raise_2x", "fold")}[vocabulary(law).decided]
    for first in WON:
        for second in WON:
            values = dict(zip(multiples, (first, second), strict=True))
            yield reason(law, Advice(law.rules.name, "decide", values))


def _refusals(name: str) -> Iterator[str]:
    """The refusals that a player may get at a table with posted limits."""
    table = electronic(name, posted={"ante": (500, 50_000)})
    table.open_up()
    table.sit(1, 4)
    every = every_wager(name)
    needed: dict[str, int] = {wager: every[wager] for wager in ("ante", "blind") if wager in every}
    wagers: tuple[dict[str, int], ...] = (
        dict.fromkeys(needed, 100),
        dict.fromkeys(needed, 90_000),
        {wager: amount for wager, amount in every.items() if wager not in needed},
        {**every, "progressive": 777},
        {**every, "ante": every["ante"] + 500},
        {"ante": every["ante"]},
    )
    bets: list[c.AnyAct] = [c.Bet(seat=1, wagers=each) for each in wagers]
    yield from _refused(table, [c.Sit(seat=seat, player="p1") for seat in (4, 2, 99)])
    yield from _refused(table, [*bets, c.Bet(seat=3, wagers=needed), c.Bet(seat=4, wagers=needed)])
    table.start_round({1: needed, 4: needed}, shuffled(3))
    decided = vocabulary(table.state.at.house.rules).decided
    yield from _refused(table, [c.Bet(seat=1, wagers=needed), c.Leave(seat=1), c.Leave(seat=4)])
    yield from _refused(table, [c.Decide(seat=1, action=decided, amount=7)])
    yield str(overdraft(5, 10**9))


def _felt(name: str) -> Iterator[str]:
    """The print of the felt, as `web/src/felt/lettering.ts` reads it: lines of one label together."""
    drawing = svg(layout_of(practice_text(name)))
    for label in re.findall(r"(?:<text\b[^>]*>[^<]*</text>)+", drawing):
        yield " ".join(re.findall(r">([^<]+)<", label))
    yield from re.findall(r"<textPath\b[^>]*>([^<]*)<", drawing)


def _printed(text: str) -> str:
    """A label in capitals is known by its small letters."""
    return text.lower() if text == text.upper() else text


def _best_play() -> Iterator[str]:
    """The rules of the solvers that a person can remember, as the guide shows them."""
    words = {rule.name: rule.words((4, 3, 2, 1)) for rule in HOLDEM_RULES}
    words |= {rule.name: rule.words(1, 3) for rule in SIMPLE_STRATEGIES}
    for name, text in words.items():
        yield from (name, *text.split("; "))
    yield from SIMPLE_RULES


def _refused(table: Table, acts: Iterable[c.AnyAct]) -> Iterator[str]:
    for act in acts:
        try:
            table.do(act, "player", "p1")
        except Refusal as refusal:
            if refusal.code not in PLAIN:
                yield str(refusal)


def spoken() -> list[str]:
    """The lines, each once, sorted."""
    said = {ELECTRONIC_NOTICE, *words_of(msgspec.to_builtins({"points": differences()}))}
    for name in practiced():
        law = practice_rules(name).house.rules
        said |= set(words_of(msgspec.to_builtins(vocabulary(law)))) | set(
            words_of(msgspec.to_builtins(guide(name)))
        )
        said |= {_printed(unescape(text)) for text in _felt(name) if re.search("[A-Za-z]{2}", text)}
        said |= set(_reasons(name)) | {f"{vocabulary(law).title}, {vocabulary(law).place}"}
        for number, lesson in enumerate(lessons_of(name), 1):
            for count in range(len(lesson.do) + 1):
                said |= set(words_of(msgspec.to_builtins(play_lesson(name, number, lesson.do[:count]))))
    said |= set(_best_play()) | set(words_of(msgspec.to_builtins(every_rule_set())))
    for name in RULES:
        said |= set(_round_words(name)) | set(_refusals(name))
    return sorted(said - {""})


def written() -> bytes:
    """The file as it should be."""
    return msgspec.json.format(msgspec.json.encode(spoken()), indent=1) + b"\n"
