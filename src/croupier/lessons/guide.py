"""The guide of a rule set: how a round goes, how hands rank, what each wager pays, the words of the table.

Every sentence and figure comes from the rule data, the game's words or the table machine.
"""

import msgspec

from croupier.cards import card_text, set_of
from croupier.games import game
from croupier.games.vocabulary import row_words, vocabulary, wager_label
from croupier.games.words import HowStep, capital, listed
from croupier.lessons.glossary import glossary
from croupier.lessons.stacked_rounds import LessonRound, lessons_of, play_lesson
from croupier.rulebook.catalog import cached_by_rulebook
from croupier.rulebook.model import Wager
from croupier.settlement.prepared_rules import prepared
from croupier.submission.award_words import stated
from croupier.submission.house import HouseRules, HouseTable, TableRules
from croupier.submission.practice import practice_rules

AUTOMATIC = "It needs no chips of its own: a hand in this table is paid on the ante, win or lose."
FLOP_ALONE = "Only your own cards and the flop count."


class RankedHand(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of hand with an example."""

    name: str
    cards: str
    """The cards that make it."""


class PaidRow(msgspec.Struct, frozen=True, kw_only=True):
    """A hand and its payout."""

    hand: str
    pays: str


class WagerGuide(msgspec.Struct, frozen=True, kw_only=True):
    """A wager explained."""

    wager: str
    label: str
    text: str
    pays: tuple[PaidRow, ...]
    """From the highest hand down; empty where the game itself decides."""


class GlossaryEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A word and its meaning."""

    word: str
    meaning: str


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """How a rule set is played, at its practice table."""

    rules: str
    title: str
    place: str
    bets: str
    steps: tuple[HowStep, ...]
    worked: tuple[LessonRound, ...]
    """A round from the first decision to its end; empty where the game has no lessons."""
    lessons: int
    """How many stacked rounds its tutorial has."""
    ranking: tuple[RankedHand, ...]
    """From the strongest down."""
    wagers: tuple[WagerGuide, ...]
    glossary: tuple[GlossaryEntry, ...]


@cached_by_rulebook(maxsize=64)
def guide(rules: str) -> Guide:
    """The guide of a rule set that has a practice table."""
    table = practice_rules(rules)
    law = table.house.rules
    words = vocabulary(law)
    return Guide(
        rules=rules,
        title=words.title,
        place=words.place,
        bets=words.bets,
        steps=words.how,
        worked=_worked(rules),
        lessons=len(lessons_of(rules)),
        ranking=_ranking(table.house),
        wagers=tuple(
            _wager(table, name, wager) for name, wager in law.wagers.items() if table.house.offers(name)
        ),
        glossary=tuple(GlossaryEntry(word=word, meaning=says) for word, says in glossary(law).items()),
    )


def _worked(rules: str) -> tuple[LessonRound, ...]:
    lessons = lessons_of(rules)
    if not lessons:
        return ()
    do = lessons[0].do
    return tuple(play_lesson(rules, 1, do[:count]) for count in range(len(do) + 1))


def _ranking(house: HouseRules) -> tuple[RankedHand, ...]:
    play = prepared(house).play
    found = []
    for cards in game(house.rules.rules.game).samples.ranking:
        hand = set_of(cards)
        made = cards if play.makes is None else " ".join(card_text(card) for card in play.makes(hand))
        found.append(RankedHand(name=capital(play.name(play.strength(hand))), cards=made))
    return tuple(found)


def _wager(table: TableRules, name: str, wager: Wager) -> WagerGuide:
    house = table.house
    pays = house.progressive.table if name == "progressive" and house.progressive else house.tables.get(name)
    return WagerGuide(
        wager=name,
        label=wager_label(house.rules, name),
        text=AUTOMATIC
        if name in prepared(house).play.automatic
        else _text(table, name, wager, pays is not None),
        pays=() if pays is None else _rows(house, pays),
    )


def _rows(house: HouseRules, pays: HouseTable) -> tuple[PaidRow, ...]:
    law = house.rules
    return tuple(
        PaidRow(hand=capital(row_words(law.rules.game, row)), pays=stated(law, award))
        for row, award in zip(pays.rows, pays.awards, strict=True)
    )


def _text(table: TableRules, name: str, wager: Wager, has_table: bool) -> str:
    law = table.house.rules
    said = []
    if wager.placed == "by_decision":
        said.append("You make it when you decide to stay in.")
    elif wager.equals:
        said.append(f"It must equal your {wager_label(law, wager.equals).lower()}.")
    elif wager.offered == "always":
        said.append("Every round begins with it.")
    else:
        needs = [wager_label(law, each).lower() for each in wager.needs]
        said.append(f"Optional, beside the {listed(needs)}." if needs else "Optional.")
    filed = table.house.progressive
    if name == "progressive" and filed is not None and filed.hand == "flop":
        said.append(FLOP_ALONE)
    if name == "cover_all":
        said.append("It pays by the highest hand dealt and the number of hands; the pay tables show each.")
    elif has_table and wager.offered != "always":
        said.append("It pays for your own hand by this table, even if the dealer wins.")
    return " ".join(said)
