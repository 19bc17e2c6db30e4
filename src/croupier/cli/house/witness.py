"""`croupier witness`: keep the checkpoints of somebody else's house."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import Json, fail, print_json
from croupier.cli.house.data import refuse

if TYPE_CHECKING:
    from croupier.server.witness.book import Book


def witness(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="The witness's own files; made if needed.")
    ],
    house: Annotated[
        str,
        typer.Option(
            "--house", metavar="HEX", help="The house's public key; default: of the first checkpoint."
        ),
    ] = "",
    add: Annotated[
        str,
        typer.Option(
            "--add", metavar="FILE", help="Add a file's checkpoints (- is stdin), and serve nothing."
        ),
    ] = "",
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port; 0 picks a free one.")] = 8001,
    as_json: Json = False,
) -> None:
    """Keep the checkpoints of a house, check that each extends the last, countersign them, and show a page.

    Run it on a machine that the house's people cannot write to. The house names it with `serve --witness
    ADDRESS/checkpoints`. With --add: exit code 1 if the checkpoints contradict those held.
    """
    from croupier.errors import Refusal
    from croupier.server.witness.book import Book

    try:
        if house and (len(house) != 64 or bytes.fromhex(house).hex() != house):
            raise ValueError
    except ValueError:
        fail(f"--house {house!r}: a key is 64 hexadecimal digits")
    try:
        book = Book(directory, house)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        fail(f"{directory}: {error.strerror}")
    if add:
        _add(book, add, as_json)
    else:
        _serve(book, host, port, as_json)


def _add(book: "Book", file: str, as_json: bool) -> None:
    from croupier.errors import Refusal

    try:
        lines = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        for line in filter(bytes.strip, lines.splitlines()):
            book.take(line)
    except Refusal as refusal:
        fail(f"{refusal.message} ({refusal.code})", 1)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    from croupier.server.witness.page import status

    now = status(book)
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(now))
    else:
        typer.echo(f"{now.held:,} checkpoints held, the last up to position {now.position}")


def _serve(book: "Book", host: str, port: int, as_json: bool) -> None:
    from functools import partial
    from typing import Any, cast

    import uvicorn

    from croupier.errors import Refusal
    from croupier.server import run
    from croupier.server.bounds.addresses import HEAD_BYTES, Bounds
    from croupier.server.bounds.http_protocol import BoundedProtocol
    from croupier.server.settings import Settings
    from croupier.server.witness.app import WitnessApp

    try:
        listener = run.listen(host, port)
    except Refusal as refusal:
        refuse(refusal)
    with listener:
        address = run.address(listener)
        if as_json:
            print_json({"address": address, "public": book.public})
        else:
            typer.echo(f"The witness listens on {address}; its key is {book.public}")
        config = uvicorn.Config(
            WitnessApp(book),
            http=cast(Any, partial(BoundedProtocol, bounds=Bounds(Settings(), ""))),
            h11_max_incomplete_event_size=HEAD_BYTES,
            ws="none",
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
        )
        uvicorn.Server(config).run(sockets=[listener])
