"""The tests of `croupier rng test`: the outcomes of many shuffles compared with fair ones.

Only final outcomes count: decks as they would be dealt. Shuffles are made and counted in blocks, on as many
processes as there are cores; counts of blocks are added up, so the answer does not depend on which process
made which block. The distributions of a fair shuffle are exact (`floor.fairness.expected`): every test has
its p-value, and all of them together are judged at 99% by Holm's method.
"""

import hashlib
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, fields
from math import comb, factorial, inf, perm, sqrt
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from croupier.cards import DECK_SIZE, RANKS, SUITS, card_text
from croupier.floor.fairness import expected
from croupier.floor.fairness.commit_reveal import deck
from croupier.floor.fairness.shuffle import draw
from croupier.floor.fairness.tails import chi_square_tails, holm, normal_two_sided, poisson_tails, two_sided

LEVEL = 0.01
"""How often a fair shuffle may fail: all tests together, not each."""

WINDOW = 236
"""Shuffles in which every card is expected on top: 52 (1 + 1/2 + … + 1/52)."""

BLOCK = 70 * WINDOW
"""Shuffles that are made and counted at once. Adjacent shuffles are compared within a block."""

LAGS = (1, 2, 3)
SHOWN = 5
"""The top cards compared for duplicates."""

LEAST = 10
"""The smallest expected count of a group of values."""

Ints = npt.NDArray[np.int64]
Shuffler = Callable[[int], Sequence[str]]
"""The deck of a numbered shuffle. It must pickle, so that processes can share the work."""


@dataclass(frozen=True)
class Fair:
    """The house's shuffle, each from a new secret of the operating system or from a seed."""

    seed: bytes | None = None

    def __call__(self, number: int) -> Sequence[str]:
        if self.seed is None:
            return deck("rng-test", number, draw().seed, ())
        seed = hashlib.sha256(b"croupier/rng-test/v1" + number.to_bytes(8, "big") + self.seed).digest()
        return deck("rng-test", number, seed, ())


# --------------------------------------------------------------------------------------------- counting


def _zeros(*shape: int) -> Ints:
    return np.zeros(shape, dtype=np.int64)


@dataclass
class Tally:
    """The counted outcomes of shuffles; tallies can be added."""

    shuffles: int = 0
    neighbors: int = 0
    """Shuffles that were compared with the one before."""
    between: int = 0
    """The sum of a shuffle times the next."""
    positions: Ints = field(default_factory=lambda: _zeros(DECK_SIZE, DECK_SIZE))
    pairs: Ints = field(default_factory=lambda: _zeros(DECK_SIZE, DECK_SIZE))
    descents: Ints = field(default_factory=lambda: _zeros(DECK_SIZE))
    color_runs: Ints = field(default_factory=lambda: _zeros(DECK_SIZE + 1))
    lags: Ints = field(default_factory=lambda: _zeros(len(LAGS)))
    matches: Ints = field(default_factory=lambda: _zeros(DECK_SIZE + 1))
    to_all_ranks: Ints = field(default_factory=lambda: _zeros(DECK_SIZE + 1))
    to_all_suits: Ints = field(default_factory=lambda: _zeros(DECK_SIZE + 1))
    missing: Ints = field(default_factory=lambda: _zeros(DECK_SIZE + 1))
    shown: list[npt.NDArray[np.uint32]] = field(default_factory=list)
    """The first cards of each shuffle as a number."""
    decks: list[npt.NDArray[np.uint64]] = field(default_factory=list)
    """A digest of each shuffle."""

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


def _card_of_text() -> npt.NDArray[np.uint8]:
    table = np.full(1 << 16, DECK_SIZE, dtype=np.uint8)
    for card in range(DECK_SIZE):
        table[int.from_bytes(card_text(card).encode(), "little")] = card
    return table


_CARDS = _card_of_text()
_CENTRED = np.array(expected.centered(DECK_SIZE), dtype=np.int64)


