"""Verification of a directory of rule sets: every problem of every file at once, one line each."""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec

from croupier.games import game, game_names
from croupier.games.common import ROWS
from croupier.games.steps import TABLE_STEPS
from croupier.rulebook.catalog import Rulebook, install, rulebook
from croupier.rulebook.coverage import Document
from croupier.rulebook.directory import Directory, RuleFile
from croupier.rulebook.examples import example_problems
from croupier.rulebook.line_numbers import Lines, dotted
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import Problem, RulebookError
from croupier.rulebook.sections import section_problems
from croupier.submission.check import NotToml, check_text
from croupier.submission.choices import resolve
from croupier.submission.form import Choices
from croupier.submission.table import default_table_rules


def verify(path: Path) -> list[Problem]:
    """All problems of a directory of rule sets used beside the package's own."""
    if not path.is_dir():
        return [Problem(str(path), "(directory)", "no such directory of rule sets")]
    here = Directory(path, str(path))
    before = rulebook().paths
    try:
        return list(dict.fromkeys(_problems(here, install([path]))))
    finally:
        install(before)


def _problems(here: Directory, found: Rulebook) -> Iterator[Problem]:
    yield from here.register.problems
    yield from section_problems(here)
    places = here.rule_files()
    if not places:
        yield Problem(here.label, "(directory)", "no rule set; allowed: <jurisdiction>/<game>.toml")
    taken = list(_told(lambda: _collisions(found)))
    yield from taken
    for place in places:
        yield from _told(partial(_of_rule_set, found, RuleFile(here, place), bool(taken)))


def _told(problems: Callable[[], Iterator[Problem]]) -> Iterator[Problem]:
    """The problems found, and those that prevent further checks."""
    try:
        yield from problems()
    except RulebookError as error:
        yield from error.problems


def _collisions(found: Rulebook) -> Iterator[Problem]:
    """Names and clauses that the package has too."""
    _ = found.files
    _ = found.clauses
    return iter(())


def _of_rule_set(found: Rulebook, file: RuleFile, taken: bool) -> Iterator[Problem]:
    """The problems of one rule set; a name that is taken is ambiguous, so nothing else is checked."""
    rules, problems = found.read(file)
    yield from problems
    text = file.directory.text(file.place) or ""
    if rules is None:
        return
    if rules.rules.game not in game_names():
        problem = f"no game {rules.rules.game!r}; allowed: {', '.join(game_names())}"
        yield Problem(file.label, "rules.game", problem, Lines(text).near("rules.game"))
    elif not problems:
        told = list(_of_game(rules, file.label, Lines(text)))
        yield from told
        if not (told or taken):
            yield from _of_rounds(rules, file.label, Lines(text))
    yield from _of_coverage(file.directory, rules)
    yield from example_problems(file.directory, rules.rules.register)
    if not (problems or taken):
        yield from _of_practice(file)


def _of_game(rules: RuleSet, file: str, lines: Lines) -> Iterator[Problem]:
    """What the game misses in the rules or does not know, for every pay table."""
    tables = ((wager, name) for wager, printed in rules.paytables.items() for name in printed.tables)
    for wager, name in (("", ""), *tables):
        place = f"paytables.{wager}.tables.{name}" if wager else "(game)"
        chosen = Choices(tables={wager: name}, acknowledge=(wager,)) if wager else Choices()
        house = resolve(rules, chosen).house
        try:
            game(rules.rules.game).play(house)
        except RulebookError as error:
            for problem in error.problems:
                key = place if problem.key == ROWS else problem.key
                yield Problem(file, key, problem.text, lines.near(key))
        except (KeyError, ValueError) as error:
            yield Problem(file, place, f"the game does not know {error}", lines.near(place))


def _of_rounds(rules: RuleSet, file: str, lines: Lines) -> Iterator[Problem]:
    """Steps of the game's round that are missing for a dealing method, and steps that no round has."""
    known = set(TABLE_STEPS)
    for method in rules.options["deal"].values:
        table = default_table_rules(rules.rules.document, deal=method)
        for alternative in (None, *_alternatives(rules)):
            filed = msgspec.structs.replace(table.procedure, settlement_alternative=alternative)
            try:
                steps = game(rules.rules.game).procedure(replace(table, procedure=filed))
            except RulebookError as error:
                for problem in error.problems:
                    yield Problem(file, problem.key, f"{problem.text} ({method})", lines.near(problem.key))
                return
            known |= {step.name for step in steps}
    for key in rules.steps:
        if key.partition(".")[0] not in known:
            place = f"steps.{key}"
            yield Problem(file, place, f"no code reads it; the steps are {_listed(known)}", lines.near(place))


def _alternatives(rules: RuleSet) -> Iterable[str]:
    option = rules.options.get("settlement_alternative")
    return () if option is None else option.values


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _of_coverage(here: Directory, rules: RuleSet) -> Iterator[Problem]:
    place = f"coverage/{rules.rules.register}.toml"
    file, text = here.name_of(place), here.text(place) or ""
    try:
        document = msgspec.convert(tomllib.loads(text), Document)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        yield Problem(file, "(file)", str(error))
        return
    reasons = [(name, group) for name in ("physical", "part") for group in getattr(document, name)]
    named = [(f"{status}.{dotted(code)}", clause) for clause, status, code in document.claims()]
    named += [(name, clause) for name, group in reasons for clause in group.clauses]
    for key, clause in named:
        if clause not in rulebook().surroundings(here).clauses:
            problem = f"unknown clause {clause!r}; allowed: an id of clauses.csv"
            yield Problem(file, key, problem, Lines(text).near(key))


def _of_practice(file: RuleFile) -> Iterator[Problem]:
    """The submission for practice is checked like any other."""
    place = f"practice/{file.name}.toml"
    text = file.directory.text(place)
    if text is None:
        return
    label = file.directory.name_of(place)
    try:
        checked = check_text(text)
    except NotToml as error:
        yield Problem(label, "(file)", str(error))
        return
    for finding in checked.findings:
        if finding.severity == "violation":
            told = f"asked {finding.asked}; allowed: {finding.allowed}"
            yield Problem(label, finding.key, told, finding.line)
