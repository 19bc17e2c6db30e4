"""`croupier database`: the schema made or migrated by its owner, and the rights of the server's role."""

from typing import Annotated

import typer

from croupier.cli.errors import fail
from croupier.cli.house.data import DbOption, default_url, refuse


def database(
    db: DbOption = None,
    grant: Annotated[
        str, typer.Option("--grant", metavar="ROLE", help="PostgreSQL: give this role the server's rights.")
    ] = "",
) -> None:
    """Bring a database to the schema of this Croupier, as its owner; `croupier serve` does it by itself.

    On PostgreSQL a server should run as a role that can add to the log and not change it. Make the role,
    run this as the owner with --grant after every upgrade, and start the server as the role.
    """
    from croupier.errors import Refusal
    from croupier.ledger.database import Database
    from croupier.ledger.migrate import HEAD, migrate
    from croupier.ledger.roles import grants

    try:
        opened = Database(db or default_url())
        try:
            if grant and opened.sqlite:
                fail("SQLite has no roles; its triggers keep the log as it is")
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
    typer.echo(f"the schema is at revision {HEAD}" + (f"; {grant} may run a server" if grant else ""))
