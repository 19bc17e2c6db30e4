"""A player's session in `croupier play`: wagers, decisions, money and the summary."""

import msgspec
import typer

from croupier.api.tables import HOST
from croupier.cli.play.advice import Advisor
from croupier.cli.play.entry import EntryError, Leaves, Reader, choices_words, decision_of, wagers_of
from croupier.cli.play.screen import Screen, signed
from croupier.cli.play.table import FLOOR, YOU, PlayTable, chosen
from croupier.errors import Refusal
from croupier.money import dollars
from croupier.names import spoken
from croupier.table import commands as c
from croupier.table.events import AnyEvent
from croupier.table.offers import Offer
from croupier.table.offers.bounds import wager_bounds
from croupier.table.roles import SYSTEM


class Session:
    """A session from the first seat to the summary."""

    def __init__(
        self,
        table: PlayTable,
        seat: int,
        bankroll: int,
        *,
        advises: bool = False,
        explains: bool = False,
        as_json: bool = False,
    ) -> None:
        self.table = table
        self.seat = seat
        self.screen: Screen = Screen(table.state.at, seat, to_stderr=as_json)
        self._reader = Reader(self.screen.out.file)
        self._as_json = as_json
        self._advisor = Advisor(self.screen) if advises else None
        self._explains = explains
        self._money = self._brought = bankroll
        self._last: dict[str, int] = {}
        self._leaves = False
        self._rounds = self._wagered = 0

    def sit_down(self, others: int, *, practice: bool) -> None:
        """Seat the players and print the rules of the table."""
        rules = self.table.state.at
        document = rules.house.rules.rules
        self.screen.line(f"{document.title} ({document.name}), {rules.house.rules.digest[:19]}", style="bold")
        whose = "Practice table with our choices and limits" if practice else rules.operator or "A table"
        self.screen.line(f"{whose}: {chosen(rules)}.")
        for shift in range(others + 1):
            seat = (self.seat - 1 + shift) % rules.positions + 1
            player = YOU if shift == 0 else f"player {seat}"
            self.table.do(c.Sit(seat=seat, player=player), player, "player")
        beside = f", with {others} simulated player{'s' if others > 1 else ''}" if others else ""
        self.screen.line(
            f"You are in seat {self.seat} of {rules.positions}{beside}. You have {dollars(self._money)}."
        )
        if self.table.meters:
            self.screen.line(f"The meters belong to this session; a {FLOOR} validates awards at once.")
        self.screen.line("Type help for the commands, quit to leave.")

    def run(self, rounds: int | None) -> None:
        """Play rounds until the player leaves or the number of rounds is reached."""
        try:
            while not self._leaves and self._rounds != rounds:
                self.screen.show(self.table.ready())
                self.screen.blank()
                if not self._bet():
                    break
                self._round()
        except (Leaves, KeyboardInterrupt):
            pass
        self._summary()

    def _summary(self) -> None:
        self.screen.blank()
        played = f"{self._rounds} round{'' if self._rounds == 1 else 's'}, {dollars(self._wagered)} wagered"
        total = signed(self._money - self._brought)
        self.screen.line(f"{played}, {total}. You leave with {dollars(self._money)}.", style="bold")
        if self._advisor is not None and self._advisor.summary():
            self.screen.line(self._advisor.summary())

    # ------------------------------------------------------------------------------------------- bets

    def _bet(self) -> bool:
        """Ask until wagers are placed; false if the bankroll is too small."""
        offer = self.table.offered("bet", YOU, "player")
        assert offer is not None
        if self._money < self._least(offer):
            self.screen.line(f"Your {dollars(self._money)} is less than the minimum wager here.")
            return False
        if self.table.meters:
            self.screen.line(f"Meters: {self.table.meter_words}")
        self.screen.wagers(offer.amounts)
        while True:
            line = self._reader.ask(f"Round {self._rounds + 1}, you have {dollars(self._money)}; wagers> ")
            if not self._command(line) and self._placed(line, offer):
                return True

    def _placed(self, line: str, offer: Offer) -> bool:
        """Place the wagers of a line; if it fails, print the reason and return false."""
        wagers = self._last
        if line.lower() not in ("", "rebet"):
            try:
                wagers = wagers_of(line, offer.amounts, self.table.state.at.house.rules.wagers)
            except EntryError as error:
                return self._no(str(error))
        elif not wagers:
            return self._no("Nothing to repeat yet: type the ante, such as 10, or help.")
        stake = sum(wagers.values())
        if stake > self._money:
            return self._no(f"That is {dollars(stake)}; you have {dollars(self._money)}.")
        try:
            self.screen.show(self.table.bet(self.seat, wagers))
        except Refusal as refusal:
            return self._no(_refused(refusal))
        self._last = wagers
        placed = ", ".join(f"{spoken(name)} {dollars(cents)}" for name, cents in wagers.items())
        self.screen.line(f"You bet {placed}.")
        if self._money - stake < wagers.get("ante", 0):
            self.screen.line("Note: the rest of your bankroll does not cover another ante.", style="yellow")
        return True

    def _no(self, why: str) -> bool:
        self.screen.line(why, style="yellow")
        return False

    def _least(self, offer: Offer) -> int:
        """The minimum cost of a round: a wager that needs no other, or only wagers equal to it."""
        known = self.table.state.at.house.rules.wagers
        costs = []
        for bound in offer.amounts:
            wager = known[bound.name]
            alone = all(known[other].equals == bound.name for other in wager.needs)
            if alone and not wager.needs_one_of and wager.equals is None:
                costs.append(bound.least * (1 + len(wager.needs)))
        return min(costs)

    def _command(self, line: str) -> bool:
        """Whether the line was a command rather than a wager or a decision."""
        bounds = wager_bounds(self.table.state.at)
        match line.lower():
            case "quit" | "exit" | "q":
                raise Leaves
            case "help" | "?":
                self.screen.help(bounds)
            case "rules":
                self.screen.rules(bounds)
            case "clauses":
                self.screen.explain()
            case _:
                return False
        return True

    # ----------------------------------------------------------------------------------------- a round

    def _round(self) -> None:
        """Play a round from no more bets to the payout."""
        for seat in self.table.state.players:
            if seat != self.seat:
                self.table.bet_for_other(seat)
        settled = self.screen.show(self.table.do(c.CloseBets(), HOST, SYSTEM))
        while settled is None:
            offer = self.table.deciding()
            assert offer is not None
            if offer.seat != self.seat:
                settled = self.screen.show(self.table.decide_for_other(offer))
            else:
                settled = self.screen.show(self._own_decision(offer))
        net = settled.nets[self.seat]
        self._rounds += 1
        self._money += net
        self._wagered += self.screen.results(settled)
        if self._as_json:
            facts = {"round": self._rounds, "results": self.screen.round_results, "net": net}
            typer.echo(msgspec.json.encode(facts | {"bankroll": self._money}))
        if self._explains:
            self.screen.explain()
        total = signed(self._money - self._brought)
        self.screen.line(f"This round {signed(net)}. You have {dollars(self._money)}; this session {total}.")

    def _own_decision(self, offer: Offer) -> list[AnyEvent]:
        """The player's decision, or the default action if the player has left."""
        if not self._leaves:
            try:
                return self._decide(offer)
            except (Leaves, KeyboardInterrupt):
                self._leaves = True
                self.screen.line("You leave. The system checks or folds for you, and the round is settled.")
        return self.table.lapse(self.seat)

    def _decide(self, offer: Offer) -> list[AnyEvent]:
        """Ask until a decision is accepted."""
        hand = self.table.state.hands[self.seat]
        ante = hand.wagers["ante"]
        if self.table.state.board:
            self.screen.own(hand.cards)
        self.screen.says(offer.says or "")
        if self._advisor is not None:
            self._advisor.before(self.table.state, offer)
        while True:
            line = self._reader.ask(f"{choices_words(offer.amounts)}> ")
            if self._command(line):
                continue
            try:
                action, amount = decision_of(line, offer.amounts, ante)
            except EntryError as error:
                self._no(str(error))
                continue
            left = self._money - sum(hand.wagers.values())
            if amount > left:
                self._no(f"{action} {dollars(amount)}: you have {dollars(left)} left.")
                continue
            try:
                events = self.table.decide(offer, action, amount)
            except Refusal as refusal:
                self._no(_refused(refusal))
                continue
            if self._advisor is not None:
                self._advisor.after(action, amount, ante)
            return events


def _refused(refusal: Refusal) -> str:
    cited = f" [{', '.join(refusal.clauses)}]" if refusal.clauses else ""
    return f"refused: {refusal.message}{cited} ({refusal.code})"
