"""The lobby, a table's view and events, commands, entropy, meters, fairness."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Annotated

import msgspec
from litestar import Router
from litestar.params import JSONBody, PathParameter, QueryParameter

from croupier.errors import Refusal
from croupier.floor.host.automation import question
from croupier.floor.host.hosted_table import Hosted, Settings
from croupier.floor.registry.private_tables import sit_privately
from croupier.jackpot.link import Link
from croupier.server.api.messages import (
    AddEntropy,
    Balance,
    CommandDone,
    CommandRequest,
    EventsResponse,
    LinkResponse,
    MeterResponse,
    MySeat,
    PrivateTable,
    ShuffleRecord,
    TableCard,
    TableNow,
    TableResponse,
    TablesNow,
)
from croupier.server.api.tables.pay_tables import pay_tables
from croupier.server.house import House
from croupier.server.http.handlers import Here, Me, in_thread, landed, send, viewer
from croupier.server.http.routing import get, post
from croupier.server.live.fan_out import Committed, missed_since
from croupier.submission.house import TableRules
from croupier.submission.rule_lookup import check_installed
from croupier.table.offers.bounds import least_round, least_to_stay, wager_bounds
from croupier.table.programs import current
from croupier.table.redaction.links import last_hit, pending_awards
from croupier.table.redaction.view import view

UNIT = 10_000

ELECTRONIC_NOTICE = (
    "Play money. The rules authorize tables with cards: this electronic table is for practice and evaluation."
)

TableName = Annotated[str, PathParameter(max_length=64, description="The name of a table.")]


def card(hosted: Hosted, links: Mapping[str, Link]) -> TableCard:
    """A table as the lobby shows it."""
    state, settings = hosted.state, hosted.settings
    rules, now = state.rules, _now(hosted, links)
    document = None if rules is None else rules.house.rules.rules
    return TableCard(
        table=hosted.name,
        mode=state.mode,
        notice=ELECTRONIC_NOTICE if state.electronic else "",
        demo=settings.demo,
        rules="" if document is None else document.name,
        title="" if document is None else document.title,
        operator="" if rules is None else rules.operator,
        program=now.program,
        round=now.round,
        version=now.version,
        positions=0 if rules is None else rules.positions,
        taken=now.taken,
        boxes=0 if rules is None else rules.boxes,
        bets_open=now.bets_open,
        limits=() if rules is None else wager_bounds(rules),
        link=settings.link,
        meters=now.meters,
        pay_tables=() if rules is None else pay_tables(rules),
        stay=0 if rules is None else least_to_stay(rules),
        least_round=0 if rules is None else least_round(rules),
        filed=now.filed,
    )


@lru_cache(maxsize=256)
def _filed(rules: TableRules | None, settings: Settings) -> str:
    """A digest of the parts of a table's card that a round does not change."""
    parts = () if rules is None else (wager_bounds(rules), pay_tables(rules), rules.operator, rules.positions)
    named = "" if rules is None else rules.house.rules.rules.document
    return sha256(msgspec.json.encode([named, settings.link, parts])).hexdigest()[:16]


def _listed(house: House) -> list[Hosted]:
    listed = sorted(house.tables.by_name.items())
    return [hosted for _, hosted in listed if not hosted.settings.private]


def _now(hosted: Hosted, links: Mapping[str, Link]) -> TableNow:
    state, step = hosted.state, current(hosted.state)
    link = links.get(hosted.settings.link)
    return TableNow(
        table=hosted.name,
        program=state.program,
        round=state.round,
        version=state.version,
        taken=tuple(sorted(state.players)),
        bets_open=step is not None and step.kind == "bets" and _installed(state.rules),
        meters={} if link is None else dict(link.amounts),
        filed=_filed(state.rules, hosted.settings),
    )


def _installed(rules: TableRules | None) -> bool:
    """Whether the rule file of a table is as it was; else bets are refused."""
    if rules is None:
        return False
    try:
        check_installed(rules.house.rules.rules.document, rules.house.rules.digest)
    except Refusal:
        return False
    return True


@get("/tables")
async def tables(house: Here) -> list[TableCard]:
    """The tables of this house: rules, limits, seats, meters; private ones are not listed."""
    return [card(hosted, house.tables.links) for hosted in _listed(house)]


@get("/tables-now")
async def tables_now(
    house: Here,
    mark: Annotated[str, QueryParameter(max_length=64, description="The mark of the last response.")] = "",
) -> TablesNow:
    """Changes of the tables since a mark: seats, rounds and meters, without pay tables."""
    found = [_now(hosted, house.tables.links) for hosted in _listed(house)]
    made = sha256(msgspec.json.encode(found)).hexdigest()[:16]
    return TablesNow(mark=made, tables=None if made == mark else found)


@get("/tables/{table:str}/card")
async def table_card(house: Here, table: TableName) -> TableCard:
    """One table as the lobby shows it."""
    return card(house.tables.find(table), house.tables.links)


