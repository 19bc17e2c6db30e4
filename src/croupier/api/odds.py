"""Price, advise, describe and simulate: exact figures as fractions, and bulk play to compare them with.

Each function takes a rule set by name, a `Submission`, or the `Path` of one. Prices are per unit staked,
those of the game itself per unit of ante. Results are kept on disk, by the digest of rules and code.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from croupier.api.submissions import submission_source
from croupier.errors import Refusal
from croupier.input_types import cents, cents_by_name, text, whole, within
from croupier.names import did_you_mean
from croupier.odds.advice import Advice, AdviceError, advice
from croupier.odds.filed.as_filed import at_levels, levels
from croupier.odds.filed.wagers import Wagers, wagers_on_layout
from croupier.odds.laws import MOST_BANKROLL, MOST_ROUNDS, SumLaw, figures_after, law_of_rounds
from croupier.odds.model import BetOdds, CoverAllOdds, Distribution, Level, MainOdds, Moments, ProgressiveOdds
from croupier.odds.outcomes import results_of
from croupier.odds.own.policy import OwnStrategy
from croupier.odds.price import Odds, prices
from croupier.odds.protection.hidden_cards import parse_hidden
from croupier.odds.side_bets import every_bet
from croupier.odds.strategy import SimpleRule, Strategy
from croupier.odds.strategy import strategy as _strategy
from croupier.odds.subject import Subject, subject_of_rules, subject_of_text, with_policies
from croupier.rulebook.problems import RulebookError
from croupier.submission.check import check_text
from croupier.submission.choices import resolve
from croupier.submission.form import Choices, Submission
from croupier.submission.house import HouseRules
from croupier.submission.rule_lookup import rules_named

__all__ = [
    "Advice",
    "AfterRounds",
    "BetOdds",
    "CoverAllOdds",
    "Level",
    "MainOdds",
    "Moments",
    "PricedBet",
    "ProgressiveOdds",
    "SimpleRule",
    "SimulatedBet",
    "Simulation",
    "Strategy",
    "SumLaw",
    "advise",
    "price",
    "simulate",
    "strategy",
]


def subject_of(source: str | Path | Submission, policy: Mapping[str, str] | None = None) -> Subject:
    """The house rules to price: of a rule set by its name, of a submission, or of its file."""
    subject = _subject(source)
    if policy is None:
        return subject
    if not isinstance(policy, Mapping):
        raise Refusal("malformed", f"policy: expected names with values, got `{type(policy).__name__}`")
    chosen = {text(name, "policy"): text(value, f"policy.{name}") for name, value in policy.items()}
    try:
        return with_policies(subject, chosen)
    except ValueError as error:
        raise Refusal("value_not_allowed", str(error)) from None


def _subject(source: str | Path | Submission) -> Subject:
    if isinstance(source, str):
        rules_named(source)
        try:
            return subject_of_rules(source)
        except RulebookError as error:
            raise Refusal("rules_unusable", str(error)) from None
    written = submission_source(source)
    checked = check_text(written)
    for finding in checked.findings:
        if finding.severity == "violation":
            raise finding.refusal()
    return subject_of_text(written)


@dataclass(frozen=True, slots=True)
class AfterRounds:
    """The exact law of many rounds of one bet, in units staked (of the ante, for the game itself)."""

    rounds: int
    loss: float
    """The probability that the player has lost."""
    hold: dict[str, tuple[float, float]]
    """By confidence (`90%`, `95%`, `99%`): the share of the stakes that the house keeps, from and to."""
    net: dict[str, float]
    """By quantile (`1%`, `50%` …): the net result that is not exceeded with this probability."""
    law: SumLaw = field(repr=False)
    """The whole law: `below`, `quantile`, `hold_band`."""
    bankroll: int | None = None
    ruin: float | None = None
    """The probability that the bankroll is lost within the rounds; None without one, or if not solved."""
    downswing: float | None = None
    """The probability of a fall by the bankroll below an earlier high; None as for ruin."""


@dataclass(frozen=True, slots=True)
class PricedBet:
    """One bet by one pay table, with its odds."""

    bet: str
    """`main` for the game itself, otherwise the name of the wager."""
    table: str
    """The pay table; empty for the game itself, the number of hands for Cover All."""
    odds: Odds
    """Per unit; payout limits are left out."""
    stake: int | None = None
    """Of a progressive, in cents."""
    at: dict[int, Odds] = field(default_factory=dict)
    """As filed: by wager in cents, the odds under the payout limits. The posted minimum and maximum of a
    submission, and every `ante` asked for."""
    after: AfterRounds | None = None
    """After so many `rounds`, if asked for."""


def price(
    subject: str | Path | Submission,
    *,
    bet: str | None = None,
    table: str | None = None,
    ante: Sequence[int] = (),
    rounds: int | None = None,
    bankroll: int | None = None,
    policy: Mapping[str, str] | None = None,
) -> tuple[PricedBet, ...]:
    """The exact odds of every bet: all printed pay tables of a rule set, or what a submission has chosen.

    `bet` and `table` choose some of them; a name that nothing has is a `Refusal`. A submission is also priced
    as filed, at its posted limits; `ante` adds other antes in cents. `rounds` adds the exact law of so many
    rounds, `bankroll` (in units) the probability of its ruin. `policy` changes policies from their defaults.
    """
    antes = tuple(cents(each, "ante") for each in _sequence(ante, "ante"))
    if rounds is not None:
        within(rounds, "rounds", MOST_ROUNDS)
    if bankroll is not None:
        within(bankroll, "bankroll", MOST_BANKROLL)
        if rounds is None:
            raise Refusal("value_not_allowed", "bankroll without rounds: say how many rounds are played")
    for what, name in (("bet", bet), ("table", table)):
        if name is not None:
            text(name, what)
    asked = subject_of(subject, policy)
    offered = list(prices(asked))
    for what, name, names in (
        ("bet", bet, [each.bet for each in offered]),
        ("table", table, [each.table for each in offered if bet in (None, each.bet) and each.table]),
    ):
        if name is not None and name not in names:
            allowed = (", ".join(dict.fromkeys(names)) or "none") + did_you_mean(name, names)
            raise Refusal("value_not_allowed", f"{what}: {name!r}; allowed: {allowed}")
    found = []
    for each in offered:
        if bet not in (None, each.bet) or table not in (None, each.table):
            continue
        odds = each.compute()
        at = at_levels(asked, each, odds, levels(asked, each.bet, antes))
        after = None if rounds is None else _after(results_of(each, odds), rounds, bankroll)
        found.append(PricedBet(each.bet, each.table, odds, each.stake, at, after))
    return tuple(found)


def _after(results: Distribution, rounds: int, bankroll: int | None) -> AfterRounds:
    return AfterRounds(law=law_of_rounds(results, rounds), **figures_after(results, rounds, bankroll))


def _sequence(given: object, what: str) -> Sequence[object]:
    if not isinstance(given, Sequence) or isinstance(given, str | bytes):
        raise Refusal("malformed", f"{what}: expected a list, got `{type(given).__name__}`")
    return given


def _wagers_of_seats(seats: object) -> list[dict[str, int]]:
    return [cents_by_name(each, f"seats[{number}]") for number, each in enumerate(_sequence(seats, "seats"))]


def advise(
    subject: str | Path | Submission,
    cards: str,
    *,
    board: str = "",
    up: str = "",
    knows: Sequence[str] = (),
    wagers: Mapping[str, int] | None = None,
    meters: Mapping[str, int] | None = None,
    policy: Mapping[str, str] | None = None,
) -> Advice:
    """The exact value of each legal action with these cards, net, per unit of ante.

    `board` is the community cards so far, `up` the dealer's face-up card, `knows` the hidden cards that the
    player knows (`["dealer Ks"]`). With `wagers` in cents, payout limits and a progressive that a fold loses
    are weighed too.
    """
    hidden = parse_hidden([text(each, "knows") for each in _sequence(knows, "knows")])
    house = subject_of(subject, policy).house
    on_layout = _on_layout(house, wagers, meters)
    try:
        return advice(
            house, text(cards, "cards"), text(board, "board"), text(up, "up"), wagers=on_layout, hidden=hidden
        )
    except AdviceError as error:
        raise Refusal("cards_unusable", str(error).replace("--", "")) from None


def strategy(
    subject: str | Path | Submission,
    *,
    wagers: Mapping[str, int] | None = None,
    meters: Mapping[str, int] | None = None,
    policy: Mapping[str, str] | None = None,
) -> Strategy:
    """Optimal play described: its price, its borders and the exact cost of simple rules."""
    house = subject_of(subject, policy).house
    return _strategy(house, wagers=_on_layout(house, wagers, meters))


def _on_layout(
    house: HouseRules, wagers: Mapping[str, int] | None, meters: Mapping[str, int] | None
) -> Wagers | None:
    """The wagers to weigh; none without `wagers`."""
    placed, at = cents_by_name(wagers, "wagers"), cents_by_name(meters, "meters")
    if at and not placed:
        raise Refusal("value_not_allowed", "meters without wagers: say what is on the layout")
    return wagers_on_layout(house, placed, at) if placed else None


@dataclass(frozen=True, slots=True)
class SimulatedBet:
    """One bet as it was played: amounts in cents, and the net result of a unit with its standard error."""

    staked: int
    returned: int
    net: float
    """Per unit: of ante for the game itself, of the stake for a side bet."""
    standard_error: float
    exact: float | None
    """The exact expectation of the same, where a solver knows it."""
    hits: dict[str, int]
    """How often each decision was made, or each row was paid."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Many rounds played, bet by bet and session by session."""

    rounds: int
    bets: dict[str, SimulatedBet]
    results: dict[int, int]
    """By result of a session in cents, all wagers of a seat together: how many sessions had it."""
    drawdowns: dict[int, int]
    """By the greatest fall below an earlier high of the session, in cents: how many sessions had it."""


