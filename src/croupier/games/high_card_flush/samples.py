"""Sample hands of High Card Flush, and the order in which a player lays one out."""

from croupier.cards import RANKS, SUITS
from croupier.games.samples import Lesson, Samples, at_least, by_rank


def longest_suit_first(cards: str) -> list[str]:
    """The cards of a hand by suit: the longest first, then the highest.

    >>> longest_suit_first("As 9d 4d 2d")
    ['9d', '4d', '2d', 'As']
    """
    hand = by_rank(cards)
    suits = {suit: [RANKS.index(card[0]) for card in hand if card[1] == suit] for suit in SUITS}
    return sorted(hand, key=lambda card: (len(suits[card[1]]), suits[card[1]], card[1]), reverse=True)


RANKING = (
    "As Qs Ts 8s 6s 4s 2s",
    "Kh Jh 9h 7h 5h 3h 2c",
    "Qd Td 8d 6d 4d 9c 3s",
    "Ac 9c 7c 3c Kd 8h 5s",
    "9s 8s 4s Ad Kh 7c 3d",
    "Kd 5d 9s 8h 7c 4s 2h",
)

LESSONS = (
    Lesson(
        title="Your longest flush is your hand",
        says="Count the cards of each suit. Four spades make a four-card flush; the other three cards do not "
        "count.",
        cards="As Ks 9s 4s Jd 3c 2h",
        dealer="Qd 8d 5d 9h 7c 4h 2c",
        do=("raise_1x",),
    ),
    Lesson(
        title="More cards beat higher cards",
        says="Your flush is only nine high, but it has four cards.",
        cards="9h 7h 5h 3h Ac Kd Qs",
        dealer="As Ks Js 8c 6c 4d 2d",
        do=("raise_1x",),
    ),
    Lesson(
        title="A weak hand is folded",
        says="Two cards of a suit seldom win. Folding costs the ante and nothing more.",
        cards="Kd 8d 7s 5s 4h 3h 2c",
        dealer="Jc 9c 6c 8s 5h 4d 2s",
        do=("fold",),
    ),
    Lesson(
        title="The dealer must qualify",
        says="Watch what happens to your raise when the dealer's hand is too low.",
        cards="Js 9s 4s 8h 7h 3d 2c",
        dealer="8d 6d 2d 7c 5c 9h 4h",
        do=("raise_1x",),
    ),
    Lesson(
        title="A longer flush may raise more",
        says="With five cards of a suit you may raise twice the ante. With a hand this strong, do.",
        cards="Qc Tc 8c 6c 3c Ah 7d",
        dealer="Kd Jd 9d 2d 5s 4s 3h",
        do=("raise_2x",),
    ),
    Lesson(
        title="A bonus looks at your own hand alone",
        says="You have put chips on the flush bonus too. It does not care who wins.",
        cards="9c 8c 5c 4c 2c Ah Kd",
        dealer="Kh Jh 9h 6h 3h 4d 2s",
        beside=("flush_bonus",),
        do=("raise_2x",),
    ),
)

SAMPLES = Samples(
    ranking=RANKING,
    lessons=LESSONS,
    tile="Ah Kh Jh 8h 5h",
    hand="Ts 8s 6s 5d 4c 4h 2d",
    fair=at_least("Ts 8s 6s 5h 4h 3c 2c"),
    sort=longest_suit_first,
)
