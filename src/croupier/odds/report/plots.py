"""The plots of a PAR sheet, as SVG made without a browser.

Altair has no types that mypy can use to the full, so its values are `Any` and stay in this module.
"""

import importlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.odds.report.hold import ROUNDS
from croupier.odds.report.sheet import Bet, Sheet
from croupier.odds.report.words import percent
from croupier.odds.sections import Grid

INK, GREY, LINE = "#1b2733", "#8a97a6", "#d9dee5"
BLUE, PALE, RED = "#1f5a96", "#9fbcd9", "#b3392f"


MANY = 14
"""More outcomes than this are lettered upright."""


class MissingPackage(Exception):
    """A package that reports need is not installed; the message says how to get it."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot: its name, what it shows in words, and its SVG."""

    name: str
    caption: str
    svg: str
    width: float
    """The share of a printed page's width that it wants by itself."""


def package(name: str) -> Any:
    """An optional package, or one clear line."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingPackage(
            f"reports need the package {name}, which is not installed: pip install 'croupier[report]'"
        ) from None


def plots(sheet: Sheet, font: str) -> dict[str, Plot]:
    """The plots of a sheet by name, in the font of the page."""
    altair = package("altair")
    package("vl_convert")
    charts: dict[str, tuple[str, Any]] = {}
    for bet in sheet.bets:
        key = f"{bet.bet}-{bet.table}".replace(" ", "-").replace("$", "").strip("-")
        if len(bet.tables) > 1:
            caption = (
                f"House edge of every {bet.title} table that these rules print; the one chosen is dark"
                + (", meters at their seeds." if bet.bet == "progressive" else ".")
            )
            charts[f"tables-{key}"] = caption, _tables(altair, bet)
        if bet.bet != "cover_all" and bet.outcomes:
            caption = (
                f"{bet.name}: probability of each net result in units of the {bet.unit}, logarithmic"
                + (", meters at their seeds." if bet.bet == "progressive" else ".")
            )
            charts[f"outcomes-{key}"] = caption, _outcomes(altair, bet)
    for grid in grids(sheet):
        caption = f"{grid.title}: the best action and its margin over the second best, in antes."
        charts["grid"] = caption, _grid(altair, grid)
    shown = [bet for bet in sheet.bets if bet.bet not in ("cover_all", "progressive")]
    caption = "Hold by rounds: the edge (line), and where the actual hold lies 90% and 99% of the time."
    charts["bands"] = caption, _bands(altair, shown)
    widths = {"grid": 0.9, "bands": min(1.0, 0.34 * len(shown))}
    if len(sheet.bets[0].outcomes) > MANY:
        widths["outcomes-main"] = 1.0
    return {
        name: Plot(name, caption, _svg(chart, font, name), widths.get(name, 0.55))
        for name, (caption, chart) in charts.items()
    }


def _svg(chart: Any, font: str, name: str) -> str:
    converter = package("vl_convert")
    chart = chart.configure(font=font, background="white")
    chart = chart.configure_view(stroke=None).configure_axis(
        labelColor=INK,
        titleColor=INK,
        titleFontWeight="normal",
        domainColor=GREY,
        tickColor=GREY,
        gridColor=LINE,
        labelFontSize=11,
        titleFontSize=11,
    )
    chart = chart.configure_header(labelColor=INK, labelFontSize=12, labelFontWeight="bold", title=None)
    # Altair's check of the chart against the schema costs more than drawing it, and tests draw every one.
    svg: str = converter.vegalite_to_svg(chart.to_dict(validate=False))
    return _apart(svg, name)


def _apart(svg: str, name: str) -> str:
    """The SVG with ids of its own, so that several may stand in one page, and without a namespace to load."""
    svg = re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", svg)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    return svg.replace("xlink:href=", "href=")


def standalone(svg: str) -> str:
    """The SVG as a file of its own."""
    if "xmlns=" in svg.partition(">")[0]:
        return svg
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _data(altair: Any, values: list[dict[str, Any]]) -> Any:
    return altair.Data(values=values)


# ------------------------------------------------------------------------------------------- the charts


def _tables(altair: Any, bet: Bet) -> Any:
    values = [
        {
            "table": each.table,
            "edge": each.house_edge_value,
            "label": percent(each.house_edge_value, 2),
            "kind": "chosen"
            if each.chosen
            else "favors the player"
            if each.house_edge_value < 0
            else "other",
        }
        for each in bet.tables
    ]
    base = altair.Chart(_data(altair, values)).encode(
        y=altair.Y("table:N", sort=None, title=None, axis=altair.Axis(labelLimit=150)),
        x=altair.X(
            "edge:Q",
            title="house edge",
            axis=altair.Axis(format=".0%", tickCount=5),
            scale=altair.Scale(domain=_with_room([each.house_edge_value for each in bet.tables])),
        ),
    )
    color = altair.Color(
        "kind:N",
        scale=altair.Scale(domain=["chosen", "other", "favors the player"], range=[BLUE, PALE, RED]),
        legend=None,
    )
    bars = base.mark_bar(height={"band": 0.72}).encode(color=color)
    above = base.transform_filter("datum.edge >= 0").mark_text(align="left", dx=4, fontSize=10, color=INK)
    below = base.transform_filter("datum.edge < 0").mark_text(align="right", dx=-4, fontSize=10, color=RED)
    zero = altair.Chart(_data(altair, [{"edge": 0}])).mark_rule(color=INK).encode(x="edge:Q")
    labels = above.encode(text="label:N") + below.encode(text="label:N")
    return (bars + labels + zero).properties(width=300, height=max(60, 17 * len(values)))


def _with_room(edges: Sequence[float]) -> list[float]:
    """The least and the greatest edge, zero between them, and room for the figures beside the bars."""
    low, high = min(0.0, *edges), max(0.0, *edges)
    room = 0.22 * (high - low)
    return [low - 1.3 * room if low < 0 else 0.0, high + room if high > 0 else 0.0]


_KINDS = {"lose": RED, "push": GREY, "win": BLUE}
_CHANCE = "datum.value >= 0.001 ? format(datum.value, '~%') : '1 in ' + format(1 / datum.value, '~s')"
"""A probability on an axis: 10%, 1%, 0.1%, 1 in 10k."""


def _outcomes(altair: Any, bet: Bet) -> Any:
    floor = 10.0 ** _power_below(min(each.probability_value for each in bet.outcomes))
    values = [
        {
            "net": _net(each.net_value),
            "probability": each.probability_value,
            "floor": floor,
            "kind": "win" if each.net_value > 0 else "lose" if each.net_value < 0 else "push",
        }
        for each in bet.outcomes
    ]
    kinds = [kind for kind in _KINDS if any(value["kind"] == kind for value in values)]
    chart = (
        altair.Chart(_data(altair, values))
        .mark_bar()
        .encode(
            x=altair.X(
                "net:N",
                sort=None,
                title=f"net result, {bet.unit}s" if bet.unit == "ante" else "net result, units of the stake",
                axis=altair.Axis(labelAngle=-90 if len(values) > MANY else 0, labelOverlap=False),
            ),
            y=altair.Y(
                "probability:Q",
                title="probability",
                scale=altair.Scale(type="log", domain=[floor, 1]),
                axis=altair.Axis(values=_decades(floor), labelExpr=_CHANCE),
            ),
            y2="floor:Q",
            color=altair.Color(
                "kind:N",
                scale=altair.Scale(domain=kinds, range=[_KINDS[kind] for kind in kinds]),
                legend=altair.Legend(title=None, orient="top", symbolType="square", labelColor=INK, offset=4),
            ),
        )
    )
    return chart.properties(width=600 if len(values) > MANY else 300, height=150)


def _decades(floor: float) -> list[float]:
    power = round(_power_below(floor * 1.0001))
    step = 1 if power > -7 else 2
    return [10.0**each for each in range(0, power - 1, -step)]


def _power_below(value: float) -> int:
    power = 0
    while 10.0**power > value:
        power -= 1
    return power


def _net(value: float) -> str:
    text = f"{value:+,.2f}".rstrip("0").rstrip(".") if value else "0"
    return text.replace("-", "\N{MINUS SIGN}")


def grids(sheet: Sheet) -> list[Grid]:
    """The grids of starting hands in the description of optimal play."""
    return [section for section in sheet.strategy.sections if isinstance(section, Grid)]


def _grid(altair: Any, grid: Grid) -> Any:
    values = [
        {
            "row": row,
            "column": column,
            "hand": cell.hand,
            "signed": cell.margin_value if cell.best != grid.waive else -cell.margin_value,
            "label": f"{cell.best.rpartition('_')[2]} {cell.margin_value:.3f}",
        }
        for row, cells in enumerate(grid.rows)
        for column, cell in enumerate(cells)
    ]
    scale = altair.Scale(
        domain=[-1.1, -0.15, 0, 0.15, 0.75],
        range=["#d08b60", "#efc6a8", "#fdf9f3", "#b5d2ea", "#2f74b5"],
        interpolate="rgb",
    )
    base = altair.Chart(_data(altair, values)).encode(
        x=altair.X("column:O", axis=None), y=altair.Y("row:O", axis=None)
    )
    squares = base.mark_rect(stroke="white", strokeWidth=1.5).encode(
        color=altair.Color("signed:Q", scale=scale, legend=None)
    )
    ink = altair.condition("datum.signed > 0.45", altair.value("white"), altair.value(INK))
    hands = base.mark_text(fontSize=12, fontWeight="bold", dy=-6).encode(text="hand:N", color=ink)
    margins = base.mark_text(fontSize=9.5, dy=8).encode(text="label:N", color=ink)
    return (squares + hands + margins).properties(width=len(grid.rows[0]) * 52, height=len(grid.rows) * 33)


def _bands(altair: Any, bets: Sequence[Bet]) -> Any:
    values = [
        {
            "bet": bet.name,
            "rounds": band.rounds,
            "edge": bet.house_edge_value,
            "low": band.bounds["90%"][0],
            "high": band.bounds["90%"][1],
            "lower": band.bounds["99%"][0],
            "higher": band.bounds["99%"][1],
        }
        for bet in bets
        for band in bet.bands
    ]
    x = altair.X(
        "rounds:Q",
        title="rounds",
        scale=altair.Scale(type="log", domain=[ROUNDS[0], ROUNDS[-1]], nice=False),
        axis=altair.Axis(values=list(ROUNDS), format="~s", grid=False, labelOverlap=False, labelFlush=True),
    )
    base = altair.Chart().encode(x=x)
    hold = altair.Y("lower:Q", title="hold", axis=altair.Axis(format=".0%", tickCount=6))
    wide = base.mark_area(color=PALE, opacity=0.45).encode(y=hold, y2="higher:Q")
    narrow = base.mark_area(color=BLUE, opacity=0.45).encode(y=altair.Y("low:Q", title="hold"), y2="high:Q")
    line = base.mark_line(color=INK, strokeWidth=1.5).encode(y="edge:Q")
    zero = base.mark_rule(color=GREY, strokeDash=[3, 3]).encode(y=altair.datum(0))
    layered = altair.layer(wide, narrow, zero, line, data=_data(altair, values)).properties(
        width=165, height=150
    )
    return layered.facet(
        facet=altair.Facet("bet:N", sort=[bet.name for bet in bets], title=None), columns=3
    ).resolve_scale(y="independent")
