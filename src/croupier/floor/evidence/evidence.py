"""The evidence pack of one round: the facts, the replay as pictures, clauses, signatures, verification.

It shows what an auditor may see: every dealt hand. People are in it by the ids of the log, never by name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from croupier.errors import Refusal
from croupier.floor.audit.audit import audit
from croupier.floor.audit.deal import DealVerdict, before, look_up
from croupier.floor.audit.findings import Verdict
from croupier.floor.evidence.picture import picture
from croupier.floor.evidence.steps import LoggedStep, logged_steps
from croupier.floor.print.page import moment
from croupier.floor.print.slip import card_words, exact
from croupier.floor.registry.house_events import STREAM as HOUSE
from croupier.floor.registry.house_events import Countersigned, decode_house_event
from croupier.floor.registry.settings import settings_of
from croupier.games.vocabulary import wager_label
from croupier.ledger.records import Record
from croupier.ledger.store import Ledger
from croupier.names import spoken
from croupier.odds.report.blocks import Block, Section, Table, blank, gap, heading, plot, text
from croupier.odds.report.plots import Plot
from croupier.odds.report.typst import Paper, compiled
from croupier.rulebook.catalog import clauses as known_clauses
from croupier.settlement.round import DECIDING
from croupier.submission.house import TableRules
from croupier.table import events as e
from croupier.table.redaction.replay import RedactedRound, RedactedStep, Step, redact_round
from croupier.table.state import Viewer

AUDITOR = Viewer("auditor")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Everything that the log holds about one round."""

    table: str
    round: int
    rules: TableRules
    zone: str
    at: int
    """When the pack was made."""
    public: bytes
    """The house's public key, with which its signatures were verified."""
    steps: tuple[LoggedStep, ...]
    shown: RedactedRound
    verdict: Verdict
    deal: DealVerdict | None
    """Of a round that the house shuffled itself."""
    signed: tuple[tuple[Record, Countersigned], ...]
    """The second signatures behind corrections and resettlements."""

    @property
    def settled(self) -> e.RoundSettled:
        """The settlement of the round."""
        return next(each.event for each in self.steps if isinstance(each.event, e.RoundSettled))

    def pdf(self) -> bytes:
        """The pack as one PDF."""
        return compiled(_paper(self))


def gather(ledger: Ledger, table: str, round_: int, now: int, public: bytes | None = None) -> Evidence:
    """The evidence of a settled round; the whole log is verified on the way."""
    steps = tuple(logged_steps(ledger, table, round_))
    played = [each for each in steps if each.in_round(round_)]
    if not any(isinstance(each.event, e.RoundSettled) for each in played):
        raise Refusal("unknown_round", f"table {table} has no settled round {round_} in the log")
    rulings = [each for each in steps if not each.in_round(round_)]
    states = [Step(each.record.version, each.event, each.before, each.after) for each in played]
    later = [(each.record.version, each.event) for each in rulings]
    rules = played[-1].before.rules or played[-1].after.rules
    assert rules is not None
    return Evidence(
        table=table,
        round=round_,
        rules=rules,
        zone=settings_of(ledger).zone,
        at=now,
        public=public or ledger.keys.public,
        steps=steps,
        shown=redact_round(states, later, AUDITOR),
        verdict=audit(ledger, public),
        deal=_deal(ledger, table, round_),
        signed=tuple(_signatures(ledger, steps)),
    )


def _deal(ledger: Ledger, table: str, round_: int) -> DealVerdict | None:
    try:
        records, seeds = ledger.read(f"table:{table}"), ledger.read(f"fair:{table}")
        return look_up(table, round_, records, seeds, before(ledger, table))
    except Refusal:  # a live table: people shuffled
        return None


def _signatures(ledger: Ledger, steps: Sequence[LoggedStep]) -> Iterator[tuple[Record, Countersigned]]:
    seconds = (getattr(each.event, "second", None) for each in steps)
    wanted = {second.signature for second in seconds if second is not None}
    if wanted:
        for record in ledger.read(HOUSE):
            if record.kind == "countersigned.v1":
                event = decode_house_event(record.body)
                if isinstance(event, Countersigned) and event.signature in wanted:
                    yield record, event


