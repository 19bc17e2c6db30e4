"""A disk cache of results, keyed by the question and by the sources that computed them.

Results are data, not pickles (`encoding`), and a cache that others can write to is neither read nor written.
A stale result is never found: the file name contains the digest of all sources and rule data
(`croupier.jit.sources_digest`) and a hash of the question.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar, cast

from croupier.jit import cache_directory, is_private, sources_digest
from croupier.odds.counting.encoding import decode, encode

Answer = TypeVar("Answer")


def kept(name: str, question: object, compute: Callable[[], Answer], fresh: bool = False) -> Answer:
    """The answer to a question, from the disk cache or computed and cached.

    `question` is anything whose `repr` says all that the answer depends on.
    """
    file = _file(name, question)
    if not fresh:
        try:
            if all(map(is_private, (file.parent.parent, file.parent, file))):
                return cast(Answer, decode(file.read_bytes()))
        except (OSError, ValueError):  # missing, torn or foreign: compute it again
            pass
    answer = compute()
    with suppress(TypeError):  # of a plug-in, perhaps: not data, and so not kept
        _keep(file, encode(answer))
    return answer


def _file(name: str, question: object) -> Path:
    asked = hashlib.sha256(repr(question).encode()).hexdigest()[:20]
    return cache_directory() / f"odds-{sources_digest()}" / f"{name}-{asked}.msgpack"


def _keep(file: Path, content: bytes) -> None:
    """Write a file whole or not at all; a cache that cannot be written is no error."""
    try:
        file.parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_private(file.parent.parent):
            return
        if not file.parent.exists():
            file.parent.mkdir(mode=0o700, exist_ok=True)
            # Answers of earlier sources can never be used again.
            for other in file.parent.parent.glob("odds-*"):
                if other != file.parent:
                    shutil.rmtree(other, ignore_errors=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        Path(temporary).replace(file)
    except OSError:
        pass
