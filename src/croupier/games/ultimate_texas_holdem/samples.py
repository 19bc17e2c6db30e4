"""Sample hands of Ultimate Texas Hold'em, and the hands with which a simulated player stays in."""

from croupier.games.common import Play
from croupier.games.samples import Lesson, Samples, at_least

_with_board = at_least("2s 2h 3c 4d 6h")


def fair(play: Play, cards: str, board: str) -> bool:
    """Stay in with a pair or an ace before the flop, and with a pair after it."""
    if board:
        return _with_board(play, cards, board)
    ranks = [card[0] for card in cards.split()]
    return len(set(ranks)) < len(ranks) or "A" in ranks


RANKING = (
    "As Ks Qs Js Ts",
    "9h 8h 7h 6h 5h",
    "Qc Qd Qh Qs 4d",
    "Js Jd Jh 6c 6s",
    "Ad Jd 8d 6d 2d",
    "Tc 9d 8s 7h 6c",
    "8c 8d 8s Kh 3d",
    "Kc Kd 5s 5h 9c",
    "7c 7h As Jd 4s",
    "Ac Qd 9h 6s 3c",
)

LESSONS = (
    Lesson(
        title="Bet big with a strong start",
        says="You have seen two cards, and the board is still to come. An ace and a king are worth four "
        "antes now; later you may only bet less.",
        cards="As Kd",
        dealer="9c 7h",
        board="Kh 7s 3d 2c Jc",
        do=("play_4x",),
    ),
    Lesson(
        title="Check, and look at the flop",
        says="Eight and seven are not worth four antes. Check: it costs nothing. Then look for a pair "
        "with the flop.",
        cards="8c 7d",
        dealer="Qs Tc",
        board="8h 3s Kd 5c 2h",
        do=("check", "play_2x"),
    ),
    Lesson(
        title="Nothing came: fold",
        says="Check twice. On the river you bet one ante or fold. When nearly every other hand beats "
        "you, fold.",
        cards="7c 2d",
        dealer="Ah 3c",
        board="Ks Qh 9d 5s 4c",
        do=("check", "check", "fold"),
    ),
    Lesson(
        title="The blind pays for big hands",
        says="Check, and the flop makes a straight. A winning blind pays for a straight or better; with "
        "less it comes back.",
        cards="9h 8h",
        dealer="Kc 3s",
        board="7h 6c Ts 2d Kd",
        do=("check", "play_2x"),
    ),
    Lesson(
        title="A tie gives everything back",
        says="Bet four antes on your ace. The board itself becomes the best hand for both.",
        cards="Ah 2d",
        dealer="5c 5d",
        board="Th Jc Qd Ks As",
        do=("play_4x",),
    ),
    Lesson(
        title="Trips looks at your own hand alone",
        says="You have put chips on trips too. It pays for three of a kind or better, even if the dealer"
        " wins.",
        cards="6c 6d",
        dealer="Kd Kh",
        board="6s Kc 9h 3s 2d",
        beside=("trips",),
        do=("play_4x",),
    ),
)

SAMPLES = Samples(tile="As Ks", hand="Ks 2s", fair=fair, ranking=RANKING, lessons=LESSONS)
