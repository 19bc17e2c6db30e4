"""The jobs of the worker pool. Heavy modules are imported when a job needs them, in the worker alone."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.odds.advice import Advice, AdviceError, advice
from croupier.odds.counting.census import Census, census_of
from croupier.odds.filed.wagers import amounts_of, wagers_on_layout
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import solver_for
from croupier.odds.subject import Subject, subject_of_rules, subject_of_text, with_policies
from croupier.rulebook.catalog import cached_by_rulebook, rule_set
from croupier.server.workers.review_jobs import house_odds, luck_band, review_rounds, watch_round
from croupier.server.workers.teaching_jobs import bet_prices
from croupier.submission.choices import resolve
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules
from croupier.submission.practice import practice_text

if TYPE_CHECKING:
    from croupier.floor.audit.findings import Verdict
    from croupier.ledger.verification.checkpoints import Checkpoint
    from croupier.odds.model import MainOdds, NotFolded
    from croupier.odds.protection.worth import LeakWorth
    from croupier.odds.report.sheet import Sheet
    from croupier.odds.sections import Grid
    from croupier.odds.strategy import Strategy
    from croupier.server.api.desks.messages import Checked
    from croupier.server.api.odds.messages import BetPriced, JobResponse
    from croupier.server.api.odds.prices import Bet

Policies = tuple[tuple[str, str], ...]


class SubjectRequest(NamedTuple):
    """The subject of a price: a rule set, or a submission by its text, with changed policies."""

    rules: str
    """With `@edition`, that edition; else the one in force."""
    text: str = ""
    policies: Policies = ()

    @property
    def edition(self) -> str:
        """The edition by which the submission is read; empty: the one in force."""
        return self.rules.partition("@")[2]


@cached_by_rulebook(maxsize=64)
def _subject(requested: SubjectRequest) -> Subject:
    if requested.text:
        subject = subject_of_text(requested.text, requested.edition)
    else:
        subject = subject_of_rules(requested.rules)
    return with_policies(subject, dict(requested.policies))


# ------------------------------------------------------------------------------------------------- odds


def census(progress: Progress, request: bytes) -> Census:
    """All hands that a side bet may meet, counted."""
    return census_of(_bet(request).census, progress=progress)


def _bet(request: bytes) -> "Bet":
    import msgspec

    from croupier.server.api.odds.messages import PriceRequest
    from croupier.server.api.odds.prices import requested_bet

    return requested_bet(msgspec.json.decode(request, type=PriceRequest))


class Deals(NamedTuple):
    """Equally likely deals, and by row from the highest down: in how many it is the highest reached."""

    cases: int
    rows: dict[str, int]


def cover_all(progress: Progress, rules: str) -> dict[int, Deals]:
    """All deals that Cover All may meet, counted, by the number of hands."""
    from croupier.odds.model import CoverAllOdds
    from croupier.odds.price import prices

    found = {}
    for price in prices(_subject(SubjectRequest(rules)), progress):
        if price.bet == "cover_all":
            odds = price.compute()
            assert isinstance(odds, CoverAllOdds)
            counts = {row: level.count for row, level in odds.levels.items()}
            seldom = next(iter(odds.levels.values()))
            found[int(price.table)] = Deals(int(seldom.count / seldom.probability), counts)
    return found


def not_folded(progress: Progress, rules: str) -> "NotFolded":
    """The hands that optimal play does not fold."""
    from croupier.odds.price import not_folded as of

    return of(_subject(SubjectRequest(rules)).house, progress)


def game(progress: Progress, subject: SubjectRequest, ante: int = 0) -> "MainOdds":
    """The game itself under optimal play: per unit, or at an ante in cents under the payout limits."""
    from croupier.odds.filed.wagers import Wagers
    from croupier.odds.price import main_odds

    return main_odds(_subject(subject).house, progress, wagers=Wagers(ante) if ante else None)


def rounds(progress: Progress, subject: SubjectRequest, number: int, bankroll: int) -> dict[str, Any]:
    """The game after so many rounds, by its exact distribution; with a bankroll in antes, its path."""
    from croupier.odds.laws import figures_after
    from croupier.odds.outcomes import outcomes

    return figures_after(outcomes(_subject(subject).house, progress), number, bankroll or None)


def seats(progress: Progress, subject: SubjectRequest) -> dict[str, Any]:
    """How the seats of a table go together."""
    from croupier.odds.together.seats import figures_of_seats, seats_of

    house = _subject(subject).house
    return figures_of_seats(seats_of(house, progress), house.rules.number("table.positions"))


def meters(progress: Progress, subject: SubjectRequest, ante: int, reading: str) -> dict[str, Any]:
    """The progressive of a submission, or of a rule set's practice submission, by its meter."""
    from croupier.odds.meters.curve import curve, figures_of_curve

    house = _subject(_with_choices(subject)).house
    stake = house.progressive.stakes[0] if house.progressive is not None else 0
    found = curve(house, stake, amounts_of(reading, "meters"), ante, progress)
    return {"stake": stake, **figures_of_curve(found)}


