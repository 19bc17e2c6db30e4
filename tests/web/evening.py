"""An evening of a pit in the browser: its people, each with a page of their own, and what they do there."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from croupier.floor.desks.inventory import rack_of
from croupier.server.opening import now
from croupier.table.offers import every_offer
from tests.server.rig import GOOD, Client, Running
from tests.table.driver import shuffled, stacked
from tests.web.browser import PATIENCE, Visits
from tests.web.paced import APART, RULES, Paced

PIN = "482913"
JACKPOT = "2s 3s 4s 5s 6s 7s 8s"
FLUSH = RULES[0]
DISPUTES = 3
HOUR, LAP_MS = 40, 90_000
"""Forty rounds an hour, each of a minute and a half."""


class Clock:
    """The house's clock: a lap of rounds takes a minute and a half by it, however fast it was dealt."""

    def __init__(self) -> None:
        self.began, self.ahead = now(), 0

    def __call__(self) -> int:
        return now() + self.ahead

    def lap(self, number: int) -> None:
        """So many laps are over."""
        self.ahead += max(0, self.began + number * LAP_MS - self())


class Pit(Paced):
    """A live table whose dealer, players and floorperson do everything on pages."""

    def __init__(self, evening: "Evening", table: str, rules: str, players: int) -> None:
        self.here, self.table, self.rules, self.by = evening.here, table, rules, "scanner"
        self.touch = self.fingers = False
        self.evening, self.seats = evening, tuple(range(1, players + 1))
        self.people = (f"{table} dealer", f"{table} relief")
        self.page = evening.come_in(self.people[0], f"/dealer/{table}", width=1024)
        self.station = self.page.get_by_test_id("station")
        self.deck, self.hands, self.kinds = [], {}, Counter()
        self.keys = self.taps = self.awaited = 0
        self.scanned = 0.0
        self.slips = 0

    def open(self) -> None:
        """Players sit down, and the cards are opened; the floorperson signs at the dealer's station."""
        for seat in self.seats:
            self.page.locator(f'[data-testid="seat-tile"][data-seat="{seat}"]').click()
            self.page.get_by_test_id("player").fill(f"{4000 + seat}")
            self.page.get_by_test_id("sit").click()
            expect(self.page.get_by_test_id("seat-dialog")).not_to_be_visible()
        self.unfocused()
        while self.mode != "bets":
            if self.mode == "wait":
                self._verified_by_the_floor()
            else:
                self.go("opening")

    def _verified_by_the_floor(self) -> None:
        self.signed_by_the_floor("Sign: done")

    def signed_by_the_floor(self, button: str) -> None:
        """A floorperson signs at this station by PIN; the dealer stays signed in."""
        before = self.state.version
        form = self.page.get_by_test_id("floor-sign")
        form.get_by_test_id("floor-name").fill("floorperson")
        form.get_by_test_id("floor-pin").fill(PIN)
        form.get_by_role("button", name=button).click()
        expect(self.station).not_to_have_attribute("data-version", str(before))
        self.unfocused()
        self.moved(before)
        self.evening.deeds += 1

    def _did(self, who: Client, **act: Any) -> None:
        raise AssertionError("everything is done on a page")

    def bets(self, first: bool, progressive: bool) -> None:
        """The bets of all seats: typed for one and copied, or as in the last round."""
        if first:
            blind = "b10" if "blind" in {each.name for each in self._wagers_offered()} else ""
            self.type(f"10{blind}{'p' if progressive else ''}", "bets")
            self.press("*", "bets")
        else:
            self.press("=", "bets")

    def _wagers_offered(self) -> Any:
        bets = (offer for offer in every_offer(self.state) if offer.act == "bet")
        return [each for offer in bets for each in offer.amounts]

    def dealing(
        self, deck: list[str], *, first: bool, progressive: bool = False, exposed: bool = False
    ) -> Iterator[None]:
        """A round from the bets to the shuffle after it; an award waits for the floor. A card of the dealer
        may be `exposed`: the round is void once the floor has confirmed it.

        After each entry other tables have their turn: nobody waits for this one's page."""
        self.deck, self.hands = deck, {}
        self.bets(first, progressive)
        while set(self.state.hands) != set(self.seats):
            yield
        self.settle()
        assert "No more bets" in self._shown["primary"]
        self.go("bets")
        yield
        while not self.over:
            if exposed and self._shown["mode"] == "decide":
                self.expose()
                exposed = False
            elif self._shown["mode"] == "wait" and self.state.pending:
                self.evening.validate(self)
            else:
                self._apart()
                getattr(self, f"_{self._shown['mode']}")()
            yield

    def report(self, kind: str, said: str) -> None:
        """Report an irregularity, once its consequence has been read."""
        self.page.get_by_test_id("irregularity").click()
        self.page.locator(f'[data-kind="{kind}"]').click()
        expect(self.page.get_by_test_id("consequence")).to_contain_text(said)
        self.page.get_by_test_id("report").click()
        expect(self.page.get_by_test_id("irregularities")).not_to_be_visible()

    def expose(self) -> None:
        """A card of the dealer is seen: the floor confirms it in place, and every wager goes back."""
        self.report("dealer_card_exposed", "All hands void")
        expect(self.page.get_by_test_id("reported")).to_be_visible()
        self.signed_by_the_floor("Confirm the report")
        expect(self.page.get_by_test_id("seat-void")).to_have_count(len(self.seats))
        self.settle()
        self.evening.say(f"{self.table}: a card of the dealer exposed, round {self.state.round} void")

    def moved(self, before: int) -> None:
        """The page is looked at again at the table's next turn."""
        self.awaited = before + 1

    def settle(self, least: int = 0) -> None:
        super().settle(max(least, self.awaited))

    def scan(self, text: str) -> None:
        super().scan(text)
        self.scanned = time.monotonic()

    def press(self, key: str, kind: str) -> None:
        """Keys closer together than a person's would be taken for a scanner's, and press no button."""
        self._apart()
        super().press(key, kind)
        self.scanned = time.monotonic()

    def _apart(self) -> None:
        left = APART - 1000 * (time.monotonic() - self.scanned)
        if left > 0:
            self.page.wait_for_timeout(left)

    def break_(self, taps_in: str) -> None:
        """Another dealer takes the table, by name and PIN."""
        if not self.page.get_by_test_id("tap-open").is_visible():
            self.page.get_by_test_id("more-open").click()
            self.page.get_by_test_id("more-tap").click()
        else:
            self.page.get_by_test_id("tap-open").click()
        self.page.get_by_test_id("tap-name").fill(taps_in)
        self.page.get_by_test_id("tap-pin").fill(PIN)
        self.page.get_by_test_id("tap-in").click()
        expect(self.page.get_by_test_id("tap-form")).to_have_count(0)
        expect(self.page.get_by_test_id("dealer-of-record")).to_contain_text(taps_in.title())
        self.page.mouse.click(4, 200)
        self.unfocused()

    def unfocused(self) -> None:
        """No button has the focus any more, so that Enter is the large one's."""
        self.page.wait_for_function("() => !document.activeElement?.closest('button, a, input')")


