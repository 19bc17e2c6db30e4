"""A jurisdiction's requirements for a petition: `petition/<jurisdiction>.toml` beside its rule sets."""

from typing import Literal

import msgspec

from croupier.rulebook.catalog import rulebook
from croupier.rulebook.directory import Directory
from croupier.rulebook.model import Text
from croupier.rulebook.problems import read_toml

OPERATOR = "operator"
"""Items that only the operator can supply."""

Part = Literal[
    "submitted",
    "summary",
    "rules",
    "examples",
    "procedure",
    "remedies",
    "odds",
    "layout",
    "sign",
    "readings",
    "operator",
]
"""The parts of a packet that answer an item."""


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing that is asked for, and the parts of the packet that answer it."""

    asks: Text
    cite: str = ""
    """Its place in the regulation."""
    parts: tuple[Part, ...]
    missing: str = ""
    """The operator's part of it, where that is not the whole item."""


class Requirements(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The required contents of a petition."""

    regulation: str = ""
    items: tuple[Item, ...]


def requirements(rules: str, jurisdiction: str) -> Requirements:
    """The requirements for a petition under a rule set: its jurisdiction's, or the common list."""
    beside = rulebook().beside(rules)
    for name in (jurisdiction, "general"):
        for directory in beside:
            found = requirements_of(directory, name)
            if found is not None:
                return found
    raise AssertionError("the package has a common list")


def requirements_of(directory: Directory, jurisdiction: str) -> Requirements | None:
    """A jurisdiction's requirements for a petition in a directory; None if it has none."""
    place = f"petition/{jurisdiction}.toml"
    text = directory.text(place)
    return None if text is None else read_toml(text, directory.name_of(place), Requirements)
