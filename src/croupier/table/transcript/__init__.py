"""The log as text: the events of a table, their actors, and the way of each cent, for a person to read.

One line for each event, and one for each settled wager. Prompts and announcements are the rulebook's, amounts
are in dollars, times in UTC, clauses in brackets. The text only repeats the events, so it also reads a
redacted log (`table.redaction`): hidden cards appear as a number of cards, or not at all.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.state import EMPTY, State
from croupier.table.transcript import play, settlement
from croupier.table.transcript.phrases import Line

__all__ = ["Line", "line", "transcript", "words"]

_WIDTH = 17
"""The width of the column of actors."""
_WORDS = {**play.WORDS, **settlement.WORDS}
"""The words of every kind of event."""


def transcript(log: Iterable[e.AnyEvent], *, clauses: bool = True, state: State = EMPTY) -> Iterator[str]:
    """The text of a log, line by line; `state` is the state before its first event."""
    day = None
    for event in log:
        today = _moment(event.at).date()
        if today != day:
            yield f"{today.isoformat()} UTC"
            day = today
        yield line(state, event, clauses=clauses)
        state = evolve(state, event)


def words(state: State, event: e.AnyEvent) -> tuple[Line, ...]:
    """The lines of an event without time and actor: the first is the event, the others are details."""
    return tuple(_WORDS[type(event)](state, event))


def line(state: State, event: e.AnyEvent, *, clauses: bool = True) -> str:
    """The text of one event, given the state before it. Details follow on lines of their own."""
    first, *more = words(state, event)
    who = event.role if event.by in ("", event.role) else f"{event.role} {event.by}"
    lines = [f"{_moment(event.at):%H:%M:%S}  {who:{_WIDTH}}  {first.words}{_cited(event.clauses, clauses)}"]
    lines += [f"{'':{_WIDTH + 14}}{each.words}{_cited(each.clauses, clauses)}" for each in more]
    return "\n".join(lines)


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)


def _cited(ids: tuple[str, ...], wanted: bool) -> str:
    return f" [{', '.join(ids)}]" if ids and wanted else ""
