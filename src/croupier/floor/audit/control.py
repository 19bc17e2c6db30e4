"""Check the people behind a table's events: two for a correction, and nobody approves their own work."""

from croupier.errors import Refusal
from croupier.floor.audit.findings import Report
from croupier.ledger.records import Record
from croupier.table import events as e
from croupier.table.dual_control import check_act, check_approver
from croupier.table.irregularities import must_be_confirmed
from croupier.table.state import State

TWO_PEOPLE = frozenset((e.Corrected, e.Resettled, e.AwardValidated, e.IrregularityFound))


def check_control(report: Report, record: Record, before: State, event: e.AnyEvent) -> None:
    """Report an event that its people could not have made."""
    if type(event) not in TWO_PEOPLE:
        return
    try:
        match event:
            case e.Corrected():
                _check_correction(before, event)
            case e.Resettled():
                check_act("resettlement", event.by, event.second, made_by=_made_by(before, event.round))
            case e.AwardValidated():
                award = before.pending[event.award]
                made_by = before.corrected_by.get(award.round, ())
                check_approver(event.by, made_by, f"award {event.award} validated")
            case e.IrregularityFound() if before.reported is not None:
                check_approver(event.by, (before.reported.by,), f"report {event.irregularity} confirmed")
            case e.IrregularityFound():
                if must_be_confirmed(before, event.void, event.role):
                    text = f"{event.irregularity}: void without a floorperson's confirmation"
                    report("control_differs", record, text)
    except Refusal as refusal:
        report("control_differs", record, refusal.message)


def _check_correction(before: State, event: e.Corrected) -> None:
    check_act("correction", event.by, event.second, made_by=_made_by(before, before.round))
    if before.electronic:
        raise Refusal("not_now", "an entry of an electronic table was corrected")
    stands = before.hands[event.seat].wagers if event.wagers is not None else {}
    if event.wagers is not None and event.wagers.get("progressive") != stands.get("progressive"):
        raise Refusal("wager_locked", f"seat {event.seat}: a locked progressive wager was corrected")


def _made_by(before: State, number: int) -> tuple[str, ...]:
    """Who may not sign as second for a change of a round, by the edition at the table's opening."""
    return before.changed_by.get(number, ()) if before.control >= 1 else ()
