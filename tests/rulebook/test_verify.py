"""`croupier rules verify` names every problem at once, a line each; `rules new` writes a template."""

import re
from pathlib import Path

import pytest

from croupier.games import game_names
from croupier.rulebook.catalog import rulebook
from tests.rulebook.copies import copy_rules
from tests.rulebook.test_catalog import croupier

LINE = re.compile(r"(?P<file>[^:]+):(?P<line>\d+): (?P<key>[^:]+): (?P<problem>.+)")


def verified(root: Path) -> tuple[int, list[str]]:
    done = croupier("rules", "verify", str(root))
    assert not done.stderr, done.stderr
    *problems, last = done.stdout.splitlines()
    assert last.startswith(f"{root}: ")
    return done.returncode, problems


def edit(file: Path, old: str, new: str) -> int:
    """Change one place of a file; the line where it stands."""
    text = file.read_text()
    assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
    file.write_text(text.replace(old, new))
    return text[: text.index(old)].count("\n") + 1


def test_a_directory_in_order_has_no_problem(tmp_path: Path) -> None:
    copy_rules(tmp_path)
    assert verified(tmp_path) == (0, [])


def test_every_problem_is_reported_at_once_with_file_line_key_and_allowed_values(tmp_path: Path) -> None:
    name = copy_rules(tmp_path)
    file = tmp_path / f"{name}.toml"
    expected = {
        (edit(file, 'game = "high-card-flush"', 'game = "pai-gow"'), "rules.game", "allowed: "),
        (edit(file, 'deck_size = { value = 52, clauses = ["zz-hcf-7.f.1"] }',
              'deck_size = { value = 52, clauses = ["zz-hcf-7.f.99"] }'),
         "prose.cards.deck_size", "unknown clause 'zz-hcf-7.f.99'; allowed: "),
        (edit(file, 'flush_7 = "300 to 1", flush_6 = "100 to 1", flush_5 = "10 to 1", flush_4 = "1 to 1" }',
              'flush_9 = "300 to 1", flush_6 = "100 to 1", flush_5 = "10 to 1", flush_4 = "1 to 1" }'),
         "paytables.flush_bonus.tables.A", "unknown row 'flush_9'; the rows are "),
        (edit(file, "operator_sets = true", "operator_sets = 1"),
         "paytables.straight_flush_bonus.tables.G.operator_sets", "allowed: true or false"),
    }  # fmt: skip
    edit(file, "[options.shuffle]", "[options.stir]")
    register = tmp_path / "clauses.csv"
    rows = register.read_text().splitlines()
    register.write_text("\n".join([*rows, rows[3]]) + "\n")
    code, problems = verified(tmp_path)
    assert code == 1
    told = [match.groupdict() for line in problems if (match := LINE.fullmatch(line))]
    assert len(told) == len(problems), problems
    duplicate = {(len(rows) + 1, rows[3].split(",")[0].strip('"'), "twice; allowed: once")}
    found = {(int(each["line"]), each["key"], each["problem"]) for each in told}
    for line, key, part in expected | duplicate:
        assert any((at, of) == (line, key) and part in text for at, of, text in found), (line, key, problems)
    assert any(key == "options.shuffle" and "missing" in text for _, key, text in found)


@pytest.mark.parametrize(
    "section",
    ["facts", "wagers", "paytables", "settlement", "options", "irregularities", "rules"],
)
def test_a_missing_section_is_one_line_and_no_traceback(tmp_path: Path, section: str) -> None:
    name = copy_rules(tmp_path)
    file = tmp_path / f"{name}.toml"
    parts = re.split(r"(?m)^(?=\[)", file.read_text())
    file.write_text("".join(part for part in parts if not re.match(rf"\[+{section}[.\]]", part)))
    code, problems = verified(tmp_path)
    assert code == 1
    assert any(f": {section}: missing; allowed: a table" in line for line in problems), problems[:5]
    used = croupier("odds", name, "--rulebook", str(tmp_path))
    assert used.returncode == 2
    assert used.stderr.count("\n") == 1, used.stderr


