"""The strict loader: a broken rule file is refused, with file, key and the allowed values."""

import pytest

from croupier.rulebook.catalog import PACKAGED, clauses_of, rule_set, rule_set_names, rule_sets, rulebook
from croupier.rulebook.loader import Surroundings, citations, entries
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import Problem, RulebookError
from tests.rulebook.mutations import load_text

MA, NJ, MD = "ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"
UTH, FCP = "ma/ultimate-texas-holdem", "ma/four-card-poker"

FILE = MA + ".toml"
DECK = 'deck_size = { value = 52, clauses = ["ma-hcf-7.f.1"] }'
TABLE_A = 'flush_7 = "300 to 1", flush_6 = "100 to 1", flush_5 = "10 to 1", flush_4 = "1 to 1" }'
PROGRESSIVE_A = (
    'straight_flush_7 = "100% of main", straight_flush_6 = "10% of main", straight_flush_5 = "$250"'
)


def beside() -> Surroundings:
    return rulebook().surroundings(rulebook().directories[0])


def load(text: str, file: str) -> RuleSet:
    return load_text(text, file, beside())


def text_of(name: str = MA) -> str:
    return PACKAGED.joinpath(*f"{name}.toml".split("/")).read_text(encoding="utf-8")


def edited(old: str, new: str, name: str = MA) -> str:
    """The text of a real file with one place changed."""
    text = text_of(name)
    assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
    return text.replace(old, new)


def refusal(old: str, new: str, name: str = MA) -> Problem:
    """The first problem of a real file with one place changed; it names the file, the line and the key."""
    with pytest.raises(RulebookError) as caught:
        load(edited(old, new, name), name + ".toml")
    first = caught.value.problems[0]
    assert first.file == name + ".toml"
    place = first.file if first.line is None else f"{first.file}:{first.line}"
    assert str(caught.value).startswith(f"{place}: {first.key}: {first.text}")
    return first


@pytest.mark.parametrize("name", rule_set_names())
def test_a_real_file_loads_from_its_text(name: str) -> None:
    assert load(text_of(name), name + ".toml") == rule_set(name)


@pytest.mark.parametrize("without", ["", ", clauses = []"])
def test_a_datum_without_a_citation_is_refused(without: str) -> None:
    error = refusal(DECK, "deck_size = { value = 52" + without + " }")
    assert error.key.startswith("prose")
    assert "clauses" in error.key + error.text


def test_a_settlement_without_a_citation_is_refused() -> None:
    error = refusal('forfeited = ["ma-hcf-9.a.s5"]', "forfeited = []")
    assert error.key.startswith("clauses_on")
    assert error.text == "empty; allowed: a list of clause ids, one at least"


def test_an_unknown_clause_is_refused() -> None:
    error = refusal(DECK, DECK.replace("7.f.1", "7.f.99"))
    assert error.key == "prose.cards.deck_size"
    assert "unknown clause 'ma-hcf-7.f.99'" in error.text


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("clauses_on.seat.forfeited", 'forfeited = ["ma-hcf-9.a.s5"]', 'forfeited = ["ma-hcf-9.a.s9"]'),
        (
            "options.deal.values.automated-shoe",
            'automated-shoe = ["ma-hcf-8.a"]',
            'automated-shoe = ["ma-hcf-8.z"]',
        ),
        ("wagers.ante.posted", 'posted = ["ma-hcf-6.a.1"]', 'posted = ["ma-hcf-6.a.0"]'),
        ("irregularities.ma-hcf-13.z", '"ma-hcf-13.b" = {', '"ma-hcf-13.z" = {'),
    ],
)
def test_a_citation_is_checked_wherever_it_stands(key: str, old: str, new: str) -> None:
    error = refusal(old, new)
    assert error.key == key
    assert "unknown clause" in error.text


def test_a_clause_of_another_document_is_refused() -> None:
    error = refusal(DECK, DECK.replace("ma-hcf-7.f.1", "nj-hcf-38.7.f.1"))
    assert error.key == "prose.cards.deck_size"
    assert "'nj-hcf-38.7.f.1' is of another document; allowed: ma-hcf-" in error.text


