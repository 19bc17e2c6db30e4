"""What the shell completes: rule sets and submission files, bets, pay tables, policies and strategies."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from croupier.submission.house import HouseRules


def complete_subject(incomplete: str) -> list[str]:
    """Rule sets, and TOML files and folders of the directory that is being typed."""
    from croupier.rulebook.catalog import rule_set_names

    found = [name for name in rule_set_names() if name.startswith(incomplete)]
    return found + complete_file(incomplete, ".toml")


def complete_rules(incomplete: str) -> list[str]:
    """Rule sets."""
    from croupier.rulebook.catalog import rule_set_names

    return [name for name in rule_set_names() if name.startswith(incomplete)]


def complete_file(incomplete: str, ending: str) -> list[str]:
    """Files with an ending, and folders."""
    place, _, begun = incomplete.rpartition("/")
    folder = Path(place or ("/" if incomplete.startswith("/") else "."))
    before = f"{place}/" if "/" in incomplete else ""
    try:
        names = sorted(each for each in folder.iterdir() if each.name.startswith(begun))
    except OSError:
        return []
    return [f"{before}{each.name}{'/' if each.is_dir() else ''}" for each in names
            if each.is_dir() or each.suffix == ending]  # fmt: skip


def complete_bet(incomplete: str) -> list[str]:
    """The bets of the rule set or submission that was typed before."""
    return [name for name in ("main", *_tables()) if name.startswith(incomplete)]


def complete_table(incomplete: str) -> list[str]:
    """The pay tables of the rule set or submission that was typed before."""
    found = dict.fromkeys(table for tables in _tables().values() for table in tables)
    return [name for name in found if name.startswith(incomplete)]


def complete_bet_and_table(incomplete: str) -> list[str]:
    """Bets with each of their pay tables, as NAME=TABLE."""
    found = [f"{name}={table}" for name, tables in _tables().items() for table in tables]
    return [each for each in found if each.startswith(incomplete)]


def complete_policy(incomplete: str) -> list[str]:
    """Policies with each of their values, as NAME=VALUE."""
    house = _house()
    known = {} if house is None else house.rules.policies
    found = [f"{name}={value}" for name, policy in known.items() for value in policy.values]
    return [each for each in found if each.startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[str]:
    """The strategies that the game has by name, and files with one's own."""
    from croupier.odds.protocol import solver_for

    house = _house()
    known = () if house is None else solver_for(house.rules).simulation(house, 1).strategies
    return [name for name in known if name.startswith(incomplete)] + complete_file(incomplete, ".py")


def complete_submission(incomplete: str) -> list[str]:
    """TOML files and folders."""
    return complete_file(incomplete, ".toml")


def _tables() -> dict[str, list[str]]:
    """The pay tables of the rule set or submission that was typed before, by bet."""
    from croupier.odds.side_bets import tables_of

    house = _house()
    return {} if house is None else {name: list(tables) for name, tables in tables_of(house).items()}


def _house() -> "HouseRules | None":
    """The house rules of the rule set or submission among the words typed so far."""
    from croupier.cli.odds.subject import subject_of
    from croupier.rulebook.catalog import rulebook

    typed = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
    named = [word for word in typed.split() if rulebook().has(word) or word.endswith(".toml")]
    if not named:
        return None
    try:
        return subject_of(named[0], []).house
    except (OSError, ValueError, typer.Exit):  # a completion that fails offers nothing
        return None
