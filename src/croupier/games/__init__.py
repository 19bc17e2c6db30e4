"""The games: each is one folder, found by its name here or by the entry-point group `croupier.games`.

Nothing outside a game's folder names it. A game that is a package of its own declares

    [project.entry-points."croupier.games"]
    my-game = "my_package:GAME"
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from croupier.games.protocol import Game

ENTRY_POINTS = "croupier.games"


def game_names() -> tuple[str, ...]:
    """The names of every game found, in alphabetical order."""
    return tuple(sorted({*_folders(), *(point.name for point in entry_points(group=ENTRY_POINTS))}))


@cache
def game(name: str) -> Game:
    """The game of that name; `KeyError` if there is none."""
    if name in _folders():
        found: Game = import_module(f"{__name__}.{_folders()[name]}").GAME
        return found
    for point in entry_points(group=ENTRY_POINTS, name=name):
        plugged: Game = point.load()
        return plugged
    raise KeyError(name)


def _folders() -> dict[str, str]:
    """The games of this package: their names, and their folders."""
    return {module.name.replace("_", "-"): module.name for module in iter_modules(__path__) if module.ispkg}
