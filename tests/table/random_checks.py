"""What must hold at a table after every event: cards, money, meters, settlement, and that it can go on."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from croupier.cards import set_of
from croupier.games.steps import BOARD, DEALER
from croupier.jackpot.meters import UNIT
from croupier.money import share_of
from croupier.settlement.desk import desk
from croupier.settlement.round import Round
from croupier.settlement.settle import settle_at
from croupier.submission.house import TableRules
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.offers import every_offer
from croupier.table.postings import postings
from croupier.table.programs import current
from croupier.table.state import State, canonical
from tests.naive.settle import naive_settle
from tests.table.driver import CHOICES
from tests.table.random_acts import Crowd
from tests.table.random_tables import Meters

Json = dict[str, Any]


class Checked(Crowd):
    """A table that is followed event by event: its accounts, its link, its real cards."""

    def __init__(
        self,
        rules: TableRules,
        mode: str,
        seed: str,
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
        self.mixed = False
        """The deck in play has been shuffled since it was last dealt, spread or taken out."""
        self.last_word = ""
        """The last command, for the message of a failure."""

    def meters_now(self) -> dict[str, int]:
        """The meters of the link, in units."""
        return dict(self.meters.link.amounts)

    def follow(self, events: Sequence[e.AnyEvent], after: State) -> None:
        """The events of one command: everything must hold after them."""
        assert events, self.last_word
        assert after.version == self.state.version + len(events), self.last_word
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
            self._follow_meters(before, event)
        changes = self.meters.changes
        self.meters.hear(self.table, before, event)
        if isinstance(event, e.SeatSettled):
            self.undisturbed += self.meters.changes - changes
        self._follow_cards(event)
        self._follow_shuffle(event)
        if isinstance(event, e.BetsClosed):
            self.records.pop(event.round, None)
        elif isinstance(event, e.RoundSettled):
            self._check_settlement(before, event)
            self.records[event.round] = event.record
        elif isinstance(event, e.Resettled):
            self.records[event.round] = event.record

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
        elif isinstance(event, e.IrregularityFound):
            self.deck = [card for card in self.deck if card not in event.cards.split()]
        elif isinstance(event, e.Corrected) and event.cards is not None:
            old, new = self.hands.get(event.seat, []), event.cards.split()
            self.deck = [card for card in self.deck if card not in new] + [
                card for card in old if card not in new
            ]
            self.hands[event.seat] = new

    def _follow_shuffle(self, event: e.AnyEvent) -> None:
        """No deck is dealt that has not been shuffled since its last round, at the table or by its maker."""
        if isinstance(event, e.Shuffled) or (isinstance(event, e.StepDone) and event.step == "alternate"):
            self.mixed = True
        elif isinstance(event, e.StepDone) and event.step == "receive":
            self.mixed = self.state.at.equipment.preshuffled
        elif isinstance(
            event,
            e.TableIdle | e.DeckChanged | e.ShuffleOrdered | e.MethodChanged | e.RoundEnded | e.TableOpened,
        ):
            self.mixed = False
        elif isinstance(event, e.BetsClosed):
            assert self.mixed or event.order, self.last_word

    def _follow_meters(self, before: State, event: e.SeatSettled) -> None:
        """An award is its share of the meter as it stands when the seat is settled."""
        if before.round != self.settling:  # a round that turns out void is settled twice
            self.settling = before.round
            self.start = self.meters_now()
            self.undisturbed = self.meters.changes
        if self.undisturbed == self.meters.changes and not self.state.winners_order:
            for award in event.awards:
                if award.meter:
                    holds = self.meters.link.amounts[award.meter]
                    assert award.paid == share_of(holds, award.share) // UNIT, self.last_word

    def _check_cards(self) -> None:
        """No card in two places, and what the table knows is what lies there."""
        state = self.state
        places = [state.board, state.dealer, state.aside, *(hand.cards for hand in state.hands.values())]
        set_of(" ".join(filter(None, places)))  # refuses a card that is written twice
        assert 0 <= state.stub <= 52, self.last_word
        if state.program == "round" and state.bets_closed:
            dealt = state.dealer_dealt + sum(hand.dealt for hand in state.hands.values())
            miscounted = any("wrong_cards" in found.irregularity for found in state.found)
            assert state.drawn >= dealt or miscounted, self.last_word
            assert set(state.dealer.split()) <= set(self.hands.get(DEALER, ())), self.last_word
            assert state.board.split() == self.hands.get(BOARD, []), self.last_word
            for hand in state.hands.values():
                assert sorted(hand.cards.split()) in ([], sorted(self.hands.get(hand.seat, ()))), (
                    self.last_word
                )

    def _check_money(self) -> None:
        """The layout holds the wagers that stand on it; what left one account has come to another."""
        state = self.state
        standing = 0
        for hand in state.hands.values():
            results = state.results.get(hand.seat, {})
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
        link = self.meters.link
        came = link.seeds + link.top_ups + self.meters.link_only + self.meters.posted
        assert sum(link.amounts.values()) == came, self.last_word
        self.meters.check()

    def _check_alive(self) -> None:
        """Somebody can always go on, or a player is waited for."""
        state = self.state
        if state.program == "closed":
            return
        step = current(state)
        assert step is not None, (self.last_word, state.program, state.step)
        going = {
            *("perform", "shuffle", "count", "deal", "decide", "show", "bet", "close_bets", "change_deck"),
            "validate",  # an award of this round keeps its cards on the layout
        }
        waits = step.needs_player or step.kind == "bets"
        found = [offer for offer in every_offer(state, self.now) if offer.act in going]
        assert found or (waits and not state.players), (self.last_word, state.program, step.name)

    def _check_settlement(self, before: State, event: e.RoundSettled) -> None:
        """The nets are those of the settlement, and of the naive twin, from the record of the round."""
        self.rounds += 1
        assert self.accounts.get("layout", 0) == 0, (self.last_word, self.accounts)
        if self.undisturbed != self.meters.changes:
            return  # another table, or a decision on an award, has changed the meters in between
        start = {name: units // UNIT for name, units in self.start.items()}
        assert (event.record.meters or {}) == start, (self.last_word, event.record.meters, start)
        settled = settle_at(
            desk(before.at.house), event.record, meters=self.start, progressive_order=before.winners_order
        )
        wanted = {seat.seat: seat.net for seat in settled.settlement.seats}
        assert event.nets == wanted, (self.last_word, event.nets, wanted)
        if before.winners_order or any(units % UNIT for units in self.start.values()):
            return
        naive = self._naive(event.record)
        if naive is not None:
            self.compared += 1
            assert event.nets == naive, (self.last_word, event.nets, naive, event.record)

    def _naive(self, record: Round) -> dict[int, int] | None:
        """The nets by the naive twin, which is told the cards that really lay there."""
        plain: Json = msgspec.json.decode(msgspec.json.encode(record))
        if plain["rules"] not in CHOICES:
            return None
        filed = plain["choices"].get("progressive")
        if isinstance(filed, dict):
            filed.setdefault("hand", "best")
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
