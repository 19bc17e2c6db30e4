"""Download the log: a child process writes the export and the server streams it."""

import subprocess
import sys
from collections.abc import AsyncIterator

from croupier.rulebook.catalog import environment_of_children
from croupier.server.house import House
from croupier.server.http.handlers import in_thread
from croupier.server.workers.pool import framed

CHUNK = 64 * 1024


def database_url(house: House) -> str:
    """The database with its password: for a child over its pipe, and for no log or command line."""
    return house.floor.ledger.database.url.render_as_string(hide_password=False)


async def exported(house: House) -> AsyncIterator[bytes]:
    """The lines of the export. An interrupted one is cut off, and its file does not verify."""
    async with house.at_export:
        child = await in_thread(lambda: _started(house))
        assert child.stdout is not None
        out = child.stdout
        try:
            while chunk := await in_thread(lambda: out.read(CHUNK)):
                yield chunk
            if await in_thread(child.wait):
                raise RuntimeError("the export could not be completed")
        finally:
            child.kill()
            child.wait()
            out.close()


def _started(house: House) -> "subprocess.Popen[bytes]":
    message = framed((database_url(house), str(house.named.directory)))
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", "croupier.server.api.audit.export_child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment_of_children(),
        start_new_session=True,
    )
    assert child.stdin is not None
    with child.stdin as pipe:
        pipe.write(message)
    return child
