"""Exact odds of progressives: fixed awards, shares of meters, the break-even meter, and envy.

The stake of a progressive is spent, so its return is the expected award per unit staked. Rows with a share
of a meter are kept apart from the fixed ones: with every meter at its seed the return is a number, and the
amount of the first meter that makes it 1 is the break-even meter.

Where a fold loses the progressive (`progressive_after_fold`), what a wager returns depends on how the game is
played. So the probability of each row is taken twice: of the hands dealt, and of the hands dealt that are not
folded under optimal play, which the game's solver counts.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from croupier.games.common import NO_ROW, SideWager, row_reached
from croupier.money import SHARE, WHOLE, Award
from croupier.odds.counting.census import Census, CensusKind, census_of, count_rows
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import LongRun, MeterGrowth, NotFolded, ProgressiveOdds, ProgressiveReturn
from croupier.odds.protocol import solver_for
from croupier.odds.side_bets import gross, levels, play_of
from croupier.rulebook.model import RuleSet
from croupier.submission.choices import resolve
from croupier.submission.form import Choices
from croupier.submission.house import HouseProgressive, HouseRules

Probabilities = dict[str, Fraction]
"""By row of the progressive's table."""


def live_after_fold(house: HouseRules) -> bool:
    """Whether the progressive of a folded hand stays live; where the rules have no such policy, it does."""
    return house.policies.get("progressive_after_fold", "live") == "live"


def printed_progressives(rules: RuleSet, choices: Choices | None = None) -> dict[str, HouseRules]:
    """By table that the rules print, a house that offers it, with the other choices as given."""
    given = choices or Choices()
    houses = {}
    for name in rules.progressive:
        asked = Choices(progressive=name, progressive_wager=given.progressive_wager, policies=given.policies)
        houses[name] = resolve(rules, asked).house
    return houses


def price_progressive(
    house: HouseRules,
    stake: int | None = None,
    stays: Mapping[str, Fraction] | None = None,
    fresh: bool = False,
    census: Census | None = None,
    positions: int = 0,
) -> ProgressiveOdds:
    """Price the progressive that a house offers, for one of its stakes (its first unless another is given).

    `stays`: by row of the ladder, the probability that a hand is on it and is not folded under optimal play;
    needed where a fold loses the progressive (`stays_in`).

    Envy: expected for one other player up to all at a table of so many positions (0: the most that the rules
    allow), all of whose hands are on the layout at the reveal (none is
    folded with no bonus or live progressive wager beside it) while this wager is live. The hands depend on
    each other, but expectations add up regardless, so this is exact.

    Pass the census (`progressive_census`) if you have it; else it is computed, or read from disk.
    """
    progressive = _offered(house)
    staked = progressive.stakes[0] if stake is None else stake
    if staked not in progressive.stakes:
        raise ValueError(f"stake of {staked} cents; allowed: {progressive.stakes}")
    census, counts = _rows(house, fresh, census=census)
    dealt = _dealt(census, counts)
    return ProgressiveOdds(
        levels=levels(progressive.table, counts, census.hands),
        stake=staked,
        as_played=_Returns(progressive, staked, _played(house, dealt, stays)).figures(),
        if_live=_Returns(progressive, staked, dealt).figures(),
        contribution=_contribution(progressive),
        envy={
            others: others * _envy(progressive, staked, dealt)
            for others in range(1, positions or house.rules.number("table.positions"))
        },
        long_run=long_run(house, staked, stays, fresh, census),
    )


def progressive_census(house: HouseRules) -> CensusKind:
    """How the hands are counted that the house's progressive looks at."""
    return solver_for(house.rules).census(house, "progressive")


def stays_in(house: HouseRules, hands: NotFolded, census: Census | None = None) -> Probabilities:
    """By row of the house's progressive, the probability that a hand has it and is not folded."""
    _, counts = _rows(house, played=hands.groups, census=census)
    return {row: Fraction(count, hands.cases) for row, count in counts.items()}


def brought(award: Award, stake: int, meters: Mapping[str, int]) -> Fraction:
    """The award per unit staked, with the meters at these amounts."""
    if award.kind == SHARE:
        return Fraction(meters[award.meter] * award.number, WHOLE * stake)
    return gross(award, stake)


def lost_by_fold(house: HouseRules, wagers: Wagers | None) -> Callable[[int, int], int] | None:
    """By dealt cards and strength: the award in cents that a fold would lose; None if a fold loses none."""
    if wagers is None or not wagers.progressive or live_after_fold(house):
        return None
    progressive, side, meters = _offered(house), _side(house), dict(wagers.meters)
    awards = {
        row: int(brought(award, wagers.progressive, meters) * wagers.progressive)
        for row, award in zip(progressive.table.rows, progressive.table.awards, strict=True)
    }

    def award(cards: int, strength: int) -> int:
        row = row_reached(side.rung(cards, strength), side.schedule.kinds)
        return 0 if row == NO_ROW else awards[side.ladder[row]]

    return award


