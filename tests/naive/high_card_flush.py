"""High Card Flush settled in Massachusetts, New Jersey and Maryland, written from the three documents."""

from tests.naive import money, paytables
from tests.naive.cards import cards
from tests.naive.hands import dealer_qualifies, flush_rows, high_card_flush, straight_flush_rows
from tests.naive.meters import Meters, secondary_becomes_main, to_reset_amount
from tests.naive.money import Json, Limit, award, lose, push, void, win
from tests.naive.table import Seat, all_back, pay_envy, read_seats, settled_round
from tests.naive.voids import ALL_VOID, MAIN_VOID, consequence

BONUSES = ("flush_bonus", "straight_flush_bonus")


class HighCardFlush:
    """One round of High Card Flush."""

    def __init__(self, round_: Json) -> None:
        self.state = round_["rules"][:2]
        self.maryland = self.state == "md"
        self.choices: Json = round_.get("choices", {})
        self.policies: Json = self.choices.get("policies", {})
        self.seats = read_seats(round_, "raise")
        self.dealer = cards(round_.get("dealer", ""))
        self.consequence = consequence(round_)
        self.ace_low = not self.maryland or self.policies.get("ace_low_straight_flush", "off") == "on"
        self.bonus_tables = self._bonus_tables()
        self.table = self.choices.get("progressive")
        self.meters = Meters(round_.get("meters"), secondary_becomes_main)
        if self.maryland and self.table:
            least = {"main": paytables.LEAST_RESET_MD[self.table] * 100}
            self.meters = Meters(round_.get("meters"), to_reset_amount(self.choices.get("reset", {}), least))

    def _bonus_tables(self) -> dict[str, dict[str, money.Odds]]:
        """The pay tables of the bonus wagers that are offered (ma-hcf-11.c, 11.d; md-hcf-12.B, 12.C)."""
        flush = paytables.FLUSH_BONUS_MD if self.maryland else paytables.FLUSH_BONUS_MA_NJ
        straight = (
            paytables.STRAIGHT_FLUSH_BONUS_MD if self.maryland else paytables.STRAIGHT_FLUSH_BONUS_MA_NJ
        )
        printed = {"flush_bonus": flush, "straight_flush_bonus": straight}
        return {
            wager: money.chosen_odds(self.choices[wager], printed[wager])
            for wager in BONUSES
            if self.choices.get(wager)
        }

    def settle(self) -> Json:
        """All seats from the dealer's right (ma-hcf-9.e, md-hcf-11.B.5).

        Massachusetts and New Jersey pay those who fold as they fold, clockwise (ma-hcf-9.b, 9.c).
        """
        if not self.maryland:
            left_to_right = self.seats[::-1]
            self.seats = [seat for seat in left_to_right if seat.said_fold] + [
                seat for seat in self.seats if not seat.said_fold
            ]
        per_round = self._posted_limit("round")
        if self.consequence == ALL_VOID:
            return self._settle_void(per_round)
        results = {}
        for seat in self.seats:
            limits = [per_round] if per_round else []
            results[seat.number] = self._settle_seat(seat, limits)
        return settled_round(results, self.meters)

    def _settle_void(self, per_round: Limit | None) -> Json:
        """Everything goes back, but what a folding player was handed at once stays paid (ma-hcf-9.c)."""
        results = {}
        for seat in self.seats:
            results[seat.number] = all_back(seat)
            whole = len(seat.hand) == 7
            if self.maryland or not (seat.said_fold and whole) or seat.lost:
                continue
            per_hand = self._posted_limit("hand")
            limits = [limit for limit in (per_round, per_hand) if limit]
            for wager in BONUSES:
                if wager in seat.wagers:
                    handed = self._bonus(seat, wager, limits)
                    if handed["outcome"] == "win":
                        results[seat.number][wager] = handed
            if self.live_progressive(seat) and self._fixed_award(seat):
                results[seat.number]["progressive"] = self._progressive(seat)
        self._reverse_contributions(results)
        return settled_round(results, self.meters)

    def _fixed_award(self, seat: Seat) -> bool:
        """A progressive hand that is paid an amount; a share of the meter waits for its papers (12.e)."""
        tables = {"ma": paytables.PROGRESSIVE_MA, "nj": paytables.PROGRESSIVE_NJ}
        table = tables[self.state][self.choices["progressive"]]
        row = money.highest_row("progressive", table, self._straight_flush_rows(seat))
        return row is not None and "%" not in str(table[row])

    def _settle_seat(self, seat: Seat, limits: list[Limit]) -> Json:
        """Ante, raise, flush bonus, straight flush bonus, progressive, envy."""
        if self.consequence == MAIN_VOID and not self._whole(seat):
            return all_back(seat)  # only a hand that has its seven cards can win a bonus (MD-1)
        results = self._ante_and_raise(seat)
        if self.maryland:
            limit = self._maryland_limit()
            limit.count(sum(result["paid"] for result in results.values()))
            limits = [limit]
        else:
            per_hand = self._posted_limit("hand")
            limits = limits + ([per_hand] if per_hand else [])
        for wager in BONUSES:
            if wager in seat.wagers:
                results[wager] = self._bonus(seat, wager, limits)
        if "progressive" in seat.wagers:
            results["progressive"] = self._progressive(seat)
        if self.maryland and self.live_progressive(seat):
            schedule = paytables.ENVY_MD[self.choices["progressive"]]
            others = filter(self._whole, filter(self.on_layout, self.seats))
            pay_envy(results, seat, others, schedule, self._straight_flush_rows)
        return results

    def _whole(self, seat: Seat) -> bool:
        return len(seat.hand) == 7

    def _ante_and_raise(self, seat: Seat) -> Json:
        """The hand against the dealer (ma-hcf-9.b, 9.e.1, 11.b; md-hcf-11.B.5.c, 11.B.5.d, 12.A)."""
        stakes = {wager: seat.wagers[wager] for wager in ("ante", "raise") if wager in seat.wagers}
        if self.consequence == MAIN_VOID:
            return {wager: void(stake) for wager, stake in stakes.items()}
        if seat.folded or seat.lost:
            return {wager: lose(stake) for wager, stake in stakes.items()}
        if not dealer_qualifies(self.dealer):
            return {"ante": win(stakes["ante"], stakes["ante"]), "raise": push(stakes["raise"])}
        player, dealer = high_card_flush(seat.hand), high_card_flush(self.dealer)
        if player > dealer:
            return {wager: win(stake, stake) for wager, stake in stakes.items()}
        if player < dealer:
            return {wager: lose(stake) for wager, stake in stakes.items()}
        return {wager: push(stake) for wager, stake in stakes.items()}

    def _bonus(self, seat: Seat, wager: str, limits: list[Limit]) -> Json:
        """A bonus wager, live even if the player folds (ma-hcf-1, 9.c, 11.h; md-hcf-11.B.6 to 11.B.8)."""
        stake = seat.wagers[wager]
        table = self.bonus_tables[wager]
        reached = flush_rows(seat.hand) if wager == "flush_bonus" else self._straight_flush_rows(seat)
        row = None if seat.lost else money.highest_row(wager, table, reached)
        if row is None:
            return lose(stake)
        return win(stake, money.pay_within(limits, money.winnings(stake, table[row])))

    def _progressive(self, seat: Seat) -> Json:
        """The progressive wager (ma-hcf-11.e, 12.c; nj-hcf-38.11.e; md-hcf-12.E)."""
        stake = seat.wagers["progressive"]
        tables = {
            "ma": paytables.PROGRESSIVE_MA,
            "nj": paytables.PROGRESSIVE_NJ,
            "md": paytables.PROGRESSIVE_MD,
        }
        table = tables[self.state][self.choices["progressive"]]
        if not self.live_progressive(seat):
            return lose(stake)
        row = money.highest_row("progressive", table, self._straight_flush_rows(seat))
        return lose(stake) if row is None else award(stake, self.meters.pay(table[row], stake))

    def live_progressive(self, seat: Seat) -> bool:
        """A progressive wager not lost by folding, forfeiting or leaving (ma-hcf-12.c, md-hcf-11.B.4.a)."""
        default = "live" if self.maryland else "lost"
        after_fold = self.policies.get("progressive_after_fold", default)
        return "progressive" in seat.wagers and not seat.lost and (not seat.folded or after_fold == "live")

    def on_layout(self, seat: Seat) -> bool:
        """Not folded, or folded with cards that stay (md-hcf-11.B.4.a, 11.B.5.e)."""
        has_bonus = any(wager in seat.wagers for wager in BONUSES)
        return not seat.folded or has_bonus or self.live_progressive(seat)

    def _straight_flush_rows(self, seat: Seat) -> frozenset[str]:
        """Rows of the seven dealt cards (READINGS: bonuses and progressives look at all seven)."""
        return straight_flush_rows(seat.hand, self.ace_low)

    def _posted_limit(self, per: str) -> Limit | None:
        """A maximum aggregate on the bonus wagers, if the operator sets one (ma-hcf-11.g)."""
        limit = self.choices.get("aggregate_limit")
        return Limit(limit["amount"]) if not self.maryland and limit and limit["per"] == per else None

    def _maryland_limit(self) -> Limit:
        """The greater of $50,000 and the most at the minimums, or less if posted (md-hcf-12.D)."""
        minimums = self.choices.get("minimums", {})
        most = 4 * minimums.get("ante", 0)
        for wager, row in (("flush_bonus", "flush_7"), ("straight_flush_bonus", "straight_flush_7")):
            if wager in self.bonus_tables:
                most += money.winnings(minimums.get(wager, 0), self.bonus_tables[wager][row])
        greatest = max(50_000_00, most)
        posted = self.choices.get("aggregate_limit")
        return Limit(min(greatest, posted["amount"]) if posted else greatest)

    def _reverse_contributions(self, results: dict[int, Json]) -> None:
        """Contributions of wagers that go back, at the printed rates (ma-hcf-11.f); Maryland prints none."""
        if self.maryland or not self.table:
            return
        main, secondary = paytables.CONTRIBUTION_MA_NJ[self.table]
        for seat in self.seats:
            stake = seat.wagers.get("progressive", 0)
            if stake and results[seat.number]["progressive"]["outcome"] != "void":
                continue
            self.meters.reverse("main", stake * main // 100)
            self.meters.reverse("secondary", stake * secondary // 100)
