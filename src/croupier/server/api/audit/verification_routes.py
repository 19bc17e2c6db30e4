"""Verify the log in the background; its findings on the page and as CSV."""

from litestar import Response

from croupier.errors import Refusal
from croupier.floor.audit.findings import Verdict
from croupier.floor.registry.settings import settings_of
from croupier.floor.reports.sheets.sheet import csv_of
from croupier.server.api.audit.export import database_url
from croupier.server.api.audit.log_sheets import findings_sheet
from croupier.server.api.audit.messages import LogFinding, VerificationResponse
from croupier.server.api.audit.verification import Verifying
from croupier.server.api.odds.routes import job_response, job_responses
from croupier.server.api.reports.routes import csv_response
from croupier.server.house import House
from croupier.server.http.handlers import Here, Me, in_thread, viewer
from croupier.server.http.routing import get, post
from croupier.table.redaction.log import redact_finding
from croupier.table.state import Viewer

FINDINGS = 200
"""The most findings sent to the page."""


@post("/audit/verify", responses=job_responses(VerificationResponse))
async def verify_log(house: Here, me: Me) -> Response[VerificationResponse]:
    """Verify and replay the whole log in the background; returns the running verification, if any."""
    args = (database_url(house), house.floor.keys.public, await in_thread(house.signer.held))
    job = house.slow.ask("verify", *args, key="log", again=True)
    if house.verifying is None or house.verifying.job is not job:
        house.verifying = Verifying(job, me.person)
    await job.wait(1.0)
    return _verification(house, viewer(me))


@get("/audit/verify", responses=job_responses(VerificationResponse))
async def verification(house: Here, me: Me) -> Response[VerificationResponse]:
    """The progress of the verification, or its findings."""
    return _verification(house, viewer(me))


def _verification(house: House, looks: Viewer) -> Response[VerificationResponse]:
    running = house.verifying
    if running is None:
        return Response(VerificationResponse(state="done", begun=False))
    job = running.job
    if not job.future.done() or job.failed is not None:
        return job_response(VerificationResponse, job, by=running.by)
    verdict: Verdict = job.future.result()
    return Response(
        VerificationResponse(
            state="done",
            done=verdict.replayed.records,
            total=verdict.replayed.records,
            at=running.ended(),
            by=running.by,
            whole=verdict.whole,
            replayed=verdict.replayed,
            checkpoints=verdict.checkpoints,
            signed=verdict.signed,
            position=verdict.position,
            findings=_findings(verdict, FINDINGS, looks),
            number_found=len(verdict.findings),
        )
    )


@get("/audit/verify/csv", media_type="text/csv")
async def findings_csv(house: Here, me: Me) -> Response[str]:
    """All findings of the last verification, as comma-separated values without names."""
    running = house.verifying
    if running is None:
        raise Refusal("not_computed", "the log was not verified since the server started; verify it first")
    if not running.job.future.done():
        raise Refusal("not_computed", "the log is still being verified; ask again")
    if running.job.failed is not None:
        raise Refusal("not_computed", f"the verification failed: {running.job.failed.message}; verify again")
    verdict: Verdict = running.job.future.result()
    found = _findings(verdict, len(verdict.findings), viewer(me))
    zone = await in_thread(lambda: settings_of(house.floor.ledger).zone)
    return csv_response(csv_of(findings_sheet(found, zone)), "findings")


def _findings(verdict: Verdict, most: int, looks: Viewer) -> tuple[LogFinding, ...]:
    return tuple(
        LogFinding(
            code=each.code,
            message=redact_finding(each.message, each.stream, looks),
            stream=each.stream,
            version=each.version,
            position=each.position,
        )
        for each in verdict.findings[:most]
    )
