"""A disk cache of results, keyed by the question and by the sources that computed them.

A stale result is never found: the file name contains the digest of all sources and rule data
(`croupier.jit.sources_digest`) and a hash of the question.
"""

import hashlib
import os
import pickle
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

from croupier.jit import cache_directory, sources_digest

Answer = TypeVar("Answer")


def kept(name: str, question: object, compute: Callable[[], Answer], fresh: bool = False) -> Answer:
    """The answer to a question, from the disk cache or computed and cached.

    `question` is anything whose `repr` says all that the answer depends on.
    """
    file = _file(name, question)
    if not fresh:
        try:
            # The file is ours: written below, in the user's own cache directory.
            return cast(Answer, pickle.loads(file.read_bytes()))
        except Exception:  # missing, torn or foreign: compute it again
            pass
    answer = compute()
    _keep(file, pickle.dumps(answer))
    return answer


def _file(name: str, question: object) -> Path:
    asked = hashlib.sha256(repr(question).encode()).hexdigest()[:20]
    return cache_directory() / f"odds-{sources_digest()}" / f"{name}-{asked}.pickle"


def _keep(file: Path, content: bytes) -> None:
    """Write a file whole or not at all; a cache that cannot be written is no error."""
    try:
        if not file.parent.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
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
