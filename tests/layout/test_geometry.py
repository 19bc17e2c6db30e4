"""The felt to scale: nothing overlaps or sticks out, cards fit, seats are in the order of the deal."""

import itertools
import math
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.layout.build import layout, layout_of
from croupier.layout.geometry import CARD, DEPTH, MIDDLE, RADIUS, WIDTH, Box, boxes, overlap, seat_angle
from croupier.layout.model import Area, Inscription, Layout, OddsTable
from croupier.rulebook.catalog import rule_set
from croupier.submission.choices import resolve
from croupier.submission.form import Choices, Equipment, Submission
from croupier.submission.form import Layout as Filed
from tests.naive.choices import four_card_choices, high_card_flush_choices, ultimate_choices
from tests.practice import PRACTICE

Part = Area | Inscription | OddsTable


def on_felt(shape: Box, margin: float = 0.0) -> bool:
    """Whether a shape lies on the felt, so far from its edge."""
    return all(
        margin <= y
        and margin <= x <= WIDTH - margin
        and (y <= MIDDLE[1] or math.dist((x, y), MIDDLE) <= RADIUS - margin)
        for x, y in shape
    )


def parts(drawn: Layout) -> list[tuple[str, list[Box]]]:
    """Everything on the felt by a name, with the room that it takes."""
    found: list[tuple[str, Part]] = [(f"{area.name} {area.seat}", area) for area in drawn.areas]
    found += [(f"words {each.name}", each) for each in drawn.inscriptions]
    found += [(f"odds {each.name}", each) for each in drawn.tables]
    return [(name, boxes(part)) for name, part in found]


def touching(drawn: Layout) -> list[tuple[str, str]]:
    """The pairs that overlap."""
    return [
        (one, other)
        for (one, here), (other, there) in itertools.combinations(parts(drawn), 2)
        if any(overlap(a, b) for a in here for b in there)
    ]


def whole(drawn: Layout) -> None:
    """The properties of every layout."""
    assert touching(drawn) == []
    assert [name for name, taken in parts(drawn) if not all(on_felt(each, 3) for each in taken)] == []
    for area in drawn.areas:
        if area.cards:
            assert area.width == pytest.approx(CARD[0] + (area.cards - 1) * area.pitch)
            assert area.height == CARD[1]
            assert area.cards == 1 or area.pitch >= 18, "the corner of every card shows"


@pytest.mark.parametrize("rules", PRACTICE)
@pytest.mark.parametrize("positions", range(1, 7))
@pytest.mark.parametrize("odds", ["layout", "sign"])
def test_nothing_overlaps_and_all_is_on_the_felt(rules: str, positions: int, odds: str) -> None:
    text = PRACTICE[rules].replace("positions = 6", f"positions = {positions}")
    if positions == 1:
        text = text.replace("boxes_per_player = 2", "boxes_per_player = 1")
    if rules.startswith("md"):
        text = text.replace('odds = "sign"', f'odds = "{odds}"').replace('limit = "sign"', 'limit = "layout"')
    elif odds == "sign" and rules.startswith("ma"):
        text += '\n[layout]\nodds = "sign"\n'
    drawn = layout_of(text)
    assert drawn.positions == positions
    whole(drawn)


def test_the_felt_is_that_of_a_table_for_six() -> None:
    assert [WIDTH, DEPTH, *CARD] == [1830, 1000, 63, 88]
    for text in PRACTICE.values():
        drawn = layout_of(text)
        assert (drawn.width, drawn.depth, drawn.unit) == (WIDTH, DEPTH, "mm")
        for area in drawn.areas:
            if area.seat and area.name not in ("cards", "seat"):
                assert min(area.width, area.height) >= 50, "a chip of 40 mm lies in it with room"


@pytest.mark.parametrize(
    ("rules", "player", "dealer"),
    [("ma/high-card-flush", 7, 7), ("ma/ultimate-texas-holdem", 2, 2), ("ma/four-card-poker", 5, 6)],
)
def test_the_cards_of_the_game_fit(rules: str, player: int, dealer: int) -> None:
    drawn = layout_of(PRACTICE[rules])
    assert [drawn.area("cards", seat).cards for seat in range(1, 7)] == [player] * 6
    assert drawn.area("dealer-cards").cards == dealer
    assert drawn.area("dealer-cards").pitch > CARD[0]


def test_seat_one_is_at_the_dealers_left_and_the_seats_go_clockwise() -> None:
    """Seen from above with the dealer at the top, facing down: the dealer's left is on the right."""
    drawn = layout_of(PRACTICE["ma/high-card-flush"])
    seats = [drawn.area("seat", seat) for seat in range(1, 7)]
    assert [seat.x for seat in seats] == sorted((seat.x for seat in seats), reverse=True)
    tray = drawn.area("chip-tray")
    assert seats[0].x > tray.x > seats[-1].x
    assert all(seat.y > tray.y for seat in seats)
    turns = [math.atan2(seat.y - MIDDLE[1], seat.x - MIDDLE[0]) for seat in seats]
    assert turns == sorted(turns), "on a screen, y grows downwards: clockwise is the growing angle"


