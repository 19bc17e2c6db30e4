"""The parts of a layout: areas, inscriptions, pay tables, its filing, and the demands that it does not meet.

Lengths are millimeters of real felt. The origin is the left end of the dealer's edge as the players see the
table: the dealer sits at the top, x grows to the players' right, y toward the players. Angles are degrees,
clockwise as SVG turns them; an area at angle 0 is read from below.
"""

import msgspec

Clauses = tuple[str, ...]


class _Part(msgspec.Struct, frozen=True, kw_only=True):
    pass


class Area(_Part, frozen=True, kw_only=True):
    """A place on the felt: of a seat, or of the dealer (seat 0)."""

    name: str
    """A wager (`ante`, `flush_bonus`), or `cards`, `seat`, `dealer-cards`, `board`, `chip-tray` …"""
    seat: int = 0
    x: float
    y: float
    """The center."""
    width: float
    height: float
    angle: float = 0.0
    shape: str = "rectangle"
    """rectangle, circle or sensor (the device of a progressive)."""
    label: str = ""
    """The words inscribed in it."""
    cards: int = 0
    """Cards that lie in it, side by side from the reader's left."""
    pitch: float = 0.0
    """From the left edge of one card to that of the next."""
    meters: tuple[str, ...] = ()
    """Of the meter's place: the meters that it shows."""
    equals: str = ""
    """Of a wager: the wager whose amount it must have; an equals sign stands between the two."""
    clauses: Clauses = ()


class Inscription(_Part, frozen=True, kw_only=True):
    """Words on the felt, centered on a point, or along an arc round the middle of the players' curve."""

    name: str
    """operator, game, dealer_qualifies, raise_limits, even_money, payout_limit …"""
    text: str
    x: float
    y: float
    """The middle of the baseline."""
    size: float
    """Of the letters (the em), in millimeters."""
    width: float
    """That the words take, along the baseline."""
    radius: float = 0.0
    """Of the arc that the baseline follows; 0: a straight line."""
    turn: float = 0.0
    """Of the middle of the words on their arc, in degrees from straight down toward the players' right."""
    clauses: Clauses = ()


class OddsRow(_Part, frozen=True, kw_only=True):
    """The payouts of one hand, one cell per column."""

    row: str
    hand: str
    pays: tuple[str, ...]


class OddsTable(_Part, frozen=True, kw_only=True):
    """A pay table on the felt: `x`, `y` is the middle of its top edge."""

    name: str
    """The wager, or `envy`."""
    table: str
    """The name of the pay table in the document."""
    title: str
    columns: tuple[str, ...] = ()
    """Heads of the columns, where there are several."""
    rows: tuple[OddsRow, ...]
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0
    size: float = 0.0
    clauses: Clauses = ()


class Filing(_Part, frozen=True, kw_only=True):
    """The filing of this layout with the regulator before use, and whether the submission states it."""

    regulator: str
    what: str
    items: tuple[str, ...]
    filed: str = ""
    """As stated in the submission; empty: not filed yet."""
    submission: str
    """SHA-256 of what was drawn: the submission as read."""
    scale: str
    clauses: Clauses


class Demanded(_Part, frozen=True, kw_only=True):
    """A clause's demand on this layout."""

    words: str
    clauses: Clauses


class Lack(_Part, frozen=True, kw_only=True):
    """A demand of the document that this layout does not meet."""

    key: str
    """The key of the submission that would meet it."""
    words: str
    clauses: Clauses


class Layout(_Part, frozen=True, kw_only=True):
    """A whole layout."""

    rules: str
    title: str
    game: str
    operator: str
    positions: int
    width: float
    depth: float
    unit: str = "mm"
    odds: str
    """layout or sign: where the pay tables are."""
    limit: str
    """layout, generic, sign, or empty where the document does not ask for it."""
    areas: tuple[Area, ...]
    inscriptions: tuple[Inscription, ...]
    tables: tuple[OddsTable, ...]
    filing: Filing | None
    demands: tuple[Demanded, ...]
    """The document's demands on it, clause by clause."""
    lacks: tuple[Lack, ...]
    digest: str

    def area(self, name: str, seat: int = 0) -> Area:
        """The area of that name, of a seat or of the dealer."""
        for area in self.areas:
            if area.name == name and area.seat == seat:
                return area
        raise KeyError((name, seat))

    def has(self, name: str, seat: int = 0) -> bool:
        """Whether there is such an area."""
        return any(area.name == name and area.seat == seat for area in self.areas)

    def inscription(self, name: str) -> Inscription | None:
        """The words of that name, where they stand on the felt."""
        return next((each for each in self.inscriptions if each.name == name), None)
