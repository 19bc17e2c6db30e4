"""How a round ended, in sentences that agree with the money, for those who see the hand."""

import pytest

from croupier.cards import card_text
from croupier.submission.practice import practice_rules
from croupier.table import commands as c
from croupier.table.redaction.view import SeatView, view
from croupier.table.state import Viewer
from croupier.table.words.results import with_article
from tests.table.driver import RULES, Chooser, Table, bold, electronic, every_wager, shuffled, timid

ULTIMATE = "ma/ultimate-texas-holdem"
FOUR_CARD = "ma/four-card-poker"
FLUSH = "ma/high-card-flush"


def practice_table(name: str) -> Table:
    """An electronic table with the practice choices: Ultimate's progressive is paid on the flop."""
    return Table(practice_rules(name), "electronic")


def stacked_for(name: str, own: str, dealer: str, board: str) -> list[str]:
    """A deck that deals these cards to seat 1, the dealer and the board."""
    table = practice_table(name)
    order = shuffled(5)
    table.deal_round({1: every_wager(name)}, order)
    last = table.state.last
    assert last is not None
    deck: list[str | None] = [None] * 52
    for dealt, wanted in ((last.hands[1].cards, own), (last.dealer, dealer), (last.board, board)):
        for card, instead in zip(dealt.split(), wanted.split(), strict=True):
            deck[order.index(card)] = instead
    others = iter([card_text(card) for card in range(52) if card_text(card) not in deck])
    return [card or next(others) for card in deck]


def ended(
    name: str, own: str, dealer: str, board: str = "", choose: Chooser = bold, viewer: Viewer | None = None
) -> SeatView:
    """Seat 1 of the round as its player, or another, is shown it afterward."""
    table = practice_table(name)
    table.deal_round({1: every_wager(name)}, stacked_for(name, own, dealer, board), choose)
    last = view(table.state, viewer or Viewer(role="player", player="p1")).last
    assert last is not None
    return last.seats[0]


@pytest.mark.parametrize(
    ("name", "own", "dealer", "board", "sentence"),
    [
        (
            ULTIMATE,
            "7c 2d",
            "Jc 7s",
            "7h Js 4d 9c Kd",
            "Your pair of sevens lost to the dealer's two pair, jacks and sevens.",
        ),
        (
            ULTIMATE,
            "As Kd",
            "Ah Qd",
            "Ac 9s 7d 4h 2c",
            "Your pair of aces, king kicker, beat the dealer's pair of aces, queen kicker.",
        ),
        (
            ULTIMATE,
            "9s 9d",
            "Qd 3c",
            "Ac Ts 7d 4h 2c",
            "Your pair of nines beat the dealer's ace high. The dealer did not qualify, so your ante pushes.",
        ),
        (ULTIMATE, "2s 2d", "3d 3c", "Ac Kc Qc Jc Tc", "Your royal flush tied the dealer's."),
        (
            FOUR_CARD,
            "Ks Qs Js Ts 2d",
            "2s 2c 5h 9d Kh 8c",
            "",
            "Your king-high straight flush beat the dealer's pair of twos.",
        ),
        (
            FLUSH,
            "As Qs 9s 4s 2h 3c Jd",
            "8s 7s 2s 5h 4h Tc Kd",
            "",
            (
                "The dealer did not qualify with an eight-high three-card flush, "
                "so your ante wins and your raise pushes."
            ),
        ),
        (
            FLUSH,
            "8s 7s 3s 2h 5h 4c Kd",
            "8c 6c 2c 5d 9d Th Jh",
            "",
            (
                "The dealer did not qualify with an eight-high three-card flush, "
                "so your ante wins and your raise pushes."
            ),
        ),
        (
            FLUSH,
            "As Qs 9s 4s 2h 3c Jd",
            "Ad Qd 8d 4d 5h 6c Kc",
            "",
            (
                "Your ace-high four-card flush, nine kicker, "
                "beat the dealer's ace-high four-card flush, eight kicker."
            ),
        ),
    ],
)
def test_a_result_is_a_sentence(name: str, own: str, dealer: str, board: str, sentence: str) -> None:
    assert ended(name, own, dealer, board).ending == sentence


def test_a_fold_says_what_was_folded() -> None:
    seat = ended(ULTIMATE, "Ks Qd", "2d 2c", "Jc Ts 9d 4h 2h", timid)
    assert seat.ending == "You folded a king-high straight."


def test_why_a_side_bet_lost_or_won() -> None:
    seat = ended(ULTIMATE, "7c 7d", "Jc Qs", "2h 5s 4d 9c Kd")
    assert isinstance(seat.reasons, dict)
    assert seat.reasons["trips"] == "Trips starts at three of a kind; you had a pair of sevens."
    assert seat.reasons["blind"] == "Came back: the blind starts at a straight; you had a pair of sevens."
    assert seat.reasons["cover_all"].endswith("no hand at the table reached it.")
    seat = ended(ULTIMATE, "7c 7d", "Jc Qs", "7h 5s 5d 9c Kd")
    assert isinstance(seat.reasons, dict)
    assert seat.reasons["trips"] == "Full house pays 9 to 1."
    assert seat.reasons["cover_all"].startswith("Your full house is the highest hand at the table.")
    seat = ended(ULTIMATE, "7c 7d", "Kc Qs", "7h 5s 5d Ks Kd")  # two full houses
    assert isinstance(seat.reasons, dict)
    assert seat.reasons["cover_all"].startswith("The dealer's full house is the highest hand at the table.")


