"""Which events may happen to a link: each function returns the event, or refuses and nothing is changed.

Pure: the caller records the event with the version of the link it was decided on, so the order in which
events are recorded is the order in which tables win. Amounts are units unless a name or a line says cents.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from croupier.errors import Refusal
from croupier.jackpot.events import (
    AwardLocked,
    AwardRejected,
    AwardValidated,
    Contributed,
    ContributionsReturned,
    LinkMeter,
    LinkOpened,
    MeterCorrected,
    RatesChanged,
    ToppedUp,
)
from croupier.jackpot.link import Link, RoundContributions, evolve
from croupier.jackpot.meters import UNIT, MeterAward, take_paid, take_share
from croupier.money import LARGEST, WHOLE, dollars, percent
from croupier.submission.house import HouseMeter, HouseProgressive


def open_link(
    link: str,
    progressive: HouseProgressive,
    *,
    at: int,
    by: str,
    seeds: Mapping[str, int] | None = None,
    rates: Mapping[str, int] | None = None,
) -> LinkOpened:
    """Open a link for the meters of a progressive.

    `seeds` (cents) and `rates` (hundredths of a percent) are by meter those that the operator filed where the
    rules leave them open; by default the initial amounts and the rates that the house rules know.
    """
    for name in {**(seeds or {}), **(rates or {})}:
        _known(name, [meter.name for meter in progressive.meters], progressive.table.clauses)
    meters = tuple(_opening(meter, seeds or {}, rates or {}) for meter in progressive.meters)
    clauses = tuple(dict.fromkeys(clause for meter in meters for clause in meter.clauses))
    return LinkOpened(at=at, by=by, clauses=clauses, link=link, meters=meters)


def _opening(meter: HouseMeter, seeds: Mapping[str, int], rates: Mapping[str, int]) -> LinkMeter:
    where, least = f"meter {meter.name}", meter.seed
    seed, rate = seeds.get(meter.name, least), rates.get(meter.name, meter.rate)
    if meter.after_whole_award != "to_reset":  # the document prints both figures
        if seed != least:
            message = f"{where}: a seed of {dollars(seed)}; allowed: {dollars(least)}"
            raise Refusal("seed_fixed", message, meter.clauses)
        if rate != meter.rate:
            _refuse_rate(meter, rate)
    if seed < least:
        message = f"{where}: a seed of {dollars(seed)}; allowed: {dollars(least)} or more"
        raise Refusal("seed_below_minimum", message, meter.clauses)
    if seed > LARGEST:
        raise Refusal("bad_amount", f"{where}: a seed of {seed} cents; allowed: up to {LARGEST}")
    if rate is not None:
        _check_rate(meter.name, rate, meter.clauses)
    return LinkMeter(
        name=meter.name,
        seed=seed,
        reset=meter.reset,
        initial=least,
        rate=rate,
        after_whole_award=meter.after_whole_award,
        clauses=meter.clauses,
    )


def check_fits(link: Link, progressive: HouseProgressive) -> None:
    """Refuse a table if its progressive resets the meters of the link to other amounts."""
    wanted = {meter.name: (meter.reset, meter.after_whole_award) for meter in link.meters}
    asked = {meter.name: (meter.reset, meter.after_whole_award) for meter in progressive.meters}
    if asked != wanted:
        words = ", ".join(f"{meter.name} reset to {dollars(meter.reset)}" for meter in link.meters)
        message = f"table {progressive.table.name!r} has other meters than link {link.link}; allowed: {words}"
        raise Refusal("link_differs", message, progressive.table.clauses)


# ----------------------------------------------------------------------------------------- contributions


def contribute(
    link: Link, table: str, round_: int, amounts: Mapping[str, int], *, at: int, by: str
) -> Contributed:
    """Put the contributions of a round on the meters, when its bets are closed."""
    added = {name: amount for name, amount in amounts.items() if amount}
    _check_amounts(link, added)
    latest = link.latest.get(table)
    if latest is not None and round_ < latest.round:
        _refuse_round(table, round_, latest)
    return Contributed(at=at, by=by, clauses=_clauses(link, added), table=table, round=round_, amounts=added)


def return_contributions(
    link: Link, table: str, round_: int, amounts: Mapping[str, int] | None = None, *, at: int, by: str
) -> ContributionsReturned:
    """Return the contributions of returned wagers: of some hands (`amounts`), or of the whole round.

    Only the latest round of a table can be returned; an older one is corrected (`correct`).
    """
    latest = link.latest.get(table)
    if latest is None or round_ != latest.round:
        _refuse_round(table, round_, latest)
    assert latest is not None
    asked = latest.amounts if amounts is None else amounts
    back = {name: amount for name, amount in asked.items() if amount}
    _check_amounts(link, back, on=False)
    for name, amount in back.items():
        most = latest.amounts.get(name, 0)
        if amount > most:
            message = f"{table}, round {round_}: {amount} units back from {name}; it had contributed {most}"
            raise Refusal("return_above_contribution", message, _clauses(link, [name]))
    short = {
        name: amount - link.amounts[name] for name, amount in back.items() if amount > link.amounts[name]
    }
    return ContributionsReturned(
        at=at, by=by, clauses=_clauses(link, back), table=table, round=round_, amounts=back, short=short
    )


# ------------------------------------------------------------------------------------------------ awards


def lock_awards(
    link: Link, table: str, round_: int, awards: Sequence[MeterAward], *, at: int, by: str
) -> list[AwardLocked]:
    """Take the awards of a settled round off the meters, in the order in which they were paid.

    Fixed awards come from no meter and are passed over. A round that was settled on other meters than these
    is refused as a whole: the table settles it again on the meters as they are now.
    """
    events: list[AwardLocked] = []
    for award in awards:
        if not award.meter:
            continue
        meter = _meter(link, award.meter)
        event = _locked(link, table, round_, award, at=at, by=by)
        now = take_share(award.share, dict(link.amounts), meter)
        if (award.paid, award.reseeded) != (now.paid, now.reseeded):
            message = (
                f"{table}, round {round_}, seat {award.seat}: {dollars(award.paid)} for "
                f"{percent(award.share)} of {meter.name}, which pays {dollars(now.paid)} now; settle again"
            )
            raise Refusal("stale_meter", message, meter.clauses)
        events.append(event)
        link = evolve(link, event)
    return events


def lock_resettled(
    link: Link, table: str, round_: int, award: MeterAward, reason: str, *, at: int, by: str
) -> list[MeterCorrected | AwardLocked]:
    """Take an award of a resettled round off its meter; it is pending.

    It was computed on the meters of its round; the part that the meter no longer holds is added as a
    correction.
    """
    events: list[MeterCorrected | AwardLocked] = []
    short = award.paid * UNIT - link.amounts[_meter(link, award.meter).name]
    if short > 0:
        added = correct(link, award.meter, short, reason, at=at, by=by)
        events.append(added)
        link = evolve(link, added)
    return [*events, _locked(link, table, round_, award, at=at, by=by)]


def _locked(link: Link, table: str, round_: int, award: MeterAward, *, at: int, by: str) -> AwardLocked:
    """Take an award off its meter; a seat has at most one open award."""
    meter, amounts = _meter(link, award.meter), dict(link.amounts)
    for each in link.awards.values():
        standing = each.locked
        same = (standing.table, standing.round, standing.seat) == (table, round_, award.seat)
        if same and each.state != "rejected":
            message = f"{table}, round {round_}, seat {award.seat}: an award has been locked; allowed: one"
            raise Refusal("award_locked_twice", message, meter.clauses)
    taken = take_paid(award.paid, award.share, amounts, meter)
    return AwardLocked(
        at=at,
        by=by,
        clauses=meter.clauses,
        award=len(link.awards) + 1,
        table=table,
        round=round_,
        seat=award.seat,
        row=award.row,
        meter=meter.name,
        share=award.share,
        paid=taken.paid,
        reseeded=taken.reseeded,
        moved=taken.moved,
        below_initial=award.share == WHOLE and amounts[meter.name] < meter.initial * UNIT,
    )


def validate(link: Link, award: int, *, at: int, by: str) -> AwardValidated:
    """A floorperson or above has found a pending award right: it is paid."""
    locked = _pending(link, award)
    return AwardValidated(at=at, by=by, clauses=locked.clauses, award=award)


def reject(link: Link, award: int, reason: str, *, at: int, by: str) -> AwardRejected:
    """Reject a pending award: it goes back on the meter, and the new seed comes off.

    If another award was won from the meter since, the award is put on the current meter, and the seed is
    taken off as a correction, as far as the meter holds it.
    """
    return _put_back(link, _pending(link, award), reason, at=at, by=by)


def take_back(link: Link, award: int, reason: str, *, at: int, by: str) -> AwardRejected:
    """An award that was paid turned out wrong: it goes back as a rejected one does."""
    found = link.awards.get(award)
    if found is None or found.state != "paid":
        state = "unknown" if found is None else found.state
        raise Refusal("unknown_award", f"award {award} is {state}; allowed: one that was paid")
    return _put_back(link, found.locked, reason, at=at, by=by)


def _put_back(link: Link, locked: AwardLocked, reason: str, *, at: int, by: str) -> AwardRejected:
    award = locked.award
    _check_reason(reason)
    put_back = locked.paid * UNIT
    holds = link.amounts[locked.meter] + put_back
    won_since = any(
        each.locked.meter == locked.meter and each.locked.award > award and each.state != "rejected"
        for each in link.awards.values()
    )
    fresh, moved = locked.reseeded, locked.moved
    return AwardRejected(
        at=at,
        by=by,
        clauses=locked.clauses,
        award=award,
        reason=reason,
        put_back=put_back,
        seed_taken_back=0 if won_since else fresh,
        moved_back=0 if won_since else moved,
        correction=-min(fresh, holds) if won_since else max(0, fresh + moved - holds),
    )


# ------------------------------------------------------------------------------- the operator's own entries


def top_up(link: Link, meter: str, cents: int, *, at: int, by: str) -> ToppedUp:
    """Add money of the operator's own to a meter, as an entry of its own."""
    amount = cents * UNIT
    _check_amounts(link, {meter: amount})
    return ToppedUp(at=at, by=by, clauses=_clauses(link, [meter]), meter=meter, amount=amount)


