"""Random histories of tables: whatever the offers allow, mixed with whatever they do not, all of it checked.

A `Walk` is one table in the hands of a crowd of people who do random things; it knows the cards that really
lie on the table, keeps the accounts that the postings lead to and checks what must hold after every command.
Several walks may share a `Meters`, the link of their progressive meters.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from croupier.cards import card_text, set_of
from croupier.errors import CODES, Refusal
from croupier.games.steps import BOARD, DEALER, RACK
from croupier.jackpot import decisions as link_decisions
from croupier.jackpot.events import AnyLinkEvent
from croupier.jackpot.events import AwardRejected as LinkAwardRejected
from croupier.jackpot.link import Link
from croupier.jackpot.link import evolve as evolve_link
from croupier.jackpot.meters import UNIT
from croupier.money import share_of
from croupier.settlement.desk import desk
from croupier.settlement.round import Decision, Round
from croupier.settlement.settle import settle_at
from croupier.submission.form import Procedure
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.machine import act
from croupier.table.offers import Actor, Offer, every_offer, offers
from croupier.table.postings import postings
from croupier.table.programs import current, round_program
from croupier.table.roles import BESIDE, ROLES, SYSTEM
from croupier.table.state import EMPTY, State, canonical
from tests.naive.settle import naive_settle
from tests.table.driver import CHOICES, table_rules

Json = dict[str, Any]

PLAYERS = tuple(f"p{number}" for number in range(1, 9))
STAFF = {role: role for role in (*ROLES[1:], SYSTEM)}
DECK = tuple(card_text(card) for card in range(52))

LUCKY: Mapping[str, tuple[str, ...]] = {
    "high-card-flush": (
        "2s 3s 4s 5s 6s 7s 8s",
        "As 2s 3s 4s 5s 6s 9s",
        "9h Th Jh Qh Kh Ah 2c",
        "4d 5d 6d 7d 8d Kc 2h",
        "4d 5d 6d 7d 8h Kc 2h",
        "Qc Kc Ac 2d 5d 7h 9h",
        "9c 9d 9h 9s 2c 4c 6d",
        "2c 4c 6c 8c Tc Qc Kc",
        "2d 4d 6d 8d Td 3s 5h",
    ),
    "ultimate-texas-holdem": ("As Ks", "9h 8h", "Ac Ad", "7c 7d"),
    "four-card-poker": (
        "Ac Ad Ah As 2c",
        "Kc Kd Kh Ks 3c",
        "As Ks Qs Js 2d",
        "5h 6h 7h 8h 9h",
        "8c 8d 8h 2s 3d",
    ),
}
"""Hands that win something rare, so that awards and their meters are not left out."""

LUCKY_BOARD = ("Qs Js Ts 2c 3d", "7h 6h 5h 2d 3d", "Ah As 2h 3c 9d", "7h 7s 2c 3d Kd")

WEIGHT: Mapping[str, float] = {
    "close_table": 0.01,
    "go_idle": 0.3,
    "adopt_rules": 0.03,
    "replace_device": 0.03,
    "change_deck": 0.03,
    "order_shuffle": 0.05,
    "override": 1.0,
    "report": 0.012,
    "correct": 0.05,
    "resettle": 0.03,
    "sit": 0.06,
    "leave": 0.03,
    "lapse": 0.3,
    "enter": 0.3,
    "order_winners": 0.15,
    "validate": 0.3,
    "reject": 0.2,
    "bet": 0.4,
    "close_bets": 1.5,
    "decide": 2.0,
}
"""How often an act is drawn, beside the steps of a round (1): rounds should come to their ends."""

MAY_BE_REFUSED: Mapping[str, frozenset[str]] = {
    "sit": frozenset(("too_many_boxes", "not_adjacent")),
    "correct": frozenset(
        (
            "decision_missing",
            "decision_superfluous",
            "decision_unclear",
            "raise_out_of_bounds",
            "play_out_of_bounds",
            "bad_amount",
            "missing_wager",
            "value_not_allowed",
            "wrong_number_of_cards",
        )
    ),
    "resettle": frozenset(
        ("award_pending", "raise_out_of_bounds", "play_out_of_bounds", "bad_amount", "decision_superfluous")
    ),
    "adopt_rules": frozenset(("seat_taken",)),
}
"""An act on the list of offers is done; these alone depend on more than an offer's bounds can state."""


