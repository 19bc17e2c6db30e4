"""`croupier promotion`: match play, free play and rebates valued."""

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.counts import count_between
from croupier.cli.errors import fail
from croupier.cli.odds.options import Json, Policies, SubjectName
from croupier.money import dollars

if TYPE_CHECKING:
    from croupier.odds.promotions import Promotion


def promotion(
    subject: SubjectName,
    ante: Annotated[int, typer.Option(min=1, max=10**8, metavar="CENTS", help="The ante.")] = 1000,
    match_play: Annotated[
        int | None,
        typer.Option(min=1, metavar="CENTS", help="The face of a match play coupon."),
    ] = None,
    free_play: Annotated[
        bool, typer.Option("--free-play", help="A coupon that stands for the ante.")
    ] = False,
    rebate: Annotated[
        float | None, typer.Option(min=0.01, max=100, metavar="PERCENT", help="The share of a loss returned.")
    ] = None,
    rounds: Annotated[
        int,
        typer.Option(
            parser=count_between(1, 10**7),
            metavar="COUNT",
            help="With --rebate: the rounds after which a loss counts.",
        ),
    ] = 100,
    policy: Policies = None,
    as_json: Json = False,
) -> None:
    """The value of a promotion on the game itself: match play, free play, a rebate on losses.

    Coupons are valued exactly under best play with them, a rebate by the exact distribution of the rounds
    under optimal play of the game. Payout limits are left out.

    Example: croupier promotion ma/high-card-flush --ante 1000 --match-play 1000
    """
    from croupier.cli.odds.subject import subject_of
    from croupier.cli.progress_bar import Bar
    from croupier.odds import promotions

    if match_play is None and not free_play and rebate is None:
        fail("no promotion; give --match-play CENTS, --free-play or --rebate PERCENT")
    house = subject_of(subject, policy or []).house
    share = Fraction(0) if rebate is None else Fraction(str(rebate)) / 100
    with Bar(f"solving {subject}", lines=True) as progress:
        face = Fraction(match_play or 0, ante)
        found = promotions.promotion(house, face, free_play, share, rounds, progress)
    if as_json:
        _print_json(house.rules.rules.name, ante, found)
    else:
        _print(house.rules.rules.name, ante, found)


def _print_json(rules: str, ante: int, found: "Promotion") -> None:
    import msgspec

    from croupier.odds.promotions import figures_of_promotion

    answer = {"rules": rules, "ante": ante, **figures_of_promotion(found)}
    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _print(rules: str, ante: int, found: "Promotion") -> None:
    from croupier.cli.terminal import console, table

    rows = []
    for name, coupon in (("match play", found.match_play), ("free play", found.free_play)):
        if coupon is not None:
            rows.append((name, _cents(coupon.value * ante), str(coupon.value)))
            if coupon.if_push_keeps is not None:
                kept = coupon.if_push_keeps
                rows.append((f"{name}, a push keeps it", _cents(kept * ante), str(kept)))
    if (returned := found.rebate) is not None:
        of = f"rebate of {float(returned.share):.2%} of a loss after {returned.rounds:,} rounds"
        rows.append((of, _cents(returned.value * ante), ""))
        rows.append(("the house keeps, rebates paid", _cents(returned.hold * ante), ""))
        rows.append(("share at which it keeps nothing", f"{returned.break_even:.4%}", ""))
    title = f"Promotions at an ante of {dollars(ante)}"
    console().print(table(title, ("promotion", "value", "in antes, exactly"), rows, ("value",)))
    typer.echo(rules)


def _cents(value: Fraction | float) -> str:
    return f"${float(value) / 100:,.4f}"
