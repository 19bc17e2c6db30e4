"""`croupier bench`: our speed, measured on this machine."""

from typing import Annotated

import typer

from croupier.cli.errors import fail

PARTS = ("settle", "start")


def bench(
    part: Annotated[str | None, typer.Argument(help=f"One of {', '.join(PARTS)}; nothing for all.")] = None,
    seconds: Annotated[float, typer.Option(help="How long each measurement runs.", min=0.1, max=600)] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure the speed of settling and of starting, on one core of this machine."""
    import msgspec

    from croupier.cli.measure import machine, measure_settle, measure_start

    if part is not None and part not in PARTS:
        fail(f"bench: no part {part!r}; allowed: {', '.join(PARTS)}")
    figures: dict[str, object] = {"machine": machine()}
    if part in (None, "settle"):
        figures["settle"] = measure_settle(seconds)
    if part in (None, "start"):
        figures["start"] = measure_start()
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())
        return
    typer.echo(f"machine: {figures['machine']}")
    settle = figures.get("settle")
    if isinstance(settle, dict):
        typer.echo("seats settled a second, JSON line to JSON line, six seats a round, one core:")
        for rules, figure in settle.items():
            typer.echo(f"  {rules:28} {figure:>10,.0f}")
    start = figures.get("start")
    if isinstance(start, dict):
        typer.echo("seconds to start and answer (best of five), and as a multiple of bare Python:")
        for command, (took, ratio) in start.items():
            typer.echo(f"  {command:28} {took:>10.3f} {ratio:>6.1f}x")
