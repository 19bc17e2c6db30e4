"""The settlement of a whole table, many rounds at once: pay tables, limits, meters, envy, Cover All.

What a hand wins against the dealer and which rung of a ladder it stands on comes from the game's own kernels;
here it becomes money in the order of settlement: seats from the highest down, and at the end Cover All from
the right again. Arrays are by seat and round. This is `croupier.settlement` in ints alone, without names,
clauses and voids, and a test holds the two together.
"""

from typing import Any, NamedTuple

from croupier.games.common import NO_ROW, row_reached
from croupier.jit import kernel
from croupier.money import SHARE, WHOLE, award_paid, award_returned, share_of
from croupier.odds.simulate.wagers import ANTE, FIRST_SIDE, PROGRESSIVE

FINE = 10_000
"""Meters are kept in ten-thousandths of a cent, so that no contribution is rounded."""

TO_RESET, TAKES_SECONDARY = 0, 1
"""What a meter does after a whole award."""


class PaySchedule(NamedTuple):
    """A pay table along a ladder, as arrays (`croupier.games.common.Schedule`)."""

    kinds: Any
    numbers: Any
    pers: Any


class Limits(NamedTuple):
    """The most that is paid, in cents; -1 where there is no such limit (`croupier.settlement.prepared`)."""

    hand: int
    all_bets: int
    round: int
    capped: Any
    """By wager, 1 if the limit of a hand cuts it."""
    counted: Any
    """By wager, 1 if it counts toward that limit and is never cut."""


class Meters(NamedTuple):
    """The meters of a progressive and what the rules say of them."""

    of_row: Any
    """By row of the ladder, the meter that it pays a share of."""
    restart: Any
    """By meter, `TO_RESET` or `TAKES_SECONDARY`."""
    reset: Any
    secondary: int
    rates: Any
    """By meter, hundredths of a percent of the stakes; 0 where the rate is not known."""


class Account(NamedTuple):
    """The meters while rounds are played."""

    fine: Any
    """What stands on each, in ten-thousandths of a cent; it goes on from round to round."""
    met: Any
    """In cents, the meters as each settlement began, added up."""


class Placed(NamedTuple):
    """A wager of the table: by seat, what it stakes, and by hand and round, the rung that it stands on."""

    rungs: Any
    stakes: Any


class Results(NamedTuple):
    """What comes of a wager, by seat and round; amounts are cents."""

    paid: Any
    returned: Any
    rows: Any


@kernel
def pay_side(placed: Placed, table: PaySchedule, results: Results) -> None:
    """A wager against a pay table."""
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
def within_limits(limits: Limits, paid: Any, paid_to: Any) -> None:
    """Cut winnings in the order of payment to the limits of a hand, and of the table's bonuses in a round.

    `paid` is by wager, seat and round; what counts toward the limits of a hand is left in `paid_to`.
    """
    for number in range(paid.shape[2]):
        left_of_round = limits.round
        for seat in range(paid.shape[1] - 1, -1, -1):
            before = 0
            for wager in range(ANTE, PROGRESSIVE):
                allowed = paid[wager, seat, number]
                if limits.hand >= 0:
                    if limits.counted[wager]:
                        before += allowed
                    elif limits.capped[wager]:
                        allowed = min(allowed, max(0, limits.hand - before))
                        before += allowed
                if wager >= FIRST_SIDE and limits.round >= 0:
                    allowed = min(allowed, left_of_round)
                    left_of_round -= allowed
                paid[wager, seat, number] = allowed
            paid_to[seat, number] = before


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


@kernel
def pay_progressive(
    placed: Placed, lost: Any, table: PaySchedule, meters: Meters, account: Account, results: Results
) -> None:
    """The progressive: contributions of the round first, then every live wager in the order of settlement.

    `lost` marks the wagers that a fold has ended.
    """
    rungs, stakes, fine = placed.rungs, placed.stakes, account.fine
    total = 0
    for seat in range(len(stakes)):
        total += stakes[seat]
    for number in range(rungs.shape[1]):
        for meter in range(len(fine)):
            fine[meter] += total * meters.rates[meter]
            account.met[meter] += fine[meter] // FINE
        for seat in range(len(stakes) - 1, -1, -1):
            stake = stakes[seat]
            row = NO_ROW
            award = 0
            if stake and not lost[seat, number]:
                row = row_reached(rungs[seat, number], table.kinds)
                if row != NO_ROW:
                    if table.kinds[row] == SHARE:
                        award = take_share(fine, meters.of_row[row], table.numbers[row], meters)
                    else:
                        award = award_paid(table.kinds[row], table.numbers[row], table.pers[row], stake)
            results.rows[seat, number] = row
            results.paid[seat, number] = award


@kernel
def pay_envy(placed: Placed, lost: Any, on_layout: Any, kinds: Any, amounts: Any, paid: Any) -> None:
    """To every live progressive wager, what the other hands on the layout earn it.

    `amounts`: by seat, for its stake, and by row.
    """
    rungs, stakes = placed.rungs, placed.stakes
    for number in range(rungs.shape[1]):
        for seat in range(len(stakes)):
            earned = 0
            if stakes[seat] and not lost[seat, number]:
                for other in range(len(stakes)):
                    if other != seat and on_layout[other, number]:
                        row = row_reached(rungs[other, number], kinds)
                        if row != NO_ROW:
                            earned += amounts[seat, row]
            paid[seat, number] = earned


@kernel
def pay_cover_all(
    placed: Placed, counts: Any, table: PaySchedule, limits: Limits, paid_to: Any, results: Results
) -> None:
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
                    if limits.all_bets >= 0:
                        won = min(won, max(0, limits.all_bets - paid_to[seat, number]))
                results.paid[seat, number] = won
                results.returned[seat, number] = back
