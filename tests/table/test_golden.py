"""Golden playthroughs: a table's day from opening to closing, for every document, way of dealing and mode.

Each is printed as a transcript and compared byte for byte with `golden/<rules>-<method>-<mode>.txt`. Read a
changed text before it is kept: `UPDATE_GOLDEN=1 ./test tests/table/test_golden.py` writes what the machine
says now, right or wrong. The decks are stacked, and the meters run on a link, as on a floor.

`golden/events.jsonl` holds a sample of every kind of event that was ever written to a log (`stored`).
"""

import dataclasses
import difflib
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from croupier.games.steps import BOARD, DEALER
from croupier.jackpot import decisions, link
from croupier.jackpot.events import AnyLinkEvent
from croupier.submission.house import TableRules
from croupier.submission.table import table_rules_of
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.machine import fold
from croupier.table.offers import Offer
from croupier.table.programs import round_program
from croupier.table.transcript import transcript
from tests.table.canonical import canonical
from tests.table.driver import METHODS, RULES, Table, correction, every_wager, shuffled

GOLDEN = Path(__file__).parent / "golden"
START = 1_767_376_800_000
"""2 January 2026, 18:00 UTC."""
STAFF = {"admin": "a01", "dealer": "d07", "floorperson": "f02", "supervisor": "s01", "administrator": "a01"}

Incident = Callable[["Story"], object]
"""Irregular events."""
Choice = tuple[str, int]
"""A decision, and its wager in antes."""


class Story(Table):
    """A table whose clock, staff and meters are those of a floor."""

    def __init__(self, rules: TableRules, mode: str) -> None:
        self.link: link.Link | None = None
        progressive = rules.house.progressive
        if progressive is not None:
            self.link = link.evolve(None, decisions.open_link("L1", progressive, at=START, by="a01"))
        super().__init__(rules, mode)

    def do(self, asked: c.AnyAct, role: str = "dealer", by: str = "") -> tuple[e.AnyEvent, ...]:
        """A command four seconds after the last; the link gets its commands at the end."""
        self.now = max(self.now + 3_000, START)
        if isinstance(asked, c.Shuffle):
            sealed = hashlib.sha256(f"round {self.state.round + 1}".encode()).hexdigest()
            asked = msgspec.structs.replace(asked, commitment=sealed if self.state.electronic else "")
        if self.link is not None:
            self.meters = dict(self.link.amounts)
        events = super().do(asked, role, STAFF.get(by or role, by or role))
        for event in events:
            self._tell_link(event)
        return events

    def _tell_link(self, event: e.AnyEvent) -> None:
        if self.link is None:
            return
        at, by = event.at, event.by
        told: list[AnyLinkEvent] = []
        match event:
            case e.BetsClosed() if event.contributions:
                told.append(
                    decisions.contribute(self.link, "T1", event.round, event.contributions, at=at, by=by)
                )
            case e.SeatSettled() if event.awards:
                told += decisions.lock_awards(self.link, "T1", self.state.round, event.awards, at=at, by=by)
            case e.RoundSettled() if event.returned_contributions:
                back = event.returned_contributions
                told.append(decisions.return_contributions(self.link, "T1", event.round, back, at=at, by=by))
        for each in told:
            self.link = link.evolve(self.link, each)
        assert self.link.conserved

    def play(
        self,
        wagers: Mapping[int, Mapping[str, int]],
        cards: Mapping[int, str],
        choices: Mapping[int, Sequence[Choice]],
        incidents: Mapping[str, Incident] | None = None,
    ) -> None:
        """A round with these hands; an incident happens when its step is due, and then never again."""
        left = {seat: list(each) for seat, each in choices.items()}
        to_come = dict(incidents or {})

        def choose(offer: Offer) -> tuple[str, int]:
            action, antes = left[offer.seat].pop(0)
            return action, antes * self.state.hands[offer.seat].wagers["ante"]

        self.open_up()
        number = self.state.round
        offers = self.state.at.house.offers
        wagers = {
            seat: {name: amount for name, amount in placed.items() if offers(name)}
            for seat, placed in wagers.items()
        }
        self.start_round(wagers, arranged(self.state.at, tuple(sorted(wagers)), cards))
        while self.state.program == "round" and self.state.round == number:
            incident = to_come.pop(self.step, None)
            if incident is not None:
                incident(self)
                continue
            folded = {seat for seat, hand in self.state.hands.items() if hand.action == "fold"}
            self.perform_next(choose)
            self._show_bonuses(folded)
        for award in tuple(self.state.pending.values()):
            self.do(c.Validate(award=award.award), "floorperson")

    def _show_bonuses(self, before: set[int]) -> None:
        """A live player who has folded a winning bonus shows the cards."""
        if self.state.electronic or "fold_bonus" not in self.state.at.house.rules.instructions:
            return
        for seat, hand in self.state.hands.items():
            if (
                hand.action == "fold"
                and seat not in before
                and "flush_bonus" in hand.wagers
                and not hand.cards
            ):
                self.do(c.Enter(to=seat, cards=" ".join(self.hands[seat])))

    def close(self) -> None:
        """Through the shuffle that follows the last round, and the end of the day."""
        self.open_up()
        for seat, player in tuple(self.state.players.items()):
            self.do(c.Leave(seat=seat), "player", player)
        self.do(c.CloseTable(), "floorperson")


