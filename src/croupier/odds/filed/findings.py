"""Findings of the mathematics about a submission: filed tables that favor the player, with their figures."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from croupier.errors import Refusal
from croupier.money import dollars
from croupier.odds.filed.limits import bet_at
from croupier.odds.filed.wagers import Wagers
from croupier.odds.price import main_odds, stays
from croupier.odds.progressive import price_progressive
from croupier.odds.side_bets import play_of, price_bet, side_bets
from croupier.odds.subject import DOLLAR, Subject, subject_of_submission
from croupier.rulebook.line_numbers import Lines
from croupier.submission.check import Checked, check_text
from croupier.submission.findings import Finding


def check_with_odds(text: str, edition: str = "") -> Checked:
    """The check of a submission, with the findings of the mathematics where it has no violation."""
    checked = check_text(text, edition)
    if not checked.ok or checked.submission is None or checked.resolved is None:
        return checked
    subject = subject_of_submission(checked.resolved.house, checked.submission)
    lines = Lines(text)
    found = (msgspec.structs.replace(each, line=lines.of(each.key)) for each in favoring_player(subject))
    return checked._replace(findings=(*checked.findings, *found))


def favoring_player(subject: Subject) -> tuple[Finding, ...]:
    """A warning for every filed table with an edge for the player, at the posted stake where it is greatest.

    A bonus that comes with the ante favors the player if the game does. Each bet is priced alone, under the
    payout limits; a progressive with its meters at their seeds.
    """
    try:
        return (*_bonuses(subject), *_side_bets(subject), *_progressives(subject))
    except Refusal as refusal:
        if refusal.code != "not_solved":
            raise
        return ()


def _bonuses(subject: Subject) -> Iterator[Finding]:
    house = subject.house
    for bonus in play_of(house).automatic:
        if bonus in subject.choices.tables:
            stakes = subject.posted.get("ante", (DOLLAR,))
            gain, stake = max((main_odds(house, wagers=Wagers(ante)).net.mean, -ante) for ante in stakes)
            if gain > 0:
                clauses = house.tables[bonus].clauses
                yield _finding(f"choices.{bonus}", "odds", gain, -stake, clauses)


def _side_bets(subject: Subject) -> Iterator[Finding]:
    house = subject.house
    for wager in side_bets(house):
        table = house.tables.get(wager)
        if table is None:
            continue
        odds = price_bet(house, wager, table)
        stakes = subject.posted.get(wager, (DOLLAR,))
        gain, stake = max((bet_at(house, wager, table, odds, stake).mean, -stake) for stake in stakes)
        if gain > 0:
            yield _finding(f"choices.{wager}", f"table {table.name}", gain, -stake, table.clauses)


def _progressives(subject: Subject) -> Iterator[Finding]:
    house = subject.house
    if house.progressive is None:
        return
    for stake in house.progressive.stakes:
        # As played a progressive returns no more than if every hand were live: most need no solution.
        if price_progressive(house, stake, stays={}).if_live.at_seed <= 1:
            continue
        gain = -price_progressive(house, stake, stays(house)).house_edge
        if gain > 0:
            table = house.progressive.table
            yield _finding("choices.progressive", f"table {table.name}", gain, stake, table.clauses)


def _finding(key: str, what: str, gain: Fraction, stake: int, clauses: tuple[str, ...]) -> Finding:
    return Finding(
        severity="warning",
        code="favors_player",
        key=key,
        asked=f"{what} returning {float(gain):.4%} ({gain}) more than a stake of {dollars(stake)}",
        allowed="these odds; with an edge for the house they return less than is staked",
        clauses=clauses,
    )
