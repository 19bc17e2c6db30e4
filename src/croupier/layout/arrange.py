"""Places of the inscriptions: rules along arcs inside the seats, names in the middle of the felt."""

from collections.abc import Iterator, Sequence
from math import degrees

from croupier.layout.areas import DEALER_ROW, INNER
from croupier.layout.geometry import CARD, on_ray
from croupier.layout.inscriptions import LIMITS, Words
from croupier.layout.letter_widths import width
from croupier.layout.model import Inscription, OddsTable
from croupier.layout.odds import placed

NAMES = ("operator", "game")
"""In the middle of the felt; all other words run along arcs."""
ON_ARCS = ("even_money", "dealer_qualifies", "payout_limit")
"""From the seats inward, as many on a line as fit."""
ARC, ARC_ROOM, ARC_SPACING = 20.0, 960.0, 0.03
_BETWEEN, _APART = 27.0, 46.0
"""From line to line, and between the words that share one."""
NAME_SPACING, OPERATOR_SPACING = 0.08, 0.16

_TOP = DEALER_ROW + CARD[1] / 2
"""Where the room below the dealer's cards begins."""

Arranged = tuple[tuple[Inscription, ...], tuple[OddsTable, ...]]


def arranged(words: Sequence[Words], tables: Sequence[OddsTable]) -> Arranged:
    """Words and pay tables with their places.

    The names stand above the tables or below, whichever leaves the tables the larger letters; without tables
    they have the middle to themselves.
    """
    rules = tuple(_on_arcs(words))
    inner = min((each.radius for each in rules), default=INNER) - 0.8 * ARC
    names = {each.name: each for each in words if each.name in NAMES}
    if not tables:
        return (*_names_alone(names), *rules), ()
    below = (*_names_below(names, inner), *rules)
    above = (*_names_above(names), *rules)
    choices = (
        (below, placed(tables, _TOP + 16, below)),
        (above, placed(tables, _TOP + 96, above)),
    )
    return max(choices, key=lambda choice: choice[1][0].size)


# -------------------------------------------------------------------------------------- rules of the game


def _on_arcs(words: Sequence[Words]) -> Iterator[Inscription]:
    lines: list[list[tuple[Words, float, float]]] = []
    for each in sorted((each for each in words if each.name not in NAMES), key=_along):
        fitted = (each, *_fit(each.text, ARC, ARC_ROOM, ARC_SPACING, bold=False))
        # Payouts are printed beside their wagers, or else beside the words that follow.
        room = (line for line in lines if _across([*line, fitted]) <= ARC_ROOM)
        if (line := next(room, None)) is not None:
            line.append(fitted)
        else:
            lines.append([fitted])
    lines.sort(key=_across, reverse=True)  # the longest outside, as the arcs are
    for number, line in enumerate(lines):
        radius = INNER - 8 - _BETWEEN * number - 0.3 * ARC - 14
        start = -_across(line) / 2
        for each, size, across in line:
            turn = degrees((start + across / 2) / radius)
            yield _arc(each, each.text, radius, turn, size, across)
            start += across + _APART


def _along(words: Words) -> int:
    return -1 if words.name.endswith(LIMITS) else ON_ARCS.index(words.name)


def _across(line: Sequence[tuple[Words, float, float]]) -> float:
    return sum(across for _, _, across in line) + _APART * (len(line) - 1)


# ---------------------------------------------------------------------------------------------- the names


def _names_above(names: dict[str, Words]) -> Iterator[Inscription]:
    """On two lines between the dealer's cards and the pay tables."""
    if "operator" in names:
        yield _line(names["operator"], _TOP + 34, 18, OPERATOR_SPACING)
    yield _line(names["game"], _TOP + 78, 42, NAME_SPACING)


def _names_below(names: dict[str, Words], inner: float) -> Iterator[Inscription]:
    """On arcs between the pay tables and the rules of the game."""
    if "operator" in names:
        yield _name_on_arc(names["operator"], inner - 12, 18, 420.0, OPERATOR_SPACING)
    yield _name_on_arc(names["game"], inner - 42, 46, 520.0, NAME_SPACING)


def _names_alone(names: dict[str, Words]) -> Iterator[Inscription]:
    if "operator" in names:
        yield _name_on_arc(names["operator"], 396.0, 24, 420.0, OPERATOR_SPACING)
    yield _name_on_arc(names["game"], 350.0, 66, 640.0, NAME_SPACING)


def _line(words: Words, y: float, size: float, spacing: float) -> Inscription:
    text = words.text.upper()
    size, across = _fit(text, size, 700.0, spacing, bold=True)
    x, _ = on_ray(0.0, 0.0)
    return Inscription(
        name=words.name, text=text, x=x, y=round(y, 2), size=size, width=across, clauses=words.clauses
    )


def _name_on_arc(words: Words, radius: float, size: float, room: float, spacing: float) -> Inscription:
    text = words.text.upper()
    return _arc(words, text, radius, 0.0, *_fit(text, size, room, spacing, bold=True))


def _arc(words: Words, text: str, radius: float, turn: float, size: float, across: float) -> Inscription:
    x, y = on_ray(turn, radius)
    return Inscription(
        name=words.name,
        text=text,
        x=x,
        y=y,
        size=size,
        width=across,
        radius=round(radius, 2),
        turn=round(turn, 2),
        clauses=words.clauses,
    )


def _fit(text: str, size: float, room: float, spacing: float, *, bold: bool) -> tuple[float, float]:
    """The letter size at which words fit the space, and their width at that size."""
    across = width(text, size, bold=bold, spacing=spacing)
    if across <= room:
        return size, across
    smaller = round(size * room / across, 2)
    return smaller, width(text, smaller, bold=bold, spacing=spacing)
