"""Money: integer cents, and what a row of a pay table awards, exactly.

An award is written as the documents write it: `300 to 1` or `300 win 1` (the stake comes back with the
winnings), `9 for 1` (it does not), `$250`, or `10% of main` (a share of a meter). Shares and contribution
rates are whole hundredths of a percent, so that no float ever touches money.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from croupier.jit import kernel

TO, FOR, AMOUNT, SHARE = 0, 1, 2, 3
"""The four kinds of award."""

WHOLE = 10_000
"""One hundred percent, in hundredths of a percent."""

LARGEST = 10**12
"""The largest amount accepted anywhere, in cents: with `LARGEST_ODDS` no product leaves 64 bits."""

LARGEST_ODDS = 1_000_000


class Award(NamedTuple):
    """One row's award: `number` to or for `per`, cents, or hundredths of a percent of `meter`."""

    kind: int
    number: int
    per: int = 1
    meter: str = ""

    def __str__(self) -> str:
        if self.kind == AMOUNT:
            return dollars(self.number)
        if self.kind == SHARE:
            return f"{percent(self.number)} of {self.meter}"
        return f"{self.number} {'to' if self.kind == TO else 'for'} {self.per}"


class AwardError(ValueError):
    """A text that is not an award."""


def _odds(match: re.Match[str]) -> Award:
    number, per = int(match["number"].replace(",", "")), int(match["per"])
    if not 0 < number <= LARGEST_ODDS or not 0 < per <= 1000:
        raise AwardError(f"odds out of range: {match[0]!r}; up to {LARGEST_ODDS:,} to 1 are understood")
    return Award(FOR if match["word"] == "for" else TO, number, per)


def _amount(match: re.Match[str]) -> Award:
    cents = int(match["dollars"].replace(",", "")) * 100 + int(match["cents"] or 0)
    if not 0 < cents <= LARGEST:
        raise AwardError(f"amount out of range: {match[0]!r}")
    return Award(AMOUNT, cents)


def _share(match: re.Match[str]) -> Award:
    rate = parse_percent(match["rate"])
    if not 0 < rate <= WHOLE:
        raise AwardError(f"share out of range: {match[0]!r}; more than 0% and at most 100% of a meter")
    return Award(SHARE, rate, 1, match["meter"])


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Award]], ...] = (
    (
        re.compile(r"(?P<number>\d{1,3}(?:,\d{3})+|\d{1,9}) (?P<word>to|win|for) (?P<per>\d{1,4})", re.ASCII),
        _odds,
    ),
    (re.compile(r"\$(?P<dollars>\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(?P<cents>\d\d))?", re.ASCII), _amount),
    (re.compile(r"(?P<rate>\d{1,3}(?:\.\d{1,2})?%) of (?P<meter>[a-z]+)", re.ASCII), _share),
)


@lru_cache(maxsize=4096)
def parse_award(text: str) -> Award:
    """The award that a text states.

    >>> parse_award("3 to 2"), parse_award("$1,000"), parse_award("12.5% of main")
    (Award(kind=0, number=3, per=2, meter=''), Award(kind=2, number=100000, per=1, meter=''), Award(kind=3, \
number=1250, per=1, meter='main'))
    """
    for pattern, read in _FORMS:
        if match := pattern.fullmatch(text):
            return read(match)
    raise AwardError(f'not an award: {text!r}; write "30 to 1", "9 for 1", "$250" or "10% of main"')


def parse_percent(text: str) -> int:
    """A percentage as whole hundredths of a percent.

    >>> parse_percent("24%"), parse_percent("12.5%")
    (2400, 1250)
    """
    match = re.fullmatch(r"(\d{1,3})(?:\.(\d{1,2}))?%", text, re.ASCII)
    if match is None:
        raise AwardError(f'not a percentage: {text!r}; write "20%" or "12.5%"')
    return int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))


def percent(hundredths: int) -> str:
    """A percentage in words: 1250 is "12.5%"."""
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".") + "%"


def dollars(cents: int) -> str:
    """An amount in words: 123450 is "$1,234.50"."""
    whole, part = divmod(cents, 100)
    return f"${whole:,}" + (f".{part:02d}" if part else "")


@kernel
def winnings(stake: int, number: int, per: int) -> int:
    """The winnings at odds of `number` to (or for) `per` on a stake: rounded up to a cent, never less."""
    return -(-stake * number // per)


@kernel
def share_of(meter: int, hundredths: int) -> int:
    """A share of a meter, down to the cent: the fraction stays on the meter."""
    return meter * hundredths // 10_000


@kernel
def award_paid(kind: int, number: int, per: int, stake: int) -> int:
    """The payment of an award other than a share of a meter, on a stake."""
    if kind == AMOUNT:
        return number
    return winnings(stake, number, per)


@kernel
def award_returned(kind: int, stake: int) -> int:
    """The part of the stake that comes back with an award: all of it for "to", else nothing."""
    return stake if kind == TO else 0
