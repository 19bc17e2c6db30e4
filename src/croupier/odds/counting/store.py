"""A disk cache of results, keyed by the question and by the sources that computed them.

Results are data, not pickles (`encoding`), and a cache that others can write to is neither read nor written.
A stale result is never found: the file name contains the digest of all sources and rule data
(`croupier.jit.sources_digest`) and a hash of the question.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

from croupier.jit.places import (
    cache_directory,
    is_private,
    private_directory,
    remove_others,
    sources_digest,
    write_whole,
)
from croupier.odds.counting.encoding import decode, encode

Answer = TypeVar("Answer")

_reading_only: ContextVar[bool] = ContextVar("reading_only", default=False)
_computed: ContextVar[dict[Path, Any] | None] = ContextVar("computed", default=None)


class NotKept(Exception):
    """An answer that would have to be computed, where only the cache may be read."""


@contextmanager
def reading_only() -> Iterator[None]:
    """Within it, in this thread, an answer that is not in the cache is `NotKept` instead of computed."""
    before = _reading_only.set(True)
    try:
        yield
    finally:
        _reading_only.reset(before)


@contextmanager
def fresh_once() -> Iterator[None]:
    """Within it, in this thread, an answer is computed once, however often it is asked for as `fresh`."""
    before = _computed.set({})
    try:
        yield
    finally:
        _computed.reset(before)


def kept(name: str, question: object, compute: Callable[[], Answer], fresh: bool = False) -> Answer:
    """The answer to a question, from the disk cache or computed and cached.

    `question` is anything whose `repr` says all that the answer depends on.
    """
    file, computed = _file(name, question), _computed.get()
    if computed is not None and file in computed:
        return cast(Answer, computed[file])
    if not fresh:
        try:
            if all(map(is_private, (file.parent.parent, file.parent, file))):
                found = file.stat()
                return cast(Answer, _decoded(file, (found.st_ino, found.st_size, found.st_mtime_ns)))
        except (OSError, ValueError):  # missing, torn or foreign: compute it again
            pass
    if _reading_only.get():
        raise NotKept(name)
    answer = compute()
    if computed is not None:
        computed[file] = answer
    with suppress(TypeError):  # of a plug-in, perhaps: not data, and so not kept
        _keep(file, encode(answer))
    return answer


@lru_cache(maxsize=16)
def _decoded(file: Path, version: tuple[int, int, int]) -> object:
    """A report asks the same questions dozens of times. `version`: the file was replaced if it is another."""
    return decode(file.read_bytes())


def _file(name: str, question: object) -> Path:
    asked = hashlib.sha256(repr(question).encode()).hexdigest()[:20]
    return cache_directory() / f"odds-{sources_digest()}" / f"{name}-{asked}.msgpack"


def _keep(file: Path, content: bytes) -> None:
    """Write a file whole or not at all; a cache that cannot be written is no error."""
    if not private_directory(file.parent.parent):
        return
    new = not file.parent.exists()
    if private_directory(file.parent):
        if new:
            remove_others(file.parent, "odds-*")
        write_whole(file, content)
