"""The operator's choices in Massachusetts Ultimate Texas Hold'em and Four Card Poker, clause by clause.

Every legal variant is accepted, every illegal one is refused under the clause that decides it.
"""

from textwrap import dedent

import pytest

from croupier.submission.check import check_text
from croupier.submission.findings import Finding

clause = pytest.mark.clause

ULTIMATE = """
    rules = "ma/ultimate-texas-holdem"
    operator = "Example Casino"
    positions = 6
    boxes_per_player = 1
"""
BARE_FOUR_CARD = """
    rules = "ma/four-card-poker"
    operator = "Example Casino"
    positions = 6
"""
FOUR_CARD = f"{BARE_FOUR_CARD}    procedure.settlement_alternative = 1\n"
LIMITS = "[limits]\nante = [1000, 50000]\n"


def said(*parts: str) -> tuple[Finding, ...]:
    """The findings on a submission of these parts."""
    return check_text("\n".join(dedent(part) for part in parts)).findings


def accepted(*parts: str) -> bool:
    return check_text("\n".join(dedent(part) for part in parts)).ok


def says(findings: tuple[Finding, ...], code: str, key: str, cited: str, severity: str = "violation") -> bool:
    """Whether one of the findings is this one and cites all of these clauses."""
    return any(
        (finding.code, finding.key, finding.severity) == (code, key, severity)
        and set(cited.split()) <= set(finding.clauses)
        for finding in findings
    )


# ------------------------------------------------------------------------------------------- the base


@pytest.mark.parametrize("base", [(ULTIMATE, LIMITS), (FOUR_CARD, LIMITS)])
def test_a_plain_submission_is_accepted_without_a_word(base: tuple[str, ...]) -> None:
    assert said(*base) == ()


# ------------------------------------------------------------------------------------------ pay tables


@clause("ma-uth-11.d", shows="computed")
@pytest.mark.parametrize("table", "ABCD")
def test_the_licensee_selects_one_of_four_trips_tables(table: str) -> None:
    assert said(ULTIMATE, f'[choices]\ntrips = "{table}"') == ()


@clause("ma-uth-11.d", shows="refused")
@pytest.mark.parametrize("table", ["E", "I", "a"])
def test_there_is_no_other_trips_table(table: str) -> None:
    found = said(ULTIMATE, f'[choices]\ntrips = "{table}"')
    assert says(found, "unknown_table", "choices.trips", "ma-uth-11.d")


TRIPS = """
    [choices.trips]
    table = "{table}"
    [choices.trips.odds]
    royal_flush = "50 to 1"
    straight_flush = "40 to 1"
    four_of_a_kind = "{quads}"
    full_house = "{full_house}"
    flush = "7 to 1"
    straight = "5 to 1"
    three_of_a_kind = "3 to 1"
"""


@clause("ma-uth-11.d", "ma-uth-11.d.A", "ma-uth-11.d.D", shows="refused")
def test_trips_may_pay_more_than_the_table_and_not_less() -> None:
    assert accepted(ULTIMATE, TRIPS.format(table="A", quads="30 to 1", full_house="10 to 1"))
    assert accepted(ULTIMATE, TRIPS.format(table="D", quads="41 to 2", full_house="7 to 1"))
    found = said(ULTIMATE, TRIPS.format(table="A", quads="29 to 1", full_house="8 to 1"))
    for row in ("four_of_a_kind", "full_house"):
        key = f"choices.trips.odds.{row}"
        assert says(found, "odds_below_floor", key, "ma-uth-11.d ma-uth-11.d.A")
    assert len(found) == 2


@clause("ma-uth-11.a", shows="refused")
def test_trips_odds_are_worded_with_to() -> None:
    found = said(ULTIMATE, TRIPS.format(table="A", quads="31 for 1", full_house="9 to 1"))
    assert says(found, "odds_wording", "choices.trips.odds.four_of_a_kind", "ma-uth-11.a")


@clause("ma-uth-11.d", shows="refused")
def test_filed_trips_odds_state_every_row() -> None:
    found = said(ULTIMATE, '[choices]\ntrips = { table = "A", odds = { royal_flush = "60 to 1" } }')
    assert says(found, "odds_rows", "choices.trips", "ma-uth-11.d")


@clause("ma-fcp-11.a.3", shows="computed")
@pytest.mark.parametrize("table", ["I", "II", "III", "IV", "V", "VI", "VII"])
def test_the_licensee_selects_one_of_seven_aces_up_tables(table: str) -> None:
    limits = "[limits]\nante = [1000, 50000]\naces_up = [500, 10000]"
    assert said(FOUR_CARD, f'[choices]\naces_up = "{table}"', limits) == ()


