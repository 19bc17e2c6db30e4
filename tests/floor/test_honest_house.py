"""An honest house is never accused: under any lawful rules its log is complete and replays to the byte.

Every example, every practice submission and many random lawful ones are played at a live and at an
electronic table. The house restarts between rounds, resettles a round from before the restart, and is then
verified, exported and verified offline, backed up, restored, verified again and replayed.
"""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from croupier.floor.audit.audit import audit
from croupier.floor.audit.backup import backup, restore
from croupier.floor.audit.read_only import open_ledger
from croupier.floor.host.hosted_table import Settings, load
from croupier.ledger.store import Ledger
from croupier.ledger.verification.checkpoints import checkpoint
from croupier.ledger.verification.export import ExportFile, export
from croupier.rulebook.catalog import rule_set, rule_set_names
from croupier.settlement.round import FOLD, Round
from croupier.submission.practice import practice_text
from croupier.submission.table import table_rules_of
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.offers import Offer
from croupier.table.state import State
from tests.effort import effort
from tests.floor.floor_rig import House
from tests.floor.houses import Hosting
from tests.submission.random_submissions import lawful
from tests.table.canonical import canonical
from tests.table.driver import bold, resettlement, timid

EXAMPLES = Path(__file__).parents[2] / "examples"
RANDOM = 200
HOUSES = 10
"""The random submissions are spread over so many houses, of which a thorough run plays all."""