@pytest.mark.parametrize(
    ("section", "old", "new"),
    [
        ("prose", DECK, DECK.replace(" }", ', color = "red" }')),
        ("wagers", "[wagers.ante]\n", '[wagers.ante]\ncolor = "red"\n'),
        ("paytables", "[paytables.flush_bonus]\n", '[paytables.flush_bonus]\ncolor = "red"\n'),
    ],
)
def test_an_unknown_key_is_refused(section: str, old: str, new: str) -> None:
    error = refusal(old, new)
    assert error.key.startswith(section)
    assert "color" in error.text


def test_a_section_that_does_not_exist_is_refused() -> None:
    error = refusal("[rules]\n", "[colors]\nred = 1\n\n[rules]\n")
    assert "colors" in error.text


def test_a_digest_in_the_file_is_refused() -> None:
    error = refusal("[rules]\n", 'digest = "sha256:0"\n\n[rules]\n')
    assert error.key == "digest"
    assert "the loader computes" in error.text


@pytest.mark.parametrize("value", ['"52"', "true", "[52]"])
def test_a_fact_of_the_wrong_type_is_refused(value: str) -> None:
    error = refusal(DECK, DECK.replace("52", value))
    assert error.key == "prose.cards.deck_size"
    assert "allowed: a whole number" in error.text


@pytest.mark.parametrize("value", ["[1, 1, 1, 2, 3, true]", '[1, 1, 1, 2, 3, "3"]', "3"])
def test_a_list_fact_of_the_wrong_type_is_refused(value: str) -> None:
    error = refusal("value = [1, 1, 1, 2, 3, 3]", f"value = {value}")
    assert error.key.startswith("facts")


def test_a_key_of_the_wrong_type_is_refused() -> None:
    error = refusal("stakes = [100]\n\n# ---", 'stakes = "100"\n\n# ---')
    assert error.key.startswith("wagers")
    assert error.key.endswith("stakes")
    assert "Expected `array`, got `str`" in error.text


def test_a_table_with_a_missing_row_is_refused() -> None:
    error = refusal(TABLE_A, TABLE_A.replace(', flush_4 = "1 to 1"', ""))
    assert error.key == "paytables.flush_bonus.tables.A"
    assert "'flush_4' is missing; the rows are flush_7, flush_6, flush_5, flush_4" in error.text


def test_an_unknown_row_is_refused() -> None:
    error = refusal(TABLE_A, TABLE_A.replace(" }", ', flush_3 = "1 to 1" }'))
    assert error.key == "paytables.flush_bonus.tables.A"
    assert "unknown row 'flush_3'; the rows are flush_7, flush_6, flush_5, flush_4" in error.text


def test_rows_in_a_table_that_the_operator_sets_are_refused() -> None:
    error = refusal("operator_sets = true", 'operator_sets = true, pays = { straight_flush_7 = "9 to 1" }')
    assert error.key == "paytables.straight_flush_bonus.tables.G"
    assert "allowed: no rows" in error.text


@pytest.mark.parametrize("cell", ["300 for 1", "$300", "100% of main", "300", "0 to 1"])
def test_a_wager_pays_odds_to_one_and_nothing_else(cell: str) -> None:
    error = refusal(TABLE_A, TABLE_A.replace("300 to 1", cell))
    assert error.key == "paytables.flush_bonus.tables.A.pays.flush_7"
    assert repr(cell) in error.text


def test_a_progressive_pays_no_odds_to_one() -> None:
    error = refusal(PROGRESSIVE_A, PROGRESSIVE_A.replace("$250", "250 to 1"))
    assert error.key == "progressive.A.pays.straight_flush_5"
    assert "'250 to 1'" in error.text