@clause("ma-fcp-11.a.3", shows="refused")
@pytest.mark.parametrize("table", ["VIII", "A", "1"])
def test_there_is_no_other_aces_up_table(table: str) -> None:
    found = said(FOUR_CARD, f'[choices]\naces_up = "{table}"')
    assert says(found, "unknown_table", "choices.aces_up", "ma-fcp-11.a.3")


ACES_UP = """
    [choices.aces_up]
    table = "{table}"
    [choices.aces_up.odds]
    four_of_a_kind = "50 to 1"
    straight_flush = "{straight_flush}"
    three_of_a_kind = "9 to 1"
    flush = "6 to 1"
    straight = "5 to 1"
    two_pair = "3 to 1"
    pair_of_aces = "{aces}"
"""


@clause("ma-fcp-11.a.3", "ma-fcp-11.a.3.I", "ma-fcp-11.a.3.III", shows="refused")
def test_aces_up_may_pay_more_than_the_table_and_not_less() -> None:
    assert accepted(FOUR_CARD, ACES_UP.format(table="III", straight_flush="30 to 1", aces="1 to 1"))
    assert accepted(FOUR_CARD, ACES_UP.format(table="I", straight_flush="40 to 1", aces="3 to 2"))
    found = said(FOUR_CARD, ACES_UP.format(table="I", straight_flush="30 to 1", aces="1 to 2"))
    for row in ("straight_flush", "pair_of_aces"):
        key = f"choices.aces_up.odds.{row}"
        assert says(found, "odds_below_floor", key, "ma-fcp-11.a.3 ma-fcp-11.a.3.I")


BONUS = """
    [choices.ante_bonus.odds]
    four_of_a_kind = "{quads}"
    straight_flush = "20 to 1"
    three_of_a_kind = "2 to 1"
"""


@clause("ma-fcp-11.a.2", shows="refused")
def test_the_automatic_bonus_may_pay_more_and_not_less() -> None:
    assert accepted(FOUR_CARD, BONUS.format(quads="25 to 1"))
    assert accepted(FOUR_CARD, BONUS.format(quads="30 to 1"))
    found = said(FOUR_CARD, BONUS.format(quads="24 to 1"))
    assert says(found, "odds_below_floor", "choices.ante_bonus.odds.four_of_a_kind", "ma-fcp-11.a.2")


# ------------------------------------------------------------------------------- positions and boxes


@clause("ma-uth-12", shows="refused")
def test_ultimate_allows_one_box_to_a_player() -> None:
    found = said(ULTIMATE.replace("boxes_per_player = 1", "boxes_per_player = 2"))
    assert says(found, "too_many_boxes", "boxes_per_player", "ma-uth-12")


@clause("ma-fcp-6.e", shows="refused")
def test_four_card_allows_two_adjacent_boxes_to_a_player() -> None:
    for boxes in (1, 2):
        assert accepted(FOUR_CARD, f"boxes_per_player = {boxes}")
    for boxes, code in ((3, "too_many_boxes"), (0, "value_not_allowed")):
        found = said(FOUR_CARD, f"boxes_per_player = {boxes}")
        assert says(found, code, "boxes_per_player", "ma-fcp-6.e")


@clause("ma-uth-13.k", "ma-fcp-12.k", shows="refused")
@pytest.mark.parametrize(("base", "cited"), [(ULTIMATE, "ma-uth-13.k"), (FOUR_CARD, "ma-fcp-12.k")])
def test_cover_all_knows_six_players_at_most(base: str, cited: str) -> None:
    assert accepted(base.replace("positions = 6", "positions = 5"))
    found = said(base.replace("positions = 6", "positions = 7"))
    assert says(found, "too_many_positions", "positions", cited)


# ------------------------------------------------------------------------- decks, shuffling, dealing


@clause("ma-uth-2.b", "ma-fcp-2.b", shows="refused")
@pytest.mark.parametrize(("base", "cited"), [(ULTIMATE, "ma-uth-2.b"), (FOUR_CARD, "ma-fcp-2.b")])
def test_a_second_deck_needs_an_automated_shuffler(base: str, cited: str) -> None:
    assert accepted(base, '[equipment]\nshuffle = "automated"\ndecks = 2')
    assert accepted(base, '[equipment]\nshuffle = "manual"\ndecks = 1\ndeal = "manual-shoe"')
    found = said(base, '[equipment]\nshuffle = "manual"\ndecks = 2\ndeal = "manual-shoe"')
    assert says(found, "second_deck_needs_shuffler", "equipment.decks", cited)
    found = said(base, '[equipment]\nshuffle = "automated"\ndecks = 3')
    assert says(found, "value_not_allowed", "equipment.decks", cited)


