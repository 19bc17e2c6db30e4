"""`croupier database`: create or migrate the schema as its owner, and grant the server's role its rights."""

from typing import Annotated

import typer

from croupier.cli.errors import Json, fail, print_json
from croupier.cli.house.data import DbOption, default_url, refuse


def database(
    db: DbOption = None,
    grant: Annotated[
        str, typer.Option("--grant", metavar="ROLE", help="PostgreSQL: grant this role the server's rights.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Create or upgrade the database schema, as its owner; `croupier serve` also does this.

    On PostgreSQL, run the server as a role that can add to the log but not change it: create the role, run
    this command as the owner with --grant after every upgrade, then start the server as the role.
    """
    from croupier.errors import Refusal
    from croupier.ledger.database import Database
    from croupier.ledger.migrate import HEAD, migrate
    from croupier.ledger.roles import grants

    try:
        opened = Database(db or default_url())
        try:
            if grant and opened.sqlite:
                fail("SQLite has no roles; triggers protect its log")
            migrate(opened)
            if grant:
                with opened.writing() as connection:
                    for statement in grants(grant):
                        connection.exec_driver_sql(statement)
                    connection.commit()
        finally:
            opened.close()
    except Refusal as refusal:
        refuse(refusal)
    if as_json:
        print_json({"revision": HEAD, "granted": grant})
        return
    typer.echo(f"the schema is at revision {HEAD}" + (f"; {grant} may run a server" if grant else ""))
