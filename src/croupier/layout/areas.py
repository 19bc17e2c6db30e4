"""The areas of a layout: the betting areas and cards of every seat, and the dealer's side.

Every seat has the same areas on its ray, from the dealer outward: the decided wager, immediately behind it
the ante and the wagers beside it, behind them a row of the optional wagers, then the player's cards and the
seat number. The game says which wagers go where (`games.felt`).
"""

from collections.abc import Iterator

from croupier.games import game
from croupier.games.felt import PROGRESSIVE, rows_of
from croupier.games.vocabulary import wager_label
from croupier.layout.demands import area_clauses
from croupier.layout.geometry import CARD, RADIUS, WIDTH, on_ray, seat_angle
from croupier.layout.model import Area
from croupier.submission.form import Layout as Filed
from croupier.submission.house import TableRules

SPOT, GAP = 68.0, 10.0
"""The circle of a main wager, and the felt between two areas."""
PILL_GAP = 28.0
"""The felt between the optional wagers and the cards: the page shows results here, off the ranks."""
OPTION = (98.0, 56.0)
OPTION_GAP = 8.0
SEAT = 26.0
CARDS_WIDTH = 207.0
CARD_GAP = 5.0

SEAT_AT = RADIUS - 9 - SEAT / 2
CARDS_AT = SEAT_AT - SEAT / 2 - 6 - CARD[1] / 2
OPTIONS_AT = CARDS_AT - CARD[1] / 2 - PILL_GAP - OPTION[1] / 2
ANTE_AT = OPTIONS_AT - OPTION[1] / 2 - GAP - SPOT / 2
DECISION_AT = ANTE_AT - SPOT - GAP
INNER = DECISION_AT - SPOT / 2
"""The radius inside which no seat has an area."""

DEALER_ROW = 162.0
"""Where the dealer's cards lie: the distance of their middle from the dealer's edge."""


def areas(rules: TableRules, filed: Filed) -> tuple[Area, ...]:
    """Every area: seat by seat from 1, then the dealer's."""
    found = [area for seat in range(1, rules.positions + 1) for area in _seat(rules, seat)]
    return (*found, *_dealer(rules, filed))


# ------------------------------------------------------------------------------------------- of a seat


def _seat(rules: TableRules, seat: int) -> Iterator[Area]:
    ray, house = seat_angle(seat, rules.positions), rules.house
    document = house.rules
    rows = rows_of(game(document.rules.game).felt, document)

    def place(
        name: str, distance: float, size: tuple[float, float], aside: float = 0.0, **more: object
    ) -> Area:
        x, y = on_ray(ray, distance, aside)
        return Area(
            name=name,
            seat=seat,
            x=x,
            y=y,
            width=size[0],
            height=size[1],
            angle=round(-ray, 2) + 0.0,
            clauses=area_clauses(document, name),
            **more,  # type: ignore[arg-type]
        )

    def spots(names: tuple[str, ...], distance: float) -> Iterator[Area]:
        offered = [name for name in names if house.offers(name)]
        for name, aside in zip(offered, _row(len(offered), SPOT, 24.0), strict=True):
            label, equals = wager_label(document, name).upper(), document.wagers[name].equals or ""
            yield place(name, distance, (SPOT, SPOT), aside, shape="circle", label=label, equals=equals)

    yield from spots(rows.decision, DECISION_AT)
    yield from spots(rows.main, ANTE_AT)
    options = [name for name in rows.options if house.offers(name)]
    for name, aside in zip(options, _row(len(options), OPTION[0], OPTION_GAP), strict=True):
        shape = "sensor" if name == PROGRESSIVE else "rectangle"
        yield place(name, OPTIONS_AT, OPTION, aside, shape=shape, label=wager_label(document, name).upper())
    held = document.number("cards.player")
    pitch = pitch_of(held, CARDS_WIDTH)
    yield place("cards", CARDS_AT, (CARD[0] + (held - 1) * pitch, CARD[1]), cards=held, pitch=pitch)
    yield place("seat", SEAT_AT, (SEAT, SEAT), shape="circle", label=str(seat))


def _row(count: int, width: float, gap: float) -> list[float]:
    """The sideways positions of a row of areas, from the player's left."""
    return [(width + gap) * (place - (count - 1) / 2) for place in range(count)]


def pitch_of(cards: int, room: float) -> float:
    """The distance from card to card: side by side if there is room, else overlapping."""
    if cards < 2:
        return 0.0
    return min(CARD[0] + CARD_GAP, round((room - CARD[0]) / (cards - 1), 2))


# -------------------------------------------------------------------------------------- of the dealer


def _dealer(rules: TableRules, filed: Filed) -> Iterator[Area]:
    document, house = rules.house.rules, rules.house
    middle = WIDTH / 2

    def place(
        name: str, x: float, y: float, width: float, height: float, label: str = "", **more: object
    ) -> Area:
        return Area(
            name=name,
            x=x,
            y=y,
            width=width,
            height=height,
            label=label,
            clauses=area_clauses(document, name),
            **more,  # type: ignore[arg-type]
        )

    yield place("chip-tray", middle, 54, 496, 76)
    held, pitch = document.number("cards.dealer"), CARD[0] + CARD_GAP
    own = CARD[0] + (held - 1) * pitch
    if "community" not in document.facts.get("cards", {}):
        yield place("dealer-cards", middle, DEALER_ROW, own, CARD[1], "DEALER", cards=held, pitch=pitch)
    else:
        shared = document.number("cards.community")
        across = CARD[0] + (shared - 1) * pitch
        left = middle - (own + 44 + across) / 2
        yield place(
            "dealer-cards", left + own / 2, DEALER_ROW, own, CARD[1], "DEALER", cards=held, pitch=pitch
        )
        x = left + own + 44 + across / 2
        yield place("board", x, DEALER_ROW, across, CARD[1], "COMMUNITY", cards=shared, pitch=pitch)
    # The dealer's right is the players' left: discards go there, and cards come from the other side.
    yield place("discard-rack", 568, 100, 104, 150, "DISCARDS")
    if rules.equipment.deal != "hand":
        automated = rules.equipment.deal == "automated-shoe"
        yield place("shoe", 1262, 100, 104, 150, "AUTO SHOE" if automated else "SHOE")
    if rules.equipment.shuffle == "automated":
        yield place(
            "shuffler", 1262 + (176 if rules.equipment.deal != "hand" else 33), 100, 170, 150, "SHUFFLER"
        )
    if house.progressive is not None:
        names = tuple(meter.name for meter in house.progressive.meters)
        yield place("meter", 348, 77, 270, 104, "PROGRESSIVE", meters=names)
    if "drop_and_tip_box" in document.facts.get("table", {}):
        alternative = filed.tip_box == "alternative"
        yield place("drop-slot", 1660, 45, 110, 40, "DROP")
        # Opposite sides of the dealer, unless the Commission approved another place for the tip box.
        yield place("tip-box", 1660 if alternative else 140, 105 if alternative else 45, 90, 40, "TIPS")