@clause("ma-uth-8.a", "ma-uth-8.b.1", "ma-fcp-8.a", "ma-fcp-8.b.1", shows="refused")
@pytest.mark.parametrize(("base", "cited"), [(ULTIMATE, "ma-uth-8.b.1"), (FOUR_CARD, "ma-fcp-8.b.1")])
def test_cards_may_be_dealt_from_the_hand_after_a_machine_shuffle(base: str, cited: str) -> None:
    assert accepted(base, '[equipment]\ndeal = "hand"\nshuffle = "automated"')
    found = said(base, '[equipment]\ndeal = "hand"\nshuffle = "manual"')
    assert says(found, "hand_deal_needs_shuffler", "equipment.deal", cited)


@clause("ma-uth-9.a", "ma-fcp-9.a", shows="shown")
@pytest.mark.parametrize(("base", "cited"), [(ULTIMATE, "ma-uth-9.a"), (FOUR_CARD, "ma-fcp-9.a")])
def test_an_automated_shoe_needs_the_commission(base: str, cited: str) -> None:
    found = said(base, '[equipment]\ndeal = "automated-shoe"\nshuffle = "automated"')
    assert says(found, "needs_approval", "equipment.deal", cited, severity="approval")
    assert accepted(base, '[equipment]\ndeal = "automated-shoe"\nshuffle = "automated"')


@pytest.mark.parametrize("shuffle", ["manual", "automated"])
@pytest.mark.parametrize("base", [ULTIMATE, FOUR_CARD])
def test_a_manual_shoe_may_be_chosen_with_either_shuffle(base: str, shuffle: str) -> None:
    assert accepted(base, f'[equipment]\ndeal = "manual-shoe"\nshuffle = "{shuffle}"')


@clause(
    "ma-uth-7.a.s1", "ma-uth-8.a", "ma-uth-9.a", "ma-fcp-7.a.s1", "ma-fcp-8.a", "ma-fcp-9.a", shows="refused"
)
@pytest.mark.parametrize(
    ("base", "cited"),
    [(ULTIMATE, "ma-uth-7.a.s1 ma-uth-8.a ma-uth-9.a"), (FOUR_CARD, "ma-fcp-7.a.s1 ma-fcp-8.a ma-fcp-9.a")],
)
def test_there_is_no_fourth_way_of_dealing(base: str, cited: str) -> None:
    found = said(base, '[equipment]\ndeal = "table"')
    assert says(found, "deal_not_allowed", "equipment.deal", cited)


# ------------------------------------------------------------------------------------------ Cover All


@clause("ma-uth-13.d", "ma-uth-13.e", "ma-fcp-12.d", "ma-fcp-12.e", shows="refused")
@pytest.mark.parametrize("deal", ["manual-shoe", "hand", None])
@pytest.mark.parametrize(
    ("base", "cited"), [(ULTIMATE, "ma-uth-13.d ma-uth-13.e"), (FOUR_CARD, "ma-fcp-12.d ma-fcp-12.e")]
)
def test_cover_all_is_dealt_by_its_shuffler_alone(base: str, cited: str, deal: str | None) -> None:
    choice = "[choices]\ncover_all = true"
    device = '[equipment]\nshuffle = "automated"\ncover_all_device = true\n'
    assert accepted(base, choice, device + 'deal = "automated-shoe"')
    found = said(base, choice, device + (f'deal = "{deal}"' if deal else ""))
    assert says(found, "deal_not_allowed", "equipment.deal", cited)
    assert deal is None or accepted(base, device.replace("cover_all_device = true", "") + f'deal = "{deal}"')


@clause("ma-uth-13.d", "ma-fcp-12.d", shows="refused")
@pytest.mark.parametrize(("base", "cited"), [(ULTIMATE, "ma-uth-13.d"), (FOUR_CARD, "ma-fcp-12.d")])
def test_cover_all_needs_its_shuffler(base: str, cited: str) -> None:
    choice = "[choices]\ncover_all = true"
    device = '[equipment]\nshuffle = "automated"\ncover_all_device = true\ndeal = "automated-shoe"'
    assert accepted(base, choice, device)
    found = said(base, choice, device.replace("cover_all_device = true", ""))
    assert says(found, "equipment_missing", "equipment.cover_all_device", cited)