@pytest.mark.parametrize("positions", range(1, 7))
def test_seats_are_even_round_the_middle_and_read_from_outside(positions: int) -> None:
    angles = [seat_angle(seat, positions) for seat in range(1, positions + 1)]
    assert angles == pytest.approx([-angle for angle in reversed(angles)])
    text = PRACTICE["ma/ultimate-texas-holdem"].replace("positions = 6", f"positions = {positions}")
    drawn = layout_of(text)
    for area in drawn.areas:
        if not area.seat:
            continue
        up = math.radians(area.angle)
        ante = drawn.area("seat", area.seat)
        toward = math.atan2(MIDDLE[0] - ante.x, -(MIDDLE[1] - ante.y))
        assert math.isclose(up, toward, abs_tol=0.01), "up is toward the dealer for who sits there"


def test_the_discard_rack_is_at_the_dealers_right_and_the_shoe_at_the_left() -> None:
    drawn = layout_of(PRACTICE["nj/high-card-flush"])
    tray = drawn.area("chip-tray")
    assert drawn.area("discard-rack").x < tray.x < drawn.area("shoe").x
    tips, drop = drawn.area("tip-box"), drawn.area("drop-slot")
    assert (tips.x - tray.x) * (drop.x - tray.x) < 0, "drop box and tip box on opposite sides of the dealer"


def test_a_tip_box_elsewhere_where_the_commission_approves() -> None:
    text = PRACTICE["md/high-card-flush"].replace("[layout]", '[layout]\ntip_box = "alternative"')
    drawn = layout_of(text)
    assert drawn.area("tip-box").x != layout_of(PRACTICE["md/high-card-flush"]).area("tip-box").x
    whole(drawn)


# ------------------------------------------------------------------------------ over many submissions


def _choices(rules: str, rng: Random) -> Choices:
    if rules.endswith("high-card-flush"):
        made = high_card_flush_choices(rules, rng)
    elif rules.endswith("holdem"):
        made = ultimate_choices(rng)
    else:
        made = four_card_choices(rng)
    fields = {key: value for key, value in made.items() if key in Choices.__struct_fields__}
    tables = {key: value for key, value in made.items() if key not in fields}
    return msgspec.convert({**fields, "tables": tables}, Choices)


@given(
    rules=st.sampled_from(tuple(PRACTICE)),
    seed=st.integers(0, 2**32),
    positions=st.integers(1, 6),
    operator=st.text(max_size=60),
    odds=st.sampled_from((None, "layout", "sign")),
    limit=st.sampled_from((None, "layout", "generic", "sign")),
    deal=st.sampled_from((None, "hand", "manual-shoe", "automated-shoe")),
    shuffle=st.sampled_from((None, "manual", "automated")),
)
@settings(max_examples=60, deadline=None)
def test_every_submission_has_a_layout_that_could_be_printed(
    rules: str,
    seed: int,
    positions: int,
    operator: str,
    odds: str | None,
    limit: str | None,
    deal: str | None,
    shuffle: str | None,
) -> None:
    choices = _choices(rules, Random(seed))
    drawn = layout(
        Submission(
            rules=rules,
            operator=operator,
            positions=positions,
            choices=choices,
            equipment=Equipment(deal=deal, shuffle=shuffle),
            layout=Filed(odds=odds, limit=limit),
        )
    )
    whole(drawn)
    house = resolve(rule_set(rules), choices).house
    offered = {name for name, wager in house.rules.wagers.items() if wager.placed != "automatic"}
    for seat in range(1, positions + 1):
        for wager in offered:
            assert drawn.has(wager, seat) == house.offers(wager), wager
    if drawn.odds == "layout":
        paid = {table.name for table in drawn.tables} - {"envy"}
        assert paid | {"ante", "raise", "play"} >= {
            name for name in house.rules.paytables if house.offers(name)
        }
    named = any(each.isprintable() and not each.isspace() for each in operator)
    lacks = {lack.key for lack in drawn.lacks}
    assert lacks == ({"operator"} if rules[:2] in ("nj", "md") and not named else set())


@pytest.mark.parametrize("rules", PRACTICE)
def test_every_pay_table_of_the_document_can_be_inscribed(rules: str) -> None:
    document = rule_set(rules)
    for wager, tables in document.paytables.items():
        for name, table in tables.tables.items():
            if (
                wager not in ("flush_bonus", "straight_flush_bonus", "trips", "aces_up")
                or table.operator_sets
            ):
                continue
            acknowledge = (wager,) if table.acknowledge else ()
            choices = Choices(acknowledge=acknowledge, tables={wager: name})
            drawn = layout(Submission(rules=rules, operator="A House", choices=choices))
            whole(drawn)
            (shown,) = (each for each in drawn.tables if each.name == wager)
            assert shown.table == name
            assert {row.row: row.pays[0] for row in shown.rows} == dict(table.pays)
            assert set(table.clauses) <= set(shown.clauses)
    for name, progressive in document.progressive.items():
        drawn = layout(Submission(rules=rules, operator="A House", choices=Choices(progressive=name)))
        whole(drawn)
        (shown,) = (each for each in drawn.tables if each.name == "progressive")
        assert [row.row for row in shown.rows] == list(progressive.pays)
        assert drawn.area("meter").meters == tuple(progressive.meters)
