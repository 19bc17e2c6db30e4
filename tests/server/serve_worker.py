"""`croupier serve` in processes that kill themselves at a given point.

As in `tests.floor.crash_worker`, everything is imported once and a process is forked for every server: it
runs the command line as it stands, listens on a port of its own, and ends by SIGKILL.
"""

import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from croupier.cli.app import app
from croupier.server import opening, run
from croupier.server.house import House
from tests.floor.crash_worker import Fate, fork_for

IMPORTED = (run,)
"""Modules that the command imports only when it is called."""


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """A server to be started."""

    arguments: list[str]
    """Those of `croupier serve`."""
    out: str
    """The file of what it prints: its address."""
    log: str
    kill: str = ""
    """Where to die: event, before, after, published or statement, a colon and a number."""
    armed: str = ""
    """The file without which nothing counts."""


def _run(server: Server) -> None:
    for number, path in ((1, server.out), (2, server.log)):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(file, number)
        os.close(file)
    os.close(0)
    fate = Fate(server.kill, Path(server.armed).exists)
    open_house = opening.open_house

    def watched(*arguments: Any, **more: Any) -> House:
        house = open_house(*arguments, **more)
        house.floor.listen(lambda table, seen: fate.at("published"))
        fate.watch(house.floor.ledger)
        return house

    opening.open_house = watched
    code = 1
    try:
        app(["serve", *server.arguments], standalone_mode=False)
        code = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(code)


if __name__ == "__main__":
    fork_for(Server, _run)