@get("/my-seats")
async def my_seats(house: Here, me: Me) -> list[MySeat]:
    """The tables at which you sit, and whether one waits for your decision."""
    found = []
    for name, hosted in sorted(house.tables.by_name.items()):
        state = hosted.state
        seats = tuple(seat for seat, player in sorted(state.players.items()) if player == me.person)
        if not seats or state.rules is None:
            continue
        asked = question(state)
        found.append(
            MySeat(
                table=name,
                title=state.rules.house.rules.rules.title,
                seats=seats,
                turn=asked is not None and asked[2] in seats,
                deadline=hosted.deadline,
                now=house.floor.clock(),
            )
        )
    return found


@post("/tables/{table:str}/private")
async def private_table(house: Here, me: Me, table: TableName) -> PrivateTable:
    """Sit down at a table of your own, with the rules of this one and no clock."""
    if not house.tables.find(table).settings.demo:
        raise Refusal("demo_off", f"private tables are copies of demo tables; {table} is not a demo table")
    house.check_open()
    registry, keys = house.registry, house.floor.keys
    name, seat = await landed(
        house.floor.run(lambda unit: sit_privately(unit, registry, keys, table, me.person))
    )
    return PrivateTable(table=name, seat=seat)


@get("/tables/{table:str}")
async def table(house: Here, me: Me, table: TableName) -> TableResponse:
    """A table redacted for the viewer, with the viewer's offers."""
    hosted = house.tables.find(table)
    shown = view(hosted.state, viewer(me), house.floor.clock())
    return TableResponse(version=shown.version, deadline=hosted.deadline, view=shown)


@get("/tables/{table:str}/events")
async def events(
    house: Here,
    me: Me,
    table: TableName,
    after: Annotated[int, QueryParameter(ge=0, le=2**53, description="The last version that is known.")],
) -> EventsResponse:
    """The events of a table after a version, redacted for the viewer."""
    hosted, looks = house.tables.find(table), viewer(me)
    state = hosted.state
    missed = missed_since(hosted, state, after)
    return EventsResponse(
        version=state.version,
        deadline=hosted.deadline,
        events=None if missed is None else [Committed(each, []).message(looks) for each in missed],
        view=view(state, looks, house.floor.clock()),
    )


@post("/tables/{table:str}/commands")
async def command(house: Here, me: Me, table: TableName, data: JSONBody[CommandRequest]) -> CommandDone:
    """Send a command to a table: one of the view's offers. A used key returns its first response."""
    return CommandDone(version=await send(house, me, table, data.act, data.version, data.key))


@post("/tables/{table:str}/entropy")
async def entropy(house: Here, me: Me, table: TableName, data: JSONBody[AddEntropy]) -> CommandDone:
    """Add entropy to the next shuffle of an electronic table."""
    house.tables.find(table)
    answer = await landed(house.tables.add_entropy(table, data.entropy, by=me.person))
    return CommandDone(version=answer.version)


@get("/tables/{table:str}/fairness/{round_number:int}")
async def fairness(
    house: Here,
    table: TableName,
    round_number: Annotated[int, PathParameter(ge=1, le=2**53, description="The number of a round.")],
) -> ShuffleRecord:
    """The commitment to a round's shuffle and, after the round, everything the deck was made from."""
    house.tables.find(table)
    deal = await in_thread(lambda: house.deals.deal(table, round_number))
    return ShuffleRecord(
        table=table,
        round=round_number,
        commitments=deal.commitments,
        added=deal.added,
        revealed=bool(deal.seed),
        seed=deal.seed,
        salt=deal.salt,
        entropies=deal.entropies,
    )


@get("/meters")
async def meters(house: Here) -> list[LinkResponse]:
    """The meters of every link."""
    return [_link(house, name, link) for name, link in sorted(house.tables.links.items())]


def _link(house: House, name: str, link: Link) -> LinkResponse:
    return LinkResponse(
        link=name,
        meters=tuple(
            MeterResponse(
                name=each.name,
                amount=link.amounts[each.name],
                reset=link.restarts_at(each),
                rate=each.rate,
                rate_may_change=link.may_change_rates(each.name),
            )
            for each in link.meters
        ),
        tables=tuple(
            sorted(each.name for each in house.tables.by_name.values() if each.settings.link == name)
        ),
        pending=pending_awards(link),
        last_hit=last_hit(link),
    )


@get("/balance")
async def balance(house: Here, me: Me) -> Balance:
    """Your balance."""
    held = await in_thread(lambda: house.floor.ledger.balance(f"player:{me.person}"))
    return Balance(player=me.person, cents=held // UNIT, rest=held % UNIT)


floor_tables: Router = Router(
    path="/api",
    route_handlers=[
        tables,
        tables_now,
        table_card,
        my_seats,
        private_table,
        table,
        events,
        command,
        entropy,
        fairness,
        meters,
        balance,
    ],
    tags=["tables"],
)
