"""The log as a story: what happened at a table, by whom, and where each cent went, for a person to read.

One line an event, with a line for each wager where wagers are settled. The words are the rulebook's prompts
and announcements, the amounts dollars, the times UTC, the clauses in brackets. It tells what the events say
and judges nothing, so it also reads a redacted log (`table.redaction`): hidden cards appear as a number of
cards, or not at all.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.state import EMPTY, State
from croupier.table.transcript import play, settlement
from croupier.table.transcript.phrases import Told

__all__ = ["Told", "line", "transcript", "words"]

_WIDTH = 17
"""Of the column that says who."""
_WORDS = {**play.WORDS, **settlement.WORDS}
"""The words of every kind of event."""


def transcript(log: Iterable[e.AnyEvent], *, clauses: bool = True, state: State = EMPTY) -> Iterator[str]:
    """The story of a log, line by line; `state` is the one before its first event, if that opens no table."""
    day = None
    for event in log:
        today = _moment(event.at).date()
        if today != day:
            yield f"{today.isoformat()} UTC"
            day = today
        yield line(state, event, clauses=clauses)
        state = evolve(state, event)


def words(state: State, event: e.AnyEvent) -> tuple[Told, ...]:
    """What an event tells, without when and by whom: the first is the event, the others belong to it."""
    return tuple(_WORDS[type(event)](state, event))


def line(state: State, event: e.AnyEvent, *, clauses: bool = True) -> str:
    """The story of one event, given the state before it. What belongs to it follows on lines of its own."""
    first, *more = words(state, event)
    who = event.role if event.by in ("", event.role) else f"{event.role} {event.by}"
    lines = [f"{_moment(event.at):%H:%M:%S}  {who:{_WIDTH}}  {first.words}{_cited(event.clauses, clauses)}"]
    lines += [f"{'':{_WIDTH + 14}}{each.words}{_cited(each.clauses, clauses)}" for each in more]
    return "\n".join(lines)


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)


def _cited(ids: tuple[str, ...], wanted: bool) -> str:
    return f" [{', '.join(ids)}]" if ids and wanted else ""
