"""No refusal of any command, of any role, reveals hidden cards.

A round is played twice with two decks that agree in the cards that a person may know. Every command that can
be sent over the wire, with cards guessed right for one of the decks, is tried on both. Two refusals must read
the same. A command that one of them accepts is in the log: guessing leaves a trace.
"""

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refusal
from croupier.games.steps import BOARD, DEALER
from croupier.server.api.tables.acts import PeopleAct, act_of
from croupier.table import commands as c
from croupier.table.irregularities import WITH_CARD, WITH_COUNT, WITH_SEAT, WITHOUT_CARDS
from croupier.table.machine import decide
from croupier.table.programs import steps_of
from croupier.table.roles import SYSTEM
from croupier.table.state import Viewer
from tests.table.driver import every_wager
from tests.table.redaction.test_two_decks import Past, two_pasts
from tests.table.redaction.two_decks import SEATS, TABLES, VIEWERS, player_of_rounds

PLACES = (*SEATS, 2, 9, DEALER, BOARD)


def places(past: Past) -> Iterator[tuple[int, str]]:
    """Every place with cards: guessed for the seats, and some that nobody can know."""
    for place in PLACES:
        yield place, past.guess.get(place) or " ".join(past.unknown[:5])
        yield place, " ".join(past.unknown[1:4])
        yield place, ""


def fields(past: Past, act: type[msgspec.Struct]) -> dict[str, list[object]]:
    """Values to try for the fields of an act, other than a place with its cards."""
    rules = past.state.at.house.rules.rules.name
    steps = list(dict.fromkeys(step.name for step in steps_of(past.state)))
    known: dict[str, list[object]] = {
        "step": ["x", *steps],
        "count": [0, 7, 52, 99],
        "wagers": [every_wager(rules), {"ante": 10**8}, None],
        "action": ["fold", "raise", "play", "check"],
        "decision": ["fold", "raise", "play", None],
        "amount": [0, 1000, 2000, 3000, 4000, 10**8],
        "times": [0, 1, 3, 4],
        "irregularity": ["x", *WITH_CARD, *WITH_SEAT, *WITH_COUNT, *WITHOUT_CARDS],
        "award": [f"{past.state.round}.{seat}" for seat in PLACES],
        "seats": [SEATS, SEATS[::-1], (9,)],
        "what": ["x", "count", "award", "shuffle"],
        "device": ["shuffler", "x"],
        "back": ["", "x"],
        "player": ["p1", "p9"],
        "reason": ["misread", ""],
        "cards": [{}, {1: " ".join(past.unknown[:7])}] if act is c.Deal else [],
    }
    return {name: known[name] for name in act.__struct_fields__ if known.get(name)}


def refuse(past: Past, viewer: Viewer, act: c.AnyAct) -> bytes:
    """The refusal of a command, with the meters that the floor gives it; empty if it is accepted."""
    progressive = past.state.at.house.progressive
    meters = {} if progressive is None else {each.name: 10**10 for each in progressive.meters}
    at, version = past.state.now, past.state.version
    command = c.Command(act=act, by=viewer.player, role=viewer.role, version=version, at=at, meters=meters)
    try:
        decide(past.state, command)
    except Refusal as refusal:
        return f"{refusal.code} {refusal}".encode()
    return b""


def commands(past: Past) -> Iterator[c.AnyAct]:
    """Every act of the wire: each field away from a default, one at a time, at every place."""
    for act in (*PeopleAct.__args__, c.Correct):
        tried = fields(past, act)
        place = next((name for name in ("seat", "to") if name in act.__struct_fields__), "")
        first = {name: values[0] for name, values in tried.items()}
        variants = [first] + [first | {name: each} for name, values in tried.items() for each in values[1:]]
        for variant in variants:
            for at, cards in places(past) if place else [(0, "")]:
                made = variant | ({place: at} if place else {})
                if "cards" in act.__struct_fields__ and "cards" not in tried:
                    made["cards"] = cards
                try:
                    yield act_of(msgspec.convert(made, act, str_keys=False), "p1", SYSTEM)
                except msgspec.ValidationError:
                    continue  # the wire does not take it


@pytest.mark.parametrize("mode", ["electronic", "scanned", "keyed"])
@pytest.mark.parametrize(("name", "deal"), TABLES)
@settings(max_examples=3, deadline=None)
@given(viewer=st.sampled_from(VIEWERS), seed=st.integers(0, 1 << 30))
def test_two_refusals_of_any_command_read_the_same(
    name: str, deal: str, mode: str, viewer: Viewer, seed: int
) -> None:
    assert c.Resettle not in PeopleAct.__args__
    one, other = two_pasts(player_of_rounds(name, deal, mode, seed), viewer, seed)
    for act in commands(one):
        left, right = refuse(one, viewer, act), refuse(other, viewer, act)
        assert left == right or b"" in (left, right), act
