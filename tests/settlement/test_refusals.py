"""Bad lines: each is refused with its code and one clear line, and the next line is still settled."""

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from croupier.errors import CODES
from croupier.rulebook.catalog import clauses
from croupier.settlement.json_lines import settle_line

Line = dict[str, Any]

FLUSH: Line = {
    "rules": "ma/high-card-flush",
    "choices": {"flush_bonus": "A", "straight_flush_bonus": "B", "progressive": "A"},
    "dealer": "2d 3d 9d 4c 5h 6s Kc",
    "seats": [
        {
            "seat": 3,
            "cards": "As Ks 9s 4s 2h 3c Jd",
            "wagers": {"ante": 1000, "flush_bonus": 500, "progressive": 100},
            "decision": {"raise": 1000},
        }
    ],
    "meters": {"main": 1_234_500, "secondary": 2000},
}
HOLDEM: Line = {
    "rules": "ma/ultimate-texas-holdem",
    "choices": {
        "trips": "A",
        "cover_all": True,
        "progressive": {"levels": {"royal_flush": "100% of main"}, "seed": 1_000_000, "rate": "20%"},
    },
    "dealer": "2d 3c",
    "board": "As Ks Qs 9d 9c",
    "seats": [
        {
            "seat": 1,
            "cards": "Js Ts",
            "wagers": {"ante": 1000, "blind": 1000, "trips": 500, "progressive": 500, "cover_all": 100},
            "decision": {"play": 4000},
        }
    ],
    "meters": {"main": 1_000_000},
}
FOUR: Line = {
    "rules": "ma/four-card-poker",
    "choices": {"aces_up": "I", "progressive": "A"},
    "dealer": "2d 3d 4d 5d 9c Kc",
    "seats": [
        {
            "seat": 2,
            "cards": "As Ac Ad Ah 3s",
            "wagers": {"ante": 1000, "aces_up": 500, "progressive": 500},
            "decision": {"play": 3000},
        }
    ],
    "meters": {"main": 1_000_000},
}
MARYLAND: Line = FLUSH | {"rules": "md/high-card-flush", "meters": {"main": 3_000_000}}


def _seat(**changes: Any) -> Callable[[Line], None]:
    return lambda line: line["seats"][0].update(changes)


def _wagers(**changes: Any) -> Callable[[Line], None]:
    return lambda line: line["seats"][0]["wagers"].update(changes)


def _without(*names: str) -> Callable[[Line], None]:
    def drop(line: Line) -> None:
        for name in names:
            del line["seats"][0]["wagers"][name]

    return drop


def _choices(**changes: Any) -> Callable[[Line], None]:
    return lambda line: line["choices"].update(changes)


def _line(**changes: Any) -> Callable[[Line], None]:
    return lambda line: line.update(changes)


def _second_seat(**changes: Any) -> Callable[[Line], None]:
    def add(line: Line) -> None:
        line["seats"].append(copy.deepcopy(line["seats"][0]) | changes)

    return add