class Meters:
    """The link of the progressive meters of some tables, fed from their events."""

    def __init__(self, rules: TableRules) -> None:
        progressive = rules.house.progressive
        assert progressive is not None
        opened = link_decisions.open_link("L", progressive, at=0, by="admin")
        self.link: Link = evolve_link(None, opened)
        self.awards: dict[tuple[str, str], int] = {}
        self.link_only = 0
        """Units that the link moved and the tables did not: what a meter could not give back, old seeds."""
        self.posted = 0
        """Units that the tables have posted to meters."""
        self.changes = 0

    def hear(self, table: str, state: State, event: e.AnyEvent) -> None:
        """Do on the link what an event of a table means for it; `state` is the state before the event."""
        at, by = event.at, event.by
        if isinstance(event, e.BetsClosed) and any(event.contributions.values()):
            self._add(
                link_decisions.contribute(self.link, table, event.round, event.contributions, at=at, by=by)
            )
        elif isinstance(event, e.SeatSettled) and event.awards:
            for locked in link_decisions.lock_awards(
                self.link, table, state.round, event.awards, at=at, by=by
            ):
                self.awards[table, f"{state.round}.{locked.seat}"] = locked.award
                self._add(locked)
        elif isinstance(event, e.RoundSettled) and any(event.returned_contributions.values()):
            back = event.returned_contributions
            returned = link_decisions.return_contributions(self.link, table, event.round, back, at=at, by=by)
            self.link_only += sum(returned.short.values())
            self._add(returned)
        elif isinstance(event, e.AwardValidated | e.AwardRejected):
            self._decided(table, event)
        elif isinstance(event, e.Corrected):
            self._corrected(table, state.round, event)
        elif isinstance(event, e.Resettled):
            for meter, units in event.meters.items():
                corrected = link_decisions.correct(self.link, meter, units, event.reason, at=at, by=by)
                self.link_only += corrected.amount - corrected.asked
                self._add(corrected)

    def _decided(self, table: str, event: e.AwardValidated | e.AwardRejected) -> None:
        number = self.awards.get((table, event.award))
        if number is None:
            return  # a fixed award
        if isinstance(event, e.AwardValidated):
            self._add(link_decisions.validate(self.link, number, at=event.at, by=event.by))
            return
        rejected = link_decisions.reject(self.link, number, event.reason, at=event.at, by=event.by)
        self._add(rejected)

    def _corrected(self, table: str, number: int, event: e.Corrected) -> None:
        more = {meter: units for meter, units in event.contributions.items() if units > 0}
        less = {meter: -units for meter, units in event.contributions.items() if units < 0}
        if more:
            self._add(link_decisions.contribute(self.link, table, number, more, at=event.at, by=event.by))
        if less:
            back = link_decisions.return_contributions(
                self.link, table, number, less, at=event.at, by=event.by
            )
            self.link_only += sum(back.short.values())
            self._add(back)

    def _add(self, event: AnyLinkEvent) -> None:
        if isinstance(event, LinkAwardRejected):
            self.link_only += event.correction
        self.link = evolve_link(self.link, event)
        self.changes += 1
        self.check()

    def check(self) -> None:
        """All money of the meters is there."""
        assert self.link.conserved
        assert all(units >= 0 for units in self.link.amounts.values()), self.link.amounts


def walk_rules(name: str, deal: str, source: random.Random) -> TableRules:
    """The rules of a table with random equipment and particulars, every wager offered, all rates known."""
    options = table_rules(name).house.rules.options

    def maybe(option: str, value: str = "true", chance: float = 0.35) -> bool:
        return option in options and value in options[option].values and source.random() < chance

    shuffle = "manual" if deal != "hand" and maybe("shuffle", "manual", 0.5) else "automated"
    automated = shuffle == "automated"
    decks = 2 if automated and "second_deck" in options and source.random() < 0.4 else 1
    procedure = Procedure(
        settlement_alternative=source.choice((1, 2)) if "settlement_alternative" in options else None,
        progressive_order="internal" if maybe("progressive_order", "internal") else None,
        idle_spread="face-down" if maybe("idle_spread", "face-down") else None,
    )
    rules = table_rules(
        name,
        deal,
        posted={"ante": (500, 50_000)} if source.random() < 0.5 else {},
        boxes=source.randint(1, options["boxes"].most or 1),
        positions=source.choice((2, 4, 6)),
        procedure=procedure,
        shuffle=shuffle,
        decks=decks,
        preshuffled=maybe("preshuffled"),
        counting_shuffler=automated and maybe("counting_shuffler"),
        reshuffle_and_count_device=maybe("reshuffle_and_count_device"),
    )
    return with_rates(rules)


