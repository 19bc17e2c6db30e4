"""Verification of a directory of rule sets: every problem of every file at once, one line each."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import Refusal
from croupier.games import game, game_names
from croupier.games.common import ROWS, Play
from croupier.games.steps import TABLE_STEPS
from croupier.rulebook.catalog import Rulebook, install, rulebook
from croupier.rulebook.coverage import document_of, tests_of
from croupier.rulebook.directory import Directory, RuleFile
from croupier.rulebook.examples import example_problems
from croupier.rulebook.facts import FactSpecs
from croupier.rulebook.line_numbers import Lines, dotted
from croupier.rulebook.loader import within
from croupier.rulebook.model import Fact, RuleSet
from croupier.rulebook.petitions import requirements_of
from croupier.rulebook.problems import Problem, RulebookError, collecting
from croupier.rulebook.sections import section_problems
from croupier.submission.check import NotToml, check_text
from croupier.submission.choices import resolve
from croupier.submission.form import Choices
from croupier.submission.table import default_table_rules

SETTLED_BY = {"progressive": "progressive_after_fold", "cover_all": "cover_all_counts"}
"""By wager, the policy that the settlement of every game reads."""

_OF_GAMES: dict[str, Callable[[Iterable[str]], list[str]]] = {
    "decision": lambda stated: [name for name in stated if name != "default_action"],
    "ranking": list,
    "settlement": lambda stated: [name for name in stated if name == "dealer_least"],
}
"""By section, the facts that the game alone reads."""


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
    yield from _collected(lambda: iter(here.register.problems))
    yield from _collected(lambda: section_problems(here))
    yield from _collected(partial(_readable, tests_of, here))
    places = here.rule_files()
    if not places:
        yield Problem(here.label, "(directory)", "no rule set; allowed: <jurisdiction>/<game>.toml")
    taken = list(_collected(lambda: _collisions(found)))
    yield from taken
    unsure = bool(taken or here.register.problems)
    for place in places:
        yield from _collected(partial(_of_rule_set, found, RuleFile(here, place), unsure))


def _collected(problems: Callable[[], Iterator[Problem]]) -> Iterator[Problem]:
    """The problems found, and those that prevent further checks."""
    try:
        yield from problems()
    except RulebookError as error:
        yield from error.problems


def _readable(read: Callable[..., object], *given: object) -> Iterator[Problem]:
    """No problem, if a file beside the rules can be read."""
    read(*given)
    return iter(())


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
    else:
        found_by_game = list(_of_game(rules, file, Lines(text), tuple(problem.key for problem in problems)))
        yield from found_by_game
        if not (problems or found_by_game or taken):
            yield from _of_rounds(rules, file.label, Lines(text))
    yield from _collected(partial(_of_coverage, file.directory, rules))
    yield from _collected(partial(_readable, requirements_of, file.directory, rules.rules.jurisdiction))
    yield from example_problems(file.directory, rules.rules.register)
    if not (problems or taken):
        yield from _of_practice(file)


def _of_game(rules: RuleSet, file: RuleFile, lines: Lines, reported: tuple[str, ...]) -> Iterator[Problem]:
    """Parts that the game lacks or does not know, for every pay table; none within a key already reported."""
    tables = ((wager, name) for wager, printed in rules.paytables.items() for name in printed.tables)
    for wager, name in (("", ""), *tables):
        place = f"paytables.{wager}.tables.{name}" if wager else "(game)"
        chosen = Choices(tables={wager: name}, acknowledge=(wager,)) if wager else Choices()
        with collecting() as found:
            try:
                play = game(rules.rules.game).play(resolve(rules, chosen).house)
                if not wager:
                    added = {} if file.directory is rulebook().directories[0] else file.directory.facts
                    found += [Problem("", key, text) for key, text in _unknown(rules, play, added)]
            except RulebookError as error:
                found += error.problems
            except (KeyError, ValueError) as error:
                if not (reported or found):  # rules with a problem may lack anything
                    found.append(_lacking(rules, place, error))
            except (AttributeError, IndexError, TypeError):
                if not (reported or found):
                    raise
        for problem in found:
            key = place if problem.key == ROWS else problem.key
            if not within(key, reported):
                yield Problem(file.label, key, problem.text, lines.near(key))


def _lacking(rules: RuleSet, place: str, error: KeyError | ValueError) -> Problem:
    """The problem of a game that found no pay table of a wager, or something else that it does not know."""
    wager = str(error.args[0]) if isinstance(error, KeyError) else ""
    if wager.isidentifier() and wager not in rules.paytables:
        return Problem("", f"paytables.{wager}", "missing; the game needs it")
    return Problem("", place, f"the game does not know {error}")


def _unknown(rules: RuleSet, play: Play, added: FactSpecs) -> Iterator[tuple[str, str]]:
    """Wagers and facts of the decision that the game does not have: nothing would read them."""
    sides = {*play.sides, *play.automatic}
    sides |= {name for name in ("progressive", "cover_all") if getattr(play, name) is not None}
    for name in rules.wagers:
        if name not in play.main and name not in sides:
            allowed = ", ".join((*play.main, *sorted(sides)))
            yield f"wagers.{name}", f"{rules.rules.game} has no such wager; allowed: {allowed}"
    if play.decided in rules.wagers and rules.wagers[play.decided].placed != "by_decision":
        yield f"wagers.{play.decided}.placed", "allowed: by_decision, the game's decision"
    for name in rules.settlement:
        if name not in play.main:
            yield f"settlement.{name}", f"not against the dealer; allowed: {', '.join(play.main)}"
    if not any(name.startswith(f"{play.decided}_") for name in rules.facts.get("decision", {})):
        yield (
            f"facts.decision.{play.decided}_most",
            f"missing; allowed: the most of the {play.decided}, in antes",
        )
    policies = set(_policies(rules))
    for name in rules.policies:
        if name not in policies:
            yield f"policies.{name}", f"no code reads it; allowed: {', '.join(sorted(policies))}"
    watched = {section: _Section(stated) for section, stated in rules.facts.items()}
    _use(msgspec.structs.replace(rules, facts=watched))
    for section, stated in watched.items():
        own = {name for name, spec in added.get(section, {}).items() if not spec.prose}
        own.update(_OF_GAMES[section](stated) if section in _OF_GAMES else ())
        for name in stated:
            if name in own and name not in stated.read:
                yield f"facts.{section}.{name}", f"{rules.rules.game} does not read it; leave it out"


def _use(rules: RuleSet) -> None:
    """Have the game read its rules: to play and settle, for its steps and for its words."""
    of_game, house = game(rules.rules.game), resolve(rules, Choices()).house
    of_game.play(house)
    for say in (of_game.words.blurb, of_game.words.bets, of_game.words.how):
        if say is not None:
            say(rules)
    with suppress(RulebookError, Refusal):  # reported for each way of dealing
        of_game.procedure(replace(default_table_rules(rules.rules.document), house=house))


def _policies(rules: RuleSet) -> Iterator[str]:
    """The policies that something reads: a settlement, the game, a limit or an irregularity."""
    yield from (policy for wager, policy in SETTLED_BY.items() if wager in rules.wagers)
    yield from game(rules.rules.game).policies
    for limit in rules.limits.values():
        yield from (each.partition("=")[0] for each in limit.dropped_under)
    for irregularity in rules.irregularities.values():
        yield from (each.partition("=")[0] for each in irregularity.settled_under)


class _Section(dict[str, Fact]):
    """A section of facts that notes which are read."""

    def __init__(self, facts: Mapping[str, Fact]) -> None:
        super().__init__(facts)
        self.read: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        """A fact by name, noted."""
        self.read.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Fact:
        self.read.add(key)
        return super().__getitem__(key)


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
    document = document_of(here, rules)
    reasons = [(name, group) for name in ("physical", "part") for group in getattr(document, name)]
    named = [(f"{status}.{dotted(code)}", clause) for clause, status, code in document.claims()]
    named += [(name, clause) for name, group in reasons for clause in group.clauses]
    lines, known = Lines(text), rulebook().surroundings(here).clauses
    for key, clause in named:
        if clause not in known:
            problem = f"unknown clause {clause!r}; allowed: an id of clauses.csv"
            yield Problem(file, key, problem, lines.near(key.replace('"', "")))
    for _, status, code in document.claims():
        if not _exists(code):
            problem = "no such code; allowed: module:function"
            yield Problem(file, f"{status}.{dotted(code)}", problem, lines.near(f"{status}.{code}"))


def _exists(code: str) -> bool:
    """Whether there is a module of that name, with that function or class if it names one."""
    module, _, name = code.partition(":")
    top, *rest = module.split(".")
    try:
        spec = find_spec(top)  # of a name without dots nothing is imported: the directory may be anybody's
    except (ImportError, ValueError):
        return False
    for part in rest:
        if spec is None or not spec.submodule_search_locations:
            return False
        spec = PathFinder.find_spec(part, list(spec.submodule_search_locations))
    if spec is None or not (spec.origin or "").endswith(".py"):
        return False
    defined = rf"^(async def|def|class) {re.escape(name)}\b|^{re.escape(name)}\b.* = "
    return (
        not name or re.search(defined, Path(spec.origin or "").read_text("utf-8"), re.MULTILINE) is not None
    )


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
            problem = f"asked {finding.asked}; allowed: {finding.allowed}"
            yield Problem(label, finding.key, problem, finding.line)
