"""The settlement of a whole table, many rounds at once: pay tables, limits, meters, envy, Cover All.

The game's own kernels find what a hand wins against the dealer and its rung on a ladder; this module turns
that into money in the order of settlement: seats around the table, folded hands when the document says
so, and at the end Cover All from the right again. Arrays are by seat and round. This is
`croupier.settlement` in ints alone, without names, clauses and voids, and a test holds the two together.
"""

from typing import Any, NamedTuple

from croupier.games.common import NO_ROW, row_reached
from croupier.jit import kernel
from croupier.money import SHARE, WHOLE, award_paid, award_returned, share_of

FINE = 10_000
"""Meters are kept in ten-thousandths of a cent, so that no contribution is rounded."""

TO_RESET, TAKES_SECONDARY = 0, 1
"""How a meter restarts after a whole award."""


class PaySchedule(NamedTuple):
    """A pay table along a ladder, as arrays (`croupier.games.common.Schedule`)."""

    kinds: Any
    numbers: Any
    pers: Any


class Limits(NamedTuple):
    """The most that is paid, limit by limit (`croupier.submission.limits`)."""

    amounts: Any
    """In cents."""
    of_round: Any
    """1 for a limit on the whole table in a round, 0 for a limit on a hand."""
    capped: Any
    """By limit and wager, 1 if the limit caps it."""
    counted: Any
    """By limit and wager, 1 if it counts toward the limit, capped or not."""


class Meters(NamedTuple):
    """The meters of a progressive, and their rules."""

    of_row: Any
    """By row of the ladder, the meter that it pays a share of."""
    restart: Any
    """By meter, `TO_RESET` or `TAKES_SECONDARY`."""
    reset: Any
    secondary: int
    rates: Any
    """By meter, hundredths of a percent of the stakes; 0 where the rate is not known."""


class Account(NamedTuple):
    """The state of the meters during play."""

    fine: Any
    """The amount of each, in ten-thousandths of a cent, carried from round to round."""
    met: Any
    """In cents, the meters as each settlement began, added up."""


class Placed(NamedTuple):
    """A wager of the table: the stake by seat, and the rung by hand and round."""

    rungs: Any
    stakes: Any


class Results(NamedTuple):
    """The results of a wager, by seat and round; amounts are cents."""

    paid: Any
    returned: Any
    rows: Any


@kernel
def pay_side(placed: Placed, table: PaySchedule, results: Results) -> None:
    """Settle a wager against a pay table."""
    rungs, stakes = placed.rungs, placed.stakes
    for seat in range(len(stakes)):
        stake = stakes[seat]
        if stake:
            for number in range(rungs.shape[1]):
                row = row_reached(rungs[seat, number], table.kinds)
                won = back = 0
                if row != NO_ROW:
                    kind = table.kinds[row]
                    won = award_paid(kind, table.numbers[row], table.pers[row], stake)
                    back = award_returned(kind, stake)
                results.rows[seat, number] = row
                results.paid[seat, number] = won
                results.returned[seat, number] = back


@kernel
def order_turns(folded: Any, folded_first: bool, around: Any, turns: Any) -> None:
    """The order of payment where folded hands are paid apart (`croupier.settlement.payment_order`).

    Hands in play go around the table. Folded hands go before them from the lowest seat up, or after them
    around again. `around` and `turns` are by turn and round: the place of the seat that is paid.
    """
    seats = folded.shape[0]
    for number in range(folded.shape[1]):
        turn = 0
        if folded_first:
            for seat in range(seats):
                if folded[seat, number]:
                    turns[turn, number] = seat
                    turn += 1
        for place in range(seats):
            seat = around[place, number]
            if not folded[seat, number]:
                turns[turn, number] = seat
                turn += 1
        if not folded_first:
            for place in range(seats):
                seat = around[place, number]
                if folded[seat, number]:
                    turns[turn, number] = seat
                    turn += 1


@kernel
def within_limits(limits: Limits, first: int, last: int, turns: Any, paid: Any, paid_to: Any) -> None:
    """Cap the winnings of the wagers from `first` to `last` by the limits, in the order of payment.

    `turns` is the order, by turn and round; `paid` is by wager, seat and round; `paid_to` by limit, seat (the
    first, for that of a round) and round: what has counted toward it so far.
    """
    for number in range(paid.shape[2]):
        for turn in range(paid.shape[1]):
            seat = turns[turn, number]
            for wager in range(first, last + 1):
                allowed = paid[wager, seat, number]
                if allowed:
                    for each in range(len(limits.amounts)):
                        if limits.capped[each, wager]:
                            place = 0 if limits.of_round[each] else seat
                            left = limits.amounts[each] - paid_to[each, place, number]
                            allowed = min(allowed, max(0, left))
                    for each in range(len(limits.amounts)):
                        if limits.counted[each, wager]:
                            paid_to[each, 0 if limits.of_round[each] else seat, number] += allowed
                    paid[wager, seat, number] = allowed


