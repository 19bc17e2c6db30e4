"""A recorded round, from a log or a file, and the hands of each player in it as the watch sees them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.cards import card_set, parse_cards, set_of
from croupier.odds.protocol import solver_for
from croupier.odds.watch.hand import WatchedHand
from croupier.settlement.round import DECIDING, Round, Seat, decided_amount, folds
from croupier.submission.house import HouseRules


class RecordedRound(NamedTuple):
    """A finished round, and the facts in a log besides its settlement."""

    record: Round
    house: HouseRules
    players: Mapping[int, str]
    """By seat. A seat without a player is watched for nobody."""
    order: tuple[int, ...]
    """The seats in the order of their decisions."""
    all_recorded: bool
    """Whether hidden cards are recorded whatever the players do, as at electronic tables."""
    up: str = ""
    """The dealer's face-up cards."""
    irregular: bool = False
    """Whether an irregularity was reported, with or without a consequence."""


def round_of_line(record: Round, house: HouseRules, all_recorded: bool) -> RecordedRound:
    """A round of a `settle` line: seats decide in their order, and the face-up cards are dealt last."""
    players = {seat.seat: seat.player for seat in record.seats if seat.player}
    up = max(stage.up for stage in solver_for(house.rules).stages(house.rules))
    shown = (record.dealer or "").split()[-up:] if up else []
    order = tuple(sorted(seat.seat for seat in record.seats))
    return RecordedRound(record, house, players, order, all_recorded, " ".join(shown))


def antes_of(seat: Seat, amounts: bool) -> Fraction:
    """The decided wager in antes; 0 for a fold."""
    decided = decided_amount(seat.decision)
    if not amounts:
        return Fraction(decided)
    return Fraction(decided, seat.wagers["ante"]) if decided else Fraction(0)


def watched_hands(played: RecordedRound) -> dict[str, list[WatchedHand]]:
    """By player: the hands of one round from which evidence may be drawn.

    A round with an irregularity counts for nobody: cards may have been shown. Nor does a hand whose cards, or
    cards that the player may have learned about, are not recorded. Where hidden cards are not recorded
    anyway, actions select what is recorded, and others may know hidden cards. There a fold does not count,
    nor does a hand decided after another seat's, whose cards would be recorded or not as it played.
    """
    record = played.record
    exceptional = record.irregularity or played.irregular or any(map(_exceptional, record.seats))
    stages = solver_for(played.house.rules).stages(played.house.rules)
    if exceptional or not record.dealer or (any(stage.up for stage in stages) and not played.up):
        return {}
    up = set_of(played.up)
    cards = {seat.seat: set_of(seat.cards or "") for seat in record.seats}
    board = parse_cards(record.board or "")
    in_turn = len(stages) == 1
    found: dict[str, list[WatchedHand]] = {}
    for player in dict.fromkeys(played.players.values()):
        own = [seat for seat in record.seats if played.players.get(seat.seat) == player]
        decided = [seat for seat in own if seat.decision is not None]
        mine = {seat.seat for seat in own}
        if not decided or (not played.all_recorded and all(folds(seat.decision) for seat in decided)):
            continue
        before, later = _around(played.order, mine, in_turn)
        if before and not played.all_recorded:
            continue
        if not all(cards[seat] for seat in (*mine, *before)):
            continue
        legitimate = card_set(())
        for seat in (*mine, *before):
            legitimate |= cards[seat]
        complete = played.all_recorded and all(cards[seat] for seat in later)
        found[player] = [
            WatchedHand(
                cards=cards[seat.seat],
                board=board,
                up=up,
                hidden=set_of(record.dealer) & ~up,
                legitimate=legitimate & ~cards[seat.seat],
                later=tuple(cards[each] for each in later) if complete else (),
                antes=antes_of(seat, record.amounts),
            )
            for seat in decided
        ]
    return found


def _exceptional(seat: Seat) -> bool:
    return bool(seat.irregularity or seat.forfeited or seat.abandoned or seat.declared == DECIDING)


def _around(order: tuple[int, ...], mine: set[int], in_turn: bool) -> tuple[list[int], list[int]]:
    """The other seats whose decisions the player saw before the last of their own, and the others.

    Where there are several decisions, all other seats have made one before the player's last.
    """
    if not in_turn:
        return [seat for seat in order if seat not in mine], []
    last = max(order.index(seat) for seat in mine)
    return [seat for seat in order[:last] if seat not in mine], list(order[last + 1 :])
