"""The strategy section of the sheet."""

from collections.abc import Iterator

from croupier.odds.report.blocks import Block, Table, heading, plot, text
from croupier.odds.report.sheet import Sheet
from croupier.odds.report.words import percent
from croupier.odds.strategy import Share


def strategy_blocks(sheet: Sheet) -> Iterator[Block | Table]:
    """Optimal play in short, and what simple rules cost."""
    found = sheet.strategy
    if found.grid:
        yield plot("grid")
        yield text("Suited hands stand above the diagonal, offsuit hands below it. 3x is never best.")
        yield heading("On the flop, after a check")
        yield _shares(found.flop, "2x is best")
        yield heading("On the river, after two checks")
        yield _shares(found.river, "1x is best")
    if found.flush_borders:
        yield text(
            f"Fold every flush below {found.fold_below}; raise as much as is allowed from {found.raise_from}"
            " up. Between the two the other four cards decide:"
        )
        yield Table(
            ("flush", "hands", "of them raise", "share", "gain of raising all, antes"),
            "tnnnn",
            tuple(
                (
                    border.flush,
                    f"{border.hands:,}",
                    f"{border.raised:,}",
                    percent(border.raised / border.hands, 1),
                    f"{border.gain_value:+.4f}".replace("-", "\N{MINUS SIGN}"),
                )
                for border in found.flush_borders
            ),
        )
    if found.up_cards:
        yield text(
            "Against each up-card: the best four cards below which a wager is never right, and those from"
            " which on it always is. Between them the fifth card and the suits decide."
        )
        yield Table(
            ("up-card", "play: never below", "always from", "3x: never below", "always from", "borderline"),
            "tttttn",
            tuple(
                (
                    line.up,
                    line.play_never_below,
                    line.play_always_from,
                    line.most_never_below,
                    line.most_always_from,
                    str(line.borderline),
                )
                for line in found.up_cards
            ),
            widths=(0.5, 1.3, 1.4, 1.4, 1.4, 0.6),
        )
    yield heading("Simple rules and what they cost")
    yield Table(
        ("rule", "house edge", "cost, antes", "cost, % of the ante", "in words"),
        "tnnnt",
        tuple(
            (
                rule.name,
                percent(rule.house_edge),
                f"{rule.cost_value:.6f}",
                percent(rule.cost_value),
                rule.words,
            )
            for rule in found.simple_rules
        ),
        widths=(0.9, 0.7, 0.7, 0.8, 3),
    )


def _shares(shares: tuple[Share, ...], plays: str) -> Table:
    total = sum(share.situations for share in shares)
    return Table(
        ("hand", "of all situations", plays),
        "tnn",
        tuple((each.hand, percent(each.situations / total, 2), percent(each.share, 2)) for each in shares),
        widths=(3, 1, 1),
    )
