"""The house of `croupier bench floor`: electronic tables of every rule set, all seats taken."""

from concurrent.futures import Future
from pathlib import Path
from typing import Any

from croupier.bench.floor_bots import Seat
from croupier.floor.desks import cashier
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Settings as TableSettings
from croupier.floor.people.model import ADMINISTRATOR, Actor
from croupier.floor.registry import changes
from croupier.server.house import House
from croupier.server.opening import close_house, open_house
from croupier.server.settings import Settings
from croupier.submission.practice import practice_rules, practice_text, practiced
from croupier.table import commands as c
from croupier.table.offers.bounds import wager_bounds
from croupier.table.state import ELECTRONIC

SEATS = range(1, 7)
BETTING_MS, DECISION_MS = 1_000, 60_000
MONEY = 1_000_000_000

_ADMIN = Actor("bench", ADMINISTRATOR, "127.0.0.1")


def furnish(url: str, keys: Path, tables: int) -> list[Seat]:
    """Open the tables and seat a guest with plenty of play money at every position."""
    house = open_house(url, keys, Settings(secure=False), demo=True)
    try:
        return _seated(house, _opened(house, tables))
    finally:
        close_house(house)


def _opened(house: House, tables: int) -> list[str]:
    registry, names = house.registry, [f"bench-{number}" for number in range(tables)]
    rules = list(practiced())
    linked = {each for each in rules if practice_rules(each).house.progressive is not None}

    def submissions(unit: Unit) -> None:
        for each in rules:
            name = each.replace("/", "-")
            changes.load_submission(unit, registry, name, practice_text(each), _ADMIN)
            if each in linked:
                changes.open_link(unit, registry, f"link-{name}", name, _ADMIN)

    def table(number: int, name: str) -> "Future[None]":
        played = rules[number % len(rules)]
        submission = played.replace("/", "-")
        link = f"link-{submission}" if played in linked else ""
        settings = TableSettings(link=link, betting_ms=BETTING_MS, decision_ms=DECISION_MS, demo=True)

        def work(unit: Unit) -> None:
            changes.list_table(
                unit, registry, name, _ADMIN, mode=ELECTRONIC, submission=submission, settings=settings
            )
            changes.open_table(unit, registry, name, _ADMIN, house.floor.keys)

        return house.floor.run(work)

    house.floor.run(submissions).result(60)
    registry.catch_up(house.floor.ledger)
    for number, name in enumerate(names):
        table(number, name).result(60)
    return names


def _seated(house: House, names: list[str]) -> list[Seat]:
    seats: list[Seat] = []
    waiting: list[Future[Any]] = []
    for name in names:
        rules = house.floor.tables[name].state.at
        wagers = {amount.name: _stake(amount.only, amount.least) for amount in wager_bounds(rules)}
        for seat in SEATS:
            opened = house.people.demo_guest("127.0.0.1")
            player = opened.session.person
            seats.append(Seat(name, seat, opened.token, wagers))

            def money(unit: Unit, player: str = player) -> None:
                cashier.issue(unit, player, MONEY, _ADMIN)

            waiting.append(house.floor.run(money))
            sit = c.Sit(seat=seat, player=player)
            waiting.append(house.floor.send(name, sit, by=player, role="player"))
    for each in waiting:
        each.result(60)
    return seats


def _stake(only: tuple[int, ...], least: int) -> int:
    """The minimum wager, ten dollars if none is posted."""
    return only[0] if only else max(least, 1_000)
