"""The transcript of a log: every kind has its words, and they reveal no secret to a viewer."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from croupier.rulebook.model import IrregularityKind
from croupier.settlement.round import FOLD
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.redaction.events import redact_event
from croupier.table.state import EMPTY, State, Viewer
from croupier.table.transcript import line, transcript
from croupier.table.words.irregularities import IRREGULARITY_WORDS
from tests.table.driver import RULES, Table, correction, electronic, every_wager, live, resettlement, stacked

SAMPLES = [
    e.decode_event(text) for text in (Path(__file__).parent / "golden/events.jsonl").read_bytes().splitlines()
]


def story(log: Sequence[e.AnyEvent], *, clauses: bool = True) -> str:
    return "\n".join(transcript(log, clauses=clauses))


def redacted(log: Sequence[e.AnyEvent], viewer: Viewer) -> list[e.AnyEvent]:
    """The log as a viewer receives it."""
    state: State = EMPTY
    shown = []
    for event in log:
        state = evolve(state, event)
        shown.append(redact_event(event, viewer, state))
    return shown


# -------------------------------------------------------------------------------------------- every kind


@pytest.mark.parametrize("kind", get_args(e.AnyEvent), ids=lambda kind: kind.__name__)
def test_every_kind_of_event_has_words(kind: type) -> None:
    table = live("ma/high-card-flush", seats=(1, 2, 3))
    table.start_round({seat: every_wager("ma/high-card-flush") for seat in (1, 2, 3)})
    samples = [event for event in SAMPLES if type(event) is kind]
    assert samples
    for event in samples:
        told = line(table.state, event)
        assert re.match(r"18:00:00  (\w+ \w+|system) +\S", told)
        assert told.splitlines()[0].endswith(f"[{', '.join(event.clauses)}]")
        assert "_" not in line(table.state, event, clauses=False)


def test_every_irregularity_has_words() -> None:
    assert set(IRREGULARITY_WORDS) == set(get_args(IrregularityKind))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda event: type(event).__name__)
def test_an_event_without_its_optional_parts_has_words_too(sample: e.AnyEvent) -> None:
    """As a view may leave it: empty texts, no cards, no awards."""
    table = live("ma/high-card-flush", seats=(1, 2, 3))
    table.start_round({seat: every_wager("ma/high-card-flush") for seat in (1, 2, 3)})
    blank = {
        field.name: field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        for field in msgspec.structs.fields(sample)
        if not field.required
    }
    blank |= {name: "" for name in ("cards", "hand", "reason", "digest") if hasattr(sample, name)}
    told = line(table.state, msgspec.structs.replace(sample, **blank))
    assert "()" not in told
    assert "None" not in told


# ------------------------------------------------------------------------------------------ the printed lines


def test_a_line_states_time_actor_event_and_clauses() -> None:
    table = live("ma/high-card-flush", "manual-shoe")
    table.perform_next()
    day, *_, receive = story(table.log).splitlines()
    assert day == "1970-01-01 UTC"
    assert receive == (
        "00:00:04  dealer             done: Receive the deck and its cover card under the rules for cards at "
        "the table (backs: back 0) [ma-hcf-2.a.s1, ma-hcf-3.a]"
    )


def test_a_new_day_is_printed() -> None:
    table = live("ma/high-card-flush")
    table.now += 24 * 3_600_000
    table.perform_next()
    assert [text for text in transcript(table.log) if text.endswith("UTC")] == [
        "1970-01-01 UTC",
        "1970-01-02 UTC",
    ]


def test_the_transcript_of_a_round_starts_from_the_state_before_it() -> None:
    table = electronic("ma/high-card-flush")
    table.deal_round({1: every_wager("ma/high-card-flush")})
    before, events = table.state, len(table.log)
    table.deal_round({1: {"ante": 1000}})
    whole = story(table.log).splitlines()
    part = "\n".join(transcript(table.log[events:], state=before)).splitlines()
    assert part == [whole[0], *whole[-len(part) + 1 :]]


def test_a_settlement_lists_every_wager() -> None:
    table = electronic("ma/high-card-flush")
    deck = stacked("As Ks 9s 4s 2h 3c Jd", "2d 3d 9d 4c 5h 6s Kc")
    table.deal_round({1: every_wager("ma/high-card-flush")}, deck)
    told = story(table.log, clauses=False)
    for wager in (
        "ante $10 wins: paid $10, returned $10 (four-card flush, ace high)",
        "raise $10 wins: paid $10, returned $10 (four-card flush, ace high)",
        "flush bonus $5 wins: paid $5, returned $5 (four-card flush)",
        "straight flush bonus $5 loses",
        "progressive $1 loses",
    ):
        assert wager in told


def test_steps_that_only_people_take_are_printed_as_not_applicable() -> None:
    told = story(electronic("nj/high-card-flush").log)
    assert (
        "not applicable at an electronic table: receive, inspect, verify, spread, look, wash, stack" in told
    )


def test_an_irregularity_states_its_consequence() -> None:
    table = live("ma/ultimate-texas-holdem", "hand")
    table.start_round({1: every_wager("ma/ultimate-texas-holdem")})
    table.until("preflop")
    table.do(c.Report(irregularity="cards_face_up_after_deal", cards="2h 3h"))
    told = story(table.log)
    assert "irregularity: more than one card was found face up after the deal: 2h 3h" in told
    assert "by ma-uth-15.b.s3: all hands void; trips still settled; deck reshuffled" in told


def test_a_correction_states_before_after_and_reason() -> None:
    table = live("md/high-card-flush")
    table.start_round({1: {"ante": 1000, "flush_bonus": 500}})
    table.until("decide")
    table.do(
        correction(1, reason="the chips were two", wagers={"ante": 1000, "flush_bonus": 1000}),
        "supervisor",
    )
    told = story(table.log, clauses=False)
    assert "corrects seat 1 (p1) with second; reason: the chips were two" in told
    assert "wagers: ante $10, flush bonus $5 becomes ante $10, flush bonus $10" in told


def test_a_resettled_round_prints_the_difference() -> None:
    table = live("md/high-card-flush", "manual-shoe")
    table.deal_round({1: {"ante": 1000}}, stacked(seed=3))
    original = next(event for event in table.log if isinstance(event, e.RoundSettled)).record
    seat = msgspec.structs.replace(original.seats[0], decision=FOLD)
    corrected = msgspec.structs.replace(original, seats=[seat])
    asked = resettlement(1, original, corrected, "the player had folded")
    table.do(asked, "supervisor")
    told = line(table.state, table.log[-1])
    assert "round 1 resettled with second; reason: the player had folded; record " in told
    assert re.search(r"differences: seat 1 \(p1\) [+-]?\$\d", told)


def test_a_rejected_award_says_where_it_goes() -> None:
    table = electronic("ma/high-card-flush")
    deck = stacked("4s 5s 6s 7s 8s 9s Kh", "9d 5d 2d Kc Qc 3h 4h")
    table.deal_round({1: every_wager("ma/high-card-flush")}, deck)
    table.do(c.Reject(award="1.1", reason="the sensor was not lit"), "floorperson")
    told = story(table.log, clauses=False)
    assert "award 1.1 of $1,000 for six-card straight flush, 10% of main" in told
    assert (
        "award 1.1 rejected: $1,000 is not paid to p1 and goes back to main; reason: the sensor was not lit"
        in told
    )


# -------------------------------------------------------------------------------------- what is not told


VIEWERS = [
    Viewer(role, player)
    for role, player in (
        ("public", ""),
        ("player", "p1"),
        ("dealer", ""),
        ("floorperson", ""),
        ("supervisor", ""),
        ("surveillance", ""),
        ("auditor", ""),
    )
]


def played(name: str, table: Table) -> Table:
    """Two rounds, and of the first an award where the table has one to give."""
    best = {"four-card-poker": "Ah As Ad Ac 7h", "high-card-flush": "4s 5s 6s 7s 8s 9s Kh"}
    game = name.partition("/")[2]
    table.deal_round({1: every_wager(name)}, stacked(best.get(game, "9h Th")))
    for award in tuple(table.state.pending):
        table.do(c.Validate(award=award), "floorperson")
    table.deal_round(
        {1: every_wager(name), 2: every_wager(name)}, choose=lambda offer: (offer.amounts[1].name, 0)
    )
    return table


@pytest.mark.parametrize("viewer", VIEWERS, ids=lambda viewer: viewer.role)
@pytest.mark.parametrize("name", RULES)
def test_a_redacted_log_reads_as_well(name: str, viewer: Viewer) -> None:
    table = played(name, electronic(name, "automated-shoe"))
    told = list(transcript(redacted(table.log, viewer)))
    assert len(told) == len(list(transcript(table.log)))


@pytest.mark.parametrize("name", RULES)
def test_the_public_story_keeps_the_secrets(name: str) -> None:
    """A folded hand that is racked unseen, burned cards and the deck order are not printed."""
    table = electronic(name, "automated-shoe")
    secret = "2c 7d 9h Js 4s 3d 8h"
    cards = table.state.at.house.rules.number("cards.player")
    table.start_round({1: {"ante": 1000, **({"blind": 1000} if "holdem" in name else {})}}, stacked(secret))
    while table.state.program == "round" and table.state.round == 1:
        table.perform_next(lambda offer: (offer.amounts[1].name, 0))
    told = story(redacted(table.log, Viewer("public")))
    assert " ".join(secret.split()[:cards]) in story(table.log)
    assert f"seat 1: {cards} cards face down" in told
    for card in secret.split()[:cards]:
        assert not re.search(rf"\b{card}\b", told)


# ----------------------------------------------------------------------------------------- docs/table.md


ROOT = Path(__file__).parents[2]


def blocks(language: str) -> list[str]:
    """The fenced blocks of the document."""
    text = (ROOT / "docs/table.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_documents_transcript_is_a_golden_one() -> None:
    golden = ROOT / "tests/table/golden/ma-high-card-flush-manual-shoe-live.txt"
    whole = golden.read_text(encoding="utf-8")
    _, story, wager = blocks("text")
    assert story in re.sub(r" \[[^\]]*\]$", "", whole, flags=re.MULTILINE)
    assert wager in whole


def test_the_documents_example_prints_what_it_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = blocks("python")
    exec(code, {})
    assert capsys.readouterr().out == blocks("text")[0]


def test_the_document_names_every_command() -> None:
    text = (ROOT / "docs/table.md").read_text(encoding="utf-8")
    for act in get_args(c.AnyAct):
        assert f"`{act.__struct_config__.tag}`" in text, act
