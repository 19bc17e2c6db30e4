"""Differences between rule sets of one game, for players: facts of the law, pay tables and meters."""

import msgspec

from croupier.games.vocabulary import row_words, vocabulary, wager_label
from croupier.games.words import capital
from croupier.names import spoken
from croupier.rulebook.catalog import cached_by_rulebook, rule_sets, rulebook
from croupier.rulebook.compare import cells
from croupier.rulebook.model import RuleSet
from croupier.submission.award_words import stated
from croupier.submission.house import TableRules
from croupier.submission.practice import practice_rules, practiced


class DifferingPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A point in which rule sets of one game differ, in words by rule set."""

    what: str
    values: dict[str, str]


class GameDifferences(msgspec.Struct, frozen=True, kw_only=True):
    """The rule sets of a game beside one another."""

    game: str
    title: str
    places: dict[str, str]
    """By rule set, whose rules they are."""
    points: tuple[DifferingPoint, ...]


@cached_by_rulebook(maxsize=1)
def differences() -> tuple[GameDifferences, ...]:
    """For every game with several rule sets, what differs for a player at their practice tables."""
    by_game: dict[str, list[str]] = {}
    for name in practiced():
        by_game.setdefault(rule_sets()[name].rules.game, []).append(name)
    return tuple(_of(names) for names in by_game.values() if len(names) > 1)


def _of(names: list[str]) -> GameDifferences:
    tables = {name: practice_rules(name) for name in names}
    words = {name: vocabulary(table.house.rules) for name, table in tables.items()}
    points: dict[str, dict[str, str]] = {}
    for name, table in tables.items():
        for what, value in {**_law(table.house.rules), **_offered(table)}.items():
            points.setdefault(what, {})[name] = value
    first = words[names[0]]
    return GameDifferences(
        game=first.game,
        title=first.title,
        places={name: each.place for name, each in words.items()},
        points=tuple(
            DifferingPoint(what=what, values={name: values.get(name, "\N{EN DASH}") for name in names})
            for what, values in points.items()
            if len({values.get(name) for name in names}) > 1
        ),
    )


def _law(rules: RuleSet) -> dict[str, str]:
    """The document's facts that a player notices, by their meaning."""
    stated, found = dict(cells(rules)), {}
    book = rulebook()
    known = book.surroundings(book.files[rules.rules.name].directory).facts
    for section, facts in known.items():
        for name, spec in facts.items():
            cell = stated.get(f"{section}.{name}") if spec.felt else None
            if cell is not None:
                found[capital(spec.meaning)] = capital(cell.value)
    return found


def _offered(table: TableRules) -> dict[str, str]:
    """The wagers of the practice table: limits, chosen pay tables, meters."""
    house = table.house
    law, found = house.rules, {}
    tables = dict(house.tables)
    if house.progressive is not None:
        tables["progressive"] = house.progressive.table
        for meter in house.progressive.meters:
            found[f"Progressive, {spoken(meter.name)} meter starts at"] = f"${meter.seed // 100:,}"
    for wager, pays in tables.items():
        for row, award in zip(pays.rows, pays.awards, strict=True):
            what = f"{wager_label(law, wager)}, {row_words(law.rules.game, row)}"
            found[what] = stated(law, award)
    return found
