"""The shape of the felt, and where things lie on it: points, turned boxes, and whether two of them overlap.

The felt is that of a table for six: 1,830 mm (72 inches) along the dealer's straight edge, 1,000 mm deep, its
players' side a half circle around `MIDDLE`. The areas of a seat are on a ray from the middle.
"""

import math
from collections.abc import Iterator, Sequence

from croupier.layout.model import Area, Inscription, OddsTable

WIDTH, DEPTH = 1830.0, 1000.0
RADIUS = WIDTH / 2
MIDDLE = (RADIUS, DEPTH - RADIUS)
CARD = (63.0, 88.0)
"""A poker card."""

SPREAD, SPACING = 132.0, 33.0
"""Degrees from the first seat to the last, and at most between neighbors."""

Point = tuple[float, float]
Box = tuple[Point, ...]


def seat_angle(seat: int, positions: int) -> float:
    """The ray of a seat, in degrees from straight down toward the players' right.

    Seat 1 is farthest to the dealer's left. The dealer faces the players, so that is the players' right.

    >>> seat_angle(1, 6), seat_angle(6, 6), seat_angle(1, 1)
    (66.0, -66.0, 0.0)
    """
    if positions == 1:
        return 0.0
    spacing = min(SPREAD / (positions - 1), SPACING)
    return spacing * ((positions - 1) / 2 - (seat - 1))


def on_ray(angle: float, distance: float, aside: float = 0.0) -> Point:
    """The point on a ray at a distance from the middle, shifted to the right as its player sees it."""
    turned = math.radians(angle)
    sine, cosine = math.sin(turned), math.cos(turned)
    return (
        round(MIDDLE[0] + distance * sine + aside * cosine, 2),
        round(MIDDLE[1] + distance * cosine - aside * sine, 2),
    )


def box(x: float, y: float, width: float, height: float, angle: float = 0.0) -> Box:
    """The corners of a turned rectangle."""
    turned = math.radians(angle)
    sine, cosine = math.sin(turned), math.cos(turned)
    return tuple(
        (x + dx * cosine - dy * sine, y + dx * sine + dy * cosine)
        for dx, dy in (
            (-width / 2, -height / 2),
            (width / 2, -height / 2),
            (width / 2, height / 2),
            (-width / 2, height / 2),
        )
    )


def boxes(part: Area | Inscription | OddsTable) -> list[Box]:
    """The shapes that an item covers; words along an arc are cut into short pieces."""
    if isinstance(part, Area):
        return [box(part.x, part.y, part.width, part.height, part.angle)]
    if isinstance(part, OddsTable):
        return [box(part.x, part.y + part.height / 2, part.width, part.height)]
    rise, fall = 0.74 * part.size, 0.22 * part.size
    if not part.radius:
        return [box(part.x, part.y - (rise - fall) / 2, part.width, rise + fall)]
    pieces = max(1, round(part.width / 20))
    step = math.degrees(part.width / part.radius) / pieces
    middle = part.radius - (rise - fall) / 2
    return [
        box(*on_ray(angle, middle), part.width / pieces, rise + fall, -angle)
        for angle in (part.turn + step * (piece - (pieces - 1) / 2) for piece in range(pieces))
    ]


def overlap(one: Box, other: Box) -> bool:
    """Whether two convex shapes share more than an edge.

    >>> overlap(box(0, 0, 10, 10), box(9, 0, 10, 10)), overlap(box(0, 0, 10, 10), box(10, 0, 10, 10))
    (True, False)
    """
    if _apart(one, other, 0) or _apart(one, other, 1):
        return False
    for nx, ny in (*_normals(one), *_normals(other)):
        here = [nx * x + ny * y for x, y in one]
        there = [nx * x + ny * y for x, y in other]
        if min(max(here), max(there)) - max(min(here), min(there)) < 1e-6:
            return False
    return True


def _apart(one: Box, other: Box, axis: int) -> bool:
    """Whether the shapes are apart along an axis: a quick test that settles most pairs."""
    here, there = [point[axis] for point in one], [point[axis] for point in other]
    return max(here) <= min(there) or max(there) <= min(here)


def _normals(shape: Sequence[Point]) -> Iterator[Point]:
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        yield ay - by, bx - ax
