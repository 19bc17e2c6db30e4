"""The meters of two links, won by two servers at once: no transaction comes before itself.

`scripts/meter-cycles` does it with processes on PostgreSQL, ten thousand awards long.
"""

from collections.abc import Callable
from contextlib import ExitStack
from copy import deepcopy
from pathlib import Path
from unittest import mock

import pytest

from tests.floor.histories import Anomaly, Element, Transaction, anomalies
from tests.floor.history_rig import recorded_in_one_process
from tests.simulation.plants import PLANTS

Recorded = tuple[list[Transaction], dict[str, list[Element]]]
OWNERS = ("a", "b")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Two servers and a reader."""
    place = tmp_path_factory.mktemp("histories")
    return recorded_in_one_process(f"sqlite:///{place / 'ledger.db'}", place, OWNERS, 2)


def test_meters_across_servers_have_no_cycle(recorded: Recorded) -> None:
    history, lists = recorded
    awards = [each for order in lists.values() for each in order if str(each).startswith("award")]
    assert len(awards) == 48
    assert len({one.process for one in history if one.appends}) == 2
    assert anomalies(history, lists) == []


def test_meters_as_a_server_last_saw_them_are_found(tmp_path: Path) -> None:
    with ExitStack() as stack:
        for where, name, changed in PLANTS["link_not_read_again"]():
            stack.enter_context(mock.patch.object(where, name, changed))
        history, lists = recorded_in_one_process(f"sqlite:///{tmp_path / 'l.db'}", tmp_path, OWNERS, 1)
    assert anomalies(history, lists)


# ------------------------------------------------------------------------- a recorded history, falsified


def _writers(history: list[Transaction], name: str) -> list[Transaction]:
    """Who appended to a link, in order."""
    return sorted((one for one in history if name in one.appends), key=lambda one: one.reads[name])


def _stale_award(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """A transaction decides on a stale state, and overwrites the last writer's."""
    _writers(history, "A")[5].reads["A"] -= 1


def _late_reader(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """A reader misses a commit that came before it."""
    last = max(one.ended for one in history)
    history.append(Transaction("late", last + 1, last + 2, {"A": len(lists["A"]) - 1}))


def _back_in_time(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """A page shows an older meter after a newer one."""
    early = min(one.began for one in history)
    history += [
        Transaction("p", early - 4, early - 3, {"B": 1}),
        Transaction("p", early - 2, early - 1, {"B": 0}),
    ]


def _write_skew(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """Two transactions that do not see each other's writes."""
    end = max(one.ended for one in history)
    before = {name: len(lists[name]) for name in ("A", "B")}
    history.append(Transaction("x", end + 1, end + 5, dict(before), {"A": ["x"]}))
    history.append(Transaction("y", end + 2, end + 6, dict(before), {"B": ["y"]}))
    lists["A"].append("x")
    lists["B"].append("y")


def _other_order(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """Two transactions write both links, each link in another order."""
    end = max(one.ended for one in history)
    history += [Transaction(name, end + 1, end + 5, {}, {"A": [name], "B": [name]}) for name in ("x", "y")]
    lists["A"] += ["x", "y"]
    lists["B"] += ["y", "x"]


def _dirty_read(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """Two transactions that see each other's writes."""
    end = max(one.ended for one in history)
    after = {"A": len(lists["A"]) + 1, "B": len(lists["B"]) + 1}
    history.append(Transaction("x", end + 1, end + 5, {"B": after["B"]}, {"A": ["x"]}))
    history.append(Transaction("y", end + 2, end + 6, {"A": after["A"]}, {"B": ["y"]}))
    lists["A"].append("x")
    lists["B"].append("y")


def _lost(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """An award that was answered is not in the log."""
    lists["A"].pop()


def _twice(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """A contribution is made again."""
    lists["B"].append(lists["B"][0])


def _aborted(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """A refused transaction is in the log."""
    _writers(history, "B")[-1].failed = True


def _nobody(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """Somebody else writes to the log."""
    lists["B"].append("forged")


def _half(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """A page shows one of two awards that were committed together."""
    end = max(one.ended for one in history)
    size = len(lists["A"])
    history.append(Transaction("x", end + 1, end + 5, {"A": size}, {"A": ["x", "y"]}))
    history.append(Transaction("p", end + 2, end + 6, {"A": size + 1}))
    lists["A"] += ["x", "y"]


def _between(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """An award comes between two that were committed together."""
    end = max(one.ended for one in history)
    history.append(Transaction("x", end + 1, end + 5, {}, {"A": ["x", "z"]}))
    history.append(Transaction("y", end + 2, end + 6, {}, {"A": ["y"]}))
    lists["A"] += ["x", "y", "z"]


def _never(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """A sum that the meter never had."""
    history[-1].reads["A"] = -1


def _from_the_future(history: list[Transaction], lists: dict[str, list[Element]]) -> None:
    """A page showed an award before anybody began to record it."""
    began = _writers(history, "A")[2].began
    history.append(Transaction("p", began - 2e-9, began - 1e-9, {"A": 3}))


FALSIFIED: dict[Callable[[list[Transaction], dict[str, list[Element]]], None], str] = {
    _stale_award: "G-single",
    _late_reader: "G-single-realtime",
    _back_in_time: "G-single-realtime",
    _from_the_future: "G1c-realtime",
    _write_skew: "G2",
    _other_order: "G0",
    _dirty_read: "G1c",
    _lost: "lost",
    _twice: "twice",
    _aborted: "aborted",
    _nobody: "from nowhere",
    _half: "in the middle",
    _between: "torn",
    _never: "never so",
}


@pytest.mark.parametrize("falsify", FALSIFIED)
def test_a_falsified_history_is_found(
    recorded: Recorded, falsify: Callable[[list[Transaction], dict[str, list[Element]]], None]
) -> None:
    history, lists = deepcopy(recorded)
    falsify(history, lists)
    found: list[Anomaly] = anomalies(history, lists)
    assert FALSIFIED[falsify] in {each.kind for each in found}, found
