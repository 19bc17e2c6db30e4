"""The pay tables on a layout, in the wording that the document allows, and their places.

They fill the space inside the seats in the largest letters that fit: side by side, the tallest in the middle
where that helps, and tables with a column for each number of hands below the others.
"""

import math
from collections.abc import Iterator, Sequence

import msgspec

from croupier.games.vocabulary import progressive_label, row_words, wager_label
from croupier.games.words import capital
from croupier.layout.areas import INNER
from croupier.layout.demands import word_clauses
from croupier.layout.geometry import MIDDLE, Box, box, boxes, overlap
from croupier.layout.letter_widths import width
from croupier.layout.model import Inscription, OddsRow, OddsTable
from croupier.money import dollars
from croupier.submission.award_words import stated
from croupier.submission.house import HouseRules, HouseTable

WIN = "win"
"""The only row of a wager that pays every win the same."""
LARGEST, SHRINK = 17.0, 0.985
"""The letters at their largest, and how they give way to many or long rows."""
LINE, HEAD = 1.22, 1.5
"""From line to line, and the line of a title, in letter sizes."""
BETWEEN, CELL = 26.0, 1.0
"""Felt between two tables, and between two columns in letter sizes."""


def even_wagers(house: HouseRules) -> tuple[str, ...]:
    """The wagers that pay every win the same, which one inscription states."""
    return tuple(wager for wager, table in house.tables.items() if table.rows == (WIN,))


def odds_tables(house: HouseRules) -> Iterator[OddsTable]:
    """The pay tables of every wager offered, without a place yet."""
    even, rules = even_wagers(house), house.rules
    for wager, table in house.tables.items():
        if wager not in even:
            yield _table(house, wager, wager_label(rules, wager).title(), table, (table,), ())
    progressive = house.progressive
    if progressive is not None:
        title = progressive_label(house)
        yield _table(house, "progressive", title, progressive.table, (progressive.table,), ())
        if progressive.envy:
            yield _envy(house)
    if house.cover_all:
        hands = sorted(house.cover_all)
        columns = tuple(house.cover_all[number] for number in hands)
        heads = tuple(f"{number} hands" for number in hands)
        title = f"{wager_label(rules, 'cover_all').title()}: highest hand at the table"
        yield _table(house, "cover_all", title, columns[0], columns, heads)


def _table(
    house: HouseRules,
    name: str,
    title: str,
    named: HouseTable,
    columns: Sequence[HouseTable],
    heads: tuple[str, ...],
) -> OddsTable:
    rows = dict.fromkeys(row for column in columns for row in column.rows)
    return OddsTable(
        name=name,
        table=named.name,
        title=title,
        columns=heads,
        rows=tuple(
            OddsRow(
                row=row, hand=hand_words(house, row), pays=tuple(_cell(house, each, row) for each in columns)
            )
            for row in rows
        ),
        clauses=_cited(house, name, *(clause for column in columns for clause in column.clauses)),
    )


def _envy(house: HouseRules) -> OddsTable:
    assert house.progressive is not None
    envies = house.progressive.envy
    rows = dict.fromkeys(row for envy in envies for row in envy.rows)
    single = len(envies) == 1 and envies[0].stake is None
    paid = [dict(zip(envy.rows, envy.amounts, strict=True)) for envy in envies]
    return OddsTable(
        name="envy",
        table=house.progressive.table.name,
        title=wager_label(house.rules, "envy").title(),
        columns=()
        if single
        else tuple("any" if envy.stake is None else f"{dollars(envy.stake)} bet" for envy in envies),
        rows=tuple(
            OddsRow(
                row=row,
                hand=hand_words(house, row),
                pays=tuple(dollars(each[row]) if row in each else "" for each in paid),
            )
            for row in rows
        ),
        clauses=_cited(house, "progressive", *(clause for envy in envies for clause in envy.clauses)),
    )


def hand_words(house: HouseRules, row: str) -> str:
    """A row of a pay table as printed on the felt."""
    return capital(row_words(house.rules.rules.game, row))


def _cell(house: HouseRules, column: HouseTable, row: str) -> str:
    award = column.award(row)
    return "" if award is None else stated(house.rules, award)


def _cited(house: HouseRules, name: str, *clauses: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*word_clauses(house.rules, f"odds:{name}"), *clauses)))


# -------------------------------------------------------------------------------------- their places


