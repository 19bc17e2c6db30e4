"""The exact value of each action at the table, and the cost of mistakes."""

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.cli.play.screen import Screen
from croupier.cli.progress_bar import Bar
from croupier.cli.terminal import table
from croupier.money import dollars
from croupier.names import spoken
from croupier.table.offers import Offer
from croupier.table.state import State

if TYPE_CHECKING:
    from croupier.odds.advice import Advice


class Advisor:
    """Prints the value of each action and keeps the score of mistakes."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._found: Advice | None = None
        self._decisions = self._mistakes = 0
        self._cost = Fraction(0)
        """In cents."""

    def before(self, state: State, offer: Offer) -> None:
        """Print the value of each offered action, or one line if it cannot be computed."""
        hand = state.hands[offer.seat]
        self._found = None
        try:
            from croupier.odds.advice import advice
            from croupier.odds.filed.wagers import wagers_on_layout

            house = state.at.house
            placed = wagers_on_layout(house, hand.wagers)
            with Bar("solving") as progress:
                self._found = found = advice(
                    house, hand.cards, state.board, state.dealer_up, progress, placed
                )
        except Exception as error:  # advice is optional: the game goes on without it
            self._screen.line(f"No advice: {str(error) or type(error).__name__}", style="yellow")
            return
        ante = hand.wagers["ante"]
        best = found.values[found.best]
        rows = [
            (
                spoken(action),
                f"{float(value):+.6f}",
                _money(value * ante),
                "best" if action == found.best else f"{float(best - value):.6f}",
                str(value),
            )
            for action, value in found.values.items()
        ]
        columns = ("action", "value in antes", "in dollars", "cost", "exactly")
        title = "The value of each action, with what a fold would lose"
        self._screen.out.print(table(title, columns, rows, columns[1:4]))

    def after(self, action: str, amount: int, ante: int) -> None:
        """Print the cost of the decision if it was not the best."""
        if self._found is None:
            return
        self._decisions += 1
        best = self._found.best
        cost = self._found.values[best] - self._found.value_of(action, Fraction(amount, ante))
        if not cost:
            return
        self._mistakes += 1
        self._cost += cost * ante
        taken = action if not amount else f"{action} {dollars(amount)}"
        self._screen.line(
            f"A mistake: {taken} costs {float(cost):.6f} antes ({_money(cost * ante)}) compared with "
            f"{spoken(best)}.",
            style="yellow",
        )

    def summary(self) -> str:
        """The score of the session; empty without advice."""
        if not self._decisions:
            return ""
        mistakes = (
            "no mistake"
            if not self._mistakes
            else f"{self._mistakes} mistake{'s' if self._mistakes > 1 else ''}"
        )
        decisions = f"{self._decisions} decision{'' if self._decisions == 1 else 's'}"
        return f"{decisions}, {mistakes}, expected cost {_money(self._cost)}."


def _money(cents: Fraction) -> str:
    return f"{'-' if cents < 0 else ''}${abs(float(cents)) / 100:,.2f}"
