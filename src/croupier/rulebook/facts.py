"""The vocabulary of facts, which all documents share so that they can be laid side by side."""

import msgspec

from croupier.rulebook.model import Value
from croupier.rulebook.problems import Problem, RulebookError, parse_toml


class FactSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a fact is: its type, its meaning, and the games whose documents must state it."""

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
        return msgspec.convert(data, FactSpecs)
    except msgspec.ValidationError as error:
        allowed = ", ".join(FactSpec.__struct_fields__)
        told = f"{str(error).partition(' - at ')[0]}; allowed: [section] with name = {{ {allowed} }}"
        raise RulebookError(Problem(file, "(file)", told)) from None


def merged(ours: FactSpecs, added: FactSpecs) -> FactSpecs:
    """A vocabulary extended by another."""
    return {section: {**ours.get(section, {}), **added.get(section, {})} for section in {**ours, **added}}
