"""Protect a game: the worth of a leak, in the words of `croupier protect`.

A leak is written as there: `dealer:1`, `dealer:1+flop:1`, `turn-river:1`, `burn:1`, `dealer:1:rank`,
`others:5`. Edges are per unit of ante, from the player's side: exact as a fraction, or sampled with a
standard error.
"""

from collections.abc import Mapping
from pathlib import Path

from croupier.api.odds import subject_of
from croupier.errors import Refusal
from croupier.input_types import cents_by_name, text, truth, whole
from croupier.odds.protection.leak import parse_leak
from croupier.odds.protection.side_bets import SideBetWorth, side_bet_worth
from croupier.odds.protection.worth import (
    ROUNDS_PER_HOUR,
    Change,
    Edge,
    LeakWorth,
    Remedy,
    WantedFigures,
    worth_of,
)
from croupier.submission.form import Submission

__all__ = ["Change", "Edge", "LeakWorth", "Remedy", "SideBetWorth", "protect", "protect_bet"]


def protect(
    subject: str | Path | Submission,
    knows: str,
    *,
    rounds_per_hour: int = ROUNDS_PER_HOUR,
    remedies: bool = False,
    policy: Mapping[str, str] | None = None,
) -> LeakWorth:
    """The edge of a player who knows cards that they should not know, under best play, without side bets.

    `remedies` also prices what changes of procedure would leave of the leak. A leak that cannot be read, or
    that no solver prices, is a `Refusal`.
    """
    leak = parse_leak(text(knows, "knows"))
    if not 1 <= whole(rounds_per_hour, "rounds_per_hour") <= 1000:
        raise Refusal("value_not_allowed", f"rounds_per_hour: {rounds_per_hour}; allowed: 1 to 1000")
    asked = WantedFigures(rounds_per_hour=rounds_per_hour, remedies=truth(remedies, "remedies"))
    return worth_of(subject_of(subject, policy).house, leak, asked)


def protect_bet(
    subject: str | Path | Submission,
    bet: str,
    knows: str,
    *,
    meters: Mapping[str, int] | None = None,
    policy: Mapping[str, str] | None = None,
) -> tuple[SideBetWorth, ...]:
    """The worth of knowing one card to a bet against a pay table or the progressive.

    For each table that the rules print, or the one that the submission filed.

    `knows` is `own:1`, a card of the hand, or `dealer:1`, `flop:1`, `burn:1`. The progressive is priced with
    its `meters` in cents, or with each at its seed.
    """
    leak = parse_leak(text(knows, "knows"))
    at = cents_by_name(meters, "meters")
    return side_bet_worth(subject_of(subject, policy), text(bet, "bet"), leak, meters=at)
