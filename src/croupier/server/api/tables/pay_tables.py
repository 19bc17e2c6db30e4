"""A table's pay tables, for the lobby and the felt."""

from collections.abc import Iterator
from functools import lru_cache

from croupier.games.vocabulary import progressive_label, row_words, wager_label
from croupier.games.words import capital
from croupier.server.api.messages import PayRow, PayTable
from croupier.submission.award_words import stated
from croupier.submission.house import HouseTable, TableRules


@lru_cache(maxsize=256)
def pay_tables(rules: TableRules) -> tuple[PayTable, ...]:
    """The pay tables that the house has chosen, by wager, with the payout of every hand."""
    return tuple(_chosen(rules))


def _chosen(rules: TableRules) -> Iterator[PayTable]:
    house = rules.house
    for wager, pays in house.tables.items():
        yield _pay_table(rules, wager, pays)
    for hands, pays in house.cover_all.items():
        yield _pay_table(rules, "cover_all", pays, hands=hands)
    if house.progressive is not None:
        yield _pay_table(rules, "progressive", house.progressive.table)


def _pay_table(rules: TableRules, wager: str, pays: HouseTable, *, hands: int = 0) -> PayTable:
    document = rules.house.rules
    rows = zip(pays.rows, pays.awards, strict=True)
    return PayTable(
        wager=wager,
        title=progressive_label(rules.house) if wager == "progressive" else wager_label(document, wager),
        name=pays.name,
        hands=hands,
        rows=tuple(
            PayRow(hand=capital(row_words(document.rules.game, row)), pays=stated(document, award))
            for row, award in rows
        ),
        clauses=pays.clauses,
    )
