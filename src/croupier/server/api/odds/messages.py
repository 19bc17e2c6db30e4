"""Requests and responses about odds: rule sets and their pay tables, prices, values of decisions, jobs."""

from typing import Annotated, Literal

import msgspec

from croupier.odds.strategy import Strategy
from croupier.server.api.messages import RequestBody

Working = Literal["working", "done", "failed"]
"""The progress of a long computation. Request it again until it is no longer `working`."""

Name = Annotated[str, msgspec.Meta(max_length=64)]
Pays = Annotated[str, msgspec.Meta(max_length=40)]
Cents = Annotated[int, msgspec.Meta(ge=0, le=10**12)]


class JobResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A computation that takes its time: its state, and how many of how many parts are done."""

    state: Working
    done: int = 0
    total: int = 0
    problem: str = ""
    """Why it failed, in one line."""


# -------------------------------------------------------------------------------------------- rule sets


class PrintedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a pay table: its name, in words, and what it pays in the words of the felt (empty where it
    pays nothing). `cell` is the same for `POST /api/odds/price`: never translated.

    Where the rules print no table at all, what the practice table pays."""

    row: str
    words: str
    pays: str
    cell: str


class TablePrinted(msgspec.Struct, frozen=True, kw_only=True):
    """A pay table that the rules print, or leave to the operator."""

    name: str
    """Of Cover All, the number of hands that it is for, the dealer's included."""
    rows: tuple[PrintedRow, ...]
    clauses: tuple[str, ...]
    reading: str
    chosen: bool
    """Whether the practice table of these rules plays by it."""
    operator_sets: bool
    """The rules print no figures: the operator files them."""
    stakes: tuple[int, ...] = ()
    """Of a progressive, the stakes in cents that it takes: none where the operator sets one."""


