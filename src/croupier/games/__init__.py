"""The games: each is a folder of four small files, found by its name."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from croupier.games.common import PlayFactory
from croupier.games.steps import RoundStep
from croupier.submission.house import TableRules


class Game(NamedTuple):
    """What a game's folder gives: how a hand is played and settled, and how a round goes."""

    play: PlayFactory
    procedure: Callable[[TableRules], tuple[RoundStep, ...]]


@cache
def game(name: str) -> Game:
    """The game of a rule set, from its folder: a new game is a new folder and nothing else."""
    folder = f"croupier.games.{name.replace('-', '_')}"
    return Game(import_module(folder).play, import_module(f"{folder}.procedure").procedure)
