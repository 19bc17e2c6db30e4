"""Parse typed wagers and decisions, in words and dollars. The table machine decides what is legal."""

import contextlib
import importlib
import re
import sys
from collections.abc import Sequence
from typing import IO

from croupier.money import dollars
from croupier.names import spoken
from croupier.rulebook.model import Wager
from croupier.table.offers.bounds import Amount

_MONEY = re.compile(r"\$?(?P<dollars>\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(?P<cents>\d{1,2}))?", re.ASCII)
_MULTIPLE = re.compile(r"(?P<antes>\d{1,3})x", re.ASCII)


class EntryError(ValueError):
    """A line that cannot be parsed; the message says what is allowed."""


class Leaves(Exception):
    """The player leaves: by command, end of input or interrupt."""


class Reader:
    """Reads lines. Without a terminal it echoes them, so that the transcript is complete."""

    def __init__(self, out: IO[str]) -> None:
        self._out = out
        self._typed = sys.stdin.isatty()
        if self._typed:
            with contextlib.suppress(ImportError):
                importlib.import_module("readline")  # for the arrow keys
        elif hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def ask(self, prompt: str) -> str:
        """The answer, stripped."""
        try:
            if self._typed:
                return self._typed_answer(prompt)
            self._out.write(prompt)
            self._out.flush()
            line = sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            self._out.write("\n")
            raise Leaves from None
        self._out.write(f"{line.strip()}\n")
        if not line:
            raise Leaves
        return line.strip()

    def _typed_answer(self, prompt: str) -> str:
        if self._out is sys.stdout:
            return input(prompt).strip()  # with the line editor
        self._out.write(prompt)
        self._out.flush()
        return input().strip()


def cents_of(text: str) -> int | None:
    """A dollar amount in cents; none if the text is not an amount.

    >>> cents_of("10"), cents_of("$10.50"), cents_of("1,000"), cents_of("ten")
    (1000, 1050, 100000, None)
    """
    match = _MONEY.fullmatch(text)
    if match is None:
        return None
    return int(match["dollars"].replace(",", "")) * 100 + int((match["cents"] or "").ljust(2, "0"))


def bound_words(amount: Amount) -> str:
    """The allowed amounts in words.

    >>> bound_words(Amount("play", 3000, 4000, (3000, 4000))), bound_words(Amount("ante", 500, 10000))
    ('$30 or $40', '$5 to $100')
    """
    if amount.only:
        return " or ".join(dollars(each) for each in amount.only)
    if amount.least == amount.most:
        return dollars(amount.least)
    return f"{dollars(amount.least)} to {dollars(amount.most)}"


def wagers_of(line: str, bounds: Sequence[Amount], known: dict[str, Wager]) -> dict[str, int]:
    """The wagers of a line such as `10 flush 5 progressive`: the ante, then others by their names.

    A name may be shortened; a wager with a fixed stake needs no amount; wagers equal to the ante follow it.
    """
    found: dict[str, int] = {}
    name = ""

    def put(amount: int | None, text: str = "") -> None:
        nonlocal name
        if not name and found:
            example = f"{spoken(bounds[-1].name)} 5"
            raise EntryError(f"{text}: for which wager? Write its name before the amount, such as {example}")
        bound = _wager(name or "ante", bounds)
        if amount is None:
            amount = _sole(bound)
        if bound.name in found:
            raise EntryError(f"{spoken(bound.name)} is named twice; give one amount per wager")
        found[bound.name] = amount
        name = ""

    for word in re.sub(r"[=:]", " ", line.lower()).split():
        token = word.rstrip(",;")
        amount = cents_of(token)
        if amount is not None:
            put(amount, token)
        elif token and (token[0].isdigit() or token[0] in "$-+."):
            raise EntryError(f"{token!r} is not an amount; write dollars, such as 10 or 10.50")
        elif token not in ("", "and"):
            longer = f"{name}_{token}" if name else token.replace("-", "_")
            if name and not _matching(longer, bounds):
                put(None)
                longer = token.replace("-", "_")
            name = longer
    if name:
        put(None)
    for wager, datum in known.items():
        if datum.equals in found and wager not in found and any(bound.name == wager for bound in bounds):
            found[wager] = found[datum.equals or ""]
    return {bound.name: found[bound.name] for bound in bounds if bound.name in found}


def _matching(name: str, bounds: Sequence[Amount]) -> list[Amount]:
    exact = [bound for bound in bounds if bound.name == name]
    return exact or [bound for bound in bounds if bound.name.startswith(name)]


def _wager(name: str, bounds: Sequence[Amount]) -> Amount:
    matching = _matching(name, bounds)
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise EntryError(f"{name!r}: {' or '.join(spoken(bound.name) for bound in matching)}?")
    allowed = ", ".join(spoken(bound.name) for bound in bounds)
    raise EntryError(f"{spoken(name)!r} is not a wager or command here; allowed: {allowed}; help")


def _sole(bound: Amount) -> int:
    """The amount of a wager named without one, if only one is allowed."""
    if len(bound.only) == 1:
        return bound.only[0]
    if not bound.only and bound.least == bound.most:
        return bound.least
    raise EntryError(f"{spoken(bound.name)}: how much? {bound_words(bound)}")


def decision_of(line: str, choices: Sequence[Amount], ante: int) -> tuple[str, int]:
    """The action and amount of a line such as `fold`, `raise 20`, `play 4x`, `4x` or `20`."""
    wager = choices[0]
    chosen, amount = None, None
    for token in line.lower().split():
        multiple = _MULTIPLE.fullmatch(token)
        money = ante * int(multiple["antes"]) if multiple else cents_of(token)
        if money is not None and amount is None:
            amount = money
            continue
        named = [choice for choice in choices if choice.name.startswith(token)]
        if money is not None or chosen is not None or len(named) != 1:
            raise EntryError(f"{line!r}; allowed: {choices_words(choices)}")
        chosen = named[0]
    if chosen is None and amount is None:
        raise EntryError(f"decide: {choices_words(choices)}")
    chosen = chosen or wager
    if amount is None:
        amount = _sole(chosen)
    return chosen.name, amount


def choices_words(choices: Sequence[Amount]) -> str:
    """The allowed decisions in words.

    >>> choices_words((Amount("raise", 1000, 2000), Amount("fold")))
    'raise $10 to $20, or fold'
    """
    wager, waive = choices
    return f"{wager.name} {bound_words(wager)}, or {waive.name}"