@kernel
def take_share(fine: Any, meter: int, hundredths: int, meters: Meters) -> int:
    """Take a share off a meter, as `croupier.jackpot.meters.take_share`; what is left pays the next."""
    paid = share_of(fine[meter] // FINE, hundredths)
    fine[meter] -= paid * FINE
    if hundredths == WHOLE:
        # Only a fraction of a cent is left, and stays.
        if meters.restart[meter] == TAKES_SECONDARY:
            fine[meter] += fine[meters.secondary]
            fine[meters.secondary] = 0
        else:
            fine[meter] += meters.reset[meter] * FINE
    return paid


class Live(NamedTuple):
    """The progressive wagers of the table."""

    placed: Placed
    lost: Any
    """Whether a fold has ended the wager, by seat and round."""
    turns: Any
    """The order of payment, by turn and round."""


@kernel
def pay_progressive(
    live: Live, table: PaySchedule, meters: Meters, account: Account, results: Results
) -> None:
    """The progressive, round by round."""
    for number in range(live.turns.shape[1]):
        pay_progressive_round(number, live, table, meters, account, results)


@kernel
def pay_progressive_round(
    number: int, live: Live, table: PaySchedule, meters: Meters, account: Account, results: Results
) -> None:
    """The progressive: contributions of the round first, then every live wager in the order of settlement."""
    rungs, stakes, fine = live.placed.rungs, live.placed.stakes, account.fine
    contribute(1, stakes, meters, account)
    for turn in range(len(stakes)):
        seat = live.turns[turn, number]
        stake = stakes[seat]
        row = NO_ROW
        award = 0
        if stake and not live.lost[seat, number]:
            row = row_reached(rungs[seat, number], table.kinds)
            if row != NO_ROW:
                if table.kinds[row] == SHARE:
                    award = take_share(fine, meters.of_row[row], table.numbers[row], meters)
                else:
                    award = award_paid(table.kinds[row], table.numbers[row], table.pers[row], stake)
        results.rows[seat, number] = row
        results.paid[seat, number] = award


@kernel
def contribute(rounds: int, stakes: Any, meters: Meters, account: Account) -> None:
    """Add the contributions of `rounds` rounds in which no share is taken before the last is settled."""
    total = 0
    for seat in range(len(stakes)):
        total += stakes[seat]
    for meter in range(len(account.fine)):
        added, before = total * meters.rates[meter], account.fine[meter]
        account.met[meter] += sum_of_quotients(rounds, before + added, added)
        account.fine[meter] = before + rounds * added


@kernel
def sum_of_quotients(count: int, first: int, step: int) -> int:
    """The sum of `(first + k * step) // FINE` for k from 0 up to `count`, none of them negative.

    >>> sum_of_quotients(4, 9_000, 4_000) == 9_000 // FINE + 13_000 // FINE + 17_000 // FINE + 21_000 // FINE
    True
    """
    total, divisor = 0, FINE
    # The points below a line, counted as in Euclid's algorithm: whole steps first, then axes exchanged.
    while True:
        total += (count - 1) * count // 2 * (step // divisor) + count * (first // divisor)
        step, first = step % divisor, first % divisor
        top = step * count + first
        if top < divisor:
            return total
        count, first = top // divisor, top % divisor
        step, divisor = divisor, step


@kernel
def pay_envy(live: Live, on_layout: Any, kinds: Any, amounts: Any, paid: Any) -> None:
    """Envy: pay every live progressive wager for the other hands on the layout.

    `amounts`: by seat, for its stake, and by row.
    """
    rungs, stakes = live.placed.rungs, live.placed.stakes
    for number in range(paid.shape[1]):
        for seat in range(len(stakes)):
            earned = 0
            if stakes[seat] and not live.lost[seat, number]:
                for other in range(len(stakes)):
                    if other != seat and on_layout[other, number]:
                        row = row_reached(rungs[other, number], kinds)
                        if row != NO_ROW:
                            earned += amounts[seat, row]
            paid[seat, number] = earned


@kernel
def pay_cover_all(placed: Placed, counts: Any, table: PaySchedule, results: Results) -> None:
    """Cover All: the highest hand that counts pays every wager; the dealer's rung comes last in `rungs`."""
    rungs, stakes = placed.rungs, placed.stakes
    seats = len(stakes)
    for number in range(rungs.shape[1]):
        highest = row_reached(rungs[seats, number], table.kinds)
        for seat in range(seats):
            if counts[seat, number]:
                row = row_reached(rungs[seat, number], table.kinds)
                if row != NO_ROW and (highest == NO_ROW or row < highest):
                    highest = row
        for seat in range(seats - 1, -1, -1):
            stake = stakes[seat]
            if stake:
                results.rows[seat, number] = highest
                won = back = 0
                if highest != NO_ROW:
                    kind = table.kinds[highest]
                    won = award_paid(kind, table.numbers[highest], table.pers[highest], stake)
                    back = stake
                results.paid[seat, number] = won
                results.returned[seat, number] = back
