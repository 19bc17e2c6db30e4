"""Editions: which one a rule set is, when it was checked, and two of them side by side."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from croupier.rulebook import catalog
from croupier.rulebook.catalog import PACKAGED, Rulebook, install, rule_set
from croupier.rulebook.directory import Directory, Edition, RuleFile, by_edition, edition_of
from croupier.rulebook.problems import RulebookError
from croupier.submission.check import check_text
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from tests.rulebook.test_catalog import croupier

MD = "md/high-card-flush"
CHANGED = 'flush_7 = "300 to 1", flush_6 = "100 to 1", flush_5 = "10 to 1", flush_4 = "1 to 1"'


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    yield
    install(())


def edition(root: Path, number: str, pays: str = "310 to 1", more: str = "") -> Path:
    """Another edition of the Maryland document in a user's directory: it pays another price for a row."""
    text = PACKAGED.joinpath("md", "high-card-flush.toml").read_text(encoding="utf-8")
    text = text.replace('edition = "1.0"\n', f'edition = "{number}"\n{more}')
    assert CHANGED in text
    file = root / f"{MD}@{number}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text.replace(CHANGED, CHANGED.replace("300 to 1", pays)))
    return file


def pays(name: str) -> str:
    return rule_set(name).paytables["flush_bonus"].tables["A"].pays["flush_7"]


def test_every_packaged_rule_set_says_its_edition_and_when_it_was_checked() -> None:
    done = croupier("rules", "list", "--json")
    listed = {each["rules"]: each for each in json.loads(done.stdout)}
    assert listed[MD]["edition"] == "1.0"
    assert all(each["edition"] and each["checked"] >= "2026-11-16" for each in listed.values())


def test_the_plain_name_means_the_newest_edition_and_each_has_a_name_of_its_own(tmp_path: Path) -> None:
    edition(tmp_path, "2.0", "310 to 1")
    edition(tmp_path, "10.0", "320 to 1")
    found = install([tmp_path])
    assert [name for name in found.names if name.startswith(MD)] == [MD, f"{MD}@2.0", f"{MD}@1.0"]
    assert pays(MD) == pays(f"{MD}@10.0") == "320 to 1"
    assert pays(f"{MD}@2.0") == "310 to 1"
    assert pays(f"{MD}@1.0") == "300 to 1"
    assert rule_set(MD).rules.document == f"{MD}@10.0"
    with pytest.raises(KeyError):
        rule_set(f"{MD}@3.0")


def test_the_plain_name_means_the_newest_edition_in_force_today(tmp_path: Path) -> None:
    today = date.today()
    edition(tmp_path, "0.8", more="effective = 2001-01-01\n")
    edition(tmp_path, "0.9", "320 to 1", more=f"effective = {today}\n")
    edition(tmp_path, "3.0", "330 to 1", more=f"effective = {today + timedelta(days=2)}\n")
    found = install([tmp_path])
    names = [name for name in found.names if name.startswith(MD)]
    assert names == [MD, f"{MD}@3.0", f"{MD}@0.8", f"{MD}@1.0"]
    assert pays(MD) == pays(f"{MD}@0.9") == "320 to 1"
    assert pays(f"{MD}@3.0") == "330 to 1"


def test_before_any_edition_is_in_force_the_plain_name_means_the_first_to_come(tmp_path: Path) -> None:
    later = edition(tmp_path, "1.5", more="effective = 9999-01-01\n")
    sooner = edition(tmp_path, "2.0", more="effective = 9998-01-01\n")
    files = [
        RuleFile(Directory(tmp_path, "own"), str(file.relative_to(tmp_path))) for file in (later, sooner)
    ]
    assert list(by_edition(files)) == [(MD, files[1]), (f"{MD}@1.5", files[0])]


def test_an_effective_time_instead_of_a_date_breaks_its_own_file_alone(tmp_path: Path) -> None:
    edition(tmp_path, "2.0", more="effective = 2001-01-01T00:00:00\n")
    found = install([tmp_path])
    (broken,) = (name for name in found.names if found.problem(name))
    assert found.files[broken].directory.label
    assert "rules.effective: " in found.problem(broken)
    assert pays(f"{MD}@1.0") == "300 to 1"


def test_each_edition_is_checked_settled_and_priced_by_its_own_figures(tmp_path: Path) -> None:
    edition(tmp_path, "2.0")
    install([tmp_path])
    awards = {
        name: house_rules(name, Choices.of(flush_bonus="A")).tables["flush_bonus"].awards[0].number
        for name in (MD, f"{MD}@2.0", f"{MD}@1.0")
    }
    assert awards == {MD: 310, f"{MD}@2.0": 310, f"{MD}@1.0": 300}
    old = check_text('rules = "md/high-card-flush"\nboxes_per_player = 1\n', "1.0")
    assert old.resolved is not None
    assert old.resolved.house.rules.rules.edition == "1.0"


def test_every_edition_is_listed_and_distinguished_on_the_command_line(tmp_path: Path) -> None:
    edition(tmp_path, "2.0")
    done = croupier("rules", "list", "--json", "--rulebook", str(tmp_path))
    listed = {each["rules"]: each["edition"] for each in json.loads(done.stdout)}
    assert (listed[MD], listed[f"{MD}@1.0"]) == ("2.0", "1.0")
    differing = croupier("rules", "diff", MD, f"{MD}@1.0", "--json", "--rulebook", str(tmp_path))
    (cell,) = json.loads(differing.stdout)["differences"]
    assert (cell["left"]["value"], cell["right"]["value"]) == ("310 to 1", "300 to 1")
    assert cell["key"] == "flush_bonus.A.flush_7"


def test_two_files_of_one_edition_are_refused(tmp_path: Path) -> None:
    edition(tmp_path, "1.0")
    with pytest.raises(RulebookError, match=r"the package has md/high-card-flush in edition '1\.0' too"):
        _ = Rulebook([tmp_path]).names


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('edition = "2.0"', 'edition = "2.1"', "rules.edition: '2.1' in the file"),
        ('jurisdiction = "md"', 'jurisdiction = "ma"', "rules.jurisdiction: 'ma' in the file"),
        ('name = "md/', 'name = "ma/', "rules.name: 'ma/high-card-flush' in the file"),
        ("checked = 2026-11-16", 'checked = "soon"', "rules.checked: "),
        ('edition = "2.0"\n', "", "rules.edition: missing"),
        ('edition = "2.0"', 'edition = "2/0"', "rules.edition: "),
    ],
)
def test_a_file_that_lies_about_its_edition_or_place_is_refused(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    file = edition(tmp_path, "2.0", more="effective = 2027-01-01\n")
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    found = Rulebook([tmp_path])
    problem = next(found.problem(name) for name in found.names if found.files[name].directory.label)
    assert told in problem


def test_the_edition_of_a_file_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bet asks whether the rules of its table are still installed."""
    read: list[str] = []

    def counted(file: RuleFile) -> Edition:
        read.append(file.name)
        return edition_of(file)

    monkeypatch.setattr(catalog, "edition_of", counted)
    found = Rulebook()
    for _ in range(3):
        assert found.rule_set(f"{MD}@1.0") is found.rule_set(MD)
    assert read == [MD]