def test_a_share_of_a_missing_meter_is_refused() -> None:
    error = refusal(PROGRESSIVE_A, PROGRESSIVE_A.replace("100% of main", "100% of mega"))
    assert error.key == "progressive.A.pays.straight_flush_7"
    assert "no meter 'mega'; allowed: main, secondary" in error.text


def test_a_rate_must_be_a_percentage() -> None:
    error = refusal('rate = "24%"', 'rate = "24"')
    assert error.key == "progressive.A.meters.main.rate"
    assert "not a percentage: '24'; allowed: such as \"24%\"" in error.text


def test_an_envy_for_a_hand_outside_the_table_is_refused() -> None:
    error = refusal('pays = { straight_flush = "$250" }', 'pays = { royal_flush = "$250" }', FCP)
    assert error.key == "progressive.PTMGL04.envy"
    assert "royal_flush = '$250'; allowed: a row of the table" in error.text


def test_an_unknown_fact_is_refused() -> None:
    error = refusal(DECK, DECK + "\n" + DECK.replace("deck_size", "deck_height"))
    assert error.key == "prose.cards.deck_height"
    assert "unknown fact; allowed in cards: " + ", ".join(beside().facts["cards"]) in error.text


@pytest.mark.parametrize(
    ("name", "key", "old"),
    [
        (MA, "cards.decks", "decks = {"),
        (UTH, "decision.play_multiples", "play_multiples = {"),
        (FCP, "decision.play_most", "play_most = {"),
    ],
)
def test_a_missing_required_fact_is_refused(name: str, key: str, old: str) -> None:
    (line,) = (line for line in text_of(name).splitlines() if line.startswith(old))
    error = refusal(line + "\n", "", name)
    assert error.key == f"facts.{key}"
    assert f"missing; every {rule_set(name).rules.game} document states it" in error.text


def test_an_unknown_reading_is_refused() -> None:
    error = refusal('reading = "MA-23"', 'reading = "MA-99"')
    assert error.key == "facts.cards.decks"
    assert "unknown reading 'MA-99'; allowed: MA-1, MA-2, " in error.text


def test_pay_tables_of_a_wager_that_does_not_exist_are_refused() -> None:
    error = refusal("[paytables.raise]", "[paytables.double]")
    assert error.key == "paytables.double"
    assert "allowed: ante, raise, flush_bonus, straight_flush_bonus, progressive" in error.text


def test_an_option_without_values_is_refused() -> None:
    error = refusal('key = "limits"\nfree = true\n', 'key = "limits"\n')
    assert error.key == "options.limits"
    assert "allowed: values, least, most or free" in error.text


def test_text_that_is_not_toml_is_refused() -> None:
    error = refusal("[rules]\n", "[rules\n")
    assert error.key == "(file)"
    assert "not TOML" in error.text


def test_a_name_that_does_not_exist_is_no_rule_set() -> None:
    for name in ("ma/blackjack", "../facts", "ma"):
        with pytest.raises(KeyError):
            rule_set(name)


def test_the_five_rule_sets_are_there() -> None:
    assert set(rule_sets()) == {MA, NJ, MD, UTH, FCP} == set(rule_set_names())


def test_the_digest_changes_when_a_cell_changes() -> None:
    changed = load(edited(TABLE_A, TABLE_A.replace("300 to 1", "301 to 1")), FILE)
    assert changed.digest != rule_set(MA).digest
    assert changed.digest.startswith("sha256:")
    assert len(changed.digest) == len("sha256:") + 64


def test_the_digest_stays_when_only_a_comment_changes() -> None:
    assert load("# A remark.\n" + text_of(), FILE).digest == rule_set(MA).digest


@pytest.mark.parametrize("name", rule_set_names())
def test_every_irregularity_of_the_document_has_its_consequence(name: str) -> None:
    rules = rule_set(name)
    named = {
        clause for clause, datum in clauses_of(rules.rules.register).items() if datum.kind == "irregularity"
    }
    assert named <= set(rules.irregularities)
    assert all(rules.irregularities[clause].kinds for clause in set(rules.irregularities) - named)
    for irregularity in rules.irregularities.values():
        assert set(irregularity.settled) <= set(rules.wagers)
        assert irregularity.void == "all" or not irregularity.settled


