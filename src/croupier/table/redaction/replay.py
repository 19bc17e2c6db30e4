"""A past round, step by step, as a viewer may see it.

The words of a step come from a state folded from redacted events, so they can reveal nothing else.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace as change

from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.redaction.events import redact_event
from croupier.table.redaction.permissions import sees_past_round
from croupier.table.redaction.view import View, view
from croupier.table.state import State, Viewer
from croupier.table.transcript import Line, words


class Step(NamedTuple):
    """An event of a table between two of its states."""

    version: int
    event: e.AnyEvent
    before: State
    after: State


class RedactedEvent(NamedTuple):
    """An event as the viewer may see it, and its lines of the transcript."""

    version: int
    event: e.AnyEvent
    lines: tuple[Line, ...]


class RedactedStep(NamedTuple):
    """A redacted event, and the table after it."""

    version: int
    event: e.AnyEvent
    lines: tuple[Line, ...]
    view: View


class RedactedRound(NamedTuple):
    """A past round as one viewer may see it."""

    start: View
    """The table before the first step."""
    steps: tuple[RedactedStep, ...]
    rulings: tuple[RedactedEvent, ...]
    """Rulings made after the round ended: awards, and resettlements."""


def may_replay(steps: Sequence[Step], viewer: Viewer) -> bool:
    """Whether the viewer may see this round."""
    hands = (hand for step in steps for hand in step.after.hands.values())
    return bool(steps) and sees_past_round(viewer, (hand.player for hand in hands))


def redact_round(
    steps: Sequence[Step], rulings: Iterable[tuple[int, e.AnyEvent]], viewer: Viewer
) -> RedactedRound:
    """A past round; `rulings` are the later events about it, each with its version."""
    last, known = steps[-1], steps[0].before
    redacted: list[RedactedStep] = []
    for step in steps:
        event = redact_event(step.event, viewer, step.after)
        lines = words(known, event)
        known = evolve(known, event)
        if not isinstance(event, e.TableOpened | e.RulesAdopted):  # large, and not part of a round
            redacted.append(RedactedStep(step.version, event, lines, _step_view(step, viewer)))
    return RedactedRound(
        start=_past_view(steps[0].before, viewer),
        steps=tuple(redacted),
        rulings=tuple(_rulings(rulings, last.after, known, viewer)),
    )


def _rulings(
    rulings: Iterable[tuple[int, e.AnyEvent]], last: State, known: State, viewer: Viewer
) -> Iterator[RedactedEvent]:
    for version, event in rulings:
        redacted = redact_event(event, viewer, last)
        yield RedactedEvent(version, redacted, words(known, redacted))


def _past_view(state: State, viewer: Viewer) -> View:
    """The table at a past moment, without offers and without the round before."""
    return change(view(state, viewer), offers=(), last=None)


def _step_view(step: Step, viewer: Viewer) -> View:
    """The table after a step. The step that ends the round shows the hands as they were at its end."""
    if not _ends_round(step):
        return _past_view(step.after, viewer)
    state = change(step.before, version=step.after.version, now=step.after.now)
    return change(_past_view(state, viewer), step=None, bets_open=False)


def _ends_round(step: Step) -> bool:
    last = step.after.last
    return step.before.program == "round" and last is not None and last.round == step.before.round