class WagerTables(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that pays by a table."""

    wager: str
    words: str
    rows: tuple[str, ...]
    """From the highest down."""
    may_pay_more: bool
    """The printed odds are the least: the operator may file higher ones."""
    priced: bool
    """Whether `POST /api/odds/price` prices it with changed cells; else it is a part of the game itself."""
    tables: tuple[TablePrinted, ...]
    clauses: tuple[str, ...]


class PolicyChoices(msgspec.Struct, frozen=True, kw_only=True):
    """A reading that may be switched; the first value is the default."""

    name: str
    words: str
    values: tuple[str, ...]
    clauses: tuple[str, ...]


class RulesResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A rule set for the explorer."""

    rules: str
    title: str
    game: str
    jurisdiction: str
    digest: str
    player_cards: int
    """How many cards `advise` needs."""
    boards: tuple[int, ...]
    """How many community cards `advise` takes: empty without any."""
    up_card: bool
    """Whether `advise` needs the dealer's face-up card."""
    heat_map: bool
    wagers: tuple[WagerTables, ...]
    policies: tuple[PolicyChoices, ...]
    problem: str
    """The problem with its file, in one line: then it cannot be used, and only its name is known."""


# --------------------------------------------------------------------------------------------- the price


class PriceRequest(RequestBody, frozen=True, kw_only=True):
    """A bet by a table, some of whose cells may be changed: `pays` by row, "" for nothing."""

    rules: Name
    wager: Name
    table: Name
    pays: dict[Name, Pays] | None = None
    policies: dict[Name, Name] | None = None
    stake: Annotated[int, msgspec.Meta(ge=1, le=10**9)] | None = None
    """Cents; it matters to rows that pay an amount, and to shares of a meter. Without one a dollar, or the
    first stake that a progressive takes."""
    meters: dict[Name, Cents] | None = None
    """Of a progressive: the amounts on its meters, in cents; those not named are at their seeds."""


class RowPriced(msgspec.Struct, frozen=True, kw_only=True):
    """A row: its payout, its frequency, and its part of the return of a unit staked."""

    row: str
    words: str
    pays: str
    printed: str
    count: str
    """Of the cases, a whole number as text: Cover All has more deals than other programs' numbers hold."""
    probability: float
    contribution: float
    """Its part of the return: probability times payback, the stake included."""


class Exactly(msgspec.Struct, frozen=True, kw_only=True):
    """A figure to read, and the fraction that it is."""

    value: float
    exact: str


class MeterPriced(msgspec.Struct, frozen=True, kw_only=True):
    """A meter of a progressive, in cents: its start, and the amount assumed for the price."""

    meter: str
    seed: int
    amount: int
    share: str
    """The part of it that a wager wins on average, a fraction; 0 where no row pays from it."""
    contribution: float
    """Its part of the return of a unit staked."""


class ProgressivePriced(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of progressives alone, amounts in cents. Where a fold loses the wager, figures are as played
    once the game is solved, and take every hand as live until then."""

    meters: tuple[MeterPriced, ...]
    fixed_return: Exactly
    """The return of a unit staked, without the meters."""
    edge_if_live: Exactly
    """The house edge if every hand were live."""
    break_even: Exactly | None
    """If every hand were live: the first meter at which a wager brings back its stake, the others as they
    stand; none where no row pays from it."""
    fold_loses: bool
    """Whether a folded hand loses the wager, so that its value depends on how the game is played."""
    as_played: JobResponse
    """How far the game is solved, where that matters to the figures."""
    break_even_as_played: Exactly | None = None
    long_run: Exactly | None = None
    """The return of a unit staked over many awards, as played; none where the rates are not known."""
    envy: Exactly | None = None
    """The envy from each other player's hand per unit staked; none where there is no envy."""


class BetPriced(msgspec.Struct, frozen=True, kw_only=True):
    """A bet priced exactly, per unit staked; a progressive with its meters as they were given."""

    rules: str
    wager: str
    table: str
    changed: tuple[str, ...]
    """The rows that do not pay as printed."""
    stake: int
    cases: str
    """How many equally likely hands or deals were counted."""
    ev: str
    """The expectation of the net result, a fraction in lowest terms."""
    house_edge: float
    std_dev: float
    hit_rate: float
    printed_edge: float | None
    """The edge of the table as it is printed, meters at their seeds; none where it has no figures."""
    rows: tuple[RowPriced, ...]
    progressive: ProgressivePriced | None = None


class PriceResponse(JobResponse, frozen=True, kw_only=True):
    """A price, once the hands are counted."""

    price: BetPriced | None = None


# ------------------------------------------------------------------------------------- the game, solved


class GameOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The game itself under optimal play, in antes; no side bets."""

    rules: str
    digest: str
    ev: str
    house_edge: float
    element_of_risk: float
    average_wager: float
    std_dev: float
    decisions: dict[str, float]
    """By decision (`play_4x`, `raise_2x`, `fold` …), how often it is best."""
    ante: int = 0
    """The ante in cents at which the payout limits are included; 0: per unit, and they are left out."""
    limited: bool = False
    """Whether the rules have payout limits."""


class LawFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The game after so many rounds of equal antes, by its exact law, in antes."""

    rounds: int
    loss: float
    """The probability that the player has lost."""
    hold: dict[str, tuple[float, float]]
    """By confidence (`99%`): between which shares of the antes the house keeps."""
    net: dict[str, float]
    """By share (`5%`, `50%`): the net result that is not exceeded so often."""
    bankroll: int | None = None
    """In antes."""
    ruin: float | None = None
    """The probability that the bankroll is lost on the way."""
    downswing: float | None = None
    """The probability of a fall by as much below an earlier high."""


class LawResponse(JobResponse, frozen=True, kw_only=True):
    """The figures of many rounds, once the game is solved."""

    rules: str
    after: LawFigures | None


class SeatPair(msgspec.Struct, frozen=True, kw_only=True):
    """How a bet at one seat goes together with a bet at another."""

    correlation: float
    std_error: float
    """0 where the correlation is exact."""


class SeatDeviation(msgspec.Struct, frozen=True, kw_only=True):
    """The standard deviation of a round, a unit on each bet of each seat."""

    main: float
    """Of the game alone, in antes."""
    together: float
    """Of all bets."""


class SeatsFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The seats of a table together."""

    rounds: int
    """The rounds from which the correlations are estimated."""
    pairs: dict[str, dict[str, SeatPair]]
    """By bet, and bet at another seat."""
    std_dev: dict[str, SeatDeviation]
    """By the number of players."""


class SeatsResponse(JobResponse, frozen=True, kw_only=True):
    """The seats of a table together, once their rounds are dealt."""

    rules: str
    seats: SeatsFigures | None


class GameResponse(JobResponse, frozen=True, kw_only=True):
    """The game's figures, once they are solved."""

    odds: GameOdds | None = None


class StrategyResponse(JobResponse, frozen=True, kw_only=True):
    """Optimal play described, once it is solved: as `croupier strategy --json` says it."""

    strategy: Strategy | None = None


class HeatAction(msgspec.Struct, frozen=True, kw_only=True):
    """An action before the flop, and its value in antes."""

    action: str
    value: float
    exact: str


class HeatCell(msgspec.Struct, frozen=True, kw_only=True):
    """A starting hand: the best action, its margin, and the value of each action."""

    hand: str
    best: str
    margin: float
    actions: tuple[HeatAction, ...]


class HeatMap(JobResponse, frozen=True, kw_only=True):
    """The 13 by 13 starting hands, from the ace down; suited above the diagonal, offsuit below."""

    rules: str
    grid: tuple[tuple[HeatCell, ...], ...] = ()


class ActionValue(msgspec.Struct, frozen=True, kw_only=True):
    """An action: its exact value in antes, and its cost compared with the best."""

    action: str
    value: float
    exact: str
    cost: float
    cost_exact: str
    best: bool


class AdviceResponse(JobResponse, frozen=True, kw_only=True):
    """The value of each action with these cards, of the main game alone; the smaller wager first."""

    rules: str
    stage: str = ""
    hand: str = ""
    best: str = ""
    margin: float = 0.0
    """By how much the best beats the second best, in antes."""
    actions: tuple[ActionValue, ...] = ()
