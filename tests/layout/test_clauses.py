"""Layouts against the clauses, area by area and word by word, typed from the documents."""

import math

import msgspec
import pytest

from croupier.layout.build import layout_of
from croupier.layout.demands import lacking
from croupier.layout.geometry import CARD, MIDDLE
from croupier.layout.model import Area, Layout, OddsTable
from croupier.rulebook.catalog import rule_set
from tests.practice import PRACTICE

MA, NJ, MD = "ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"
UTH, FCP = "ma/ultimate-texas-holdem", "ma/four-card-poker"
OPTIONAL = ("flush_bonus", "straight_flush_bonus", "progressive")


def maryland(odds: str = "layout", limit: str = "layout", more: str = "") -> Layout:
    """The practice table of Maryland with its odds and its payout limit in these places."""
    text = PRACTICE[MD].replace('odds = "sign"', f'odds = "{odds}"')
    return layout_of(text.replace('limit = "sign"', f'limit = "{limit}"') + more)


def new_jersey(text: str = PRACTICE[NJ]) -> Layout:
    return layout_of(text)


def without(text: str, *wagers: str) -> str:
    """A submission that does not offer these wagers."""
    return "\n".join(line for line in text.split("\n") if line.split(" = ")[0] not in wagers)


def table(layout: Layout, name: str) -> OddsTable:
    return next(each for each in layout.tables if each.name == name)


def printed(layout: Layout, name: str) -> dict[str, str]:
    return {row.hand: row.pays[0] for row in table(layout, name).rows}


def words(layout: Layout, name: str) -> str:
    inscription = layout.inscription(name)
    assert inscription is not None, name
    return inscription.text


def from_dealer(area: Area) -> float:
    return math.dist((area.x, area.y), MIDDLE)


def on_one_ray(one: Area, other: Area) -> bool:
    """Whether two areas lie behind one another for the player."""
    (ax, ay), (bx, by) = ((each.x - MIDDLE[0], each.y - MIDDLE[1]) for each in (one, other))
    return abs(ax * by - ay * bx) < 0.05 * math.hypot(ax, ay) * math.hypot(bx, by)


# ------------------------------------------------------------------------------------------ New Jersey


@pytest.mark.clause("nj-hcf-13Y.a", "md-hcf-2.A", shows="shown")
@pytest.mark.parametrize("rules", [NJ, MD])
@pytest.mark.parametrize("positions", range(1, 7))
def test_up_to_six_positions_on_one_side_and_the_dealer_opposite(rules: str, positions: int) -> None:
    text = PRACTICE[rules].replace("positions = 6", f"positions = {positions}")
    drawn = layout_of(text.replace("boxes_per_player = 2", "boxes_per_player = 1"))
    assert [area.label for area in drawn.areas if area.name == "seat"] == [
        str(seat) for seat in range(1, positions + 1)
    ]
    players = [area for area in drawn.areas if area.seat]
    dealers = [area for area in drawn.areas if not area.seat]
    assert {area.seat for area in players} == set(range(1, positions + 1))
    assert max(area.y + area.height / 2 for area in dealers) < min(area.y for area in players)
    assert drawn.lacks == ()


@pytest.mark.clause("nj-hcf-13Y.b.s1", shows="shown")
def test_new_jersey_gets_a_rendering_to_scale_and_a_color_photograph_before_use() -> None:
    drawn = new_jersey(PRACTICE[NJ].replace("nothing: a practice table", "2026-03-02"))
    record = drawn.filing
    assert record is not None
    assert record.regulator.startswith("Division")
    assert "Atlantic City" in record.regulator
    rendering, photograph = record.items
    assert "rendering" in rendering
    assert "true to scale" in rendering
    assert "color photograph" in photograph
    assert "before use" in record.what
    assert record.filed == "2026-03-02"
    assert record.scale == "1 unit is 1 mm; the felt is 1,830 mm by 1,000 mm"
    assert record.submission == f"sha256:{drawn.digest}"
    assert record.clauses == ("nj-hcf-13Y.b.s1",)


