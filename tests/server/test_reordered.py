"""Commands that arrive in another order than they were sent, twice, or again when the table is further.

A command says for which version of the table it was meant, and has a key of its own: a late command is
refused, a repeated one gets its first answer, and nothing happens twice.
"""

import itertools
import random
from typing import Any, NamedTuple

import pytest

from croupier.floor.audit.audit import audit as audited
from croupier.floor.host.automation import close_bets
from croupier.table import events as e
from tests.floor.floor_rig import audit
from tests.server.rig import Client, Running, receive
from tests.server.test_socket import command

FOLD: dict[str, Any] = {"act": "decide", "seat": 1, "action": "fold"}


class Sent(NamedTuple):
    """A command as it went over the wire, and the version that it was answered with."""

    act: dict[str, Any]
    version: int
    key: str
    answer: int


def bet(cents: int) -> dict[str, Any]:
    return {"act": "bet", "seat": 1, "wagers": {"ante": cents}}


def no_more_bets(server: Running) -> None:
    server.house.floor.run(lambda unit: close_bets(unit, "hcf"), table="hcf").result(10)


def code(response: Any) -> str:
    return "" if response.status_code == 200 else str(response.json()["error"]["code"])


@pytest.fixture
def ann(server: Running) -> Client:
    client = server.player("ann")
    client.act("hcf", act="sit", seat=1).raise_for_status()
    return client


def test_events_in_any_order_never_move_the_table_back(server: Running, ann: Client) -> None:
    """Two bets, the second meant to replace the first, and a decision, in every order."""
    for number, order in enumerate(itertools.permutations(range(3)), 1):
        start = ann.view("hcf")["version"]
        sent = [(bet(1000 + 100 * each), start + each, f"{number}.{each}") for each in range(2)]
        sent.append((FOLD, start + 2, f"{number}.fold"))
        taken: list[int] = []
        for each in order:
            act, version, key = sent[each]
            before = ann.view("hcf")["version"]
            answer = ann.act("hcf", version, key, **act)
            if answer.status_code == 200:
                taken.append(each)
                assert answer.json()["version"] == before + 1
            else:
                assert answer.status_code == 409, answer.text
                assert ann.view("hcf")["version"] == before
        assert taken == ([0, 1] if order.index(0) < order.index(1) else [0])
        # What was refused has left no trace, and its key may be used: in order it ends as it was meant.
        for each in range(2):
            act, version, key = sent[each]
            ann.act("hcf", version if each in taken else None, key, **act).raise_for_status()
        assert ann.view("hcf")["seats"][0]["wagers"] == {"ante": 1100}
        no_more_bets(server)
        ann.act("hcf", None, f"{number}.fold", **FOLD).raise_for_status()
    _nothing_twice(server, ann, rounds=number)


def test_a_bet_that_was_overtaken_does_not_replace_the_later_one(ann: Client) -> None:
    start = ann.view("hcf")["version"]
    ann.act("hcf", start, "first", **bet(1000)).raise_for_status()
    ann.act("hcf", start + 1, "third", **bet(3000)).raise_for_status()
    late = ann.act("hcf", start, "second", **bet(2000))
    assert code(late) == "stale_version"
    assert ann.view("hcf")["seats"][0]["wagers"] == {"ante": 3000}


def test_old_commands_that_come_again_rounds_later_change_nothing(server: Running, ann: Client) -> None:
    """All of three rounds, in any order, with their keys and without, over HTTP and over a socket."""
    log: list[Sent] = []

    def send(act: dict[str, Any]) -> None:
        version, key = ann.view("hcf")["version"], f"k{len(log)}"
        answer = ann.act("hcf", version, key, **act).raise_for_status().json()["version"]
        log.append(Sent(act, version, key, answer))

    for number in range(3):
        send(bet(1000))
        send(bet(2000 + 100 * number))
        no_more_bets(server)
        send(FOLD)
    send(bet(5000))  # of the fourth, which waits for more bets
    before = ann.view("hcf")
    chance = random.Random(5)
    with server.socket(ann, "hcf") as line:
        receive(line, "view")
        for each in chance.sample(log * 3, 3 * len(log)):
            if chance.random() < 0.5:
                assert ann.act("hcf", each.version, each.key, **each.act).json() == {"version": each.answer}
            else:
                assert command(line, "1", each.version, each.act, each.key)["version"] == each.answer
            keyless = ann.act("hcf", each.version, "", **each.act)
            stranger = command(line, "2", each.version, each.act, f"other-{each.key}")
            assert code(keyless) == "stale_version", each
            assert stranger["error"]["code"] == "stale_version", each
    assert ann.view("hcf") | {"now": 0} == before | {"now": 0}
    no_more_bets(server)
    send(FOLD)
    _nothing_twice(server, ann, rounds=4)


def _nothing_twice(server: Running, ann: Client, rounds: int) -> None:
    """One bet stood and one decision was made in each round, and the money agrees with them."""
    ledger = server.house.floor.ledger
    audit(ledger)
    assert audited(ledger).whole
    events = [e.decode_event(record.body) for record in ledger.read("table:hcf")]
    settled = [event for event in events if isinstance(event, e.RoundSettled)]
    assert [event.round for event in settled] == list(range(1, rounds + 1))
    assert sum(isinstance(event, e.Decided) for event in events) == rounds
    assert server.balance(f"player:{ann.person}") == 1_000_000 + sum(event.nets[1] for event in settled)