@pytest.mark.parametrize("name", rule_set_names())
def test_each_irregularity_is_governed_by_one_clause(name: str) -> None:
    rules = rule_set(name)
    for method in rules.options["deal"].values:
        kinds = [
            kind
            for irregularity in rules.irregularities.values()
            if not irregularity.deal or method in irregularity.deal
            for kind in irregularity.kinds
        ]
        assert len(kinds) == len(set(kinds)), method


@pytest.mark.parametrize("name", rule_set_names())
def test_every_clause_that_prints_figures_is_cited(name: str) -> None:
    rules = rule_set(name)
    cited = {clause for _, clauses in citations(rules) for clause in clauses}
    kinds = {"payout", "envy", "irregularity", "operator-option"}
    register = clauses_of(rules.rules.register)
    assert {clause for clause, datum in register.items() if datum.kind in kinds} <= cited


@pytest.mark.parametrize(
    ("name", "policies"),
    [
        (MA, {"progressive_after_fold": ("lost", "live")}),
        (NJ, {"progressive_after_fold": ("lost", "live")}),
        (
            MD,
            {
                "progressive_after_fold": ("live", "lost"),
                "ace_low_straight_flush": ("off", "on"),
                "bonuses_after_void": ("13A-E", "13E"),
            },
        ),
        (UTH, {"cover_all_counts": ("layout", "dealt"), "aggregate_limits": ("both", "11e", "14d")}),
        (FCP, {"progressive_after_fold": ("live", "lost"), "cover_all_counts": ("layout", "dealt")}),
    ],
)
def test_the_policies_are_those_of_the_readings(name: str, policies: dict[str, tuple[str, ...]]) -> None:
    assert {key: policy.values for key, policy in rule_set(name).policies.items()} == policies


MONEY = {
    MA: "1 2 3 9 15 16 17 18 46",
    NJ: "1 2 3 9 15 16 18 46",
    MD: "1 6 7 8 10 11 12 44 45",
    UTH: "1 2 3 4 5 6 7 8 9 12 19 25",
    FCP: "1 2 5 6 7 9 12 15 20 26 32 33",
}


@pytest.mark.parametrize(("name", "letters", "last"), [(MA, "MA", 38), (UTH, "UTH", 25), (FCP, "FCP", 33)])
def test_readings_are_numbered_without_a_gap(name: str, letters: str, last: int) -> None:
    # 45 and 46 came with the table: who releases an award, and a player who does not act in time.
    more = ["MA-45", "MA-46"] if letters == "MA" else []
    assert list(rule_set(name).readings) == [f"{letters}-{number}" for number in range(1, last + 1)] + more


def test_maryland_and_new_jersey_readings_are_all_there() -> None:
    maryland = [f"MD-{number}" for number in (*range(1, 32), 44, 45)]
    assert list(rule_set(MD).readings) == maryland
    shared = (1, 2, 3, 9, 15, 16, 18, 19, 20, 21, 22, 23, 27, 28, 29, 30, 31, 32, 35, 37)
    assert list(rule_set(NJ).readings) == [f"NJ-{each}" for each in (*shared, *"abcdefghijklm", 45, 46)]


@pytest.mark.parametrize("name", rule_set_names())
def test_readings_that_change_money_say_so(name: str) -> None:
    money = {key.partition("-")[2] for key, reading in rule_set(name).readings.items() if reading.money}
    assert money == set(MONEY[name].split())


@pytest.mark.parametrize("name", rule_set_names())
def test_a_reading_that_changes_money_is_named_by_a_datum(name: str) -> None:
    rules = rule_set(name)
    named = {entry.reading for _, entry in entries(rules)}
    assert {key for key, reading in rules.readings.items() if reading.money} <= named


