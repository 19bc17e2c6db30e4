"""Mistakes in the rules of another state: each is a line with its place and the allowed values.

The rules are those of `examples/rulebook`, one place changed. A datum that decides nothing is a mistake too.
"""

import re
import shutil
from pathlib import Path

import msgspec
import pytest

from croupier.games import game
from croupier.games.verification import verify
from croupier.rulebook.catalog import install, rule_set
from croupier.settlement.json_lines import settle_line

EXAMPLE = Path(__file__).parents[2] / "examples" / "rulebook"
RULES = "xx/high-card-flush.toml"

NUMBERS = {
    "positions = { value = 5": ("positions = { value = 0", "1 to 26"),
    "player = { value = 7": ("player = { value = 6", "7, which the game ranks"),
    "dealer = { value = 7": ("dealer = { value = 8", "7, which the game ranks"),
    "least_cards = { value = 8": ("least_cards = { value = -8", "1 to 51"),
    "stub_count_rounds = { value = 4": ("stub_count_rounds = { value = 0", "1 to 999"),
    "least = 1\nmost = 5": ("least = 1\nmost = 9", "5 or fewer, as facts.table.positions"),
    "least = 1\nmost = 2": ("least = 0\nmost = 2", "1 or more"),
    "amount = 2_000_000": ("amount = 0", "cents, 1 to "),
    "amount = 2_": ("amount = 2_000_000_000_", "cents, 1 to "),
    "positions = { value = 5,": ("positions = { value = true,", "a whole number"),
}
NAMES = {
    "[facts.cut]": ("[facts.cutt]", "table, layout, cards, shuffle, cut,"),
    '"Ts 3s 2s"': ('"Ts 3h 2s"', "only cards that count, Ts 2s"),
    '"40 to 1"': ('"40:1"', 'an award, such as "3 to 2"'),
    'Gold = ["xx-hcf-8.2.c"] }': ('Lead = ["xx-hcf-8.2.c"] }', "Copper, Silver, Gold"),
    ', Gold = ["xx-hcf-8.2.c"] }': (" }", "Copper, Silver, Gold"),
    'clauses = ["xx-hcf-5.2"]\nneeds = ["ante"]': (
        'clauses = ["xx-hcf-5.2"]\nneeds = ["flush_bonus"]',
        "ante, straight_flush_bonus",
    ),
    'clauses = ["xx-hcf-5.3"]\nneeds = ["ante"]': (
        'clauses = ["xx-hcf-5.3"]\nneeds = ["raise"]',
        "before the deal; allowed: ante, flush_bonus",
    ),
    'placed = "by_decision"': ('placed = "before_deal"', "none is placed by decision; allowed: one"),
    'instruments = { value = ["chips"]': (
        'instruments = { value = ["plaques"]',
        "chips, and others with them",
    ),
    'value = ["chips"]': ('value = ["chips", "gold"]', "'chips' or 'plaques'"),
    '["chips"]': ('["chips", "chips"]', "each once"),
    'title = "High': ('title = "\\u001b[31mHigh', "printable characters on one line"),
    "[paytables.flush_bonus.tables]": (
        '[paytables.flush_bonus.tables]\n"Cop\\nper" = {}',
        "the name 'Cop\\nper'; allowed: printable characters",
    ),
    "[settlement.raise]": ("[settlement.rise]", "ante, raise, flush_bonus, straight_flush_bonus"),
    'capped = ["flush_bonus", "straight_flush_bonus"]': ("capped = []", "the wagers that the limit cuts"),
    'key = "choices.straight_flush_bonus"': ('key = "choices.flush_bonus"', "one option"),
    'win_after_fold = ["xx-hcf-8.2", "xx-hcf-8.4"]': (
        'folding = ["xx-hcf-8.2"]',
        "win, win_after_fold, lose",
    ),
    "[clauses_on.flush_bonus]": ("[clauses_on.lucky]", "ante, raise, flush_bonus"),
    "[readings_on]\n": ('[readings_on]\nlucky = ["XX-1"]\n', "ante, raise, flush_bonus"),
    '"xx-hcf-5.4"': ('"ma-hcf-5.4"', "such as xx-hcf-"),
}
UNREAD = {
    "[wagers.flush_bonus]": (
        '[wagers.lucky]\nclauses = ["xx-hcf-5.2"]\noffered = "by_choice"\n[wagers.flush_bonus]',
        "has no such wager; allowed: ante, raise",
    ),
    "[readings.XX-1]": (
        '[policies.lucky]\nvalues = ["a", "b"]\nclauses = ["xx-hcf-8.4"]\n[readings.XX-1]',
        "no code reads it; allowed: ace_low_straight_flush",
    ),
    "[options.positions]": (
        "[options.a]\nkey='choices.progressive'\nfree=true\nsource='x'\nclauses=['xx-hcf-1.1']\n[options.positions]",
        "the document has no wager progressive; leave it out",
    ),
    "[readings": (
        "[policies.cover_all_counts]\nvalues = ['layout', 'dealt']\nclauses = ['xx-hcf-8.4']\n[readings",
        "policies.cover_all_counts: no code reads it",
    ),
    "[facts.decision]\n": (
        '[facts.decision]\nplay_most = { value = 3, clauses = ["xx-hcf-6.1"] }\n',
        "high-card-flush does not read it",
    ),
    "[facts.deal]\n": (
        '[facts.deal]\ncover_all = { value = ["automated-shoe"], clauses = ["xx-hcf-6.1"] }\n',
        "facts.deal.cover_all: the document has no wager cover_all",
    ),
}


