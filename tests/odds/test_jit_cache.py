"""Compiled twins and results on disk: found again by the same sources, never by others.

A copy of the package is changed, in a rule and in a function that a compiled one calls in another module,
as an upgrade or a developer would, and run in processes of their own.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import jit
from croupier.jit.machine_code import flatten
from croupier.jit.places import remove_others

PROGRAM = """
import json
from croupier.cards import set_of
from croupier.hands.flush import flush_length, flush_strength
from croupier.jit import compiled, kernel
from croupier.jit.places import kernel_directory
from croupier.odds import probe
from croupier.odds.counting.store import kept
from croupier.rulebook.catalog import rule_set

computed = []

def positions():
    computed.append(True)
    return rule_set("ma/high-card-flush").facts["table"]["positions"].value

hand = set_of("2d 3d 9d 4c 5h 6s Kc")
twins = compiled(probe.has_flush), compiled(probe.by(probe.has_flush))
directory = kernel_directory()
print(json.dumps({
    "plain": probe.has_flush(hand),
    "compiled": [twin(hand) for twin in twins],
    "hits": [twin.found for twin in twins],
    "misses": [twin.compiled for twin in twins],
    "positions": kept("positions", (), positions),
    "computed": bool(computed),
    "directory": directory and directory.name,
}))
"""

# A function of one module that calls functions of another, and one that is made by a function.
PROBE = """
from croupier.hands.flush import flush_length, flush_strength
from croupier.jit import kernel

@kernel
def has_flush(cards):
    return int(flush_length(flush_strength(cards)) >= 3)

def by(judge):
    def judged(cards):
        return judge(cards)
    return judged
"""


class Copy:
    """A copy of the package, with a cache of its own."""

    def __init__(self, directory: Path) -> None:
        self.package = directory / "sources" / "croupier"
        self.cache = directory / "cache"
        shutil.copytree(
            Path(croupier.__file__).parent, self.package, ignore=shutil.ignore_patterns("__pycache__")
        )
        (self.package / "odds" / "probe.py").write_text(PROBE)

    def run(self) -> dict[str, Any]:
        answer = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            capture_output=True,
            text=True,
            env={
                "PYTHONPATH": str(self.package.parent),
                "PYTHONDONTWRITEBYTECODE": "1",
                "CROUPIER_CACHE": str(self.cache),
            },
            check=False,
        )
        assert answer.returncode == 0, answer.stderr
        assert answer.stderr == ""
        told: dict[str, Any] = json.loads(answer.stdout)
        return told

    def change(self, file: str, old: str, new: str) -> None:
        path = self.package / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} is not once in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_a_second_process_starts_warm(copy: Copy) -> None:
    first, second = copy.run(), copy.run()
    assert first["hits"] == second["misses"] == [0, 0]
    assert first["misses"] == second["hits"] == [1, 1]
    assert (first["computed"], second["computed"]) == (True, False)
    assert second["directory"] == first["directory"]
    assert second["compiled"] == first["compiled"] == [1, 1]
    assert second["positions"] == first["positions"] == 6


def test_a_changed_function_of_another_module_is_recompiled(copy: Copy) -> None:
    before = copy.run()
    copy.change("hands/flush.py", "return strength >> 13", "return strength >> 14")
    after = copy.run()
    assert after["directory"] != before["directory"]
    assert (before["plain"], after["plain"]) == (1, 0)
    assert (before["compiled"], after["compiled"]) == ([1, 1], [0, 0])
    assert after["hits"] == [0, 0]
    assert {each.name for each in copy.cache.glob("kernels-*")} == {before["directory"], after["directory"]}


def test_caches_of_other_sources_are_removed_except_the_last_three(tmp_path: Path) -> None:
    """Two checkouts, or a plug-in that one of two environments has, do not remove each other's kernels."""
    for number, name in enumerate(("fourth", "third", "second", "last", "new")):
        directory = tmp_path / f"kernels-{name}"
        directory.mkdir()
        (directory / "kernel.o").touch()
        os.utime(directory, (number, number))
    (tmp_path / "odds-of-somebody").mkdir()
    remove_others(tmp_path / "kernels-new", "kernels-*")
    left = {each.name for each in tmp_path.iterdir()}
    assert left == {"kernels-new", "kernels-last", "kernels-second", "kernels-third", "odds-of-somebody"}
    os.utime(tmp_path / "kernels-third", (9, 9))  # used again
    (tmp_path / "kernels-newest").mkdir()
    remove_others(tmp_path / "kernels-newest", "kernels-*")
    assert not (tmp_path / "kernels-second").exists()
    assert (tmp_path / "kernels-third").exists()


def test_a_changed_constant_is_recompiled(copy: Copy) -> None:
    before = copy.run()
    copy.change("hands/flush.py", "LENGTH_SHIFT = 13", "LENGTH_SHIFT = 12")
    after = copy.run()
    assert after["directory"] != before["directory"]
    assert (before["compiled"], after["compiled"]) == ([1, 1], [0, 0])


