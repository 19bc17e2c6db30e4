"""High Card Flush and Four Card Poker with hidden cards known, by dealing everything from small decks.

For each hand of the player: every hand of the dealer's, every choice of the up-card and of the known cards.
The player takes the action with the largest sum over all cases that look alike; of equal sums, the smallest
wager.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from tests.naive.cards import SUITS, Card
from tests.naive.hands import Rank, best_four, four_card_rows, high_card_flush
from tests.naive.paytables import ANTE_BONUS

BLACK = "cs"
NINE = 9

SHOWS: Mapping[str, Callable[[Card], object]] = {
    "card": lambda card: card,
    "rank": lambda card: card[0],
    "suit": lambda card: card[1],
    "color": lambda card: card[1] in BLACK,
}
"""The part of a card that is known."""


class Known(NamedTuple):
    """How many of the dealer's hidden cards and of those that nobody plays are known, and what of each."""

    dealer: int = 0
    dealer_shows: str = "card"
    gone: int = 0
    gone_shows: str = "card"

    def signal(self, dealer: Iterable[Card], gone: Iterable[Card]) -> tuple[object, ...]:
        one, other = SHOWS[self.dealer_shows], SHOWS[self.gone_shows]
        return tuple(sorted(map(one, dealer))), tuple(sorted(map(other, gone)))  # type: ignore[type-var]

    @property
    def colors(self) -> bool:
        return "color" in (self.dealer_shows, self.gone_shows)


class Game(NamedTuple):
    """A game of one decision against the dealer."""

    own: int
    dealer: int
    up: int
    rank: Callable[[Sequence[Card]], Rank]
    actions: Callable[[Rank], Sequence[int]]
    """The antes that a hand may wager more, in ascending order; 0: a fold."""
    net: Callable[[Rank, Rank, int], int]
    """What own hand, dealer's hand and so many antes net, in antes."""


class Found(NamedTuple):
    """Over all cases: how many, the net and its square, the cases by antes, and those decided otherwise."""

    cases: int
    net: int
    square: int
    by_antes: Counter[int]
    changed: int

    @property
    def mean(self) -> Fraction:
        return Fraction(self.net, self.cases)


def high_card_flush_net(player: Rank, dealer: Rank, antes: int) -> int:
    """Ante and raise (ma-hcf-9.b, 9.e.1, 11.b); the dealer needs a three-card flush, nine high (ma-hcf-1)."""
    if antes == 0:
        return -1
    length, ranks = dealer
    if length < 3 or (length == 3 and ranks[0] < NINE):
        return 1
    return 0 if player == dealer else 1 + antes if player > dealer else -1 - antes


def high_card_flush_raises(player: Rank) -> Sequence[int]:
    """One ante; up to two with a five-card flush, up to three with six or seven (ma-hcf-6.a.5)."""
    return range(1 + (1 if player[0] < 5 else 2 if player[0] == 5 else 3))


def four_card_net(player: Rank, dealer: Rank, antes: int) -> int:
    """Ante, play and ante bonus (ma-fcp-10.b, 10.c, 11.a.1, 11.a.2)."""
    if antes == 0:
        return -1
    reached = four_card_rows(player)
    bonus = next((pays for row, (pays, _) in ANTE_BONUS.items() if row in reached), 0)
    return bonus + (1 + antes if player >= dealer else -1 - antes)


HIGH_CARD_FLUSH = Game(7, 7, 0, high_card_flush, high_card_flush_raises, high_card_flush_net)
FOUR_CARD_POKER = Game(5, 6, 1, best_four, lambda _: range(4), four_card_net)


def small_deck(ranks: Iterable[int]) -> list[Card]:
    """These ranks, each in all four suits."""
    return [(rank, suit) for suit in SUITS for rank in ranks]


def best_play(game: Game, deck: Sequence[Card], known: Known) -> Found:
    """Deal everything."""
    dealers = [(frozenset(hand), game.rank(hand)) for hand in combinations(deck, game.dealer)]
    cases = net = square = changed = 0
    by_antes: Counter[int] = Counter()
    for own, weight in hands(deck, game.own, known.colors):
        rank = game.rank(own)
        actions = game.actions(rank)
        for runs in _situations(game, own, deck, dealers, known):
            honest = _best(sum(runs, Counter()))
            for run in runs:
                best = _best(run)
                number = weight * run.total()
                cases += number
                by_antes[actions[best]] += number
                changed += number if best != honest else 0
                net += weight * sum(count * nets[best] for nets, count in run.items())
                square += weight * sum(count * nets[best] ** 2 for nets, count in run.items())
    return Found(cases, net, square, by_antes, changed)


Run = Counter[tuple[int, ...]]
"""Cases that look alike to the player: by what each action nets, how many."""


def _situations(
    game: Game,
    own: tuple[Card, ...],
    deck: Sequence[Card],
    dealers: list[tuple[frozenset[Card], Rank]],
    known: Known,
) -> Iterator[list[Run]]:
    """By up-card: the cases, by what is known."""
    mine = game.rank(own)
    actions = game.actions(mine)
    seen: dict[tuple[Card, ...], dict[tuple[object, ...], Run]] = defaultdict(lambda: defaultdict(Counter))
    nets: dict[Rank, tuple[int, ...]] = {}
    signal = cache(known.signal)
    for dealer, rank in dealers:
        if not dealer.isdisjoint(own):
            continue
        if rank not in nets:
            nets[rank] = tuple(game.net(mine, rank, antes) for antes in actions)
        left = [card for card in deck if card not in dealer and card not in own]
        for up in combinations(sorted(dealer), game.up):
            hidden = sorted(dealer.difference(up))
            for of_dealer in combinations(hidden, known.dealer):
                for gone in combinations(left, known.gone):
                    seen[up][signal(of_dealer, gone)][nets[rank]] += 1
    for by_signal in seen.values():
        yield list(by_signal.values())


def _best(run: Run) -> int:
    """The action with the largest sum, the first of equal ones."""
    number = len(next(iter(run)))
    sums = [sum(count * nets[action] for nets, count in run.items()) for action in range(number)]
    return sums.index(max(sums))


def hands(deck: Sequence[Card], size: int, colors: bool) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One of the hands that differ only in the names of the suits, and how many these are.

    Where colors matter, only names are exchanged that leave cards of one color together.
    """
    renamings = [dict(zip(SUITS, new, strict=True)) for new in permutations(SUITS)]
    if colors:
        renamings = [new for new in renamings if (new["c"] in BLACK) == (new["s"] in BLACK)]
    found: Counter[tuple[Card, ...]] = Counter()
    for hand in combinations(deck, size):
        found[min(tuple(sorted((rank, new[suit]) for rank, suit in hand)) for new in renamings)] += 1
    yield from found.items()
