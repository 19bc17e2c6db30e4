"""Legal submissions, in the forms that people write, every option in every value: accepted."""

import re
from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet

from croupier.rulebook.catalog import rule_set, rule_set_names
from croupier.submission.check import check_text
from croupier.submission.form import VALUES

MA, NJ, MD = "ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"
UTH, FCP = "ma/ultimate-texas-holdem", "ma/four-card-poker"

G = """
straight_flush_bonus.table = "G"
straight_flush_bonus.odds = { straight_flush_7 = "5,000 to 1", straight_flush_6 = "$500", \
straight_flush_5 = "100 to 1", straight_flush_4 = "51 to 1", straight_flush_3 = "15 to 2" }
"""
TRIPS_MORE = """
[choices.trips]
table = "A"
[choices.trips.odds]
royal_flush = "100 to 1"
straight_flush = "40 to 1"
four_of_a_kind = "30 to 1"
full_house = "9 to 1"
flush = "7 to 1"
straight = "9 to 2"
three_of_a_kind = "3 to 1"
"""
LEVELS = (
    '{ royal_flush = "100% of main", straight_flush = "12.5% of main", flush = "$250", straight = "9 for 1" }'
)
RATE = {"A": ("24%", "2%"), "B": ("23%", "2%"), "C": ("21%", "5%"), "D": ("25%", "5%")}
LEAST = {"A": 3_000_000, "B": 3_000_000, "C": 500_000, "D": 3_000_000, "E": 2_500_000}
COVER_ALL = 'equipment = { cover_all_device = true, deal = "automated-shoe" }'
DEALT = '[equipment]\nprogressive_system = true\nshuffle = "automated"\n'


REQUIRED = {
    NJ: ('operator = "Example Casino"', 'layout.filed = "2026-03-02"'),
    MD: ('operator = "Example Casino"', "layout.filed = 2026-03-02", "boxes_per_player = 1"),
    FCP: ("procedure.settlement_alternative = 1",),
}
"""The values that a document requires in every submission."""


def text(rules: str, *parts: str) -> str:
    """A submission of these parts, with what the document wants in the notation of the parts."""
    whole = "\n".join((f'rules = "{rules}"', *parts)) + "\n"
    for line in REQUIRED.get(rules, ()):
        key, _, value = line.partition(" = ")
        section, _, name = key.rpartition(".")
        if re.search(rf"^{re.escape(key)} = ", whole, re.MULTILINE):
            continue
        if section and f"[{section}]" in whole:
            whole = whole.replace(f"[{section}]", f"[{section}]\n{name} = {value}")
        elif section and f"{section} = {{" in whole:
            whole = whole.replace(f"{section} = {{", f"{section} = {{ {name} = {value},")
        else:
            whole = f"{line}\n{whole}"
    return whole


def _high_card_flush() -> Iterator[str]:
    for rules in (MA, NJ):
        for table in "ABCDEFGHIJKLMN":
            acknowledge = 'acknowledge = ["flush_bonus"]' if table in "BEIK" else ""
            yield text(rules, "[choices]", f'flush_bonus = "{table}"', acknowledge)
        for table in "ABCDEF":
            yield text(rules, f'choices = {{ straight_flush_bonus = "{table}" }}')
        yield text(rules, "[choices]", G)
        for table, (main, secondary) in RATE.items():
            yield text(rules, f'choices.progressive = "{table}"', "equipment.progressive_system = true")
            yield text(
                rules,
                f'choices = {{ progressive = "{table}", progressive_wager = 100 }}',
                f'progressive = {{ seed = 1000000, rate = "{main}" }}',
                "limits = { progressive = [100, 100] }",
                "equipment.progressive_system = true",
            )
            yield text(
                rules,
                f'choices.progressive = "{table}"',
                "equipment.progressive_system = true",
                "[progressive.seed]\nmain = 1_000_000\nsecondary = 0",
                f'[progressive.rate]\nmain = "{main}"\nsecondary = "{secondary}"',
            )
        for boxes in (1, 2, 3):
            yield text(rules, f"boxes_per_player = {boxes}")
        for per in ("hand", "round"):
            yield text(rules, f'choices.aggregate_limit = {{ amount = 2500000, per = "{per}" }}')
        yield text(rules, "choices.match_play = true")
        yield text(rules, 'choices.recognised_hands = ["flush_7", "flush_6", "flush_5", "flush_4"]')
        yield text(rules, '[procedure]\nshuffler_fault = "reshuffle by hand"\nshoe_fault = "call the pit"')
        for order in VALUES["procedure.progressive_order"]:
            yield text(rules, f'procedure.progressive_order = "{order}"')
    for table in "ABCDEFGHIJKLMNO":
        yield text(MD, f'choices.flush_bonus = "{table}"')
    for table in "ABCDEFG":
        yield text(MD, f'choices.straight_flush_bonus = "{table}"')
    for table, least in LEAST.items():
        envy = table if table in "CDE" else "none"
        yield text(
            MD,
            f'choices = {{ progressive = "{table}", envy = "{envy}" }}',
            f'progressive = {{ seed = {least}, reset = {least}, rate = "0.01%" }}',
            DEALT,
        )
        yield text(
            MD,
            f'choices.progressive = "{table}"\nchoices.envy = "{envy}"',
            f"choices.reset.main = {least + 1}",
            f"progressive.seed.main = {least + 1}",
            'progressive.rate.main = "100%"',
            DEALT,
        )


