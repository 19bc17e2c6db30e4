"""A shoe that can be stacked: hands of every rare kind, no card twice."""

from collections.abc import Callable, Sequence
from random import Random

from tests.naive.cards import ACE, SUITS, Card, deck


def _any(card: Card) -> bool:
    return True


def _of_suit(suit: str) -> Callable[[Card], bool]:
    return lambda card: card[1] == suit


class Shoe:
    """One shuffled deck, from which cards are drawn or picked."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self._cards = deck()
        rng.shuffle(self._cards)
        self._left = set(self._cards)

    def pick(self, wanted: Sequence[Card]) -> list[Card]:
        """These cards, or none of them if one is gone."""
        if not set(wanted) <= self._left:
            return []
        self._left -= set(wanted)
        return list(wanted)

    def draw(self, number: int, where: Callable[[Card], bool] = _any) -> list[Card]:
        """That many cards, of the kind wanted as far as there are enough of them."""
        drawn: list[Card] = []
        for wanted in (where, _any):
            for card in self._cards:
                if len(drawn) == number:
                    break
                if card in self._left and wanted(card):
                    drawn.append(card)
                    self._left.remove(card)
        return drawn

    def fill(self, part: Sequence[Card], size: int, where: Callable[[Card], bool] = _any) -> list[Card]:
        """The part brought up to size, in random order."""
        hand = [*part, *self.draw(size - len(part), where)]
        self.rng.shuffle(hand)
        return hand

    def run(self, length: int, start: int | None = None) -> list[Card]:
        """Consecutive cards of a suit from `start` (1 is the low ace), often at an end of the scale."""
        for _ in range(6):
            first = start or self.rng.choice([1, 15 - length, *[self.rng.randint(1, 15 - length)] * 4])
            suit = self.rng.choice(SUITS)
            found = self.pick([(ACE if rank == 1 else rank, suit) for rank in range(first, first + length)])
            if found:
                return found
        return []

    def straight(self, length: int) -> list[Card]:
        """Consecutive cards of any suits."""
        for _ in range(4):
            first = self.rng.choice([1, 15 - length, self.rng.randint(1, 15 - length)])
            ranks = [ACE if rank == 1 else rank for rank in range(first, first + length)]
            found = self.pick([(rank, self.rng.choice(SUITS)) for rank in ranks])
            if found:
                return found
        return []

    def of_a_kind(self, number: int, rank: int | None = None) -> list[Card]:
        """Cards of one rank."""
        for _ in range(6):
            chosen = rank or self.rng.randint(2, ACE)
            found = self.pick([(chosen, suit) for suit in self.rng.sample(SUITS, number)])
            if found:
                return found
        return []

    def suited(self, number: int) -> list[Card]:
        """Cards of one suit."""
        suit = self.rng.choice(SUITS)
        return self.draw(number, _of_suit(suit))

    def mirror(self, hand: Sequence[Card]) -> list[Card]:
        """The same cards in other suits, so that hands tie."""
        for _ in range(4):
            suits = dict(zip(SUITS, self.rng.sample(SUITS, 4), strict=True))
            found = self.pick([(rank, suits[suit]) for rank, suit in hand])
            if found:
                return found
        return []


def _kind(rng: Random, weights: dict[str, int]) -> str:
    return rng.choices(list(weights), list(weights.values()))[0]


def high_card_flush_hand(shoe: Shoe, dealt: Sequence[Sequence[Card]]) -> list[Card]:
    """Seven cards: straight flushes of every length, long flushes, suited A-9, four of a kind, ties."""
    rng = shoe.rng
    weights = {"run": 30, "ace_to_nine": 5, "flush": 16, "quads": 4, "quads_and_run": 3, "two_runs": 4}
    kind = _kind(rng, weights | {"wrap": 2, "mirror": 8, "any": 20})
    if kind == "run":
        return shoe.fill(shoe.run(rng.choice([3, 4, 5, 6, 6, 7, 7])), 7)
    if kind == "ace_to_nine":
        return shoe.fill(shoe.run(6, start=9), 7)
    if kind == "flush":
        part = shoe.suited(rng.choice([4, 5, 6, 6, 7, 7]))
        return shoe.fill(part, 7, lambda card: card[1] != part[0][1])
    if kind == "quads":
        return shoe.fill(shoe.of_a_kind(4), 7)
    if kind == "quads_and_run":
        part = shoe.of_a_kind(4)
        rank, suit = part[0] if part else (9, "c")
        step = 1 if rank < 8 else -1
        beside = shoe.pick([(rank + step * number, suit) for number in range(1, rng.choice([3, 4]))])
        return shoe.fill([*part, *beside], 7)
    if kind == "two_runs":
        return shoe.fill([*shoe.run(3), *shoe.run(rng.choice([3, 4]))], 7)
    if kind == "wrap":
        suit = rng.choice(SUITS)
        return shoe.fill(shoe.pick([(13, suit), (ACE, suit), (2, suit)]), 7)
    if kind == "mirror" and dealt:
        return shoe.fill(shoe.mirror(rng.choice(dealt)), 7)
    return shoe.fill([], 7)


def high_card_flush_dealer(shoe: Shoe, dealt: Sequence[Sequence[Card]]) -> list[Card]:
    """A dealer who often just qualifies, just does not, or ties a player."""
    rng = shoe.rng
    kind = _kind(rng, {"no_three": 15, "low_three": 10, "nine_three": 15, "mirror": 25, "any": 35})
    if kind == "mirror" and dealt:
        return shoe.fill(shoe.mirror(rng.choice(dealt)), 7)
    if kind in ("mirror", "any"):
        return high_card_flush_hand(shoe, dealt)
    first, *others = rng.sample(SUITS, 4)
    part: list[Card] = []
    if kind == "no_three":
        part = shoe.draw(1, _of_suit(first))
    if kind == "low_three":
        part = shoe.draw(3, lambda card: card[1] == first and card[0] <= 8)
    if kind == "nine_three":
        part = [*shoe.pick([(9, first)]), *shoe.draw(2, lambda card: card[1] == first and card[0] < 9)]
    for suit in others:
        part += shoe.draw(min(2, 7 - len(part)), _of_suit(suit))
    return shoe.fill(part, 7)


def four_card_hand(shoe: Shoe, dealt: Sequence[Sequence[Card]], size: int) -> list[Card]:
    """Five cards for a player or six for the dealer, good at four and at five cards."""
    rng = shoe.rng
    weights = {"run": 16, "royal": 7, "quads": 6, "aces": 6, "trips": 9, "full": 5, "flush": 8}
    weights |= {"straight": 8, "two_pair": 5, "pair_of_aces": 5, "mirror": 14, "any": 22}
    kind = _kind(rng, weights)
    if kind == "run":
        return shoe.fill(shoe.run(rng.choice([4, 4, 5])), size)
    if kind == "royal":
        return shoe.fill(shoe.run(4, start=11) if rng.random() < 0.4 else shoe.run(5, start=10), size)
    if kind in ("quads", "aces"):
        return shoe.fill(shoe.of_a_kind(4, ACE if kind == "aces" else None), size)
    if kind == "trips":
        return shoe.fill(shoe.of_a_kind(3), size)
    if kind == "full":
        return shoe.fill([*shoe.of_a_kind(3), *shoe.of_a_kind(2)], size)
    if kind == "flush":
        return shoe.fill(shoe.suited(rng.choice([4, 5])), size)
    if kind == "straight":
        return shoe.fill(shoe.straight(rng.choice([4, 5])), size)
    if kind == "two_pair":
        return shoe.fill([*shoe.of_a_kind(2), *shoe.of_a_kind(2)], size)
    if kind == "pair_of_aces":
        return shoe.fill(shoe.of_a_kind(2, ACE), size)
    if kind == "mirror" and dealt:
        other = rng.choice(dealt)
        return shoe.fill(shoe.mirror(rng.sample(other, min(size, len(other)))), size)
    return shoe.fill([], size)


def ultimate_board(shoe: Shoe) -> list[Card]:
    """Five community cards: made hands (often a tie), three to a straight flush, dry boards."""
    rng = shoe.rng
    weights = {"three_run": 24, "royal_run": 8, "four_run": 4, "made_run": 3, "royal": 3, "quads": 4}
    weights |= {"full": 3, "trips": 6, "two_pair": 4, "pair": 6, "suited": 5, "straight": 4, "dry": 16}
    kind = _kind(rng, weights | {"any": 10})
    part: list[Card] = []
    if kind == "three_run":
        part = shoe.run(3)
    elif kind == "royal_run":
        part = shoe.run(3, start=rng.choice([10, 11, 12]))
    elif kind == "four_run":
        part = shoe.run(4)
    elif kind == "made_run":
        part = shoe.run(5)
    elif kind == "royal":
        part = shoe.run(5, start=10)
    elif kind == "quads":
        part = shoe.of_a_kind(4)
    elif kind == "full":
        part = [*shoe.of_a_kind(3), *shoe.of_a_kind(2)]
    elif kind == "trips":
        part = shoe.of_a_kind(3)
    elif kind == "two_pair":
        part = [*shoe.of_a_kind(2), *shoe.of_a_kind(2)]
    elif kind == "pair":
        part = shoe.of_a_kind(2)
    elif kind == "suited":
        part = shoe.suited(rng.choice([3, 4, 5]))
    elif kind == "straight":
        part = shoe.straight(rng.choice([4, 5]))
    elif kind == "dry":
        suits = rng.sample(SUITS, 4)
        ranks = rng.choice([(2, 4, 7, 9, 13), (3, 5, 8, 11, 14), (2, 6, 8, 11, 13), (4, 6, 9, 12, 14)])
        part = shoe.pick([(rank, suits[i % 4]) for i, rank in enumerate(ranks)])
    board = [*part, *shoe.draw(5 - len(part))]
    if rng.random() < 0.4:
        rng.shuffle(board)
    return board


def _completions(board: Sequence[Card], suit: str | None) -> list[list[int]]:
    """Pairs of ranks that, with the board's cards (of the suit), make five in a row."""
    have = {rank for rank, of in board if suit in (None, of)}
    windows = [{ACE if rank == 1 else rank for rank in range(first, first + 5)} for first in range(1, 11)]
    return [sorted(window - have) for window in windows if len(window - have) == 2]


