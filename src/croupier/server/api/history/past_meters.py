"""The meters of a link at each step of a finished round, from the books.

The account of a meter holds the meter, to the unit: `croupier audit verify` proves it of every commit. So the
books give the amount of a meter when a step was committed, whichever table moved it. One commit may have many
steps, and the records of the link stand before or after all of them. Within a commit therefore each step has
what its own record posted, and what the house added for it in the link's: a meter that is won starts again at
its seed in the step that pays it. Where internal procedures have put several winners in an order of their
own, the meters are theirs at the first of these seats, as the link has it.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from sqlalchemy import select

from croupier.floor.host.accounts import meter_account
from croupier.floor.host.link_events import decode_link_event
from croupier.floor.reports.balances import balances_at, posted_between
from croupier.jackpot import events as j
from croupier.ledger.schema import events, postings
from croupier.ledger.store import Ledger
from croupier.server.api.history.rounds import Placed
from croupier.table import events as e

Amounts = dict[str, int]
"""By account, in ten-thousandths of a cent."""

_LONGEST = 10_000
"""The most records of one commit: a link's record is at most so far from its table's."""

_UNNAMED = (e.AwardRejected, e.AwardTakenBack)
"""Events that move a meter although the link's event does not name the table."""


def meters_then(ledger: Ledger, table: str, link: str, steps: Sequence[Placed]) -> dict[int, dict[str, int]]:
    """By version of the table, the meters after it, from the version before the first step on."""
    rules = steps[-1].step.before.rules if steps else None
    progressive = None if rules is None else rules.house.progressive
    if not link or progressive is None:
        return {}
    names = {meter_account(link, meter.name): meter.name for meter in progressive.meters}
    found = _Past(ledger, table, link, tuple(names)).after(list(_commits(steps)))
    return {
        version: {names[account]: amount for account, amount in each.items()}
        for version, each in found.items()
    }


def _commits(steps: Sequence[Placed]) -> Iterator[list[Placed]]:
    """The steps that were committed together: the records of a stream stand together then."""
    commit = [steps[0]]
    for last, step in pairwise(steps):
        if (step.position, step.at) != (last.position + 1, last.at):
            yield commit
            commit = []
        commit.append(step)
    yield commit


class _Added(NamedTuple):
    """A posting of the house on a meter for a table, in a record of the link."""

    position: int
    version: int
    """Of the table, of the step that caused it."""
    amounts: Amounts


class _Past:
    """The accounts of a link's meters, as a table moved them."""

    def __init__(self, ledger: Ledger, table: str, link: str, accounts: Sequence[str]) -> None:
        self._ledger = ledger
        self._table = table
        self._link = link
        self._accounts = accounts

    def after(self, commits: Sequence[Sequence[Placed]]) -> dict[int, Amounts]:
        """The accounts after each step, and before the first, from the last commit back."""
        found: dict[int, Amounts] = {}
        moved = self._own(commits[0][0].version, commits[-1][-1].version)
        until = commits[-1][-1].position + _LONGEST
        held = balances_at(self._ledger, self._accounts, commits[-1][-1].position)
        for commit, earlier in zip_longest(reversed(commits), list(reversed(commits))[1:]):
            end, before = commit[-1].position, earlier[-1].position if earlier else 0
            now = held
            for added in self._added(commit, moved, before, until):
                moved[added.version] = _sum(moved.get(added.version, {}), added.amounts)
                if added.position > end:
                    now = _sum(now, added.amounts)
            _put_together(commit, moved)
            for step in reversed(commit):
                found[step.version] = now
                now = _sum(now, moved.get(step.version, {}), -1)
            if earlier:
                held = _sum(held, posted_between(self._ledger, self._accounts, before, end), -1)
            else:
                found[commit[0].version - 1] = now
            until = commit[0].position
        return found

    def _own(self, first: int, last: int) -> dict[int, Amounts]:
        """By version, the postings of the table's own records on the meters."""
        query = (
            select(events.c.version, postings.c.account, postings.c.amount)
            .join(postings, postings.c.position == events.c.position)
            .where(
                events.c.stream == f"table:{self._table}",
                events.c.version >= first,
                events.c.version <= last,
                postings.c.account.in_(self._accounts),
            )
        )
        with self._ledger.database.reading() as connection:
            rows = connection.execute(query).all()
        found: dict[int, Amounts] = {}
        for version, account, amount in rows:
            found[version] = _sum(found.get(version, {}), {account: int(amount)})
        return found

    def _added(
        self, commit: Sequence[Placed], moved: dict[int, Amounts], before: int, until: int
    ) -> list[_Added]:
        """The house's postings for the steps of a commit, in the link's records of that commit."""
        moving = [each for each in commit if each.version in moved or _awards(each)]
        if not moving:
            return []
        first, last = commit[0].position, commit[-1].position
        query = (
            select(events.c.position, events.c.body, postings.c.account, postings.c.amount)
            .join(postings, postings.c.position == events.c.position)
            .where(
                postings.c.account.in_(self._accounts),
                postings.c.position > max(before, first - _LONGEST),
                postings.c.position < min(until, last + _LONGEST),
                events.c.stream == f"link:{self._link}",
                events.c.at == commit[0].at,
            )
        )
        with self._ledger.database.reading() as connection:
            rows = connection.execute(query).all()
        found = []
        for position, body, account, amount in rows:
            cause = self._cause(decode_link_event(bytes(body)), moving)
            if cause is not None:
                found.append(_Added(int(position), cause.version, {str(account): int(amount)}))
        return found

    def _cause(self, event: j.AnyLinkEvent, moving: Sequence[Placed]) -> Placed | None:
        """The step that a link's event followed; none if another table or the operator caused it."""
        if isinstance(event, j.AwardLocked | j.Contributed | j.ContributionsReturned):
            if event.table != self._table:
                return None
            if isinstance(event, j.AwardLocked):
                seats = (each for each in moving if getattr(each.step.event, "seat", 0) == event.seat)
                return next(seats, None)
            return moving[-1]
        unnamed = [each for each in moving if isinstance(each.step.event, _UNNAMED)]
        return unnamed[-1] if unnamed else None


def _awards(placed: Placed) -> bool:
    """Whether a seat was settled with an award; even one of 0 restarts the meter."""
    return isinstance(placed.step.event, e.SeatSettled) and bool(placed.step.event.awards)


def _put_together(commit: Sequence[Placed], moved: dict[int, Amounts]) -> None:
    """Winners in an order of their own: the movements of their seats count at the first of them."""
    seats = [
        each.version
        for each in commit
        if isinstance(each.step.event, e.SeatSettled)
        and each.step.before.winners_order
        and each.version in moved
    ]
    for version in seats[1:]:
        moved[seats[0]] = _sum(moved[seats[0]], moved.pop(version))


def _sum(amounts: Amounts, more: Amounts, sign: int = 1) -> Amounts:
    return amounts | {account: amounts.get(account, 0) + sign * more[account] for account in more}