class Evening:
    """Tables of all games, and everybody who works at them."""

    def __init__(
        self,
        here: Running,
        browser: Browser,
        tables: int,
        players: int,
        seed: int,
        *,
        clock: Clock,
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.here, self.say, self.seed, self.clock = here, say, seed, clock
        self.visits = Visits(browser, here.url)
        self.dealt = self.deeds = 0
        here.person("second counter", "count_team")
        names = [f"pit-{number}" for number in range(1, tables + 1)]
        for number, name in enumerate(names):
            here.table(name, RULES[number % len(RULES)], mode="live", opener=False)
            for person in (f"{name} dealer", f"{name} relief"):
                here.person(person, "dealer")
        self.pits = [
            Pit(self, name, RULES[number % len(RULES)], players) for number, name in enumerate(names)
        ]

    # -------------------------------------------------------------------------------------- people and pages

    def come_in(self, name: str, path: str, *, width: int = 1440) -> Page:
        """Somebody signs in, and is at the page."""
        page = self.visits.page(f"/sign-in?next={path}", width=width)
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Password", exact=True).fill(GOOD)
        page.get_by_role("button", name="Sign in", exact=True).last.click()
        page.wait_for_url(f"**{path}")
        return page

    @contextmanager
    def somebody(self, name: str, path: str) -> Iterator[Page]:
        """Somebody who comes to do one thing, and leaves."""
        page = self.come_in(name, path)
        page.set_default_timeout(6 * PATIENCE)  # an hour of rounds is not lost to a slow page
        yield page
        page.context.close()
        self.deeds += 1

    # ------------------------------------------------------------------------------------------- the evening

    def open(self) -> None:
        """Openers counted, PINs set, cards opened."""
        self._pin("floorperson")
        for pit in self.pits:
            self._count(pit, "Opener", {"$100 black": 90, "$25 green": 40}, 1_000_000)
            for person in pit.people:
                self._pin(person)
            pit.open()
            self.say(f"{pit.table}: {pit.rules}, opened")

    def _pin(self, person: str) -> None:
        with self.somebody(person, "/security") as page:
            page.get_by_test_id("new-pin").fill(PIN)
            page.get_by_test_id("save-pin").click()
            expect(page.get_by_test_id("new-pin")).to_have_value("")

    def lap(self, number: int, of: int) -> None:
        """A round at each table, and whatever else happens at that time."""
        hour, won = max(2, min(HOUR, of // 3)), max(1, of // 4)
        flush = [pit for pit in self.pits if pit.rules == FLUSH]
        rounds = []
        for at, pit in enumerate(self.pits):
            if number % hour == 0:
                pit.break_(pit.people[number // hour % 2])
                self.deeds += 1
            if number % hour == 1:
                self.chips(pit, at - number // hour)
            jackpot = at == 0 and number == won
            exposed = number % hour == hour // 2 and not jackpot and pit is flush[number // hour % len(flush)]
            deck = stacked(JACKPOT) if jackpot else shuffled(self.seed + 100 * number + at)
            rounds.append(
                pit.dealing(deck, first=number == 1, progressive=pit.rules == FLUSH, exposed=exposed)
            )
        self.dealt += len(rounds)
        while rounds:
            rounds = [each for each in rounds if next(each, "over") is None]
        if number % hour == won % hour:
            self.fault(self.pits[(1 + number // hour) % len(self.pits)])
        self.clock.lap(number)
        if number % 10 == 0 or number == of:
            self.say(f"round {number} of {of} at {len(self.pits)} tables")

    def close(self) -> None:
        """The disputes, closers and drops; the auditor verifies the chain."""
        for pit in self.pits[-DISPUTES:]:
            self.dispute(pit)
        for pit in self.pits:
            self._count(pit, "Closer", {"$100 black": 95, "$25 green": 20}, 1_000_000)
            with self.somebody("count_team", f"/floor/chips/{pit.table}") as page:
                page.get_by_test_id("inventory").get_by_role("button", name="Drop").click()
                drop = page.get_by_test_id("count-dialog")
                drop.get_by_label("Amount in dollars").fill("1,250.00")
                _sign(drop, "second counter", "Sign and record")
            self.say(
                f"{pit.table}: closed, {len(rack_of(self.here.house.floor.ledger, pit.table).days)} shift"
            )
        with self.somebody("auditor", "/audit") as page:
            page.get_by_test_id("verify-chain").click()
            expect(page.get_by_test_id("chain")).to_have_attribute("data-whole", "true", timeout=120_000)
        self.visits.close()
        assert self.visits.errors == [], self.visits.errors

    # ----------------------------------------------------------------------------------------- what happens

    def _count(self, pit: Pit, what: str, chips: dict[str, int], cents: int) -> None:
        with self.somebody("floorperson", f"/floor/table/{pit.table}") as page:
            page.get_by_test_id("inventory").get_by_role("button", name=what).click()
            dialog = page.get_by_test_id("count-dialog")
            _chips(dialog, "Chips in the rack", chips, cents)
            _sign(dialog, pit.people[0], "Sign and record")

    def chips(self, pit: Pit, turn: int) -> None:
        """What happens to the rack in this hour: at one table each, a fill, a credit, a slip that is voided,
        and markers, buy-ins and a color-up."""
        if turn == 0:
            self.slip(pit, "fill", {"$5 red": 100}, 50_000)
        elif turn == 1:
            self.slip(pit, "credit", {"$100 black": 5}, 50_000)
        elif turn == 2:
            self.void(pit)
        elif turn == 3:
            self.sales(pit)

    def _request(self, pit: Pit, what: str, chips: dict[str, int], cents: int) -> str:
        """A slip that the floor requests; its number."""
        with self.somebody("floorperson", f"/floor/table/{pit.table}") as page:
            page.get_by_test_id("slips").get_by_role("button", name=f"Request a {what}").click()
            dialog = page.get_by_test_id("slip-dialog")
            _chips(dialog, "Chips", chips, cents)
            dialog.get_by_role("button", name="Request").click()
            expect(dialog).to_have_count(0)
        pit.slips += 1
        return f"{pit.table} {what[0].upper()}-{pit.slips:04}"

    def slip(self, pit: Pit, what: str, chips: dict[str, int], cents: int) -> None:
        """A fill or credit: requested by the floor, approved by the cage, carried by security, signed by the
        dealer."""
        slip = self._request(pit, what, chips, cents)
        with self.somebody("cage", f"/floor/chips/{pit.table}") as page:
            page.get_by_role("button", name=f"Approve slip {slip}").click()
            expect(page.get_by_role("button", name=f"Approve slip {slip}")).to_have_count(0)
        with self.somebody("security", f"/floor/chips/{pit.table}") as page:
            page.get_by_role("button", name=f"Deliver slip {slip}").click()
            dialog = page.get_by_test_id("slip-dialog")
            _chips(dialog, "Chips delivered", chips, cents)
            _sign(dialog, pit.people[0], "Sign and deliver")
        self.say(f"{pit.table}: {what} delivered")

    def void(self, pit: Pit) -> None:
        """A fill that the cage approved and the floor voids, with its reason."""
        slip = self._request(pit, "fill", {"$1 white": 200}, 20_000)
        with self.somebody("cage", f"/floor/chips/{pit.table}") as page:
            page.get_by_role("button", name=f"Approve slip {slip}").click()
            expect(page.get_by_role("button", name=f"Approve slip {slip}")).to_have_count(0)
        with self.somebody("floorperson", f"/floor/table/{pit.table}") as page:
            page.get_by_role("button", name=f"Void slip {slip}").click()
            dialog = page.get_by_test_id("slip-dialog")
            dialog.get_by_label("Reason").fill("wrong denomination")
            dialog.get_by_role("button", name="Void the slip").click()
            expect(dialog).to_have_count(0)
            expect(page.get_by_test_id("slips")).to_contain_text("wrong denomination")
        self.say(f"{pit.table}: slip {slip} void")

    def sales(self, pit: Pit) -> None:
        """Markers by the floor; buy-ins and a color-up by the dealer."""
        for person, what, dollars in (
            ("floorperson", "Markers", "2,000"),
            (pit.people[0], "Buy-ins", "500"),
            (pit.people[0], "Color up", ""),
        ):
            with self.somebody(person, f"/floor/chips/{pit.table}") as page:
                page.get_by_test_id("inventory").get_by_role("button", name=what).click()
                dialog = page.get_by_test_id("count-dialog")
                if dollars:
                    dialog.get_by_label("Amount in dollars").fill(dollars)
                else:
                    dialog.get_by_label("Chips received: $5 red", exact=True).fill("20")
                    dialog.get_by_label("Chips given: $100 black", exact=True).fill("1")
                dialog.get_by_role("button", name="Record").click()
                expect(dialog).to_have_count(0)
        self.say(f"{pit.table}: markers, buy-ins and a color-up recorded")

    def validate(self, pit: Pit) -> None:
        """The floor looks at an award and validates it; the station says so."""
        before = pit.state.version
        (award, *_) = pit.state.pending.values()
        with self.somebody("floorperson", "/floor/jackpots") as page:
            page.get_by_test_id("pending").get_by_role("link").first.click()
            page.get_by_role("button", name="Validate").click()
            page.get_by_test_id("decide-dialog").get_by_role("button", name="Validate").click()
            expect(page.get_by_test_id("award-state")).to_have_text("Paid")
        pit.moved(before)
        self.say(f"{pit.table}: award of ${award.paid / 100:,.2f} validated")

    def fault(self, pit: Pit) -> None:
        """The shuffler fails between two rounds: reported at the station, with its consequence."""
        before = pit.state.version
        pit.settle()
        pit.report("shuffler_fault", "eshuffle")
        pit.unfocused()
        pit.moved(before)
        self.deeds += 1
        self.say(f"{pit.table}: shuffler malfunction reported, the cards are shuffled again")

    def dispute(self, pit: Pit) -> None:
        """A player had $15 on the ante: two people resettle, and the auditor takes the evidence."""
        assert pit.state.last
        played = pit.state.last.round
        with self.somebody("supervisor", f"/floor/table/{pit.table}") as page:
            page.get_by_test_id("to-rounds").click()
            page.locator(f"[data-round='{played}']").click()
            page.get_by_test_id("to-resettle").click()
            form = page.get_by_test_id("resettle")
            seat, hand = form.locator("[data-resettle='1']"), pit.state.last.hands[1]
            stakes = {name: cents for name, cents in hand.wagers.items() if name in ("ante", "blind")}
            if hand.amount:  # a fold stays one
                seat.get_by_label("Decision").select_option(hand.action)
            for name, cents in (stakes | {hand.action: hand.amount}).items():
                if cents:  # and what rests on the ante grows with it
                    label = f"{name.capitalize()}, dollars"
                    seat.get_by_label(label, exact=True).fill(str(cents * 3 // 200))
            form.get_by_test_id("resettle-reason").fill("surveillance saw $15 on the layout")
            form.get_by_role("button", name="Preview").click()
            expect(form.get_by_test_id("preview")).to_be_visible()
            form.get_by_label("Second signature: name").fill(pit.people[0])
            form.get_by_label("Second signature: password").fill(GOOD)
            form.get_by_role("button", name="Resettle").click()
            expect(page.get_by_test_id("later")).to_contain_text("$15 on the layout")
        with self.somebody("auditor", f"/audit/table/{pit.table}/{played}") as page:
            with page.expect_download(timeout=120_000) as begun:
                page.get_by_test_id("evidence").click()
            assert begun.value.suggested_filename == f"evidence-{pit.table}-{played}.pdf"
        self.say(f"{pit.table}: round {played} disputed and resettled, evidence taken")


def _chips(dialog: Locator, label: str, chips: dict[str, int], cents: int) -> None:
    for name, number in chips.items():
        dialog.get_by_label(f"{label}: {name}", exact=True).fill(str(number))
    expect(dialog.get_by_test_id("chip-total").last).to_have_attribute("data-cents", str(cents))


def _sign(dialog: Locator, name: str, button: str) -> None:
    dialog.get_by_label("Second signature: name").fill(name)
    dialog.get_by_label("Second signature: password").fill(GOOD)
    dialog.get_by_role("button", name=button).click()
    expect(dialog).to_have_count(0)
