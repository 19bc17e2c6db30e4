"""`croupier simulate`: bulk play, compared with the exact odds."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.completion import complete_bet, complete_bet_and_table, complete_strategy
from croupier.cli.counts import count_between
from croupier.cli.errors import fail
from croupier.cli.odds.options import Json, Policies, SubjectName
from croupier.extras import need
from croupier.names import did_you_mean

if TYPE_CHECKING:
    from croupier.odds.simulate import Exact, Plan, Tally
    from croupier.odds.simulate.wagers import Posted
    from croupier.odds.subject import Subject
    from croupier.rulebook.model import RuleSet
    from croupier.submission.form import Choices
    from croupier.submission.house import HouseRules

CONFIDENCE = 2.5758293035489004
"""Standard errors on either side of a 99% confidence interval."""


def simulate(
    subject: SubjectName,
    rounds: Annotated[
        int,
        typer.Option(parser=count_between(1), metavar="COUNT", help="How many rounds to play, such as 1e6."),
    ],
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.", min=0)] = 0,
    players: Annotated[int, typer.Option(help="Seats in play.", min=1)] = 1,
    strategy: Annotated[
        str,
        typer.Option(
            help="optimal, always-fold, a simple rule of the game (a wrong name lists them), or your own as "
            "module:function or file.py:function.",
            autocompletion=complete_strategy,
        ),
    ] = "optimal",
    bet: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=CENTS]",
            help="The bets of every seat; all offered ones by default.",
            autocompletion=complete_bet,
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=TABLE",
            help="For a rule set: the pay table of a bet; the first printed one by default.",
            autocompletion=complete_bet_and_table,
        ),
    ] = None,
    policy: Policies = None,
    session: Annotated[
        int,
        typer.Option(
            parser=count_between(1),
            metavar="COUNT",
            help="Rounds per session, for drawdowns and bankrolls: 1 to 262,144.",
        ),
    ] = 1024,
    workers: Annotated[int, typer.Option(help="Number of threads; 0 for one per core.", min=0)] = 0,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Play many rounds and compare the results with the exact odds.

    The totals depend on the seed and the number of rounds alone, not on workers or cluster. Rounds are played
    in blocks of 262,144, each at a table of its own whose meters start at their seeds. Every seat places the
    posted minimum on every bet offered, or a dollar where none is posted, unless --bet says otherwise; a
    progressive at its first stake.

    Percentiles are over sessions of so many rounds: the bankroll at the end of a session that began with
    nothing, and its drawdown, the greatest fall below an earlier high of the session. All rounds count; the
    rest of a block that makes no whole session is left out.
    """
    from croupier.cli.odds.subject import subject_of
    from croupier.cli.progress_bar import Bar
    from croupier.odds.simulate import ClusterError, Plan, check_strategy, exact_figures, prepare
    from croupier.odds.simulate import simulate as play
    from croupier.odds.simulate.wagers import check_seats

    if cluster is not None:
        need("cluster")
    asked = subject_of(subject, policy or [])
    house = _house(asked, table or [])
    try:
        seats = (_wagers(house, asked.posted, bet or []),) * players
        check_seats(house, seats, asked.positions)
        check_strategy(house, strategy)
        plan = Plan(house=house, seats=seats, rounds=rounds, seed=seed, strategy=strategy, session=session)
        with Bar(f"solving {subject}", lines=True) as progress:
            prepare(plan, progress)
        with Bar(f"playing {subject}", lines=True) as progress:
            start = time.monotonic()
            tally = play(plan, workers, cluster, progress)
            seconds = time.monotonic() - start
        with Bar(f"pricing {subject}", lines=True) as progress:
            exact = exact_figures(plan, tally, progress)
    except (ValueError, ClusterError) as error:
        fail(str(error))
    if as_json:
        _print_json(plan, tally, exact, seconds)
    else:
        _print(plan, tally, exact, seconds)


# ------------------------------------------------------------------------------------------------ wagers


