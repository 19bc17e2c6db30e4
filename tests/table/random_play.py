"""Random histories of tables: acts that the offers allow, mixed with acts that they do not, all checked.

A `Walk` is one table in the hands of a crowd (`random_acts`) that does random things; what must hold is
checked after every command (`random_checks`). Several walks may share the link of their meters
(`random_tables`).
"""

import random
from collections.abc import Callable, Iterator, Mapping

import msgspec

from croupier.errors import CODES, Refusal
from croupier.games.steps import DEALER
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.machine import act
from croupier.table.offers import Actor, Offer, every_offer, offers
from croupier.table.programs import current
from croupier.table.roles import OBSERVERS, ROLES, SYSTEM
from tests.table.canonical import canonical
from tests.table.driver import correction, resettlement
from tests.table.random_acts import PLAYERS, STAFF, tag_of
from tests.table.random_checks import Checked
from tests.table.random_tables import Meters

WEIGHT: Mapping[str, float] = {
    "close_table": 0.01,
    "go_idle": 0.3,
    "adopt_rules": 0.03,
    "replace_device": 0.03,
    "change_deck": 0.03,
    "order_shuffle": 0.1,
    "confirm_report": 4.0,
    "dismiss_report": 2.0,
    "report": 0.012,
    "correct": 0.1,
    "resettle": 0.08,
    "sit": 0.12,
    "leave": 0.03,
    "lapse": 0.3,
    "enter": 0.3,
    "order_winners": 0.15,
    "validate": 0.3,
    "reject": 0.2,
    "bet": 0.4,
    "close_bets": 1.5,
    "decide": 2.0,
    "take_back": 0.2,
    "call_floor": 0.03,
    "answer_call": 0.3,
}
"""How often an act is drawn, beside the steps of a round (1): rounds should come to their ends."""

CROWDED: Mapping[str, float] = {**WEIGHT, "sit": 1.0, "bet": 3.0, "close_bets": 0.5, "leave": 0.01}
"""Several seats a round, so that something can happen between their settlements."""

MAY_BE_REFUSED: Mapping[str, frozenset[str]] = {
    "sit": frozenset(("too_many_boxes", "not_adjacent")),
    "leave": frozenset(("not_adjacent",)),
    "bet": frozenset(("not_adjacent",)),
    "adopt_rules": frozenset(("seat_taken", "too_many_boxes")),
    "correct": frozenset(
        (
            "decision_not_expected",  # the ante taken from a hand that has decided
            "decision_unclear",
            "decision_out_of_bounds",  # the ante changed and not the wager decided on it, or other cards
            "decision_out_of_bounds",
            "bad_amount",  # the ante below its match play coupon
            "paid_at_fold",  # a fold behind a folded hand that has been paid
            "missing_wager",  # one that the locked progressive wager needs beside it
        )
    ),
    "resettle": frozenset(
        (
            "award_pending",
            "wrong_number_of_cards",  # a round that is not void after all, whose cards nobody has seen
            "decision_out_of_bounds",  # other cards, and the raise as it was
            "decision_out_of_bounds",
            "decision_missing",
            "missing_wager",
        )
    ),
}
"""An act on the list of offers is done; these alone depend on more than an offer's bounds can state."""


