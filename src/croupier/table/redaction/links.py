"""The awards of a link as the public may see them: no winner, and no details before validation."""

import msgspec

from croupier.jackpot.link import Link


class LinkPending(msgspec.Struct, frozen=True, kw_only=True):
    """A pending award of the link: only its table and time are public."""

    table: str
    since: int


class LinkHit(msgspec.Struct, frozen=True, kw_only=True):
    """The last award paid from a meter of the link, without the winner."""

    table: str
    hand: str
    meter: str
    share: int
    """Hundredths of a percent of the meter."""
    paid: int
    """Cents."""
    at: int
    """When it was won."""


def pending_awards(link: Link) -> tuple[LinkPending, ...]:
    """The pending awards of a link."""
    if not link.pending:
        return ()
    locked = (award.locked for award in link.awards.values() if award.state == "pending")
    return tuple(LinkPending(table=award.table, since=award.at) for award in locked)


def last_hit(link: Link) -> LinkHit | None:
    """The last award that was paid."""
    hit = next((award.locked for award in reversed(link.awards.values()) if award.state == "paid"), None)
    if hit is None:
        return None
    return LinkHit(table=hit.table, hand=hit.row, meter=hit.meter, share=hit.share, paid=hit.paid, at=hit.at)
