"""Decks stacked so that rare rows, ties and two winners of one meter occur often."""

from collections.abc import Sequence
from random import Random
from typing import cast

import numpy as np

RANKS, SUITS = 13, 4


def run(source: Random, length: int, start: int | None = None) -> list[int]:
    """Neighbors of one suit, often at an end of the scale; the ace may be the lowest."""
    first = source.choice([-1, 13 - length, source.randint(-1, 13 - length)]) if start is None else start
    suit = source.randrange(SUITS)
    return [suit * RANKS + rank % RANKS for rank in range(first, first + length)]


def of_a_kind(source: Random, count: int, rank: int | None = None) -> list[int]:
    """Cards of one rank."""
    chosen = source.randrange(RANKS) if rank is None else rank
    return [suit * RANKS + chosen for suit in source.sample(range(SUITS), count)]


def suited(source: Random, count: int) -> list[int]:
    """Cards of one suit."""
    suit = source.randrange(SUITS)
    return [suit * RANKS + rank for rank in source.sample(range(RANKS), count)]


def rare(source: Random, game: str) -> list[int]:
    """Some cards that make a rare hand, or part of one."""
    ace = RANKS - 1
    if game == "high-card-flush":
        kind = source.choice(("run", "ace to nine", "suited", "four"))
        if kind == "run":
            return run(source, source.choice([3, 4, 5, 6, 7]))
        if kind == "ace to nine":
            return run(source, 6, start=7)
        return suited(source, source.choice([3, 4, 5, 6, 7])) if kind == "suited" else of_a_kind(source, 4)
    kind = source.choice(("run", "royal", "four-card royal", "kind", "aces", "suited", "full house"))
    if kind == "run":
        return run(source, source.choice([4, 5]))
    if kind == "royal":
        return run(source, 5, start=8)
    if kind == "four-card royal":
        return run(source, 4, start=9)
    if kind == "kind":
        return of_a_kind(source, source.choice([2, 3, 4]))
    if kind == "aces":
        return of_a_kind(source, source.choice([2, 4]), ace)
    if kind == "suited":
        return suited(source, source.choice([4, 5]))
    return [*of_a_kind(source, 3, 4), *of_a_kind(source, 2, 7)]


def shuffled(source: Random, count: int) -> list[list[int]]:
    """So many decks, shuffled all at once."""
    decks = np.tile(np.arange(RANKS * SUITS), (count, 1))
    shuffler = np.random.default_rng(source.getrandbits(64))
    return cast(list[list[int]], shuffler.permuted(decks, axis=1).tolist())


def stack(source: Random, game: str, cards: list[int], hands: Sequence[Sequence[int]]) -> None:
    """Put something rare into some of the hands of a deck, which are given by places in it."""
    if source.random() < 0.25:
        return
    # Two hands at times: the cards of the second push out those of the first where they need the same.
    for places in source.sample(hands, min(len(hands), source.choice([1, 1, 2]))):
        for place, card in zip(places, rare(source, game), strict=False):
            other = cards.index(card)
            cards[place], cards[other] = cards[other], cards[place]