def problems(root: Path) -> list[str]:
    return [str(problem) for problem in verify(root)]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shutil.copytree(EXAMPLE, tmp_path_factory.mktemp("state") / "rules")


@pytest.mark.parametrize(("old", "change"), [*NUMBERS.items(), *NAMES.items(), *UNREAD.items()])
def test_a_mistake_is_one_line_with_the_allowed_values(root: Path, old: str, change: tuple[str, str]) -> None:
    new, allowed = change
    file = root / RULES
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    try:
        found = problems(root)
    finally:
        file.write_text(text)
    assert all(re.match(rf"{re.escape(str(root))}[^:]+:\d+: \S+: ", line) for line in found), found
    assert any(allowed in line for line in found), found


@pytest.mark.parametrize(
    ("place", "content", "line", "allowed"),
    [
        (RULES, b'[rules]\ntitle = "Qu\xe9bec"\n', 2, "allowed: UTF-8"),
        (RULES, b"[rules]\nname = 1\nname = 2\n", 3, "a key stands twice"),
        (RULES, b'[rules]\ntitle = "High', 2, "Unterminated string"),
        (RULES, b"", 1, "missing; allowed: a table"),
        ("clauses.csv", b"", 9, "clauses.csv has no clause of xx-hcf; allowed: one at least"),
        ("clauses.csv", b'"id"\n\xff\n', 2, "allowed: UTF-8"),
        ("coverage/xx-hcf.toml", b"[refussed]\n", 1, "allowed: refused, computed, recorded"),
        ("coverage/xx-hcf.toml", b"[refused]\n'croupier.luck:win' = ['xx-hcf-1.1']\n", 2, "no such code"),
        ("coverage/xx-hcf.toml", b"[refused]\n'math:comb' = ['xx-hcf-1.1']\n", 2, "no such code"),
        ("coverage/xx-hcf.toml", b"[refused]\n'sys:exit' = ['xx-hcf-1.1']\n", 2, "no such code"),
        ("petition/xx.toml", b"asks = 1\n", 1, "allowed: regulation, items"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_line(
    tmp_path: Path, place: str, content: bytes, line: int, allowed: str
) -> None:
    root = shutil.copytree(EXAMPLE, tmp_path / "rules")
    file = root / place
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content)
    found = problems(root)
    told = [each for each in found if allowed in each]
    assert told, found
    assert any(re.match(rf".+\.(toml|csv):{line}: ", each) for each in told), told


def test_a_clause_twice_is_one_problem_among_the_others(tmp_path: Path) -> None:
    root = shutil.copytree(EXAMPLE, tmp_path / "rules")
    register = root / "clauses.csv"
    rows = register.read_text().splitlines()
    register.write_text("\n".join([*rows, rows[4]]) + "\n")
    (root / "tests.json").write_text("[1]")
    found = problems(root)
    assert f"{register}:{len(rows) + 1}: xx-hcf-2.1: this clause stands here twice; allowed: once" in found
    assert any("tests.json: (file): " in line for line in found), found
    assert len(found) == 2


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    root = shutil.copytree(EXAMPLE, tmp_path / "rules")
    file = root / RULES
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert problems(root) == []


@pytest.mark.parametrize("place", [RULES, "coverage/xx-hcf.toml", "petition/xx.toml"])
def test_a_file_nested_too_deeply_is_a_line(tmp_path: Path, place: str) -> None:
    root = shutil.copytree(EXAMPLE, tmp_path / "rules")
    (root / place).parent.mkdir(exist_ok=True)
    (root / place).write_text("a = " + "[" * 5000)
    assert any("nested too deeply" in line for line in problems(root))


def test_code_that_a_coverage_names_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The directory may be anybody's: its names are looked up, and nothing is imported."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "planted").mkdir()
    (tmp_path / "planted/__init__.py").write_text("open(__file__ + '.ran', 'w').close()\n")
    (tmp_path / "planted/code.py").write_text("def pay():\n    pass\n")
    root = shutil.copytree(EXAMPLE, tmp_path / "rules")
    coverage = root / "coverage/xx-hcf.toml"
    for name, exists in (("planted.code:pay", True), ("planted.code:lose", False), ("planted.no:pay", False)):
        coverage.write_text(f"[refused]\n'{name}' = ['xx-hcf-1.1']\n")
        assert any("no such code" in line for line in problems(root)) is not exists, name
    assert not list(tmp_path.glob("planted/*.ran"))


def test_a_row_is_paid_or_unpaid(tmp_path: Path) -> None:
    root = shutil.copytree(EXAMPLE, tmp_path / "rules")
    file = root / RULES
    text = file.read_text()
    found = re.search(r"unpaid = \[(\"\w+\")", text)
    assert found
    for more in (found[1], '"flush_5"'):
        file.write_text(text.replace(found[0], f"{found[0]}, {more}", 1))
        assert any("allowed: once, paid or unpaid" in line for line in problems(root)), more


def test_problems_of_the_game_are_reported_together_with_those_of_the_file(tmp_path: Path) -> None:
    root = shutil.copytree(EXAMPLE, tmp_path / "rules")
    file = root / RULES
    text = file.read_text()
    for old, new in {
        "player = { value = 7": "player = { value = 6",
        '"Ts 3s 2s"': '"Ts 3h 2s"',
        "least_cards = { value = 8": "least_cards = { value = -8",
        "raise_least = { value = 1": "raise_least = { value = 9",
    }.items():
        assert old in text, old
        text = text.replace(old, new, 1)
    file.write_text(re.sub(r"^tie = .*\n", "", text, flags=re.MULTILINE))
    keys = {line.split(": ")[1] for line in problems(root)}
    assert keys == {
        "facts.cards.player",
        "facts.cut.least_cards",
        "facts.decision.raise_least",
        "facts.settlement.dealer_least",
        "settlement.ante.tie",
        "settlement.raise.tie",
    }


def test_a_dealer_who_always_qualifies_needs_no_outcome_for_not_qualifying(tmp_path: Path) -> None:
    root = shutil.copytree(EXAMPLE, tmp_path / "rules")
    file = root / RULES
    text = re.sub(r"^dealer_least = .*\n", "", file.read_text(), flags=re.MULTILINE)
    file.write_text(text)
    found = problems(root)
    assert [line.split(": ")[1] for line in found] == [
        f"settlement.{wager}.dealer_not_qualified" for wager in ("ante", "raise")
    ]
    assert all("the dealer always qualifies without" in line for line in found), found
    file.write_text(re.sub(r"^dealer_not_qualified = .*\n", "", text, flags=re.MULTILINE))
    assert problems(root) == []
    try:
        install([root])
        rules = rule_set("xx/high-card-flush")
        of_game = game(rules.rules.game)
        assert of_game.felt.qualifies is not None
        assert of_game.words.how is not None
        assert of_game.felt.qualifies(rules) == "Dealer always qualifies"
        assert "The dealer always qualifies." in of_game.words.how(rules)[-1].text
        seat = {
            "seat": 1,
            "cards": "Ts 7s 4s 2h 3h Jc Qc",
            "wagers": {"ante": 500},
            "decision": {"raise": 500},
        }
        line = {"rules": rules.rules.name, "dealer": "3d 2d 4c 5h 6s 7h 8c", "seats": [seat]}
        settled = msgspec.json.decode(settle_line(msgspec.json.encode(line))[0])
        assert settled["seats"][0]["net"] == 1000
    finally:
        install([])


@pytest.mark.parametrize(
    ("vocabulary", "fact", "told"),
    [
        (
            "[cut]\ndepth = { type = 'number', meaning = 'x' }",
            "",
            "cut.depth.type: 'number'; allowed: integer, ",
        ),
        (
            "[cards]\ndecks = { type = 'integer', meaning = 'x' }",
            "",
            "cards.decks: the vocabulary has this fact",
        ),
        (
            "[cut]\ndepth = { type = 'integer', meaning = 'x' }",
            "depth = { value = 3, clauses = ['xx-hcf-2.3'] }",
            "facts.cut.depth: high-card-flush does not read it; leave it out",
        ),
    ],
)
def test_a_fact_that_a_directory_adds_is_of_a_known_type_new_and_read(
    tmp_path: Path, vocabulary: str, fact: str, told: str
) -> None:
    root = shutil.copytree(EXAMPLE, tmp_path / "rules")
    (root / "facts.toml").write_text(f"{vocabulary}\n")
    file = root / RULES
    file.write_text(file.read_text().replace("[facts.cut]\n", f"[facts.cut]\n{fact}\n", 1))
    found = problems(root)
    assert any(told in line for line in found), found
    assert all(re.match(rf"{re.escape(str(root))}[^:]+:\d+: ", line) for line in found), found


def test_a_pay_table_that_the_game_needs_is_missing_by_its_name(tmp_path: Path) -> None:
    root = shutil.copytree(EXAMPLE, tmp_path / "rules")
    file = root / RULES
    file.write_text(re.sub(r"(?m)^\[paytables.raise\]\n(?:(?!\[).*\n)*", "", file.read_text()))
    (told,) = problems(root)
    assert told.endswith(": paytables.raise: missing; the game needs it")
