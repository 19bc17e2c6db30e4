"""The protocol of a game: everything that the other rooms need from it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from croupier.games.common import PlayFactory
from croupier.games.felt import Felt
from croupier.games.samples import Samples
from croupier.games.steps import RoundStep
from croupier.games.words import Words
from croupier.submission.house import TableRules


@dataclass(frozen=True, slots=True)
class Game:
    """A game, as its folder exports it under the name `GAME`."""

    play: PlayFactory
    """House rules to the functions that play and settle one hand."""
    procedure: Callable[[TableRules], tuple[RoundStep, ...]]
    """The round as a list of steps, for a table's way of dealing."""
    words: Words = field(default_factory=Words)
    """The game's labels and texts; defaults come from the rule set."""
    felt: Felt = field(default_factory=Felt)
    """Where its wagers stand on the felt."""
    samples: Samples = field(default_factory=Samples)
    """Hands to show, and the least hand that a simulated player stays in with."""
    policies: tuple[str, ...] = ()
    """The policies that it reads, beside those that every settlement does."""
    solver: str | None = None
    """The import path of its solver, `module:name`, loaded on first use. None: the generic solver."""
