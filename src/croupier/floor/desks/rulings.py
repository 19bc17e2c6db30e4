"""Rulings made after a round ended: decided awards and resettlements."""

from sqlalchemy import select

from croupier.ledger.schema import events, postings
from croupier.ledger.store import Ledger
from croupier.table import events as e

Later = e.AwardValidated | e.AwardRejected | e.AwardTakenBack | e.Resettled

_KINDS = tuple(str(kind.__struct_config__.tag) for kind in Later.__args__)


def decided_later(
    ledger: Ledger, table: str, after: int = 0, player: str = ""
) -> dict[int, list[tuple[int, Later]]]:
    """Later rulings by round, in order, each with the version of its record; all after a version of the
    stream.

    With a player, only those that moved the player's money, found through their postings.
    """
    query = (
        select(events.c.version, events.c.body)
        .where(events.c.stream == f"table:{table}", events.c.version > after, events.c.kind.in_(_KINDS))
        .order_by(events.c.version)
    )
    if player:
        own = postings.c.account == f"player:{player}"
        query = query.join_from(events, postings, postings.c.position == events.c.position).where(own)
    with ledger.database.reading() as connection:
        found = connection.execute(query).all()
    decided: dict[int, list[tuple[int, Later]]] = {}
    for version, body in found:
        event = e.decode_event(bytes(body))
        assert isinstance(event, Later)
        number = event.round if isinstance(event, e.Resettled) else int(event.award.partition(".")[0])
        decided.setdefault(number, []).append((int(version), event))
    return decided