BAD: list[tuple[str, Line, Callable[[Line], None], str, tuple[str, ...]]] = [
    # what is wrong, the good line, the change, the code, clauses that must be named
    ("key unknown in the line", FLUSH, _line(bord="As"), "unknown_key", ()),
    ("key unknown in a seat", FLUSH, _seat(card="As"), "unknown_key", ()),
    ("key unknown in the choices", FLUSH, _choices(flushbonus="A"), "unknown_key", ()),
    ("rules unknown", FLUSH, _line(rules="ny/high-card-flush"), "unknown_rules", ()),
    ("rules of another type", FLUSH, _line(rules=5), "malformed", ()),
    ("no seats", FLUSH, _line(seats=[]), "no_seats", ()),
    ("card unreadable", FLUSH, _seat(cards="1s Ks 9s 4s 2h 3c Jd"), "unreadable_card", ()),
    ("ten written as 10", FLUSH, _seat(cards="10s Ks 9s 4s 2h 3c Jd"), "unreadable_card", ()),
    ("card twice in a hand", FLUSH, _seat(cards="As As 9s 4s 2h 3c Jd"), "duplicate_card", ()),
    ("card with the dealer too", FLUSH, _seat(cards="Kc Ks 9s 4s 2h 3c Jd"), "duplicate_card", ()),
    ("card on the board too", HOLDEM, _seat(cards="As Ts"), "duplicate_card", ()),
    ("card at two seats", FLUSH, _second_seat(seat=4), "duplicate_card", ()),
    ("six cards", FLUSH, _seat(cards="As Ks 9s 4s 2h 3c"), "wrong_number_of_cards", ("ma-hcf-7.c",)),
    ("dealer missing", FLUSH, _line(dealer=None), "wrong_number_of_cards", ("ma-hcf-7.d",)),
    ("dealer with five", FOUR, _line(dealer="2d 3d 4d 5d 9c"), "wrong_number_of_cards", ("ma-fcp-7.c.s1",)),
    ("four on the board", HOLDEM, _line(board="As Ks Qs 9d"), "wrong_number_of_cards", ()),
    ("a board without community cards", FLUSH, _line(board="Ah"), "wrong_number_of_cards", ()),
    ("seat 0", FLUSH, _seat(seat=0), "unknown_seat", ()),
    ("seat 7", FLUSH, _seat(seat=7), "unknown_seat", ()),
    ("two seats with one number", FLUSH, _second_seat(), "duplicate_seat", ()),
    (
        "one player on two boxes",
        HOLDEM,
        lambda line: (
            _seat(player="Ann")(line),
            _second_seat(seat=2, cards="4h 5h", player="Ann")(line),
        )[0],
        "too_many_boxes",
        ("ma-uth-12",),
    ),
    ("wager of another game", FLUSH, _wagers(trips=500), "unknown_wager", ()),
    ("raise among the wagers", FLUSH, lambda line: _wagers(**{"raise": 1000})(line), "unknown_wager", ()),
    ("envy among the wagers", FOUR, _wagers(envy=100), "unknown_wager", ()),
    ("bonus not offered", FLUSH, lambda line: line["choices"].pop("flush_bonus"), "wager_not_offered", ()),
    ("cover all not offered", HOLDEM, lambda line: line["choices"].pop("cover_all"), "wager_not_offered", ()),
    ("bonus without ante", FLUSH, _without("ante"), "missing_wager", ()),
    ("trips without blind", HOLDEM, _without("blind"), "missing_wager", ()),
    ("progressive without trips", HOLDEM, _without("trips"), "missing_wager", ("ma-uth-14.b.s1",)),
    ("progressive alone", FOUR, _without("ante", "aces_up"), "missing_wager", ()),
    ("no wager", FLUSH, _seat(wagers={}), "missing_wager", ()),
    ("amount of nothing", FLUSH, _wagers(ante=0), "bad_amount", ("ma-hcf-6.a.1",)),
    ("amount below nothing", FLUSH, _wagers(flush_bonus=-500), "bad_amount", ()),
    ("amount with a fraction", FLUSH, _wagers(ante=1000.5), "bad_amount", ()),
    ("amount as text", FLUSH, _wagers(ante="1000"), "bad_amount", ()),
    ("amount as yes", FLUSH, _wagers(ante=True), "bad_amount", ()),
    ("amount beyond 64 bits", FLUSH, _wagers(ante=10**30), "bad_amount", ()),
    ("raise as text", FLUSH, _seat(decision={"raise": "1000"}), "bad_amount", ()),
    ("meter below nothing", FLUSH, _line(meters={"main": -1, "secondary": 0}), "bad_amount", ()),
    ("blind unequal to ante", HOLDEM, _wagers(blind=900), "wagers_differ", ("ma-uth-1.blind",)),
    (
        "progressive of two dollars",
        FLUSH,
        _wagers(progressive=200),
        "wrong_progressive_stake",
        ("ma-hcf-12.a.s2",),
    ),
    (
        "progressive of one dollar",
        HOLDEM,
        _wagers(progressive=100),
        "wrong_progressive_stake",
        ("ma-uth-14.a",),
    ),
    ("progressive of three dollars", FOUR, _wagers(progressive=300), "wrong_progressive_stake", ()),
    ("progressive of five dollars", MARYLAND, _wagers(progressive=500), "wrong_progressive_stake", ()),
    ("no decision", FLUSH, _seat(decision=None), "decision_missing", ("ma-hcf-9.b.s1",)),
    (
        "a decision without an ante",
        FOUR,
        lambda line: _without("ante")(line),
        "decision_not_expected",
        (),
    ),
    ("a play in High Card Flush", FLUSH, _seat(decision={"play": 1000}), "decision_unclear", ()),
    ("raise and fold", FLUSH, _seat(decision={"raise": 1000, "fold": True}), "decision_unclear", ()),
    ("fold that is none", FLUSH, _seat(decision={"fold": False}), "decision_unclear", ()),
    ("an empty decision", FLUSH, _seat(decision={}), "decision_unclear", ()),
    (
        "raise below the ante",
        FLUSH,
        _seat(decision={"raise": 999}),
        "decision_out_of_bounds",
        ("ma-hcf-6.a.5.i",),
    ),
    ("raise of two with four", FLUSH, _seat(decision={"raise": 2000}), "decision_out_of_bounds", ()),
    ("play of five antes", HOLDEM, _seat(decision={"play": 5000}), "decision_out_of_bounds", ()),
    ("play of one and a half", HOLDEM, _seat(decision={"play": 1500}), "decision_out_of_bounds", ()),
    ("play above three", FOUR, _seat(decision={"play": 3001}), "decision_out_of_bounds", ("ma-fcp-10.b.s2",)),
    ("meters missing", FLUSH, _line(meters=None), "meters_missing", ()),
    ("one meter missing", FLUSH, _line(meters={"main": 1}), "meters_missing", ()),
    ("meter unknown", FLUSH, _line(meters={"main": 1, "secondary": 1, "mega": 1}), "unknown_meter", ()),
    ("abandoned in Massachusetts", FLUSH, _seat(abandoned=True), "forfeit_not_allowed", ()),
    ("forfeited in Maryland", MARYLAND, _seat(forfeited=True), "forfeit_not_allowed", ()),
    ("irregularity unknown", FLUSH, _line(irregularity="ma-hcf-99"), "unknown_irregularity", ()),
    ("irregularity of another game", FLUSH, _line(irregularity="ma-uth-15.f"), "unknown_irregularity", ()),
    ("a section that says two things", FLUSH, _line(irregularity="ma-hcf-13.a"), "unknown_irregularity", ()),
    (
        "one hand's void on the round",
        HOLDEM,
        _line(irregularity="ma-uth-15.d.s1"),
        "irregularity_misplaced",
        (),
    ),
    ("a forfeit on the round", FLUSH, _line(irregularity="ma-hcf-9.a.s5"), "irregularity_misplaced", ()),
    ("choice of another game", FLUSH, _choices(trips="A"), "unknown_choice", ()),
    ("Cover All in High Card Flush", FLUSH, _choices(cover_all=True), "unknown_choice", ()),
    ("table unknown", FLUSH, _choices(flush_bonus="O"), "unknown_table", ("ma-hcf-11.c",)),
    ("table O is Maryland's", FLUSH, _choices(flush_bonus="O"), "unknown_table", ()),
    ("PTMGL03 does not exist", FOUR, _choices(progressive="PTMGL03"), "unknown_table", ()),
    (
        "table E unacknowledged",
        FLUSH,
        _choices(flush_bonus="E"),
        "table_not_acknowledged",
        ("ma-hcf-11.c.E",),
    ),
    ("table G without amounts", FLUSH, _choices(straight_flush_bonus="G"), "table_needs_amounts", ()),
    (
        "flush bonus at odds of its own",
        FLUSH,
        _choices(flush_bonus={"table": "A", "odds": {"flush_7": "500 to 1"}}),
        "odds_fixed",
        (),
    ),
    ("rows missing", HOLDEM, _choices(trips={"table": "A", "odds": {"flush": "9 to 1"}}), "odds_rows", ()),
    ("reset below the least", MARYLAND, _choices(reset={"main": 2_999_999}), "reset_below_minimum", ()),
    ("reset in Massachusetts", FLUSH, _choices(reset={"main": 1_000_000}), "unknown_choice", ()),
    ("progressive without levels", HOLDEM, _choices(progressive="A"), "progressive_without_table", ()),
    ("policy unknown", FLUSH, _choices(policies={"ace_low_straight_flush": "on"}), "unknown_policy", ()),
    (
        "policy value unknown",
        FLUSH,
        _choices(policies={"progressive_after_fold": "x"}),
        "unknown_policy_value",
        (),
    ),
    ("aggregate limit in Ultimate", HOLDEM, _choices(aggregate_limit={"amount": 1}), "limit_not_offered", ()),
    (
        "limit above the most",
        MARYLAND,
        _choices(aggregate_limit={"amount": 5_000_001}),
        "limit_above_maximum",
        ("md-hcf-12.D.1",),
    ),
    ("match play not offered", FLUSH, _seat(match_play={"ante": 500}), "wager_not_offered", ()),
]


