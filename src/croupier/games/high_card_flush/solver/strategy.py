"""High Card Flush: a description of optimal play. The flush decides all but a narrow band of hands."""

from croupier.cards import RANKS
from croupier.games.high_card_flush.solver.solution import Borderline, Solution
from croupier.hands.ranks import ACE
from croupier.odds.protocol import Description
from croupier.odds.sections import Section, Table, Text, columns

_RULE = "raise the most allowed with this three-card flush or better, else fold"


def flush_text(strength: int) -> str:
    """A flush by its ranks.

    >>> from croupier.cards import set_of
    >>> from croupier.hands.flush import flush_strength
    >>> flush_text(flush_strength(set_of("Ts 8s 6s")))
    'T-8-6'
    """
    return "-".join(RANKS[rank] for rank in range(ACE, -1, -1) if strength >> rank & 1)


def describe(solution: Solution) -> Description:
    """Describe optimal play."""
    rules = {name: (_RULE, odds) for name, odds in solution.simple_rules.items()}
    return Description(solution.main, rules, _sections(solution))


def _sections(solution: Solution) -> tuple[Section, ...]:
    fold_below, raise_from = flush_text(solution.fold_below), flush_text(solution.raise_from)
    titles = ("flush", "hands", "raise", "of them", "gain of raising all, in antes")
    return (
        Text(
            text=f"Fold every flush below {fold_below}; raise the most allowed from {raise_from} up."
            " Between them the other four cards decide."
        ),
        Table(
            title="Borderline flushes",
            columns=columns(titles, ("text", "count", "count", "share", "antes")),
            rows=tuple(_row(border) for border in solution.borderline),
        ),
    )


def _row(border: Borderline) -> tuple[str, ...]:
    hands, raised = border.hands, border.raised
    return flush_text(border.strength), str(hands), str(raised), f"{raised}/{hands}", str(border.gain)