# ------------------------------------------------------------------------------------- settlement (e)


@clause("ma-fcp-10.e.s1", "ma-fcp-10.e.s2", "ma-fcp-10.e.1", "ma-fcp-10.e.2", shows="refused")
def test_one_of_two_settlement_alternatives_is_identified() -> None:
    for alternative in (1, 2):
        assert said(BARE_FOUR_CARD, LIMITS, f"[procedure]\nsettlement_alternative = {alternative}") == ()
    found = said(BARE_FOUR_CARD, LIMITS, "[procedure]\nsettlement_alternative = 3")
    assert says(found, "value_not_allowed", "procedure.settlement_alternative", "ma-fcp-10.e.s2")
    found = said(BARE_FOUR_CARD, LIMITS)
    key = "procedure.settlement_alternative"
    assert says(found, "filing_missing", key, "ma-fcp-10.e.s2")


# --------------------------------------------------------------------------------------- posted limits


@clause("ma-fcp-6.a.1", "ma-fcp-6.a.2", "ma-fcp-6.a.3", shows="refused")
def test_four_card_posts_a_minimum_and_a_maximum() -> None:
    choice = '[choices]\naces_up = "I"'
    found = said(FOUR_CARD, choice)
    assert says(found, "limits_not_posted", "limits.ante", "ma-fcp-6.a.1", severity="warning")
    assert says(found, "limits_not_posted", "limits.aces_up", "ma-fcp-6.a.2", severity="warning")
    found = said(FOUR_CARD, choice, "[limits]\nante = [1000, 500]\naces_up = [500, 100]")
    assert says(found, "minimum_above_maximum", "limits.ante", "ma-fcp-6.a.1")
    assert says(found, "minimum_above_maximum", "limits.aces_up", "ma-fcp-6.a.2")


@clause("ma-uth-1.blind", shows="refused")
def test_the_blind_has_the_limits_of_the_ante() -> None:
    assert accepted(ULTIMATE, "[limits]\nante = [1000, 50000]\nblind = [1000, 50000]")
    found = said(ULTIMATE, "[limits]\nante = [1000, 50000]\nblind = [500, 50000]")
    assert says(found, "wagers_differ", "limits.blind", "ma-uth-1.blind")


@clause("ma-uth-11.e", "ma-uth-14.d", shows="refused")
def test_ultimate_fixes_its_payout_limits() -> None:
    found = said(ULTIMATE, '[choices]\naggregate_limit = { amount = 5000000, per = "hand" }')
    assert says(found, "limit_not_offered", "choices.aggregate_limit", "ma-uth-11.e ma-uth-14.d")
    found = said(ULTIMATE, '[choices.policies]\naggregate_limits = "14d"')
    key = "choices.policies.aggregate_limits"
    assert says(found, "policy_not_default", key, "ma-uth-11.e ma-uth-14.d", severity="approval")
    assert accepted(ULTIMATE, '[choices.policies]\naggregate_limits = "11e"')
    found = said(ULTIMATE, '[choices.policies]\naggregate_limits = "none"')
    assert says(found, "unknown_policy_value", key, "ma-uth-11.e ma-uth-14.d")


@clause("ma-uth-11.e", shows="computed")
@pytest.mark.parametrize(
    ("ante", "trips", "dollars"),
    [(1000, 500, 50_000), (10_000, 500, 50_750), (10_000, 10_000, 55_500), (20_000, 500, 101_250)],
)
def test_the_posted_minimums_decide_the_limit_of_a_hand(ante: int, trips: int, dollars: int) -> None:
    limits = f"[limits]\nante = [{ante}, 1000000]\ntrips = [{trips}, 1000000]"
    checked = check_text(dedent(ULTIMATE) + '[choices]\ntrips = "A"\n' + limits)
    assert checked.resolved is not None
    assert checked.resolved.house.limits[0].amount == dollars * 100


# ----------------------------------------------------------------------- the progressive of Ultimate

PROGRESSIVE = """
    [choices]
    trips = "A"
    [choices.progressive]
    hand = "best"
    seed = 1000000
    rate = "20%"
    [choices.progressive.levels]
    royal_flush = "100% of main"
    four_of_a_kind = "$250"
    flush = "20 for 1"
"""
SYSTEM = "[equipment]\nprogressive_system = true\n"


