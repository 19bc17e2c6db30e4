"""`croupier docs`: the documentation of this very version, offline."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier.cli.errors import Json, fail, print_json
from croupier.site import SITE


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not worth a line."""


def docs(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")] = 0,
    man: Annotated[
        Path | None, typer.Option("--man", metavar="DIR", help="Write the manual pages there instead.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Serve the documentation of this version on this machine, without internet.

    `croupier serve` has the same pages at /docs. Ctrl-C stops it.
    """
    if man is not None:
        _write_manual(man, as_json)
        return
    if not (SITE / "index.html").is_file():
        fail("the docs were not built with this copy; in a checkout, ./croupier docs builds them")
    handler = partial(_Quiet, directory=str(SITE))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        fail(f"port {port}: {error.strerror}")
    with server:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        if as_json:
            print_json({"address": address})
        else:
            typer.echo(f"The docs are at {address}")
        server.serve_forever()


def _write_manual(folder: Path, as_json: bool) -> None:
    from croupier import __version__
    from croupier.cli.reference import described, manual_page

    try:
        folder.mkdir(parents=True, exist_ok=True)
        pages = [manual_page(command, __version__) for command in described()]
        for name, source in pages:
            (folder / name).write_text(source, encoding="utf-8")
    except OSError as error:
        fail(f"{folder}: {error.strerror}")
    if as_json:
        print_json({"directory": str(folder), "pages": [name for name, _ in pages]})
        return
    typer.echo(f"{folder}: {len(pages)} manual pages; read one with: man -l {folder / 'croupier.1'}")