@pytest.mark.parametrize(
    ("board", "had"),
    [
        ("7h 5s 4d 9c Kd", None),  # three sevens on the flop
        ("2h 5s 4d 7h Kd", "a pair of sevens"),  # the third seven on the turn
        ("2h 5s 5d 5c Kd", "two pair, sevens and fives"),  # a full house with the turn
    ],
)
def test_a_progressive_on_the_flop_names_the_hand_with_the_flop(board: str, had: str | None) -> None:
    seat = ended(ULTIMATE, "7c 7d", "Jc Qs", board)
    assert isinstance(seat.reasons, dict)
    if had is None:
        assert seat.reasons["progressive"] == "Three of a kind wins."
    else:
        assert (
            seat.reasons["progressive"]
            == f"Progressive starts at three of a kind; with the flop you had {had}."
        )


def test_a_hand_folded_with_trips_counts_for_cover_all() -> None:
    seat = ended(ULTIMATE, "7c 7d", "Jc Qs", "7h 5s 5d 9c Kd", timid)
    assert isinstance(seat.reasons, dict)
    assert seat.ending == "You folded a full house, sevens over fives."
    assert seat.reasons["cover_all"].startswith("Your full house is the highest hand at the table.")


@pytest.mark.parametrize(
    ("name", "own", "dealer", "board", "reasons"),
    [
        (
            ULTIMATE,
            "7c 7d",
            "Jc Qs",
            "2h Js 4d 9c Kd",
            dict.fromkeys(("ante", "blind", "play"), "Lost to the dealer's pair of jacks."),
        ),
        (
            ULTIMATE,
            "9s 9d",
            "Qd 3c",
            "Ac Ts 7d 4h 2c",
            {
                "ante": "Came back: the dealer did not qualify with ace high.",
                "play": "Won against the dealer's ace high.",
            },
        ),
        (
            ULTIMATE,
            "Ks 8d",
            "Kh 7c",
            "Qc Jd 5h 4s 2c",
            {
                "ante": "Came back: the dealer did not qualify with king high.",
                "play": "Won against the dealer's king high, seven kicker.",
            },
        ),
        (ULTIMATE, "Qs Qh", "2d 2c", "Ac Kc Js Td 5d", {"blind": "Ace-high straight pays 1 to 1."}),
        (
            ULTIMATE,
            "2s 2d",
            "3d 3c",
            "Ac Kc Qc Jc Tc",
            {"play": "Came back: a tie with the dealer's royal flush."},
        ),
        (
            FLUSH,
            "As Qs 9s 4s 2h 3c Jd",
            "8s 7s 2s 5h 4h Tc Kd",
            "",
            {
                "ante": "Won: the dealer did not qualify with an eight-high three-card flush.",
                "raise": "Came back: the dealer did not qualify with an eight-high three-card flush.",
            },
        ),
    ],
)
def test_each_wager_against_the_dealer_names_the_dealers_hand(
    name: str, own: str, dealer: str, board: str, reasons: dict[str, str]
) -> None:
    seat = ended(name, own, dealer, board)
    assert isinstance(seat.reasons, dict)
    assert {wager: seat.reasons.get(wager) for wager in reasons} == reasons


@pytest.mark.parametrize(("second", "others"), [("p1", False), ("p2", True)])
def test_the_hand_that_wins_cover_all_may_lie_at_ones_other_box(second: str, others: bool) -> None:
    found = set()
    for seed in range(60):
        table = electronic(FOUR_CARD, boxes=2)
        for seat, player in ((1, "p1"), (2, second)):
            table.do(c.Sit(seat=seat, player=player), "player", player)
        table.deal_round({seat: every_wager(FOUR_CARD) for seat in (1, 2)}, shuffled(seed))
        last = view(table.state, Viewer(role="player", player="p1")).last
        assert last is not None
        reasons = [each.reasons.get("cover_all", "") for each in last.seats if isinstance(each.reasons, dict)]
        found |= {each.split()[0] for each in reasons if "is the highest hand" in each}
    assert "Your" in found
    assert ("Another" in found) == others


def test_nobody_reads_it_who_may_not_see_the_hand() -> None:
    table = electronic(FOUR_CARD)
    table.deal_round({1: {"ante": 1000}}, shuffled(3), timid)
    views = [view(table.state, each).last for each in (Viewer(role="player", player="p1"), Viewer("public"))]
    own, others = [last.seats[0] for last in views if last is not None]
    assert own.ending == f"You folded {with_article(own.hand)}."
    assert not others.ending
    assert not others.reasons


@pytest.mark.parametrize("name", RULES)
def test_the_words_agree_with_the_money(name: str) -> None:
    said = {"win": 0, "lose": 0, "push": 0}
    for seed in range(40):
        table = electronic(name)
        table.deal_round({1: every_wager(name)}, shuffled(seed), bold if seed % 4 else timid)
        last = view(table.state, Viewer(role="player", player="p1")).last
        assert last is not None
        (seat,) = last.seats
        assert isinstance(seat.ending, str)
        assert isinstance(seat.reasons, dict)
        decided = next((each for each in ("raise", "play") if each in seat.results), None)
        if decided is None:
            assert seat.ending.startswith("You folded ")
            continue
        outcome = seat.results[decided].outcome
        said[outcome] += 1
        assert (" beat the dealer's " in seat.ending) == (outcome == "win"), seat
        assert (" lost to the dealer's " in seat.ending) == (outcome == "lose"), seat
        assert set(seat.reasons) == set(seat.results), "no wager without its sentence"
        for wager, reason in seat.reasons.items():
            for word, outcome in (("Lost", "lose"), ("Won", "win"), ("Came back", "push")):
                assert not reason.startswith(word) or seat.results[wager].outcome == outcome, seat
            if " starts at " in reason:
                assert seat.results[wager].outcome != "win"
            if " pays " in reason:
                assert seat.results[wager].outcome == "win"
    assert said["win"]
    assert said["lose"]