@pytest.mark.clause("nj-hcf-13Y.b.s1", shows="shown")
def test_the_record_is_of_one_submission_and_says_when_nothing_is_filed() -> None:
    unfiled = new_jersey(without(PRACTICE[NJ], "filed"))
    assert unfiled.filing is not None
    assert unfiled.filing.filed == ""
    other = new_jersey(without(PRACTICE[NJ], "filed").replace('"Croupier practice"', '"Another House"'))
    assert other.filing is not None
    assert other.filing.submission != unfiled.filing.submission


@pytest.mark.clause("nj-hcf-13Y.b.1", "md-hcf-2.B.1", shows="shown")
@pytest.mark.parametrize(("rules", "clause"), [(NJ, "nj-hcf-13Y.b.1"), (MD, "md-hcf-2.B.1")])
def test_the_name_of_the_operator_is_on_the_layout(rules: str, clause: str) -> None:
    drawn = layout_of(PRACTICE[rules].replace("Croupier practice", "Boardwalk House"))
    named = drawn.inscription("operator")
    assert named is not None
    assert named.text == "BOARDWALK HOUSE"
    assert named.clauses == (clause,)
    nameless = layout_of(without(PRACTICE[rules], "operator"))
    assert nameless.inscription("operator") is None
    assert [(lack.key, lack.clauses) for lack in nameless.lacks] == [("operator", (clause,))]


@pytest.mark.clause("nj-hcf-13Y.b.2", shows="shown")
def test_new_jersey_every_position_has_an_ante_area() -> None:
    drawn = new_jersey()
    for seat in range(1, 7):
        assert drawn.area("ante", seat).label == "ANTE"
        assert drawn.area("ante", seat).clauses == ("nj-hcf-13Y.b.2",)


@pytest.mark.clause("nj-hcf-13Y.b.3", shows="shown")
def test_new_jersey_the_raise_area_is_immediately_in_front_of_the_ante() -> None:
    drawn = new_jersey()
    for seat in range(1, 7):
        ante, front = drawn.area("ante", seat), drawn.area("raise", seat)
        assert front.label == "RAISE"
        assert front.clauses == ("nj-hcf-13Y.b.3",)
        assert on_one_ray(ante, front)
        between = from_dealer(ante) - from_dealer(front) - (ante.height + front.height) / 2
        assert 0 < between < 11
        assert not any(
            area.seat == seat and from_dealer(front) < from_dealer(area) < from_dealer(ante)
            for area in drawn.areas
        )


@pytest.mark.clause("nj-hcf-13Y.b.4", shows="shown")
def test_new_jersey_each_optional_wager_has_an_area_behind_the_ante() -> None:
    drawn = new_jersey()
    for seat in range(1, 7):
        ante = drawn.area("ante", seat)
        for wager in OPTIONAL:
            area = drawn.area(wager, seat)
            assert area.label == wager.replace("_", " ").upper()
            assert area.clauses == ("nj-hcf-13Y.b.4",)
            assert from_dealer(area) - area.height / 2 >= from_dealer(ante) + ante.height / 2


@pytest.mark.clause(
    "nj-hcf-13Y.b.4", "nj-hcf-13Y.b.5", "md-hcf-2.B.4", "md-hcf-2.B.5", "md-hcf-2.B.6", shows="shown"
)
@pytest.mark.parametrize("rules", [NJ, MD])
@pytest.mark.parametrize("wager", OPTIONAL)
def test_a_wager_that_is_not_offered_has_no_area_and_no_odds(rules: str, wager: str) -> None:
    text = without(PRACTICE[rules], wager)
    if wager == "progressive":
        text = without(text, "envy", "seed", "reset", "rate")
    drawn = layout_of(text.replace('odds = "sign"', 'odds = "layout"'))
    for seat in range(1, 7):
        assert not drawn.has(wager, seat)
        assert all(drawn.has(other, seat) for other in OPTIONAL if other != wager)
    shown = {each.name for each in drawn.tables}
    assert wager not in shown
    assert set(OPTIONAL) - {wager} <= shown
    assert drawn.lacks == ()


