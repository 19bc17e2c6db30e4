"""The rulebook of this process: rule sets found in the package and in the user's directories.

A directory holds `<jurisdiction>/<game>.toml`, and beside them `clauses.csv`, `coverage/<register>.toml`,
`practice/<jurisdiction>/<game>.toml` and, where it adds to the vocabulary, `facts.toml`. A user's directories
are named by `--rulebook` and by `CROUPIER_RULEBOOK`. A rule set is read when it is first used, so a broken
file affects only those who use it.
"""

import os
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

from croupier.plugins import plugins
from croupier.rulebook.directory import Directory, RuleFile, by_edition, edition_of, misplaced
from croupier.rulebook.facts import extended
from croupier.rulebook.line_numbers import Lines
from croupier.rulebook.loader import Reading, Surroundings, read_text
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import Problem, RulebookError
from croupier.rulebook.register import Clause

ENTRY_POINTS = "croupier.rulebooks"
"""The entry-point group in which an installed package names the package with its rule sets."""

ENVIRONMENT = "CROUPIER_RULEBOOK"
"""The user's directories, separated as the paths of `PATH` are."""

PACKAGED = files("croupier.rulebook").joinpath("data")


def _plugged() -> list[Directory]:
    return [Directory(files(point.value), point.value) for point in plugins(ENTRY_POINTS)]


class Rulebook:
    """Every rule set that is found, by name."""

    def __init__(self, directories: Sequence[Path] = ()) -> None:
        self.paths: tuple[Path, ...] = tuple(directories)
        self._read: dict[str, RuleSet | RulebookError] = {}
        self._editions: dict[str, str] = {}
        """By name, the edition that its file states: a table asks for it at every bet."""

    @cached_property
    def directories(self) -> tuple[Directory, ...]:
        """The package's own, those of installed plug-ins, then the user's.

        A plug-in gives way to a user's directory with the same rule files: its source, while it is written.
        """
        for path in self.paths:
            if not path.is_dir():
                raise RulebookError(Problem(str(path), "(directory)", "no such directory of rule sets"))
        users = [Directory(path, str(path)) for path in self.paths]
        stated = [each.rule_files() for each in users]
        plugged = (each for each in _plugged() if each.rule_files() not in stated)
        return (Directory(PACKAGED, ""), *plugged, *users)

    @cached_property
    def files(self) -> dict[str, RuleFile]:
        """The files by the names of their rule sets.

        The newest edition in force today has the plain name, any other `<name>@<edition>`. Two files of one
        edition are an error.
        """
        found: dict[str, list[RuleFile]] = {}
        for directory in self.directories:
            for place in directory.rule_files():
                file = RuleFile(directory, place)
                found.setdefault(file.name, []).append(file)
        return {name: file for group in found.values() for name, file in by_edition(group)}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rule sets, in listing order."""
        return tuple(self.files)

    def has(self, name: str) -> bool:
        """Whether there is a rule set of that name, in that edition if it names one."""
        try:
            self._found(name)
        except KeyError:
            return False
        return True

    def rule_set(self, name: str) -> RuleSet:
        """One rule set; `KeyError` for a name that does not exist, `RulebookError` for a broken file."""
        name, file = self._found(name)
        if name not in self._read:
            try:
                self._read[name] = self._parsed(file)
            except RulebookError as error:
                self._read[name] = error
        found = self._read[name]
        if isinstance(found, RulebookError):
            raise found
        return found

    def _found(self, name: str) -> tuple[str, RuleFile]:
        """The listed name of a rule set, and its file; `KeyError` if there is none."""
        plain, _, edition = name.partition("@")
        if edition and name not in self.files and self._edition(plain) == edition:
            name = plain
        return name, self.files[name]

    def _edition(self, name: str) -> str:
        if name not in self._editions:
            self._editions[name] = edition_of(self.files[name]).name
        return self._editions[name]

    def _parsed(self, file: RuleFile) -> RuleSet:
        rules, found = self.read(file)
        problems = (*file.directory.register.problems, *found)
        if problems or rules is None:
            raise RulebookError(*problems)
        return rules

    def read(self, file: RuleFile) -> Reading:
        """A rule file with all its problems, including a wrong location."""
        text = file.directory.text(file.place)
        assert text is not None, file.place
        rules, problems = read_text(text, file.label, self.surroundings(file.directory))
        found = [] if rules is None else list(misplaced(file, rules))
        placed = [Problem(file.label, key, problem, Lines(text).near(key)) for key, problem in found]
        return Reading(rules, (*placed, *problems))

    def problem(self, name: str) -> str:
        """The problem with the file of a rule set, in one line; empty if it is valid."""
        try:
            self.rule_set(name)
        except RulebookError as error:
            return str(error)
        return ""

    def usable(self) -> dict[str, RuleSet]:
        """The rule sets with valid files, by name."""
        return {name: self.rule_set(name) for name in self.names if not self.problem(name)}

    def surroundings(self, directory: Directory) -> Surroundings:
        """The clauses and facts against which the rule files of a directory are checked."""
        packaged = self.directories[0]
        facts = packaged.facts
        if directory is not packaged:
            file = directory.name_of("facts.toml")
            facts = extended(facts, directory.facts, directory.text("facts.toml") or "", file)
        return Surroundings({**packaged.register.clauses, **directory.register.clauses}, facts)

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """The clauses of every register; an id that two directories have is an error."""
        found: dict[str, Clause] = {}
        for directory in self.directories:
            for name, clause in directory.register.clauses.items():
                if name in found:
                    problem = "another directory has this clause too; allowed: an id that is not taken"
                    raise RulebookError(Problem(directory.name_of("clauses.csv"), name, problem))
                found[name] = clause
        return found

    def beside(self, name: str) -> tuple[Directory, ...]:
        """The directories in which texts about a rule set are looked for: its own first."""
        own = self._found(name)[1].directory
        return (own, *(each for each in self.directories if each is not own))

    def practice(self, name: str) -> str | None:
        """The text of the practice submission of a rule set; None if there is none."""
        file = self._found(name)[1]
        own = file.directory.text(f"practice/{file.place}")
        return own if own is not None else file.directory.text(f"practice/{file.name}.toml")


# ---------------------------------------------------------------------------------- of this process

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")

_installed = Rulebook(())
_chosen = False
_forget: list[Callable[[], None]] = []


def rulebook() -> Rulebook:
    """The rulebook of this process: as set by `install`, else with the directories of `CROUPIER_RULEBOOK`."""
    return _installed if _chosen else install(directories_of_environment())


def install(directories: Sequence[Path]) -> Rulebook:
    """Use the package's rule sets and those of these directories from now on."""
    global _installed, _chosen
    wanted = tuple(dict.fromkeys(path.absolute() for path in directories))
    if wanted != _installed.paths:
        _installed = Rulebook(wanted)
        for forget in _forget:
            forget()
    _chosen = True
    return _installed


