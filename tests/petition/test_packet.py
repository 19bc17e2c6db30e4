"""The petition of a submission: everything that the rule data hold is in the PDF, and every gap is marked."""

import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

import msgspec
import pytest

from croupier.cards import set_of
from croupier.hands.flush import flush_strength
from croupier.odds.filed.findings import check_with_odds
from croupier.odds.report.typst import compiled
from croupier.odds.subject import subject_of_text
from croupier.petition.packet import Packet, build_packet
from croupier.rulebook.catalog import clauses, install, rule_set, rulebook
from croupier.rulebook.petitions import requirements
from croupier.rulebook.problems import RulebookError
from croupier.settlement.json_lines import settle_line
from croupier.table.words.irregularities import IRREGULARITY_WORDS
from tests.pdf_text import text_of_pdf

ROOT = Path(__file__).parents[2]
MINUS = "\N{MINUS SIGN}"
EXAMPLES = sorted(path.stem for path in (ROOT / "examples").glob("??-*.toml"))


@cache
def packet_of(name: str) -> Packet:
    text = (ROOT / f"examples/{name}.toml").read_text(encoding="utf-8")
    return packet_of_text(text)


def packet_of_text(text: str) -> Packet:
    checked = check_with_odds(text)
    assert checked.submission is not None
    return build_packet(checked.submission, subject_of_text(text), checked.findings, "1 May 2026")


@cache
def pdf_text(name: str) -> str:
    return text_of_pdf(compiled(packet_of(name).paper))


def tight(words: str) -> str:
    return re.sub(r"\s", "", words)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_irregularity_of_the_rule_data_has_its_remedy(name: str) -> None:
    packet, shown = packet_of(name), pdf_text(name)
    rules = rule_set(packet.sheet.rules)
    assert rules.irregularities
    for clause, datum in rules.irregularities.items():
        assert clause in shown, clause
        assert tight(clauses()[clause].summary).rstrip(".").lower() in shown.lower(), clause
        for kind in datum.kinds:
            assert tight(IRREGULARITY_WORDS[kind])[1:] in shown, kind
        if datum.void == "all":
            row = shown[shown.index("Remediesformisdeals", shown.index("declaredby") - 400) :]
            assert "Allhandsvoid" in row


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_step_for_the_equipment_is_in_the_procedure(name: str) -> None:
    packet, shown = packet_of(name), pdf_text(name)
    rules = rule_set(packet.sheet.rules)
    filed = tomllib.loads((ROOT / f"examples/{name}.toml").read_text(encoding="utf-8"))["equipment"]
    methods = [filed["deal"], filed["shuffle"], *(["preshuffled"] if filed.get("preshuffled") else [])]
    checked = 0
    for key, step in rules.steps.items():
        name, _, variant = key.partition(".")
        replaced = not variant and any(f"{name}.{method}" in rules.steps for method in methods)
        wagered = name.split("_")[0] if name.startswith(("progressive", "cover_all")) else ""
        if variant in ("", *methods) and not replaced and wagered in str(filed):
            assert tight(step.prompt) in shown, key
            checked += 1
    assert checked > 15


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_wager_has_true_odds_payout_odds_and_advantage(name: str) -> None:
    packet, shown = packet_of(name), pdf_text(name)
    assert len(packet.sheet.bets) > 3
    for bet in packet.sheet.bets:
        assert tight(f"{bet.name}: true odds and payout odds") in shown
        assert bet.house_edge in shown
        for row in bet.rows:
            assert row.probability is not None
            chance = Fraction(row.probability)
            against = float(1 / chance - 1)
            odds = f"{against:,.0f} to 1" if against >= 1000 else f"{against:,.4f} to 1"
            assert tight(row.pays + odds) in shown, row


def test_odds_of_a_flush_bonus_counted_by_hand() -> None:
    """The four-card flush at 4.1185 to 1 against: 7 cards of 52, exactly four of one suit and no five."""
    shown = pdf_text("ma-high-card-flush")
    count = 4 * comb(13, 4) * comb(39, 3)
    chance = Fraction(count, comb(52, 7))
    assert tight(f"Four-card flush 1 to 1 {float(1 / chance - 1):.4f} to 1 {chance}") in shown
    edge = -sum(
        (
            Fraction(4 * comb(13, cards) * comb(39, 7 - cards), comb(52, 7)) * (pays + 1)
            for cards, pays in ((7, 300), (6, 100), (5, 10), (4, 1))
        ),
        Fraction(-1),
    )
    assert tight(f"Flush bonus, table A {float(edge):.4%}") in shown


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_rounds_settle_again_to_the_printed_figures(name: str) -> None:
    packet, shown = packet_of(name), pdf_text(name)
    assert len(packet.rounds) >= 4
    outcomes = set()
    for worked in packet.rounds:
        answer, settled = settle_line(worked.line)
        assert settled
        again = msgspec.json.decode(answer)
        assert again["digest"] == worked.settlement.digest
        for seat in again["seats"]:
            amount = f"${abs(seat['net']) / 100:,.2f}".removesuffix(".00")
            assert f"net{'+' if seat['net'] >= 0 else MINUS}{amount}" in shown
            for wager, result in seat["results"].items():
                outcomes.add((wager, result["outcome"]))
    assert {("ante", "win"), ("ante", "lose")} <= outcomes
    for bet in packet.sheet.bets:
        if bet.bet != "main":
            assert {(bet.bet, "win"), (bet.bet, "lose")} <= outcomes, bet.bet


