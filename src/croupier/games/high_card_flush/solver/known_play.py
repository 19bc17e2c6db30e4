"""High Card Flush with hidden cards known: play by features that people can see, and its price.

The *label* of a known card is its rank, and whether it shares the suit of the player's flush. By label and
flush, the outcomes against the dealer are added up over all hands, which prices every rule that uses only
these, exactly.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from croupier.cards import RANKS
from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver.solution import FOLD, STRENGTHS, Stakes, value_of
from croupier.games.high_card_flush.solver.strategy import flush_text
from croupier.jit import kernel, numpy
from croupier.odds.protection.leak import CARD, COLOR, DEALER, RANK, SUIT, Leak
from croupier.odds.protection.model import LeakRule
from croupier.odds.protection.signals import Signals
from croupier.odds.sections import Section, Table, Text, columns

_DETAILS = (CARD, RANK, SUIT, COLOR)
RAISED, COUNTS = 4, 5
"""By flush and label: the dealer's hands by outcome, then the cases in which raising is best."""


class Labels(NamedTuple):
    """The known cards in words."""

    detail: int
    """The index of the detail, or -1 for parts with different details, which get no labels."""
    ordered: bool
    """Whether one card is the dealer's and one undealt."""
    number: int
    places: Any
    """By strength, the place of a flush."""


def labels_of(leak: Leak, signals: Signals) -> Labels:
    """Return the labels of a leak."""
    np = numpy()
    details = {part.detail for part in leak.parts}
    known = signals.dealer + signals.undealt
    detail = _DETAILS.index(details.pop()) if len(details) == 1 else -1
    number = {-1: 1, 0: 26 if known == 1 else 169, 1: 13**known, 2: 2**known, 3: 2**known}[detail]
    places = np.zeros(8 << 13, np.int64)
    places[list(STRENGTHS)] = np.arange(len(STRENGTHS))
    return Labels(detail, signals.dealer == signals.undealt, number, places)


@kernel
def flush_of(cards: int, strength: int) -> int:
    """Return the suit of the flush that counts."""
    for suit in range(4):
        if cards >> 13 * suit & 8191 == strength & 8191:
            return suit
    return 0


@kernel
def label_of(place: int, flush: int, pairing: int, signals: Signals, labels: Labels) -> int:
    """Return the label of a class of known cards, given the suit of the flush."""
    detail, size = labels.detail, signals.size
    if detail < 0:
        return 0
    one, other = place // size, place % size
    if signals.dealer + signals.undealt == 1:
        if detail == 0:
            return place % 13 + 13 * (place // 13 == flush)
        if detail == 1:
            return place
        return int(signals.dealer_classes[pairing, 13 * flush] == place)
    if detail < 2:
        first, second = one % 13, other % 13
        if labels.ordered:
            return first * 13 + second
        return min(first, second) * 13 + max(first, second)
    of_flush = signals.dealer_classes[pairing, 13 * flush]
    first, second = int(one == of_flush), int(other == of_flush)
    if labels.ordered:
        return 2 * first + second
    return first + second


def words_of(label: int, leak: Leak, labels: Labels) -> str:
    """Return a label in words."""
    one = sum(part.number for part in leak.parts) == 1
    suits = "suit" if labels.detail == _DETAILS.index(SUIT) else "color"
    if labels.detail == 0 and one:
        return RANKS[label % 13] + (" of your flush's suit" if label >= 13 else " of another suit")
    if labels.detail in (0, 1):
        if one:
            return RANKS[label]
        first, second = RANKS[label // 13], RANKS[label % 13]
        return f"dealer {first}, gone {second}" if labels.ordered else f"{first} and {second}"
    if one:
        return f"your flush's {suits}" if label else f"another {suits}"
    if labels.ordered:
        held = ("neither", "the card that is gone", "the dealer's card", "both")[label]
        return f"of your flush's {suits}: {held}"
    return f"of your flush's {suits}: {('none', 'one', 'both')[label]}"


def describe(
    found: Any, leak: Leak, labels: Labels, stakes: Stakes, cases: int
) -> tuple[tuple[Section, ...], tuple[LeakRule, ...]]:
    """Return best play by label, and the rule by labels and flush alone; `found` is by flush and label."""
    if labels.detail < 0:
        return (), ()
    rows, total = [], 0
    for label in range(labels.number):
        by_flush = found[:, label].tolist()
        if not any(sum(each[:RAISED]) for each in by_flush):
            continue
        border, gained = best_border(by_flush, stakes)
        total += gained
        weights = [(sum(each[:RAISED]), each[RAISED]) for each in by_flush]
        never = next((place for place, (_, raised) in enumerate(weights) if raised), len(STRENGTHS))
        always = len(weights)
        while always and weights[always - 1][0] == weights[always - 1][1]:
            always -= 1
        while always < len(weights) and not weights[always][0]:  # no hand with this flush
            always += 1
        whole, raised = (sum(each) for each in zip(*weights, strict=True))
        share = str(Fraction(raised, whole))
        flushes = _flush(never), _flush(always), share, _flush(border)
        rows.append((words_of(label, leak, labels), *flushes))
    titles = ("known", "raise: never below", "always from", "raised", "rule: raise from")
    table = Table(
        title="By what is known",
        columns=columns(titles, ("text", "text", "text", "share", "text")),
        rows=tuple(rows),
    )
    whose = "the dealer's card" if leak.part(DEALER) else "the card that is gone"
    rule = LeakRule(
        name="by what is known",
        words=f"Look at {whose} in the table, and raise the most allowed from the flush of the last column "
        "on, else fold.",
        mean=Fraction(total, cases * stakes.unit),
    )
    text = Text(text="Between the flushes of the second and third columns the player's other cards decide.")
    return (text, table), (rule,)


def best_border(by_flush: list[list[int]], stakes: Stakes) -> tuple[int, int]:
    """Return the place of the lowest flush with which to raise the most, and the net over all cases."""
    folds, raises = [], []
    for strength, (*law, _) in zip(STRENGTHS, by_flush, strict=True):
        stand = law[0], law[1], law[2], law[3]
        folds.append(value_of(stand, FOLD, stakes.nets))
        raises.append(value_of(stand, most_antes(strength, stakes.bounds), stakes.nets))
    best, place, value = sum(raises), 0, sum(raises)
    for border, (folded, raised) in enumerate(zip(folds, raises, strict=True), start=1):
        value += folded - raised
        if value > best:
            best, place = value, border
    return place, best


def _flush(place: int) -> str:
    return "never" if place >= len(STRENGTHS) else flush_text(STRENGTHS[place])