def arranged(rules: TableRules, seats: tuple[int, ...], cards: Mapping[int, str]) -> list[str]:
    """The deck that gives these places these cards, in the order in which the table deals."""
    hands = {place: text.split() for place, text in cards.items()}
    named = {card for hand in hands.values() for card in hand}
    spare = ("Ah", "Ad")  # for cards that are found face up: never dealt
    others = [card for card in shuffled(7) if card not in (*named, *spare)]
    others += [card for card in spare if card not in named]
    deck: list[str] = []
    for step in round_program(rules):
        for packet in step.packets(seats) if step.packets is not None else ():
            deck += [(hands.get(packet.to) or others).pop(0) for _ in range(packet.count)]
    assert not any(hands.values()), hands
    return deck + others


# ------------------------------------------------------------------------------------------- submissions

CHOICES = {
    "high-card-flush": 'flush_bonus = "A"\nstraight_flush_bonus = "B"\nprogressive = "A"',
    "ultimate-texas-holdem": """trips = "A"
        cover_all = true
        progressive.seed = 1_000_000
        progressive.rate = "20%"
        progressive.levels.royal_flush = "100% of main"
        progressive.levels.straight_flush = "10% of main"
        progressive.levels.four_of_a_kind = "$300\"""",
    "four-card-poker": 'aces_up = "I"\ncover_all = true\nprogressive = "A"',
}
LIMITS = {
    "high-card-flush": "flush_bonus = [500, 10_000]\nstraight_flush_bonus = [500, 10_000]",
    "ultimate-texas-holdem": "trips = [500, 10_000]\ncover_all = [100, 2_500]",
    "four-card-poker": "aces_up = [500, 10_000]\ncover_all = [100, 2_500]",
}
METERS = {
    "md/high-card-flush": """[progressive]
        seed.main = 500_000
        reset.main = 500_000
        rate.main = "20%\"""",
    "ma/four-card-poker": """[progressive]
        seed.main = 500_000
        reset.main = 500_000
        rate.main = "18%\"""",
}


def submission(name: str, method: str) -> str:
    """The operator's filing for the table. Each way of dealing brings other equipment along."""
    jurisdiction, _, game = name.partition("/")
    choices, limits = CHOICES[game], LIMITS[game]
    if jurisdiction == "md":
        choices = choices.replace('progressive = "A"', 'progressive = "C"\n        envy = "C"')
    cover_all = "cover_all" in choices and method == "automated-shoe"  # dealt by its shuffler alone
    if not cover_all:
        choices = choices.replace("cover_all = true", "")
        limits = limits.replace("cover_all = [100, 2_500]", "")
    by_hand = game == "high-card-flush" and jurisdiction != "ma" and method == "manual-shoe"
    return f"""
        rules = "{name}"
        operator = "Harbor Lights Casino"
        positions = 6
        boxes_per_player = 1
        [choices]
        {choices}
        [limits]
        ante = [1000, 50_000]
        {limits}
        [equipment]
        deal = "{method}"
        shuffle = "{"manual" if by_hand else "automated"}"
        decks = {2 if method == "automated-shoe" else 1}
        progressive_system = true
        {"cover_all_device = true" if cover_all else ""}
        {METERS.get(name, "")}
        [layout]
        filed = "Layout 3, 4 May 2026"
        [procedure]
        {f"settlement_alternative = {1 if method == 'hand' else 2}" if game == "four-card-poker" else ""}
    """


