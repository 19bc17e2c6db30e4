"""The protocol of a game: everything that the rest of the house asks of one."""

from collections.abc import Callable
from dataclasses import dataclass

from croupier.games.common import PlayFactory
from croupier.games.steps import RoundStep
from croupier.submission.house import TableRules


@dataclass(frozen=True, slots=True)
class Game:
    """A game, as its folder exports it under the name `GAME`."""

    play: PlayFactory
    """House rules to the functions that play and settle one hand."""
    procedure: Callable[[TableRules], tuple[RoundStep, ...]]
    """The round as a list of steps, for a table's way of dealing."""
