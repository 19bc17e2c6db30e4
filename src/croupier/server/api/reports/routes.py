"""Reports of gaming days: each as data for the page, as a page to print, and as CSV."""

from collections.abc import Callable
from typing import Annotated

from litestar import MediaType, Response, Router
from litestar.params import PathParameter, QueryParameter
from msgspec.structs import replace

from croupier.errors import Refusal
from croupier.floor.host.stream_starts import pruned_words
from croupier.floor.print.sheet import sheet_html
from croupier.floor.registry.settings import settings_of
from croupier.floor.reports.sheets.activity import GROUPINGS, Dealing, activity
from croupier.floor.reports.sheets.chips import stiff_sheet
from croupier.floor.reports.sheets.master_list import master_list
from croupier.floor.reports.sheets.performance import game_performance
from croupier.floor.reports.sheets.periods import hold_sheet
from croupier.floor.reports.sheets.ratings import ratings
from croupier.floor.reports.sheets.sheet import Days, Sheet, csv_of, days_between
from croupier.server.api.desks.routes import PRINTED
from croupier.server.api.reports.background_odds import background_odds
from croupier.server.house import House
from croupier.server.http.handlers import Here, in_thread
from croupier.server.http.routing import get

MOST_IN_CSV = 10_000
"""The most records, rounds or events in a file."""
CUT = f"There are more: only the newest {MOST_IN_CSV:,} are listed. Narrow the list, or export the whole log."
"""The last line of a file that leaves out older ones."""

_Report = Callable[[House, Dealing], Sheet]


def _activity(name: str) -> _Report:
    return lambda house, dealing: activity(name, dealing)


def _tables(house: House, dealing: Dealing) -> Sheet:
    states = {name: hosted.state for name, hosted in house.tables.by_name.items()}
    return master_list(house.registry, states, dealing.days.settings, house.floor.clock())


REPORTS: dict[str, _Report] = {
    **{name: _activity(name) for name in GROUPINGS},
    "stiff-sheet": lambda house, dealing: stiff_sheet(dealing, house.registry),
    "hold": lambda house, dealing: hold_sheet(dealing),
    "game-performance": lambda house, dealing: game_performance(dealing),
    "master-list": _tables,
    "ratings": lambda house, dealing: ratings(dealing),
}

Name = Annotated[str, PathParameter(max_length=32, description=f"One of {', '.join(REPORTS)}.")]
FirstDay = Annotated[
    str, QueryParameter(max_length=10, description="The first gaming day, such as 2026-03-09; all if empty.")
]
LastDay = Annotated[
    str, QueryParameter(max_length=10, description="The last gaming day; by default the first.")
]
OneTable = Annotated[str, QueryParameter(max_length=64, description="Of one table alone.")]


async def _sheet(house: House, report: str, day: str, to: str, table: str) -> Sheet:
    if report not in REPORTS:
        raise Refusal("unknown_report", f"no report {report!r}; there are: {', '.join(REPORTS)}")
    names = [house.tables.find(table).name] if table else sorted(house.registry.listings)

    def made() -> Sheet:
        days, odds = _days(house, day, to), background_odds(house.slow)
        dealing = Dealing.of(house.floor.ledger, names, days, odds, house.watcher.play)
        sheet = REPORTS[report](house, dealing)
        reasons = [f"Without theoretical figures: {each}." for each in dealing.prices.reasons]
        if pruned := pruned_words(house.floor.ledger, days.span.since):
            reasons.insert(0, f"Incomplete: {pruned}.")
        return replace(sheet, notes=(*sheet.notes, *reasons))

    async with house.at_hold:  # it reads whole streams: one at a time
        return await in_thread(made)


def _days(house: House, day: str, to: str) -> Days:
    if to and (not day or to < day):
        raise Refusal("malformed", f"to {to!r}; allowed: a gaming day from the first ({day or 'none'}) on")
    return days_between(day, to, settings_of(house.floor.ledger), house.floor.clock())


@get("/reports/{report:str}")
async def day_report(
    house: Here, report: Name, day: FirstDay = "", to: LastDay = "", table: OneTable = ""
) -> Sheet:
    """A report of gaming days, by the clock of the house; people by their ids."""
    return await _sheet(house, report, day, to, table)


@get("/reports/{report:str}/print", media_type=MediaType.HTML)
async def day_report_print(
    house: Here, report: Name, day: FirstDay = "", to: LastDay = "", table: OneTable = ""
) -> Response[str]:
    """The report to print, with the names of the staff."""
    sheet = await _sheet(house, report, day, to, table)

    def printed() -> str:
        people = [place for place, column in enumerate(sheet.columns) if column.kind == "person"]
        ids = {str(row[place]) for row in sheet.rows for place in people}
        return sheet_html(sheet, house.people.display_names(ids))

    text = await in_thread(printed)
    return Response(text, media_type=MediaType.HTML, headers=PRINTED)


@get("/reports/{report:str}/csv", media_type="text/csv")
async def day_report_csv(
    house: Here, report: Name, day: FirstDay = "", to: LastDay = "", table: OneTable = ""
) -> Response[str]:
    """The report as comma-separated values, without names."""
    sheet = await _sheet(house, report, day, to, table)
    return csv_response(csv_of(sheet), "-".join(filter(None, (report, day, to))))


def csv_response(text: str, name: str, *, cut: bool = False) -> Response[str]:
    """CSV as a file to download; one that was cut says so in its last line."""
    if cut:
        text += f'"{CUT}"\r\n'
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


reports: Router = Router(
    path="/api", route_handlers=[day_report, day_report_print, day_report_csv], tags=["reports"]
)
