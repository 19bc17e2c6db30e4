"""Work shared by threads: compiled kernels release the interpreter's lock, so threads use all cores."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TypeVar

from croupier.odds.progress import Progress, silent

Part = TypeVar("Part")
Answer = TypeVar("Answer")


def core_count() -> int:
    """Return the number of threads that can run at once."""
    return os.cpu_count() or 1


def in_parallel(
    work: Callable[[Part], Answer], parts: Sequence[Part], progress: Progress = silent, workers: int = 0
) -> list[Answer]:
    """The result of each part, in the order of the parts."""
    count = workers or core_count()
    with ThreadPoolExecutor(count) as pool:
        futures = [pool.submit(work, part) for part in parts]
        for done, _ in enumerate(as_completed(futures), start=1):
            progress(done, len(parts))
        return [future.result() for future in futures]