class Promotion(NamedTuple):
    """A promotion to value, per ante; a field of 0 is not asked for."""

    match_play: Fraction = Fraction(0)
    """The face of the coupon in antes."""
    free_play: bool = False
    rebate: Fraction = Fraction(0)
    """The share of a loss."""
    rounds: int = 0
    """After which the loss counts."""


def promotion(progress: Progress, subject: SubjectRequest, asked: Promotion) -> dict[str, Any]:
    """The figures of the promotions asked for, in antes."""
    from croupier.odds.promotions import figures_of_promotion
    from croupier.odds.promotions import promotion as value

    return figures_of_promotion(value(_subject(subject).house, *asked, progress))


def strategy(progress: Progress, subject: SubjectRequest) -> "Strategy":
    """Optimal play described."""
    from croupier.odds.strategy import strategy as describe

    return describe(_subject(subject).house, progress)


def leak_worth(progress: Progress, subject: SubjectRequest, knows: str, rounds_per_hour: int) -> "LeakWorth":
    """The worth of a leak and of changes of procedure; refused if it takes minutes and is not cached."""
    from croupier.odds.protection.leak import parse_leak
    from croupier.odds.protection.worth import WantedFigures, worth_of

    asked = WantedFigures(rounds_per_hour=rounds_per_hour, remedies=True, soon=True)
    return worth_of(_subject(subject).house, parse_leak(knows), asked, progress)


def starting_hands(progress: Progress, subject: SubjectRequest) -> "Grid":
    """The grid of starting hands of a game that has one."""
    house = _subject(subject).house
    return solver_for(house.rules).grid(house, progress)


class Sought(NamedTuple):
    """A decision to value: the visible cards, and the wagers on the layout if given (`ante=500,…`)."""

    cards: str
    board: str = ""
    up: str = ""
    wagers: str = ""
    meters: str = ""


def advise(progress: Progress, subject: SubjectRequest, sought: Sought) -> Advice:
    """The value of each action; of a rule set with wagers on the layout, by its practice submission."""
    return _advised(_subject(_offering(subject, sought.wagers)).house, sought, progress)


def advise_at(progress: Progress, rules: str, choices: bytes, sought: Sought) -> Advice:
    """The value of each action at a table with these choices."""
    return _advised(_house(rules, choices), sought, progress)


def _advised(house: HouseRules, sought: Sought, progress: Progress = silent) -> Advice:
    placed = None
    if sought.wagers:
        meters = amounts_of(sought.meters, "meters")
        placed = wagers_on_layout(house, amounts_of(sought.wagers, "wagers"), meters)
    return advice(house, sought.cards, sought.board, sought.up, progress, placed)


def _offering(subject: SubjectRequest, wagers: str) -> SubjectRequest:
    """A rule set chooses no tables, so that wagers on them are those of its practice submission."""
    return _with_choices(subject) if wagers else subject


def _with_choices(subject: SubjectRequest) -> SubjectRequest:
    return subject if subject.text else subject._replace(text=practice_text(subject.rules))


@cached_by_rulebook(maxsize=32)
def _house(rules: str, choices: bytes) -> HouseRules:
    import msgspec

    return resolve(rule_set(rules), msgspec.json.decode(choices, type=Choices)).house


def report(progress: Progress, subject: SubjectRequest, form: str) -> bytes:
    """The PAR sheet of a submission, or of the practice submission of a rule set, as a file."""
    from croupier.odds.filed.findings import check_with_odds
    from croupier.odds.report.build import build_sheet

    text = subject.text or practice_text(subject.rules)
    checked = check_with_odds(text, subject.edition)
    assert checked.submission is not None
    sheet = build_sheet(
        checked.submission, _subject(subject._replace(text=text)), checked.findings, progress=progress
    )
    return _rendered(sheet, form)


