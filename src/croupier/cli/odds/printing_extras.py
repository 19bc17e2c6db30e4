"""The output of `croupier odds` beyond single bets: bets together, seats, boxes, meters."""

from typing import Any, NamedTuple

from rich.table import Table

from croupier.cli.terminal import console, table
from croupier.money import dollars
from croupier.names import spoken
from croupier.odds.meters.price import AtMeters, Awards, figures_at_meters
from croupier.odds.price import Price
from croupier.odds.protection.model import Informed
from croupier.odds.together.boxes import figures_on_boxes
from croupier.odds.together.bundle import MAIN, Bundle, figures_together
from croupier.odds.together.seats import Estimate, Seats, figures_of_seats


class AtTable(NamedTuple):
    """The seats of a table together, for up to so many players."""

    seats: Seats
    players: int


class Extras(NamedTuple):
    """What was asked for beyond single bets."""

    seat: Bundle | None
    """The bets of a seat together, for a submission as a whole."""
    at_table: AtTable | None
    """The seats of a table together."""
    boxes: dict[int, Informed]
    """By number of boxes: the game for one player on them."""
    readings: dict[int, list[AtMeters]]
    """By place among the prices: a progressive at readings of its meters."""


def house_extras(extras: Extras) -> dict[str, Any]:
    """Figures of the house as a whole, as JSON."""
    return {
        "together": None if extras.seat is None else figures_together(extras.seat),
        "seats": None if extras.at_table is None else figures_of_seats(*extras.at_table),
    }


def bet_extras(extras: Extras, place: int, price: Price) -> dict[str, Any]:
    """Figures of one bet, by its place among the prices, as JSON."""
    if price.bet == MAIN and extras.boxes:
        return {"boxes": {str(number): figures_on_boxes(found) for number, found in extras.boxes.items()}}
    if place in extras.readings:
        return {"at_meters": [figures_at_meters(each) for each in extras.readings[place]]}
    return {}


def print_extras(extras: Extras, prices: list[Price]) -> None:
    """Tables for people."""
    screen = console()
    if extras.seat is not None:
        screen.print(_together_table(extras.seat))
    if extras.at_table is not None:
        _print_seats(*extras.at_table)
    if extras.boxes:
        screen.print(_boxes_table(extras.boxes))
    for place, readings in extras.readings.items():
        screen.print(_meters_table(prices[place], readings))
        if any(each.awards for each in readings):
            screen.print(_awards_table(readings))


def _together_table(seat: Bundle) -> Table:
    """The bets of a seat together, a unit on each."""
    rows = [
        (
            f"{spoken(first)} and {spoken(second)}",
            f"{seat.correlation(first, second):.4f}",
            str(covariance),
        )
        for (first, second), covariance in seat.covariances.items()
    ]
    spread = f"{seat.standard_deviation:.4f}"
    title = f"The bets of a seat together, a unit on each: standard deviation {spread}"
    return table(title, ("bets", "correlation", "covariance"), rows, ("correlation",))


def _print_seats(seats: Seats, players: int) -> None:
    """How two seats go together, and the deviation of a table by its players."""
    screen = console()
    offered = seats.offered(players)
    rows = [
        (
            f"{spoken(first)} and {spoken(second)}",
            _estimate(seats.correlation(first, second)),
        )
        for first, second in seats.between
        if {first, second} <= set(offered)
    ]
    title = (
        f"Two seats of a table, a unit on each bet: from {seats.rounds:,} rounds dealt, with standard errors"
    )
    screen.print(table(title, ("a bet and one at another seat", "correlation"), rows, ("correlation",)))
    columns = ("players", "the game alone", "all bets", "alone, if seats went together wholly")
    one = seats.bets[MAIN].standard_deviation
    deviations = [
        (
            str(number),
            f"{seats.deviation(number, (MAIN,)):.3f}",
            f"{seats.deviation(number, seats.offered(number)):.3f}",
            f"{number * one:.3f}",
        )
        for number in range(1, players + 1)
    ]
    screen.print(table("Standard deviation of a round, a unit on each bet", columns, deviations, columns))


def _estimate(found: Estimate) -> str:
    return f"{found.value:.4f} ± {found.error:.4f}" if found.error else f"{found.value:.4f}"


def _boxes_table(boxes: dict[int, Informed]) -> Table:
    rows = [
        (
            str(number),
            f"{float(-found.net.mean):.4%}",
            "exact" if found.standard_error is None else f"± {found.standard_error:.4%}",
            f"{float(found.changed):.3%}",
        )
        for number, found in boxes.items()
    ]
    columns = ("boxes", "house edge", "standard error", "decisions changed")
    return table("One player on several boxes, who sees all their cards", columns, rows, columns)


def _meters_table(price: Price, readings: list[AtMeters]) -> Table:
    """The return at each reading, and best play for the game and the progressive together."""
    rows = []
    for each in readings:
        stands = ", ".join(f"{name} {dollars(cents)}" for name, cents in each.meters.items())
        first = (stands, f"{float(each.returned):.4%}", f"{float(each.if_live):.4%}")
        if not each.best_play:
            rows.append((*first, "", "", "", ""))
        for ante, best in each.best_play.items():
            figures = (
                f"{float(best.returned):.4%}",
                f"{float(best.apart):+.6f}",
                f"{float(best.together):+.6f}",
            )
            rows.append((*first, dollars(ante), *figures))
    title = f"Progressive {price.table} at {dollars(readings[0].stake)}: returns by the meters"
    columns = (
        "meters", "as played", "if live", "ante", "best play for both returns", "both, played apart, antes",
        "played together",
    )  # fmt: skip
    return table(title, columns, rows, columns[1:])


def _awards_table(readings: list[AtMeters]) -> Table:
    """The whole awards of each meter."""
    rows = [
        (f"{name} {dollars(each.meters[name])}", *_award(awards))
        for each in readings
        for name, awards in each.awards.items()
    ]
    columns = (
        "meter now", "wagers to an award", "break-even", "next award", "5% to 95%", "above break-even",
        "long run, award", "above break-even ",
    )  # fmt: skip
    return table("Whole awards", columns, rows, columns[1:])


def _award(awards: Awards) -> tuple[str, ...]:
    even = "-" if awards.break_even is None else dollars(round(awards.break_even))
    found = (f"{float(1 / awards.whole):,.0f}", even)
    if awards.next_award is None or awards.in_the_long_run is None:
        return (*found, "-", "-", "-", "-", "-")
    law, run = awards.next_award, awards.in_the_long_run
    limit = float(awards.break_even or 0)
    return (
        *found,
        dollars(round(law.mean)),
        f"{dollars(round(law.quantile(0.05)))} to {dollars(round(law.quantile(0.95)))}",
        f"{law.above(limit):.4%}",
        dollars(round(run.mean)),
        f"{run.above(limit):.4%}",
    )
