"""A layout drawn as SVG: one unit is a millimeter, no style sheet, no script, nothing fetched from anywhere.

Colors and letters are attributes, so that the drawing is the same inside a page with a strict content
security policy. Areas are groups with their data in attributes: the browser lays cards and chips on them.
"""

import math
from collections.abc import Iterable, Iterator
from html import escape

import msgspec

from croupier.layout.geometry import CARD, DEPTH, MIDDLE, RADIUS, WIDTH, on_ray
from croupier.layout.letter_widths import width
from croupier.layout.model import Area, Inscription, Layout, OddsTable
from croupier.layout.odds import CELL, HEAD, LINE, columns_of

RAIL = 34.0
FONT = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', system-ui, sans-serif"
GOLD, IVORY, SHADE = "#d9b166", "#eef2ee", "#06241b"


def svg(layout: Layout) -> str:
    """The drawing of a layout."""
    key = f"felt-{layout.digest[:8]}"
    return "\n".join(_drawing(layout, key)) + "\n"


def _drawing(layout: Layout, key: str) -> Iterator[str]:
    across, down = WIDTH + 2 * RAIL, DEPTH + 2 * RAIL
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="felt" role="img" aria-labelledby="{key}-t {key}-d" '
        f'viewBox="{_n(-RAIL)} {_n(-RAIL)} {_n(across)} {_n(down)}" width="{_n(across)}mm" '
        f'height="{_n(down)}mm" font-family="{FONT}" data-unit="mm" data-width="{_n(WIDTH)}" '
        f'data-height="{_n(DEPTH)}" data-rules="{escape(layout.rules)}" '
        f'data-positions="{layout.positions}" data-odds="{layout.odds}" data-limit="{layout.limit}" '
        f'data-card-w="{_n(CARD[0])}" data-card-h="{_n(CARD[1])}" data-digest="{layout.digest}">'
    )
    operator = f", {layout.operator}" if layout.operator else ""
    yield f'<title id="{key}-t">{escape(f"Layout: {layout.title}{operator}")}</title>'
    yield f'<desc id="{key}-d">{escape(_described(layout))}</desc>'
    if layout.filing is not None:
        record = msgspec.json.encode(layout.filing).decode()
        yield f'<metadata data-record="filing">{escape(record)}</metadata>'
    yield from _cloth(key)
    for number, table in enumerate(layout.tables):
        yield from _table(table, number)
    for words in layout.inscriptions:
        yield from _words(words, f"{key}-{words.name.replace('_', '-')}")
    yield from _equals(layout)
    for area in layout.areas:
        yield from _area(area)
    yield "</svg>"


def _described(layout: Layout) -> str:
    seats = "1 seat" if layout.positions == 1 else f"{layout.positions} seats"
    return (
        f"The felt of {layout.game} as the players see it, with {seats}; the dealer is at the top and seat 1 "
        f"at the players' right. One unit is one millimeter: {WIDTH:,.0f} by {DEPTH:,.0f}."
    )


# --------------------------------------------------------------------------------------------- the cloth


def _outline(grow: float) -> str:
    """The edge of the felt, or a line so far outside of it."""
    left, right, top = -grow, WIDTH + grow, -grow
    corner = max(18 + grow, 6)
    radius = RADIUS + grow
    return (
        f"M{_n(left + corner)} {_n(top)}H{_n(right - corner)}Q{_n(right)} {_n(top)} {_n(right)} "
        f"{_n(top + corner)}V{_n(MIDDLE[1])}A{_n(radius)} {_n(radius)} 0 0 1 {_n(left)} {_n(MIDDLE[1])}"
        f"V{_n(top + corner)}Q{_n(left)} {_n(top)} {_n(left + corner)} {_n(top)}Z"
    )


def _cloth(key: str) -> Iterator[str]:
    yield (
        f'<defs><radialGradient id="{key}-cloth" cx="50%" cy="28%" r="78%">'
        '<stop offset="0" stop-color="#18604a"/><stop offset="0.55" stop-color="#14523f"/>'
        '<stop offset="1" stop-color="#0c3a2c"/></radialGradient>'
        f'<linearGradient id="{key}-rail" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2b2019"/>'
        '<stop offset="1" stop-color="#17110d"/></linearGradient></defs>'
    )
    yield f'<path class="rail" d="{_outline(RAIL)}" fill="url(#{key}-rail)"/>'
    yield (
        f'<path class="cloth" d="{_outline(0)}" fill="url(#{key}-cloth)" stroke="#0a2c21" stroke-width="3"/>'
    )


# --------------------------------------------------------------------------------------------- the areas