def correct(link: Link, meter: str, amount: int, reason: str, *, at: int, by: str) -> MeterCorrected:
    """Correct a meter up or down; no more is taken off than the meter holds."""
    _check_amounts(link, {meter: abs(amount)}, on=amount > 0)
    _check_reason(reason)
    return MeterCorrected(
        at=at,
        by=by,
        clauses=_clauses(link, [meter]),
        meter=meter,
        amount=max(amount, -link.amounts[meter]),
        asked=amount,
        reason=reason,
    )


def check_least(link: Link, name: str, amount: int) -> None:
    """Refuse to correct a meter by hand below the least that its document lets it restart at."""
    meter = _meter(link, name)
    least = meter.initial if meter.after_whole_award == "to_reset" else 0
    left = link.amounts[name] + amount
    if amount < 0 and left < least * UNIT:
        message = f"meter {name}: {dollars(max(left, 0) // UNIT)} left; allowed: {dollars(least)} or more"
        raise Refusal("meter_below_minimum", message, meter.clauses)


def change_rates(link: Link, rates: Mapping[str, int], *, at: int, by: str) -> RatesChanged:
    """Let meters that have just been won grow at other rates (hundredths of a percent)."""
    if not rates:
        raise Refusal("rate_unreadable", "no rate is given; allowed: a rate for each meter that changes")
    for name, rate in rates.items():
        meter = _meter(link, name)
        _check_rate(name, rate, meter.clauses)
        if meter.after_whole_award != "to_reset" and rate != meter.rate:
            _refuse_rate(meter, rate)
        if not link.may_change_rates(name):
            message = f"meter {name}: allowed: when its 100% award is paid, before the next contribution"
            raise Refusal("rate_change_not_allowed", message, meter.clauses)
    return RatesChanged(at=at, by=by, clauses=_clauses(link, rates), rates=dict(rates))