@clause("ma-uth-14.a", "ma-uth-14.b.s1", "ma-uth-14.c", shows="refused")
def test_an_ultimate_progressive_is_filed_whole_and_needs_approval() -> None:
    found = said(ULTIMATE, PROGRESSIVE, SYSTEM)
    assert says(found, "needs_approval", "choices.progressive", "ma-uth-14.c", severity="approval")
    assert {finding.severity for finding in found} == {"approval"}
    for part in ("seed", "rate"):
        lines = [line for line in PROGRESSIVE.splitlines() if not line.strip().startswith(part)]
        found = said(ULTIMATE, "\n".join(lines), SYSTEM)
        assert says(found, "filing_missing", f"choices.progressive.{part}", "ma-uth-14.a")
    found = said(ULTIMATE, '[choices]\ntrips = "A"\nprogressive = "A"', SYSTEM)
    assert says(found, "progressive_without_table", "choices.progressive", "ma-uth-14.a")
    found = said(ULTIMATE, PROGRESSIVE.replace("20 for 1", "20 to 1"), SYSTEM)
    assert says(found, "odds_unreadable", "choices.progressive.levels.flush", "ma-uth-14.a")


@clause("ma-uth-14.a", shows="refused")
def test_the_ultimate_progressive_is_five_dollars() -> None:
    for amount in (500, 100):
        stake = PROGRESSIVE.replace('trips = "A"', f'trips = "A"\n    progressive_wager = {amount}')
        found = said(ULTIMATE, stake, SYSTEM)
        refused = says(found, "wrong_progressive_stake", "choices.progressive_wager", "ma-uth-14.a")
        assert refused == (amount != 500)
    found = said(ULTIMATE, PROGRESSIVE, SYSTEM, "[limits]\nprogressive = [500, 1000]")
    assert says(found, "wrong_progressive_stake", "limits.progressive", "ma-uth-14.a")


@clause("ma-uth-14.b.s1", shows="refused")
def test_a_progressive_at_a_table_without_trips_can_never_be_placed() -> None:
    found = said(ULTIMATE, PROGRESSIVE.replace('trips = "A"', ""), SYSTEM)
    assert says(found, "missing_wager", "choices.progressive", "ma-uth-14.b.s1", severity="violation")


# ------------------------------------------------------------------- the progressives of Four Card


def four_card_progressive(table: str, filing: str, choices: str = "") -> tuple[Finding, ...]:
    choice = f'[choices]\nprogressive = "{table}"\n{choices}'
    return said(FOUR_CARD, choice, filing, SYSTEM, LIMITS)


@clause("ma-fcp-13.a", "ma-fcp-13.a.1", "ma-fcp-13.a.3.s1", "ma-fcp-13.a.3.s2", shows="refused")
@pytest.mark.parametrize(("table", "least"), [("A", 500_000), ("B", 100_000)])
def test_seed_reset_and_rate_are_in_the_submission(table: str, least: int) -> None:
    filing = f'[progressive]\nseed = {least}\nreset = {least}\nrate = "20%"\n'
    assert four_card_progressive(table, filing) == ()
    low = four_card_progressive(table, filing.replace(str(least), str(least - 1)))
    assert says(low, "seed_below_minimum", "progressive.seed", "ma-fcp-13.a.3.s2")
    assert any(
        finding.code == "reset_below_minimum" and "ma-fcp-13.a.3.s2" in finding.clauses for finding in low
    )
    for part, cited in (("seed", "s2"), ("reset", "s2"), ("rate", "s1")):
        lines = [line for line in filing.splitlines() if not line.startswith(part)]
        found = four_card_progressive(table, "\n".join(lines))
        assert says(found, "filing_missing", f"progressive.{part}", f"ma-fcp-13.a.3.{cited}")


@clause("ma-fcp-13.a.1", "ma-fcp-13.b", shows="refused")
def test_only_printed_progressive_tables_may_be_chosen() -> None:
    for table in ("C", "PTMGL03", "PTMGLML04"):
        found = four_card_progressive(table, "")
        assert says(found, "unknown_table", "choices.progressive", "ma-fcp-13.a.1 ma-fcp-13.b")


@clause("ma-fcp-13.a.5", shows="refused")
def test_tables_a_and_b_take_one_dollar_or_five() -> None:
    filing = '[progressive]\nseed = 500000\nreset = 500000\nrate = "20%"\n'
    for stake in (100, 500):
        assert four_card_progressive("A", filing, f"progressive_wager = {stake}") == ()
    found = four_card_progressive("A", filing, "progressive_wager = 200")
    assert says(found, "wrong_progressive_stake", "choices.progressive_wager", "ma-fcp-13.a.5")