class Walk(Checked):
    """One table, and everything that is done to it."""

    def __init__(
        self,
        rules: TableRules,
        mode: str,
        seed: str | random.Random,
        *,
        table: str = "T1",
        meters: Meters | None = None,
        other_rules: Callable[[random.Random], TableRules] | None = None,
    ) -> None:
        meters = meters or Meters(rules)
        super().__init__(rules, mode, seed, table, other_rules or (lambda source: rules), meters)
        self.weights = dict(WEIGHT)
        self.steps = self.accepted = self.refused = 0
        self.done: dict[str, int] = {}
        """How often each act was done."""
        self.sent: list[tuple[c.Command, tuple[e.AnyEvent, ...] | str]] = []
        """Every command with the events that it caused, or the code of its refusal."""

    # ------------------------------------------------------------------------------------------- one step

    def step(self) -> None:
        """One random command, and everything that must hold after it."""
        self.steps += 1
        self.now += self.random.choice((0, 10, 1_000, 60_000, 600_000)) if self.steps % 7 else 1_000
        if self.random.random() < (0.15 if self.state.results and not self.state.electronic else 0.01):
            self.meters.stir(self.random)
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
        units = self.meters_now()
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
            done = act(before, command)
        except Refusal as refused:
            refusal = refused
        assert canonical(before) == bytes_before, self.last_word
        assert units == self.meters_now(), self.last_word
        if refusal is not None:
            self.refused += 1
            self.sent.append((command, refusal.code))
            assert refusal.code in CODES, (refusal.code, self.last_word)
            return refusal
        events, after = tuple(event for event, _ in done), done[-1].state
        self.accepted += 1
        self.sent.append((command, events))
        kind = tag_of(asked)
        self.done[kind] = self.done.get(kind, 0) + 1
        self.follow(events, after)
        return None

    # ---------------------------------------------------------------------------------------- legal acts

    def _legal(self) -> None:
        """Something that is on somebody's list of offers, with values within its bounds."""
        role = self.random.choice((*ROLES, "dealer", "dealer", "supervisor", SYSTEM))
        by = self.random.choice(PLAYERS) if role == "player" else STAFF[role]
        mine = offers(self.state, Actor(by, role), self.now)
        if not mine:
            return
        weights = [self._weight(offer) for offer in mine]
        offer = self.random.choices(mine, weights)[0]
        asked = self.take(offer, by if role == "player" else "")
        if asked is None:
            return
        refusal = self._send(asked, role, by)
        if refusal is not None:
            allowed = MAY_BE_REFUSED.get(offer.act, frozenset())
            assert refusal.code in allowed, (self.last_word, refusal.code, refusal.message, offer)

    def _weight(self, offer: Offer) -> float:
        if self.state.results and offer.act in ("report", "validate"):
            # A round that turns out void while it is settled, its awards paid already.
            if offer.act == "validate":
                return 6.0
            if f"{self.state.round}.{offer.seat}" in self.state.validated and "wrong_cards" in offer.name:
                return 20.0  # the hand that was paid
            return 6.0 if self.state.validated and offer.name.startswith("wrong_cards") else 0.1
        if self.state.results and self.state.pending and offer.act == "show":
            return 0.1  # the next hand waits, so that the award is validated between two settlements
        return self.weights.get(offer.act, 1.0)

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
        asked = None if offer is None else self.take(offer, "")
        if asked is not None:
            version = self.state.version + self.random.choice((-1, 1, 7))
            self._must_refuse(asked, "administrator", "administrator", "stale_version", version=version)

    def _unknown_role(self) -> None:
        offer = self._some_offer()
        asked = None if offer is None else self.take(offer, "")
        if asked is not None:
            self._must_refuse(asked, self.random.choice((*OBSERVERS, "", "king", "Dealer")), "x")

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
        asked = self.take(offer, by if role == "player" else "")
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
        elif not self.state.amounts and not wrong:
            wrong = 1  # there a wager of nothing is one that was made
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
            place = self.random.choice((-2, -1, 0, 1, 2, 9))
            asked = c.Deal(step=offer.name, cards={place: bad})
            step = current(state)
            assert step is not None
            assert step.packets is not None
            packets = step.packets(tuple(state.hands))
            up = sum(packet.count for packet in packets if packet.up)
            of_the_place = sum(packet.count for packet in packets if packet.to == place)
            if len(bad.split()) in (up, of_the_place):
                return  # it may be a deal
        else:
            mine = list(self.hands[offer.seat])
            wrongs = ["", "As Kd Qh Jc", "nonsense", " ".join([*mine, mine[0]]), " ".join(mine[1:])]
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
                "\U0001f0cf",
            )
        )
        number = pick((-(10**15), -1, 0, 1, 10, 52, 53, 1000, 10**15))
        text = pick(("", "As As", "As Kd 2h", "zz", "2c 3c 4c 5c 6c 7c 8c 9c", "\x00"))
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
        wrong = pick(("wrong_cards_player", "wrong_cards_dealer"))
        yield c.Report(irregularity=wrong, seat=seat if "player" in wrong else 0, count=number)
        if self.state.program == "round" and self.deck:
            yield c.Report(irregularity="card_face_up", cards=" ".join(self.deck[-3:]))
        yield c.DismissReport(reason=pick(("", "x")))
        yield c.ConfirmReport()
        yield c.TakeBack(seat=seat)
        yield c.Declare(seat=seat)
        yield c.AnswerCall()
        yield c.ReplaceDevice(device=word, deal=word, shuffle=word)
        yield correction(seat, reason=pick(("", "x")), cards=text)
        yield correction(
            seat, reason="x", decision=pick(("fold", "raise", "play", "check", "")), amount=number
        )
        yield correction(seat, reason="x", wagers={pick(("ante", "raise", "zz", "aces_up")): number})
        yield correction(seat, reason="x")
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
            yield resettlement(pick((number, 0, -1)), original=record, corrected=worse, reason="x")
            yield resettlement(number, worse, record, pick(("", "x")))