@pytest.mark.clause("nj-hcf-13Y.b.5", "nj-hcf-38.11.a", shows="shown")
def test_new_jersey_the_odds_of_the_optional_wagers_are_inscribed() -> None:
    drawn = new_jersey()
    assert printed(drawn, "flush_bonus") == {
        "Seven-card flush": "300 to 1",
        "Six-card flush": "100 to 1",
        "Five-card flush": "10 to 1",
        "Four-card flush": "1 to 1",
    }
    assert printed(drawn, "straight_flush_bonus") == {
        "Seven-card straight flush": "500 to 1",
        "Six-card straight flush": "200 to 1",
        "Five-card straight flush": "100 to 1",
        "Four-card straight flush": "50 to 1",
        "Three-card straight flush": "9 to 1",
    }
    assert printed(drawn, "progressive") == {
        "Seven-card straight flush": "100% of main meter",
        "Six-card straight flush": "10% of main meter",
        "Five-card straight flush": "$250",
        "Four-card straight flush": "$50",
        "Three-card straight flush": "$3",
    }
    for name in OPTIONAL:
        assert table(drawn, name).clauses[0] == "nj-hcf-13Y.b.5"


@pytest.mark.clause("nj-hcf-13Y.b.6", shows="shown")
def test_new_jersey_the_permissible_raises_are_inscribed() -> None:
    drawn = new_jersey()
    assert words(drawn, "raise_limits") == (
        "Raise: flush of 2, 3 or 4 cards, the ante; 5 cards, up to 2 antes; 6 or 7 cards, up to 3 antes"
    )
    inscription = drawn.inscription("raise_limits")
    assert inscription is not None
    assert inscription.clauses == ("nj-hcf-13Y.b.6",)


@pytest.mark.clause("nj-hcf-13Y.b.7", shows="shown")
def test_new_jersey_the_dealers_qualifying_hand_is_inscribed() -> None:
    drawn = new_jersey()
    assert words(drawn, "dealer_qualifies") == (
        "Dealer needs a three-card flush, nine high, to qualify; if not, ante pays and raise pushes"
    )
    inscription = drawn.inscription("dealer_qualifies")
    assert inscription is not None
    assert inscription.clauses == ("nj-hcf-13Y.b.7",)


# -------------------------------------------------------------------------------------------- Maryland


@pytest.mark.clause("md-hcf-2.B", shows="shown")
def test_maryland_the_layout_goes_to_the_commission_for_approval() -> None:
    drawn = maryland()
    record = drawn.filing
    assert record is not None
    assert record.regulator == "Commission"
    assert "approval" in record.what
    assert record.clauses == ("md-hcf-2.B",)
    assert drawn.lacks == ()


@pytest.mark.clause("md-hcf-2.B.2", shows="shown")
def test_maryland_each_player_has_separate_ante_and_raise_areas() -> None:
    drawn = maryland()
    for seat in range(1, 7):
        for wager in ("ante", "raise"):
            assert drawn.area(wager, seat).label == wager.upper()
            assert drawn.area(wager, seat).clauses == ("md-hcf-2.B.2",)


@pytest.mark.clause("md-hcf-2.B.3", shows="shown")
def test_maryland_the_dealers_seven_cards_have_separate_areas() -> None:
    area = maryland().area("dealer-cards")
    assert area.cards == 7
    assert area.pitch > CARD[0], "no card lies on another's place"
    assert area.width == CARD[0] + 6 * area.pitch
    assert area.height == CARD[1]
    assert area.clauses == ("md-hcf-2.B.3",)


@pytest.mark.parametrize(
    ("wager", "clause"),
    [
        pytest.param("flush_bonus", "md-hcf-2.B.4", marks=pytest.mark.clause("md-hcf-2.B.4", shows="shown")),
        pytest.param(
            "straight_flush_bonus", "md-hcf-2.B.5", marks=pytest.mark.clause("md-hcf-2.B.5", shows="shown")
        ),
        pytest.param("progressive", "md-hcf-2.B.6", marks=pytest.mark.clause("md-hcf-2.B.6", shows="shown")),
    ],
)
def test_maryland_each_optional_wager_has_an_area_of_its_own(wager: str, clause: str) -> None:
    drawn = maryland()
    for seat in range(1, 7):
        assert drawn.area(wager, seat).label == wager.replace("_", " ").upper()
        assert drawn.area(wager, seat).clauses == (clause,)


