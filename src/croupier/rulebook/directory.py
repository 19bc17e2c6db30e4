"""A directory of rule sets: its rule files and their editions, and the files beside them."""

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from croupier.rulebook.facts import FactSpecs, read_facts
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import Problem, RulebookError
from croupier.rulebook.register import Register, read_register

NOT_JURISDICTIONS = ("coverage", "examples", "petition", "practice")


class Directory:
    """A directory of rule sets with the clauses, coverage and practice choices beside them."""

    def __init__(self, root: Traversable, label: str) -> None:
        self.root = root
        self.label = label
        """Its name in messages; empty for the package's own."""

    def name_of(self, place: str) -> str:
        """The name of a file in messages."""
        return str(Path(self.label, place)) if self.label else place

    def text(self, place: str) -> str | None:
        """The text of a file; None if it is missing."""
        file = self.root.joinpath(*place.split("/"))
        if not file.is_file():
            return None
        try:
            content = file.read_bytes()
            return content.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = content[: error.start].count(b"\n") + 1
            problem = Problem(self.name_of(place), "(file)", "not text; allowed: UTF-8", line)
            raise RulebookError(problem) from None
        except OSError as error:
            raise RulebookError(Problem(self.name_of(place), "(file)", f"{error.strerror}")) from None

    def rule_files(self) -> list[str]:
        """`<jurisdiction>/<game>.toml`, every one, in alphabetical order."""
        return sorted(
            f"{folder.name}/{file.name}"
            for folder in self.root.iterdir()
            if folder.is_dir()
            and folder.name not in NOT_JURISDICTIONS
            and not folder.name.startswith((".", "_"))
            for file in folder.iterdir()
            if file.name.endswith(".toml") and file.is_file()
        )

    @cached_property
    def register(self) -> Register:
        """The clauses of its documents by id."""
        return read_register(self.text("clauses.csv") or "", self.name_of("clauses.csv"))

    @cached_property
    def facts(self) -> FactSpecs:
        """The facts that it adds to the vocabulary."""
        return read_facts(self.text("facts.toml") or "", self.name_of("facts.toml"))


class RuleFile(NamedTuple):
    """A rule file: its directory, and its path there, `<jurisdiction>/<game>[@<edition>].toml`."""

    directory: Directory
    place: str

    @property
    def name(self) -> str:
        """The name of the rule set without its edition."""
        return self.place.removesuffix(".toml").partition("@")[0]

    @property
    def label(self) -> str:
        """The name of the file in messages."""
        return self.directory.name_of(self.place)


class Edition(NamedTuple):
    """The edition of a file, sortable: editions of one document sort from oldest to newest."""

    effective: date
    parts: tuple[tuple[int, str], ...]
    name: str


def edition_of(file: RuleFile) -> Edition:
    """The edition that a file states; for a broken file, the one in its name."""
    named = file.place.removesuffix(".toml").partition("@")[2]
    try:
        told = tomllib.loads(file.directory.text(file.place) or "").get("rules")
    except (tomllib.TOMLDecodeError, RulebookError):
        told = None
    rules = told if isinstance(told, dict) else {}
    name, effective = str(rules.get("edition", named)), rules.get("effective")
    parts = tuple((int(number or 0), text) for number, text in re.findall(r"(\d+)|([^\d.-]+)", name))
    return Edition(effective if type(effective) is date else date.min, parts, name)


def by_edition(group: list[RuleFile]) -> Iterator[tuple[str, RuleFile]]:
    """The files of one document: the newest edition in force today under the plain name, the others with
    their editions. Before any is in force, the first to come has the plain name."""
    if len(group) == 1:
        yield group[0].name, group[0]
        return
    newest_first = sorted(group, key=edition_of, reverse=True)
    today = date.today()
    in_force = (file for file in newest_first if edition_of(file).effective <= today)
    plain = next(in_force, newest_first[-1])
    seen: dict[str, RuleFile] = {}
    for file in (plain, *(file for file in newest_first if file is not plain)):
        edition = edition_of(file).name
        if edition in seen:
            last, first = sorted((file, seen[edition]), key=group.index, reverse=True)
            where = first.directory.label or "the package"
            problem = f"{where} has {file.name} in edition {edition!r} too; allowed: another name or edition"
            raise RulebookError(Problem(last.label, "(file)", problem))
        yield (file.name if not seen else f"{file.name}@{edition}"), file
        seen[edition] = file


def misplaced(file: RuleFile, rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Keys of a file that contradict its location, each with the problem."""
    jurisdiction, _, game = file.name.partition("/")
    told, edition = rules.rules, file.place.removesuffix(".toml").partition("@")[2]
    for key, said, is_so in (
        ("rules.name", told.name, file.name),
        ("rules.jurisdiction", told.jurisdiction, jurisdiction),
        ("rules.game", told.game, game),
        ("rules.edition", told.edition, edition or told.edition),
    ):
        if said != is_so:
            yield key, f"{said!r} in the file {file.place}; allowed: {is_so!r}"