def count(shuffler: Shuffler, first: int, size: int) -> Tally:
    """Make shuffles and count their outcomes."""
    texts = ["".join(shuffler(number)).encode() for number in range(first, first + size)]
    cards, places = _read(texts)
    values = _CENTRED[cards]
    red = (cards // len(RANKS) == 1) | (cards // len(RANKS) == 2)
    by_suit = places.reshape(size, len(SUITS), len(RANKS))
    tops = cards[: size - size % WINDOW, 0].reshape(-1, WINDOW)
    tally = Tally(
        shuffles=size,
        neighbors=size - 1,
        between=int((values[1:] * values[:-1]).sum()),
        positions=_square(cards, np.arange(DECK_SIZE)),
        pairs=_square(cards[:, 0], cards[:, 1]),
        descents=_counts((cards[:, 1:] < cards[:, :-1]).sum(axis=1), DECK_SIZE),
        color_runs=_counts(1 + (red[:, 1:] != red[:, :-1]).sum(axis=1), DECK_SIZE + 1),
        lags=np.array([(values * np.roll(values, -lag, axis=1)).sum() for lag in LAGS]),
        matches=_counts((cards[1:] == cards[:-1]).sum(axis=1), DECK_SIZE + 1),
        to_all_ranks=_counts(1 + by_suit.min(axis=1).max(axis=1), DECK_SIZE + 1),
        to_all_suits=_counts(1 + by_suit.min(axis=2).max(axis=1), DECK_SIZE + 1),
        missing=_counts(
            np.array([DECK_SIZE - len(np.unique(window)) for window in tops], dtype=np.int64), DECK_SIZE + 1
        ),
    )
    weights = np.array([DECK_SIZE**place for place in range(SHOWN)], dtype=np.uint32)  # 52^5 < 2^32
    tally.shown.append((cards[:, :SHOWN].astype(np.uint32) * weights).sum(axis=1, dtype=np.uint32))
    digests = b"".join([hashlib.blake2b(text, digest_size=8).digest() for text in texts])
    tally.decks.append(np.frombuffer(digests, dtype="<u8").astype(np.uint64))
    return tally


def _read(texts: list[bytes]) -> tuple[Ints, Ints]:
    """Which card lies at each place of each deck, and where each card lies."""
    if any(len(text) != 2 * DECK_SIZE for text in texts):
        raise ValueError("a shuffle does not have 52 cards")
    cards = _CARDS[np.frombuffer(b"".join(texts), dtype="<u2").reshape(-1, DECK_SIZE)].astype(np.int64)
    places = np.full((len(texts), DECK_SIZE + 1), DECK_SIZE, dtype=np.int64)
    np.put_along_axis(places, cards, np.arange(DECK_SIZE)[np.newaxis, :], axis=1)
    places = places[:, :DECK_SIZE]
    if (places == DECK_SIZE).any():
        raise ValueError("a shuffle does not hold each of the 52 cards once")
    return cards, places


def _counts(values: Ints, size: int) -> Ints:
    return np.bincount(values, minlength=size)


def _square(one: Ints, other: Ints) -> Ints:
    """How often each pair occurred."""
    together = (one * DECK_SIZE + other).ravel()
    return np.bincount(together, minlength=DECK_SIZE**2).reshape(DECK_SIZE, DECK_SIZE)


def run(
    shuffler: Shuffler,
    shuffles: int,
    workers: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Tally:
    """Make and count shuffles on several processes (0: one per core)."""
    blocks = [(first, min(BLOCK, shuffles - first)) for first in range(0, shuffles, BLOCK)]
    workers = min(workers or os.cpu_count() or 1, len(blocks))
    total = Tally()
    if workers == 1:
        for done, block in enumerate(blocks, start=1):
            total.add(count(shuffler, *block))
            progress(done, len(blocks))
        return total
    # Spawned, not forked: the progress bar has a thread of its own.
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        futures = [pool.submit(count, shuffler, *block) for block in blocks]
        try:
            for done, future in enumerate(as_completed(futures), start=1):
                total.add(future.result())
                progress(done, len(blocks))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return total


# ---------------------------------------------------------------------------------------------- judging


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One test: its statistic, its reference and its p-value."""

    test: str
    kind: str
    """`chi-square`, against its degrees of freedom; `z`, in standard errors; `count`, against the mean."""
    statistic: float
    against: float
    p_value: float
    adjusted: float = 1.0
    """The p-value adjusted for the number of tests."""
    passed: bool = True


def judge(tally: Tally) -> list[Outcome]:
    """Every test, adjusted for their number. A fair shuffle passes them all 99 times of 100."""
    outcomes = [
        _cards_by_position(tally),
        _first_two_cards(tally),
        _fit("runs: cards in rising order", tally.descents, expected.descents(DECK_SIZE)),
        _fit("runs: cards of one color", tally.color_runs, expected.color_runs(DECK_SIZE // 2)),
        *_serial_correlations(tally),
        _correlation_between(tally),
        _fit(
            "serial: cards where they lay in the shuffle before", tally.matches, expected.matches(DECK_SIZE)
        ),
        _fit(
            "coupons: cards until all 13 ranks",
            tally.to_all_ranks,
            expected.cards_to_all(len(RANKS), DECK_SIZE),
        ),
        _fit(
            "coupons: cards until all 4 suits",
            tally.to_all_suits,
            expected.cards_to_all(len(SUITS), DECK_SIZE),
        ),
        _fit(
            f"coupons: cards never on top in {WINDOW} shuffles",
            tally.missing,
            expected.missing(DECK_SIZE, WINDOW),
        ),
        _repeated_beginnings(tally),
        _repeated_decks(tally),
    ]
    adjusted = holm([each.p_value for each in outcomes])
    return [
        msgspec.structs.replace(each, adjusted=chance, passed=chance >= LEVEL)
        for each, chance in zip(outcomes, adjusted, strict=True)
    ]


def _chi_square(test: str, statistic: float, degrees: int) -> Outcome:
    """A two-sided test of many cells: too even is as suspicious as too uneven."""
    chance = two_sided(chi_square_tails(statistic, degrees))
    return Outcome(test=test, kind="chi-square", statistic=statistic, against=degrees, p_value=chance)


def _cards_by_position(tally: Tally) -> Outcome:
    """Each shuffle fills every row and column once, so its counts vary in (n - 1)² directions alone.

    In each of them by 1 / (n - 1) a shuffle, where independent cells would by 1 / n: hence the factor.
    """
    even = tally.shuffles / DECK_SIZE
    statistic = float(((tally.positions - even) ** 2).sum()) / even * (DECK_SIZE - 1) / DECK_SIZE
    return _chi_square("cards by position", statistic, (DECK_SIZE - 1) ** 2)


def _first_two_cards(tally: Tally) -> Outcome:
    cells = perm(DECK_SIZE, 2)
    even = tally.shuffles / cells
    # A card is never beside itself: those cells are empty and are left out.
    distinct = tally.pairs[~np.eye(DECK_SIZE, dtype=bool)]
    return _chi_square("first two cards", float(((distinct - even) ** 2).sum()) / even, cells - 1)


def _fit(test: str, counted: Ints, chances: expected.Distribution) -> Outcome:
    """Counts of values against their chances; adjacent rare values are grouped."""
    total = int(counted.sum())
    groups: list[list[float]] = [[0.0, 0.0]]
    for number, chance in zip(counted, chances, strict=True):
        if groups[-1][1] >= LEAST:
            groups.append([0.0, 0.0])
        groups[-1][0] += int(number)
        groups[-1][1] += float(chance * total)
    if groups[-1][1] < LEAST and len(groups) > 1:
        number, rest = groups.pop()
        groups[-1][0] += number
        groups[-1][1] += rest
    degrees = len(groups) - 1
    statistic = sum((number - fair) ** 2 / fair for number, fair in groups) if degrees else 0.0
    upper = chi_square_tails(statistic, degrees)[1] if degrees else 1.0
    return Outcome(test=test, kind="chi-square", statistic=statistic, against=degrees, p_value=upper)


def _serial_correlations(tally: Tally) -> list[Outcome]:
    mean, variance = expected.lag_moments(DECK_SIZE)
    return [
        _z(
            f"serial: a card and the card {lag} on",
            float(int(total) - tally.shuffles * mean),
            float(variance) * tally.shuffles,
        )
        for lag, total in zip(LAGS, tally.lags, strict=True)
    ]


def _correlation_between(tally: Tally) -> Outcome:
    variance = float(expected.between_variance(DECK_SIZE)) * tally.neighbors
    return _z("serial: a shuffle and the shuffle before", tally.between, variance)


def _z(test: str, away: float, variance: float) -> Outcome:
    z = away / sqrt(variance) if variance else inf
    return Outcome(test=test, kind="z", statistic=z, against=0.0, p_value=normal_two_sided(z))


def _repeated_beginnings(tally: Tally) -> Outcome:
    """Pairs of shuffles that begin with the same cards: mean and variance are those of a Poisson count."""
    pairs = _equal_pairs(np.concatenate(tally.shown))
    mean = comb(tally.shuffles, 2) / perm(DECK_SIZE, SHOWN)
    chance = two_sided(poisson_tails(pairs, mean))
    test = f"duplicates: the same first {SHOWN} cards"
    return Outcome(test=test, kind="count", statistic=pairs, against=mean, p_value=chance)


def _repeated_decks(tally: Tally) -> Outcome:
    """Pairs of equal decks; none is expected, apart from collisions of 64-bit digests."""
    pairs = _equal_pairs(np.concatenate(tally.decks))
    mean = comb(tally.shuffles, 2) * (1 / factorial(DECK_SIZE) + 2.0**-64)
    chance = poisson_tails(pairs, mean)[1]
    test = "duplicates: the same deck"
    return Outcome(test=test, kind="count", statistic=pairs, against=mean, p_value=chance)


def _equal_pairs(values: npt.NDArray[Any]) -> int:
    counts = np.unique(values, return_counts=True)[1]
    return int((counts * (counts - 1) // 2).sum())
