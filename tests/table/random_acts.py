"""Random players: for any offer an act that takes it, with values within its bounds."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

import msgspec

from croupier.cards import card_text, set_of, text_of
from croupier.games.steps import BOARD, DEALER, RACK
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import FOLD, Round, Seat, folds
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table.offers import Offer
from croupier.table.offers.bounds import wager_bounds
from croupier.table.programs import current, round_program
from croupier.table.roles import ROLES, SYSTEM
from croupier.table.state import EMPTY, State
from tests.table.driver import correction, made, resettlement

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

LUCKY_WITH_BOARD = tuple(zip(LUCKY["ultimate-texas-holdem"], LUCKY_BOARD, strict=True))
"""A royal flush, a straight flush, four aces, four sevens."""


class Crowd:
    """The people around one table, who know the cards that really lie on it."""

    def __init__(
        self,
        rules: TableRules,
        mode: str,
        seed: str | random.Random,
        table: str,
        other_rules: Callable[[random.Random], TableRules],
    ) -> None:
        self.rules = rules
        self.mode = mode
        self.amounts = True
        """Whether the table is opened with amounts."""
        self.random = random.Random(seed) if isinstance(seed, str) else seed
        self.table = table
        self.other_rules = other_rules
        self.state: State = EMPTY
        self.deck: list[str] = list(DECK)
        """What is left of it."""
        self.hands: dict[int, list[str]] = {}
        """By place, as they really are."""
        self.records: dict[int, Round] = {}
        """By round, as last settled."""

    def take(self, offer: Offer, player: str = "") -> c.AnyAct | None:
        """An act that takes the offer; none where nothing comes to mind."""
        make: Callable[[Offer, str], c.AnyAct | None] = getattr(self, f"_take_{offer.act}")
        return make(offer, player)

    def _take_open_table(self, offer: Offer, player: str) -> c.AnyAct:
        rules = self.rules if self.state.rules is None else self.other_rules(self.random)
        return c.OpenTable(
            table=self.table,
            mode=self.mode,
            rules=rules,
            amounts=self.amounts,
            confirm_voids=self.random.random() < 0.5,
        )

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
        if not self.state.electronic:
            return c.Shuffle()
        if self.random.random() < 0.7:
            return c.Shuffle(commitment="c")
        return c.Shuffle(order=" ".join(self.random.sample(DECK, len(DECK))))

    def _take_count(self, offer: Offer, player: str) -> c.AnyAct:
        bound = offer.amounts[0]
        chips = sum("progressive" in hand.wagers for hand in self.state.hands.values())
        right = {"progressive_count": chips, "device_count": 52, "stub_count": self.state.stub}[offer.name]
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
        if not self.state.amounts:
            return c.Bet(seat=offer.seat, wagers=wagers)
        if self.state.at.house.match_play and "ante" in wagers and self.random.random() < 0.1:
            match_play = {"ante": self.random.randint(1, wagers["ante"])}
        return c.Bet(seat=offer.seat, wagers=wagers, match_play=match_play)

    def _wagers(self, offer: Offer) -> dict[str, int]:
        """Wagers that may stand together, each within its bounds."""
        known = self.state.at.house.rules.wagers
        bounds = {amount.name: amount for amount in offer.amounts}
        names = {name for name in bounds if self.random.random() < (0.9 if name == "ante" else 0.7)}
        if not names & {"ante", "aces_up"}:
            names.add("ante")
        names |= {name for name in bounds if known[name].equals in names}
        while wrong := {name for name in names if not self._stands(name, names)}:
            names -= wrong
        placed = {}
        for name in sorted(names, key=list(bounds).index):
            amount = bounds[name]
            usual = self.random.choice((500, 1000, 1500, 2500, amount.least, amount.most))
            placed[name] = min(max(usual, amount.least), amount.most)
            if amount.only:
                placed[name] = self.random.choice(amount.only)
            equal = known[name].equals
            if equal is not None:
                placed[name] = placed[equal]
        return placed if self.state.amounts else made(placed)

    def _stands(self, name: str, placed: set[str]) -> bool:
        """Whether a wager has beside it those that it needs."""
        rule = self.state.at.house.rules.wagers[name]
        return placed.issuperset(rule.needs) and (
            not rule.needs_one_of or not placed.isdisjoint(rule.needs_one_of)
        )

    def _take_close_bets(self, offer: Offer, player: str) -> c.AnyAct:
        given = self.state.electronic and not self.state.order
        return c.CloseBets(order=" ".join(self._rigged()) if given else "")

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
            place = self.random.choice([*self.state.hands, *playing, *playing, *playing[-1:] * 4, DEALER])
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
        if choice.times:
            times = self.random.choice(choice.times)
            if choice.between:
                times = self._most(offer.seat, times, 1)
            return c.Decide(seat=offer.seat, action=choice.name, times=times)
        if choice.only:
            return c.Decide(seat=offer.seat, action=choice.name, amount=self.random.choice(choice.only))
        amount = self.random.choice(
            (choice.least, choice.most, self.random.randint(choice.least, choice.most))
        )
        if not self.state.electronic and not choice.only:
            amount = min(
                amount, self._most(offer.seat, choice.most, self.state.hands[offer.seat].wagers["ante"])
            )
        return c.Decide(seat=offer.seat, action=choice.name, amount=amount)

    def _most(self, seat: int, most: int, ante: int) -> int:
        """The bound of the real cards, where the system does not know them yet and the dealer enforces it."""
        play = prepared(self.state.at.house).play
        cards = set_of(" ".join(self.hands[seat]))
        return min(most, play.bound(play.strength(cards), ante).most)

    def _take_lapse(self, offer: Offer, player: str) -> c.AnyAct:
        return c.Lapse(seat=offer.seat)

    def _take_enter(self, offer: Offer, player: str) -> c.AnyAct:
        if offer.name == "discards" and self.random.random() < 0.7:
            assert offer.asks
            aside = self.hands[offer.seat][: self.random.randint(1, offer.asks[0].most)]
            return c.Enter(to=offer.seat, cards=" ".join(aside), discards=True)
        return c.Enter(to=offer.seat, cards=" ".join(self.hands[offer.seat]))

    def _take_show(self, offer: Offer, player: str) -> c.AnyAct:
        played = prepared(self.state.at.house).play.played
        if offer.seat != DEALER and played is not None and offer.asks and self.random.random() < 0.5:
            cards = text_of(played(set_of(" ".join(self.hands[offer.seat]))))
            if (
                0 < offer.asks[0].least <= len(cards.split())
                and self.state.hands[offer.seat].discards is None
            ):
                return c.Show(to=offer.seat, cards=cards)
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
        elif offer.name.startswith("cards_face_up") and self.random.random() < 0.5:
            cards = " ".join(self.deck[:2])
        elif offer.name == "dealer_card_exposed" and self.random.random() < 0.5:
            up = self.state.dealer_up.split()  # by the rules: such a card is not exposed
            cards = self.random.choice([card for card in self.hands[DEALER] if card not in up])
        count = 0
        if offer.name in ("wrong_cards_player", "wrong_cards_dealer"):
            dealt = len(self.hands.get(offer.seat, ()))
            count = self.random.choice((0, max(0, dealt - 1), dealt + 1)) if self.deck else 0
        note = "seen by the dealer"
        return c.Report(irregularity=offer.name, seat=offer.seat, cards=cards, count=count, note=note)

    def _take_order_shuffle(self, offer: Offer, player: str) -> c.AnyAct:
        return c.OrderShuffle()

    def _take_change_deck(self, offer: Offer, player: str) -> c.AnyAct:
        return c.ChangeDeck(reason="worn")

    def _take_replace_device(self, offer: Offer, player: str) -> c.AnyAct | None:
        at, options = self.state.at, self.state.at.house.rules.options
        in_use = _devices(at.equipment.deal or "", at.equipment.shuffle or "")
        ways = [
            (deal, shuffle)
            for deal in options["deal"].values
            for shuffle in options["shuffle"].values
            if _devices(deal, shuffle) < in_use and (deal != "hand" or shuffle == "automated")
        ]
        if not ways:
            return None
        deal, shuffle = self.random.choice(ways)
        words = ("covered", "out of order") if at.house.rules.rules.jurisdiction == "md" else ("removed",)
        return c.ReplaceDevice(device=self.random.choice(words), deal=deal, shuffle=shuffle)

    def _take_confirm_report(self, offer: Offer, player: str) -> c.AnyAct:
        return c.ConfirmReport()

    def _take_dismiss_report(self, offer: Offer, player: str) -> c.AnyAct:
        return c.DismissReport(reason="the floor looked")

    def _take_call_floor(self, offer: Offer, player: str) -> c.AnyAct:
        return c.CallFloor(reason="a question")

    def _take_answer_call(self, offer: Offer, player: str) -> c.AnyAct:
        return c.AnswerCall()

    def _take_take_back(self, offer: Offer, player: str) -> c.AnyAct:
        return c.TakeBack(seat=offer.seat)

    def _take_declare(self, offer: Offer, player: str) -> c.AnyAct | None:
        """The dealer looks, and says what is so."""
        wagers, cards = self.state.hands[offer.seat].wagers, set_of(" ".join(self.hands[offer.seat]))
        wins = prepared(self.state.at.house).reaches_bonus(wagers, cards)
        return None if wins else c.Declare(seat=offer.seat)

    def _take_correct(self, offer: Offer, player: str) -> c.AnyAct | None:
        reason = "entered wrongly"
        if offer.seat == DEALER:
            cards = self._other_cards(DEALER, keep=self.state.dealer_up)
            return None if cards is None else correction(DEALER, reason=reason, cards=cards)
        hand = self.state.hands[offer.seat]
        parts = self.random.choice(("wagers", "decision", "cards", "wagers and decision"))
        if not hand.action:
            parts = self.random.choice(("wagers", "cards"))
        wagers = decision = cards = None
        amount = 0
        if "wagers" in parts:
            wagers = self._wagers(bet_offer(self.state))
            wagers.pop("progressive", None)
            if "progressive" in hand.wagers:  # locked
                wagers["progressive"] = hand.wagers["progressive"]
            if "ante" in wagers and "ante" not in hand.wagers:
                return None  # the seat would have to decide
            stands = parts == "wagers" and hand.amount and "ante" in wagers
            if stands and hand.amount > self._most(offer.seat, hand.amount, wagers["ante"]):
                return None  # the supervisor sees that the hand does not allow it
        if "decision" in parts:
            decided = prepared(self.state.at.house).play.decided
            decision = self.random.choice(("fold", decided))
            ante = (wagers or hand.wagers).get("ante", 0) if self.state.amounts else 1
            amount = ante * self.random.choice((1, 1, 2, 3, 4)) if decision == decided else 0
            if hand.dealt:
                amount = min(amount, self._most(offer.seat, amount, ante))
        if parts == "cards":
            cards = self._other_cards(offer.seat)
            if cards is None:
                return None
        if not self.state.amounts:
            return correction(
                offer.seat, reason=reason, wagers=wagers, decision=decision, times=amount, cards=cards
            )
        return correction(
            offer.seat, reason=reason, wagers=wagers, decision=decision, amount=amount, cards=cards
        )

    def _other_cards(self, place: int, keep: str = "") -> str | None:
        """The cards of a place with one changed for a card of the stub, at a live table that knows them."""
        if self.state.electronic or not self.hands.get(place) or not self.deck:
            return None
        mine = self.hands[place]
        dealt = self.state.dealer_dealt if place == DEALER else self.state.hands[place].dealt
        if len(mine) != dealt:
            return None
        old = self.random.choice([card for card in mine if card not in keep.split()])
        return " ".join(self.random.choice(self.deck) if card == old else card for card in mine)

    def _take_resettle(self, offer: Offer, player: str) -> c.AnyAct | None:
        known = [
            number for number in self.state.settled if number in self.records and self.records[number].amounts
        ]
        if not known:
            return None
        awarded = [award.round for award in self.state.awarded.values() if award.round in known]
        number = self.random.choice(awarded if awarded and self.random.random() < 0.5 else known)
        original = self.records[number]
        corrected = original
        changes = [self._voided]
        if not self.state.electronic:
            changes += [self._other_stakes, self._other_side, self._other_hand]
        for _ in range(self.random.choice((0, 1, 1, 1, 2))):
            corrected = self.random.choice(changes)(corrected)
        return resettlement(number, original, corrected, "paid wrongly")

    def _voided(self, record: Round) -> Round:
        """The round void, or not void any more; or a hand alone, where the document has that."""
        known = self.state.at.house.rules.irregularities
        if record.irregularity is not None:
            return msgspec.structs.replace(record, irregularity=None)
        hand = [clause for clause, rule in known.items() if rule.void == "hand"]
        if hand and self.random.random() < 0.5:
            irregularity = None if record.seats[0].irregularity else hand[0]
            first = msgspec.structs.replace(record.seats[0], irregularity=irregularity)
            return msgspec.structs.replace(record, seats=[first, *record.seats[1:]])
        every = [clause for clause, rule in known.items() if rule.void == "all"]
        return msgspec.structs.replace(record, irregularity=self.random.choice(every) if every else None)

    def _other_stakes(self, record: Round) -> Round:
        """A seat folds or does not, or all its wagers double."""
        place = self.random.randrange(len(record.seats))
        seat = record.seats[place]
        ante, decided = seat.wagers.get("ante", 0), seat.decision
        play = prepared(self.state.at.house).play.decided
        if decided is not None and seat.cards and self.random.random() < 0.6:
            least = ante if record.amounts else 1
            seat = msgspec.structs.replace(seat, decision={play: least} if folds(decided) else FOLD)
        elif ante and max(seat.wagers.values()) < 10**9:
            stakes = {name: stake * (1 + (name != "progressive")) for name, stake in seat.wagers.items()}
            if decided is not None and not folds(decided):
                decided = {name: 2 * amount for name, amount in decided.items()}
            seat = msgspec.structs.replace(seat, wagers=stakes, decision=decided)
        return _with_seat(record, place, seat)

    def _other_side(self, record: Round) -> Round:
        """A side wager of a seat is found not to have lain there."""
        place = self.random.randrange(len(record.seats))
        seat = record.seats[place]
        sides = [name for name in seat.wagers if name not in ("ante", "blind", "progressive")]
        gone = self.random.choice(sides) if sides else ""
        wagers = {name: stake for name, stake in seat.wagers.items() if name != gone}
        return _with_seat(record, place, msgspec.structs.replace(seat, wagers=wagers))

    def _other_hand(self, record: Round) -> Round:
        """Another card in a hand, or a rare hand instead of it."""
        place = self.random.randrange(len(record.seats))
        seat = record.seats[place]
        mine = (seat.cards or "").split()
        others = " ".join(filter(None, [record.dealer, *(each.cards for each in record.seats)]))
        elsewhere = set(others.split()) - set(mine)
        if mine and record.board:
            hand, board = self.random.choice(LUCKY_WITH_BOARD)
            if elsewhere.isdisjoint(f"{hand} {board}".split()) and len(record.board.split()) == 5:
                both = msgspec.structs.replace(record, board=board)
                return _with_seat(both, place, msgspec.structs.replace(seat, cards=hand))
            elsewhere |= set(record.board.split())
        rare = [
            hand
            for hand in LUCKY.get(self.state.at.house.rules.rules.game, ())
            if len(hand.split()) == len(mine) and elsewhere.isdisjoint(hand.split())
        ]
        if not mine:
            return record
        if rare and self.random.random() < 0.6:
            mine = self.random.choice(rare).split()
        else:
            spare = [card for card in DECK if card not in elsewhere and card not in mine]
            mine[self.random.randrange(len(mine))] = self.random.choice(spare)
        return _with_seat(record, place, msgspec.structs.replace(seat, cards=" ".join(mine)))


def _devices(deal: str, shuffle: str) -> int:
    """How many devices these methods use."""
    return (deal == "automated-shoe") + (shuffle == "automated")


def _with_seat(record: Round, place: int, seat: Seat) -> Round:
    seats = [seat if number == place else each for number, each in enumerate(record.seats)]
    return msgspec.structs.replace(record, seats=seats)


def tag_of(asked: c.AnyAct) -> str:
    """The name of an act, as offers call it."""
    tag = asked.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def bet_offer(state: State) -> Offer:
    """A bet offer with the wagers of the table, whatever step it is at."""
    return Offer(act="bet", role="player", amounts=wager_bounds(state.at))
