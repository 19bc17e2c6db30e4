"""A whole round settled: seats in the order of payment, each wager in its order, meters, envy, Cover All.

The games return results as ints; here they get names, clauses and limits. The order
within a seat: the wagers against the dealer, automatic bonuses, the wagers against pay tables, the
progressive, envy; after all seats Cover All, around the table again.
"""

from collections.abc import Mapping, Sequence

import msgspec

from croupier.games.common import NO_ROW
from croupier.games.limits import Winnings
from croupier.jackpot.meters import UNIT, MeterAward, award_to, meter_of, reverse_contributions
from croupier.money import WHOLE, award_paid, award_returned
from croupier.settlement.boxes import breaches, with_breaches
from croupier.settlement.checks import CheckedRound, Hand, check_round
from croupier.settlement.prepared_rules import PreparedRules, PreparedSideWager, prepared
from croupier.settlement.round import (
    COUPON_BESIDE,
    PaidAtFold,
    Result,
    Round,
    SettledSeat,
    Settlement,
    TableSettlement,
)
from croupier.settlement.voids import settled_all_the_same, void_result
from croupier.settlement.without_amounts import in_odds, staked
from croupier.submission.choices import house_rules

_OUTCOMES = ("lose", "push", "win")


def settle(game_round: Round, *, as_played: bool = False) -> Settlement:
    """Settle a round; `Refusal` if it is not one that the rules allow, and then nothing is settled.

    `as_played`: a player on too many boxes, or on boxes apart, is still settled, and listed.
    """
    ready = prepared(house_rules(game_round.rules, game_round.choices))
    ready, game_round = staked(ready, game_round)
    checked = check_round(ready, game_round)
    found = list(breaches(ready, game_round.seats))
    if found and not as_played:
        raise found[0]
    settlement = _Settling(ready, checked, reverses=True).settlement()
    return with_breaches(settlement, found) if as_played else settlement