def _area(area: Area) -> Iterator[str]:
    data = {
        "area": area.name,
        "seat": area.seat or "",
        "x": _n(area.x),
        "y": _n(area.y),
        "w": _n(area.width),
        "h": _n(area.height),
        "angle": _n(area.angle),
        "cards": area.cards or "",
        "pitch": _n(area.pitch) if area.cards else "",
        "meters": " ".join(area.meters),
        "clauses": " ".join(area.clauses),
    }
    attributes = " ".join(f'data-{name}="{value}"' for name, value in data.items() if value != "")
    turn = f" rotate({_n(area.angle)})" if area.angle else ""
    yield f'<g class="area" {attributes} transform="translate({_n(area.x)} {_n(area.y)}){turn}">'
    yield from _shape(area)
    yield "</g>"


def _shape(area: Area) -> Iterator[str]:
    wide, high = area.width, area.height
    if area.cards:
        yield from _cards(area)
    elif area.name == "seat":
        yield _circle(wide / 2 - 0.6, opacity=0.45, line=1.2)
        yield _text(area.label, 0, 5.2, 15, fill=GOLD)
    elif area.name == "chip-tray":
        yield from _tray(area)
    elif area.seat == 0:
        yield _rect(wide, high, 10, fill=SHADE, opacity=0.32, line=1.4, faint=0.55)
        room = min(wide - 16, 150)
        if area.name == "meter":
            yield _label((area.label,), 0, -high / 2 + 22, 15, room, fill=GOLD)
        elif area.label:
            yield _label(tuple(area.label.split()), 0, 5, 15, room, fill=GOLD)
    else:
        yield from _spot(area)


def _spot(area: Area) -> Iterator[str]:
    """A betting area with its name."""
    wide, high = area.width, area.height
    if area.shape == "circle":
        yield _circle(wide / 2 - 1.5, opacity=0.22, line=3)
        yield _circle(wide / 2 - 6, opacity=0, line=1, faint=0.4)
        yield _label((area.label,), 0, 5.6, 16, wide - 18, fill=IVORY)
        return
    yield _rect(wide - 3, high - 3, 12, fill=SHADE, opacity=0.22, line=2.4)
    lines = _broken(area.label)
    if area.shape == "sensor":
        yield '<circle cy="-11" r="8" fill="none" stroke="#ff8a75" stroke-width="2.2"/>'
        yield '<circle cy="-11" r="3.4" fill="#ff8a75"/>'
        yield _label(lines, 0, 17, 12.5, wide - 14, fill=IVORY)
    else:
        yield _label(lines, 0, 5, 15, wide - 14, fill=IVORY)


def _broken(label: str) -> tuple[str, ...]:
    """A name on at most two lines of similar length."""
    words = label.split()
    if len(words) < 2:
        return (label,)
    cut = min(range(1, len(words)), key=lambda at: abs(len(" ".join(words[:at])) - len(" ".join(words[at:]))))
    return " ".join(words[:cut]), " ".join(words[cut:])


def _cards(area: Area) -> Iterator[str]:
    """The outline of every card; the label in the middle, where there is one."""
    left = -area.width / 2
    apart = area.pitch >= CARD[0]
    if apart:
        for card in range(area.cards):
            yield (
                f'<rect x="{_n(left + card * area.pitch)}" y="{_n(-CARD[1] / 2)}" width="{_n(CARD[0])}" '
                f'height="{_n(CARD[1])}" rx="5" fill="{SHADE}" fill-opacity="0.16" stroke="{GOLD}" '
                f'stroke-opacity="0.5" stroke-width="1.2"/>'
            )
    else:
        yield _rect(
            area.width,
            area.height,
            6,
            fill=SHADE,
            opacity=0.16,
            line=1.2,
            faint=0.5,
            dashed=True,
        )
    if area.label:
        yield _text(area.label, 0, -area.height / 2 - 7, 13, fill=GOLD, spacing=0.14)


def _tray(area: Area) -> Iterator[str]:
    """The table inventory, in front of the dealer."""
    wide, high = area.width, area.height
    yield _rect(wide, high, 10, fill="#0b1512", opacity=0.75, line=1.4, faint=0.6)
    tubes = 10
    step = (wide - 20) / tubes
    for tube in range(tubes):
        x = -wide / 2 + 10 + tube * step
        yield (
            f'<rect x="{_n(x + 3)}" y="{_n(-high / 2 + 8)}" width="{_n(step - 6)}" height="{_n(high - 16)}" '
            f'rx="8" fill="#000" fill-opacity="0.35" stroke="{GOLD}" stroke-opacity="0.18"/>'
        )


def _equals(layout: Layout) -> Iterator[str]:
    """The sign between two wagers that must be equal."""
    for area in layout.areas:
        if area.equals and layout.has(area.equals, area.seat):
            other = layout.area(area.equals, area.seat)
            x, y = (area.x + other.x) / 2, (area.y + other.y) / 2
            yield (
                f'<g class="equals" transform="translate({_n(x)} {_n(y)}) rotate({_n(area.angle)})">'
                f"{_text('=', 0, 8, 24, fill=GOLD)}</g>"
            )


# ---------------------------------------------------------------------------------------------- the words


