"""A table's life as lists of steps: opening, shuffle and cut, the change between two decks, idle, the round.

The game defines the round (`procedure`); the rest is the same for every game and depends on the document and
the operator's equipment. A program is worked out once for a table's rules.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from croupier.games import game
from croupier.games.steps import OPENING, Packet, RoundStep
from croupier.rulebook.model import Step
from croupier.submission.house import TableRules
from croupier.table.state import State


def steps_of(state: State) -> tuple[RoundStep, ...]:
    """The program that the table is in."""
    rules = state.rules
    if rules is None:
        return ()
    if state.program == "round":
        return round_program(rules)
    if state.program == "opening":
        return opening_program(rules, state.opening_from)
    if state.program == "shuffle":
        fresh = bool(state.decks) and state.decks[state.active].unused
        return shuffle_program(rules, fresh, state.electronic)
    if state.program == "alternate":
        return alternate_program(rules, state.decks[state.active].shuffled)
    if state.program == "idle":
        return idle_program(rules)
    return ()


def current(state: State) -> RoundStep | None:
    """The step that comes next; none where the table is closed."""
    steps = steps_of(state)
    return steps[state.step] if state.step < len(steps) else None


def physical_decks(state: State) -> int:
    """Decks that are opened one by one; an electronic table has the one that it is given."""
    return 1 if state.electronic else state.at.equipment.decks


@lru_cache(maxsize=256)
def round_program(rules: TableRules) -> tuple[RoundStep, ...]:
    """The round, as the game's procedure yields it."""
    return game(rules.house.rules.rules.game).procedure(rules)


@lru_cache(maxsize=256)
def opening_program(rules: TableRules, first: str = "") -> tuple[RoundStep, ...]:
    """Receive a deck and stack it; a preshuffled deck is only received."""
    known = rules.house.rules
    preshuffled = known.step("receive", "preshuffled") if rules.equipment.preshuffled else None
    if preshuffled is not None and preshuffled is not known.step("receive") and not first:
        return (_perform("receive", preshuffled),)
    names = OPENING[OPENING.index(first or "receive") :]
    return tuple(_known(rules, *names))


@lru_cache(maxsize=256)
def shuffle_program(rules: TableRules, fresh: bool, electronic: bool) -> tuple[RoundStep, ...]:
    """Shuffle, the device's count, and the cut where one is needed."""
    return tuple(_shuffle(rules, fresh, electronic))


def _shuffle(rules: TableRules, fresh: bool, electronic: bool) -> Iterator[RoundStep]:
    equipment, known = rules.equipment, rules.house.rules
    exempt = known.facts.get("shuffle", {}).get("preshuffled_exempt")
    spared = exempt is not None and exempt.value is True
    skipped = spared and equipment.preshuffled and fresh and not electronic
    if electronic and equipment.decks > 1:
        yield from _known(rules, "alternate")
    if not skipped:
        rule = known.step("shuffle", equipment.shuffle or "")
        assert rule is not None, known.rules.name
        yield RoundStep("shuffle", "shuffle", rule)
    if not skipped and (equipment.counting_shuffler or equipment.reshuffle_and_count_device):
        yield from _counted(rules, "device_count")
    if (equipment.shuffle == "manual" or skipped) and not equipment.reshuffle_and_count_device:
        yield from _known(rules, "cut")


@lru_cache(maxsize=256)
def alternate_program(rules: TableRules, shuffled: bool) -> tuple[RoundStep, ...]:
    """Two decks: the one that was dealt goes into the shuffler and the other comes out of it.

    The device has shuffled and counted the one that comes out since it was dealt; the first time, it was
    shuffled when it was opened.
    """
    mixed = () if shuffled else _shuffle(rules, fresh=False, electronic=False)
    return (*mixed, *_known(rules, "alternate"))


@lru_cache(maxsize=256)
def idle_program(rules: TableRules) -> tuple[RoundStep, ...]:
    """The cards are spread until a player arrives; then the document's steps are repeated."""
    spread = rules.house.rules.step("idle_spread")
    assert spread is not None
    face_down = rules.procedure.idle_spread == "face-down"
    turned = tuple(_known(rules, "idle_turn_up", needs_player=True)) if face_down else ()
    first, *others = opening_program(rules, spread.resumes)
    # The repeated steps are for the player who has arrived.
    return (_perform("idle_spread", spread), *turned, replace(first, needs_player=True), *others)


def _known(rules: TableRules, *names: str, needs_player: bool = False) -> Iterator[RoundStep]:
    for name in names:
        rule = rules.house.rules.step(name)
        if rule is not None:
            yield _perform(name, rule, needs_player=needs_player or name == "look")


def _perform(name: str, rule: Step, *, needs_player: bool = False) -> RoundStep:
    return RoundStep("perform", name, rule, needs_player=needs_player)


def _counted(rules: TableRules, name: str) -> Iterator[RoundStep]:
    rule = rules.house.rules.step(name)
    if rule is not None:
        yield RoundStep("count", name, rule, expects="deck")


def current_step(state: State) -> RoundStep:
    """The step that comes next, of a table that is open."""
    step = current(state)
    assert step is not None
    return step


def rule_clauses(state: State, name: str) -> tuple[str, ...]:
    """The clauses of a step or an instruction; none where the document does not know it."""
    document = state.at.house.rules
    rule = document.instructions.get(name) or document.step(name, state.at.equipment.deal or "")
    return () if rule is None else rule.clauses


def plan_of(state: State, step: RoundStep) -> tuple[Packet, ...]:
    """The packets of a deal, for the seats in the round."""
    assert step.packets is not None
    return step.packets(tuple(state.hands))


def distinct(clauses: tuple[str, ...]) -> tuple[str, ...]:
    """Each clause once, in the order of its first mention."""
    return tuple(dict.fromkeys(clauses))