# ---------------------------------------------------------------------------------------------- the paper


class _Picture(NamedTuple):
    plot: Plot
    step: RedactedStep


def _paper(pack: Evidence) -> Paper:
    drawn = list(_pictures(pack))
    rules = pack.rules.house.rules.rules
    return Paper(
        title=f"Evidence: table {pack.table}, round {pack.round}",
        about=f"{rules.title}, {rules.name}, {rules.edition}. Made {moment(pack.at, pack.zone)}.",
        author=pack.rules.operator or "Croupier",
        footer="People are named by their ids in the log. Times are in the zone of the house.",
        sections=(
            Section("The round", tuple(_round(pack))),
            Section("Verification", tuple(_verification(pack))),
            Section("Replay", tuple(_replay(pack, drawn)), page="new"),
            Section("Clauses", tuple(_clauses(pack)), page="new"),
            Section("People and signatures", tuple(_people(pack))),
            Section("Records of the log", tuple(_records(pack)), page="new"),
        ),
        pictures={each.plot.name: each.plot for each in drawn},
        contents=True,
    )


Blocks = Iterator[Block | Table]


def _round(pack: Evidence) -> Blocks:
    settled, shown = pack.settled, pack.shown
    record, rules = settled.record, pack.rules.house.rules
    last = shown.steps[-1].view
    begun, ended = pack.steps[0].record.at, settled.at
    yield text(f"Settled {moment(ended, pack.zone)}; its first record is of {moment(begun, pack.zone)}.")
    facts = [("Dealer", card_words(record.dealer or ""), last.dealer.hand)]
    if record.board:
        facts.append(("Board", card_words(record.board), ""))
    hands = {seat.seat: seat.hand for seat in last.seats}
    for seat in record.seats:
        named = f"Seat {seat.seat}, {settled.players.get(seat.seat, '')}"
        named_cards = card_words(seat.cards or "") or (
            "no bonus, declared" if seat.declared else "never shown"
        )
        if seat.declared == DECIDING:
            named_cards += " (those that play)"
        facts.append((named, named_cards, hands.get(seat.seat, "")))
    yield Table(("Whose", "Cards", "Hand"), "ttt", tuple(facts), widths=(2, 2, 2))
    rows = []
    for view in last.seats:
        for wager, result in view.results.items():
            rows.append(
                (
                    f"Seat {view.seat}",
                    wager_label(rules, wager),
                    exact(result.stake),
                    result.outcome,
                    exact(result.paid),
                    exact(result.returned),
                    ", ".join(result.clauses[:3]),
                )
            )
    yield heading("Settlement as recorded")
    columns = ("Seat", "Wager", "Stake", "Outcome", "Paid", "Returned", "Clauses")
    yield Table(columns, "ttntnnc", tuple(rows), widths=(1, 1.8, 1, 1, 1, 1, 2.2))
    nets = ", ".join(f"seat {seat}: {_signed(net)}" for seat, net in sorted(settled.nets.items()))
    yield text(f"Net of each seat at the settlement: {nets}.")
    for ruling in shown.rulings:
        yield heading(f"Later: {spoken(_kind(ruling.event))}, {moment(ruling.event.at, pack.zone)}")
        yield text("\n".join(line.words for line in ruling.lines))


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else '+' if cents else ''}{exact(abs(cents))}"


def _verification(pack: Evidence) -> Blocks:
    verdict, positions = pack.verdict, [each.record.position for each in pack.steps]
    if verdict.whole:
        done = verdict.replayed
        yield text(
            f"The whole log was verified and replayed: {done.records:,} records, {done.rounds:,} rounds "
            "recomputed, nothing found."
        )
    else:
        yield gap(f"The log has {_findings(len(verdict.findings))}. It does not prove what follows.")
        rows = tuple(
            (each.code, f"{each.stream} {each.version}", str(each.message)) for each in verdict.findings[:20]
        )
        yield Table(("Finding", "Record", "Meaning"), "ttt", rows, widths=(1, 1.5, 4))
    covered = "all of them" if positions[-1] <= verdict.signed else "not all of them"
    yield text(
        f"The records of this round stand at positions {positions[0]} to {positions[-1]} of "
        f"{verdict.position}. The house has signed the log up to position {verdict.signed}: {covered}."
    )
    yield text(f"Public key of the house: {pack.public.hex()}")
    if pack.deal is not None:
        found = pack.deal.findings
        said = "; ".join(found) if found else "the deck is that of the committed seed, card by card"
        yield text(f"Deal: commitment {pack.deal.commitment}: {said}.")
    yield text(
        "To check it: croupier audit verify, on an export of this log, and "
        f"croupier audit replay {pack.table} {pack.round}."
    )


