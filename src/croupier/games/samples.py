"""Sample hands of a game: for the lobby and the practice page, and what a simulated player stays in with."""

from collections.abc import Callable
from dataclasses import dataclass

from croupier.cards import set_of, text_of
from croupier.games.common import Play

_SHOWN = "As Ks Qs Js Ts 9s 8s 7s 6s"

Fair = Callable[[Play, str, str], bool]
"""(the game, the player's cards, the board) to whether a simulated player stays in."""


def always(play: Play, cards: str, board: str) -> bool:
    """Stay in with any hand."""
    return True


def at_least(least: str) -> Fair:
    """Stay in with this hand or a better one."""

    def fair(play: Play, cards: str, board: str) -> bool:
        return play.strength(set_of(f"{cards} {board}")) >= play.strength(set_of(least))

    return fair


def by_rank(cards: str) -> list[str]:
    """The cards of a hand from the highest down.

    >>> by_rank("2c As Td")
    ['As', 'Td', '2c']
    """
    return text_of(set_of(cards)).split()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A stacked round from which a newcomer learns one rule. Cards alone: the rules settle it."""

    title: str
    says: str
    """The point to notice before the decision."""
    cards: str
    dealer: str
    board: str = ""
    beside: tuple[str, ...] = ()
    """Optional wagers placed beside those that the game needs."""
    do: tuple[str, ...] = ()
    """The best decisions in their order, `("check", "play_2x")`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """Hands to show and to play with. Every field has a default."""

    tile: str = ""
    """Cards on the game's tile; by default as many high spades as a player gets."""
    hand: str = ""
    """A hand that asks for a decision, on the practice page; by default the tile's."""
    fair: Fair = always
    """Whether a simulated player stays in."""
    sort: Callable[[str], list[str]] = by_rank
    """A hand's cards in the order in which a player lays them out."""

    ranking: tuple[str, ...] = ()
    """Hands from the strongest kind down, board included, to show how hands rank."""
    lessons: tuple[Lesson, ...] = ()
    """Stacked rounds, in the order in which they are taught."""

    def shown(self, count: int) -> str:
        """The cards of the tile, for a game that deals so many."""
        return self.tile or " ".join(_SHOWN.split()[:count])
