"""Run seeds: one simulation each, in as many processes as are asked for."""

import contextlib
import gc
import logging
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.simulation.plants import planted
from tests.simulation.template import Template
from tests.simulation.world import World

MEMORY = Path("/dev/shm")
"""The simulated disk keeps its files in memory where there is such a place."""


class Result(NamedTuple):
    """One simulation."""

    seed: int
    wrong: list[str]
    digest: str
    """Equal runs have equal digests."""
    virtual: float
    cpu: float
    actions: int
    faults: dict[str, int]


@contextlib.contextmanager
def _place() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(
        prefix="croupier-simulation-", dir=MEMORY if MEMORY.is_dir() else None
    ) as name:
        yield Path(name)


def simulate(seeds: Iterable[int], bug: str = "") -> Iterator[Result]:
    """Simulate these seeds, one after the other; with a planted bug."""
    logging.disable(logging.CRITICAL)  # outages and deaths are the point here
    try:
        with _place() as place:
            template = Template(place)
            for count, seed in enumerate(seeds):
                if count % 20 == 0:
                    gc.collect()
                    gc.freeze()  # what is left lives to the end: no collection has to look at it
                gc.disable()  # a collection in the middle of a seed finds little, in a seventh of its time
                with planted(bug) if bug else contextlib.nullcontext():
                    result = _one(seed, template, place / str(seed))
                gc.enable()
                yield result
    finally:
        gc.enable()
        gc.unfreeze()
        logging.disable(logging.NOTSET)


def _one(seed: int, template: Template, directory: Path) -> Result:
    directory.mkdir()
    began = time.process_time()
    world = World(seed, template, directory)
    try:
        wrong = world.run()
    except Exception as error:  # a defect of the product or of the simulation: both are wrong
        wrong = [*world.wrong, f"{type(error).__name__}: {error}"]
    cpu = time.process_time() - began
    shutil.rmtree(directory)
    return Result(seed, wrong, world.digest, world.loop.time(), cpu, len(world.answers), world.faults.counts)
