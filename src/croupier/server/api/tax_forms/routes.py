"""Bets whose winnings need a tax form by the house's rule: of a gaming day, and of a table's latest round."""

from functools import partial
from typing import Annotated

import msgspec
from litestar import Router
from litestar.params import QueryParameter

from croupier.floor.host.stream_starts import beginning
from croupier.floor.registry.settings import day_at, gaming_day, settings_of
from croupier.floor.reports.recorded_rounds import recorded_rounds
from croupier.floor.reports.tax_forms import TaxFlag, flags_of_last_round, rule_words, tax_flags
from croupier.server.api.desks.routes import TableName
from croupier.server.http.handlers import Here, in_thread
from croupier.server.http.routing import get
from croupier.table.state import LIVE


class TaxForms(msgspec.Struct, frozen=True, kw_only=True):
    """Marked bets, and the rule as it is now."""

    rule: str
    confirmed: bool
    """Whether the operator confirmed the rule."""
    day: str
    flags: list[TaxFlag]


@get("/tax-forms")
async def tax_forms(
    house: Here,
    day: Annotated[
        str, QueryParameter(max_length=10, description="A gaming day, such as 2026-03-09; today.")
    ] = "",
) -> TaxForms:
    """The bets of a gaming day at live tables whose winnings need a tax form."""
    live = sorted(name for name, each in house.registry.listings.items() if each.mode == LIVE)

    def read() -> TaxForms:
        ledger = house.floor.ledger
        settings = settings_of(ledger)
        asked = day or day_at(house.floor.clock(), settings)
        since, until = gaming_day(asked, settings)
        rounds = [
            each
            for name in live
            for each in recorded_rounds(ledger.read(f"table:{name}"), partial(beginning, ledger))
            if since <= each.at < until
        ]
        flags = sorted(tax_flags(ledger, rounds), key=lambda each: -each.position)
        return TaxForms(rule=rule_words(settings), confirmed=settings.tax_confirmed, day=asked, flags=flags)

    async with house.at_hold:  # it reads whole streams: one at a time
        return await in_thread(read)


@get("/tables/{table:str}/tax-forms")
async def tax_forms_of_table(house: Here, table: TableName) -> TaxForms:
    """The marked bets of a table's latest round."""
    electronic = house.tables.find(table).state.electronic

    def read() -> TaxForms:
        ledger = house.floor.ledger
        settings = settings_of(ledger)
        flags = [] if electronic else flags_of_last_round(ledger, table, settings)
        day = day_at(house.floor.clock(), settings)
        return TaxForms(rule=rule_words(settings), confirmed=settings.tax_confirmed, day=day, flags=flags)

    return await in_thread(read)


tax_form_routes: Router = Router(
    path="/api", route_handlers=[tax_forms, tax_forms_of_table], tags=["tax forms"]
)
