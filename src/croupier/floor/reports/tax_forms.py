"""Winnings that reach the house's rule for a tax form, such as the federal Form W-2G, bet by bet.

Winnings of a bet are its payout without the stake. They are marked if they reach the threshold and the
multiple of the wager, both, by the house settings of their time. An envy belongs to the progressive wager.
The rule is the operator's to confirm; nothing here is legal advice.
"""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from croupier.floor.desks.openings import backwards
from croupier.floor.registry.settings import (
    TAX_FORM,
    TAX_MULTIPLE,
    TAX_YEAR,
    HouseSettings,
    settings_at,
    settings_by_position,
)
from croupier.floor.reports.recorded_rounds import LoggedRound, TableRounds
from croupier.ledger.store import Ledger
from croupier.money import dollars
from croupier.settlement.round import Result
from croupier.table import events as e

_ENVY, _PROGRESSIVE = "envy", "progressive"
_OF_ROUND = (
    *("bonus_handed_over.v1", "seat_settled.v1", "hand_taken_back.v1"),
    *("cover_all_settled.v1", "round_settled.v1"),
)


class TaxFlag(msgspec.Struct, frozen=True, kw_only=True):
    """A bet whose winnings need a tax form by the house's rule; amounts are cents."""

    table: str
    round: int
    seat: int
    wager: str
    stake: int
    winnings: int
    threshold: int
    multiple: int
    confirmed: bool
    """Whether the operator had confirmed the rule."""
    at: int = 0
    position: int = 0


def is_marked(stake: int, winnings: int, settings: HouseSettings) -> bool:
    """Whether winnings reach both the threshold and the multiple of the wager.

    >>> rule = HouseSettings(tax_form=200_000, tax_multiple=300)
    >>> [is_marked(stake, 200_000, rule) for stake in (666, 667)]
    [True, False]
    """
    return 0 < settings.tax_form <= winnings and winnings >= settings.tax_multiple * stake


def rule_words(settings: HouseSettings) -> str:
    """The rule in words, for slips and pages."""
    words = f"winnings of {dollars(settings.tax_form)} or more"
    if settings.tax_multiple:
        words += f" that are at least {settings.tax_multiple} times the wager"
    federal = (settings.tax_form, settings.tax_multiple) == (TAX_FORM, TAX_MULTIPLE)
    source = f"federal instructions for {TAX_YEAR}" if federal else "the operator's rule"
    confirmed = "confirmed by the operator" if settings.tax_confirmed else "to be confirmed by the operator"
    return f"{words} ({source}, {confirmed}; no legal advice)"


def marked_bets(results: Mapping[str, Result], settings: HouseSettings) -> Iterator[tuple[str, int, int]]:
    """The marked bets of a seat: wager, stake and winnings."""
    for wager, result in results.items():
        stake = result.stake
        if wager == _ENVY and _PROGRESSIVE in results:
            stake = results[_PROGRESSIVE].stake
        winnings = result.net if wager != _ENVY else result.paid
        if is_marked(stake, winnings, settings):
            yield wager, stake, winnings


def tax_flags(ledger: Ledger, rounds: Iterable[LoggedRound]) -> list[TaxFlag]:
    """The marked bets of rounds, by the settings of their time."""
    changes = settings_by_position(ledger)
    found: list[TaxFlag] = []
    for each in rounds:
        settings = settings_at(changes, each.position)
        for seat, results in sorted(each.results.items()):
            found += _flags(each.table, each.number, seat, results, settings, each.at, each.position)
    return found


def flags_of_last_round(ledger: Ledger, table: str, settings: HouseSettings) -> list[TaxFlag]:
    """The marked bets of a table's latest round so far, for its station."""
    events: list[e.AnyEvent] = []
    for record in backwards(ledger, f"table:{table}", step=60):
        if record.kind in _OF_ROUND:
            events.insert(0, e.decode_event(record.body))
        elif record.kind == "bets_closed.v1":
            closed = e.decode_event(record.body)
            assert isinstance(closed, e.BetsClosed)
            reader = TableRounds(table)
            for event in events:
                if isinstance(event, e.RoundSettled):
                    for seat, envy in event.envy.items():
                        reader.results.setdefault(seat, {})[_ENVY] = envy
                else:
                    reader.take(event)
            return [
                flag
                for seat, results in sorted(reader.results.items())
                for flag in _flags(table, closed.round, seat, results, settings)
            ]
    return []


def _flags(
    table: str,
    round_: int,
    seat: int,
    results: Mapping[str, Result],
    settings: HouseSettings,
    at: int = 0,
    position: int = 0,
) -> list[TaxFlag]:
    return [
        TaxFlag(
            table=table,
            round=round_,
            seat=seat,
            wager=wager,
            stake=stake,
            winnings=winnings,
            threshold=settings.tax_form,
            multiple=settings.tax_multiple,
            confirmed=settings.tax_confirmed,
            at=at,
            position=position,
        )
        for wager, stake, winnings in marked_bets(results, settings)
    ]