def random_submissions() -> list[str]:
    """Lawful submissions, rule set by rule set in turn."""
    names = rule_set_names()
    return [lawful(names[number % len(names)], number // len(names)) for number in range(RANDOM)]


@pytest.fixture(scope="session")
def shared_out() -> list[str]:
    return random_submissions()


def example(rules: str) -> str:
    return (EXAMPLES / f"{rules.replace('/', '-')}.toml").read_text("utf-8")


# ---------------------------------------------------------------------------------------------- the evening


class Evening:
    """A house whose tables run submissions, played, restarted and played again."""

    def __init__(self, directory: Path, submissions: list[str]) -> None:
        self.directory = directory
        self.url = f"sqlite:///{directory}/ledger.db"
        self.house = House(self.url, directory / "keys")
        self.tables: list[Hosting] = []
        for number, text in enumerate(submissions):
            rules = table_rules_of(text)
            link = f"link {number}" if rules.house.progressive is not None else ""
            if link:
                self.house.open_link(link, rules)
            for mode in ("electronic", "live"):
                self.tables.append(Hosting(self.house, f"{mode} {number}", rules, mode, link))

    def play(self, choose: Callable[[Offer], tuple[str, int]]) -> None:
        """A round at every table, of as many players as there is room for, up to two."""
        for table in self.tables:
            seats = [seat for seat in (1, 2) if seat <= table.state.at.positions]
            if not table.state.players:
                table.sit(*seats)
            table.open_up()
            wagers = least_wagers(table)
            table.deal_round(dict.fromkeys(seats, wagers), choose=choose)

    def restart(self) -> None:
        """Stop the house and start it from its log; every table is as it was."""
        before = {table.name: canonical(table.state) for table in self.tables}
        self.house.close()
        running = [(table.name, table.settings) for table in self.tables]
        self.house = House(self.url, self.directory / "keys", tables=running)
        for table in self.tables:
            table.house = self.house
        assert {table.name: canonical(table.state) for table in self.tables} == before

    def resettle(self) -> None:
        """The first round of every table, from the log: a fold was missed, or the round was void."""
        for table in self.tables:
            for award in table.state.pending:
                table.do(c.Validate(award=award), "floorperson")
            records = self.house.ledger.read(f"table:{table.name}")
            events = (e.decode_event(record.body) for record in records)
            settled = next(event for event in events if isinstance(event, e.RoundSettled))
            corrected = otherwise(table, settled.record)
            table.do(resettlement(settled.round, settled.record, corrected, "misread"), "supervisor")


def otherwise(table: Hosting, record: Round) -> Round:
    """The first player of a live table had folded; an electronic table's round was void."""
    if not table.state.electronic:
        first, *others = record.seats
        folded = msgspec.structs.replace(first, decision=FOLD)
        return msgspec.structs.replace(record, seats=[folded, *others])
    known = table.state.at.house.rules.irregularities
    void = next(clause for clause, rule in known.items() if rule.void == "all")
    return msgspec.structs.replace(record, irregularity=void)


def least_wagers(table: Hosting) -> dict[str, int]:
    """Every wager that the table offers, at its least."""
    offer = next(offer for offer in table.offers("player", table.state.players[1]) if offer.act == "bet")
    return {amount.name: (amount.only or (max(amount.least, 100),))[0] for amount in offer.amounts}


def check_clean(evening: Evening) -> None:
    """Verify, export, verify offline, back up, restore, verify and replay."""
    house, directory = evening.house, evening.directory
    checkpoint(house.ledger, house.clock())
    verdict = audit(house.ledger)
    assert verdict.findings == ()
    with (directory / "log.jsonl").open("wb") as out:
        export(house.ledger, out)
    assert audit(ExportFile(directory / "log.jsonl")) == verdict
    backup(house.ledger, directory / "house.backup")
    restored = f"sqlite:///{directory}/restored.db"
    restore(directory / "house.backup", restored, house.keys)
    ledger = open_ledger(restored, house.keys)
    try:
        assert audit(ledger).findings == ()
        for table in evening.tables:
            assert canonical(replayed(ledger, table.name)) == canonical(without_deck(table.state))
            assert canonical(
                without_deck(load(ledger, house.keys, table.name, Settings()).state)
            ) == canonical(without_deck(table.state))
    finally:
        ledger.close()


def replayed(ledger: Ledger, table: str) -> State:
    """A table folded from its first event."""
    state = State()
    for record in ledger.read(f"table:{table}"):
        state = evolve(state, e.decode_event(record.body))
    return state


def without_deck(state: State) -> State:
    """The undealt deck is not in the log."""
    return msgspec.structs.replace(state, order=())


def check_evening(directory: Path, submissions: list[str]) -> None:
    evening = Evening(directory, submissions)
    try:
        evening.play(bold)
        evening.restart()
        evening.play(timid)
        evening.resettle()
        check_clean(evening)
    finally:
        evening.house.close()


# ------------------------------------------------------------------------------------------------ the tests


@pytest.mark.parametrize("rules", rule_set_names())
def test_a_house_on_an_example_is_clean(rules: str, tmp_path: Path) -> None:
    check_evening(tmp_path, [example(rules)])


@pytest.mark.parametrize("rules", rule_set_names())
def test_a_house_on_a_practice_submission_is_clean(rules: str, tmp_path: Path) -> None:
    check_evening(tmp_path, [practice_text(rules)])


def test_the_random_submissions_take_every_option_policy_and_table(shared_out: list[str]) -> None:
    filings = [tomllib.loads(text) for text in shared_out]
    for name in rule_set_names():
        rules = rule_set(name)
        chosen = [filing for filing in filings if filing["rules"] == name]
        wanted = {
            (option.key, value) for option in rules.options.values() for value in option.values
        } - LEFT_OUT
        wanted |= {
            (f"choices.policies.{policy}", value)
            for policy, rule in rules.policies.items()
            for value in rule.values
        }
        wanted |= {("choices.progressive", table) for table in rules.progressive}
        for wager, printed in rules.paytables.items():
            if rules.wagers[wager].offered == "by_choice" and wager != "cover_all":
                wanted |= {(f"choices.{wager}", table) for table in printed.tables}
        taken = {(key, value) for filing in chosen for key, value in said(filing)}
        assert wanted - taken == set(), name


LEFT_OUT = {("choices.aggregate_limit", "none"), ("choices.aggregate_limit", "fixed")}
"""Said by leaving the key out."""


def said(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """By dotted key, everything that a submission says; a filed table says its name, a limit its basis."""
    if isinstance(value, dict):
        for name in ("table", "per"):
            if name in value:
                yield key, value[name]
        for name, each in value.items():
            yield from said(each, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for each in value:
            yield from said(each, key)
    else:
        yield key, str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("number", range(effort(4, HOUSES)))
def test_a_house_on_random_lawful_submissions_is_clean(
    number: int, tmp_path: Path, shared_out: list[str]
) -> None:
    check_evening(tmp_path, shared_out[number::HOUSES])