def ultimate_hole(shoe: Shoe, board: Sequence[Card], dealt: Sequence[Sequence[Card]]) -> list[Card]:
    """Two cards that often complete something with the board, or copy another hand."""
    rng = shoe.rng
    weights = {"run": 30, "straight": 8, "match": 14, "pair": 6, "suited": 6, "mirror": 14, "any": 22}
    kind = _kind(rng, weights)
    part: list[Card] = []
    if kind == "run":
        ways = [(ranks, suit) for suit in SUITS for ranks in _completions(board, suit)]
        if ways:
            ranks, suit = rng.choice(ways)
            part = shoe.pick([(rank, suit) for rank in ranks])
    elif kind == "straight":
        any_suit = _completions(board, None)
        if any_suit:
            part = shoe.pick([(rank, rng.choice(SUITS)) for rank in rng.choice(any_suit)])
    elif kind == "match":
        wanted = set(rng.sample([rank for rank, _ in board], rng.choice([1, 2])))
        part = shoe.draw(2, lambda card: card[0] in wanted)
    elif kind == "pair":
        part = shoe.of_a_kind(2)
    elif kind == "suited":
        part = shoe.draw(2, _of_suit(rng.choice(board)[1]))
    elif kind == "mirror" and dealt:
        part = shoe.mirror(rng.choice(dealt))
    return shoe.fill(part, 2)


def ultimate_dealer(shoe: Shoe, board: Sequence[Card], dealt: Sequence[Sequence[Card]]) -> list[Card]:
    """A dealer who often has less than a pair where the board allows it."""
    if shoe.rng.random() < 0.5:
        return ultimate_hole(shoe, board, dealt)
    paired = {rank for rank, _ in board}
    first = shoe.draw(1, lambda card: card[0] not in paired)
    paired |= {rank for rank, _ in first}
    return [*first, *shoe.draw(1, lambda card: card[0] not in paired)]