def _rendered(sheet: "Sheet", form: str) -> bytes:
    from croupier.odds.report.html import as_html
    from croupier.odds.report.pdf import as_pdf
    from croupier.odds.report.plots import MissingPackage
    from croupier.odds.report.sheet import as_json

    if form == "json":
        return as_json(sheet)
    try:
        return as_pdf(sheet) if form == "pdf" else as_html(sheet).encode()
    except MissingPackage as error:
        raise ValueError(str(error)) from None


def price(
    progress: Progress, request: bytes, counted: object, hands: "NotFolded | None", solving: "JobResponse"
) -> "BetPriced":
    """The price of a bet from its counted hands."""
    return _bet(request).priced(counted, hands, solving)


def check(progress: Progress, text: str) -> "Checked":
    """The findings of a submission."""
    from croupier.odds.filed.findings import check_with_odds
    from croupier.server.api.desks.messages import Checked

    verdict = check_with_odds(text)
    return Checked(ok=verdict.ok, findings=tuple(verdict.findings))


# ------------------------------------------------------------------------------------------------ drill


class Drilled(NamedTuple):
    """A close decision: the cards, and the value of each action."""

    cards: str
    board: str
    up: str
    advice: Advice


_CLOSE = 0.25
"""Antes between the best and the second best of a decision that is drilled."""
_TRIES = 60


def drill(progress: Progress, rules: str, street: str, wagers: str, seed: int) -> Drilled:
    """A close decision of a street. Where chance brings none in time, the closest that it brought."""
    chance = random.Random(seed)
    subject = _offering(SubjectRequest(rules), wagers)
    closest: Drilled | None = None
    for _ in range(_TRIES):
        dealt = _dealt(subject, street, wagers, chance)
        if closest is None or margin(dealt.advice) < margin(closest.advice):
            closest = dealt
        if margin(dealt.advice) < _CLOSE:
            break
    assert closest is not None
    return closest


def _dealt(subject: SubjectRequest, street: str, wagers: str, chance: random.Random) -> Drilled:
    from croupier.cards import DECK_SIZE, card_text

    house = _subject(subject).house
    _, own, common, up = next(
        each for each in solver_for(house.rules).stages(house.rules) if each.name == street
    )
    deck = [card_text(card) for card in chance.sample(range(DECK_SIZE), own + common + up)]
    cards, board = " ".join(deck[:own]), " ".join(deck[own : own + common])
    shown = " ".join(deck[own + common :])
    return Drilled(cards, board, shown, _advised(house, Sought(cards, board, shown, wagers)))


def margin(found: Advice) -> Fraction:
    """By how much the best action beats the second best."""
    best, *others = sorted(found.values.values(), reverse=True)
    return best - others[0]


# ---------------------------------------------------------------------------------------------- the log


def verify(progress: Progress, url: str, public: bytes, held: "list[Checkpoint]") -> "Verdict":
    """Verify the log and play it again; `held` are the checkpoints that must be in it."""
    from croupier.floor.archives.audit_source import begun
    from croupier.floor.audit.audit import audit
    from croupier.floor.audit.read_only import open_ledger, verifier
    from croupier.ledger.verification.audit import MOST_UNSIGNED
    from croupier.ledger.verification.witness import Witnessed

    ledger = open_ledger(url, verifier(public))
    try:
        log = begun(ledger, public)
        source = Witnessed(log.source, held, "the house's own memory or a witness")
        return audit(source, public, progress, most_unsigned=MOST_UNSIGNED, begin=log.begin)
    finally:
        ledger.close()


def evidence(progress: Progress, url: str, public: bytes, table: str, round_: int, now: int) -> bytes:
    """The evidence pack of a round as PDF; the log is verified for it."""
    from croupier.floor.audit.read_only import open_ledger, verifier
    from croupier.floor.evidence.evidence import gather

    ledger = open_ledger(url, verifier(public))
    try:
        return gather(ledger, table, round_, now, public).pdf()
    finally:
        ledger.close()


WORK: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (
        census,
        cover_all,
        not_folded,
        game,
        strategy,
        starting_hands,
        advise,
        advise_at,
        rounds,
        seats,
        leak_worth,
        meters,
        promotion,
        report,
        price,
        check,
        drill,
        verify,
        evidence,
        watch_round,
        house_odds,
        luck_band,
        review_rounds,
        bet_prices,
    )
}

__all__ = ["WORK", "AdviceError", "Deals", "Drilled", "SubjectRequest", "margin"]
