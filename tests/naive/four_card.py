"""Four Card Poker settled in Massachusetts, written from the document."""

from fractions import Fraction

from tests.naive import money, paytables
from tests.naive.cards import cards
from tests.naive.hands import Rank, best_four, five_card_rank, five_card_rows, four_card_rows
from tests.naive.meters import Meters, to_reset_amount
from tests.naive.money import Json, award, lose, win
from tests.naive.table import Seat, all_back, pay_envy, read_seats, settled_round
from tests.naive.voids import ALL_VOID, consequence


class FourCard:
    """One round of Four Card Poker."""

    def __init__(self, round_: Json) -> None:
        self.choices: Json = round_.get("choices", {})
        self.policies: Json = self.choices.get("policies", {})
        self.seats = read_seats(round_, "play")
        self.dealer = cards(round_.get("dealer", ""))
        self.consequence = consequence(round_)
        self.table: str | None = self.choices.get("progressive")
        reset = to_reset_amount(self.choices.get("reset", {}), self._least())
        self.meters = Meters(round_.get("meters"), reset)
        self.ranks: dict[int, Rank] = {}
        self.dealer_rank: Rank = (0, ())

    def _least(self) -> dict[str, int]:
        """Least reset of A and B; for Multi Game Link the seed times the wager (ma-fcp-13.a.3, 13.b)."""
        seeds = paytables.SEED_FOUR_CARD[self.table] if self.table else {}
        cents = self.choices.get("progressive_wager", 100) if self._multi_game_link() else 100
        return {meter: seed * cents for meter, seed in seeds.items()}

    def _multi_game_link(self) -> bool:
        return self.table in paytables.MULTI_GAME_LINK

    def settle(self) -> Json:
        """Each player from the dealer's right (ma-fcp-10.e), then Cover All (ma-fcp-12.j)."""
        if self.consequence == ALL_VOID:
            return settled_round({seat.number: all_back(seat) for seat in self.seats}, self.meters)
        self.ranks = {seat.number: best_four(seat.hand) for seat in self.seats}
        self.dealer_rank = best_four(self.dealer)
        results = {seat.number: self._settle_seat(seat) for seat in self.seats}
        for seat in self.seats:
            if "cover_all" in seat.wagers:
                results[seat.number]["cover_all"] = self._cover_all(seat)
        return settled_round(results, self.meters)

    def _settle_seat(self, seat: Seat) -> Json:
        """Ante, play, ante bonus, aces up, progressive, envy; Cover All waits."""
        results: Json = {}
        if "ante" in seat.wagers:
            results |= self._against_dealer(seat)
        if "play" in seat.wagers:
            results |= self._ante_bonus(seat)
        if "aces_up" in seat.wagers:
            results["aces_up"] = self._aces_up(seat)
        if "progressive" in seat.wagers:
            results["progressive"] = self._progressive(seat)
        if self.live_progressive(seat):
            others = filter(self.on_layout, self.seats)
            pay_envy(results, seat, others, self._envy_schedule(seat), self._progressive_rows)
        return results

    def _against_dealer(self, seat: Seat) -> Json:
        """Paid 1 to 1 if the hand is higher than the dealer's or equal to it (ma-fcp-10.c, 11.a.1)."""
        stakes = {wager: seat.wagers[wager] for wager in ("ante", "play") if wager in seat.wagers}
        if seat.folded or self.ranks[seat.number] < self.dealer_rank:
            return {wager: lose(stake) for wager, stake in stakes.items()}
        return {wager: win(stake, stake) for wager, stake in stakes.items()}

    def _ante_bonus(self, seat: Seat) -> Json:
        """Three-of-a-kind or better with ante and play, win or lose (ma-fcp-11.a.2)."""
        table = paytables.ANTE_BONUS
        choice = self.choices.get("ante_bonus")
        if isinstance(choice, dict):
            table = {row: money.odds(choice["odds"][row]) for row in table}
        row = money.highest_row("ante_bonus", table, four_card_rows(self.ranks[seat.number]))
        if row is None:
            return {}
        return {"ante_bonus": award(0, money.winnings(seat.wagers["ante"], table[row]))}

    def _aces_up(self, seat: Seat) -> Json:
        """The player's best four cards against the table, folded or not (ma-fcp-10.b, 11.a.3)."""
        table = money.chosen_odds(self.choices["aces_up"], paytables.ACES_UP)
        row = money.highest_row("aces_up", table, four_card_rows(self.ranks[seat.number]))
        stake = seat.wagers["aces_up"]
        return lose(stake) if row is None else win(stake, money.winnings(stake, table[row]))

    def _progressive_rows(self, seat: Seat) -> frozenset[str]:
        """A and B: the best four cards. Multi Game Link: the five dealt cards (ma-fcp-13.a.2, FCP-9)."""
        if self._multi_game_link():
            return five_card_rows(five_card_rank(seat.hand))
        return four_card_rows(self.ranks[seat.number])

    def _progressive(self, seat: Seat) -> Json:
        """The progressive wager, paid on the meter at the player's turn (ma-fcp-13.a, 13.b)."""
        assert self.table is not None
        table = (paytables.PROGRESSIVE_FOUR_CARD | paytables.MULTI_GAME_LINK)[self.table]
        stake = seat.wagers["progressive"]
        if not self.live_progressive(seat):
            return lose(stake)
        row = money.highest_row("progressive", table, self._progressive_rows(seat))
        return lose(stake) if row is None else award(stake, self.meters.pay(table[row], stake))

    def _envy_schedule(self, receiver: Seat) -> dict[str, Fraction]:
        """A and B by the receiving player's stake; Multi Game Link lists its envies for a $1 wager, like its
        seeds, under the same mark (ma-fcp-13.a.5, 13.b)."""
        assert self.table is not None
        if self._multi_game_link():
            stake = Fraction(receiver.wagers["progressive"], 100)
            return {row: paid * stake for row, paid in paytables.ENVY_MULTI_GAME_LINK[self.table].items()}
        schedule = paytables.ENVY_FOUR_CARD[self.table][receiver.wagers["progressive"] // 100]
        return {row: Fraction(paid) for row, paid in schedule.items()}

    def live_progressive(self, seat: Seat) -> bool:
        """A progressive wager that a forfeited ante has not ended (reading FCP-5)."""
        after_fold = self.policies.get("progressive_after_fold", "live")
        return "progressive" in seat.wagers and (not seat.folded or after_fold == "live")

    def on_layout(self, seat: Seat) -> bool:
        """Not folded, or folded with aces up or a live progressive (ma-fcp-10.c, READINGS)."""
        return not seat.folded or "aces_up" in seat.wagers or self.live_progressive(seat)

    def _cover_all(self, seat: Seat) -> Json:
        """The highest hand at the table in the bet's own order of rows (ma-fcp-12.b, 12.g, 12.k)."""
        table = paytables.COVER_ALL_FOUR_CARD[str(len(self.seats) + 1)]
        every = self.policies.get("cover_all_counts", "layout") == "dealt"
        hands = [self.ranks[other.number] for other in self.seats if every or self.on_layout(other)]
        reached: set[str] = set()
        for rank in [*hands, self.dealer_rank]:
            reached |= four_card_rows(rank)
        row = money.highest_row("cover_all", table, reached)
        stake = seat.wagers["cover_all"]
        return lose(stake) if row is None else win(stake, money.winnings(stake, table[row]))
