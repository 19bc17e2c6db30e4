"""The vocabulary of a rule set: the words of its game, with every default filled in."""

import msgspec

from croupier.games import game
from croupier.games.words import (
    HowStep,
    capital,
    count_words,
    face_up_words,
    listed,
)
from croupier.names import spoken
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules

WAIVED = {"check": "Check", "fold": "Fold"}
PAID = ("envy",)
"""Results that are no wager of their own."""


class Vocabulary(msgspec.Struct, frozen=True, kw_only=True):
    """The words for one rule set."""

    rules: str
    game: str
    title: str
    """The name of the game."""
    place: str
    """Whose rules they are: the rule set's title without the game."""
    wagers: dict[str, str]
    """Labels of wagers and other results."""
    decided: str
    """The wager that is placed by deciding."""
    actions: dict[str, str]
    """Labels of what a player may decide."""
    rows: dict[str, str]
    """Rows of pay tables in words."""
    stages: dict[str, str]
    """Decision points in words."""
    tables: dict[str, str]
    """Names of pay tables that are more than a letter."""
    blurb: str
    tile: str
    """Cards for the game's tile."""
    hand: str
    """Cards for its practice page."""
    bets: str
    """Which wagers a round needs and which are optional."""
    how: tuple[HowStep, ...]
    """The round after the bets, step by step."""
    taught: bool
    """Whether the game has lessons."""


def row_words(name: str, row: str) -> str:
    """A row of a game's pay tables in words: "seven-card flush"."""
    return game(name).words.rows.get(row) or spoken(row)


def wager_label(rules: RuleSet, wager: str) -> str:
    """The label of a wager: "Flush bonus"."""
    return game(rules.rules.game).words.wagers.get(wager) or capital(spoken(wager))


def progressive_label(house: HouseRules) -> str:
    """The label of the progressive, and which cards count where these are not all."""
    label, filed = wager_label(house.rules, "progressive"), house.progressive
    return f"{label}: hole cards and flop" if filed is not None and filed.hand == "flop" else label


def vocabulary(rules: RuleSet) -> Vocabulary:
    """The words of a rule set."""
    found = game(rules.rules.game)
    words, samples = found.words, found.samples
    title = game_title(rules)
    decided = decided_wager(rules)
    wagers = {name: wager_label(rules, name) for name in (*rules.wagers, *PAID)}
    tile = samples.shown(rules.number("cards.player"))
    return Vocabulary(
        rules=rules.rules.name,
        game=rules.rules.game,
        title=title,
        place=rules.rules.title.removeprefix(title).lstrip(", "),
        wagers=wagers,
        decided=decided,
        actions={**({decided: wagers[decided]} if decided else {}), **WAIVED},
        rows={name: row_words(rules.rules.game, name) for name in _rows(rules)},
        stages=dict(words.stages),
        tables=dict(words.tables),
        blurb=words.blurb(rules) if words.blurb else _blurb(rules, wagers[decided] if decided else ""),
        tile=tile,
        hand=samples.hand or tile,
        bets=words.bets(rules) if words.bets else _bets(rules),
        how=words.how(rules) if words.how else _how(rules),
        taught=bool(samples.lessons),
    )


def game_title(rules: RuleSet) -> str:
    """The name of a rule set's game."""
    return game(rules.rules.game).words.title or spoken(rules.rules.game).title()


def decided_wager(rules: RuleSet) -> str:
    """The wager that is placed by deciding; empty where there is none."""
    return next((name for name, wager in rules.wagers.items() if wager.placed == "by_decision"), "")


def _rows(rules: RuleSet) -> list[str]:
    """Every row of every pay table, progressive and envy schedule."""
    tables = (pays for each in rules.paytables.values() for pays in (*each.tables.values(),))
    named = [row for each in rules.paytables.values() for row in each.rows]
    named += [row for pays in (*tables, *rules.progressive.values()) for row in (*pays.pays, *pays.unpaid)]
    named += [row for each in rules.progressive.values() for envy in each.envy for row in envy.pays]
    return list(dict.fromkeys(named))


def _bets(rules: RuleSet) -> str:
    """Which wagers a round needs, which stand alone and which are optional: from the wagers' own data."""

    def label(name: str) -> str:
        return wager_label(rules, name).lower()

    placed = {name: wager for name, wager in rules.wagers.items() if wager.placed == "before_deal"}
    said = []
    for name, wager in placed.items():
        if wager.offered == "always" and name != "ante":
            amount = f", equal to the {label(wager.equals)}" if wager.equals else ""
            said.append(f"You must also make the {label(name)}{amount}.")
    optional = [name for name, wager in placed.items() if wager.offered != "always"]
    alone = [name for name in optional if not placed[name].needs and not placed[name].needs_one_of]
    if alone:
        verb = "needs" if len(alone) == 1 else "need"
        said.append(f"{capital(listed([label(name) for name in alone]))} {verb} no ante.")
    rest = [name for name in optional if name not in alone]
    if rest:
        said.append("The rest is optional.")
    return " ".join(said)


def _blurb(rules: RuleSet, decided: str) -> str:
    own = capital(count_words(rules.number("cards.player"), "card"))
    return f"{own}. {decided} or fold." if decided else f"{own}."


def _how(rules: RuleSet) -> tuple[HowStep, ...]:
    """A round of any game with one hand each: the cards, the decision, the dealer."""
    own, dealer = (count_words(rules.number(each), "card") for each in ("cards.player", "cards.dealer"))
    deal = [f"You get {own}, the dealer {dealer}.", face_up_words(rules)]
    if "community" in rules.facts.get("cards", {}):
        board = count_words(rules.number("cards.community"), "card")
        deal.append(f"{capital(board)} on the board are shared.")
    decided = decided_wager(rules)
    steps = [HowStep("Look at your cards", " ".join(filter(None, deal)))]
    if decided:
        label = wager_label(rules, decided)
        made = f"Make the {label.lower()} wager to stay in, or fold and give up the ante."
        steps.append(HowStep(f"{label} or fold", made))
    steps.append(HowStep("Beat the dealer", "The better hand wins."))
    return tuple(steps)
