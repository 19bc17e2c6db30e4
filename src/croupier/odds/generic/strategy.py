"""Optimal play of a game described by the borders between its decisions."""

from collections.abc import Sequence

from croupier.cards import RANKS, cards_in
from croupier.jit import numpy
from croupier.names import spoken
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.generic.solution import Solution
from croupier.odds.generic.tree import FOLD, Tree
from croupier.odds.protocol import Description
from croupier.odds.sections import Section, Table, Text, columns


def describe(tree: Tree, solution: Solution) -> Description:
    """By decision: the weakest hand for it, or for a larger wager; or the range where cards decide."""
    np = numpy()
    rows = []
    for antes in sorted(set(solution.antes.tolist()) - {FOLD}):
        plays = solution.antes >= antes
        sometimes = int(solution.strengths[plays].min())
        never = solution.strengths[~plays]
        above = solution.strengths[solution.strengths > never.max()] if len(never) else solution.strengths
        always = int(above.min()) if len(above) else None
        mixed = np.intersect1d(solution.strengths[plays], never)
        rows.append(
            (
                spoken(tree.action(antes)),
                hand_text(tree, solution, sometimes),
                "" if always is None else hand_text(tree, solution, always),
                str(len(mixed)),
            )
        )
    return Description(solution.main, {}, _sections(rows))


def hand_text(tree: Tree, solution: Solution, strength: int) -> str:
    """A strength by its name and the ranks of a hand that has it, such as "queen high (Q-6-4)"."""
    sets, _ = canonical_hands(tree.player_cards)
    cards = int(sets[numpy().flatnonzero(solution.strengths == strength)[0]])
    ranks = sorted((card % 13 for card in cards_in(cards)), reverse=True)
    return f"{tree.play.name(strength)} ({'-'.join(RANKS[rank] for rank in ranks)})"


def _sections(rows: Sequence[tuple[str, ...]]) -> tuple[Section, ...]:
    if not rows:
        return (Text(text="Every hand is folded."),)
    titles = ("decision", "never below", "always from", "strengths between")
    return (
        Table(
            title="The least hands of each decision",
            columns=columns(titles, ("text", "text", "text", "count")),
            rows=tuple(rows),
        ),
    )