def _findings(count: int) -> str:
    return "1 finding" if count == 1 else f"{count:,} findings"


def _pictures(pack: Evidence) -> Iterator[_Picture]:
    """The steps after which the table looks different."""
    rules, before = pack.rules.house.rules, picture(pack.shown.start, pack.rules.house.rules)
    for number, step in enumerate(pack.shown.steps, start=1):
        drawn = picture(step.view, rules)
        if drawn != before:
            before = drawn
            caption = f"Step {number}, {moment(step.event.at, pack.zone)}"
            yield _Picture(Plot(f"step-{number}", caption, drawn, 0.62), step)


def _replay(pack: Evidence, drawn: list[_Picture]) -> Blocks:
    pictures = {each.step.version: each.plot.name for each in drawn}
    for number, step in enumerate(pack.shown.steps, start=1):
        who = (
            step.event.role
            if step.event.by in ("", step.event.role)
            else f"{step.event.role} {step.event.by}"
        )
        yield heading(f"{number}. {spoken(step_name(step.event)).capitalize()}")
        yield text(
            f"{moment(step.event.at, pack.zone)}, {who}: " + "\n".join(line.words for line in step.lines)
        )
        if step.version in pictures:
            yield plot(pictures[step.version])


def step_name(event: e.AnyEvent) -> str:
    """The name of a step of the procedure, or else the kind of the event."""
    return str(getattr(event, "step", "") or _kind(event))


def _kind(event: e.AnyEvent) -> str:
    return str(event.__struct_config__.tag).rpartition(".")[0]


def _clauses(pack: Evidence) -> Blocks:
    cited: dict[str, None] = {}
    shown = [(each.event, each.lines) for each in pack.shown.steps]
    shown += [(each.event, each.lines) for each in pack.shown.rulings]
    for event, lines in shown:
        for clause in (*event.clauses, *(clause for line in lines for clause in line.clauses)):
            cited[clause] = None
    known = known_clauses()
    yield text("Every clause that a record of this round rests on, in our own words; the document decides.")
    rows = tuple(
        (id_, known[id_].summary if id_ in known else "not in the installed rulebook") for id_ in cited
    )
    yield Table(("Clause", "In words"), "ct", rows, widths=(1, 4))
    yield text(f"Rules as recorded when the table opened: digest {pack.rules.house.rules.digest}.")


def _people(pack: Evidence) -> Blocks:
    acted: dict[tuple[str, str], int] = {}
    for each in pack.steps:
        acted[each.event.by, each.event.role] = acted.get((each.event.by, each.event.role), 0) + 1
    rows = tuple((by or "the system", role, str(count)) for (by, role), count in sorted(acted.items()))
    yield Table(("Person", "Role", "Records"), "ttn", rows, widths=(3, 2, 1))
    if pack.signed:
        yield heading("Second signatures")
        signed = tuple(
            (event.by, event.role, event.beside, event.what, f"{record.position}", record.hash.hex()[:16])
            for record, event in pack.signed
        )
        yield Table(("Signed by", "Role", "Beside", "What", "Position", "Hash"), "ttttnx", signed)
    for line in ("Prepared by: name, title, date", "Received by the regulator: name, title, date"):
        yield blank(line)


def _records(pack: Evidence) -> Blocks:
    rows = tuple(
        (
            str(each.record.position),
            moment(each.record.at, pack.zone),
            spoken(step_name(each.event)),
            each.record.by,
            each.record.hash.hex(),
        )
        for each in pack.steps
    )
    yield Table(("Position", "Time", "What", "By", "Hash"), "nttxx", rows, widths=(0.8, 2.4, 2, 2.2, 2.6))
