"""The games: each is one folder, found by its name here or by the entry-point group `croupier.games`.

Nothing outside a game's folder names it. A game that is a package of its own declares

    [project.entry-points."croupier.games"]
    my-game = "my_package:GAME"
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from croupier.errors import Refusal
from croupier.games.protocol import Game
from croupier.plugins import plugins
from croupier.rulebook.catalog import rulebook

ENTRY_POINTS = "croupier.games"


def game_names() -> tuple[str, ...]:
    """The names of every game found, in alphabetical order."""
    return tuple(sorted({*_folders(), *(point.name for point in plugins(ENTRY_POINTS))}))


@cache
def game(name: str) -> Game:
    """The game of that name; a refusal if there is none."""
    if name in _folders():
        found: Game = import_module(f"{__name__}.{_folders()[name]}").GAME
        return found
    for point in plugins(ENTRY_POINTS):
        if point.name == name:
            plugged: Game = point.load()
            return plugged
    raise Refusal("rules_unusable", _no_game(name))


def _no_game(name: str) -> str:
    return f"no game {name[:64]!r}; allowed: {', '.join(game_names())}"


def problem_of(name: str) -> str:
    """Why a rule set cannot be played, in one line: its file is broken, or its game is missing."""
    found = rulebook().problem(name)
    if found:
        return found
    played = rulebook().rule_set(name).rules.game
    return "" if played in game_names() else f"{name}: rules.game: {_no_game(played)}"


def _folders() -> dict[str, str]:
    """The games of this package: their names, and their folders."""
    return {module.name.replace("_", "-"): module.name for module in iter_modules(__path__) if module.ispkg}