@pytest.mark.clause("md-hcf-2.B.7.a", shows="shown")
def test_maryland_the_odds_or_amounts_of_all_wagers_are_inscribed() -> None:
    drawn = maryland()
    assert words(drawn, "even_money") == "Ante and raise pay 1 to 1"
    assert printed(drawn, "progressive") == {
        "Seven-card straight flush": "100% of main meter",
        "Six-card straight flush": "100% of main meter",
        "Five-card straight flush": "$200",
        "Four-card straight flush": "$40",
        "Three-card straight flush": "$3",
    }
    assert printed(drawn, "envy") == {"Seven-card straight flush": "$200", "Six-card straight flush": "$200"}
    assert printed(drawn, "flush_bonus")["Four-card flush"] == "1 to 1"
    assert printed(drawn, "straight_flush_bonus")["Three-card straight flush"] == "9 to 1"
    for each in drawn.tables:
        assert each.clauses[0] == "md-hcf-2.B.7.a", each.name


@pytest.mark.clause("md-hcf-2.B.7.a", shows="shown")
def test_maryland_a_sign_may_carry_the_odds_instead() -> None:
    drawn = maryland(odds="sign")
    assert drawn.tables == ()
    assert drawn.inscription("even_money") is None
    assert drawn.lacks == ()
    for name in ("operator", "dealer_qualifies", "raise_limits", "payout_limit"):
        assert drawn.inscription(name) is not None, "only the odds may move to the sign"


@pytest.mark.clause("md-hcf-2.B.7.b", shows="shown")
@pytest.mark.parametrize("odds", ["layout", "sign"])
def test_maryland_the_qualifier_and_its_consequence_are_inscribed(odds: str) -> None:
    text = words(maryland(odds=odds), "dealer_qualifies")
    assert text == (
        "Dealer needs a three-card flush, nine high, to qualify; if not, ante pays and raise pushes"
    )


@pytest.mark.parametrize("odds", ["layout", "sign"])
@pytest.mark.parametrize(
    "part",
    [
        pytest.param(
            "flush of 2, 3 or 4 cards, the ante", marks=pytest.mark.clause("md-hcf-2.B.7.c.i", shows="shown")
        ),
        pytest.param("5 cards, up to 2 antes", marks=pytest.mark.clause("md-hcf-2.B.7.c.ii", shows="shown")),
        pytest.param(
            "6 or 7 cards, up to 3 antes", marks=pytest.mark.clause("md-hcf-2.B.7.c.iii", shows="shown")
        ),
    ],
)
def test_maryland_the_raises_are_inscribed(odds: str, part: str) -> None:
    drawn = maryland(odds=odds)
    assert part in words(drawn, "raise_limits").removeprefix("Raise: ").split("; ")
    inscription = drawn.inscription("raise_limits")
    assert inscription is not None
    assert inscription.clauses == ("md-hcf-2.B.7.c.i", "md-hcf-2.B.7.c.ii", "md-hcf-2.B.7.c.iii")


@pytest.mark.clause("md-hcf-2.B.7.d", shows="shown")
def test_maryland_the_payout_limit_is_on_the_layout_in_general_words_or_on_a_sign() -> None:
    own = maryland(more='\n[choices.aggregate_limit]\namount = 2_500_000\nper = "hand"\n')
    assert words(own, "payout_limit") == "Payout limit for each hand $25,000"
    assert words(maryland(), "payout_limit") == "Payout limit for each hand $50,000"
    assert words(maryland(limit="generic"), "payout_limit") == (
        "This game is subject to the posted payout limit"
    )
    assert maryland(limit="sign").inscription("payout_limit") is None
    for limit in ("layout", "generic", "sign"):
        assert maryland(limit=limit).lacks == ()


@pytest.mark.clause("md-hcf-2.B.7.d", shows="shown")
def test_elsewhere_no_payout_limit_is_asked_for() -> None:
    for rules in (MA, NJ, UTH, FCP):
        assert layout_of(PRACTICE[rules]).inscription("payout_limit") is None


# --------------------------------------------------------------- what is judged is judged by the drawing


