"""The acts that a person may send to a table: those of `table.commands` except the house's own, and except
those that two people sign.

Tables are opened and put on other rules by the registry. The order of a deck, and the commitment to it, come
from the floor and from nobody else: `shuffle` and `close_bets` of a person carry nothing.
"""

import re
from typing import Annotated

import msgspec

from croupier.errors import Refusal
from croupier.server.http.validation_words import PERSON
from croupier.table import commands as c

_NO_NAME = re.compile(r"(?:p|player-)?\d{1,20}|[a-z]_[0-9a-f]{12,32}", re.ASCII)


class PlainShuffle(c.Act, frozen=True, kw_only=True, tag="shuffle"):
    """The cards are shuffled."""


class PlainSit(c.Act, frozen=True, kw_only=True, tag="sit"):
    """Take a seat. A player takes it for themselves; at a live table the dealer names who sits there."""

    seat: int
    player: Annotated[str, msgspec.Meta(pattern=PERSON)] = ""


class PlainCloseBets(c.Act, frozen=True, kw_only=True, tag="close_bets"):
    """ "No more bets"."""


PeopleAct = (
    c.CloseTable
    | c.GoIdle
    | PlainSit
    | c.Leave
    | c.Perform
    | PlainShuffle
    | c.Count
    | c.Bet
    | PlainCloseBets
    | c.Deal
    | c.Decide
    | c.Lapse
    | c.Enter
    | c.Show
    | c.OrderWinners
    | c.Validate
    | c.Reject
    | c.Report
    | c.OrderShuffle
    | c.ChangeDeck
    | c.ReplaceDevice
    | c.ConfirmReport
    | c.DismissReport
    | c.TakeBack
    | c.Declare
    | c.CallFloor
    | c.AnswerCall
)

TableAct = PeopleAct | c.Correct | c.Resettle
"""With the acts that need a second person: they have requests of their own, in which that person signs in. A
resettlement names its round there, and its original comes from the log: a sender of the original could
learn a folded hand by guessing."""


def act_of(act: TableAct, by: str, role: str) -> c.AnyAct:
    """The act as the table knows it, from a person in a role."""
    if isinstance(act, PlainSit):
        return c.Sit(seat=act.seat, player=by if role == "player" else _without_name(act.player))
    if isinstance(act, PlainShuffle):
        return c.Shuffle()
    if isinstance(act, PlainCloseBets):
        return c.CloseBets()
    return act


def _without_name(player: str) -> str:
    """Who sits at a live table: a card number, a number, or an id. What is in the log cannot be taken out, so
    no name goes in."""
    if not _NO_NAME.fullmatch(player):
        message = f"player {player!r} may be a name; allowed: a player card number, or player and a number"
        raise Refusal("player_named", f"{message}, such as player-3")
    return player
