"""Look at recorded play: `review` prices every decision, `watch` weighs the evidence of hidden knowledge.

Both take an open `Log`, the `Path` of a file of rounds as `croupier settle` takes them, or `Round`s, whose
seats name their players (`Seat.player`). The figures are those of `croupier review` and `croupier watch`.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Union

from croupier.errors import Refusal
from croupier.floor.reports.given_rounds import (
    GivenRounds,
    only_of,
    rounds_of_file,
    rounds_of_log,
    rounds_of_records,
)
from croupier.floor.reports.recorded_play import Reviewed, review_rounds, watch_rounds
from croupier.input_types import conform, file_path, iterable, text, truth
from croupier.odds.review.account import Deviation, Mistake, Review
from croupier.odds.watch.players import THRESHOLD, LeakEvidence, PlayedEdge, PlayerWatch
from croupier.settlement.round import Round

if TYPE_CHECKING:
    from croupier.api.logs import Log

__all__ = [
    "Deviation",
    "LeakEvidence",
    "Mistake",
    "PlayedEdge",
    "PlayerWatch",
    "Review",
    "Reviewed",
    "review",
    "watch",
]


def review(
    rounds: Union["Log", Path, Iterable[Round]],
    *,
    player: Sequence[str] | None = None,
    bands: bool = False,
) -> Reviewed:
    """Play priced by player, table, dealer, shift and day: optimal play, mistakes, luck and mispays.

    Cents, from the house's side; a progressive is left out. `player` names some players; `bands` adds the
    band of luck, 99%, by the exact laws, which solves the games.
    """
    truth(bands, "bands")
    chosen = _names(player, "player")
    return review_rounds(only_of(_given(rounds).rounds, chosen), chosen, bands)


def watch(
    rounds: Union["Log", Path, Iterable[Round]],
    *,
    player: Sequence[str] | None = None,
    against: Sequence[str] | None = None,
    threshold: float | None = None,
) -> tuple[PlayerWatch, ...]:
    """The evidence that players know hidden cards, for the leaks `against`: dealer:1, dealer:2, others:5.

    Evidence of 6 means that the hidden cards are a million times likelier if the player knew them. At the
    `threshold` an alarm is raised; without one, that of the house in the log, or 6.
    """
    leaks = _names(against, "against")
    if threshold is not None and (type(threshold) not in (int, float) or not 1 <= threshold <= 100):
        raise Refusal("value_not_allowed", f"threshold: {threshold!r}; allowed: 1 to 100")
    chosen = _names(player, "player")
    given = _given(rounds)
    alarm = threshold or given.threshold or THRESHOLD
    return watch_rounds(only_of(given.rounds, chosen), chosen, leaks, alarm)


def _given(rounds: Union["Log", Path, Iterable[Round]]) -> GivenRounds:
    if isinstance(rounds, Path):
        try:
            return rounds_of_file(file_path(rounds, "rounds"))
        except OSError as error:
            raise Refusal("malformed", f"{rounds}: {error.strerror}") from None
    records = getattr(rounds, "records", None)
    if callable(records):
        return rounds_of_log(records())
    given = iterable(rounds, "rounds", "a `Log`, a `Path` or `Round`s")
    return rounds_of_records(conform(each, Round, f"rounds[{place}]") for place, each in enumerate(given))


def _names(given: Sequence[str] | None, what: str) -> list[str] | None:
    """Names as given; a text alone is not a list of names."""
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise Refusal("malformed", f"{what}: expected a list of names, got `{type(given).__name__}`")
    return [text(each, what) for each in given]