def test_a_changed_rule_is_seen(copy: Copy) -> None:
    before = copy.run()
    rules = "rulebook/data/ma/high-card-flush.toml"
    copy.change(rules, "positions = { value = 6,", "positions = { value = 5,")
    copy.change(rules, 'key = "positions"\nleast = 1\nmost = 6', 'key = "positions"\nleast = 1\nmost = 5')
    after = copy.run()
    assert after["directory"] != before["directory"]
    assert (before["positions"], after["positions"]) == (6, 5)
    assert after["computed"]
    assert after["hits"] == [0, 0]


def test_a_change_that_is_taken_back_gives_the_first_directory(copy: Copy) -> None:
    before = copy.run()
    copy.change("hands/flush.py", "LENGTH_SHIFT = 13", "LENGTH_SHIFT = 12")
    copy.run()
    copy.change("hands/flush.py", "LENGTH_SHIFT = 12", "LENGTH_SHIFT = 13")
    after = copy.run()
    assert after["directory"] == before["directory"]
    assert after["compiled"] == before["compiled"]
    assert (before["hits"], after["hits"]) == ([0, 0], [1, 1])  # nothing is compiled again


def test_a_cache_that_cannot_be_written_is_no_error(copy: Copy) -> None:
    """A file where the directory should be, which stops the superuser as well."""
    copy.cache.write_text("")
    for _ in range(2):
        told = copy.run()
        assert told["compiled"] == [1, 1]
        assert told["hits"] == [0, 0]
        assert told["positions"] == 6
        assert told["directory"] is None
    assert copy.cache.read_text() == ""
    assert not list(copy.package.rglob("*.nbi")), "numba's next choice, beside the sources, would go stale"


def test_a_user_without_a_home_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("CROUPIER_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert not jit.cache_directory().exists()
    with pytest.raises(OSError, match="Not a directory"):
        jit.cache_directory().mkdir(parents=True)


# ------------------------------------------------------------------------------- a strategy of a user's own

OWN = """
import croupier
import helpers

@croupier.kernel
def play(seen):
    return helpers.worth(seen.cards)
"""

HELPER = """
import enum
import constants
from croupier.jit import kernel
LEAST = {least}

class Bonus(enum.IntEnum):
    ONE = {bonus}

@kernel
def worth(cards):
    return {answer} + constants.MORE + Bonus.ONE if cards >= LEAST else 0
"""

OWN_PROGRAM = """
import own
from croupier.jit import compiled
from croupier.odds.own.play import street_of
from croupier.odds.own.policy import Seen

twin = compiled(own.play)
answer = twin(Seen(0, 5, 0, 0, 1, 3))
street = compiled(street_of(own.play))
import numpy as np
from croupier.odds.own.play import Places
antes = np.zeros(1, dtype=np.int8)
cards, legal = np.array([[0], [2]], dtype=np.uint8), np.array([15], dtype=np.uint8)
street(cards, Places(0, 2, 0, 0, 0, 0), 0, legal, antes)
hits = [each.found for each in (twin, street)]
print(answer, antes[0], *hits)
"""


def test_a_users_kernel_is_recompiled_when_one_that_it_calls_changes(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)

    def run(answer: int, least: int, more: int = 0, bonus: int = 0) -> list[int]:
        (tmp_path / "helpers.py").write_text(HELPER.format(answer=answer, least=least, bonus=bonus))
        (tmp_path / "constants.py").write_text(f"MORE = {more}")
        done = subprocess.run(
            [sys.executable, "-c", OWN_PROGRAM], capture_output=True, text=True, check=False, cwd=tmp_path,
            env={"CROUPIER_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return [int(word) for word in done.stdout.split()]

    assert run(1, 0) == [1, 1, 0, 0]
    assert run(1, 0) == [1, 1, 1, 1]  # found on disk
    assert run(3, 0) == [3, 3, 0, 0]  # the other file changed
    assert run(3, 6) == [0, 0, 0, 0]  # a constant of it
    assert run(1, 0, more=1) == [2, 2, 0, 0]  # a constant of a module that it names
    assert run(1, 0, bonus=1) == [2, 2, 0, 0]  # a member of an enumeration


LARGE = """
import numpy as np
from croupier.jit import compiled

LARGE = np.arange(200_000)

def item(number):
    return LARGE[number]

print(compiled(item)(150_000))
"""


def test_an_array_too_large_to_be_copied_into_machine_code_is_read_where_it_is(tmp_path: Path) -> None:
    # Its address is of one process: code kept on disk would read another's memory.
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", LARGE], capture_output=True, text=True, check=False,
            env={"CROUPIER_CACHE": str(tmp_path / "cache")},
        )  # fmt: skip
        assert done.stdout == "150000\n", done.stderr


def test_a_number_of_more_than_64_bits_is_refused() -> None:
    kinds: list[Any] = []
    flatten((-(1 << 63), (1 << 63) - 1, 1 << 63, (1 << 64) - 1), kinds, [])
    assert kinds == ["int64", "int64", "uint64", "uint64"]
    for number in (1 << 64, -(1 << 63) - 1):
        with pytest.raises(OverflowError, match="more than 64 bits"):
            flatten((number,), [], [])
