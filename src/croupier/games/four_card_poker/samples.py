"""Sample hands of Four Card Poker."""

from croupier.games.samples import Lesson, Samples, at_least

RANKING = (
    "9c 9d 9h 9s",
    "Th 9h 8h 7h",
    "Kc Kd Kh 4s",
    "Ad Jd 8d 3d",
    "Jc Td 9s 8h",
    "Qc Qd 6s 6h",
    "7c 7h As Jd",
    "Ac Qd 9h 6s",
)

LESSONS = (
    Lesson(
        title="Your best four of five",
        says="You have a pair of kings, and one of the dealer's cards is face up. "
        "With a pair this high, play three antes.",
        cards="Kc Kd 9s 6h 2d",
        dealer="Js 9d 7c 5h 4s 3c",
        do=("play_3x",),
    ),
    Lesson(
        title="No pair: fold",
        says="King high without a pair loses too often. Folding costs the ante and nothing more.",
        cards="Kh 9d 7c 4s 2h",
        dealer="Jd Js 8c 6h 5d 3s",
        do=("fold",),
    ),
    Lesson(
        title="A small pair plays small",
        says="A pair of fives is worth one ante, not three.",
        cards="5c 5d Kh 8s 2c",
        dealer="Qs Qd 7h 6c 4d 3s",
        do=("play_1x",),
    ),
    Lesson(
        title="A tie",
        says="Both hands are a pair of aces with king and queen. See who is paid.",
        cards="Ac Ad Kh Qs 2d",
        dealer="As Ah Kd Qc 9h 3c",
        do=("play_3x",),
    ),
    Lesson(
        title="The ante bonus pays even a losing hand",
        says="Three of a kind earns a bonus on the ante, whatever the dealer has.",
        cards="7c 7d 7h Ks 2s",
        dealer="9c 9d 9h Jc 4s 3d",
        do=("play_3x",),
    ),
    Lesson(
        title="Aces Up looks at your own hand alone",
        says="You have put chips on Aces Up too. A pair of aces is the least that it pays.",
        cards="Ac Ad 8h 6s 3c",
        dealer="Kc Kd 7h 5s 4c 2d",
        beside=("aces_up",),
        do=("play_3x",),
    ),
)

SAMPLES = Samples(
    tile="Ac Ad Ah As",
    hand="Td Th 8c 5s 2d",
    fair=at_least("3s 3h 2c 4d 6h"),
    ranking=RANKING,
    lessons=LESSONS,
)