def directories_of_environment() -> tuple[Path, ...]:
    """The user's directories as the environment names them."""
    return tuple(Path(each) for each in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if each)


def environment_of_children() -> dict[str, str]:
    """The environment for a child process that must find the same rule sets."""
    return {**os.environ, ENVIRONMENT: os.pathsep.join(map(str, rulebook().paths))}


def cached_by_rulebook(maxsize: int) -> Callable[[Callable[_Given, _Answer]], Callable[_Given, _Answer]]:
    """Cache a function of the rulebook until another rulebook is installed."""

    def decorated(function: Callable[_Given, _Answer]) -> Callable[_Given, _Answer]:
        kept = lru_cache(maxsize=maxsize)(function)
        _forget.append(kept.cache_clear)
        return cast(Callable[_Given, _Answer], kept)

    return decorated


def rule_set(name: str) -> RuleSet:
    """One rule set; `KeyError` for a name that does not exist, `RulebookError` for a broken file."""
    return rulebook().rule_set(name)


def rule_set_names() -> tuple[str, ...]:
    """The names of the rule sets, in listing order."""
    return rulebook().names


def rule_sets() -> dict[str, RuleSet]:
    """The rule sets with valid files, by name."""
    return rulebook().usable()


def clauses() -> dict[str, Clause]:
    """All clauses in the order of the documents."""
    return rulebook().clauses


def clauses_of(register: str) -> dict[str, Clause]:
    """The clauses of one document, by the prefix of its ids."""
    return {name: clause for name, clause in clauses().items() if name.startswith(register + "-")}
