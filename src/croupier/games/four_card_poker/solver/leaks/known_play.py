"""Four Card Poker with hidden cards known: play by features that people can see, and its price.

The up-card and the known cards get a *label*: their ranks, or what the dealer's known cards make. By label
and the player's best four cards the dealer's hands are added up over all deals, which prices every rule that
looks at these alone, exactly.
"""

from fractions import Fraction
from math import lcm
from typing import Any

from croupier.cards import RANKS
from croupier.games.four_card_poker.solver.borders import hand_text
from croupier.games.four_card_poker.solver.dealer_law import strengths
from croupier.games.four_card_poker.solver.solution import Worth
from croupier.games.four_card_poker.solver.verdicts import FOLD, PLAY_LEAST, PLAY_MOST
from croupier.jit import kernel
from croupier.odds.protection.leak import CARD, RANK, Leak
from croupier.odds.protection.model import LeakRule
from croupier.odds.protection.signals import Signals
from croupier.odds.sections import Section, Table, Text, columns

BY_UP_CARD, BY_RANKS, BY_SUIT, BY_HAND = range(4)
"""The content of a label: the up-card's rank; also the known card's rank; or whether it shares the up-card's
suit or color; or the hand that the dealer's known cards make."""
LABELS = {BY_UP_CARD: 13, BY_RANKS: 169, BY_SUIT: 26, BY_HAND: 39}
CHOICES, BEATEN, DECIDED, COUNTS = 0, 1, 2, 5
"""By best four cards and label: the choices of known cards, the dealer hands that beat the player's, and the
choices by best decision."""


def kind_of(leak: Leak) -> int:
    """Return the kind of labels that a leak gets."""
    (first, *others) = leak.parts
    if others:
        return BY_UP_CARD
    if first.detail in (CARD, RANK):
        return BY_RANKS if first.number == 1 else BY_HAND if first.place == "dealer" else BY_UP_CARD
    return BY_SUIT if first.number == 1 else BY_UP_CARD


@kernel
def label_of(place: int, up: int, pairing: int, signals: Signals, kind: int) -> int:
    """Return the label of a class of known cards with an up-card."""
    rank = up % 13
    if kind == BY_RANKS:
        return 13 * rank + place % 13
    if kind == BY_SUIT:
        return 2 * rank + int(signals.dealer_classes[pairing, up] == place)
    if kind == BY_HAND:
        one, other = place // signals.size % 13, place % signals.size % 13
        if one == rank and other == rank:
            return 26 + rank
        if one in (rank, other):
            return 13 + one
        if other == rank:
            return 13 + rank
        return max(rank, max(one, other))
    return rank


def _words(label: int, kind: int, detail: str) -> str:
    if kind == BY_RANKS:
        return f"up {RANKS[label // 13]}, known {RANKS[label % 13]}"
    if kind == BY_SUIT:
        return f"up {RANKS[label // 2]}, known of {'its' if label & 1 else 'another'} {detail}"
    if kind == BY_HAND:
        return ("high card ", "pair of ", "three of ")[label // 13] + RANKS[label % 13]
    return f"up {RANKS[label]}"


def describe(
    found: Any, leak: Leak, value: Worth, dealers: int
) -> tuple[tuple[Section, ...], tuple[LeakRule, ...]]:
    """Return the best play by label, and the rule that uses only label and best four cards.

    `found`: by best four cards and label; each choice of the known cards leaves so many dealer's hands.
    """
    kind = kind_of(leak)
    least, most = value.numbers.play_least, value.numbers.play_most
    rows, total, cases = [], Fraction(0), 0
    nets = _nets(value, dealers)
    for label in range(LABELS[kind]):
        by_hand = found[:, label].tolist()
        chosen = sum(each[CHOICES] for each in by_hand)
        if not chosen:
            continue
        (play, play_most), gained = best_borders(by_hand, nets)
        total, cases = total + gained, cases + chosen * dealers
        folded = sum(each[DECIDED + FOLD] for each in by_hand)
        plays = [place for place, each in enumerate(by_hand) if each[CHOICES] > each[DECIDED + FOLD]]
        folds = [place for place, each in enumerate(by_hand) if each[DECIDED + FOLD]]
        never, always = min(plays, default=-1), max(folds, default=-1) + 1
        shown = _hand(never), _hand(always), str(Fraction(folded, chosen)), _hand(play), _hand(play_most)
        rows.append((_words(label, kind, leak.parts[0].detail), *shown))
    titles = ("known", "play: never below", "always from", "folded", f"rule: {least}x from", f"{most}x from")
    table = Table(
        title="By what is known",
        columns=columns(titles, ("text", "text", "text", "share", "text", "text")),
        rows=tuple(rows),
    )
    rule = LeakRule(
        name="by what is known",
        words=f"Find what is known in the table: play {least}x and {most}x from the hands of the last two "
        "columns on, else fold.",
        mean=total / cases,
    )
    text = Text(text="Between the hands of the second and third columns the other cards decide.")
    return (text, table), (rule,)


def _nets(value: Worth, dealers: int) -> list[list[tuple[Fraction, Fraction]]]:
    """By strength and decision: the net of one choice if no dealer hand wins, and the change per winner."""
    found = []
    for bonus in value.bonus:
        row = [(value.fold * dealers, Fraction(0))]
        for antes in (value.numbers.play_least, value.numbers.play_most):
            won, lost = value.gain(antes) + bonus, value.loss(antes) + bonus
            row.append((won * dealers, lost - won))
        found.append(row)
    return found


def best_borders(
    by_hand: list[list[int]], nets: list[list[tuple[Fraction, Fraction]]]
) -> tuple[tuple[int, int], Fraction]:
    """Return the strengths from which the least and the most play wager are best, and the resulting net."""
    unit = lcm(*(part.denominator for row in nets for pair in row for part in pair))
    values = [
        [int(won * unit) * each[CHOICES] + int(less * unit) * each[BEATEN] for won, less in row]
        for each, row in zip(by_hand, nets, strict=True)
    ]
    # Fold up to the first border, wager the least up to the second, which is not lower: two sums.
    all_least = sum(row[PLAY_LEAST] for row in values)
    best, first, second = all_least, 0, len(values)
    ahead = [0]
    for row in reversed(values):
        ahead.append(ahead[-1] + row[PLAY_MOST] - row[PLAY_LEAST])
    ahead.reverse()
    behind, best_first, place_first = 0, 0, 0
    for place in range(len(values) + 1):
        if behind > best_first:
            best_first, place_first = behind, place
        total = all_least + best_first + ahead[place]
        if total > best:
            best, first, second = total, place_first, place
        if place < len(values):
            behind += values[place][FOLD] - values[place][PLAY_LEAST]
    return (first, second), Fraction(best, unit)


def _hand(place: int) -> str:
    values = strengths().values
    return "never" if not 0 <= place < len(values) else hand_text(int(values[place]))