def _words(words: Inscription, key: str) -> Iterator[str]:
    clauses = f' data-clauses="{" ".join(words.clauses)}"' if words.clauses else ""
    name = words.name in ("operator", "game")
    fill, weight = (GOLD, "700") if name else (IVORY, "500")
    common = (
        f'class="inscription" data-inscription="{words.name}"{clauses} font-size="{_n(words.size)}" '
        f'font-weight="{weight}" fill="{fill}" text-anchor="middle"'
    )
    length = f'textLength="{_n(words.width)}" lengthAdjust="spacing"'
    if not words.radius:
        yield f'<text {common} x="{_n(words.x)}" y="{_n(words.y)}" {length}>{escape(words.text)}</text>'
        return
    # The path is a little longer than the words, and turned to where they stand.
    half = math.degrees(words.width / words.radius) / 2 + 4
    (ax, ay), (bx, by) = (on_ray(words.turn + end, words.radius) for end in (-half, half))
    yield (
        f'<path id="{key}" fill="none" d="M{_n(ax)} {_n(ay)}A{_n(words.radius)} {_n(words.radius)} 0 0 0 '
        f'{_n(bx)} {_n(by)}"/>'
    )
    yield (
        f'<text {common}><textPath href="#{key}" startOffset="50%" {length}>'
        f"{escape(words.text)}</textPath></text>"
    )


def _table(table: OddsTable, number: int) -> Iterator[str]:
    size, left = table.size, table.x - table.width / 2
    clauses = " ".join(table.clauses)
    yield (
        f'<g class="odds" data-odds="{table.name}" data-table="{escape(table.table)}" data-x="{_n(table.x)}" '
        f'data-y="{_n(table.y)}" data-w="{_n(table.width)}" data-h="{_n(table.height)}" '
        f'data-clauses="{clauses}" font-size="{_n(size)}">'
    )
    yield _text(table.title.upper(), table.x, table.y + size, size, fill=GOLD, spacing=0.06)
    rule = table.y + size * 1.3
    yield (
        f'<path d="M{_n(left)} {_n(rule)}H{_n(left + table.width)}" stroke="{GOLD}" stroke-opacity="0.6" '
        f'stroke-width="1"/>'
    )
    widths = columns_of(table, size)
    spare = table.width - sum(widths) - CELL * size * (len(widths) - 1)
    ends, edge = [], left + widths[0] + spare
    for each in widths[1:]:
        edge += CELL * size + each
        ends.append(edge)
    line = table.y + size * HEAD
    if table.columns:
        line += size * LINE
        for end, head in zip(ends, table.columns, strict=True):
            yield _text(head, end, line - size * 0.28, size * 0.82, anchor="end", fill=GOLD)
    for row in table.rows:
        line += size * LINE
        yield f'<g class="row" data-row="{row.row}">'
        yield _text(row.hand, left, line - size * 0.28, size, anchor="start", fill=IVORY, bold=False)
        for end, pays in zip(ends, row.pays, strict=True):
            if pays:
                yield _text(pays, end, line - size * 0.28, size, anchor="end", fill=IVORY)
        yield "</g>"
    yield "</g>"


def _label(lines: Iterable[str], x: float, y: float, size: float, room: float, *, fill: str) -> str:
    """Lines of a name round a middle, in letters that fit the room."""
    shown = tuple(lines)
    widest = max(width(line, size, bold=True, spacing=0.04) for line in shown)
    if widest > room:
        size = round(size * room / widest, 2)
    top = y - (len(shown) - 1) * size * 0.6
    return "".join(
        _text(line, x, top + at * size * 1.2, size, fill=fill, spacing=0.04) for at, line in enumerate(shown)
    )


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    bold: bool = True,
    fill: str,
    anchor: str = "middle",
    spacing: float = 0.0,
) -> str:
    across = width(text, size, bold=bold, spacing=spacing)
    length = f' textLength="{_n(across)}" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" font-weight="{700 if bold else 400}" '
        f'fill="{fill}" text-anchor="{anchor}"{length}>{escape(text)}</text>'
    )


def _circle(radius: float, *, opacity: float, line: float, faint: float = 1.0) -> str:
    return (
        f'<circle r="{_n(radius)}" fill="{SHADE}" fill-opacity="{_n(opacity)}" stroke="{GOLD}" '
        f'stroke-opacity="{_n(faint)}" stroke-width="{_n(line)}"/>'
    )


def _rect(
    wide: float,
    high: float,
    corner: float,
    *,
    fill: str,
    opacity: float,
    line: float,
    faint: float = 1.0,
    dashed: bool = False,
) -> str:
    dashes = ' stroke-dasharray="7 5"' if dashed else ""
    return (
        f'<rect x="{_n(-wide / 2)}" y="{_n(-high / 2)}" width="{_n(wide)}" height="{_n(high)}" '
        f'rx="{_n(corner)}" fill="{fill}" fill-opacity="{_n(opacity)}" stroke="{GOLD}" '
        f'stroke-opacity="{_n(faint)}" stroke-width="{_n(line)}"{dashes}/>'
    )


def _n(value: float) -> str:
    """A number without needless digits."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
