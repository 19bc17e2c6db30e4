"""`croupier serve`: run the tables of a house for browsers and programs."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import fail
from croupier.cli.house.data import DATABASE, DB, KEYS, WitnessOption, data_directory, demo_keys, refuse
from croupier.cli.stdin import spooled

if TYPE_CHECKING:
    from croupier.ledger.store import Ledger

_AS_OWNER = (
    "Warning: this database role may change the log; only triggers protect it. "
    "`croupier database --grant` sets up a role that can only add to it."
)

_UNGUARDED = (
    "Triggers that keep it append-only are gone: run `croupier audit verify`. "
    "Restoring a backup brings them back."
)

_NO_WITNESS = (
    "Warning: no witness keeps the checkpoints outside this house: name a file or an address with --witness "
    "or CROUPIER_WITNESS."
)


def serve(
    db: Annotated[
        str | None,
        typer.Option(
            "--db",
            metavar="URL",
            envvar=DB,
            help="sqlite:///FILE or postgresql://…; by default a file in --data.",
        ),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; any but loopback needs an HTTPS proxy.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port to listen on; 0 picks a free one.")
    ] = 8000,
    demo: Annotated[
        bool, typer.Option("--demo", help="Let guests play with play money, at a table of every rule set.")
    ] = False,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="Directory of the database and the keys.")
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy", metavar="ADDRESS", help="Trust the HTTPS proxy at this address to name its clients."
        ),
    ] = "",
    balance: Annotated[
        bool, typer.Option("--balance", help="Give tables to servers of the same house that run fewer.")
    ] = False,
    witness: WitnessOption = None,
    sign_on: Annotated[
        Path | None,
        typer.Option(
            "--sign-on",
            metavar="FILE",
            help="Single sign-on: the TOML file of an OpenID Connect provider; - for stdin.",
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print address, warnings and link as one line of JSON at the start."),
    ] = False,
) -> None:
    """Run the tables of a house. The first start prints an invitation for the administrator.

    The log goes to stderr, one JSON object per line. An interrupt refuses new bets, lets running rounds end,
    and stops; a second interrupt stops at once.
    """
    from croupier.errors import Refusal

    try:
        from croupier.server import run
    except ModuleNotFoundError as error:
        fail(f"serve needs {error.name}: install croupier[serve]")
    from croupier.server.api.single_sign_on.provider import Provider, read_sign_on
    from croupier.server.bounds.addresses import raise_open_files
    from croupier.server.http.guard import is_loopback
    from croupier.server.http.logs import log_to
    from croupier.server.opening import close_house, open_house
    from croupier.server.settings import Settings

    os.umask(0o077)  # whatever is made from here on is for this account alone
    directory = data or data_directory()
    try:
        run.check_public(host, proxy, demo=demo)
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        listener = run.listen(host, port)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{directory}: {error.strerror}")
    log_to()
    most = raise_open_files(Settings().connections_an_address)
    secure = bool(proxy) or not is_loopback(host)
    settings = Settings(
        secure=secure, proxy=proxy, balance=balance, connections_an_address=most, watch_seconds=5.0
    )
    with listener:
        try:
            url = db or f"sqlite:///{directory.absolute() / DATABASE}"
            provider = None if sign_on is None else Provider(read_sign_on(spooled(sign_on)))
            # Of a demo, each database that is named has its own keys: it is a house of its own.
            keys = demo_keys(directory, url) if demo and db and data is None else directory / KEYS
            house = open_house(url, keys, settings, demo=demo, witness=witness or "")
            house.provider = provider
        except Refusal as refusal:
            refuse(refusal)
        try:
            run.check_public(host, proxy, demo=house.people.has_demo_accounts())
            if demo:
                from croupier.floor.registry.demo import set_up_demo

                set_up_demo(house.floor, house.registry)
            address = run.address(listener)
            invited = house.people.first_start()
            link = None if invited is None else f"{address}/#/password/{invited.link}"
            notes = _warnings(house.floor.ledger, witness)

            def ready() -> None:
                unreached = house.signer.unreached
                late = [f"Warning: {unreached}; the tables open without it."] if unreached else []
                _say_ready(address, link, [*notes, *late], as_json)

            run.serve(house, listener, ready=ready, proxy=proxy)
        except Refusal as refusal:
            refuse(refusal)
        finally:
            close_house(house)


def _warnings(ledger: "Ledger", witness: str | None) -> list[str]:
    """What weakens the log of this house."""
    from croupier.ledger.durability import weak_settings
    from croupier.ledger.guards import gone
    from croupier.ledger.roles import may_change_the_log

    found = [_AS_OWNER] if may_change_the_log(ledger) else []
    with ledger.database.reading() as connection:
        unguarded = gone(connection)
    if unguarded:
        found.append(f"Warning: the log can be changed: {'; '.join(unguarded)}. {_UNGUARDED}")
    if weak := weak_settings(ledger):
        found.append(f"Warning: a loss of power may lose committed records: {', '.join(weak)}.")
    return found if witness else [*found, _NO_WITNESS]


def _say_ready(address: str, link: str | None, warnings: list[str], as_json: bool) -> None:
    """Say where the house listens, and on its first start how the administrator gets in."""
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode({"address": address, "administrator": link, "warnings": warnings}))
        return
    typer.echo(f"Croupier listens on {address}")
    if link is not None:
        typer.echo(f"Set the administrator's password within a day, with this invitation: {link}")
    for warning in warnings:
        typer.echo(warning)
