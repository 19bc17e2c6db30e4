"""A dealer before the station whose inputs are counted: keys, taps, and cards from a scanner.

What the station asks for decides what the dealer does next, so the same dealer deals every game.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from croupier.cards import set_of, text_of
from croupier.games.steps import DEALER, RoundStep
from croupier.settlement.prepared_rules import prepared
from croupier.table.obligations import least_named
from croupier.table.offers.joined_steps import joined_after
from croupier.table.programs import current_step, plan_of, steps_of
from croupier.table.state import State
from tests.server.rig import Client, Running
from tests.table.driver import every_wager, shuffled
from tests.web.browser import Visits

KEY, TAP = 0.35, 0.8
"""Seconds a key and a tap take."""
PHYSICAL = 78
"""Seconds of a six-handed round apart from the station: bets, deal, decisions, payouts."""
RULES = ("ma/high-card-flush", "ma/ultimate-texas-holdem", "ma/four-card-poker")
_ORDER = "23456789TJQKA"
APART = 45
"""Milliseconds between the keys of a person; a scanner's come together."""
_SHOWN = """least => new Promise((done, failed) => {
  const station = () => document.querySelector("[data-testid=station]");
  const words = name => document.querySelector(`[data-testid=${name}]`)?.innerText ?? "";
  const look = () => {
    const shown = station()?.dataset;
    if (shown?.busy !== "false" || Number(shown.version) < least) return;
    watch.disconnect();
    clearTimeout(late);
    done({ ...shown, headline: words("headline"), primary: words("primary") });
  };
  const watch = new MutationObserver(look);
  watch.observe(document, { subtree: true, childList: true, attributes: true });
  const late = setTimeout(() => {
    watch.disconnect();
    failed(new Error(`version ${station()?.dataset.version}, wanted ${least}`));
  }, 10_000);
  look();
})"""
"""The station's mode and step, once it shows the table at this version or a later one."""