METERS = {
    "PTMGL01": {"main": 1_000_000},
    "PTMGL02": {"main": 1_000_000},
    "PTMGL04": {"main": 100_000},
    "PTMGLML01": {"major": 1_000_000, "minor": 100_000},
    "PTMGLML02": {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
    "PTMGLML03": {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
}
"""The printed seeds for a wager of $1, in cents."""


@pytest.mark.parametrize("dollars", [1, 2, 5])
@pytest.mark.parametrize(
    "table",
    [
        pytest.param(each, marks=clause("ma-fcp-13.b", f"ma-fcp-13.b.{each}-seed", shows="refused"))
        for each in METERS
    ],
)
def test_link_seeds_go_with_the_wager(table: str, dollars: int) -> None:
    seeds = {meter: seed * dollars for meter, seed in METERS[table].items()}
    rates = ", ".join(f'{meter} = "5%"' for meter in seeds)

    def filed(amounts: dict[str, int]) -> tuple[Finding, ...]:
        listed = ", ".join(f"{meter} = {amount}" for meter, amount in amounts.items())
        filing = f"[progressive]\nseed = {{ {listed} }}\nreset = {{ {listed} }}\nrate = {{ {rates} }}\n"
        return four_card_progressive(table, filing, f"progressive_wager = {dollars * 100}")

    assert [finding for finding in filed(seeds) if finding.severity == "violation"] == []
    for meter in seeds:
        found = filed({**seeds, meter: seeds[meter] - 1})
        cited = f"ma-fcp-13.b.{table}-seed"
        refused = [finding for finding in found if finding.severity == "violation"]
        assert refused, meter
        assert all(cited in finding.clauses for finding in refused)


@clause("ma-fcp-13.b", shows="refused")
@pytest.mark.parametrize("stake", [1, 24, 110, 130, 1001])
def test_a_link_stake_is_a_multiple_of_25_cents(stake: int) -> None:
    found = four_card_progressive("PTMGL01", "", f"progressive_wager = {stake}")
    assert says(found, "wrong_progressive_stake", "choices.progressive_wager", "ma-fcp-13.b")


@clause("ma-fcp-13.b", "ma-fcp-13.b.PTMGL01-seed", shows="refused")
@pytest.mark.parametrize(("stake", "least"), [(25, 250_000), (75, 750_000), (150, 1_500_000)])
def test_a_link_stake_may_be_below_a_dollar_and_its_seed_adjusts(stake: int, least: int) -> None:
    meters = '[progressive]\nrate = "20%"\nseed = {}\n'
    assert four_card_progressive("PTMGL01", meters.format(least), f"progressive_wager = {stake}") == ()
    found = four_card_progressive("PTMGL01", meters.format(least - 1), f"progressive_wager = {stake}")
    assert says(found, "seed_below_minimum", "progressive.seed", "ma-fcp-13.b.PTMGL01-seed")


# -------------------------------------------------------------------------------- coupons and policies


@pytest.mark.parametrize("base", [(ULTIMATE, LIMITS), (FOUR_CARD, LIMITS)])
def test_match_play_coupons_may_be_taken(base: tuple[str, ...]) -> None:
    assert said(*base, "[choices]\nmatch_play = true") == ()


@pytest.mark.parametrize(
    ("base", "policy", "value", "cited"),
    [
        pytest.param(*case, marks=clause(*case[3].split(), shows="refused"))
        for case in (
            (ULTIMATE, "cover_all_counts", "dealt", "ma-uth-13.b ma-uth-13.k"),
            (FOUR_CARD, "cover_all_counts", "dealt", "ma-fcp-12.b ma-fcp-12.k"),
            (FOUR_CARD, "progressive_after_fold", "lost", "ma-fcp-13.a.1 ma-fcp-10.c.s2"),
        )
    ],
)
def test_a_policy_away_from_its_default_needs_approval(
    base: str, policy: str, value: str, cited: str
) -> None:
    found = said(base, f'[choices.policies]\n{policy} = "{value}"')
    key = f"choices.policies.{policy}"
    assert says(found, "policy_not_default", key, cited, severity="approval")
    found = said(base, f'[choices.policies]\n{policy} = "sometimes"')
    assert says(found, "unknown_policy_value", key, cited)