def with_rates(rules: TableRules) -> TableRules:
    """The same rules, with a rate for each meter whose rate the document leaves to the operator."""
    progressive = rules.house.progressive
    assert progressive is not None
    meters = tuple(
        replace(meter, rate=2000 if meter.rate is None else meter.rate) for meter in progressive.meters
    )
    return replace(rules, house=replace(rules.house, progressive=replace(progressive, meters=meters)))


class Walk:
    """One table, and everything that is done to it."""

    def __init__(
        self,
        rules: TableRules,
        mode: str,
        seed: str,
        *,
        table: str = "T1",
        meters: Meters | None = None,
        other_rules: Callable[[random.Random], TableRules] | None = None,
    ) -> None:
        self.rules = rules
        self.mode = mode
        self.random = random.Random(seed)
        self.table = table
        self.meters = Meters(rules) if meters is None else meters
        self.other_rules = other_rules or (lambda source: rules)
        self.state: State = EMPTY
        self.log: list[e.AnyEvent] = []
        self.now = 1_000
        self.steps = self.accepted = self.refused = 0
        self.done: dict[str, int] = {}
        self.rounds = self.compared = 0
        self.accounts: dict[str, int] = {}
        self.deck: list[str] = list(DECK)
        self.hands: dict[int, list[str]] = {}
        self.records: dict[int, Round] = {}
        self.start: dict[str, int] = {}
        """The meters when the settlement of the round began."""
        self.undisturbed = 0
        self.last_word = ""

    # ------------------------------------------------------------------------------------------- one step

    def step(self) -> None:
        """One random command, and everything that must hold after it."""
        self.steps += 1
        self.now += self.random.choice((0, 10, 1_000, 60_000, 600_000)) if self.steps % 7 else 1_000
        if self.random.random() < 0.2:
            self._illegal()
        else:
            self._legal()

    def run(self, steps: int) -> None:
        """So many steps; a failure says where it happened."""
        for _ in range(steps):
            self.step()

    def _send(self, asked: c.AnyAct, role: str, by: str, version: int | None = None) -> Refusal | None:
        """Send a command; the refusal if it was refused, and then nothing has changed."""
        before, bytes_before = self.state, canonical(self.state)
        units = {name: self.meters.link.amounts[name] for name in self.meters.link.amounts}
        command = c.Command(
            act=asked,
            by=by,
            role=role,
            version=before.version if version is None else version,
            at=self.now,
            meters=units,
        )
        self.last_word = f"{self.table} step {self.steps}: {role} {by}: {asked!r:.600}"
        refusal = None
        try:
            events, after = act(before, command)
        except Refusal as refused:
            refusal = refused
        assert canonical(before) == bytes_before, self.last_word
        assert units == self.meters.link.amounts, self.last_word
        if refusal is not None:
            self.refused += 1
            assert refusal.code in CODES, (refusal.code, self.last_word)
            return refusal
        self.accepted += 1
        kind = tag_of(asked)
        self.done[kind] = self.done.get(kind, 0) + 1
        self._accepted(events, after)
        return None

    # ------------------------------------------------------------------------------------- what must hold

    def _accepted(self, events: Sequence[e.AnyEvent], after: State) -> None:
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
            self.deck = self.deck[1:]
        elif isinstance(event, e.Corrected) and event.cards is not None:
            old, new = self.hands.get(event.seat, []), event.cards.split()
            self.deck = [card for card in self.deck if card not in new] + [
                card for card in old if card not in new
            ]
            self.hands[event.seat] = new

    def _follow_meters(self, before: State, event: e.SeatSettled) -> None:
        """An award is its share of the meter as it stands when the seat is settled."""
        if not before.results:
            self.start = dict(self.meters.link.amounts)
            self.undisturbed = self.meters.changes
        if self.undisturbed == self.meters.changes and not self.state.winners_order:
            for award in event.awards:
                if award.meter:
                    holds = self.meters.link.amounts[award.meter]
                    assert award.paid == share_of(holds, award.share) // UNIT, self.last_word

    def _check_cards(self) -> None:
        """No card in two places, and never more known than dealt."""
        state = self.state
        places = [state.board, state.dealer, state.aside, *(hand.cards for hand in state.hands.values())]
        set_of(" ".join(filter(None, places)))  # refuses a card that is written twice
        assert 0 <= state.stub <= 52, self.last_word
        if state.program == "round":
            assert state.drawn >= state.dealer_dealt + sum(hand.dealt for hand in state.hands.values())
            assert len(state.dealer.split()) <= state.dealer_dealt, self.last_word
            for hand in state.hands.values():
                assert len(hand.cards.split()) <= hand.dealt, self.last_word

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
        assert event.record.meters == start, (self.last_word, event.record.meters, start)
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
        coupons = any(seat.pop("match_play", None) for seat in plain["seats"])
        full = {place: " ".join(cards) for place, cards in self.hands.items()}
        for seat in plain["seats"]:
            if "cards" not in seat:
                if seat["seat"] not in full:
                    return None
                seat["cards"] = full[seat["seat"]]
        if record.board is None and "ultimate" in record.rules:
            return None
        if coupons:
            return None
        return {seat["seat"]: seat["net"] for seat in naive_settle(plain)["seats"]}

    # ---------------------------------------------------------------------------------------- legal acts

    def _legal(self) -> None:
        """Something that is on somebody's list of offers, with values within its bounds."""
        role = self.random.choice((*ROLES, "dealer", "dealer", "supervisor", SYSTEM))
        by = self.random.choice(PLAYERS) if role == "player" else STAFF[role]
        mine = offers(self.state, Actor(by, role), self.now)
        if not mine:
            return
        weights = [WEIGHT.get(offer.act, 1.0) for offer in mine]
        offer = self.random.choices(mine, weights)[0]
        asked = self._take(offer, by if role == "player" else "")
        if asked is None:
            return
        refusal = self._send(asked, role, by)
        if refusal is not None:
            allowed = MAY_BE_REFUSED.get(offer.act, frozenset())
            assert refusal.code in allowed, (self.last_word, refusal.code, refusal.message, offer)

    def _take(self, offer: Offer, player: str) -> c.AnyAct | None:
        make: Callable[[Offer, str], c.AnyAct | None] = getattr(self, f"_take_{offer.act}")
        return make(offer, player)

    def _take_open_table(self, offer: Offer, player: str) -> c.AnyAct:
        rules = self.rules if self.state.rules is None else self.other_rules(self.random)
        return c.OpenTable(table=self.table, mode=self.mode, rules=rules)

    def _take_adopt_rules(self, offer: Offer, player: str) -> c.AnyAct:
        old = self.state.at
        new = self.other_rules(self.random)
        kept = msgspec.structs.replace(
            new.equipment,
            deal=old.equipment.deal,
            decks=old.equipment.decks,
            shuffle="automated"
            if old.equipment.decks > 1 or old.equipment.deal == "hand"
            else new.equipment.shuffle,
        )
        return c.AdoptRules(rules=replace(new, equipment=kept))

    def _take_close_table(self, offer: Offer, player: str) -> c.AnyAct:
        return c.CloseTable()

    def _take_go_idle(self, offer: Offer, player: str) -> c.AnyAct:
        return c.GoIdle()

    def _take_sit(self, offer: Offer, player: str) -> c.AnyAct:
        return c.Sit(seat=offer.seat, player=player or self.random.choice(PLAYERS))

    def _take_leave(self, offer: Offer, player: str) -> c.AnyAct:
        return c.Leave(seat=offer.seat)

    def _take_perform(self, offer: Offer, player: str) -> c.AnyAct:
        return c.Perform(step=offer.name, back=f"back {self.state.active}" if offer.name == "receive" else "")

    def _take_shuffle(self, offer: Offer, player: str) -> c.AnyAct:
        return c.Shuffle(commitment="c" if self.state.electronic else "")

    def _take_count(self, offer: Offer, player: str) -> c.AnyAct:
        bound = offer.amounts[0]
        chips = sum("progressive" in hand.wagers for hand in self.state.hands.values())
        right = {"progressive_count": chips, "device_count": 52, "stub_count": self.state.stub, "cut": 20}[
            offer.name
        ]
        if self.random.random() < 0.12:
            right = self.random.choice(
                (bound.least, bound.most, self.random.randint(bound.least, bound.most))
            )
        return c.Count(step=offer.name, count=right)

    def _take_bet(self, offer: Offer, player: str) -> c.AnyAct:
        if self.random.random() < 0.05:
            return c.Bet(seat=offer.seat, wagers={})
        wagers = self._wagers(offer)
        match_play = {}
        if self.state.at.house.match_play and "ante" in wagers and self.random.random() < 0.1:
            match_play = {"ante": self.random.randint(1, wagers["ante"])}
        return c.Bet(seat=offer.seat, wagers=wagers, match_play=match_play)

    def _wagers(self, offer: Offer) -> dict[str, int]:
        """Wagers that may stand together, each within its bounds."""
        known = self.state.at.house.rules.wagers
        bounds = {amount.name: amount for amount in offer.amounts}
        placed: dict[str, int] = {}
        for name, amount in bounds.items():
            optional = name != "ante" or "aces_up" in bounds
            if optional and self.random.random() < (0.1 if name == "ante" else 0.3) and name != "blind":
                continue
            rule = known[name]
            if not all(needed in placed for needed in rule.needs):
                continue
            if rule.needs_one_of and not any(needed in placed for needed in rule.needs_one_of):
                continue
            usual = self.random.choice((500, 1000, 1500, 2500, amount.least, amount.most))
            placed[name] = min(max(usual, amount.least), amount.most)
            if amount.only:
                placed[name] = self.random.choice(amount.only)
            if rule.equals:
                placed[name] = placed[rule.equals]
        if not placed:
            placed["ante"] = max(1000, bounds["ante"].least)
            if "blind" in bounds:
                placed["blind"] = placed["ante"]
        return placed

    def _take_close_bets(self, offer: Offer, player: str) -> c.AnyAct:
        return c.CloseBets(order=" ".join(self._rigged()) if self.state.electronic else "")

    def _rigged(self) -> list[str]:
        """A deck in random order, often with a rare hand for somebody."""
        deck = list(DECK)
        self.random.shuffle(deck)
        if self.random.random() < 0.5:
            return deck
        game = self.state.at.house.rules.rules.game
        places: dict[int, list[int]] = {}
        at = 0
        for step in round_program(self.state.at):
            for packet in step.packets(tuple(self.state.hands)) if step.packets else ():
                places.setdefault(packet.to, []).extend(range(at, at + packet.count))
                at += packet.count
        wanted: dict[int, str] = {}
        if BOARD in places:
            wanted |= dict(zip(places[BOARD], self.random.choice(LUCKY_BOARD).split(), strict=True))
        for lucky in self.random.sample(LUCKY.get(game, ()), min(2, len(LUCKY.get(game, ())))):
            playing = [seat for seat, hand in self.state.hands.items() if "progressive" in hand.wagers]
            place = self.random.choice([*self.state.hands, *playing, *playing, DEALER])
            if not set(lucky.split()) & set(wanted.values()) and not wanted.keys() & set(places[place]):
                wanted |= dict(zip(places[place], lucky.split(), strict=False))
        rest = [card for card in deck if card not in wanted.values()]
        return [wanted[place] if place in wanted else rest.pop() for place in range(52)]

    def _take_deal(self, offer: Offer, player: str) -> c.AnyAct:
        step = current(self.state)
        assert step is not None
        assert step.packets is not None
        scanned = self.random.random() < 0.2
        at = 0
        named: dict[int, list[str]] = {}
        for packet in step.packets(tuple(self.state.hands)):
            if packet.to != RACK and (packet.up or scanned):
                named.setdefault(packet.to, []).extend(self.deck[at : at + packet.count])
            at += packet.count
        return c.Deal(step=offer.name, cards={place: " ".join(cards) for place, cards in named.items()})

    def _take_decide(self, offer: Offer, player: str) -> c.AnyAct:
        choice = self.random.choice(offer.amounts)
        if choice.only:
            return c.Decide(seat=offer.seat, action=choice.name, amount=self.random.choice(choice.only))
        amount = self.random.choice(
            (choice.least, choice.most, self.random.randint(choice.least, choice.most))
        )
        if not self.state.electronic and not choice.only:
            amount = min(amount, self._most(offer.seat, choice.most))
        return c.Decide(seat=offer.seat, action=choice.name, amount=amount)

    def _most(self, seat: int, most: int) -> int:
        """What the cards really allow, where the system does not know them yet and the dealer sees to it."""
        play = desk(self.state.at.house).play
        cards = set_of(" ".join(self.hands[seat]))
        return min(most, play.bound(play.strength(cards), self.state.hands[seat].wagers["ante"]).most)

    def _take_lapse(self, offer: Offer, player: str) -> c.AnyAct:
        return c.Lapse(seat=offer.seat)

    def _take_enter(self, offer: Offer, player: str) -> c.AnyAct:
        return c.Enter(to=offer.seat, cards=" ".join(self.hands[offer.seat]))

    def _take_show(self, offer: Offer, player: str) -> c.AnyAct:
        return c.Show(to=offer.seat, cards=" ".join(self.hands[offer.seat]))

    def _take_order_winners(self, offer: Offer, player: str) -> c.AnyAct:
        playing = [seat for seat, hand in self.state.hands.items() if "progressive" in hand.wagers]
        chosen = self.random.sample(playing, self.random.randint(0, len(playing)))
        return c.OrderWinners(seats=tuple(chosen))

    def _take_validate(self, offer: Offer, player: str) -> c.AnyAct:
        return c.Validate(award=offer.name)

    def _take_reject(self, offer: Offer, player: str) -> c.AnyAct:
        return c.Reject(award=offer.name, reason="not the hand that was entered")

    def _take_report(self, offer: Offer, player: str) -> c.AnyAct:
        cards = ""
        if offer.name == "card_face_up" and self.random.random() < 0.7:
            cards = self.deck[0] if self.deck else ""
        return c.Report(irregularity=offer.name, seat=offer.seat, cards=cards, note="seen by the dealer")

    def _take_order_shuffle(self, offer: Offer, player: str) -> c.AnyAct:
        return c.OrderShuffle()

    def _take_change_deck(self, offer: Offer, player: str) -> c.AnyAct:
        return c.ChangeDeck(reason="worn")

    def _take_replace_device(self, offer: Offer, player: str) -> c.AnyAct | None:
        at, options = self.state.at, self.state.at.house.rules.options
        ways = [
            (deal, shuffle)
            for deal in options["deal"].values
            for shuffle in options["shuffle"].values
            if (deal, shuffle) != (at.equipment.deal, at.equipment.shuffle)
            and (deal != "hand" or shuffle == "automated")
        ]
        if not ways:
            return None
        deal, shuffle = self.random.choice(ways)
        device = "covered" if at.house.rules.rules.jurisdiction == "md" else "removed"
        return c.ReplaceDevice(device=device, deal=deal, shuffle=shuffle)

    def _take_override(self, offer: Offer, player: str) -> c.AnyAct:
        return c.Override(what=offer.name, reason="the pit decided so")

    def _take_correct(self, offer: Offer, player: str) -> c.AnyAct | None:
        reason = "entered wrongly"
        if offer.seat == DEALER:
            cards = self._other_cards(DEALER, keep=self.state.dealer_up)
            return None if cards is None else c.Correct(seat=DEALER, reason=reason, cards=cards)
        hand = self.state.hands[offer.seat]
        parts = self.random.choice(("wagers", "decision", "cards", "wagers and decision"))
        wagers = decision = cards = None
        amount = 0
        if "wagers" in parts:
            bets = [each for each in wager_offers(self.state) if each.act == "bet"]
            wagers = self._wagers(bets[0])
        if "decision" in parts:
            decided = desk(self.state.at.house).play.decided
            decision = self.random.choice(("fold", decided))
            ante = (wagers or hand.wagers).get("ante", 0)
            amount = ante * self.random.choice((1, 1, 2, 3, 4)) if decision == decided else 0
        if parts == "cards":
            cards = self._other_cards(offer.seat)
            if cards is None:
                return None
        return c.Correct(
            seat=offer.seat, reason=reason, wagers=wagers, decision=decision, amount=amount, cards=cards
        )

    def _other_cards(self, place: int, keep: str = "") -> str | None:
        """The cards of a place with one changed for a card of the stub, at a live table that knows them."""
        if self.state.electronic or not self.hands.get(place) or not self.deck:
            return None
        mine = self.hands[place]
        if place != DEALER and len(mine) != self.state.hands[place].dealt:
            return None
        old = self.random.choice([card for card in mine if card not in keep.split()])
        return " ".join(self.random.choice(self.deck) if card == old else card for card in mine)

    def _take_resettle(self, offer: Offer, player: str) -> c.AnyAct | None:
        known = [number for number in self.state.settled if number in self.records]
        if not known:
            return None
        number = self.random.choice(known)
        original = self.records[number]
        seats = list(original.seats)
        place = self.random.randrange(len(seats))
        seat = seats[place]
        change = self.random.choice(("decision", "ante", "nothing"))
        if change == "decision" and seat.decision is not None and seat.cards is not None:
            seats[place] = msgspec.structs.replace(seat, decision=Decision(fold=True))
        elif change == "ante" and "ante" in seat.wagers and not seat.match_play:
            wagers = {name: 2 * stake for name, stake in seat.wagers.items() if name != "progressive"}
            wagers |= {name: stake for name, stake in seat.wagers.items() if name == "progressive"}
            seats[place] = msgspec.structs.replace(seat, wagers=wagers)
        corrected = msgspec.structs.replace(original, seats=seats)
        return c.Resettle(round=number, original=original, corrected=corrected, reason="paid wrongly")

    # --------------------------------------------------------------------------------------- illegal acts

    def _illegal(self) -> None:
        """Something that nobody may do, or not so, or not this person: it is refused."""
        kind = self.random.choice(("version", "actor", "bounds", "cards", "garbage", "garbage", "role"))
        {
            "version": self._wrong_version,
            "actor": self._wrong_actor,
            "bounds": self._out_of_bounds,
            "cards": self._cards_twice,
            "garbage": self._garbage,
            "role": self._unknown_role,
        }[kind]()

    def _some_offer(self) -> Offer | None:
        found = list(every_offer(self.state, self.now))
        return self.random.choice(found) if found else None

    def _must_refuse(
        self, asked: c.AnyAct, role: str, by: str, *codes: str, version: int | None = None
    ) -> None:
        refusal = self._send(asked, role, by, version)
        assert refusal is not None, f"accepted: {self.last_word}"
        assert not codes or refusal.code in codes, (self.last_word, refusal.code, refusal.message)

    def _wrong_version(self) -> None:
        offer = self._some_offer()
        asked = None if offer is None else self._take(offer, "")
        if asked is not None:
            version = self.state.version + self.random.choice((-1, 1, 7))
            self._must_refuse(asked, "administrator", "administrator", "stale_version", version=version)

    def _unknown_role(self) -> None:
        offer = self._some_offer()
        asked = None if offer is None else self._take(offer, "")
        if asked is not None:
            self._must_refuse(asked, self.random.choice((*BESIDE, "", "king", "Dealer")), "x")

    def _wrong_actor(self) -> None:
        """An act by somebody to whom it is not offered."""
        offer = self._some_offer()
        if offer is None:
            return
        role = self.random.choice((*ROLES, SYSTEM))
        by = self.random.choice((*PLAYERS, "stranger")) if role == "player" else STAFF[role]
        mine = offers(self.state, Actor(by, role), self.now)
        if any((each.act, each.seat, each.name) == (offer.act, offer.seat, offer.name) for each in mine):
            return
        asked = self._take(offer, by if role == "player" else "")
        if asked is not None:
            self._must_refuse(asked, role, by)

    def _out_of_bounds(self) -> None:
        """An amount just outside, or far outside, what is offered."""
        found = [offer for offer in every_offer(self.state, self.now) if offer.amounts]
        if not found:
            return
        offer = self.random.choice(found)
        amount = self.random.choice(offer.amounts)
        wrong = self.random.choice((amount.least - 1, amount.most + 1, -1, -(10**20), 10**20))
        if amount.only:
            wrong = self.random.choice([each for each in (wrong, 1, 0) if each not in amount.only])
        asked: c.AnyAct
        if offer.act == "bet":
            asked = c.Bet(seat=offer.seat, wagers={**self._wagers(offer), amount.name: wrong})
        elif offer.act == "count":
            asked = c.Count(step=offer.name, count=wrong)
        else:
            asked = c.Decide(seat=offer.seat, action=amount.name, amount=wrong)
        self._must_refuse(asked, "administrator", "administrator")

    def _cards_twice(self) -> None:
        """Cards that lie elsewhere, or the wrong number of them, or no cards at all."""
        found = [
            offer for offer in every_offer(self.state, self.now) if offer.act in ("enter", "show", "deal")
        ]
        if not found:
            return
        offer = self.random.choice(found)
        state = self.state
        seen = [*state.board.split(), *state.aside.split()]
        for place, known in (
            (DEALER, state.dealer),
            *((seat, hand.cards) for seat, hand in state.hands.items()),
        ):
            if place != offer.seat or offer.act == "deal":
                seen += known.split()
        asked: c.AnyAct
        if offer.act == "deal":
            bad = self.random.choice(("1 2 3", "As", "As As As", "", "zz", " ".join([*seen[:3]])))
            asked = c.Deal(step=offer.name, cards={self.random.choice((-2, -1, 0, 1, 2, 9)): bad})
            step = current(state)
            assert step is not None
            assert step.packets is not None
            up = [packet for packet in step.packets(tuple(state.hands)) if packet.up]
            if up and sum(packet.count for packet in up) == len(bad.split()):
                return
            if len(bad.split()) == 2 and not up:
                return
        else:
            mine = list(self.hands[offer.seat])
            wrongs = ["", "As", "nonsense", " ".join([*mine, mine[0]]), " ".join(mine[1:])]
            if seen:
                wrongs.append(" ".join([self.random.choice(seen), *mine[1:]]))
            bad = self.random.choice(wrongs)
            if not bad and offer.act == "show":
                bad = "?"
            asked = (
                c.Enter(to=offer.seat, cards=bad)
                if offer.act == "enter"
                else c.Show(to=offer.seat, cards=bad)
            )
        self._must_refuse(asked, "dealer", "dealer")

    def _garbage(self) -> None:
        """Any act with any values: refused, unless it happens to be offered."""
        asked = self.random.choice(list(self._nonsense()))
        role = self.random.choice((*ROLES, SYSTEM))
        by = self.random.choice((*PLAYERS, "stranger", "")) if role == "player" else STAFF[role]
        kind = tag_of(asked)
        seat = getattr(asked, "seat", getattr(asked, "to", None))
        mine = offers(self.state, Actor(by, role), self.now)
        offered = any(each.act == kind and (seat is None or each.seat == seat) for each in mine)
        refusal = self._send(asked, role, by)
        assert refusal is not None or offered, f"accepted: {self.last_word}"

    def _nonsense(self) -> Iterator[c.AnyAct]:
        pick = self.random.choice
        seat = pick((-2, -1, 0, 1, 2, 3, 6, 7, 99, 10**12))
        word = pick(
            (
                "",
                "deal",
                "settle",
                "round_end",
                "collect",
                "stub",
                "reveal",
                "cut",
                "zz",
                "ante",
                "\ud83c\udccf",
            )
        )
        number = pick((-(10**15), -1, 0, 1, 10, 52, 53, 1000, 10**15))
        text = pick(("", "As", "As As", "As Kd 2h", "zz", "2c 3c 4c 5c 6c 7c 8c 9c", "\x00"))
        yield c.Sit(seat=seat, player=pick(("p1", "stranger", "", " ")))
        yield c.Leave(seat=seat)
        yield c.Perform(step=word, back=word)
        yield c.Shuffle(order=text)
        yield c.Count(step=word, count=number)
        yield c.Bet(
            seat=seat, wagers={pick(("ante", "blind", "play", "raise", "cover_all", "zz", "")): number}
        )
        yield c.Bet(seat=seat, wagers={"ante": 1000, "progressive": number}, match_play={"ante": number})
        yield c.Bet(seat=seat, wagers={"ante": 1000}, instrument=pick(("cash", "", "zz")))
        yield c.Bet(seat=seat, wagers={}, match_play={"ante": 100})
        yield c.CloseBets(order=text)
        yield c.Deal(step=word, cards={seat: text})
        yield c.Decide(seat=seat, action=pick(("fold", "check", "raise", "play", "", "zz")), amount=number)
        yield c.Lapse(seat=seat)
        yield c.Enter(to=seat, cards=text)
        yield c.Show(to=seat, cards=text)
        yield c.OrderWinners(seats=(seat, seat))
        yield c.Validate(award=pick(("1.1", "", "9.9")))
        yield c.Reject(award=pick(("1.1", "", "9.9")), reason=pick(("", " ")))
        yield c.Report(
            irregularity=pick(("zz", "", "talk", "stub_wrong", "card_face_up")), seat=99, cards="zz"
        )
        if self.state.program == "round" and self.deck:
            yield c.Report(irregularity="card_face_up", cards=" ".join(self.deck[-3:]))
        yield c.Override(what=word, reason="")
        yield c.ReplaceDevice(device=word, deal=word, shuffle=word)
        yield c.Correct(seat=seat, reason=pick(("", "x")), cards=text)
        yield c.Correct(
            seat=seat, reason="x", decision=pick(("fold", "raise", "play", "check", "")), amount=number
        )
        yield c.Correct(seat=seat, reason="x", wagers={pick(("ante", "raise", "zz", "aces_up")): number})
        yield c.Correct(seat=seat, reason="x")
        if self.records:
            number = pick(list(self.records))
            record = self.records[number]
            worse = pick(
                (
                    msgspec.structs.replace(record, meters=None),
                    msgspec.structs.replace(record, meters={"zz": 1}),
                    msgspec.structs.replace(record, seats=[]),
                    msgspec.structs.replace(record, seats=[*record.seats, *record.seats]),
                    msgspec.structs.replace(record, dealer=text),
                    msgspec.structs.replace(record, board=text),
                    msgspec.structs.replace(record, irregularity="zz"),
                    msgspec.structs.replace(record, rules="zz"),
                    msgspec.structs.replace(
                        record, seats=[msgspec.structs.replace(each, wagers={}) for each in record.seats]
                    ),
                )
            )
            yield c.Resettle(round=pick((number, 0, -1)), original=record, corrected=worse, reason="x")
            yield c.Resettle(round=number, original=worse, corrected=record, reason=pick(("", "x")))


def tag_of(asked: c.AnyAct) -> str:
    """The name of an act, as offers call it."""
    tag = asked.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def wager_offers(state: State) -> Iterator[Offer]:
    """A bet offer with the wagers of the table, whatever step it is at."""
    from croupier.table.offers import wager_bounds

    yield Offer(act="bet", role="player", amounts=wager_bounds(state.at))
