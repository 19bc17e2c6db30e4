"""What the server says to players, in English: vocabularies, guides, lessons, and the endings of many rounds.

`web/src/languages/server.en.json` lists it, and the tests of the web translate every line of it.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from croupier.games.vocabulary import vocabulary
from croupier.lessons.differences import differences
from croupier.lessons.guide import guide
from croupier.lessons.reasons import reason
from croupier.lessons.stacked import lessons_of, play_lesson
from croupier.odds.advice import Advice
from croupier.server.api.tables.routes import ELECTRONIC_NOTICE
from croupier.submission.practice import practice_rules, practiced
from croupier.table.redaction.view import view
from croupier.table.state import Viewer
from tests.table.driver import RULES, bold, electronic, every_wager, shuffled, timid

PLACE = Path(__file__).parents[2] / "web" / "src" / "languages" / "server.en.json"
ROUNDS = 30
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
    *("word", "meaning", "what"),
}
BY_NAME = {"reasons", "wagers", "actions", "rows", "stages", "tables", "places", "values"}
WON = (Fraction(2), Fraction(1, 100), Fraction(0), Fraction(-1, 3), Fraction(-1, 100), Fraction(-1))


def words_of(value: Any, field: str = "", within: str = "") -> Iterator[str]:
    """Every string that people read, by the names of the fields, as `web/src/lib/messages.ts` does it."""
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


def spoken() -> list[str]:
    """The lines, each once, sorted."""
    said = {ELECTRONIC_NOTICE, *words_of(msgspec.to_builtins({"points": differences()}))}
    for name in practiced():
        law = practice_rules(name).house.rules
        said |= set(words_of(msgspec.to_builtins(vocabulary(law)))) | set(
            words_of(msgspec.to_builtins(guide(name)))
        )
        said |= set(_reasons(name)) | {f"{vocabulary(law).title}, {vocabulary(law).place}"}
        for number, lesson in enumerate(lessons_of(name), 1):
            for count in range(len(lesson.do) + 1):
                said |= set(words_of(msgspec.to_builtins(play_lesson(name, number, lesson.do[:count]))))
    for name in RULES:
        said |= set(_round_words(name))
    return sorted(said - {""})


def written() -> bytes:
    """The file as it should be."""
    return msgspec.json.format(msgspec.json.encode(spoken()), indent=1) + b"\n"
