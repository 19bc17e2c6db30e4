"""The offer that a command takes up, or the most specific refusal: the problem, and the allowed acts."""

from datetime import UTC, datetime
from functools import lru_cache

from croupier.errors import Refusal
from croupier.table import commands as c
from croupier.table.dual_control import check_approver
from croupier.table.obligations import (
    change_due,
    collecting_too_early,
    deck_too_old,
    old_deck_clauses,
    stub_count_due,
    unknown_discards,
    unlit,
)
from croupier.table.offers import Actor, Offer, every_offer, may
from croupier.table.programs import current, rule_clauses
from croupier.table.roles import or_above
from croupier.table.state import State


def offered(state: State, command: c.Command) -> Offer:
    """The offer that a command takes up; `Refusal` if there is none for its actor."""
    asked = command.act
    kind = asked.__struct_config__.tag
    seat, name = _target(asked)
    actor = Actor(command.by, command.role)
    same_kind: list[Offer] = []
    for offer in every_offer(state, command.at):
        if offer.act == kind:
            if (seat is None or offer.seat == seat) and (name is None or offer.name == name):
                if may(offer, actor):
                    return offer
                raise _not_entitled(offer, command)
            same_kind.append(offer)
    raise _not_now(state, command, same_kind)


def _target(asked: c.Act) -> tuple[int | None, str | None]:
    """The seat and the name by which an act finds its offer; none where the act has no such part."""
    seats, names = _target_fields(type(asked))
    seat = getattr(asked, seats[0]) if seats else None
    return seat, next((name for name in (getattr(asked, field) for field in names) if name is not None), None)


@lru_cache(maxsize=256)
def _target_fields(kind: type[c.Act]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of an act that may name a seat, and those that may name its subject."""
    fields = kind.__struct_fields__
    return (
        tuple(name for name in ("seat", "to") if name in fields),
        tuple(name for name in ("step", "irregularity", "award", "what") if name in fields),
    )


def _not_entitled(offer: Offer, command: c.Command) -> Refusal:
    check_approver(command.by, offer.not_by or (), f"{_spoken(offer.act)} {offer.name}", offer.clauses)
    if offer.role == "player" and offer.player and command.role == "player":
        message = f"seat {offer.seat} belongs to another player"
        return Refusal("not_your_seat", message, offer.clauses)
    own = offer.role == "player" and offer.player
    allowed = "its player, or dealer or above" if own else or_above(offer.role)
    allowed += " or the system" if offer.by_system else ""
    message = f"{_spoken(offer.act)} as {command.role}; allowed: {allowed}"
    return Refusal("role_too_low", message, offer.clauses)


def _not_now(state: State, command: c.Command, same_kind: list[Offer]) -> Refusal:
    """The reason why an act is not offered, the most specific first, with the allowed acts."""
    asked = command.act
    special = _special_refusal(state, command)
    if special is not None:
        return special
    if same_kind:
        seats = sorted({offer.seat for offer in same_kind})
        names = sorted({offer.name for offer in same_kind} - {""})
        places = [f"seat {seat}" for seat in seats if getattr(asked, "seat", None) is not None]
        allowed = ", ".join([*places, *map(_spoken, names)])
        near = [offer for offer in same_kind if offer.name == _target(asked)[1]] or same_kind
        clauses = near[0].clauses
    else:
        actor = Actor(command.by, command.role)
        mine = [offer for offer in every_offer(state, command.at) if may(offer, actor)]
        acts = dict.fromkeys(_spoken(f"{offer.act} {offer.name}") for offer in mine)
        allowed = ", ".join(acts) or "nothing"
        step = current(state) if state.rules is not None else None
        clauses = () if step is None else step.rule.clauses
    what = " ".join(str(part) for part in (asked.__struct_config__.tag, *_target(asked)) if part)
    return Refusal("not_now", f"{_spoken(what)}: not now; allowed: {allowed}", clauses)


def _special_refusal(state: State, command: c.Command) -> Refusal | None:
    asked = command.act
    if state.rules is None or state.program == "closed":
        return None
    if state.reported is not None:
        message = "a report waits for a floorperson; allowed: confirm or dismiss it"
        return Refusal("report_pending", message, ())
    if isinstance(asked, c.Bet) and state.program == "round" and state.bets_closed:
        message = "no wager may be placed, increased or withdrawn after no more bets"
        return Refusal("bets_closed", message, rule_clauses(state, "no_more_bets"))
    if isinstance(asked, c.Bet | c.Sit) and not 1 <= asked.seat <= state.at.positions:
        clauses = state.at.house.rules.fact("table.positions").clauses
        return Refusal("unknown_seat", f"no seat {asked.seat}; allowed: 1 to {state.at.positions}", clauses)
    if isinstance(asked, c.Bet) and asked.seat not in state.players:
        message = f"nobody sits at seat {asked.seat}; only seated players wager"
        return Refusal("not_seated", message, rule_clauses(state, "sit"))
    if isinstance(asked, c.Bet | c.CloseBets) and deck_too_old(state, command.at):
        due = datetime.fromtimestamp((change_due(state) or 0) / 1000, UTC)
        message = f"the deck was due for a change at {due:%Y-%m-%d %H:%M:%S} UTC; allowed: change the deck"
        return Refusal("deck_too_old", message, old_deck_clauses(state))
    if isinstance(asked, c.CloseBets) and state.program == "round" and not state.hands:
        return Refusal("no_bets", "no more bets: there are no bets", rule_clauses(state, "no_more_bets"))
    if isinstance(asked, c.Sit) and asked.seat in state.players:
        return Refusal("seat_taken", f"seat {asked.seat} is taken", rule_clauses(state, "sit"))
    if isinstance(asked, c.Leave) and asked.seat in state.hands and state.bets_closed:
        message = f"seat {asked.seat} has cards: a player stays seated until the round ends"
        return Refusal("must_stay", message, rule_clauses(state, "stay"))
    if isinstance(asked, c.Perform) and asked.step == "stub" and stub_count_due(state):
        message = "the stub must be counted in this round; allowed: the stub count"
        return Refusal("stub_count_due", message, rule_clauses(state, "stub_count"))
    if state.mismatch and not isinstance(asked, c.Report):
        what = _spoken(state.mismatch)
        message = f"the {what} does not match and blocks the table; allowed: count again, report it"
        return Refusal("count_mismatch", message, rule_clauses(state, state.mismatch))
    dark = unlit(state)
    if isinstance(asked, c.Validate) and dark is not None and asked.award in state.pending:
        message = "the dealer has not seen the seat's light on; allowed: check the light, or reject the award"
        return Refusal("light_not_checked", message, rule_clauses(state, "progressive_light"))
    if isinstance(asked, c.Perform):
        step = current(state)
        unknown = unknown_discards(state, step) if step is not None and asked.step == step.name else ()
        if unknown:
            seats = ", ".join(str(hand.seat) for hand in unknown)
            message = f"the discards of seat {seats} are not known; allowed: enter them, or all cards dealt"
            return Refusal("discards_not_entered", message, rule_clauses(state, "discards"))
        if step is not None and collecting_too_early(state, step):
            message = "a progressive award is pending; its hand stays until a floorperson decides on it"
            return Refusal("award_pending", message, rule_clauses(state, "progressive_payout"))
        if step is not None and step.needs_player and not state.players:
            return Refusal(
                "no_players", f"{_spoken(step.name)} waits for the first player", step.rule.clauses
            )
    return None


def _spoken(name: str) -> str:
    """A name in words. Dashes stay: an award's id has them."""
    return name.replace("_", " ").strip()