@pytest.mark.parametrize("name", rule_set_names())
def test_options_default_to_a_value_that_they_allow(name: str) -> None:
    for key, option in rule_set(name).options.items():
        assert option.default is None or option.default in option.values, key


@pytest.mark.parametrize("name", rule_set_names())
def test_wagers_refer_to_wagers(name: str) -> None:
    wagers = rule_set(name).wagers
    for wager in wagers.values():
        assert {*wager.needs, *wager.needs_one_of} <= set(wagers)
        assert wager.equals is None or wager.equals in wagers


@pytest.mark.parametrize("name", rule_set_names())
def test_every_wager_has_its_settlement(name: str) -> None:
    rules = rule_set(name)
    apart = {"seat", "envy"}
    assert set(rules.settlement) | set(rules.clauses_on) - apart == set(rules.wagers)
    assert not set(rules.settlement) & set(rules.clauses_on)
    assert ("envy" in rules.clauses_on) == any(table.envy for table in rules.progressive.values())


# ------------------------------------------------------------------------ data that no code would read


def test_an_instruction_that_no_code_shows_is_refused() -> None:
    error = refusal(
        "\n[instructions]\n", '\n[instructions]\ndance = { prompt = "Dance", clauses = ["ma-hcf-4.b"] }\n'
    )
    assert error.key == "instructions.dance"
    assert error.text.startswith("no code reads it; allowed: two_decks, ")


def test_an_instruction_among_the_steps_is_refused() -> None:
    stay = next(line for line in text_of().splitlines() if line.startswith("stay = "))
    error = refusal("\n[steps]\n", f"\n[steps]\n{stay}\n")
    assert (error.key, error.text) == ("steps.stay", "nobody performs it; allowed: as instructions.stay")


def test_an_instruction_that_every_table_needs_is_reported_missing() -> None:
    stay = next(line for line in text_of().splitlines() if line.startswith("stay = "))
    assert refusal(stay + "\n", "").key == "instructions.stay"


def test_a_step_in_a_variant_that_the_document_does_not_know_is_refused() -> None:
    error = refusal('"receive.preshuffled" =', '"receive.shuffled" =', MD)
    assert error.text.startswith("unknown variant 'shuffled'; allowed: manual-shoe, ")


def test_a_part_of_a_step_that_is_not_read_there_is_refused() -> None:
    error = refusal('wash = { prompt = "', 'wash = { cover_card = true, prompt = "')
    assert (error.key, error.text) == (
        "steps.wash.cover_card",
        "no code reads it here; allowed: in steps.deal",
    )


def test_two_clauses_on_the_same_irregularity_with_the_same_dealing_method_are_refused() -> None:
    error = refusal('kinds = ["chips_mismatch"], deal = ["hand"]', 'kinds = ["chips_mismatch"]', MD)
    assert error.key == "irregularities.md-hcf-9.A.4.b.deal"
    assert error.text == "'chips_mismatch' has another clause with manual-shoe, md-hcf-8.C.2.b; allowed: one"


def test_parts_of_a_report_are_refused_for_an_irregularity_that_nobody_reports() -> None:
    error = refusal('"md-hcf-13.F" = { void = "all",', '"md-hcf-13.F" = { void = "all", deck = "remove",', MD)
    assert error.key == "irregularities.md-hcf-13.F.deck"


@pytest.mark.parametrize(
    ("old", "new", "key", "text"),
    [
        ('title = "High Card Flush, Massachusetts"', 'title = ""', "rules.title", "empty; allowed: text"),
        (
            'edition = "undated"',
            'edition = "?"',
            "rules.edition",
            "'?'; allowed: letters, digits, points, hyphens",
        ),
        (
            'wash = { prompt = "Turn the cards face down and wash them well"',
            'wash = { prompt = ""',
            "steps.wash.prompt",
            "empty; allowed: text",
        ),
    ],
)
def test_words_that_are_left_empty_are_named(old: str, new: str, key: str, text: str) -> None:
    error = refusal(old, new)
    assert (error.key, error.text) == (key, text)
