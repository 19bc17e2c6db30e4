"""The decisions of a rule set, as text: rounds settled, submissions checked, tables run, felts drawn, terms.

Each part is cheap, since the mutation test asks for it again after every change of a datum.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import Refusal
from croupier.floor.print.sign import sign_html
from croupier.games import game
from croupier.layout.build import layout
from croupier.layout.inscriptions import required_words
from croupier.rulebook.catalog import rule_set
from croupier.rulebook.model import RuleSet
from croupier.settlement.json_lines import settle_line
from croupier.submission.check import check_text
from croupier.submission.choices import resolve
from croupier.submission.form import Choices
from croupier.submission.house import TableRules
from croupier.submission.table import table_rules
from tests.rulebook.submission_fingerprints import EXAMPLES, checked
from tests.rulebook.table_fingerprints import irregular, obliged, offered, programs

CASES = Path(__file__).parents[1] / "cases"


# ------------------------------------------------------------------------------------------- settlement


@cache
def rounds(name: str) -> tuple[bytes, ...]:
    """The rounds of the cases that are of a rule set."""
    files = (tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(CASES.glob("*.toml")))
    of_cases = (case["round"] for file in files for case in file["case"])
    found = [each for each in of_cases if each["rules"] == name]
    return tuple(map(msgspec.json.encode, (*found, *_one_player(found[0]))))


def _one_player(first: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One player on two to five positions: too many are refused before the cards are looked at."""
    for boxes in range(2, 6):
        seats = [{**first["seats"][0], "seat": seat, "player": "one"} for seat in range(1, boxes + 1)]
        yield {**first, "seats": seats}


def settled(name: str) -> str:
    """The rounds settled, or why they are refused."""
    answers = []
    for line in rounds(name):
        answer: dict[str, Any] = msgspec.json.decode(settle_line(line)[0])
        answer.pop("digest", None)
        answers.append(answer)
    return repr(answers)


# ------------------------------------------------------------------------------------------------ terms


_STRENGTHS = (1, 2, 1 << 20, 1 << 21)
"""Hands with which a dealer does not qualify, and hands with which a dealer does."""


def terms(name: str) -> str:
    """What the mathematics is computed from: every pay table of the document in the game's own numbers."""
    rules = rule_set(name)
    said = []
    for choices in _every_choice(rules):
        house = resolve(rules, choices).house
        play = game(rules.rules.game).play(house)
        said.append(
            [
                [side.schedule for side in play.sides.values()],
                [side.schedule for side in play.automatic.values()],
                None if play.progressive is None else play.progressive.schedule,
                {hands: table.awards for hands, table in house.cover_all.items()},
                [play.settle_main(*each, 600, 600) for each in product(_STRENGTHS, _STRENGTHS, (0, 1))],
                house.limits,
                house.progressive,
            ]
        )
    return repr(said)


def _every_choice(rules: RuleSet) -> list[Choices]:
    """Choices that name every pay table of the document once."""
    found = [Choices(cover_all=True)]
    for wager, tables in rules.paytables.items():
        if wager in rules.wagers and rules.wagers[wager].offered == "by_choice" and wager != "cover_all":
            found += [Choices.of(**{wager: name}, acknowledge=(wager,)) for name in tables.tables]
    found += [Choices(progressive=name) for name in rules.progressive]
    return found


# ------------------------------------------------------------------------------------- the felt and the sign


def _signs(rules: TableRules) -> Iterator[str]:
    """The sign of a table as submitted, and under every value of every policy."""
    yield sign_html(rules, "1", electronic=False)
    for policy, known in rules.house.rules.policies.items():
        for value in known.values:
            house = replace(rules.house, policies={**rules.house.policies, policy: value})
            yield sign_html(replace(rules, house=house), "1", electronic=False)


def drawn(name: str) -> str:
    """The felt and the sign of the example."""
    text = EXAMPLES.joinpath(f"{name.replace('/', '-')}.toml").read_text(encoding="utf-8")
    checked = check_text(text)
    assert checked.submission is not None
    said: list[Any] = []
    try:
        said.append(layout(checked.submission))
        said.append(list(required_words(table_rules(checked.submission))))
        said += _signs(table_rules(checked.submission))
    except Refusal as refusal:
        said.append(str(refusal))
    return repr(said).replace(rule_set(name).digest.partition(":")[2][:12], "")


PARTS = (programs, irregular, terms, drawn, settled, obliged, offered, checked)
