"""Words that every line of a transcript is made of: names, seats, amounts, cards, reasons."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from croupier.jackpot.meters import UNIT
from croupier.money import dollars
from croupier.names import spoken
from croupier.rulebook.model import Step
from croupier.table import events as e
from croupier.table.programs import current
from croupier.table.state import State
from croupier.table.words.wagers import wager_words

DIGEST = 12
"""Characters of a digest that are shown."""


class Line(NamedTuple):
    """A line without its time: the words, and the clauses that they rest on."""

    words: str
    clauses: tuple[str, ...] = ()


def seat_words(seat: int, player: str = "") -> str:
    return f"seat {seat} ({player})" if player else f"seat {seat}"


def seats_words(seats: Iterable[int]) -> str:
    numbers = [str(seat) for seat in seats]
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"


def signed_dollars(cents: int) -> str:
    return "$0" if not cents else ("+" if cents > 0 else "-") + dollars(abs(cents))


def meter_dollars(units: int) -> str:
    """Ten-thousandths of a cent as dollars, all of them."""
    cents, rest = divmod(abs(units), UNIT)
    if not rest:
        return dollars(cents)
    return f"${cents // 100:,}.{cents % 100:02d}{rest:04d}".rstrip("0")


def _signed_units(units: int) -> str:
    return ("-" if units < 0 else "+") + meter_dollars(units)


def meter_moves(moved: Mapping[str, int]) -> str:
    return ", ".join(f"{meter} {_signed_units(units)}" for meter, units in moved.items())


def wager_list(wagers: Mapping[str, int]) -> str:
    return ", ".join(wager_words(spoken(name), amount) for name, amount in wagers.items())


def card_count(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def because(reason: str) -> str:
    return f"; reason: {reason}" if reason else ""


def said(says: str) -> str:
    return f' "{says}"' if says else ""


def rule_of(state: State, name: str) -> Step | None:
    """The step of that name: the one that is due, or as the document knows it for the table's methods."""
    if state.rules is None:
        return None
    due = current(state)
    if due is not None and due.name == name:
        return due.rule
    return state.at.house.rules.step(name, state.at.equipment.deal or "")


def prompt_of(state: State, name: str) -> str:
    rule = rule_of(state, name)
    return spoken(name) if rule is None else rule.prompt


def alert_lines(alerts: Iterable[e.Alert]) -> Iterator[Line]:
    for alert in alerts:
        yield Line(f"alert to the floor: {alert.text}", alert.clauses)