def _answer(line: Line) -> dict[str, Any]:
    answer: dict[str, Any] = msgspec.json.decode(settle_line(msgspec.json.encode(line))[0])
    return answer


@pytest.mark.parametrize("line", [FLUSH, HOLDEM, FOUR, MARYLAND], ids=lambda line: line["rules"])
def test_the_good_lines_are_settled(line: Line) -> None:
    assert "error" not in _answer(line)


@pytest.mark.parametrize(
    ("line", "change", "code", "cited"),
    [pytest.param(*rest, id=what) for what, *rest in BAD],
)
def test_a_bad_line_is_refused(
    line: Line, change: Callable[[Line], None], code: str, cited: tuple[str, ...]
) -> None:
    bad = copy.deepcopy(line)
    change(bad)
    error = _answer(bad)["error"]
    assert error["code"] == code, error
    assert set(cited) <= set(error["clauses"]), error
    assert set(error["clauses"]) <= set(clauses())
    assert "\n" not in error["message"]
    assert len(error["message"]) > 10


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"rules": 1'])
def test_a_line_that_is_not_a_round_is_malformed(line: bytes) -> None:
    answer: dict[str, Any] = msgspec.json.decode(settle_line(line)[0])
    assert answer["error"]["code"] == "malformed"


def test_every_code_of_a_bad_line_is_in_the_list() -> None:
    assert {code for _, _, _, code, _ in BAD} <= set(CODES)
