"""Contributions of wagers to the meters of a link, for tests that need one of the right size."""

from croupier.jackpot.link import Link
from croupier.jackpot.meters import contribution_units


def contributions_of(link: Link, stake: int) -> dict[str, int]:
    """The contribution of a stake in cents to each meter whose rate is known."""
    return {each.name: contribution_units(stake, each.rate) for each in link.meters if each.rate is not None}