# ------------------------------------------------------------------------------------------------ checks


def _known(name: str, names: Sequence[str], clauses: tuple[str, ...] = ()) -> None:
    if name not in names:
        raise Refusal("unknown_meter", f"meter {name!r}; allowed: {', '.join(names)}", clauses)


def _meter(link: Link, name: str) -> LinkMeter:
    _known(name, list(link.amounts))
    return next(meter for meter in link.meters if meter.name == name)


def _clauses(link: Link, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for name in names for clause in _meter(link, name).clauses))


def _check_amounts(link: Link, amounts: Mapping[str, int], *, on: bool = True) -> None:
    """Refuse amounts that are not positive, and (`on`) a meter above the maximum of a settlement."""
    if not amounts:
        raise Refusal("bad_amount", "no amount; allowed: more than zero on at least one meter")
    for name, amount in amounts.items():
        _known(name, list(link.amounts))
        most = LARGEST * UNIT - (link.amounts[name] if on else 0)
        if not 0 < amount <= most:
            message = f"meter {name}: {amount} units; allowed: from 1 to {most}, {UNIT:,} to the cent"
            raise Refusal("bad_amount", message, _meter(link, name).clauses)


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Refusal("reason_missing", "a reason is required: say why the award or the meter was wrong")


def _check_rate(name: str, rate: int, clauses: tuple[str, ...]) -> None:
    if not 0 < rate <= WHOLE:
        message = f"meter {name}: a rate of {rate}; allowed: 1 to {WHOLE} hundredths of a percent"
        raise Refusal("rate_unreadable", message, clauses)


def _refuse_rate(meter: HouseMeter | LinkMeter, rate: int | None) -> NoReturn:
    asked = "none" if rate is None else percent(rate)
    printed = "none" if meter.rate is None else percent(meter.rate)
    raise Refusal("rate_fixed", f"meter {meter.name}: a rate of {asked}; allowed: {printed}", meter.clauses)


def _refuse_round(table: str, round_: int, latest: RoundContributions | None) -> NoReturn:
    last = "none has contributed" if latest is None else f"the latest that contributed is {latest.round}"
    raise Refusal("link_round_over", f"{table}, round {round_}: {last}; allowed: only that round")


def _pending(link: Link, award: int) -> AwardLocked:
    found = link.awards.get(award)
    if found is None:
        raise Refusal(
            "unknown_award", f"award {award}: link {link.link} has locked {len(link.awards)} awards"
        )
    if found.state != "pending":
        message = f"award {award}: {found.state} already; allowed: a decision, once"
        raise Refusal("award_decided", message, found.locked.clauses)
    return found.locked