def test_a_worked_round_by_its_own_cards() -> None:
    """The naive reading of a printed High Card Flush round: the longer flush wins."""
    packet = packet_of("ma-high-card-flush")
    for worked in packet.rounds:
        dealer = flush_strength(set_of(worked.round.dealer or ""))
        for seat in worked.round.seats:
            if seat.decision == {"fold": True}:
                continue
            ante = next(each for each in worked.settlement.seats if each.seat == seat.seat).results["ante"]
            ours = _longest(seat.cards or "")
            theirs = _longest(worked.round.dealer or "")
            if theirs < (3, 9, 3, 2):
                assert ante.outcome == "win"
            else:
                expected = "win" if ours > theirs else "lose" if ours < theirs else "push"
                assert ante.outcome == expected, (seat.cards, worked.round.dealer, dealer)


def _longest(cards: str) -> tuple[int, ...]:
    ranks = {rank: value for value, rank in enumerate("23456789TJQKA", 2)}
    by_suit = ([ranks[card[0]] for card in cards.split() if card[1] == suit] for suit in "cdhs")
    return max((len(held), *sorted(held, reverse=True)) for held in by_suit)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_reading_policy_and_choice_is_stated(name: str) -> None:
    packet, shown = packet_of(name), pdf_text(name)
    rules = rule_set(packet.sheet.rules)
    assert rules.digest in shown
    for reading, each in rules.readings.items():
        assert tight(reading) in shown
        assert tight(each.problem) in shown
        assert tight(each.taken) in shown
    for policy in rules.policies:
        assert tight(policy.replace("_", " ")) in shown


@pytest.mark.parametrize("name", EXAMPLES)
def test_gaps_are_listed_item_by_item(name: str) -> None:
    packet, shown = packet_of(name), pdf_text(name)
    asked = requirements(packet.sheet.rules, packet.sheet.rules.partition("/")[0])
    ours = [item for item in asked.items if "operator" in item.parts]
    assert len(packet.gaps) >= len(ours) > 3
    for item in asked.items:
        assert tight(item.asks) in shown
    for number, gap in enumerate(packet.gaps, 1):
        assert tight(f"{number}. {gap.words}") in shown
    assert "Signatureofthepetitioner" in shown


def test_the_items_of_a_regulation_are_cited() -> None:
    shown = pdf_text("ma-high-card-flush")
    for cite in ("(a)", "(e)5", "(e)8", "(f)", "(g)"):
        assert f"205CMR147.04(3){cite}" in shown
    assert "COMAR36.05.03.20" in pdf_text("md-high-card-flush")


def test_an_omission_of_the_submission_is_a_gap() -> None:
    text = (ROOT / "examples/ma-high-card-flush.toml").read_text(encoding="utf-8")
    bare = re.sub(r"(?m)^(operator|shoe_fault) = .*$", "", text)
    words = " ".join(gap.words for gap in packet_of_text(bare).gaps)
    assert "name of the operator" in words
    assert "internal controls for: shoe fault" in words
    full = " ".join(gap.words for gap in packet_of("ma-high-card-flush").gaps)
    assert "name of the operator" not in full
    assert "shoe fault" not in full


def test_approval_that_is_needed_is_a_gap() -> None:
    words = [gap.words for gap in packet_of("ma-ultimate-texas-holdem").gaps]
    assert any("approval" in each and "equipment.deal" in each for each in words)


def test_the_same_submission_gives_the_same_packet() -> None:
    packet = packet_of("ma-four-card-poker")
    assert compiled(packet.paper) == compiled(packet.paper)
    names = [name for name, _ in packet.files()]
    assert names == [
        "petition.pdf", "par-sheet.pdf", "par-sheet.json", "layout.svg", "sign.html", "rounds.jsonl",
    ]  # fmt: skip


@pytest.fixture
def own_rules(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    install([])


def test_a_broken_list_of_items_is_one_clear_problem(own_rules: Path) -> None:
    (own_rules / "petition").mkdir()
    (own_rules / "petition/zz.toml").write_text('[[items]]\nasks = "x"\nparts = ["poem"]\n')
    install([own_rules])
    assert rulebook().has("ma/high-card-flush")
    with pytest.raises(RulebookError, match=r"zz\.toml"):
        requirements("ma/high-card-flush", "zz")
