"""`croupier advise`: the exact value of each action."""

from typing import Annotated

import typer

from croupier.cli.errors import fail
from croupier.cli.odds.options import Json, Meters, OnLayout, Policies, SubjectName
from croupier.names import spoken


def advise(
    subject: SubjectName,
    cards: Annotated[str, typer.Option(help='The player\'s cards, such as "As Ks".')],
    board: Annotated[str, typer.Option(help="The community cards so far, if the game has any.")] = "",
    up: Annotated[str, typer.Option(help="The dealer's face-up card, if the game has one.")] = "",
    knows: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLACE CARDS",
            help='Hidden cards that the player knows, such as "dealer Ks": of the dealer, flop, turn-river, '
            "or gone (burned, at the bottom, another seat's).",
        ),
    ] = None,
    wagers: OnLayout = None,
    meters: Meters = None,
    policy: Policies = None,
    as_json: Json = False,
) -> None:
    """Print the exact value of each action for these cards, and the cost of a mistake.

    With the wagers on the layout, payout limits cut the winnings, and a progressive that a fold would lose
    counts for every other action.
    """
    import msgspec

    from croupier.cli.odds.subject import subject_of, wagers_of
    from croupier.cli.progress_bar import Bar
    from croupier.cli.terminal import console, table
    from croupier.errors import Refusal
    from croupier.odds.advice import AdviceError, advice
    from croupier.odds.protection.hidden_cards import parse_hidden

    asked = subject_of(subject, policy or [])
    placed = wagers_of(asked.house, wagers, meters)
    try:
        with Bar("solving", lines=True) as progress:
            hidden = parse_hidden(knows or [])
            found = advice(asked.house, cards, board, up, progress, placed, hidden)
    except AdviceError as error:
        fail(str(error))
    except Refusal as error:
        if error.code != "bad_leak":
            raise
        fail(f"--knows {error.message}")
    if as_json:
        answer = {
            "rules": asked.house.rules.rules.name,
            "stage": found.stage,
            "best": found.best,
            "actions": {
                action: {"ev": str(value), "value": float(value)} for action, value in found.values.items()
            },
        }
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
        return
    best = found.values[found.best]
    rows = [
        (
            spoken(action),
            f"{float(value):+.6f}",
            "best" if action == found.best else f"costs {float(best - value):.6f} antes",
            str(value),
        )
        for action, value in found.values.items()
    ]
    console().print(table(f"{found.stage}: {found.hand}", ("action", "value in antes", "", "exactly"), rows))