def _house(subject: "Subject", tables: list[str]) -> "HouseRules":
    """The house rules of a submission, or of a rule set with every bet on a printed table."""
    from croupier.submission.choices import resolve

    if subject.submitted:
        if tables:
            fail("--table: a submission has chosen its tables; allowed: only with a rule set")
        return subject.house
    rules = subject.house.rules
    resolved = resolve(rules, _choices(subject.house, tables, subject.choices.policies))
    for finding in resolved.findings:
        if finding.severity == "violation":
            fail(f"--table: {finding.refusal().message}")
    return resolved.house


def _choices(house: "HouseRules", tables: list[str], policies: dict[str, str]) -> "Choices":
    from croupier.odds.side_bets import every_bet, tables_of
    from croupier.submission.form import Choices

    known, chosen = tables_of(house), dict[str, str]()
    for each in tables:
        wager, mark, name = each.partition("=")
        if not mark or wager not in known:
            meant = did_you_mean(wager, known)
            fail(f"--table {each!r}: write NAME=TABLE with a bet of {', '.join(known)}{meant}")
        if name not in known[wager]:
            allowed = f"{', '.join(known[wager])}{did_you_mean(name, known[wager])}"
            fail(f"--table {each!r}: no such table; allowed: {allowed}")
        chosen[wager] = name
    return Choices.of(**every_bet(house, chosen), policies=policies)


def _wagers(house: "HouseRules", posted: "Posted", bets: list[str]) -> dict[str, int]:
    """The wagers of a seat: all offered, or the named ones with those they require."""
    from croupier.odds.simulate.wagers import every_wager, main_wagers, needs_others

    offered = every_wager(house, posted)
    if not bets:
        return offered
    wagers: dict[str, int] = {}
    for each in bets:
        name, mark, amount = each.partition("=")
        name = name.replace("-", "_")
        if name == "main":
            name = "ante"
        if name not in offered:
            allowed = f"{', '.join(offered)}{did_you_mean(name, offered)}"
            fail(f"--bet {each!r}: no such bet here; allowed: {allowed}")
        if mark and not amount.isdecimal():
            fail(f"--bet {each!r}: write NAME=CENTS with whole cents")
        wagers[name] = int(amount) if mark else offered[name]
    main = main_wagers(house)
    if "ante" in wagers:
        wagers = dict.fromkeys(main, wagers["ante"]) | wagers
    if all(needs_others(house, name) for name in wagers):
        wagers = {name: offered[name] for name in main} | wagers
    return {name: wagers[name] for name in offered if name in wagers}


# ---------------------------------------------------------------------------------------------- printing


def _print_json(plan: "Plan", tally: "Tally", exact: "dict[str, Exact]", seconds: float) -> None:
    import msgspec

    rules = plan.house.rules
    answer = {
        "rules": rules.rules.name,
        "digest": rules.digest,
        "policies": plan.house.policies,
        "tables": {name: each.name for name, each in plan.house.tables.items() if each.name}
        | ({"progressive": plan.house.progressive.table.name} if plan.house.progressive else {}),
        "rounds": tally.rounds,
        "seed": plan.seed,
        "players": len(plan.seats),
        "strategy": plan.strategy,
        "wagers": [dict(seat) for seat in plan.seats],
        "bets": {name: _figures(name, tally, exact.get(name)) for name in tally.bets},
        "situations": tally.situations,
        "meters": {name: total / tally.rounds for name, total in tally.meters.items()},
        "bankroll": {
            "session": plan.session,
            "sessions": tally.sessions,
            **{
                name: {str(percent): value for percent, value in values.items()}
                for name, values in tally.percentiles().items()
            },
        },
        "seconds": round(seconds, 3),
    }
    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _figures(name: str, tally: "Tally", exact: "Exact | None") -> dict[str, object]:
    bet = tally.bets[name]
    error = bet.standard_error(tally.rounds)
    low, high = _interval(bet.mean, error)
    figures: dict[str, object] = {
        "staked": bet.staked,
        "returned": bet.returned,
        "net": bet.net,
        "squares": str(bet.squares),
        "mean": bet.mean,
        "std_error": error,
        "interval_99": [low, high],
        "hits": bet.hits,
    }
    if exact is not None:
        figures |= {
            "exact": str(exact.mean),
            "exact_mean": float(exact.mean),
            "standard_errors_from_exact": _distance(name, tally, exact),
            "probabilities": {row: float(chance) for row, chance in exact.rows.items()},
        }
    return figures


