"""The words of a PAR sheet: titles, definitions, method, and numbers as people read them."""

from fractions import Fraction

from croupier.names import spoken
from croupier.odds.report.hold import VOLATILITY

MAIN = "The game itself"

DEFINITIONS = {
    "house edge": (
        "The average share of one unit that the house keeps: of the ante for the game itself, of the "
        "stake for every other bet. A negative edge favors the player."
    ),
    "element of risk": (
        "The house edge divided by the average total of the wagers against the dealer: the share of each"
        " dollar wagered that the house keeps."
    ),
    "hit frequency": (
        "The probability that a bet wins; for the game itself, that a round ends with a net win."
    ),
    "standard deviation": (
        "The square root of the variance of the net result of one round, in units of the ante or the stake."
    ),
    "volatility index": (
        f"{VOLATILITY} standard deviations of one round. After n rounds of equal stakes the actual hold "
        "differs from the edge by at most the index divided by the square root of n, nine times out of ten."
    ),
    "hold band": (
        "The range in which the actual hold of so many rounds of equal stakes lies 90, 95 or 99% of the"
        " time, as often above it as below: quantiles of the exact distribution of the sum. No normal"
        " distribution is assumed, so a bet whose value lies in one rare row has its true, lopsided band."
    ),
    "true odds": ("The odds against a result: a wager that paid them would favor nobody."),
    "return": (
        "The average share of the stake that is paid back: 100% less the house edge. For the game itself, the"
        " share of all wagers: 100% less the element of risk. The returns of the rows add up to it."
    ),
    "cycle": (
        "The cycle is the smallest number of rounds in which every net result can occur in its exact"
        " proportion. The top award is the greatest net result of a unit."
    ),
    "cost of errors": (
        "The average loss, in antes, of a player who takes this action with every hand that reaches the"
        " street under optimal play and allows it, and who plays optimally from then on."
    ),
    "hold of the drop": (
        "The hold per hour divided by what a player drops in an hour, as stated for this sheet."
    ),
    "hold at the limits": (
        "The edge at the posted minimum and maximum, under the payout limits, times that wager: dollars"
        " per round and bettor. Each bet is priced alone; where bets share a payout limit, the house holds a"
        " little more. For a progressive it is the house's long-run share, where its rates are filed, less"
        " envy at a full table."
    ),
    "maximum exposure": (
        "The winnings of a round in which a hand has the best row of every wager at the posted "
        "maximums, paid in the order of settlement under the aggregate limits, meters at their "
        "seeds. One hand can win the figure for a seat. The figure for the table is an upper "
        "bound, since one deck cannot deal everyone the best hand."
    ),
    "envy": (
        "The return per unit staked from other players' hands, by their number, if every hand is "
        "on the layout at the reveal and this wager is live."
    ),
    "return at the seed": (
        "The return per unit staked on the progressive with every meter at its seed, as played: where"
        " a fold loses the wager, folded hands under optimal play of the game win nothing."
    ),
    "break-even": (
        "The lowest meter at which a wager returns its stake, with the other meters at their seeds: as"
        " played, where a fold under optimal play may lose the wager, and if every hand were live."
    ),
    "long-run return": (
        "The return per unit staked over many awards: fixed awards, contributions, and the "
        "house's money when a meter restarts after a 100% award."
    ),
}

METHOD = (
    (
        "Every figure is exact: a count of equally likely deals, as integers, and a fraction of "
        "two of them. No figure rests on a simulation or on floating point unless it says so; "
        "decimals are rounded for reading only."
    ),
    (
        "Results are paid by the same settlement that the live table uses, row by row of the "
        "tables above; the digest names the rules, every pay table and every reading that went "
        "into it."
    ),
    (
        "Bets against a pay table are counted over all hands that differ by more than the names "
        "of the suits, each with the number of hands that it represents."
    ),
)


def percent(value: Fraction | float, digits: int = 4) -> str:
    """A share as a percentage, with a true minus sign where the figure shown is below zero.

    >>> percent(Fraction(-1, 3), 2), percent(-1e-9, 2)
    ('\N{MINUS SIGN}33.33%', '0.00%')
    """
    return f"{float(value) * 100:z.{digits}f}%".replace("-", "\N{MINUS SIGN}")


def probability(value: Fraction | float) -> str:
    """A probability: as a percentage, and small ones as one in so many.

    >>> probability(Fraction(1, 4)), probability(Fraction(1, 2598960))
    ('25.0000%', '1 in 2,598,960')
    """
    if 0 < value < Fraction(1, 1000):
        return f"1 in {float(1 / Fraction(value)):,.0f}"
    return percent(value)


def true_odds(chance: Fraction) -> str:
    """The odds against a result: those that would favor nobody.

    >>> true_odds(Fraction(1, 4)), true_odds(Fraction(1, 2598960)), true_odds(Fraction(0))
    ('3.0000 to 1', '2,598,959 to 1', 'never')
    """
    if not chance:
        return "never"
    against = (1 - chance) / chance
    return f"{float(against):,.{0 if against >= 1000 else 4}f} to 1"


def money(cents: Fraction | float, digits: int = 2) -> str:
    """Cents as dollars.

    >>> money(Fraction(-12345, 10)), money(500)
    ('\N{MINUS SIGN}$12.35', '$5.00')
    """
    sign = "\N{MINUS SIGN}" if cents < 0 else ""
    return f"{sign}${abs(float(cents)) / 100:,.{digits}f}"


def rounds(number: int) -> str:
    """A round number as a power of ten.

    >>> rounds(100000)
    '100,000'
    """
    return f"{number:,}"


def decision_words(name: str) -> str:
    """A decision in words.

    >>> decision_words("play_4x")
    'play 4x'
    """
    return spoken(name)
