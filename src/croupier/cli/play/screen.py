"""The player's screen in `croupier play`: cards, the dealer's words, results and clauses."""

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from croupier.cards import set_of
from croupier.cli.play.entry import bound_words
from croupier.cli.terminal import console, table
from croupier.games import game
from croupier.games.steps import BOARD, DEALER
from croupier.games.vocabulary import row_words, wager_label
from croupier.games.words import capital
from croupier.layout.inscriptions import required_words
from croupier.money import dollars
from croupier.names import spoken
from croupier.rulebook.catalog import clauses
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Result
from croupier.submission.house import HouseTable, TableRules
from croupier.table import events as e
from croupier.table.offers.bounds import Amount

NARROW = 120
"""Below this width the reasons are printed under the table of results."""
FEWEST = 5
"""The fewest cards that make a named hand."""
_SYMBOLS = {"c": "\u2663", "d": "\u2666", "h": "\u2665", "s": "\u2660"}
_RED = "dh"


def signed(cents: int) -> str:
    """A gain or a loss: +$20, -$10, $0."""
    return ("+" if cents > 0 else "-" if cents < 0 else "") + dollars(abs(cents))


class Screen:
    """The player's side of the table, in the terminal or in a pipe."""

    def __init__(self, rules: TableRules, seat: int, *, to_stderr: bool = False) -> None:
        self.out: Console = console(stderr=to_stderr)
        self._rules = rules
        self._play = prepared(rules.house).play
        self._seat = seat
        self._symbols = _SYMBOLS if "utf" in self.out.encoding.lower() else {suit: suit for suit in _SYMBOLS}
        self._board = ""
        self._results: dict[str, Result] = {}
        self._validated: list[str] = []
        self._cited: tuple[str, ...] = ()

    def line(self, *parts: str | Text, style: str = "") -> None:
        """Print a line of prose: wrapped in a terminal, unbroken in a pipe."""
        text = Text.assemble(*parts, style=style)
        self.out.print(text, soft_wrap=not self.out.is_terminal)

    @property
    def round_results(self) -> Mapping[str, Result]:
        """The player's results of the round so far, by wager."""
        return self._results

    def blank(self) -> None:
        """Print an empty line."""
        self.out.print()

    # ------------------------------------------------------------------------------------------- cards

    def cards(self, text: str, *, as_dealt: bool = False) -> Text:
        """Cards with suit symbols, as dealt or as a player sorts them."""
        shown = text.split() if as_dealt else self._laid_out(text)
        marks = []
        for card in shown:
            rank = "10" if card[0] == "T" else card[0]
            marks.append(Text(rank + self._symbols[card[1]], style="bold red" if card[1] in _RED else "bold"))
        return Text(" ").join(marks)

    def _laid_out(self, text: str) -> list[str]:
        """The cards in the order in which a player of this game lays them out."""
        return game(self._rules.house.rules.rules.game).samples.sort(text)

    def _label(self, wager: str) -> str:
        """A wager in words: "flush bonus"."""
        return wager_label(self._rules.house.rules, wager).lower()

    def hand(self, cards: str) -> str:
        """The name of a hand; empty if it has too few cards."""
        whole = set_of(f"{cards} {self._board}")
        return "" if whole.bit_count() < FEWEST else self._play.name(self._play.strength(whole))

    def own(self, cards: str) -> None:
        """Print the player's cards and the hand they make."""
        name = self.hand(cards)
        self.line("Your cards:  ", self.cards(cards), f"   {name}" if name else "")

    # ------------------------------------------------------------------------------------------ events

    def show(self, events: Iterable[e.AnyEvent]) -> e.RoundSettled | None:
        """Print events for the player; return the settled round if it is among them."""
        settled = None
        for event in events:
            match event:
                case e.BetsClosed():
                    self._board, self._results, self._validated = "", {}, []
                    self.says(event.says)
                case e.StepDone():
                    self.says(event.says)
                case e.Dealt():
                    self._dealt(event)
                case e.Decided():
                    self._decided(event)
                case e.BonusHandedOver() if event.seat == self._seat:
                    paid = ", ".join(
                        f"{self._label(name)} {dollars(won.paid)}" for name, won in event.results.items()
                    )
                    self.line(f"Handed over at once: {paid}  [{', '.join(event.clauses)}]")
                    self._results |= event.results
                case e.DealerRevealed():
                    named = "" if event.says else f"   {event.hand}"
                    self.line("Dealer's cards:  ", self.cards(event.cards), named)
                    self.says(event.says)
                case e.HandShown():
                    if event.seat != self._seat:
                        self.line(f"Seat {event.seat}:  ", self.cards(event.cards), f"   {event.hand}")
                    elif event.says:
                        self.says(event.says)
                case e.SeatSettled() if event.seat == self._seat:
                    self._results |= event.results
                case e.CoverAllSettled() if self._seat in event.results:
                    self._results["cover_all"] = event.results[self._seat]
                case e.RoundSettled():
                    if self._seat in event.envy:
                        self._results["envy"] = event.envy[self._seat]
                    settled = event
                case e.AwardValidated():
                    seat = event.award.partition(".")[2]
                    amount = f", {dollars(event.paid)}" if event.paid else ""
                    self._validated.append(
                        f"Progressive award of seat {seat}{amount}: validated at once by the practice floor  "
                        f"[{', '.join(event.clauses)}]"
                    )
                case _:
                    pass
        return settled

    def says(self, words: str) -> None:
        """Print the dealer's words."""
        if words:
            self.line("Dealer: ", Text(f'"{words}"', style="italic"))

    def _dealt(self, event: e.Dealt) -> None:
        to: dict[int, list[str]] = {}
        for packet in event.packets:
            if packet.cards:
                to.setdefault(packet.to, []).append(packet.cards)
        if BOARD in to:
            self._board = " ".join([*self._board.split(), *to[BOARD]])
            self.line("Board:  ", self.cards(self._board, as_dealt=True))
        if self._seat in to:
            self.own(" ".join(to[self._seat]))
        if DEALER in to:
            self.line("Dealer shows  ", self.cards(" ".join(to[DEALER])))

    def _decided(self, event: e.Decided) -> None:
        if event.seat != self._seat:
            amount = f" {dollars(event.amount)}" if event.amount else ""
            self.line(f"Seat {event.seat}: {event.action}{amount}")

    # ----------------------------------------------------------------------------------------- results

    def results(self, settled: e.RoundSettled) -> int:
        """Print each wager's result with its clauses; return the total stake."""
        rows = [
            (
                self._label(wager),
                dollars(result.stake),
                result.outcome,
                dollars(result.paid),
                dollars(result.returned),
                signed(result.net),
                result.hand or "",
                ", ".join(result.clauses),
            )
            for wager, result in self._results.items()
        ]
        each = self._results.values()
        staked = sum(result.stake for result in each)
        paid, returned = sum(result.paid for result in each), sum(result.returned for result in each)
        net = signed(settled.nets[self._seat])
        rows.append(("total", dollars(staked), "", dollars(paid), dollars(returned), net, "", ""))
        columns = ("wager", "stake", "outcome", "paid", "returned", "net", "why", "clauses")
        numbers = ("stake", "paid", "returned", "net")
        title = f"Round {settled.round}"
        if self.out.width >= NARROW:
            self.out.print(table(title, columns, rows, numbers))
        else:
            self.out.print(table(title, columns[:6], [row[:6] for row in rows], numbers))
            for row in rows[:-1]:
                self.line(f"{row[0]}: {'; '.join(part for part in row[6:] if part)}")
            self.blank()
        self._cited = tuple(dict.fromkeys(clause for result in each for clause in result.clauses))
        for award in self._validated:
            self.line(award)
        others = [f"seat {seat} {signed(net)}" for seat, net in settled.nets.items() if seat != self._seat]
        if others:
            self.line("The others: " + ", ".join(others))
        return staked

    def explain(self) -> None:
        """Print the clauses of the last results, in our words."""
        if not self._cited:
            self.line("No round has been settled yet.")
            return
        register = clauses()
        rows = [(name, register[name].section, register[name].summary) for name in self._cited]
        self.out.print(table("The clauses", ("clause", "section", "in our words"), rows))

    # ------------------------------------------------------------------------------ wagers, rules, help

    def wagers(self, bounds: Sequence[Amount]) -> None:
        """Print the wagers that may be placed, with their bounds."""
        known = self._rules.house.rules.wagers
        words = []
        for bound in bounds:
            equals = known[bound.name].equals
            words.append(f"{spoken(bound.name)} {f'equal to the {equals}' if equals else bound_words(bound)}")
        self.line("Wagers: " + "; ".join(words))

    def rules(self, bounds: Sequence[Amount]) -> None:
        """Print the table's rules in short: wagers, pay tables, required inscriptions."""
        house = self._rules.house
        rows = []
        for bound in bounds:
            wager = house.rules.wagers[bound.name]
            beside = " and ".join(self._label(each) for each in wager.needs)
            beside = beside or " or ".join(self._label(each) for each in wager.needs_one_of)
            rows.append((spoken(bound.name), bound_words(bound), beside, ", ".join(wager.clauses)))
        self.out.print(table("Wagers", ("wager", "amount", "with", "clauses"), rows))
        for name, paid in house.tables.items():
            title = capital(self._label(name))
            self._pays(title if paid.name == "printed" else f"{title}, table {paid.name}", {"pays": paid})
        if house.progressive is not None:
            self._pays(capital(self._label("progressive")), {"pays": house.progressive.table})
        if house.cover_all:
            title = f"{capital(self._label('cover_all'))}, by hands dealt"
            self._pays(title, {str(n): each for n, each in house.cover_all.items()})
        for inscription, text in required_words(self._rules):
            self.line(f"{text}  [{', '.join(inscription.clauses)}]")
        self.line(f"The full rules: croupier rules show {house.rules.rules.name}")

    def _pays(self, title: str, tables: Mapping[str, HouseTable]) -> None:
        rows = dict.fromkeys(row for each in tables.values() for row in each.rows)
        cells = [
            (
                row_words(self._rules.house.rules.rules.game, row),
                *(_award(each, row) for each in tables.values()),
            )
            for row in rows
        ]
        first = next(iter(tables.values()))
        self.line(f"{title}  [{', '.join(first.clauses)}]")
        self.out.print(table("", ("hand", *tables), cells))

    def help(self, bounds: Sequence[Amount]) -> None:
        """Print the commands."""
        known = self._rules.house.rules.wagers
        optional = [bound for bound in bounds if known[bound.name].offered == "by_choice"]
        example = "10"
        if optional:
            example += f" {spoken(optional[0].name)} 5"
        self.line(f"Wagers: the ante in dollars, then other wagers by name, for example:  {example}")
        self.line("  Names may be shortened; a wager with a fixed amount needs no amount.")
        self.line("  Enter or rebet repeats the last wagers.")
        decided = self._play.decided
        self.line(
            f"Decisions: the action and the amount, for example:  fold,  {decided} 20,  {decided} 2x,  check"
        )
        self.line("rules: wagers and pay tables.  clauses: the clauses of the last round, in our words.")
        self.line(
            "quit (or end of input, or Ctrl-C): leave; during a round the system checks or folds for you."
        )


def _award(paid: HouseTable, row: str) -> str:
    award = paid.award(row)
    return "-" if award is None else str(award)
