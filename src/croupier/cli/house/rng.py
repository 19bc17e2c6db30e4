"""`croupier rng`: test the shuffle on its outcomes."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.counts import count_between
from croupier.cli.errors import fail

if TYPE_CHECKING:
    from croupier.floor.fairness.battery import Outcome

app: typer.Typer = typer.Typer(no_args_is_help=True, help="Test the shuffle.")

LEAST_SHUFFLES = 10_000
"""With fewer shuffles the p-values are too approximate to fail a test."""


@app.callback()
def rng() -> None:
    """Test the shuffle on its outcomes."""


@app.command("test")
def shuffle_test(
    shuffles: Annotated[
        int,
        typer.Option(
            parser=count_between(LEAST_SHUFFLES, 100_000_000),
            metavar="COUNT",
            help="How many decks to shuffle, such as 1e7.",
        ),
    ] = 1_000_000,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", help="Shuffle from this seed, to repeat a run; the system's randomness by default."
        ),
    ] = None,
    workers: Annotated[int, typer.Option(help="Number of processes; 0 for one per core.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Shuffle many decks as the tables do, and test the outcomes.

    Exit code 0 if all tests together pass at 99%, 1 if not. One honest run in a hundred fails: run a failure
    again, and investigate if it fails twice.
    """
    from croupier.cli.progress_bar import Bar
    from croupier.floor.fairness.battery import Fair, judge, run

    start = time.monotonic()
    with Bar(f"shuffling {shuffles:,} decks", lines=True) as progress:
        tally = run(Fair(_seed(seed)), shuffles, workers, progress)
    outcomes = judge(tally)
    seconds = time.monotonic() - start
    if as_json:
        _print_json(outcomes, shuffles, seed, seconds)
    else:
        _print(outcomes, shuffles, seconds)
    if not all(each.passed for each in outcomes):
        raise typer.Exit(1)


def _seed(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if not seed:
        fail(f"--seed {text!r}: write an even number of hexadecimal digits, such as 00ff")
    return seed


def _print_json(outcomes: "list[Outcome]", shuffles: int, seed: str | None, seconds: float) -> None:
    import msgspec

    from croupier.floor.fairness.battery import LEVEL

    answer = {
        "shuffles": shuffles,
        "seed": seed,
        "confidence": 1 - LEVEL,
        "passed": all(each.passed for each in outcomes),
        "tests": outcomes,
        "seconds": round(seconds, 3),
    }
    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _print(outcomes: "list[Outcome]", shuffles: int, seconds: float) -> None:
    from croupier.cli.terminal import console, table

    rows = [
        (
            each.test,
            each.kind,
            f"{each.statistic:,.0f}" if each.kind == "count" else f"{each.statistic:,.3f}",
            _against(each),
            f"{each.p_value:.4g}",
            f"{each.adjusted:.4g}",
            "pass" if each.passed else "FAIL",
        )
        for each in outcomes
    ]
    numbers = ("statistic", "p-value", "adjusted")
    columns = ("test", "kind", "statistic", "against", "p-value", "adjusted", "")
    console().print(table(f"{shuffles:,} shuffles, final outcomes", columns, rows, numbers))
    failed = sum(not each.passed for each in outcomes)
    verdict = f"{failed} of {len(outcomes)} tests failed" if failed else f"all {len(outcomes)} tests passed"
    typer.echo(f"{verdict}, collectively at 99% (Holm); {seconds:.1f} s")


def _against(outcome: "Outcome") -> str:
    if outcome.kind == "chi-square":
        return f"{outcome.against:,.0f} degree{'' if outcome.against == 1 else 's'} of freedom"
    return f"{outcome.against:,.4g} expected" if outcome.kind == "count" else ""
