"""The registry attached to a floor: kept up to date, and applied to its tables between rounds."""

import logging
from functools import partial

import msgspec
from sqlalchemy import select

from croupier.errors import Refusal
from croupier.floor.host import automation
from croupier.floor.host.batch import Unit
from croupier.floor.host.floor import Floor
from croupier.floor.registry.adoption import apply_pending
from croupier.floor.registry.limits import apply_limits
from croupier.floor.registry.registry import NOT_YET, Registry, differing_rates
from croupier.ledger.schema import events
from croupier.submission.rule_lookup import check_installed
from croupier.table import commands as c
from croupier.table.events import RoundSettled

log: logging.Logger = logging.getLogger("croupier.floor")


def attach(floor: Floor, registry: Registry) -> None:
    """Keep the registry of a floor up to date, apply queued versions between rounds, and refuse to resettle
    rounds that were played for another link."""
    looked_at = registry.version
    seen = floor.ledger.seen
    behind = False

    def adopt(unit: Unit, table: str) -> None:
        # The link learns of rates that another process has changed before this registry does.
        if table in registry.pending or _behind(unit, table):
            automation.electronic(
                unit, table, floor.keys
            )  # a table that waits for its shuffle adopts nothing
            apply_pending(unit, registry, table, known=True)

    def soon(table: str) -> None:
        """Apply a queued version now: nobody may be playing, and no command may come."""
        if table in registry.pending:
            floor.run(lambda unit: adopt(unit, table), table=table)

    def refresh() -> None:
        nonlocal looked_at, behind
        behind = True  # if this fails it is tried again
        registry.catch_up(floor.ledger)
        behind = False
        if registry.version == looked_at:
            return
        looked_at = registry.version
        for table in registry.pending.keys() & floor.tables.keys():
            soon(table)

    def changed_elsewhere() -> None:
        """Refresh if another process may have changed the house."""
        nonlocal seen
        (looks, others), seen = seen, floor.ledger.seen
        if behind or looks == seen[0] or others != seen[1]:
            refresh()

    def change_limits() -> None:
        """Apply changes of limits whose time has come, at the tables of this server."""
        now = floor.clock()
        for table, waiting in tuple(registry.limits.items()):
            if waiting.effective <= now and table in floor.tables:
                floor.run(partial(apply_limits, registry=registry, table=table), table=table)

    floor.admit.append(lambda unit, table, asked: _check_resettled_link(unit, registry, table, asked))
    floor.admit.append(_check_rules)
    floor.hooks.append(adopt)
    floor.house_changed.append(refresh)
    floor.every_second.append(changed_elsewhere)
    floor.every_second.append(change_limits)
    floor.taken_over.append(soon)
    floor.taken_over.append(lambda table: _warn_of_rules(floor, table))


def _check_rules(unit: Unit, table: str, asked: c.AnyAct) -> None:
    """Refuse bets at a table whose rule file is gone or has changed.

    A round that runs is played to its end by the rules that the table carries, and the table can be closed.
    """
    rules = unit.state(table).rules
    if rules is not None and isinstance(asked, c.Bet):
        check_installed(rules.house.rules.rules.document, rules.house.rules.digest)


def _warn_of_rules(floor: Floor, table: str) -> None:
    state = floor.tables[table].state
    if state.rules is None or state.program == "closed":
        return
    try:
        check_installed(state.rules.house.rules.rules.document, state.rules.house.rules.digest)
    except Refusal as refusal:
        log.warning("table %s takes no bets: %s", table, refusal.message)


def _behind(unit: Unit, table: str) -> bool:
    """Whether a table between rounds has other rates than its link."""
    state, name = unit.state(table), unit.hosted(table).settings.link
    if not name or state.rules is None or state.hands or state.bets_closed:
        return False
    progressive = state.rules.house.progressive
    return progressive is not None and bool(differing_rates(unit.link(name), progressive))


def _check_resettled_link(unit: Unit, registry: Registry, table: str, asked: c.AnyAct) -> None:
    """Refuse to resettle a round that was played for another link. Reads the log only if the table has had
    several links and knows the round."""
    if not isinstance(asked, c.Resettle) or asked.round not in unit.state(table).settled:
        return
    here = registry.within(unit)
    if len({each.listing.settings.link for each in here.ran.get(table, ())}) > 1:
        here.check_link(table, asked.round, _settled_at(unit, table, asked.round))


class _Settled(msgspec.Struct):
    round: int


def _settled_at(unit: Unit, table: str, round_: int) -> int:
    """The position of a settled round in the log; a round settled in this batch has none yet."""
    query = (
        select(events.c.position, events.c.body)
        .where(events.c.stream == f"table:{table}", events.c.kind == str(RoundSettled.__struct_config__.tag))
        .order_by(events.c.version.desc())
        .limit(unit.state(table).round - round_ + 1)  # no more have come since
    )
    for position, body in unit.batch.tx.connection.execute(query):
        if msgspec.json.decode(bytes(body), type=_Settled).round == round_:
            return int(position)
    return NOT_YET - 1