def columns_of(table: OddsTable, size: float) -> list[float]:
    """How wide the columns are: the hands, then the cells."""
    cells = zip(*(row.pays for row in table.rows), strict=True)
    heads = table.columns or ("",) * len(table.rows[0].pays)
    return [
        max(width(row.hand, size) for row in table.rows),
        *(
            max(
                width(head, size * 0.82, bold=True),
                *(width(cell, size, bold=True) for cell in column),
            )
            for head, column in zip(heads, cells, strict=True)
        ),
    ]


def sized(table: OddsTable, size: float) -> OddsTable:
    """A table at a letter size, with its width and height."""
    columns = columns_of(table, size)
    body = sum(columns) + CELL * size * (len(columns) - 1)
    lines = len(table.rows) + bool(table.columns)
    return msgspec.structs.replace(
        table,
        size=size,
        width=round(max(body, width(table.title.upper(), size, bold=True, spacing=0.06)), 2),
        height=round(size * (HEAD + LINE * lines), 2),
    )


def placed(tables: Sequence[OddsTable], top: float, words: Sequence[Inscription]) -> tuple[OddsTable, ...]:
    """The tables inside the seats, below a line and clear of the inscriptions, as large as possible."""
    taken = [each for inscription in words for each in boxes(inscription)]
    size = LARGEST
    while (found := _try(tables, size, top, taken)) is None:
        size = round(size * SHRINK, 2)
    return found


def _try(
    tables: Sequence[OddsTable], size: float, top: float, taken: Sequence[Box]
) -> tuple[OddsTable, ...] | None:
    for rows in _plans([sized(each, size) for each in tables]):
        found = _rows(rows, size, top)
        if all(_clear(each, taken) for each in found):
            return tuple(found)
    return None


Column = tuple[OddsTable, ...]
"""Tables below one another."""


def _plans(tables: Sequence[OddsTable]) -> Iterator[list[list[Column]]]:
    """Ways to lay the tables out in rows of columns, the best looking first."""
    every: list[Column] = [(each,) for each in tables]
    narrow = [column for column in every if len(column[0].columns) <= 2]
    wide = [[column] for column in every if len(column[0].columns) > 2]
    yield [every]
    yield [_tallest_inside(every)]
    if wide and (stacked := _stacked(narrow)) is not None:
        yield [_tallest_inside([*stacked, *(column for row in wide for column in row)])]
    yield [narrow, *wide]
    yield [_tallest_inside(narrow), *wide]


def _rows(rows: Sequence[Sequence[Column]], size: float, top: float) -> list[OddsTable]:
    """The tables with their places, each row round the middle."""
    found: list[OddsTable] = []
    for row in filter(None, rows):
        across = sum(map(_across, row)) + BETWEEN * (len(row) - 1)
        left = MIDDLE[0] - across / 2
        for column in row:
            x, y = round(left + _across(column) / 2, 2), top
            for each in column:
                found.append(msgspec.structs.replace(each, x=x, y=round(y, 2)))
                y += each.height + size
            left += _across(column) + BETWEEN
        top += max(map(_down, row)) + size
    return found


def _across(column: Column) -> float:
    return max(each.width for each in column)


def _down(column: Column) -> float:
    return sum(each.height for each in column) + column[0].size * (len(column) - 1)


def _clear(table: OddsTable, taken: Sequence[Box]) -> bool:
    """Whether a table is inside the seats and clear of the inscriptions, with a margin."""
    here = box(table.x, table.y + table.height / 2, table.width + 20, table.height + 12)
    inside = all(math.dist(corner, MIDDLE) < INNER - 6 for corner in here)
    return inside and not any(overlap(here, other) for other in taken)


def _tallest_inside(columns: Sequence[Column]) -> list[Column]:
    """The tallest in the middle, where the room is deepest."""
    ordered: list[Column] = []
    for place, column in enumerate(sorted(columns, key=_down, reverse=True)):
        ordered.insert(0 if place % 2 else len(ordered), column)
    return ordered


def _stacked(columns: Sequence[Column]) -> list[Column] | None:
    """The envy below its progressive, where there are others beside them."""
    paired = [column for column in columns if column[0].name in ("progressive", "envy")]
    if len(paired) < 2 or len(columns) < 3:
        return None
    return [*(each for each in columns if each not in paired), tuple(each for (each,) in paired)]
