"""The vocabulary of facts, which all documents share so that they can be laid side by side."""

import msgspec

from croupier.rulebook.line_numbers import Lines, dotted
from croupier.rulebook.model import Value
from croupier.rulebook.problems import Problem, RulebookError, parse_toml

TYPES: dict[str, tuple[type, type | None, str]] = {
    "integer": (int, None, "a whole number"),
    "yes or no": (bool, None, "true or false"),
    "text": (str, None, "text in quotes"),
    "cards": (str, None, 'cards, such as "9s 3s 2s"'),
    "texts": (tuple, str, "a list of texts in quotes"),
    "integers": (tuple, int, "a list of whole numbers"),
}
"""By type of a fact: its type here, that of its items, and the words for an author."""


class FactSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The definition of a fact: its type, its meaning, and the games whose documents must state it."""

    type: str
    meaning: str
    required: tuple[str, ...] = ()
    allowed: tuple[Value, ...] = ()
    """The only values, or parts of a list, that code knows; empty: any of the type."""
    least: int = 0
    most: int = 0
    """The bounds of a whole number, or of each of several; 0: none."""
    prose: bool = False
    """It decides nothing and goes under `prose` in a rule file."""
    felt: bool = False
    """A player notices it: shown where rule sets of one game are compared for players."""


FactSpecs = dict[str, dict[str, FactSpec]]
"""By section and name."""


def read_facts(text: str, file: str) -> FactSpecs:
    """The vocabulary that a `facts.toml` holds."""
    data = parse_toml(text, file)
    try:
        found = msgspec.convert(data, FactSpecs)
    except msgspec.ValidationError as error:
        allowed = ", ".join(FactSpec.__struct_fields__)
        told = f"{str(error).partition(' - at ')[0]}; allowed: [section] with name = {{ {allowed} }}"
        raise RulebookError(Problem(file, "(file)", told)) from None
    allowed = ", ".join(TYPES)
    wrong = {
        dotted(section, name, "type"): f"{spec.type!r}; allowed: {allowed}"
        for section, specs in found.items()
        for name, spec in specs.items()
        if spec.type not in TYPES
    }
    _refuse(wrong, text, file)
    return found


def extended(ours: FactSpecs, added: FactSpecs, text: str, file: str) -> FactSpecs:
    """A vocabulary with the facts that another file adds; it may not change the meaning of ours."""
    taken = {
        dotted(section, name): "the vocabulary has this fact already; allowed: another name"
        for section, specs in added.items()
        for name in specs
        if name in ours.get(section, {})
    }
    _refuse(taken, text, file)
    return {section: {**ours.get(section, {}), **added.get(section, {})} for section in {**ours, **added}}


def _refuse(problems: dict[str, str], text: str, file: str) -> None:
    if problems:
        lines = Lines(text)
        raise RulebookError(*(Problem(file, key, told, lines.near(key)) for key, told in problems.items()))
