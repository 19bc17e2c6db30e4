"""The words of a game: labels of its wagers, rows and stages, and how it is played.

Every field has a default made from the rule set, so a game's folder states only what differs. A value that a
rule decides (a qualifier, a multiple, a tie) is read from the rule set, never typed here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec

from croupier.names import spoken
from croupier.rulebook.model import RuleSet

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class HowStep(msgspec.Struct, frozen=True):
    """A step of a round, explained to a new player."""

    title: str
    text: str


How = Callable[[RuleSet], tuple[HowStep, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The labels and texts of a game. Defaults come from the rule set."""

    title: str = ""
    """The name of the game; by default the name of its folder."""
    wagers: Mapping[str, str] = field(default_factory=dict)
    """Labels by wager, in sentence case; by default the name: `side_bet` is "Side bet"."""
    rows: Mapping[str, str] = field(default_factory=dict)
    """Rows of pay tables in words, in lower case; by default the name: `two_pair` is "two pair"."""
    stages: Mapping[str, str] = field(default_factory=dict)
    """Decision points by the name that advice gives them; by default the name."""
    tables: Mapping[str, str] = field(default_factory=dict)
    """Names of pay tables that are more than a letter."""
    blurb: Callable[[RuleSet], str] | None = None
    """The skill that a player practices, in a sentence or two."""
    bets: Callable[[RuleSet], str] | None = None
    """Which wagers a round needs and which are optional."""
    how: How | None = None
    """The round after the bets, step by step."""
    glossary: Mapping[str, str] = field(default_factory=dict)
    """Words of this game alone, each with its meaning in a sentence."""


def number_words(number: int) -> str:
    """A small number in words.

    >>> number_words(3), number_words(12)
    ('three', '12')
    """
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def count_words(number: int, noun: str) -> str:
    """A number of things in words.

    >>> count_words(1, "card"), count_words(7, "card")
    ('one card', 'seven cards')
    """
    return f"{number_words(number)} {noun}{'' if number == 1 else 's'}"


def face_up_words(rules: RuleSet) -> str:
    """How many of the dealer's cards are dealt face up, as a sentence; empty where none is."""
    if "dealer_face_up" not in rules.facts.get("cards", {}):
        return ""
    up = rules.number("cards.dealer_face_up")
    return f"{capital(count_words(up, 'card'))} of the dealer's {'is' if up == 1 else 'are'} face up."


def times_words(multiple: int) -> str:
    """A multiple of the ante in words.

    >>> times_words(1), times_words(2), times_words(3)
    ('as much as the ante', 'twice the ante', 'three times the ante')
    """
    if multiple == 1:
        return "as much as the ante"
    return "twice the ante" if multiple == 2 else f"{number_words(multiple)} times the ante"


_ONE = {"win": "is paid", "push": "comes back", "lose": "loses"}
_SEVERAL = {"win": "are paid", "push": "come back", "lose": "lose"}


def outcome_words(rules: RuleSet, situation: str, *wagers: str) -> str:
    """How wagers end in a situation of the settlement: "the ante is paid and the raise comes back"."""
    by_outcome: dict[str, list[str]] = {}
    for wager in wagers:
        by_outcome.setdefault(rules.settlement[wager][situation].outcome, []).append(spoken(wager))
    ends = [
        f"the {named[0]} {_ONE[outcome]}" if len(named) == 1 else f"{listed(named)} {_SEVERAL[outcome]}"
        for outcome, named in by_outcome.items()
    ]
    return listed(ends)


def listed(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    """Words in a row.

    >>> listed(["ante", "blind", "play"]), listed(["five"]), listed(["six", "seven"], "or")
    ('ante, blind and play', 'five', 'six or seven')
    """
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
