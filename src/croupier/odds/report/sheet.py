"""The data of a PAR sheet, in one typed structure. The JSON report is its dump; HTML and PDF only lay it out.

Fractions are strings in lowest terms and are the truth; the floats beside them are for reading. Amounts are
cents: whole ones as ints, expectations as fractions.
"""

import msgspec

from croupier.odds.strategy import Strategy


class _Part(msgspec.Struct, frozen=True, kw_only=True):
    pass


class Row(_Part, frozen=True, kw_only=True):
    """A row of a pay table: what it pays, how often it comes, and the clauses that fix it."""

    row: str
    words: str
    pays: str
    count: int | None
    """Of the `of` equally likely cases; none where rows are not counted."""
    of: int | None
    probability: str | None
    probability_value: float | None
    true_odds: str | None
    """Against the row: as many to 1 would favor nobody."""
    returned: str | None
    """The part of the return per unit staked that this row makes up; none where a unit is not its stake."""
    clauses: tuple[str, ...]


class Outcome(_Part, frozen=True, kw_only=True):
    """A net result in units of the ante or the stake, and its probability."""

    net: str
    net_value: float
    probability: str
    probability_value: float


class Band(_Part, frozen=True, kw_only=True):
    """The band of the actual hold after so many rounds, for each confidence."""

    rounds: int
    bounds: dict[str, tuple[float, float]]
    """By confidence (`90%` …): the least and the greatest hold."""


class TopAward(_Part, frozen=True, kw_only=True):
    """The greatest net result, per unit of the ante or the stake, and how rarely it comes."""

    net: str
    net_value: float
    probability: str
    one_in: float


class TableEdge(_Part, frozen=True, kw_only=True):
    """A pay table that the rules let the operator choose, and its edge."""

    table: str
    house_edge: str
    house_edge_value: float
    chosen: bool
    clauses: tuple[str, ...]


class PayTablePart(_Part, frozen=True, kw_only=True):
    """A pay table of the main game: of the ante, the raise or play, the blind, the automatic bonus."""

    wager: str
    rows: tuple[Row, ...]


class AtWager(_Part, frozen=True, kw_only=True):
    """A bet at a wager in cents, under the payout limits: per unit of the ante or the stake."""

    wager: int
    ev: str
    house_edge: str
    house_edge_value: float
    second_moment: str
    std_dev: float
    volatility_index: float
    hit_rate: str
    hit_rate_value: float
    top: TopAward
    bands: tuple[Band, ...]


class Bet(_Part, frozen=True, kw_only=True):
    """One bet, priced."""

    bet: str
    table: str
    title: str
    unit: str
    """The unit of the figures: the ante, or the stake."""
    ev: str
    house_edge: str
    house_edge_value: float
    second_moment: str
    std_dev: float
    volatility_index: float
    hit_rate: str
    hit_rate_value: float
    exact: bool
    std_error: float
    stake: int | None
    """Of a progressive, in cents."""
    rows: tuple[Row, ...]
    parts: tuple[PayTablePart, ...]
    outcomes: tuple[Outcome, ...]
    returned: str
    """The return per unit staked; of the game itself, per unit of all that is wagered on average."""
    cycle: str
    """The least number of rounds in which every net result can come its exact share."""
    top: TopAward
    bands: tuple[Band, ...]
    tables: tuple[TableEdge, ...]
    clauses: tuple[str, ...]
    at: tuple[AtWager, ...] = ()
    """At the posted minimum and maximum."""
    average_wager: str | None = None
    average_wager_value: float | None = None
    element_of_risk: str | None = None
    element_of_risk_value: float | None = None
    decisions: dict[str, str] = {}

    @property
    def name(self) -> str:
        """The bet and its table."""
        return f"{self.title}, {self.table}" if self.table else self.title


class Pair(_Part, frozen=True, kw_only=True):
    """Two bets of a seat, and how their results go together."""

    first: str
    second: str
    covariance: str
    correlation: float


class Together(_Part, frozen=True, kw_only=True):
    """The game and its side bets together, a unit on each."""

    ev: str
    variance: str
    std_dev: float
    pairs: tuple[Pair, ...]


class SeatPair(_Part, frozen=True, kw_only=True):
    """A bet at one seat and a bet at another: how their results go together."""

    first: str
    second: str
    correlation: float
    std_error: float
    """Of the sample; 0: exact."""


class SeatsTogether(_Part, frozen=True, kw_only=True):
    """The seats of a table together, a unit on each bet; the progressive is left out."""

    rounds: int
    """Sampled."""
    pairs: tuple[SeatPair, ...]
    std_dev: dict[str, tuple[float, float]]
    """By the number of players: of the game alone, and of all bets together."""


class Mistake(_Part, frozen=True, kw_only=True):
    """An action taken with every hand that reaches a street and allows it: its average cost in antes."""

    street: str
    reached: float
    """The share of rounds that come to the street under optimal play."""
    action: str
    cost: float
    std_error: float
    hands: int
    """Sampled; the values of the actions are exact."""


class Pace(_Part, frozen=True, kw_only=True):
    """The stated pace of a table."""

    rounds_per_hour: int
    drop: int | None
    """What a player drops in an hour, in cents; none if not stated."""


class Check(_Part, frozen=True, kw_only=True):
    """A check of the figures, made when the sheet was computed; a sheet that fails one is not written."""

    of: str
    check: str
    left: str
    right: str


class Hold(_Part, frozen=True, kw_only=True):
    """The hold per round and bettor at the posted limits, in cents, as fractions."""

    wager: str
    title: str
    minimum: int
    maximum: int
    rate_at_minimum: str
    rate_at_maximum: str
    at_minimum: str
    at_maximum: str
    hour_at_minimum: str
    """Per hour and bettor, at the stated pace."""
    hour_at_maximum: str


