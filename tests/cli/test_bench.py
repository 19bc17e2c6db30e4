"""`croupier bench`: every part measures something, and peers that are not there are only named."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.bench import hands as measure_hands
from croupier.bench import measure, peers
from croupier.bench.hands import measure_evaluate
from croupier.bench.peers import PEERS, Peer, same_order
from croupier.cli import bench
from croupier.cli.app import app

INSTALLED = [peer for peer in PEERS if peer.version is not None]


@pytest.fixture(scope="module")
def figures() -> Any:
    return measure_evaluate(0.01, count=2000)


def test_every_batch_evaluator_is_measured_in_both_orders(figures: Any) -> None:
    assert list(figures["ours"]) == [
        "seven-card poker",
        "five-card poker",
        "best four of five",
        "best four of six",
        "largest flush of seven",
        "longest straight flush of seven",
    ]
    for orders in figures["ours"].values():
        assert list(orders) == ["columns", "rows"]
        for rates in orders.values():
            assert rates["best"] >= rates["median"] > 0


def test_peers_order_hands_as_we_do(figures: Any) -> None:
    for peers_of in figures["against"].values():
        assert set(peers_of) == {peer.name for peer in INSTALLED} | {"croupier.hands"}
        assert all(figure["same_order_of_hands"] for figure in peers_of.values())


def test_peers_that_are_not_installed_are_named(figures: Any) -> None:
    assert figures["not_installed"] == sorted(
        {peer.package for peer in PEERS} - {p.package for p in INSTALLED}
    )


def test_a_missing_peer_is_one_line_and_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = Peer("nobody", "no-such-package-anywhere", "", peers._treys)
    monkeypatch.setattr(measure_hands, "PEERS", (absent,))
    monkeypatch.setattr(
        bench, "_ALL_PARTS", {"evaluate": _part(lambda seconds: measure_evaluate(0.01, 1000))}
    )
    done = CliRunner().invoke(app, ["bench", "evaluate"])
    assert done.exit_code == 0, done.output
    assert "not measured, because not installed: no-such-package-anywhere" in done.output
    assert "processor" in done.output


def _part(measure: Callable[[float], object]) -> tuple[str, Callable[[float], object], Callable[[Any], None]]:
    return "croupier.odds.counting.batch", measure, bench._print_evaluate


def test_same_order_sees_a_difference_and_a_missing_tie() -> None:
    assert same_order([3, 1, 2], [30, 10, 20], smaller_is_better=False)
    assert not same_order([3, 1, 2], [30, 20, 10], smaller_is_better=False)
    assert not same_order([1, 2], [5, 5], smaller_is_better=True)
    assert not same_order([1, 1], [5, 6], smaller_is_better=True)


def test_settle_as_json() -> None:
    done = CliRunner().invoke(app, ["bench", "settle", "--seconds", "0.1", "--json"])
    told = json.loads(done.output)
    assert set(told) == {"machine", "settle"}
    assert set(told["machine"]) == {"processor", "cores", "system", "python", "numpy", "numba"}
    assert all(rate > 0 for rate in told["settle"].values())


def test_protect_times_the_worth_of_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "one_a_game", lambda: ("ma/high-card-flush",))
    monkeypatch.setattr(measure, "LEAK", "others:4")  # sampled: the quickest
    done = CliRunner().invoke(app, ["bench", "protect", "--json"])
    assert json.loads(done.output)["protect"]["ma/high-card-flush"] > 0


def test_a_part_is_offered_once_its_module_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    not_yet = {"later": ("croupier.odds.no_such_module", *_part(lambda seconds: {})[1:])}
    monkeypatch.setattr(bench, "_ALL_PARTS", bench._ALL_PARTS | not_yet)
    assert {"evaluate", "settle", "start"} <= set(bench.parts())
    assert "later" not in bench.parts()
    done = CliRunner().invoke(app, ["bench", "later"])
    assert done.exit_code == 2


@pytest.mark.parametrize("servers", ["0", "1,x", "17", "1,,2", "-1"])
def test_a_number_of_servers_that_cannot_run_is_refused(servers: str) -> None:
    done = CliRunner().invoke(app, ["bench", "floor", f"--servers={servers}"])
    assert done.exit_code == 2, done.output
    assert "allowed: numbers from 1 to 16, such as 1,2,4" in done.output