# ---------------------------------------------------------------------------------------------- incidents


def report(irregularity: str, role: str = "dealer", **more: object) -> Incident:
    asked = c.Report(irregularity=irregularity, **more)  # type: ignore[arg-type]
    return lambda story: story.do(asked, role)


def count_stub(story: Story) -> None:
    story.do(c.Count(step="stub_count", count=story.state.stub))


def absent(story: Story) -> None:
    """Everybody up to seat 3 decides, and seat 3 does not come back in time."""
    seat, _ = story.asked()
    while seat != 3:
        story.decide(seat, "raise" if "raise" in story.state.at.house.rules.wagers else "play", 1000)
        seat, _ = story.asked()
    story.do(c.Lapse(seat=3), "system")


def corrected(action: str) -> Incident:
    """The first who is asked decides, the entry is short of an ante, and a supervisor puts it right."""

    def incident(story: Story) -> None:
        seat, _ = story.asked()
        story.decide(seat, action, 1000)
        reason = "the player had put down two antes"
        story.do(correction(seat, reason=reason, decision=action, amount=2000), "supervisor")

    return incident


ODD: dict[str, dict[str, tuple[Mapping[str, Incident], Mapping[str, Incident]]]] = {
    # By game and way of dealing, what goes wrong in the second and in the third round of a live table.
    "high-card-flush": {
        "manual-shoe": (
            {"deal": report("card_face_up", cards="Ah"), "decide": corrected("raise")},
            {"decide": report("dealer_card_exposed", note="the corner was lifted")},
        ),
        "hand": (
            {"deal": report("card_drawn_in_error")},
            {"deal": report("cards_face_up", cards="Ah Ad")},
        ),
        "automated-shoe": ({}, {"deal": report("shoe_fault")}),
    },
    "ultimate-texas-holdem": {
        "manual-shoe": (
            {"flop": report("card_face_up", cards="Ah")},
            {"preflop": report("dealer_card_exposed")},
        ),
        "hand": (
            {"examine": report("wrong_cards_player", seat=2, count=3)},
            {"examine": report("cards_face_up_after_deal", cards="Ah Ad")},
        ),
        "automated-shoe": ({}, {"deal": report("shoe_fault")}),
    },
    "four-card-poker": {
        "manual-shoe": (
            {"deal": report("card_face_up", cards="Ah"), "decide": corrected("play")},
            {"decide": report("dealer_card_exposed")},
        ),
        "hand": (
            {"deal": report("card_drawn_in_error")},
            {"examine": report("wrong_cards_player", seat=1, count=6)},
        ),
        "automated-shoe": ({}, {"deal": report("shoe_fault")}),
    },
}


# ------------------------------------------------------------------------------------------- the games


def high_card_flush(story: Story, method: str) -> None:
    """A six-card straight flush with everything on it; a folded bonus; a dealer who does not qualify."""
    every = every_wager("ma/high-card-flush")
    live = not story.state.electronic
    story.play(
        {1: every, 2: {"ante": 1000, "flush_bonus": 500, "progressive": 100}, 3: {"ante": 2500}},
        {
            1: "4s 5s 6s 7s 8s 9s Kh",
            2: "2h 6h 8h Th Ac Jc 3s",
            3: "8c 6c 4c Td Qd 5h Ks",
            DEALER: "9d 5d 2d Kc Qc 3h 4h",
        },
        {1: [("raise", 3)], 2: [("fold", 0)], 3: [("raise", 1)]},
        {"stub": count_stub} if live else {},
    )
    conduct = "left_seat" if story.state.at.house.rules.rules.jurisdiction == "md" else "talk"
    second, third = ODD["high-card-flush"][method]
    if method == "automated-shoe":
        second = {"decide": report(conduct, "floorperson", seat=3)}
    hands = {
        1: "Jd Td 4d 6d 9d 7h 9h",
        2: "7c 8c 9c Tc 2h 5h Ks",
        3: "Kc 7s 6h Js 2d 8h Ad",
        DEALER: "8d 5d 3d Kh Qh 3c 4c",
    }
    wagers = {1: every, 2: every, 3: {"ante": 1000}}
    choices = {1: [("raise", 1)], 2: [("raise", 1)], 3: [("fold", 0)]}
    story.play(wagers, hands, choices, second if live else {"decide": absent})
    if live:
        story.play(wagers, hands, {1: [("raise", 1)], 2: [("raise", 1)], 3: [("fold", 0)]}, third)


