"""Rule sets are found: in the package, and in directories of the user's own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from croupier.rulebook import catalog
from croupier.rulebook.catalog import Rulebook, environment_of_children, install, rule_set, rulebook
from croupier.rulebook.coverage import coverage
from croupier.rulebook.problems import RulebookError
from croupier.server.api.odds.responses import every_rule_set
from croupier.server.workers.jobs import Sought
from croupier.server.workers.pool import WorkerPool
from croupier.submission.check import check_text
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from croupier.submission.practice import practice_rules, practiced
from tests.rulebook.copies import copy_rules

PACKAGED = {"ma/four-card-poker", "ma/high-card-flush", "ma/ultimate-texas-holdem"} | {
    "md/high-card-flush",
    "nj/high-card-flush",
}


@pytest.fixture
def restored() -> Iterator[None]:
    """The rulebook of the other tests, again."""
    yield
    install(())


def croupier(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "croupier", *words]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


def listed(*words: str, **environment: str) -> set[str]:
    done = croupier("rules", "list", "--json", *words, **environment)
    assert done.returncode == 0, done.stderr
    return {str(each["rules"]) for each in msgspec.json.decode(done.stdout, type=list[dict[str, str | int]])}


def test_the_packaged_rule_sets_are_found_by_their_folders() -> None:
    assert set(Rulebook().names) == PACKAGED


@pytest.mark.usefixtures("restored")
def test_a_user_s_directory_brings_its_clauses_coverage_and_practice_choices(tmp_path: Path) -> None:
    name = copy_rules(tmp_path)
    assert name not in rulebook().names
    install([tmp_path])
    assert set(rulebook().names) == PACKAGED | {name}
    assert rule_set(name).rules.register == "zz-hcf"
    assert catalog.clauses()["zz-hcf-1.ante"].summary == catalog.clauses()["ma-hcf-1.ante"].summary
    assert coverage()["zz-hcf-9.e.1.ii.a"].untested == ("computed",)  # claimed; no test of theirs shows it
    assert house_rules(name, Choices.of(flush_bonus="A")).rules.digest == rule_set(name).digest
    assert practice_rules(name).house.rules.rules.name == name
    assert check_text(f'rules = "{name}"\nboxes_per_player = 1\n').ok


@pytest.mark.usefixtures("restored")
def test_caches_are_cleared_when_the_rulebook_changes(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    name = copy_rules(one)
    copy_rules(other)
    file = other / f"{name}.toml"
    file.write_text(file.read_text().replace('flush_7 = "300 to 1"', 'flush_7 = "301 to 1"'))
    install([one])
    before = house_rules(name, Choices.of(flush_bonus="A")).tables["flush_bonus"].awards[0].number
    install([other])
    after = house_rules(name, Choices.of(flush_bonus="A")).tables["flush_bonus"].awards[0].number
    assert (before, after) == (300, 301)


def test_every_command_takes_the_directory_before_or_after_its_name_or_from_the_environment(
    tmp_path: Path,
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    names = {copy_rules(one), copy_rules(other, "yy")}
    assert listed("--rulebook", str(one), f"--rulebook={other}") == PACKAGED | names
    done = croupier("--rulebook", str(one), "--rulebook", str(other), "rules", "diff", *sorted(names))
    assert done.returncode == 0
    assert listed(CROUPIER_RULEBOOK=f"{one}{os.pathsep}{other}") == PACKAGED | names
    assert listed("--rulebook", str(one), CROUPIER_RULEBOOK=str(other)) == PACKAGED | names


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--rulebook", "nowhere"], "nowhere: (directory): no such directory of rule sets"),
        (["--rulebook", "taken"], "the package has ma/high-card-flush in edition 'undated' too"),
        (["--rulebook", "one", "--rulebook", "two"], "one has zz/high-card-flush in edition 'undated' too"),
    ],
)
def test_a_directory_that_cannot_be_used_is_one_line(tmp_path: Path, words: list[str], told: str) -> None:
    copy_rules(tmp_path / "taken", "ma")
    copy_rules(tmp_path / "one")
    copy_rules(tmp_path / "two")
    command = [sys.executable, "-m", "croupier", "rules", "list", *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert told in done.stderr


def test_a_clause_that_another_directory_has_is_refused(tmp_path: Path) -> None:
    copy_rules(tmp_path)
    register = tmp_path / "clauses.csv"
    register.write_text(register.read_text() + '"ma-hcf-1.ante","","","","","",""\n')
    with pytest.raises(RulebookError, match=r"ma-hcf-1\.ante: another directory has this clause too"):
        _ = Rulebook([tmp_path]).clauses


@pytest.mark.usefixtures("restored")
def test_a_broken_file_breaks_no_other_and_names_its_problem(tmp_path: Path) -> None:
    name = copy_rules(tmp_path)
    broken = copy_rules(tmp_path / "broken", "yy")
    file = tmp_path / "broken" / f"{broken}.toml"
    file.write_text(file.read_text().replace('flush_7 = "300 to 1"', 'flush_8 = "300 to 1"'))
    install([tmp_path, tmp_path / "broken"])
    assert set(rulebook().usable()) == PACKAGED | {name}
    told = {each.rules: each.problem for each in every_rule_set()}
    assert {each for each, problem in told.items() if problem} == {broken}
    assert "row 'flush_7' is missing" in told[broken]
    assert broken not in practiced()
    (finding,) = check_text(f'rules = "{broken}"\n').findings
    assert finding.code == "rules_unusable"
    assert "row 'flush_7' is missing" in finding.allowed


def test_a_broken_file_is_listed_with_its_problem_and_refused_in_one_line(tmp_path: Path) -> None:
    broken = copy_rules(tmp_path)
    file = tmp_path / f"{broken}.toml"
    file.write_text(file.read_text().replace('flush_7 = "300 to 1"', 'flush_8 = "300 to 1"'))
    done = croupier("rules", "list", "--json", "--rulebook", str(tmp_path))
    assert done.returncode == 0
    (told,) = [each for each in msgspec.json.decode(done.stdout) if each["rules"] == broken]
    assert "row 'flush_7' is missing" in told["problem"]
    line = f'{{"rules": "{broken}", "dealer": "", "seats": []}}\n'
    for words in ("rules show {}", "odds {}", "play {}", "simulate {} --rounds 1", "advise {} --cards As"):
        refused = croupier(*words.format(broken).split(), "--rulebook", str(tmp_path))
        assert refused.returncode == 2, words
        assert refused.stderr.count("\n") == 1, refused.stderr
        assert "row 'flush_7' is missing" in refused.stderr
    command = [sys.executable, "-m", "croupier", "settle", "--rulebook", str(tmp_path)]
    settled = subprocess.run(command, input=line, capture_output=True, text=True)
    assert settled.returncode == 0
    assert '"rules_unusable"' in settled.stdout


def settled(root: Path, line: dict[str, object]) -> dict[str, dict[str, str]]:
    command = [sys.executable, "-m", "croupier", "settle", "--rulebook", str(root)]
    given = msgspec.json.encode(line).decode() + "\n"
    done = subprocess.run(command, input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer: dict[str, dict[str, str]] = msgspec.json.decode(done.stdout)
    return answer


def test_rules_of_a_missing_game_are_one_line_and_hide_no_other(tmp_path: Path) -> None:
    name = copy_rules(tmp_path)
    (tmp_path / "zz/high-card-flush.toml").rename(tmp_path / "zz/pai-gow.toml")
    file = tmp_path / "zz/pai-gow.toml"
    text = (
        file.read_text().replace(name, "zz/pai-gow").replace('game = "high-card-flush"', 'game = "pai-gow"')
    )
    file.write_text(text)
    told = croupier("rules", "list", "--json", "--rulebook", str(tmp_path))
    problems = {each["rules"]: each["problem"] for each in msgspec.json.decode(told.stdout)}
    assert {each for each, problem in problems.items() if problem} == {"zz/pai-gow"}
    assert "no game 'pai-gow'; allowed: four-card-poker, " in problems["zz/pai-gow"]
    refused = croupier("odds", "zz/pai-gow", "--rulebook", str(tmp_path))
    assert refused.returncode
    assert refused.stderr.count("\n") == 1, refused.stderr
    seat = {"seat": 1, "cards": "Ks", "wagers": {"ante": 100}}
    line: dict[str, object] = {"rules": "zz/pai-gow", "dealer": "As", "seats": [seat]}
    assert settled(tmp_path, line)["error"]["code"] == "rules_unusable"


def test_a_row_that_the_game_does_not_know_is_one_line(tmp_path: Path) -> None:
    name = copy_rules(tmp_path)
    file = tmp_path / f"{name}.toml"
    file.write_text(re.sub(r"(?<!straight_)\bflush_7\b", "flush_9", file.read_text()))
    done = croupier("rules", "verify", str(tmp_path))
    assert done.returncode == 1
    assert "paytables.flush_bonus.tables.A: " in done.stdout
    assert "flush_9" in done.stdout
    line: dict[str, object] = {
        "rules": name,
        "choices": {"flush_bonus": "A"},
        "dealer": "9d 8d 7d 2c 4c 5h 6s",
        "seats": [
            {"seat": 1, "cards": "As Ks Qs Js 9s 2h 3c", "wagers": {"ante": 100}, "decision": {"fold": True}}
        ],
    }
    assert settled(tmp_path, line)["error"]["code"] == "rules_unusable"


@pytest.mark.usefixtures("restored")
def test_a_rule_set_without_practice_choices_hides_no_other(tmp_path: Path) -> None:
    name = copy_rules(tmp_path, practice=False)
    install([tmp_path])
    told = {each.rules: each for each in every_rule_set()}
    assert set(told) == PACKAGED | {name}
    assert not told[name].problem
    assert not any(table.chosen for wager in told[name].wagers for table in wager.tables if wager.priced)
    assert name not in practiced()


@pytest.mark.usefixtures("restored")
def test_the_worker_processes_find_the_same_rule_sets(tmp_path: Path) -> None:
    name = copy_rules(tmp_path)
    install([tmp_path])
    assert environment_of_children()["CROUPIER_RULEBOOK"] == str(tmp_path)
    bench = WorkerPool("rulebook")
    try:
        cards = "As Ks 9s 4s 2h 3c Jd"
        job = bench.ask("advise_at", name, msgspec.json.encode(Choices()), Sought(cards))
        assert job.future.result(timeout=300).best == "raise_1x"
    finally:
        bench.close()
