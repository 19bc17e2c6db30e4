"""The steps that one entry of the dealer may confirm together; each of them is still recorded by itself."""

from collections.abc import Iterator

from msgspec.structs import replace as change

from croupier.games.steps import RoundStep
from croupier.table.cursor import onward
from croupier.table.obligations import collecting_too_early, stub_count_due, unknown_discards
from croupier.table.offers.offer import Then
from croupier.table.programs import current, plan_of
from croupier.table.state import State


def joined_after(state: State) -> tuple[Then, ...]:
    """The joined steps after the current one, up to the first that needs an entry of its own."""
    return () if state.electronic else tuple(_ahead(state))


def _ahead(state: State) -> Iterator[Then]:
    ahead = onward(change(state, bets_closed=state.program == "round"))
    while (step := current(ahead)) is not None:
        if step.kind != "end":
            if not step.joined or _held(ahead, step):
                return
            enters = _enters(ahead, step)
            yield Then(name=step.name, prompt=step.rule.prompt, enters=enters)
            if enters:
                return
        ahead = onward(ahead)


def _held(state: State, step: RoundStep) -> bool:
    """Whether the step waits for a count, another person or cards of several hands."""
    if step.rule.by not in ("dealer", "player") or step.kind not in _CONFIRMED:
        return True
    if step.kind == "stub":
        return stub_count_due(state)
    return bool(unknown_discards(state, step)) or collecting_too_early(state, step)


_CONFIRMED = ("perform", "shuffle", "stub", "deal", "reveal")


def _enters(state: State, step: RoundStep) -> bool:
    """Whether cards are named with the step."""
    if step.kind == "deal":
        return any(packet.up for packet in plan_of(state, step))
    return step.kind == "reveal"