class ExposureLine(_Part, frozen=True, kw_only=True):
    """The most that one wager can win, before and after the limits, in cents."""

    wager: str
    stake: int
    pays: str
    wins: int
    paid: int
    clauses: tuple[str, ...]


class Exposure(_Part, frozen=True, kw_only=True):
    """The most that a round can cost the house in winnings, at the posted maximums."""

    seat: tuple[ExposureLine, ...]
    """One player alone at the table, whose one hand wins the best row of every wager."""
    seat_total: int
    table: tuple[ExposureLine, ...]
    """All seats together, by wager: every seat the best row of every wager."""
    table_total: int
    players: int
    """With how many players the table's total is the greatest."""
    limits: dict[str, int]
    limit_clauses: tuple[str, ...]


class MeterPoint(_Part, frozen=True, kw_only=True):
    """A reading of a meter, the others at their seeds, and the return of a unit staked there, as played."""

    meter: int
    returned: str
    returned_value: float
    ante: int = 0
    """Cents, of the ante beside which best play for both is solved; 0: it is not."""
    best_return: str | None = None
    """Of a unit staked on the progressive under best play for both."""
    together: str | None = None
    """The expectation of the game and the progressive, in antes."""


class WholeAwards(_Part, frozen=True, kw_only=True):
    """The awards of a whole meter, as played: when they come, and how large they are."""

    probability: str
    """That a wager wins one."""
    wagers_until: dict[str, int]
    """By probability: the wagers within which one is paid."""
    award: dict[str, float]
    """By probability: the amount in cents that an award does not exceed, in the long run; empty where rates
    are not filed."""
    above_break_even: float | None
    """The probability that an award exceeds the break-even meter, in the long run."""
    curve: tuple[MeterPoint, ...]
    """The return by the reading of the meter."""


class MeterSheet(_Part, frozen=True, kw_only=True):
    """A meter: its seed, its rate, its awards; amounts in cents."""

    meter: str
    seed: int
    reset: int
    rate: str | None
    return_per_cent: str
    """The expected part of the meter that a wager wins, as played."""
    added: str | None
    wagers_between: str | None
    average_award: str | None
    whole: WholeAwards | None
    """None where no row pays all of it."""
    clauses: tuple[str, ...]


class ProgressiveSheet(_Part, frozen=True, kw_only=True):
    """The economics of a progressive at one stake."""

    table: str
    stake: int
    fixed_return: str
    return_at_seed: str
    return_at_seed_if_live: str
    break_even_if_live: str | None
    break_even_as_played: str | None
    contribution: str | None
    long_run_return: str | None
    """Of a unit staked, over many awards, contributions and resets included, as played."""
    after_fold: str
    envy: dict[str, str]
    meters: tuple[MeterSheet, ...]
    clauses: tuple[str, ...]


class PolicyInForce(_Part, frozen=True, kw_only=True):
    """A policy in force: a reading that a submission may switch."""

    name: str
    value: str
    default: str
    clauses: tuple[str, ...]
    reading: str | None


class ReadingInForce(_Part, frozen=True, kw_only=True):
    """The reading of an unclear place in the document."""

    id: str
    problem: str
    taken: str
    alternative: str
    money: bool
    """It changes money or eligibility."""
    settles: bool
    """Settlements of this house rest on it."""
    clauses: tuple[str, ...]


class Approval(_Part, frozen=True, kw_only=True):
    """A finding of the check; a sheet has no violations."""

    severity: str
    key: str
    asked: str
    allowed: str
    clauses: tuple[str, ...]


class CitedClause(_Part, frozen=True, kw_only=True):
    """A clause that the sheet cites, in our words."""

    id: str
    summary: str


class Sheet(_Part, frozen=True, kw_only=True):
    """A PAR sheet."""

    title: str
    rules: str
    document: str
    edition: str
    """As the document names itself."""
    digest: str
    """Of the rules."""
    submission: str
    """Digest of the submission as read."""
    operator: str | None
    date: str | None
    version: str
    commit: str | None
    """Of the product; none where it was built without its history."""
    sources: str
    """Digest of the product's sources and rule data."""
    positions: int
    boxes_per_player: int | None
    titles: dict[str, str]
    """By wager, its label in the words of the game; `main` is the game itself."""
    choices: dict[str, str]
    policies: tuple[PolicyInForce, ...]
    readings: tuple[ReadingInForce, ...]
    findings: tuple[Approval, ...]
    bets: tuple[Bet, ...]
    together: Together | None
    """None without a side bet, or where the game's solver does not count them together."""
    seats: SeatsTogether | None
    """None where the game cannot be dealt in bulk."""
    pace: Pace
    hold: tuple[Hold, ...]
    exposure: Exposure | None
    progressive: tuple[ProgressiveSheet, ...]
    strategy: Strategy
    mistakes: tuple[Mistake, ...]
    definitions: dict[str, str]
    method: tuple[str, ...]
    checks: tuple[Check, ...]
    clauses: tuple[CitedClause, ...]

    def bet(self, name: str) -> tuple[Bet, ...]:
        """The bets of that name, by table."""
        return tuple(bet for bet in self.bets if bet.bet == name)


def product(sheet: Sheet) -> str:
    """The version and commit that computed a sheet, in short."""
    if sheet.commit is None:
        return sheet.version
    changed = "-dirty" if sheet.commit.endswith("-dirty") else ""
    return f"{sheet.version} ({sheet.commit[:12]}{changed})"


def as_json(sheet: Sheet) -> bytes:
    """The sheet, dumped."""
    return msgspec.json.format(msgspec.json.encode(sheet), indent=2) + b"\n"