def long_run(
    house: HouseRules,
    stake: int | None = None,
    stays: Mapping[str, Fraction] | None = None,
    fresh: bool = False,
    census: Census | None = None,
) -> LongRun | None:
    """The effect of contributions over many awards; nothing where the rates are not known.

    A meter that pays all of itself with probability p and a share s with probability q, starts again from r
    and grows by c a wager stands on average at (p r + c) / (p + q s) when a whole award is paid: what goes on
    a meter comes off it. A meter that takes the secondary starts again from what that has grown to since the
    last whole award; its seed is the house's only gift.
    """
    progressive = _offered(house)
    staked = progressive.stakes[0] if stake is None else stake
    rates = {meter.name: meter.rate for meter in progressive.meters}
    if None in rates.values():
        return None
    added = {name: Fraction(rate or 0, WHOLE) * staked for name, rate in rates.items()}
    dealt = _dealt(*_rows(house, fresh, census=census))
    returns = _Returns(progressive, staked, _played(house, dealt, stays))
    growths: dict[str, MeterGrowth] = {}
    returned = returns.fixed
    for meter in progressive.meters:
        if returns.meters[meter.name] or meter.after_whole_award == "to_zero":
            returned += added[meter.name] / staked
        whole = returns.whole[meter.name]
        if not whole:
            continue
        takes_secondary = meter.after_whole_award == "takes_secondary"
        restart = added["secondary"] / whole if takes_secondary else Fraction(meter.reset)
        if not takes_secondary:
            returned += whole * restart / staked
        growths[meter.name] = MeterGrowth(
            added=added[meter.name],
            wagers_between=1 / whole,
            average_award=(whole * restart + added[meter.name]) / returns.meters[meter.name],
        )
    return LongRun(growths, returned)


class _Returns:
    """The return of a wager, by the probability of each row."""

    def __init__(
        self, progressive: HouseProgressive, stake: int, probabilities: Mapping[str, Fraction]
    ) -> None:
        self.stake = stake
        self.probabilities = probabilities
        self.seeds = {meter.name: meter.seed for meter in progressive.meters}
        self.fixed = Fraction(0)
        self.meters = dict.fromkeys(self.seeds, Fraction(0))
        self.whole = dict.fromkeys(self.seeds, Fraction(0))
        """By meter, the probability of an award that empties it."""
        for row, award in zip(progressive.table.rows, progressive.table.awards, strict=True):
            probability = probabilities.get(row, Fraction(0))
            if award.kind == SHARE:
                self.meters[award.meter] += probability * Fraction(award.number, WHOLE)
                self.whole[award.meter] += probability if award.number == WHOLE else 0
            else:
                self.fixed += probability * gross(award, stake)

    def figures(self) -> ProgressiveReturn:
        """The return at the seeds, and where it breaks even."""
        return ProgressiveReturn(
            probabilities=dict(self.probabilities),
            fixed=self.fixed,
            meters=self.meters,
            at_seed=self.at_seeds(),
            break_even=self.break_even(),
        )

    def at_seeds(self, without: str | None = None) -> Fraction:
        """The return of a unit staked with every meter at its seed, and one of them left out."""
        cents = sum(share * self.seeds[name] for name, share in self.meters.items() if name != without)
        return self.fixed + Fraction(cents) / self.stake

    def break_even(self) -> Fraction | None:
        """The first meter, in cents, at which a wager returns its stake; the others are at their seeds."""
        first = next(iter(self.meters))
        if not self.meters[first]:
            return None
        return max(Fraction(0), (1 - self.at_seeds(without=first)) * self.stake / self.meters[first])


def _offered(house: HouseRules) -> HouseProgressive:
    if house.progressive is None:
        raise ValueError(f"{house.rules.rules.name}: the house offers no progressive")
    return house.progressive


def _side(house: HouseRules) -> SideWager:
    side = play_of(house).progressive
    assert side is not None
    return side


def _rows(
    house: HouseRules,
    fresh: bool = False,
    played: Mapping[int, int] | None = None,
    census: Census | None = None,
) -> tuple[Census, dict[str, int]]:
    """The census, and by row the number of its hands that are paid it (of those counted by group)."""
    census = census or census_of(progressive_census(house), fresh)
    return census, count_rows(census, play_of(house).strength, _side(house), played)


def _dealt(census: Census, counts: Mapping[str, int]) -> Probabilities:
    return {row: Fraction(count, census.hands) for row, count in counts.items()}


def _played(
    house: HouseRules, dealt: Mapping[str, Fraction], stays: Mapping[str, Fraction] | None
) -> Mapping[str, Fraction]:
    """The probability of each row as played; a hand on a row that is not paid reaches the next one."""
    if live_after_fold(house):
        return dealt
    if stays is None:
        raise ValueError("a fold loses this progressive: the hands that stay in must be given (`stays`)")
    side = _side(house)
    played: Probabilities = {}
    for name, probability in stays.items():
        row = row_reached(side.ladder.index(name), side.schedule.kinds)
        if row != NO_ROW:
            paid = side.ladder[row]
            played[paid] = played.get(paid, Fraction(0)) + probability
    return played


def _contribution(progressive: HouseProgressive) -> Fraction | None:
    rates = [meter.rate for meter in progressive.meters]
    known = [rate for rate in rates if rate is not None]
    return Fraction(sum(known), WHOLE) if len(known) == len(rates) else None


def _envy(progressive: HouseProgressive, stake: int, probabilities: Mapping[str, Fraction]) -> Fraction:
    """The expected envy per unit staked from one other hand on the layout, by the schedule of the stake."""
    by_stake = {envy.stake: envy for envy in progressive.envy}
    envy = by_stake.get(stake) or by_stake.get(None)
    if envy is None:
        return Fraction(0)
    cents = sum(
        probabilities.get(row, Fraction(0)) * amount
        for row, amount in zip(envy.rows, envy.amounts, strict=True)
    )
    return Fraction(cents) / stake