@pytest.mark.clause("nj-hcf-13Y.b.3", "nj-hcf-13Y.b.4", "md-hcf-2.B", "md-hcf-2.B.3", shows="shown")
def test_a_layout_that_misses_a_demand_is_reported() -> None:
    for rules in (NJ, MD):
        whole = maryland() if rules == MD else new_jersey()
        document = rule_set(rules)
        everything = document.wagers.__contains__
        assert lacking(document, whole, everything) == ()
        bare = msgspec.structs.replace(whole, areas=(), inscriptions=(), tables=())
        told = {clause for lack in lacking(document, bare, everything) for clause in lack.clauses}
        assert told == {clause for demand in document.layout.demands for clause in demand.clauses}
    drawn = new_jersey()
    swapped = {"raise": "flush_bonus", "flush_bonus": "raise"}
    areas = tuple(
        msgspec.structs.replace(area, name=swapped.get(area.name, area.name)) for area in drawn.areas
    )
    wrong = lacking(rule_set(NJ), msgspec.structs.replace(drawn, areas=areas), lambda _: True)
    assert {lack.clauses for lack in wrong} == {("nj-hcf-13Y.b.3",), ("nj-hcf-13Y.b.4",)}
    assert len(wrong) == 12


# --------------------------------------------------------------------------------------- Massachusetts


def test_massachusetts_ultimate_has_all_that_the_game_needs() -> None:
    drawn = layout_of(PRACTICE[UTH])
    for seat in range(1, 7):
        for wager in ("ante", "blind", "play", "trips", "cover_all", "progressive"):
            assert drawn.area(wager, seat).label == wager.replace("_", " ").upper()
        assert drawn.area("cards", seat).cards == 2
    assert drawn.area("dealer-cards").cards == 2
    assert drawn.area("board").cards == 5
    assert words(drawn, "dealer_qualifies") == "Dealer needs a pair to qualify; if not, the ante pushes"
    assert words(drawn, "play_limits") == (
        "Play: 4 or 3 times the ante before the flop, 2 times after it, 1 time after the last card"
    )
    assert words(drawn, "even_money") == "Ante and play pay 1 to 1"
    assert printed(drawn, "blind") == {
        "Royal flush": "500 to 1",
        "Straight flush": "50 to 1",
        "Four of a kind": "10 to 1",
        "Full house": "3 to 1",
        "Flush": "3 to 2",
        "Straight": "1 to 1",
    }
    cover_all = table(drawn, "cover_all")
    assert cover_all.columns == ("2 hands", "3 hands", "4 hands", "5 hands", "6 hands", "7 hands")
    assert [row.pays for row in cover_all.rows if row.row == "royal_flush"] == [
        ("200 to 1", "150 to 1", "125 to 1", "100 to 1", "80 to 1", "70 to 1")
    ]


def test_massachusetts_four_card_poker_has_all_that_the_game_needs() -> None:
    drawn = layout_of(PRACTICE[FCP])
    for seat in range(1, 7):
        for wager in ("ante", "play", "aces_up", "cover_all", "progressive"):
            assert drawn.area(wager, seat).label == wager.replace("_", " ").upper()
        assert drawn.area("cards", seat).cards == 5
    assert drawn.area("dealer-cards").cards == 6
    assert not drawn.has("board")
    assert words(drawn, "play_limits") == "Play: 1 to 3 times the ante"
    assert words(drawn, "dealer_qualifies") == (
        "Dealer plays the best four of six cards and always qualifies"
    )
    assert printed(drawn, "ante_bonus") == {
        "Four of a kind": "25 to 1",
        "Straight flush": "20 to 1",
        "Three of a kind": "2 to 1",
    }
    assert table(drawn, "envy").columns == ("$1 bet", "$5 bet")


def test_massachusetts_high_card_flush_says_from_its_own_clauses_what_the_others_demand() -> None:
    drawn = layout_of(PRACTICE[MA])
    assert words(drawn, "raise_limits") == words(new_jersey(), "raise_limits")
    assert words(drawn, "dealer_qualifies") == words(maryland(), "dealer_qualifies")
    for inscription in drawn.inscriptions:
        assert all(clause.startswith("ma-hcf-") for clause in inscription.clauses)
    for area in drawn.areas:
        assert all(clause.startswith("ma-hcf-") for clause in area.clauses)
    assert drawn.filing is None
