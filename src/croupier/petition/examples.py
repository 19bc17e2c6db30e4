"""Worked rounds under the submitted rules: dealt from a seed, and chosen to show every kind of result."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.games import game
from croupier.games.vocabulary import wager_label
from croupier.games.words import capital
from croupier.law.found_rounds import dealt_round
from croupier.money import dollars
from croupier.names import spoken
from croupier.odds.report.blocks import Block, Table, cited, heading, text
from croupier.rulebook.model import RuleSet
from croupier.settlement.json_lines import read_round
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Result, Round, Settlement, folds
from croupier.settlement.settle import settle
from croupier.submission.form import plain_choices
from croupier.submission.house import TableRules

DEALT = 400
"""Rounds that are dealt to choose from."""
SHOWN = 8

_SUITS = {"s": "\N{BLACK SPADE SUIT}", "h": "\N{BLACK HEART SUIT}", "d": "\N{BLACK DIAMOND SUIT}"} | {
    "c": "\N{BLACK CLUB SUIT}"
}


class Worked(NamedTuple):
    """A round as a line of `croupier settle`, and its settlement."""

    line: bytes
    round: Round
    settlement: Settlement


def worked_rounds(table: TableRules, name: str) -> tuple[Worked, ...]:
    """Rounds of the submitted game that together show every kind of result that was dealt.

    Rounds in which nobody folds a hand worth playing come first; the others show what a fold leaves.
    """
    dealt = [(each, _shows(each.settlement)) for each in _dealt(table, name)]
    sensible = [each for each in dealt if _sensible(table, each[0].round)]
    chosen: list[Worked] = []
    seen: set[tuple[str, ...]] = set()
    for offered, most in ((sensible, SHOWN - 2), (dealt, SHOWN)):
        while offered and len(chosen) < most:
            best, shows = max(offered, key=lambda each: len(each[1] - seen))
            if shows <= seen:
                break
            chosen.append(best)
            seen |= shows
    return tuple(chosen)


def _sensible(table: TableRules, stated: Round) -> bool:
    """Whether every fold is of a hand that a simulated player would fold."""
    play, fair = prepared(table.house).play, game(table.house.rules.rules.game).samples.fair
    return not any(
        folds(seat.decision) and fair(play, seat.cards or "", stated.board or "") for seat in stated.seats
    )


def _dealt(table: TableRules, name: str) -> Iterator[Worked]:
    rules = table.house.rules
    choices = plain_choices(table.choices)
    stakes = {wager: least for wager, (least, _) in table.posted.items()}
    for number in range(DEALT):
        draw = random.Random(f"{rules.rules.document} petition {number}")
        line = dealt_round(rules, name, choices, draw, stakes)
        if line is None:
            return
        try:
            written = msgspec.json.encode(line)
            stated = read_round(written)
            yield Worked(written, stated, settle(stated))
        except Refusal:
            continue


def _shows(settlement: Settlement) -> set[tuple[str, ...]]:
    """The points of a settlement: the clauses of each wager's outcome, and a win's payout per dollar."""
    return {
        (wager, *result.clauses, f"{result.paid / result.stake:g}" if result.stake else "")
        for seat in settlement.seats
        for wager, result in seat.results.items()
    }


def example_blocks(table: TableRules, rounds: Sequence[Worked]) -> Iterator[Block | Table]:
    """The worked rounds, wager by wager."""
    yield text(
        "Every round was settled by the same code that runs the tables and prices the bets; rounds.jsonl"
        " beside this file holds them for the command croupier settle. Stakes are the posted minimums."
    )
    for number, worked in enumerate(rounds, 1):
        yield heading(f"Example {number}")
        yield text(_cards(worked.round))
        yield _results(table.house.rules, worked)


def _cards(stated: Round) -> str:
    parts = [f"The dealer has {_shown(stated.dealer or '')}."]
    if stated.board:
        parts.append(f"The board is {_shown(stated.board)}.")
    for seat in stated.seats:
        decided = {key: value for key, value in (seat.decision or {}).items() if key != "fold"}
        acts = [f"makes a {spoken(key)} wager of {dollars(int(value))}" for key, value in decided.items()]
        act = "folds" if folds(seat.decision) else " and ".join(acts) or "has no decision to take"
        parts.append(f"Seat {seat.seat} has {_shown(seat.cards or '')} and {act}.")
    return " ".join(parts)


def _shown(cards: str) -> str:
    return " ".join(f"{card[:-1].replace('T', '10')}{_SUITS[card[-1]]}" for card in cards.split())


def _results(rules: RuleSet, worked: Worked) -> Table:
    rows: list[tuple[str, ...]] = []
    sums = []
    for seat in worked.settlement.seats:
        for place, (wager, result) in enumerate(seat.results.items()):
            rows.append(
                (
                    "" if place else str(seat.seat),
                    wager_label(rules, wager),
                    dollars(result.stake) if result.stake else "",
                    result.outcome,
                    _hand(result),
                    dollars(result.paid) if result.paid else "",
                    dollars(result.returned) if result.returned else "",
                    cited(result.clauses),
                )
            )
        sign = "+" if seat.net >= 0 else "\N{MINUS SIGN}"
        sums.append(len(rows))
        rows.append(("", "net", "", "", "", f"{sign}{dollars(abs(seat.net))}", "", ""))
    return Table(
        ("seat", "wager", "staked", "outcome", "hand", "paid", "returned", "clauses"),
        "ntnttnnc",
        tuple(rows),
        strong=frozenset(sums),
        widths=(0.4, 1.2, 0.7, 0.7, 1.5, 0.8, 0.8, 1.9),
    )


def _hand(result: Result) -> str:
    return capital(result.hand) if isinstance(result.hand, str) else ""