def test_coverage_and_practice_choices_are_verified_too(tmp_path: Path) -> None:
    name = copy_rules(tmp_path)
    coverage, practice = tmp_path / "coverage/zz-hcf.toml", tmp_path / f"practice/{name}.toml"
    coverage.write_text(coverage.read_text().replace('"zz-hcf-1.scope"', '"zz-hcf-1.nowhere"'))
    line = edit(practice, 'flush_bonus = "A"', 'flush_bonus = "Z"')
    code, problems = verified(tmp_path)
    assert code == 1
    assert any("unknown clause 'zz-hcf-1.nowhere'" in each for each in problems)
    assert any(each.startswith(f"{practice}:{line}: choices.flush_bonus: ") for each in problems)


@pytest.mark.parametrize(
    "multiples", ["[4, 2, 1]", "[3, 2, 3, 1]"]
)  # the second: 3x, before the flop or on it?
def test_a_datum_that_the_game_refuses_is_one_problem(tmp_path: Path, multiples: str) -> None:
    name = copy_rules(tmp_path, source="ma/ultimate-texas-holdem", old="ma-uth")
    assert verified(tmp_path) == (0, [])
    edit(tmp_path / f"{name}.toml", "[4, 3, 2, 1]", multiples)
    _, (problem,) = verified(tmp_path)
    assert f"facts.decision.play_multiples: {multiples}; allowed: two before the flop" in problem


def test_a_name_that_the_package_has_is_a_problem(tmp_path: Path) -> None:
    copy_rules(tmp_path, "ma")
    code, problems = verified(tmp_path)
    assert code == 1
    assert any("the package has ma/high-card-flush in edition 'undated' too" in line for line in problems)


def test_a_directory_without_rule_sets_is_a_problem(tmp_path: Path) -> None:
    assert verified(tmp_path)[0] == 1
    assert verified(tmp_path / "nowhere")[0] == 1


@pytest.mark.parametrize("game", game_names())
def test_a_template_names_what_is_still_missing_line_by_line(tmp_path: Path, game: str) -> None:
    written = croupier("rules", "new", "zz", game, "-o", str(tmp_path))
    assert written.returncode == 0, written.stderr
    file = tmp_path / "zz" / f"{game}.toml"
    code, problems = verified(tmp_path)
    assert code == 1
    told = [match for line in problems if (match := LINE.fullmatch(line))]
    assert len(told) == len(problems)
    keys = {match["key"] for match in told}
    assert {"rules.edition", "rules.checked", "wagers.ante.clauses"} <= keys
    specs = rulebook().surroundings(rulebook().directories[0]).facts
    for section, facts in specs.items():
        for name, spec in facts.items():
            assert (f"facts.{section}.{name}.clauses" in keys) == (game in spec.required), name
    lines = file.read_text().splitlines()
    for match in told:
        last = match["key"].rpartition(".")[2]
        assert last in lines[int(match["line"]) - 1] or "missing" in match["problem"], match[0]


def test_a_template_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    for words in (["zz", "pai-gow"], ["../zz", "high-card-flush"], ["ma", "high-card-flush"]):
        done = croupier("rules", "new", *words, "-o", str(tmp_path))
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
    assert croupier("rules", "new", "zz", "high-card-flush", "-o", str(tmp_path)).returncode == 0
    again = croupier("rules", "new", "zz", "high-card-flush", "-o", str(tmp_path))
    assert again.returncode == 2
    assert "is there already" in again.stderr


def test_a_step_that_no_round_has_is_a_problem(tmp_path: Path) -> None:
    name = copy_rules(tmp_path)
    file = tmp_path / f"{name}.toml"
    line = edit(file, "\nwash = {", "\nrinse = {")
    code, problems = verified(tmp_path)
    assert code == 1
    assert [each.partition("; the steps are ")[0] for each in problems] == [
        f"{file}:{line + 1}: steps.rinse: no code reads it"
    ]


def test_a_wager_that_is_always_offered_has_one_table_under_any_name(tmp_path: Path) -> None:
    name = copy_rules(tmp_path)
    file = tmp_path / f"{name}.toml"
    text = file.read_text()
    start = text.index("tables.printed = ", text.index("[paytables.raise]"))
    printed = text[start : text.index("\n", start) + 1]
    even, more = printed.replace("printed", "even"), printed.replace("printed", "more")
    file.write_text(text[:start] + text[start:].replace(printed, even, 1))
    assert verified(tmp_path) == (0, [])
    file.write_text(text[:start] + text[start:].replace(printed, even + more, 1))
    code, [problem] = verified(tmp_path)
    assert code == 1
    assert "paytables.raise.tables: several tables of a wager that is always offered; allowed: one" in problem