def ultimate_texas_holdem(story: Story, method: str) -> None:
    """A straight flush over quads and Cover All on it; a dealer below a pair, a tie and a fold."""
    every = every_wager("ma/ultimate-texas-holdem")
    live = not story.state.electronic
    story.play(
        {1: every, 2: every, 3: {"ante": 1000, "blind": 1000, "trips": 500, "cover_all": 500}},
        {1: "9h Th", 2: "Kh Ks", 3: "2c 3d", DEALER: "Ah Ac", BOARD: "6h 7h 8h Kc Kd"},
        {
            1: [("play", 4)],
            2: [("check", 0), ("play", 2)],
            3: [("check", 0), ("check", 0), ("fold", 0)],
        },
        {"stub": count_stub} if live else {},
    )
    second, third = ODD["ultimate-texas-holdem"][method]
    plain = {"ante": 1000, "blind": 1000}
    choices = {
        1: [("check", 0), ("check", 0), ("play", 1)],
        2: [("check", 0), ("check", 0), ("play", 1)],
        3: [("check", 0), ("check", 0), ("fold", 0)],
    }
    hands = {1: "Ad Kd", 2: "3d 5c", 3: "8c 6c", DEALER: "3c 5h", BOARD: "2h 7d 9c Js 4s"}
    if live and method == "manual-shoe":
        hands[1] = "As Kd"
    wagers = {1: every, 2: plain, 3: plain}
    story.play(wagers, hands, choices, second if live else {"final_decision": absent})
    if live:
        hands = {1: "7c 7s", 2: "3d 5c", 3: "8c 6c", DEALER: "3c 5h", BOARD: "2h 7d 9c Js 4s"}
        story.play(
            {1: every, 2: plain}, {place: hands[place] for place in (1, 2, DEALER, BOARD)}, choices, third
        )


def four_card_poker(story: Story, method: str) -> None:
    """Four aces with everything on them, envy and Cover All; aces up alone, a fold and a loss."""
    every = every_wager("ma/four-card-poker")
    live = not story.state.electronic
    story.play(
        {1: every, 2: every, 3: {"ante": 1000, "aces_up": 500}},
        {
            1: "Ah As Ad Ac 7h",
            2: "Kc Kd Kh 4c 8d",
            3: "3c 5h 9s Ts 8c",
            DEALER: "Qc Qd Jc Jd Th 2s",
        },
        {1: [("play", 3)], 2: [("play", 1)], 3: [("fold", 0)]},
        {"stub": count_stub} if live else {},
    )
    second, third = ODD["four-card-poker"][method]
    hands = {
        1: "As Ad 4h 7s 9c",
        2: "Qs Qh 3d 6c 8s",
        3: "4s 6d 8h Tc Ks",
        DEALER: "2c 2d 9h Jh 5s Kd",
    }
    wagers = {1: {"aces_up": 500}, 2: {"ante": 1000}, 3: {"ante": 1000, "cover_all": 500, "progressive": 100}}
    choices = {2: [("play", 1)], 3: [("play", 2)]}
    story.play(wagers, hands, choices, second if live else {"decide": absent})
    if live:
        story.play(wagers, hands, {2: [("play", 1)], 3: [("play", 2)]}, third)


GAMES = {
    "high-card-flush": high_card_flush,
    "ultimate-texas-holdem": ultimate_texas_holdem,
    "four-card-poker": four_card_poker,
}
CASES = [
    (name, method, mode) for name in RULES for method in METHODS[name] for mode in ("live", "electronic")
]