def simulate(
    subject: str | Path | Submission,
    *,
    rounds: int,
    seed: int = 0,
    seats: Sequence[Mapping[str, int]] | None = None,
    strategy: OwnStrategy = "optimal",
    session: int = 1024,
    workers: int = 0,
    policy: Mapping[str, str] | None = None,
) -> Simulation:
    """Play many rounds and compare them with the exact odds.

    `seats` are the wagers of each seat in cents; without them one seat places the posted minimum on every
    wager, a dollar where none is posted. `strategy` is `optimal`, `always-fold`, a simple rule of the game,
    or your own (`croupier.Seen`). Results are also counted by session of so many rounds. The totals depend on
    the seed and the number of rounds alone, not on the number of threads (`workers`; 0: one a core).
    """
    from croupier.odds.own.policy import own_name
    from croupier.odds.simulate import Plan, exact_figures
    from croupier.odds.simulate import simulate as play
    from croupier.odds.simulate.wagers import check_seats, every_wager

    whole(workers, "workers")
    asked = subject_of(subject, policy)
    house = asked.house
    if not asked.submitted:
        chosen = Choices.of(**every_bet(house), policies=asked.choices.policies)
        house = resolve(house.rules, chosen).house
    placed = [every_wager(house, asked.posted)] if seats is None else _wagers_of_seats(seats)
    try:
        check_seats(house, placed, asked.positions)
        plan = Plan(
            house=house,
            seats=tuple(placed),
            rounds=whole(rounds, "rounds"),
            seed=whole(seed, "seed"),
            strategy=own_name(house.rules, strategy),
            session=whole(session, "session"),
        )
        tally = play(plan, workers)
    except ValueError as error:
        raise Refusal("value_not_allowed", str(error)) from None
    exact = exact_figures(plan, tally)
    bets = {}
    for name, bet in tally.bets.items():
        known = exact.get(name)
        spread = bet.standard_error(tally.rounds)
        if known is not None:
            spread = known.standard_error(spread, bet.wagers)
        mean = None if known is None else float(known.mean)
        bets[name] = SimulatedBet(bet.staked, bet.returned, bet.mean, spread, mean, dict(bet.hits))
    return Simulation(tally.rounds, bets, tally.results, tally.drawdowns)
