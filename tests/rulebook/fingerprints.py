"""What a rule set decides, as text: rounds settled, submissions checked, tables run, felts drawn, terms.

Each part is cheap, since the mutation test asks for it again after every change of a datum.
"""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import Refusal
from croupier.floor.print.sign import sign_html
from croupier.games import game
from croupier.layout.build import layout
from croupier.rulebook.catalog import rule_set
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import RulebookError
from croupier.settlement.json_lines import settle_line
from croupier.submission.check import check_text
from croupier.submission.choices import resolve
from croupier.submission.form import VALUES, Choices
from croupier.submission.table import table_rules
from tests.table.driver import METHODS, Table, every_wager, live
from tests.table.driver import table_rules as driven_rules

CASES = Path(__file__).parents[1] / "cases"
EXAMPLES = Path(__file__).parents[2] / "examples"


# ------------------------------------------------------------------------------------------- settlement


@cache
def rounds(name: str) -> tuple[bytes, ...]:
    """The rounds of the cases that are of a rule set."""
    files = (tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(CASES.glob("*.toml")))
    of_cases = (case["round"] for file in files for case in file["case"])
    return tuple(msgspec.json.encode(each) for each in of_cases if each["rules"] == name)


def settled(name: str) -> str:
    """The rounds settled, or why they are refused."""
    answers = []
    for line in rounds(name):
        answer: dict[str, Any] = msgspec.json.decode(settle_line(line)[0])
        answer.pop("digest", None)
        answers.append(answer)
    return repr(answers)


# ------------------------------------------------------------------------------------------------ terms


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
                [play.settle_main(*hands, 0, 600, 600) for hands in ((1 << 20, 1 << 21), (1 << 21, 1 << 20))],
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


# ------------------------------------------------------------------------------------------------ check


def checked(name: str) -> str:
    """What `check` finds in submissions that ask for every value of every option."""
    return repr([list(check_text(text).findings) for text in _submissions(name)])


@cache
def _submissions(name: str) -> tuple[str, ...]:
    base = EXAMPLES.joinpath(f"{name.replace('/', '-')}.toml").read_text(encoding="utf-8")
    found = [base, f'rules = "{name}"\n']
    for key, values in {**VALUES, **_NUMBERS}.items():
        section, _, field = key.partition(".")
        texts = (msgspec.json.encode(value).decode() for value in values)
        found += [f'rules = "{name}"\n[{section}]\n{field} = {text}\n' for text in texts]
    found += [f'rules = "{name}"\n[equipment]\n{field} = true\n' for field in _SWITCHES]
    for field in ("positions", "boxes_per_player"):
        found += [f'rules = "{name}"\n{field} = {value}\n' for value in range(1, 9)]
    return tuple(found)


_SWITCHES = (
    "preshuffled",
    "counting_shuffler",
    "shuffler_into_shoe",
    "shuffler_deals_per_position",
    "reshuffle_and_count_device",
    "cover_all_device",
    "progressive_system",
)
_NUMBERS: dict[str, tuple[Any, ...]] = {
    "equipment.decks": (1, 2, 3),
    "choices.match_play": (True,),
    "choices.progressive_wager": (100, 200, 500, 50),
    "procedure.deck_change_hours": (1, 4, 5, 8, 9, 24, 25),
    "procedure.settlement_alternative": ("1", "2", "3"),
    "choices.instruments": (("chips",), ("plaques",), ("other",), ("coupon",)),
    "choices.recognised_hands": (("flush_4",), ("straight_flush_7", "flush_7")),
}


# ------------------------------------------------------------------------------------------------ table


def steps(name: str) -> str:
    """The round as a list of steps, by dealing method."""
    procedure = game(rule_set(name).rules.game).procedure
    said = []
    for method in METHODS[name]:
        for step in procedure(driven_rules(name, deal=method)):
            packets = None if step.packets is None else step.packets((1, 2))
            said.append((replace(step, packets=None), packets))
    return repr(said)


def offered(name: str) -> str:
    """What the table offers to everybody, step by step, from its opening to the end of a round."""
    said = []
    for method in METHODS[name]:
        table = live(name, method, seats=(1, 2), decks=2 if method == METHODS[name][0] else 1)
        for _ in range(12):
            said.append(_offers(table))
            if table.state.program == "round":
                break
            table.perform_next()
        table.start_round({seat: every_wager(name) for seat in (1, 2)})
        number = table.state.round
        while table.state.program == "round" and table.state.round == number:
            said.append(_offers(table))
            table.perform_next()
        said.append(_offers(table))
    return repr(said)


def _offers(table: Table) -> list[Any]:
    return [table.offers(role) for role in ("dealer", "floorperson", "supervisor")]


# ------------------------------------------------------------------------------------- the felt and the sign


def drawn(name: str) -> str:
    """The felt and the sign of the example."""
    text = EXAMPLES.joinpath(f"{name.replace('/', '-')}.toml").read_text(encoding="utf-8")
    checked = check_text(text)
    assert checked.submission is not None
    said: list[Any] = []
    try:
        said.append(layout(checked.submission))
        said.append(sign_html(table_rules(checked.submission), "1", electronic=False))
    except Refusal as refusal:
        said.append(str(refusal))
    return repr(said).replace(rule_set(name).digest[:19], "")


def guarded(part: Any) -> Any:
    """A part that says what went wrong instead of stopping: a changed rule may make a round impossible."""

    def said(name: str) -> str:
        try:
            return str(part(name))
        except RulebookError:
            raise
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    said.__name__ = part.__name__
    return said


PARTS = tuple(map(guarded, (steps, terms, drawn, settled, checked, offered)))
