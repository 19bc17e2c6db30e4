"""A game's decision tree as the generic solver sees it: own cards, hidden dealer's cards, one decision."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from croupier.cards import DECK_SIZE
from croupier.errors import Refusal
from croupier.games.common import NO_ROW, Play, row_reached
from croupier.money import award_paid
from croupier.odds.side_bets import play_of
from croupier.rulebook.model import RuleSet
from croupier.submission.house import HouseRules

FOLD = 0
MOST_PAIRS = 5 * 10**9
"""Pairs of a player's and a dealer's hand, the player's up to a renaming of the suits: a minute's work."""
_RENAMINGS = 24


@dataclass(frozen=True, slots=True)
class Tree:
    """One decision between so many cards of the player and so many hidden cards of the dealer."""

    name: str
    play: Play
    player_cards: int
    dealer_cards: int
    unit: int
    """Of the ante, in which odds of any ratio come out even."""

    def antes(self, strength: int) -> tuple[int, ...]:
        """The wagers that a hand of this strength may decide on, in whole antes from the least up.

        Between two whole numbers of antes a value is a straight line, so that whole antes tell all.
        """
        return legal_antes(self.play, strength)

    def staked(self, antes: int) -> int:
        """All that is wagered against the dealer, in antes."""
        return len(self.play.main) - 1 + antes

    def net(self, strength: int, dealer: int, antes: int) -> int:
        """The net of a hand against a dealer's hand, in units, the bonus aside; no antes are a fold."""
        settled = self.play.settle_main(strength, dealer, int(antes == FOLD), self.unit, antes * self.unit)
        return sum(settled[2::3]) + sum(settled[3::3]) - self.staked(antes) * self.unit

    def bonus(self, cards: int, strength: int) -> int:
        """The bonus of a hand that is not folded, paid without a wager, in units."""
        paid = 0
        for side in self.play.automatic.values():
            kinds, numbers, pers = side.schedule
            row = row_reached(side.rung(cards, strength), kinds)
            if row != NO_ROW:
                paid += award_paid(kinds[row], numbers[row], pers[row], self.unit)
        return paid

    def action(self, antes: int) -> str:
        """A decision by its name."""
        return f"{self.play.decided}_{antes}x" if antes else "fold"

    def in_antes(self, total: int, cases: int) -> Fraction:
        """A sum of nets over equally likely cases, as an expectation in antes."""
        return Fraction(total, cases * self.unit)


def legal_antes(play: Play, strength: int) -> tuple[int, ...]:
    """The whole antes that a hand of this strength may wager by deciding, from the least up."""
    _, most, only = play.bound(strength, 1)
    highest = max(only, default=most)
    return tuple(antes for antes in range(1, highest + 1) if play.allows(strength, 1, antes))


def tree_of(house: HouseRules) -> Tree:
    """The decision tree of a game, or a refusal that says why the generic solver cannot solve it."""
    rules, play = house.rules, play_of(house)
    name = rules.rules.name
    player, dealer = (number_of(rules, f"cards.{side}") for side in ("player", "dealer"))
    if number_of(rules, "cards.community") or number_of(rules, "cards.dealer_face_up"):
        raise unsolved(name, "a single decision, with the dealer's cards hidden")
    if comb(DECK_SIZE, player) * comb(DECK_SIZE, dealer) > MOST_PAIRS * _RENAMINGS:
        raise unsolved(name, f"at most {MOST_PAIRS:,} pairs of hands")
    tables = [house.tables[wager] for wager in (*play.main, *play.automatic)]
    return Tree(
        name=name,
        play=play,
        player_cards=player,
        dealer_cards=dealer,
        unit=lcm(*(award.per for table in tables for award in table.awards)),
    )


def unsolved(name: str, needs: str) -> Refusal:
    """The error that explains why there are no exact odds."""
    return Refusal(
        "not_solved", f"{name}: its game brings no solver of its own, and the generic solver needs {needs}"
    )


def number_of(rules: RuleSet, name: str) -> int:
    """A whole-number fact; 0 if the rules do not state it."""
    section, _, key = name.partition(".")
    return rules.number(name) if key in rules.facts.get(section, {}) else 0
