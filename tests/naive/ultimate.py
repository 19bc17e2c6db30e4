"""Ultimate Texas Hold 'Em settled in Massachusetts, written from the document."""

from fractions import Fraction

from tests.naive import money, paytables
from tests.naive.cards import cards
from tests.naive.hands import FIVE_CARD_LADDER, Rank, best_five, five_card_rank, five_card_rows
from tests.naive.meters import Meters, to_reset_amount
from tests.naive.money import Json, Limit, award, lose, push, void, win
from tests.naive.table import Seat, all_back, read_seats, settled_round
from tests.naive.voids import ALL_VOID, MAIN_VOID, NOTHING_VOID, consequence

PAIR = FIVE_CARD_LADDER.index("pair")


class Ultimate:
    """One round of Ultimate Texas Hold 'Em."""

    def __init__(self, round_: Json) -> None:
        self.choices: Json = round_.get("choices", {})
        self.policies: Json = self.choices.get("policies", {})
        self.seats = read_seats(round_, "play")
        self.dealer = cards(round_.get("dealer", ""))
        self.board = cards(round_.get("board", ""))
        self.consequence = consequence(round_)
        self.filed: Json = self.choices.get("progressive") or {}
        least = {"main": self.filed.get("seed", 0)}
        self.meters = Meters(round_.get("meters"), to_reset_amount(self.choices.get("reset", {}), least))
        self.trips = (
            money.chosen_odds(self.choices["trips"], paytables.TRIPS) if self.choices.get("trips") else {}
        )
        self.ranks: dict[int, Rank] = {}
        self.dealer_rank: Rank = (0, ())

    def settle(self) -> Json:
        """Each player with a play wager from the dealer's right (ma-uth-10.g, 10.h); then, at the conclusion
        of the round, the trips of those who folded (10.e.2.i); then Cover All (ma-uth-13.j)."""
        self.seats = [seat for seat in self.seats if not seat.said_fold] + [
            seat for seat in self.seats if seat.said_fold
        ]
        self._reverse_contributions()
        if self.consequence == ALL_VOID:
            return settled_round({seat.number: all_back(seat) for seat in self.seats}, self.meters)
        self.ranks = {seat.number: best_five(seat.hand + self.board) for seat in self.seats if not seat.void}
        if self.consequence == NOTHING_VOID:
            self.dealer_rank = best_five(self.dealer + self.board)
        results: dict[int, Json] = {}
        limits: dict[int, list[Limit]] = {}
        for seat in self.seats:
            limits[seat.number] = self._combined_limit()
            results[seat.number] = self._settle_seat(seat, limits[seat.number])
        for seat in self.seats:
            if "cover_all" in seat.wagers and not self._hand_void(seat):
                results[seat.number]["cover_all"] = self._cover_all(seat, limits[seat.number])
        return settled_round(results, self.meters)

    def _hand_void(self, seat: Seat) -> bool:
        return seat.void or self.consequence in (MAIN_VOID, ALL_VOID)

    def _settle_seat(self, seat: Seat, combined: list[Limit]) -> Json:
        """Ante, blind, play, trips, progressive; Cover All waits."""
        limits = self._four_wagers_limit() + combined
        if seat.void:
            return all_back(seat)
        if self.consequence == MAIN_VOID:
            results = {wager: void(stake) for wager, stake in seat.wagers.items() if wager != "trips"}
        else:
            results = self._against_dealer(seat, limits)
        if "trips" in seat.wagers:
            results["trips"] = self._trips(seat, limits)
        if "progressive" in seat.wagers and self.consequence != MAIN_VOID:
            results["progressive"] = self._progressive(seat)
        return results

    def _against_dealer(self, seat: Seat, limits: list[Limit]) -> Json:
        """Ante, blind and play, paid in this order (ma-uth-10.e.2, 10.g, 10.h, 11.b, 11.c)."""
        stakes = {wager: seat.wagers[wager] for wager in ("ante", "blind", "play") if wager in seat.wagers}
        if seat.folded:
            return {wager: lose(stake) for wager, stake in stakes.items()}
        dealer = self.dealer_rank
        player = self.ranks[seat.number]
        if player == dealer:
            return {wager: push(stake) for wager, stake in stakes.items()}
        dealer_has_a_pair = dealer[0] >= PAIR
        results: Json = {}
        for wager, stake in stakes.items():
            if wager == "ante" and not dealer_has_a_pair:
                results[wager] = push(stake)
            elif player < dealer:
                results[wager] = lose(stake)
            elif wager == "blind":
                row = money.highest_row("blind", paytables.BLIND, five_card_rows(player))
                at = None if row is None else paytables.BLIND[row]
                results[wager] = push(stake) if at is None else self._win(stake, at, limits)
            else:
                results[wager] = self._win(stake, (1, 1), limits)
        return results

    def _win(self, stake: int, at: money.Odds, limits: list[Limit]) -> Json:
        return win(stake, money.pay_within(limits, money.winnings(stake, at)))

    def _trips(self, seat: Seat, limits: list[Limit]) -> Json:
        """The player's five-card hand, whatever the outcome, folded or not (ma-uth-10.h.4, 11.d)."""
        row = money.highest_row("trips", self.trips, five_card_rows(self.ranks[seat.number]))
        stake = seat.wagers["trips"]
        return lose(stake) if row is None else self._win(stake, self.trips[row], limits)

    def _progressive(self, seat: Seat) -> Json:
        """The progressive as the operator files it; it stays after a fold (ma-uth-14.a to 14.c)."""
        stake = seat.wagers["progressive"]
        levels = self.filed["levels"]
        table = {row: levels[row] for row in paytables.ULTIMATE_PROGRESSIVE_LADDER if row in levels}
        if self.filed["hand"] == "flop":
            rank = five_card_rank(seat.hand + self.board[:3])
        else:
            rank = self.ranks[seat.number]
        row = money.highest_row("progressive", table, five_card_rows(rank))
        return lose(stake) if row is None else award(stake, self.meters.pay(table[row], stake))

    def _cover_all(self, seat: Seat, limits: list[Limit]) -> Json:
        """The highest hand at the table, a player's or the dealer's (ma-uth-13.b, 13.g, 13.k)."""
        table = paytables.COVER_ALL_ULTIMATE[str(len(self.seats) + 1)]
        hands = [self.ranks[other.number] for other in self.seats if self._counts_for_cover_all(other)]
        highest = max([*hands, self.dealer_rank])
        row = money.highest_row("cover_all", table, five_card_rows(highest))
        stake = seat.wagers["cover_all"]
        return lose(stake) if row is None else self._win(stake, table[row], limits)

    def _counts_for_cover_all(self, seat: Seat) -> bool:
        """Hands on the layout at the reveal, or with the policy every hand dealt; never a void one."""
        if self.policies.get("cover_all_counts", "layout") == "dealt":
            return not seat.void
        return not seat.void and (not seat.folded or "trips" in seat.wagers)

    def _four_wagers_limit(self) -> list[Limit]:
        """$50,000 or the most at the minimums, on ante, blind, play and trips (ma-uth-11.e)."""
        if self.policies.get("aggregate_limits", "both") == "14d":
            return []
        minimums = self.choices.get("minimums", {})
        most = 505 * minimums.get("ante", 0)
        if self.trips:
            most += money.winnings(minimums.get("trips", 0), self.trips["royal_flush"])
        return [Limit(max(50_000_00, most))]

    def _combined_limit(self) -> list[Limit]:
        """$75,000 on those four and Cover All (ma-uth-14.d)."""
        return [] if self.policies.get("aggregate_limits", "both") == "11e" else [Limit(75_000_00)]

    def _reverse_contributions(self) -> None:
        """Contributions of progressive wagers that go back, at the filed rate, down to the cent."""
        if "rate" not in self.filed:
            return
        back = sum(seat.wagers.get("progressive", 0) for seat in self.seats if self._hand_void(seat))
        rate = Fraction(self.filed["rate"].removesuffix("%")) / 100
        self.meters.reverse("main", int(back * rate))