def playthrough(name: str, method: str, mode: str) -> tuple[Story, str]:
    """The day of a table, played, and its transcript."""
    story = Story(table_rules_of(submission(name, method)), mode)
    story.sit(1, 2, 3)
    GAMES[name.partition("/")[2]](story, method)
    story.close()
    return story, "".join(f"{line}\n" for line in transcript(story.log))


@pytest.mark.parametrize(("name", "method", "mode"), CASES)
def test_a_days_play_reads_as_it_did(name: str, method: str, mode: str) -> None:
    story, text = playthrough(name, method, mode)
    assert canonical(fold(story.log)) == canonical(story.state)
    golden = GOLDEN / f"{name.replace('/', '-')}-{method}-{mode}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
        return
    before = golden.read_text(encoding="utf-8")
    if text.encode() != golden.read_bytes():
        changed = difflib.unified_diff(
            before.splitlines(), text.splitlines(), golden.name, "now", lineterm="", n=1
        )
        pytest.fail("\n".join(("the playthrough reads otherwise:", *changed)), pytrace=False)


def test_no_golden_is_left_over() -> None:
    wanted = {f"{name.replace('/', '-')}-{method}-{mode}.txt" for name, method, mode in CASES}
    assert {file.name for file in GOLDEN.glob("*.txt")} == wanted


# --------------------------------------------------------------------------------------------- the events

EVENTS = GOLDEN / "events.jsonl"
INHERITED = {"ProgressiveTable.operator_sets", "ProgressiveTable.acknowledge", "Reading.reading"}
"""Fields of a base class that no document sets there."""


def stored() -> list[bytes]:
    """The stored events. The file only ever grows: a line stands for logs that exist.

    A new kind, or a new field, is a line more at the end; no line is changed or taken out, not even of a kind
    that is no longer written. If a line no longer decodes, or comes out otherwise, old logs do too: then the
    code has to change, not the line.
    """
    return EVENTS.read_bytes().splitlines()


def test_every_kind_of_event_is_stored_and_its_tag_carries_a_version() -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(e.AnyEvent)}
    assert {json.loads(line)["kind"] for line in stored()} >= tags
    assert all(re.fullmatch(r"[a-z_]+\.v[1-9]\d*", tag) for tag in tags), tags


@pytest.mark.parametrize("line", stored(), ids=lambda line: json.loads(line)["kind"])
def test_a_stored_event_is_read_and_written_as_it_was(line: bytes) -> None:
    assert e.encode_event(e.decode_event(line)) == line


def test_every_field_is_stored_with_a_value_of_its_own() -> None:
    """Of the events and of everything inside them: a field that is never set could change unseen."""
    told: set[str] = set()
    for line in stored():
        told |= set(_told(e.decode_event(line)))
    fields = {
        f"{kind.__name__}.{field.name}" for kind in _kinds(e.AnyEvent, set()) for field in _fields(kind)
    }
    assert fields - told - INHERITED == set()


def _fields(kind: Any) -> tuple[Any, ...]:
    struct = isinstance(kind, msgspec.Struct) or (isinstance(kind, type) and issubclass(kind, msgspec.Struct))
    return msgspec.structs.fields(kind) if struct else dataclasses.fields(kind)


def _told(value: object) -> Iterator[str]:
    """The fields that a value sets to something else than their default."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from _told(each)
    elif isinstance(value, msgspec.Struct) or dataclasses.is_dataclass(value):
        for field in _fields(value):
            each = getattr(value, field.name)
            unset = None if field.default is True else False
            empty: tuple[object, ...] = (None, "", (), [], {}, unset, field.default)
            if not any(each is other or (each == other and type(each) is type(other)) for other in empty):
                yield f"{type(value).__name__}.{field.name}"
            yield from _told(each)


def _kinds(kind: Any, found: set[type]) -> set[type]:
    """Every struct or dataclass that a type may hold."""
    for part in get_args(kind):
        _kinds(part, found)
    known = isinstance(kind, type) and (issubclass(kind, msgspec.Struct) or dataclasses.is_dataclass(kind))
    if known and kind not in found:
        found.add(kind)
        for part in get_type_hints(kind).values():
            _kinds(part, found)
    return found