def settle_at(
    ready: PreparedRules,
    game_round: Round,
    *,
    meters: Mapping[str, int] | None = None,
    progressive_order: Sequence[int] = (),
) -> TableSettlement:
    """Settle a round at a live table: by its prepared rules, not by the rules and choices in the round.

    `meters` are in units (without them, the round's own in cents), contributions of the round included; those
    of wagers that go back are the link's to return, to the unit. `progressive_order` names the seats whose
    progressive awards are paid first, where internal procedures replace the order (MA, NJ 12(f)); the others
    follow in the usual one.
    """
    if meters is not None:
        cents = {name: amount // UNIT for name, amount in meters.items()}
        game_round = msgspec.structs.replace(game_round, meters=cents)
    ready, game_round = staked(ready, game_round)
    settling = _Settling(ready, check_round(ready, game_round), meters)
    settlement = settling.settlement(progressive_order)
    return TableSettlement(
        settlement=settlement, meters=settling.meters, awards=tuple(settling.awards), envy=settling.envies
    )


def settle_folded(ready: PreparedRules, game_round: Round, seat: int) -> PaidAtFold:
    """The payments to a player who has just folded, where the document pays folded hands at once.

    The round consists of the hands that have folded so far, this one included: limits apply in the order in
    which the money is handed over. Shares of a meter wait for the settlement of the round.
    """
    ready, game_round = staked(ready, game_round)
    settling = _Settling(ready, check_round(ready, game_round, folds_only=True))
    return settling.paid_at_fold(seat)


class _Settling:
    """One settlement in progress: the amounts paid so far reduce limits and meters."""

    __slots__ = (
        "awards",
        "checked",
        "envied",
        "envies",
        "meters",
        "progressives",
        "ready",
        "rests_on",
        "results",
        "reverses",
        "winnings",
    )

    def __init__(
        self,
        ready: PreparedRules,
        checked: CheckedRound,
        meters: Mapping[str, int] | None = None,
        reverses: bool = False,
    ) -> None:
        self.ready = ready
        self.checked = checked
        if meters is None:
            meters = {name: cents * UNIT for name, cents in checked.meters.items()}
        self.meters = dict(meters)
        """In units."""
        self.reverses = reverses
        """Whether contributions of wagers that go back come off the meters here."""
        self.awards: list[MeterAward] = []
        """In the order in which they were paid."""
        self.progressives: dict[int, Result] = {}
        self.envies: dict[int, dict[int, int]] = {}
        """By seat, where they are paid in an order of their own."""
        self.rests_on: dict[str, None] = {}
        """The wagers and situations settled so far, whose readings the settlement rests on."""
        self.results: dict[int, dict[str, Result]] = {}
        self.winnings = Winnings(ready.smallest_limit)
        self.envied: list[tuple[Hand, int]] = []
        """Hands on the layout with the rung of the progressive's ladder that they reach."""

    def settlement(self, progressive_order: Sequence[int] = ()) -> Settlement:
        hands = self.checked.hands
        self._stand(hands)
        if progressive_order:
            self._progressives_first(progressive_order)
        for hand in hands:
            self.results[hand.seat] = self._settle_seat(hand)
        if self.ready.house.cover_all:
            self._cover_all(hands)
        seats = []
        for hand in hands:
            results = self.results[hand.seat]
            if self.ready.unit:
                results = in_odds(self.ready, results, len(hands) + 1)
            net = 0
            for result in results.values():
                net += result.net
            seats.append(SettledSeat(hand.seat, net, results))
        return Settlement(
            seats=seats,
            meters={name: amount // UNIT for name, amount in self.meters.items()},
            order=[hand.seat for hand in hands],
            readings=self._readings(),
            digest=self.ready.house.rules.digest,
        )

    def paid_at_fold(self, seat: int) -> PaidAtFold:
        """The winning bonuses of this seat, after those of the hands that folded before it."""
        results: dict[str, Result] = {}
        for hand in self.checked.hands:
            results = {
                name: self._side(name, side, hand.wagers[name], hand)
                for name, side in self.ready.sides.items()
                if name in hand.wagers
            }
            hand.progressive_live = "progressive" in hand.wagers and self._progressive_stands(hand)
            if hand.progressive_live:
                results["progressive"] = self._progressive(hand.wagers["progressive"], hand)
            if hand.seat == seat:
                break
        won = {name: result for name, result in results.items() if result.outcome == "win"}
        if self.ready.unit:
            won = in_odds(self.ready, won, len(self.checked.hands) + 1)
        return PaidAtFold(won, tuple(award for award in self.awards if award.seat == seat))

    def _readings(self) -> list[str]:
        found: dict[str, None] = {}
        for happened in self.checked.happened:
            found.update(dict.fromkeys(happened.readings))
        readings = self.ready.readings
        for key in self.rests_on:
            if key in readings:
                found.update(readings[key])
        return list(found)

    # ------------------------------------------------------------------------------- before any payment

    def _stand(self, hands: list[Hand]) -> None:
        """The hands on the layout at the reveal, the live progressives, and the contributions to return."""
        ready = self.ready
        returned_stakes = 0
        for hand in hands:
            void = hand.void
            stake = hand.wagers.get("progressive")
            if stake is not None:
                if void is not None and not (
                    settled_all_the_same("progressive", hand) or self._progressive_stands(hand)
                ):
                    returned_stakes += stake
                else:
                    hand.progressive_live = not hand.forfeited and (
                        not hand.folded or ready.progressive_after_fold
                    )
            if void is not None and not void.settled:
                continue
            hand.on_layout = (
                not hand.folded or hand.progressive_live or any(wager in hand.wagers for wager in ready.sides)
            )
        if returned_stakes and self.reverses and ready.house.progressive is not None:
            reverse_contributions(returned_stakes, self.meters, ready.house.progressive)
        if ready.envy and ready.progressive is not None:
            for hand in hands:
                if hand.on_layout and hand.strength:
                    row = ready.progressive.rows[ready.progressive.rung(hand.dealt, hand.strength)]
                    if row != NO_ROW:
                        self.envied.append((hand, row))

    def _progressives_first(self, order: Sequence[int]) -> None:
        """Pay the progressive awards in an order of their own; they are reported in their seat's turn."""
        live = [hand for hand in self.checked.hands if hand.progressive_live]
        live.sort(key=lambda hand: order.index(hand.seat) if hand.seat in order else len(order))
        for hand in live:
            self.progressives[hand.seat] = self._progressive(hand.wagers["progressive"], hand)

    # -------------------------------------------------------------------------------------- seat by seat

    def _settle_seat(self, hand: Hand) -> dict[str, Result]:
        results: dict[str, Result] = {}
        if hand.forfeited and hand.void is None:
            self._lose_everything(hand, results)
            return results
        if "ante" in hand.wagers:
            self._main(hand, results)
        ready = self.ready
        for name, side in ready.sides.items():
            stake = hand.wagers.get(name)
            if stake is not None:
                if hand.void is not None and not settled_all_the_same(name, hand):
                    stands = hand.paid_at_fold and side.awards[side.rung(hand.cards, hand.strength)]
                    results[name] = (
                        self._side(name, side, stake, hand) if stands else void_result(stake, hand)
                    )
                elif hand.forfeited:
                    results[name] = Result("lose", stake, 0, 0, -stake, ready.forfeited)
                else:
                    results[name] = self._side(name, side, stake, hand)
        stake = hand.wagers.get("progressive")
        if stake is not None:
            results["progressive"] = self.progressives.get(hand.seat) or self._progressive(stake, hand)
            if self.envied and hand.progressive_live:
                self._envy(stake, hand, results)
        return results

    def _lose_everything(self, hand: Hand, results: dict[str, Result]) -> None:
        clauses = self.ready.forfeited
        self.rests_on["seat"] = None
        for name in self.ready.play.main:
            stake = hand.decided if name == self.ready.play.decided else hand.wagers.get(name, 0)
            if stake:
                results[name] = Result("lose", stake, 0, 0, -stake, clauses)
        for name, stake in hand.wagers.items():
            if name not in results:
                results[name] = Result("lose", stake, 0, 0, -stake, clauses)
        if hand.coupons:
            results["match_play"] = Result("lose", 0, 0, 0, 0, clauses)

    def _main(self, hand: Hand, results: dict[str, Result]) -> None:
        """The wagers against the dealer, and the bonuses that come with them."""
        ready = self.ready
        play = ready.play
        ante = hand.wagers["ante"]
        if hand.void is not None:
            for name in play.main:
                stake = hand.decided if name == play.decided else ante
                if stake:
                    results[name] = void_result(stake, hand)
            if hand.coupons:
                results["match_play"] = void_result(0, hand)
            return
        settled = play.settle_main(hand.strength, self.checked.dealer, hand.folded, ante, hand.decided)
        situation = settled[0]
        words = play.name(hand.strength) if hand.strength else msgspec.UNSET
        index = 1
        for name, by_situation in ready.main_clauses.items():
            paid, returned = settled[index + 1], settled[index + 2]
            outcome = _OUTCOMES[settled[index]]
            index += 3
            stake = ante
            if name == play.decided:
                if hand.folded:
                    continue
                stake = hand.decided
            clauses = by_situation[situation]
            if paid and name in ready.limits:
                paid, clauses = self._within_limits(name, paid, clauses, hand)
            results[name] = Result(outcome, stake, paid, returned, paid + returned - stake, clauses, words)
        self.rests_on["ante"] = None
        self.rests_on[ready.situation_keys[situation]] = None
        if hand.coupons:
            self._coupon(hand, results)
        if not hand.folded:
            for name, side in ready.automatic.items():
                rung = side.rung(hand.cards, hand.strength)
                award = side.awards[rung]
                if award is not None:
                    paid = award_paid(award.kind, award.number, award.per, ante)
                    clauses = side.win
                    if name in ready.limits:
                        paid, clauses = self._within_limits(name, paid, clauses, hand)
                    results[name] = Result("win", 0, paid, 0, paid, clauses, side.words[rung])

    def _coupon(self, hand: Hand, results: dict[str, Result]) -> None:
        """A match play coupon: even money if the wager beside it wins; it is never money itself."""
        beside = results[COUPON_BESIDE]
        paid = hand.coupons[COUPON_BESIDE] if beside.outcome == "win" else 0
        clauses = self.ready.house.rules.options["match_play"].clauses
        results["match_play"] = Result(beside.outcome, 0, paid, 0, paid, clauses)

    def _side(self, name: str, side: PreparedSideWager, stake: int, hand: Hand) -> Result:
        """A wager against a pay table: the highest row that the hand reaches, or nothing."""
        ready = self.ready
        self.rests_on[name] = None
        if hand.unnamed:
            return Result("lose", stake, 0, 0, -stake, side.lose)
        rung = side.rung(hand.cards, hand.strength)
        award = side.awards[rung]
        if award is None:
            return Result("lose", stake, 0, 0, -stake, side.lose)
        paid = award_paid(award.kind, award.number, award.per, stake)
        returned = award_returned(award.kind, stake)
        clauses = side.win
        if hand.folded:
            clauses = side.win_after_fold
            self.rests_on[f"{name}.win_after_fold"] = None
        if name in ready.limits:
            paid, clauses = self._within_limits(name, paid, clauses, hand)
        return Result("win", stake, paid, returned, paid + returned - stake, clauses, side.words[rung])

    def _progressive(self, stake: int, hand: Hand) -> Result:
        ready = self.ready
        side, progressive = ready.progressive, ready.house.progressive
        assert side is not None
        assert progressive is not None
        if hand.void is not None and not (
            settled_all_the_same("progressive", hand) or self._progressive_stands(hand)
        ):
            return void_result(stake, hand)
        self.rests_on["progressive"] = None
        if hand.forfeited:
            return Result("lose", stake, 0, 0, -stake, ready.forfeited)
        if hand.folded:
            self.rests_on["progressive.after_fold"] = None
            if not hand.progressive_live:
                return Result("lose", stake, 0, 0, -stake, ready.lost_by_fold)
        cards = hand.dealt if progressive.hand != "best" else hand.cards
        if progressive.hand == "flop":
            cards = hand.dealt | self.checked.flop
        rung = side.rung(cards, hand.strength)
        award = side.awards[rung]
        if award is None:
            return Result("lose", stake, 0, 0, -stake, side.lose_after_fold if hand.folded else side.lose)
        words = side.words[rung]
        clauses = side.win_after_fold if hand.folded else side.win
        made = award_to(hand.seat, words, award, stake, self.meters, progressive)
        self.awards.append(made)
        if made.meter:
            clauses = tuple(dict.fromkeys((*clauses, *meter_of(progressive, made.meter).clauses)))
            if made.share == WHOLE:
                self.rests_on["progressive.whole_award"] = None
        return Result("win", stake, made.paid, 0, made.paid - stake, clauses, words)

    def _progressive_stands(self, hand: Hand) -> bool:
        """Whether the progressive of a void hand was paid when it folded: an amount, no share of a meter."""
        ready = self.ready
        if not (hand.paid_at_fold and ready.progressive_after_fold and ready.progressive is not None):
            return False
        award = ready.progressive.awards[ready.progressive.rung(hand.dealt, hand.strength)]
        return award is not None and not award.meter

    def _envy(self, stake: int, hand: Hand, results: dict[str, Result]) -> None:
        """The envies that other players' hands earn: printed amounts, one for each hand, summed."""
        schedule = self.ready.envy.get(stake) or self.ready.envy.get(None)
        if schedule is None:
            return
        amounts, clauses = schedule
        each: dict[int, int] = {}
        for other, row in self.envied:
            own = other is hand or (hand.player is not None and other.player == hand.player)
            if not own and amounts[row]:
                each[other.seat] = amounts[row]
        paid = sum(each.values())
        if paid:
            self.envies[hand.seat] = each
            self.rests_on["envy"] = None
            results["envy"] = Result("win", 0, paid, 0, paid, clauses)

    # ------------------------------------------------------------------------------------------- limits

    def _within_limits(
        self, name: str, paid: int, clauses: tuple[str, ...], hand: Hand
    ) -> tuple[int, tuple[str, ...]]:
        """Winnings in the order of payment until a limit is reached; the rest is not paid."""
        allowed, binding = self.winnings.allow(self.ready.limits[name], name, paid, hand.seat)
        if allowed < paid:
            self.rests_on["limit"] = None
            clauses = tuple(dict.fromkeys((*clauses, *binding)))
        return allowed, clauses

    # ---------------------------------------------------------------------------------------- Cover All

    def _cover_all(self, hands: list[Hand]) -> None:
        """The highest hand at the table pays every Cover All wager; the column is the hands dealt."""
        if not any("cover_all" in hand.wagers for hand in hands):
            return
        ready = self.ready
        side = ready.cover_all(len(hands) + 1)
        row = self._highest_row(side, hands)
        award = side.awards[row]  # a row is its own rung
        if self.checked.void is None:
            self.rests_on["cover_all"] = None
        for hand in sorted(hands, key=lambda hand: hand.seat, reverse=not ready.order.clockwise):
            stake = hand.wagers.get("cover_all")
            if stake is None or hand.forfeited:
                continue
            if hand.void is not None:
                self.results[hand.seat]["cover_all"] = void_result(stake, hand)
                continue
            if award is None:
                self.results[hand.seat]["cover_all"] = Result("lose", stake, 0, 0, -stake, side.lose)
                continue
            paid = award_paid(award.kind, award.number, award.per, stake)
            clauses = side.win
            if "cover_all" in ready.limits:
                paid, clauses = self._within_limits("cover_all", paid, clauses, hand)
            self.results[hand.seat]["cover_all"] = Result(
                "win", stake, paid, stake, paid, clauses, side.words[row]
            )

    def _highest_row(self, side: PreparedSideWager, hands: list[Hand]) -> int:
        if self.checked.void is not None:
            return NO_ROW
        ready = self.ready
        dealt_count = ready.house.policies.get("cover_all_counts") == "dealt"
        counted = [(self.checked.dealer_cards, self.checked.dealer)] + [
            (hand.cards, hand.strength)
            for hand in hands
            if hand.void is None and (dealt_count or hand.on_layout)
        ]
        rows = [side.rows[side.rung(cards, strength)] for cards, strength in counted]
        return min([row for row in rows if row != NO_ROW], default=NO_ROW)
