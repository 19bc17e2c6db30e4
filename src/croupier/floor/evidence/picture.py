"""A picture of the table at one step: dealer, board, seats with cards, wagers and results, as SVG."""

from collections.abc import Iterator
from html import escape

from croupier.floor.print.slip import exact
from croupier.games.vocabulary import wager_label
from croupier.names import spoken
from croupier.rulebook.model import RuleSet
from croupier.table.redaction.view import SeatView, View

WIDTH = 760
_SEAT, _GAP, _CARD, _TALL = 240, 12, 30, 40
_ACROSS = 3
_RED = "#b3261e"
_SUITS = {"s": "\N{BLACK SPADE SUIT}", "h": "\N{BLACK HEART SUIT}", "d": "\N{BLACK DIAMOND SUIT}"}
_CLUBS = "\N{BLACK CLUB SUIT}"
_FONT = 'font-family="DejaVu Sans Mono, monospace"'


def picture(view: View, rules: RuleSet) -> str:
    """The table as a drawing: the dealer on top, then the seats, three in a row."""
    lines = [len(list(_seat_lines(seat, rules))) for seat in view.seats]
    rows = [lines[start : start + _ACROSS] for start in range(0, len(lines), _ACROSS)]
    heights = [74 + 14 * max(row) for row in rows]
    tall = 104 + sum(heights) + _GAP * len(heights)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}" {_FONT}>',
        f'<rect width="{WIDTH}" height="{tall}" rx="14" fill="#14523f"/>',
        _words(16, 24, "Dealer", "#fff", 13, bold=True),
        *_cards(16, 34, view.dealer.cards, view.dealer.hidden),
        _words(16, 92, view.dealer.hand, "#e8d9b0", 12),
    ]
    if view.board:
        parts += [_words(430, 24, "Board", "#fff", 13, bold=True), *_cards(430, 34, view.board, 0)]
    down = 104
    for place, seat in enumerate(view.seats):
        row, column = divmod(place, _ACROSS)
        across = 8 + column * (_SEAT + _GAP)
        parts += _seat(across, down + sum(heights[:row]) + _GAP * row, heights[row], seat, rules)
    return "".join((*parts, "</svg>"))


def _seat(across: int, down: int, tall: int, seat: SeatView, rules: RuleSet) -> Iterator[str]:
    yield f'<rect x="{across}" y="{down}" width="{_SEAT}" height="{tall}" rx="8" fill="#0e3d2f"/>'
    yield _words(across + 8, down + 18, f"Seat {seat.seat}", "#fff", 12, bold=True)
    yield from _cards(across + 8, down + 25, seat.cards, seat.hidden)
    for number, line in enumerate(_seat_lines(seat, rules)):
        yield _words(across + 8, down + 80 + 14 * number, line, "#e8efe9", 10)


def _seat_lines(seat: SeatView, rules: RuleSet) -> Iterator[str]:
    if seat.hand:
        yield seat.hand
    for wager, cents in seat.wagers.items():
        result = seat.results.get(wager)
        outcome = f": {result.outcome} {_signed(result.net)}" if result else ""
        yield f"{wager_label(rules, wager)} {exact(cents)}{outcome}"
    for wager, result in seat.results.items():
        if wager not in seat.wagers:
            yield f"{wager_label(rules, wager)} {exact(result.stake)}: {result.outcome} {_signed(result.net)}"
    if seat.action and seat.action not in seat.results:
        yield spoken(seat.action).capitalize() + (f" {exact(seat.amount)}" if seat.amount else "")
    if seat.results:
        yield f"Net {_signed(seat.net)}"


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else '+' if cents else ''}{exact(abs(cents))}"


def _cards(across: int, down: int, cards: str, hidden: int) -> Iterator[str]:
    for place, card in enumerate((*cards.split(), *[""] * hidden)):
        left = across + place * (_CARD + 2)
        fill = "#fffdf7" if card else "#7a2f35"
        yield f'<rect x="{left}" y="{down}" width="{_CARD}" height="{_TALL}" rx="4" fill="{fill}"/>'
        if card:
            rank = "10" if card[0] == "T" else card[0]
            color = _RED if card[1] in "hd" else "#111"
            yield _words(left + 4, down + 17, rank, color, 13, bold=True)
            yield _words(left + 4, down + 34, _SUITS.get(card[1], _CLUBS), color, 15)


def _words(across: int, down: int, text: str, color: str, size: int, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{across}" y="{down}" fill="{color}" font-size="{size}"{weight}>{escape(text)}</text>'
