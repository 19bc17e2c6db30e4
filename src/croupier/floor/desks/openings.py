"""A table's stream read backward: the rules in force at a version, for slips printed long after."""

from collections.abc import Iterator
from typing import NamedTuple

from croupier.errors import Refusal
from croupier.floor.host.stream_starts import beginning
from croupier.ledger.records import Record
from croupier.ledger.store import Ledger
from croupier.submission.house import TableRules
from croupier.table import events as e
from croupier.table.state import ELECTRONIC


class Opening(NamedTuple):
    """The rules, operator and mode that a table ran by."""

    house_rules: str
    title: str
    operator: str
    electronic: bool
    outside: bool
    """Awards of a meter are not paid from the table inventory."""


def opening_of(ledger: Ledger, table: str, version: int) -> Opening:
    """The rules that the table ran by at a version of its stream."""
    rules = None
    for record in backwards(ledger, f"table:{table}", version):
        if record.kind == "rules_adopted.v1" and rules is None:
            adopted = e.decode_event(record.body)
            assert isinstance(adopted, e.RulesAdopted)
            rules = adopted.rules
        elif record.kind == "table_opened.v1":
            opened = e.decode_event(record.body)
            assert isinstance(opened, e.TableOpened)
            return _opening(rules or opened.rules, opened.mode)
    begin = beginning(ledger, table)
    if begin.rules is not None:
        return _opening(rules or begin.rules, begin.mode)
    raise Refusal("unknown_award", f"table {table} was never opened")


def _opening(rules: TableRules, mode: str) -> Opening:
    electronic = mode == ELECTRONIC
    fact = rules.house.rules.facts.get("settlement", {}).get("meter_awards_outside_inventory")
    outside = not electronic and fact is not None and fact.value is True
    identity = rules.house.rules.rules
    return Opening(identity.name, identity.title, rules.operator, electronic, outside)


def backwards(ledger: Ledger, stream: str, last: int | None = None, step: int = 500) -> Iterator[Record]:
    """The records of a stream from the last (or a version) to the first: most callers want a recent one."""
    until = ledger.head(stream).version if last is None else last
    while until > 0:
        after = max(0, until - step)
        some = ledger.read(stream, after=after, limit=until - after)
        found = [record for record in some if record.version <= until]  # a pruned stream starts later
        yield from reversed(found)
        if not found:
            return  # the earlier ones are in the archives
        until = after
