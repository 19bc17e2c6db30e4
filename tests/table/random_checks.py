"""The invariants of a table after every event: cards, money, meters, settlement, and that it can continue."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from croupier.cards import set_of
from croupier.errors import Refusal
from croupier.games.steps import BOARD, DEALER
from croupier.jackpot.meters import UNIT, MeterAward
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Result, Round
from croupier.settlement.settle import settle_at
from croupier.submission.house import HouseRules, TableRules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.machine import decide
from croupier.table.obligations import outside_inventory
from croupier.table.offers import Offer, every_offer
from croupier.table.postings import PAYOUT, postings
from croupier.table.programs import current
from croupier.table.state import State, boxes_of
from tests.naive.settle import naive_settle, plain_round
from tests.table.canonical import canonical
from tests.table.driver import CHOICES
from tests.table.random_acts import Crowd
from tests.table.random_tables import Meters

Json = dict[str, Any]


class Book(NamedTuple):
    """A seat's round as it stands in the books."""

    player: str
    net: int
    """Without what the progressive wager has won."""
    award: int
    """What that has really won, in cents."""
    meter: str
    row: tuple[bool, str]


class Checked(Crowd):
    """A table that is followed event by event: its accounts, its link, its real cards."""

    def __init__(
        self,
        rules: TableRules,
        mode: str,
        seed: str | random.Random,
        table: str,
        other_rules: Callable[[random.Random], TableRules],
        meters: Meters,
    ) -> None:
        super().__init__(rules, mode, seed, table, other_rules)
        self.meters = meters
        self.now = 1_000
        self.log: list[e.AnyEvent] = []
        self.rounds = self.compared = 0
        """Rounds settled, and of them those that the naive twin has settled too."""
        self.accounts: dict[str, int] = {}
        self.settling = 0
        """The round that is being settled, or was last."""
        self.start: dict[str, int] = {}
        """The meters when the settlement of the round began."""
        self.undisturbed = 0
        """The changes of the meters since then, if they are all of this round's making."""
        self.batch: list[e.SeatSettled] = []
        """The seats with awards that the command settles, until the link has heard of them."""
        self.seen: dict[int, dict[str, Result]] = {}
        """By seat, what the events of this round have settled."""
        self.handed: dict[int, dict[str, Result]] = {}
        """By seat, the wagers that were paid when it folded: they stand if the round is void later."""
        self.interrupted = False
        """The round became void while it was being settled."""
        self.won: dict[str, MeterAward] = {}
        """By name, what was awarded and not rejected or taken back."""
        self.books: dict[str, Book] = {}
        """By round and seat, the settlement and the resettlement."""
        self.houses: dict[int, HouseRules] = {}
        """By round, the rules by which it was played."""
        self.owed: dict[str, int] = {}
        """By player, what all settled rounds come to, in cents."""
        self.shuffled: set[int] = set()
        """The decks that were shuffled since they were last dealt, spread or taken out."""
        self.last_word = ""
        """The last command, for the message of a failure."""

    def meters_now(self) -> dict[str, int]:
        """The meters of the link, in units."""
        return dict(self.meters.link.amounts)

    def follow(self, events: Sequence[e.AnyEvent], after: State) -> None:
        """The events of one command: everything must hold after them."""
        assert events, self.last_word
        assert after.version == self.state.version + len(events), self.last_word
        self.batch = [event for event in events if isinstance(event, e.SeatSettled) and event.awards]
        for event in events:
            before = self.state
            line = e.encode_event(event)
            assert e.encode_event(e.decode_event(line)) == line, self.last_word
            self.state = evolve(before, event)
            self._follow(before, event)
            self.log.append(event)
        assert canonical(self.state) == canonical(after), self.last_word
        self.state = after
        self._check_cards()
        self._check_money()
        self._check_alive()

    def _follow(self, before: State, event: e.AnyEvent) -> None:
        """The accounts, the link and the real cards after an event."""
        moved = postings(before, event)
        assert sum(posting.amount for posting in moved) == 0, (self.last_word, event)
        for posting in moved:
            self.accounts[posting.account] = self.accounts.get(posting.account, 0) + posting.amount
            if posting.account.startswith("meter:"):
                self.meters.posted += posting.amount
        if isinstance(event, e.SeatSettled):
            self._follow_meters(before)
        changes = self.meters.changes
        if self.batch and event is self.batch[0]:
            self.meters.lock(self.table, before, self.batch)
            self.batch = []
        self.meters.hear(self.table, before, event)
        if isinstance(event, e.SeatSettled):
            self.undisturbed += self.meters.changes - changes
        self._follow_cards(event)
        self._follow_shuffle(before, event)
        if isinstance(event, e.BetsClosed):
            self.records.pop(event.round, None)
        elif isinstance(event, e.RoundSettled):
            self._check_settlement(before, event)
            self.records[event.round] = event.record
        elif isinstance(event, e.Resettled):
            self._check_settled_anew(event)
            self.records[event.round] = event.record
        self._follow_books(before, event)

    def _follow_books(self, before: State, event: e.AnyEvent) -> None:
        """The payments of the events, for each seat of each round."""
        voided = isinstance(event, e.IrregularityFound) and event.void == "all"
        if voided or isinstance(event, e.BetsClosed):
            self.interrupted = bool(before.results) if voided else False
            self.handed = self.handed if voided else {}
            kept = {seat: dict(results) for seat, results in self.handed.items()}
            if isinstance(event, e.IrregularityFound):
                # Of hands with all their cards the wagers that a void round settles stay as they were paid.
                for seat, results in self.seen.items():
                    for name in event.settled if seat != event.seat else ():
                        if name in results and results[name].outcome != "void":
                            kept.setdefault(seat, {})[name] = results[name]
            self.seen = kept
            gone = self._names(before) - {
                f"{before.round}.{seat}" for seat, results in kept.items() if "progressive" in results
            }
            self.won = {name: award for name, award in self.won.items() if name not in gone}
        elif isinstance(event, e.IrregularityFound) and event.forfeits:
            for seat in boxes_of(before, event.seat):
                self.seen.pop(seat, None)
                if "progressive" in self.handed.pop(seat, {}):
                    del self.won[f"{before.round}.{seat}"]
        elif isinstance(event, e.SeatSettled | e.BonusHandedOver):
            if isinstance(event, e.BonusHandedOver):
                self.handed[event.seat] = event.results
                assert {each.outcome for each in event.results.values()} == {"win"}, self.last_word
            else:
                assert not event.results.keys() & self.handed.get(event.seat, {}).keys(), self.last_word
            self.seen[event.seat] = {**self.seen.get(event.seat, {}), **event.results}
            self.won |= {f"{before.round}.{award.seat}": award for award in event.awards}
            if "progressive" in event.results:
                assert event.results["progressive"].paid == sum(award.paid for award in event.awards)
        elif isinstance(event, e.CoverAllSettled):
            for seat, result in event.results.items():
                self.seen[seat] = {**self.seen[seat], "cover_all": result}
        elif isinstance(event, e.AwardValidated):
            for each in event.envy:
                name = f"{event.award.partition('.')[0]}.{each.seat}"
                self._book(name, self.books[name]._replace(net=self.books[name].net + each.paid))
        elif isinstance(event, e.AwardRejected | e.AwardTakenBack):
            self.won.pop(event.award, None)  # one that a resettlement found was not won in a round
            if event.award in self.books:
                self._book(event.award, self.books[event.award]._replace(award=0, meter=""))
        elif isinstance(event, e.RoundSettled):
            self.houses[event.round] = before.at.house
            for seat, results in self.seen.items():
                name = f"{event.round}.{seat}"
                every = {**results, **({"envy": event.envy[seat]} if seat in event.envy else {})}
                award = self.won.get(name)
                won = every.get("progressive")
                rejected = won.paid if won is not None and award is None else 0
                net = sum(each.net for each in every.values()) - rejected
                assert event.nets[seat] == net, self.last_word
                self.books.pop(name, None)
                paid, meter = (0, "") if award is None else (award.paid, award.meter)
                book = Book(event.players[seat], _without_award(every), paid, meter, _row(every))
                self._book(name, book)

    def _names(self, state: State) -> set[str]:
        """The names that awards of this round have."""
        return {f"{state.round}.{seat}" for seat in state.hands}

    def _book(self, name: str, book: Book) -> None:
        old = self.books.get(name)
        before = 0 if old is None else old.net + old.award
        self.owed[book.player] = self.owed.get(book.player, 0) + book.net + book.award - before
        self.books[name] = book

    def _check_settled_anew(self, event: e.Resettled) -> None:
        """The old payment goes back, the new one is paid, and the meters have the contributions."""
        house = self.houses[event.round]
        units = {name: cents * UNIT for name, cents in (event.record.meters or {}).items()}
        settled = settle_at(prepared(house), event.record, meters=units)
        old, new = self.records[event.round], {seat.seat: seat.results for seat in settled.settlement.seats}
        awards = {award.seat: award for award in settled.awards}
        waiting = {award.seat for award in event.awards}
        meters: dict[str, int] = {}
        back, found = set(), []
        for seat, results in new.items():
            name = f"{event.round}.{seat}"
            book = self.books[name]
            unpaid = sum(
                cents
                for hand, cents in settled.envy.get(seat, {}).items()
                if hand in waiting or f"{event.round}.{hand}" in self.state.rejected
            )
            then = book._replace(net=_without_award(results) - unpaid, row=_row(results))
            if then.row != book.row:
                award = awards.get(seat)
                then = then._replace(
                    award=0 if award is None else award.paid, meter="" if award is None else award.meter
                )
                if book.meter:
                    back.add(name)
                    meters[book.meter] = meters.get(book.meter, 0) + book.award * UNIT
                found.append(then.award)
            # An award that was paid goes back; one that is found waits for validation.
            back_to = outside_inventory(self.state) and book.meter != ""
            goes_back = book.award if then.row != book.row else 0
            difference = then.net - book.net - (0 if back_to else goes_back)
            assert event.differences[seat] == difference, (self.last_word, event, book, then)
            assert event.outside.get(seat, 0) == -(goes_back if back_to else 0), (self.last_word, event, book)
            self._book(name, then)
        before = settle_at(prepared(house), old, meters=units).settlement.seats
        spent = _spent(new) - _spent({seat.seat: seat.results for seat in before})
        assert house.progressive is not None or not spent
        for meter in house.progressive.meters if house.progressive is not None else ():
            meters[meter.name] = meters.get(meter.name, 0) + spent * (meter.rate or 0)
        wanted = {meter: each for meter, each in meters.items() if each}
        assert event.meters == wanted, (self.last_word, event, wanted)
        assert back <= set(event.awards_back), (self.last_word, event)
        paid = sorted(award.paid for award in event.awards if award.paid)
        assert paid == sorted(filter(None, found)), self.last_word

    def _follow_cards(self, event: e.AnyEvent) -> None:
        if isinstance(event, e.BetsClosed):
            self.hands = {}
            self.deck = event.order.split() or list(self.state.order) or self._rigged()
        elif isinstance(event, e.Dealt):
            for packet in event.packets:
                cards, self.deck = self.deck[: packet.count], self.deck[packet.count :]
                assert len(cards) == packet.count, self.last_word
                assert not packet.cards or packet.cards.split() == cards, (self.last_word, event)
                self.hands.setdefault(packet.to, []).extend(cards)
        elif isinstance(event, e.IrregularityFound) and event.irregularity == "card_face_up":
            assert len(event.cards.split()) <= 1, self.last_word
            self.deck = self.deck[1:]
        elif isinstance(event, e.IrregularityFound) and "wrong_cards" in event.irregularity:
            self._follow_count(event)
        elif isinstance(event, e.IrregularityFound):
            self.deck = [card for card in self.deck if card not in event.cards.split()]
        elif isinstance(event, e.Corrected) and event.cards is not None:
            old, new = self.hands.get(event.seat, []), event.cards.split()
            self.deck = [card for card in self.deck if card not in new] + [
                card for card in old if card not in new
            ]
            self.hands[event.seat] = new

    def _follow_count(self, event: e.IrregularityFound) -> None:
        """A hand that was dealt a wrong number of cards really has that many, where they were counted."""
        mine = self.hands.get(event.seat, [])
        if not event.count:
            return
        while len(mine) < event.count:
            mine.append(self.deck.pop(0))
        while len(mine) > event.count:
            down = [card for card in mine if card not in self.state.dealer_up.split()]
            mine.remove(down[-1])
            known = self.state.dealer if event.seat == DEALER else self.state.hands[event.seat].cards
            if down[-1] not in known.split():
                self.deck.insert(0, down[-1])
        self.hands[event.seat] = mine

    def _follow_shuffle(self, before: State, event: e.AnyEvent) -> None:
        """No deck is dealt that has not been shuffled since its last round, at the table or by its maker."""
        deck = self.state.active
        if isinstance(event, e.Shuffled):
            self.shuffled.add(event.deck)
        elif isinstance(event, e.StepDone) and event.step == "receive":
            received = before.active  # the other deck may be in turn once this one is there
            self.shuffled.discard(received)
            exempt = self.state.at.house.rules.facts.get("shuffle", {}).get("preshuffled_exempt")
            if self.state.at.equipment.preshuffled and exempt is not None and exempt.value is True:
                self.shuffled.add(received)
        elif isinstance(event, e.TableIdle | e.TableOpened):
            self.shuffled.clear()
        elif isinstance(event, e.DeckChanged):
            self.shuffled.discard(event.deck)
        elif isinstance(event, e.ShuffleOrdered | e.MethodChanged):
            self.shuffled.discard(deck)
        elif isinstance(event, e.BetsClosed):
            assert deck in self.shuffled or event.order, self.last_word
            self.shuffled.discard(deck)

    def _follow_meters(self, before: State) -> None:
        """Where the meters stood when the round began to be settled."""
        if before.round != self.settling:  # a round that turns out void is settled twice
            self.settling = before.round
            self.start = self.meters_now()
            self.undisturbed = self.meters.changes

    def _check_cards(self) -> None:
        """No card is in two places, and the table knows the right cards."""
        state = self.state
        places = [state.board, state.dealer, state.aside, *(hand.cards for hand in state.hands.values())]
        set_of(" ".join(filter(None, places)))  # refuses a card that is written twice
        assert 0 <= state.stub <= 52, self.last_word
        if state.program == "round" and state.bets_closed:
            dealt = state.dealer_dealt + sum(hand.dealt for hand in state.hands.values())
            miscounted = {found.seat for found in state.found if "wrong_cards" in found.irregularity}
            assert state.drawn >= dealt or miscounted, self.last_word
            known = set(state.dealer.split()) <= set(self.hands.get(DEALER, ()))
            assert known or DEALER in miscounted, self.last_word
            assert state.board.split() == self.hands.get(BOARD, []), self.last_word
            for hand in state.hands.values():
                known = sorted(hand.cards.split()) in ([], sorted(self.hands.get(hand.seat, ())))
                assert known or hand.seat in miscounted, self.last_word

    def _check_money(self) -> None:
        """The layout holds the wagers that stand on it; what left one account has come to another."""
        state = self.state
        standing = 0
        for hand in state.hands.values():
            results = state.results.get(hand.seat) or hand.handed_over
            wagers = {**hand.wagers, "decided": hand.amount}
            if state.bets_closed:
                wagers.pop("progressive", None)
            settled = sum(result.stake for name, result in results.items() if name != "progressive")
            standing += sum(wagers.values()) - settled
        assert self.accounts.get("layout", 0) == standing * UNIT, (self.last_word, self.accounts)
        assert sum(self.accounts.values()) == 0
        for name, award in state.pending.items():
            assert self.accounts.get(f"award:{name}", 0) == award.paid * UNIT, (self.last_word, name)
        waiting = {
            account: held for account, held in self.accounts.items() if account.startswith("award:") and held
        }
        assert set(waiting) <= {f"award:{name}" for name in state.pending}, (self.last_word, waiting)
        if not state.hands:
            self._check_players()
        link = self.meters.link
        came = link.seeds + link.top_ups + self.meters.link_only + self.meters.posted
        assert sum(link.amounts.values()) == came, self.last_word
        self.meters.check()

    def _check_players(self) -> None:
        """Between rounds a player's balance is the sum of the settled rounds without pending awards."""
        waiting: dict[str, int] = {}
        for award in self.state.pending.values():
            waiting[award.player] = waiting.get(award.player, 0) + award.paid
        elsewhere = 0
        if self.state.rules is not None and outside_inventory(self.state):
            for name, book in self.books.items():  # the player has it, but not from the table
                if book.meter and name not in self.state.pending:
                    waiting[book.player] = waiting.get(book.player, 0) + book.award
                    elsewhere += book.award
        for player, cents in self.owed.items():
            wanted = (cents - waiting.get(player, 0)) * UNIT
            assert self.accounts.get(f"player:{player}", 0) == wanted, (self.last_word, player)
        assert self.accounts.get(PAYOUT, 0) == elsewhere * UNIT, self.last_word

    def _check_alive(self) -> None:
        """Somebody can always go on, or a player is waited for: it is tried, not only offered."""
        state = self.state
        if state.program == "closed":
            return
        step = current(state)
        assert step is not None, (self.last_word, state.program, state.step)
        going = {
            *("perform", "shuffle", "count", "deal", "decide", "show", "close_bets", "change_deck"),
            "validate",  # an award of this round keeps its cards on the layout
            "confirm_report",
        }
        if (step.needs_player or step.kind == "bets") and not state.players:
            return
        found = [
            offer
            for offer in every_offer(state, self.now)
            if offer.act in going or (offer.act == "enter" and offer.name)  # the cards of a folded hand
        ]
        if any(offer.act == "bet" for offer in every_offer(state, self.now)):
            return
        alive = any(self._can_be_done(offer) for offer in found)
        assert alive, (self.last_word, state.program, step.name, found)

    def _can_be_done(self, offer: Offer) -> bool:
        """Whether somebody who does it right is not refused."""
        if offer.act == "validate" and self.state.pending[offer.name].round != self.state.round:
            return False
        source, self.random = self.random, random.Random(1)
        try:
            asked = self.take(offer)
        finally:
            self.random = source
        if asked is None:
            return False
        by, role = "somebody else", "administrator"
        state = self.state
        command = c.Command(
            act=asked, by=by, role=role, version=state.version, at=self.now, meters=self.meters_now()
        )
        try:
            return bool(decide(state, command))
        except Refusal:
            return False

    def _check_settlement(self, before: State, event: e.RoundSettled) -> None:
        """The nets are those of the settlement, and of the naive twin, from the record of the round."""
        self.rounds += 1
        assert self.accounts.get("layout", 0) == 0, (self.last_word, self.accounts)
        self._check_void(before, event)
        if self.undisturbed != self.meters.changes:
            return  # another table, or a decision on an award, has changed the meters in between
        start = {name: units // UNIT for name, units in self.start.items()}
        assert (event.record.meters or {}) == start, (self.last_word, event.record.meters, start)
        settled = settle_at(
            prepared(before.at.house), event.record, meters=self.start, progressive_order=before.winners_order
        )
        if any(f"{event.round}.{seat}" in before.rejected for seat in before.hands):
            return  # an award was rejected before the last seat was settled
        nets = dict(event.nets)
        for each in (each for due in event.envy_waits.values() for each in due):
            nets[each.seat] += each.paid
        wanted = {seat.seat: seat.net for seat in settled.settlement.seats}
        assert nets == wanted, (self.last_word, nets, wanted)
        if before.winners_order:
            return
        if any(award.meter for award in settled.awards) and any(
            units % UNIT for units in self.start.values()
        ):
            return  # the twin knows only whole cents
        if not event.record.amounts:
            return  # the twin knows only rounds with amounts
        naive = self._naive(event.record)
        if naive is not None:
            self.compared += 1
            assert nets == naive, (self.last_word, nets, naive, event.record)

    def _check_void(self, before: State, event: e.RoundSettled) -> None:
        """Void wagers go back whole, with their contributions: all, if the settlement had begun."""
        outcomes = {
            seat: {each.outcome for name, each in results.items() if name not in self.handed.get(seat, {})}
            for seat, results in self.seen.items()
        }
        for found in before.found:
            miscounted = found.irregularity == "wrong_cards_player" and not before.hands[found.seat].lost
            if miscounted:
                assert outcomes[found.seat] == {"void"}, (self.last_word, found, outcomes)
        if self.interrupted:
            forfeited = {seat for seat, hand in before.hands.items() if hand.lost}
            settled = set() if before.void_all is None else set(before.void_all.settled)
            for seat in self.seen.keys() - forfeited:
                wagers = self.seen[seat].keys() - self.handed.get(seat, {}).keys() - settled
                void = {name for name, each in self.seen[seat].items() if each.outcome == "void"}
                assert wagers <= void, (self.last_word, seat, self.seen[seat])
        progressive = before.at.house.progressive
        stakes = [results["progressive"] for results in self.seen.values() if "progressive" in results]
        back = sum(each.returned for each in stakes if each.outcome == "void")
        wanted = {meter.name: back * (meter.rate or 0) for meter in progressive.meters} if progressive else {}
        returned = {meter: units for meter, units in event.returned_contributions.items() if units}
        assert returned == {meter: units for meter, units in wanted.items() if units}, self.last_word

    def _naive(self, record: Round) -> dict[int, int] | None:
        """The nets by the naive twin, which gets the actual cards."""
        plain = plain_round(record)
        if plain["rules"] not in CHOICES:
            return None
        coupons = any(seat.pop("match_play", None) for seat in plain["seats"])
        full = {place: " ".join(cards) for place, cards in self.hands.items()}
        for seat in plain["seats"]:
            if "cards" not in seat:
                if seat["seat"] not in full:
                    return None
                seat["cards"] = full[seat["seat"]]
        if "ultimate" in record.rules and len((record.board or "").split()) != 5:
            return None  # void before the last cards
        if coupons:
            return None
        return {seat["seat"]: seat["net"] for seat in naive_settle(plain)["seats"]}


def _without_award(results: Mapping[str, Result]) -> int:
    """The net of a seat's wagers without the progressive award."""
    nets = {name: each.net - (each.paid if name == "progressive" else 0) for name, each in results.items()}
    return sum(nets.values())


def _row(results: Mapping[str, Result]) -> tuple[bool, str]:
    """Whether the progressive wager wins, and with what."""
    found = results.get("progressive")
    won = found is not None and found.outcome == "win"
    return won, (found.hand or "") if found is not None and won else ""


def _spent(seats: Mapping[int, Mapping[str, Result]]) -> int:
    """Progressive stakes that did not go back."""
    stakes = [results["progressive"] for results in seats.values() if "progressive" in results]
    return sum(each.stake for each in stakes if each.outcome != "void")