def _ultimate() -> Iterator[str]:
    for table in "ABCD":
        yield text(UTH, f'choices = {{ trips = "{table}" }}')
    yield text(UTH, TRIPS_MORE)
    yield text(UTH, "choices.cover_all = true", COVER_ALL)
    yield text(UTH, "choices.match_play = true")
    for hand in ("best", "flop"):
        filed = f'{{ hand = "{hand}", levels = {LEVELS}, seed = 1000000, rate = "20%" }}'
        yield text(UTH, f'choices = {{ trips = "A", progressive_wager = 500, progressive = {filed} }}')
    yield text(
        UTH,
        f'[choices]\ntrips = "A"\nprogressive.levels = {LEVELS}',
        "[progressive]\nseed = 1000000\nreset = { main = 1500000 }\nrate = { main = '20%' }",
        "[limits]\nprogressive = [500, 500]\nante = [1000, 2000]\nblind = [1000, 2000]",
    )
    yield text(UTH, '[choices]\ntrips = "A"\nprogressive.levels.royal_flush = "$50,000"')


def _four_card() -> Iterator[str]:
    for table in ("I", "II", "III", "IV", "V", "VI", "VII"):
        yield text(FCP, f'choices.aces_up = "{table}"')
    odds = '{ four_of_a_kind = "25 to 1", straight_flush = "41 to 2", three_of_a_kind = "3 to 1" }'
    yield text(FCP, f"choices.ante_bonus.odds = {odds}")
    yield text(FCP, 'choices.ante_bonus = "printed"')
    yield text(FCP, "choices.cover_all = true", COVER_ALL)
    yield text(FCP, "boxes_per_player = 2", "choices.match_play = true")
    for table, least in (("A", 500_000), ("B", 100_000)):
        for wager in ("", ", progressive_wager = 100", ", progressive_wager = 500"):
            yield text(
                FCP,
                f'choices = {{ progressive = "{table}"{wager} }}',
                f'progressive = {{ seed = {least}, reset = {least}, rate = "15%" }}',
            )
        yield text(
            FCP,
            f'choices.progressive = "{table}"',
            "limits.progressive = [100, 500]",
            f'progressive = {{ seed = {least}, reset.main = {least}, rate.main = "15%" }}',
        )
    for table in rule_set(FCP).progressive:
        if not table.startswith("PT"):
            continue
        yield text(FCP, f'choices.progressive = "{table}"')
        meters = rule_set(FCP).progressive[table].meters
        seeds = ", ".join(f"{name} = {meter.seed * 5}" for name, meter in meters.items())
        rates = ", ".join(f'{name} = "5%"' for name in meters)
        filed = f"progressive = {{ seed = {{ {seeds} }}, reset = {{ {seeds} }}, rate = {{ {rates} }} }}"
        yield text(FCP, f'choices = {{ progressive = "{table}", progressive_wager = 500 }}', filed)
        yield text(FCP, f'choices.progressive = "{table}"', "limits.progressive = [500, 500]", filed)
    for alternative in (1, 2, '"1"', '"2"'):
        yield text(FCP, f"procedure.settlement_alternative = {alternative}")


def _everywhere() -> Iterator[str]:
    for name in rule_set_names():
        yield text(name)
        yield text(name, "[choices]\n[limits]\n[equipment]\n[progressive]\n[layout]\n[procedure]")
        yield text(name, 'layout = { odds = "layout" }', 'operator = "Häuser & Söhne"')
        yield text(name, "procedure.deck_change_hours = 4")
        for positions in range(1, 7):
            yield text(name, f"positions = {positions}")
        rules = rule_set(name)
        for option in rules.options.values():
            if not option.key.startswith(("equipment.", "layout.", "procedure.")):
                continue
            shuffle = 'equipment.shuffle = "automated"' if option.key != "equipment.shuffle" else ""
            shoe = 'equipment.deal = "manual-shoe"' if option.key == "equipment.preshuffled" else ""
            for value in option.values:
                written = value if value in ("true", "false") else f'"{value}"'
                yield text(name, f"{option.key} = {written}", shuffle, shoe)
        yield text(name, "equipment.decks = 2", 'equipment.shuffle = "automated"')
        for policy, datum in rules.policies.items():
            for value in datum.values:
                yield text(name, f'choices.policies = {{ {policy} = "{value}" }}')
    for where in VALUES["layout.odds"]:
        yield text(MA, f'layout.odds = "{where}"')
    for name in (NJ, MD, UTH, FCP):
        yield text(
            name, 'equipment = { deal = "hand", shuffle = "automated", decks = 2, counting_shuffler = true }'
        )
    yield text(MD, 'equipment.deal = "manual-shoe"', "procedure.deck_change_hours = 8")
    for boxes in range(1, 7):
        yield text(MD, f"boxes_per_player = {boxes}")


def _cases() -> list[ParameterSet]:
    texts = [*_high_card_flush(), *_ultimate(), *_four_card(), *_everywhere()]
    return [pytest.param(each, id=" ".join(each.split())[:90]) for each in dict.fromkeys(texts)]


@pytest.mark.parametrize("submission", _cases())
def test_a_legal_submission_is_accepted(submission: str) -> None:
    checked = check_text(submission)
    assert [each for each in checked.findings if each.severity == "violation"] == []
    assert checked.ok
    assert checked.resolved is not None
    assert checked.submission is not None
    assert checked.resolved.house.rules.rules.name == checked.submission.rules