def _print(plan: "Plan", tally: "Tally", exact: "dict[str, Exact]", seconds: float) -> None:
    from croupier.cli.terminal import console, table

    screen, rules = console(), plan.house.rules
    rows = []
    for name, bet in tally.bets.items():
        error = bet.standard_error(tally.rounds)
        low, high = _interval(bet.mean, error)
        row = [_label(rules, name), f"{bet.mean:+.6f}", f"{error:.6f}", f"{low:+.6f} to {high:+.6f}"]
        if name in exact:
            away = _distance(name, tally, exact[name])
            row += [f"{float(exact[name].mean):+.6f}", f"{away:+.2f}"]
        else:
            row += ["not priced", ""]
        rows.append(row)
    numbers = ("mean", "std error", "99% interval", "exactly", "errors away")
    title = f"Net result of a unit (of the ante for the game itself), {plan.strategy} play"
    screen.print(table(title, ("bet", *numbers), rows, numbers))
    screen.print(table("Hits", ("bet", "row", *_HITS), _hits(rules, tally, exact), _HITS))
    if tally.meters:
        meters = [(name, f"${total / tally.rounds / 100:,.2f}") for name, total in tally.meters.items()]
        screen.print(
            table("Meters, on average as a settlement began", ("meter", "amount"), meters, ("amount",))
        )
    _print_bankroll(plan, tally)
    speed = tally.rounds / seconds
    seats = len(plan.seats)
    typer.echo(
        f"{plan.house.rules.rules.name}, {tally.rounds:,} rounds, {seats} player{'s' if seats > 1 else ''}, "
        f"seed {plan.seed}: {seconds:.2f} s, {speed:,.0f} rounds a second"
    )


_HITS = ("count", "per million", "exactly")


def _label(rules: "RuleSet", name: str) -> str:
    from croupier.games.vocabulary import wager_label

    return name if name == "main" else wager_label(rules, name)


def _hits(rules: "RuleSet", tally: "Tally", exact: "dict[str, Exact]") -> list[list[str]]:
    from croupier.games.vocabulary import row_words

    rows = []
    for name, bet in tally.bets.items():
        chances = exact[name].rows if name in exact else {}
        for row, count in bet.hits.items():
            if count or chances.get(row):
                share = f"{count / _wagered(name, tally) * 1e6:,.2f}"
                known = f"{float(chances[row]) * 1e6:,.2f}" if row in chances else ""
                words = row_words(rules.rules.game, row)
                rows.append([_label(rules, name), words, f"{count:,}", share, known])
    return rows


def _print_bankroll(plan: "Plan", tally: "Tally") -> None:
    from croupier.cli.terminal import console, table

    found = tally.percentiles()
    if not found:
        typer.echo(f"no whole session of {plan.session} rounds: no drawdowns")
        return
    columns = tuple(f"{percent}%" for percent in next(iter(found.values())))
    rows = [[name, *(f"{value / 100:,.2f}" for value in values.values())] for name, values in found.items()]
    played = f"{tally.sessions:,} sessions of {plan.session:,} rounds"
    title = f"Bankroll in dollars, percentiles of {played}, all wagers"
    console().print(table(title, ("", *columns), rows, columns))


def _interval(mean: float, error: float) -> tuple[float, float]:
    return mean - CONFIDENCE * error, mean + CONFIDENCE * error


def _distance(name: str, tally: "Tally", exact: "Exact") -> float:
    """Distance of a mean from the exact one in standard errors, missed rare rows included."""
    bet = tally.bets[name]
    error = exact.standard_error(bet.standard_error(tally.rounds), _wagered(name, tally))
    away = bet.mean - float(exact.mean)
    return away / error if error else 0.0


def _wagered(name: str, tally: "Tally") -> int:
    """The number of settled wagers of a bet."""
    return tally.bets[name].wagers