class Paced:
    """A dealer by `scanner` or `shoe` (and keys), `keys`, `touch` (and a scanner), or `fingers` alone."""

    def __init__(
        self, here: Running, browser: Browser, table: str, rules: str, by: str, *, seats: Iterable[int]
    ) -> None:
        here.table(table, rules, mode="live")
        self.here, self.table, self.rules, self.by = here, table, rules, by
        self.seats = tuple(seats)
        self.visits = Visits(browser, here.url)
        self.dealer, self.floor = here.signed_in("dealer"), here.signed_in("floorperson")
        self.touch, self.fingers = by in ("touch", "fingers"), by == "fingers"
        touching = {"has_touch": True} if self.fingers else {}
        self.page = self.visits.page(f"/dealer/{table}", as_=self.dealer, width=1024, **touching)
        self.station = self.page.get_by_test_id("station")
        self.deck: list[str] = []
        self.hands: dict[int, list[str]] = {}
        self.kinds: Counter[str] = Counter()
        self.keys = self.taps = 0

    told: Callable[[int, int], bool] | None = None
    """Whether a seat wagers at a street, where hands are not to decide it."""

    # ------------------------------------------------------------------------------------- what is counted

    @property
    def inputs(self) -> int:
        return self.keys + self.taps

    @property
    def seconds(self) -> float:
        return self.keys * KEY + self.taps * TAP

    def reset(self) -> None:
        self.kinds.clear()
        self.keys = self.taps = 0

    def type(self, keys: str, kind: str) -> None:
        """Keys, each of them one input."""
        self.keys += len(keys)
        self.kinds[kind] += len(keys)
        self.page.keyboard.type(keys, delay=APART)
        self.page.wait_for_timeout(APART + 25)

    def press(self, key: str, kind: str) -> None:
        self.keys += 1
        self.kinds[kind] += 1
        self.page.keyboard.press(key)

    def tap(self, place: Locator, kind: str) -> None:
        self.taps += 1
        self.kinds[kind] += 1
        if not self.fingers:
            place.click()
            return
        expect(place).to_be_enabled()
        expect(place).to_be_in_viewport(ratio=1)
        place.tap()

    def scan(self, text: str) -> None:
        """Cards from the scanner: reading them is a part of the deal."""
        self.page.evaluate(
            """text => { for (const key of [...text, "Enter"])
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })) }""",
            text,
        )

    # ------------------------------------------------------------------------------------ what the page shows

    _shown: dict[str, str]

    @property
    def state(self) -> State:
        return self.here.house.floor.tables[self.table].state

    @property
    def mode(self) -> str:
        self.settle()
        return self._shown["mode"]

    @property
    def step(self) -> str:
        """The step that the page last showed."""
        return self._shown["step"]

    def settle(self, least: int = 0) -> None:
        """Wait until the page shows the table as it is, in one call: Playwright's own waits look again only
        after a tenth of a second."""
        self._shown = self.page.evaluate(_SHOWN, max(least, self.state.version))

    def moved(self, before: int) -> None:
        """Wait until the table has changed."""
        self.settle(before + 1)
        self.settle()

    def go(self, kind: str) -> None:
        """The large button, by its key or by touch."""
        before = self.state.version
        if self.touch:
            self.tap(self.page.get_by_test_id("primary"), kind)
        else:
            self.press("Enter", kind)
        self.moved(before)

    # --------------------------------------------------------------------------------------------- the table

    def open(self) -> None:
        """Players sit down and the cards are opened: not a part of the round."""
        for seat in self.seats:
            self._did(self.dealer, act="sit", seat=seat, player=f"p{seat}")
        while self.mode != "bets":
            if self._shown["mode"] == "wait":
                self._did(self.floor, act="perform", step=self.step)
            else:
                self.go("opening")

    def _did(self, who: Client, **act: Any) -> None:
        assert who.act(self.table, **act).status_code == 200, act

    def close(self) -> None:
        """The dealer leaves; nothing may have gone wrong on the page."""
        self.visits.close()
        assert self.visits.errors == []

    def round(self, seed: int | list[str], *, first: bool = False, side_bets: bool = False) -> None:
        """A round from the bets to the shuffle after it, which the next bets confirm; by a seed or a deck."""
        self.deck, self.hands = shuffled(seed) if isinstance(seed, int) else list(seed), {}
        self._bets(first, side_bets)
        while not self.over:
            getattr(self, f"_{self.mode}")()

    @property
    def over(self) -> bool:
        """Whether nothing of the round is left but the shuffle."""
        return self.mode == "bets" or self.step == "shuffle"

    def _bets(self, first: bool, side_bets: bool) -> None:
        if first and self.fingers:
            pad = self.page.get_by_role("group", name="Dollars of")
            for figure in "10":
                self.tap(pad.get_by_role("button", name=figure, exact=True), "bets")
            self.tap(self.page.get_by_test_id("bets-same"), "bets")
        elif first:
            wagers = every_wager(self.rules) if side_bets else None
            for seat in self.seats:
                self._did(self.dealer, act="bet", seat=seat, wagers=wagers or self._plain())
        elif self.touch:
            self.tap(self.page.get_by_test_id("bets-again"), "bets")
        else:
            self.press("=", "bets")
        expect(self.page.get_by_test_id("primary")).to_contain_text("No more bets")
        self._settled_bets()
        self.go("bets")

    def _settled_bets(self) -> None:
        for _ in range(200):
            if set(self.state.hands) == set(self.seats):
                break
            self.page.wait_for_timeout(20)
        assert set(self.state.hands) == set(self.seats)
        self.settle()

    def _plain(self) -> dict[str, int]:
        wagers = every_wager(self.rules)
        return {name: wagers[name] for name in ("ante", "blind") if name in wagers}

    def _act(self) -> None:
        """Something is done; where cards of a next step confirm it, they are named at once."""
        before = self.state
        step, then = current_step(before), joined_after(before)
        if then and then[-1].enters and not self.fingers:
            if step.kind == "deal":
                self._dealt(before, step)
            last = next(each for each in steps_of(before) if each.name == then[-1].name)
            known = before.dealer.split() or before.dealer_up.split()
            turned = [card for card in self.hands[DEALER] if card not in known]
            if last.kind == "deal" or turned:
                self._name(self._dealt(before, last) if last.kind == "deal" else turned)
                self.moved(before.version)
                return
        self.go("done")
        if step.kind == "deal":
            self._dealt(before, step)
            if self.by == "shoe":
                self._feed()

    def _feed(self) -> None:
        """A shoe that reads its cards, simulated: it names the hands as they are dealt."""
        for place, cards in self.hands.items():
            if place > DEALER and not self.state.hands[place].cards:
                version = self.state.version
                self.scan(f"@{place} {' '.join(cards)}")
                self.moved(version)

    def _dealt(self, state: State, step: RoundStep) -> list[str]:
        """Deal the step's cards; those that lie face up."""
        up = []
        for packet in plan_of(state, step):
            cards, self.deck = self.deck[: packet.count], self.deck[packet.count :]
            self.hands.setdefault(packet.to, []).extend(cards)
            up += cards if packet.up else []
        return up

    def _count(self) -> None:
        if self.step == "stub":
            self._figures(str(self.state.stub))
        self.go("counts")

    def _figures(self, figures: str) -> None:
        if not self.touch:
            self.type(figures, "counts")
            return
        pad = self.page.get_by_role("group", name="Count")
        for figure in figures:
            self.tap(pad.get_by_role("button", name=figure, exact=True), "counts")

    def _decide(self) -> None:
        """Each seat decides; where nobody else wagers, one key says so."""
        before = self.state
        step, version = current_step(before), before.version
        asked = [
            seat for seat, hand in before.hands.items() if not hand.action and hand.answered != step.name
        ]
        choices = self.page.locator("[data-action]")
        expect(choices.first).to_be_visible()
        keys = choices.evaluate_all("all => all.map(each => each.getAttribute('aria-keyshortcuts'))")
        wager, waive = keys[-2] if step.multiples else keys[0], keys[-1]
        if len(asked) > 1 and not any(self._wagers(seat) for seat in asked):
            self._all_others("rest", "*", step.name)
            return
        if len(asked) > 1 and wager == keys[0] and all(self._wagers(seat) for seat in asked):
            self._all_others("rest-wager", "+", step.name)
            return
        key = wager if self._wagers(asked[0]) else waive
        if self.touch:
            self.tap(choices.nth(keys.index(key)), "decisions")
        else:
            self.press(key.lower(), "decisions")
        self.moved(version)

    def _all_others(self, button: str, key: str, step: str) -> None:
        """One entry for every seat that is still to decide at this step, up to a fold that is looked at."""
        if self.touch:
            self.tap(self.page.get_by_test_id(button), "decisions")
        else:
            self.press(key, "decisions")
        self.page.wait_for_function(
            """step => { const { dataset } = document.querySelector('[data-testid=station]');
            return dataset.step !== step || !["decide", "wait"].includes(dataset.mode) }""",
            arg=step,
        )
        self.settle()

    def _wagers(self, seat: int) -> bool:
        """Whether the seat wagers: as it was told, or by a rule of thumb, if the hand is better than about
        the median or has paired the board."""
        state, play = self.state, prepared(self.state.at.house).play
        if self.told is not None:
            streets = [step.name for step in steps_of(state) if step.kind == "offer"]
            return self.told(seat, streets.index(current_step(state).name))
        cards = " ".join(self.hands[seat])
        game = self.rules.partition("/")[2]
        if game == "high-card-flush":
            suits = Counter(card[1] for card in self.hands[seat])
            suit, most = suits.most_common(1)[0]
            highest = max(_ORDER.index(card[0]) for card in self.hands[seat] if card[1] == suit)
            return most > 3 or (most == 3 and highest >= _ORDER.index("9"))
        ranks = [card[0] for card in self.hands[seat]]
        if game == "four-card-poker":
            return len(set(ranks)) < 5
        board = [card[0] for card in state.board.split()]
        if not board:
            return ranks[0] == ranks[1] or "A" in ranks or set(ranks) <= set("KQJT")
        if len(board) == 3:
            return any(rank in board for rank in ranks)
        strength = play.strength(set_of(f"{cards} {state.board}"))
        return strength > play.strength(set_of(state.board)) or "K" in ranks or "Q" in ranks

    # --------------------------------------------------------------------------------------------- the cards

    def _cards(self) -> None:
        """The cards that the station asks for: of a deal, of discards, or of a hand that is turned."""
        before = self.state
        step, version = current_step(before), before.version
        if step.kind == "deal":
            self._name(self._dealt(before, step))
        elif step.name == "discards":
            self._discards(self._place())
        else:
            known = self._known()
            left = [card for card in self.hands[self._place()] if card not in known]
            if not left:
                self.go("known")
                return
            self._turn(self._place(), left)
        self.moved(version)

    def _discards(self, place: int) -> None:
        """Typed, in the fewest keys: the whole hand at once, or the discards and later the cards set."""
        cards = self.hands[place]
        if self.by != "keys":
            self._name(cards)
            return
        played = prepared(self.state.at.house).play.played
        kept = text_of(played(set_of(" ".join(cards)))).split() if played else []
        aside = [card for card in cards if card not in kept]
        if len(shortest(cards)) < len(shortest(aside)) + len(shortest(kept)) + 2:
            self._name(cards)
            return
        self._name(aside)
        self.press("Enter", "cards")

    def _deciding(self, place: int, cards: list[str]) -> list[str]:
        """Typed, only the cards that play where they decide the hand; a scanner reads them all."""
        if self.by not in ("keys", "fingers") or place == DEALER:
            return cards
        hand, ready = self.state.hands[place], prepared(self.state.at.house)
        least = least_named(self.state, hand)
        if not least or ready.play.played is None or hand.discards:
            return cards
        return text_of(ready.play.played(set_of(" ".join(cards)))).split()

    def _place(self) -> int:
        head = self._shown["headline"]
        return int(head.split()[1].strip(":")) if head.startswith("Seat ") else DEALER

    def _known(self) -> list[str]:
        place = self._place()
        if place == DEALER:
            return self.state.dealer.split() or self.state.dealer_up.split()
        hand = self.state.hands[place]
        return hand.cards.split() or (hand.discards or "").split()

    def _turn(self, place: int, cards: list[str]) -> None:
        """The cards of a hand that is turned; fewer than all of them are sent by the large button."""
        named = self._deciding(place, cards)
        self._name(named)
        whole = place == DEALER or not self.state.hands[place].discards
        if whole and len(named) == len(cards):
            return
        if self.touch:
            self.tap(self.page.get_by_test_id("primary"), "cards")
        else:
            self.press("Enter", "cards")

    def _name(self, cards: Sequence[str]) -> None:
        if self.fingers:
            for card in cards:
                self.tap(self.page.locator(f'[data-testid="card-entry"] [data-code="{card}"]'), "cards")
        elif self.by == "keys":
            self.type(shortest(cards), "cards")
        else:
            self.scan("".join(cards))

    def _payout(self) -> None:
        """A payout is ticked off by the next hand's cards, or all that are left by one key."""
        head = self._shown["primary"]
        seat = next((int(word) for word in head.split() if word.isdigit()), 0) if "Turn" in head else 0
        unknown = seat and not self.state.hands[seat].cards
        if unknown and not self.fingers:  # fingers see the cards after the payouts
            version = self.state.version
            self._turn(seat, self.hands[seat])
            self.moved(version)
        elif (every := self.page.get_by_test_id("paid-all")).is_visible():
            if self.touch:
                self.tap(every, "payouts")
            else:
                self.press("*", "payouts")
        elif (seat and not unknown) or "+" in head:
            self.go("payouts")
        elif self.touch:
            self.tap(self.page.get_by_test_id("primary"), "payouts")
        else:
            self.press("Enter", "payouts")
        self._apart()

    def _apart(self) -> None:
        """The next key is not taken for a scanner's."""
        self.page.wait_for_timeout(APART)

    def _wait(self) -> None:
        raise AssertionError(f"{self.table} waits at {current_step(self.state).name}")


def shortest(cards: Sequence[str]) -> str:
    """Cards in the fewest keys: suit by suit with its ranks, or card by card."""
    by_suit = {suit: "".join(card[0] for card in cards if card[1] == suit) for suit in "shdc"}
    together = "".join(suit + ranks.lower() for suit, ranks in by_suit.items() if ranks)
    return min(together, "".join(cards).lower(), key=len)
