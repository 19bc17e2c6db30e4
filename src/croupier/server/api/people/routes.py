"""Accounts, for administrators, and the names of people at a table."""

from typing import Annotated

from litestar import Response, Router
from litestar.params import JSONBody, PathParameter, QueryParameter

from croupier.floor.people.model import Person
from croupier.floor.people.people import Invited
from croupier.floor.people.sessions import Session
from croupier.floor.registry.settings import settings_of
from croupier.floor.reports.sheets.sheet import csv_of
from croupier.server.api.desks.messages import Address, ChangePerson, Counted, Invite, ResetPassword
from croupier.server.api.messages import Done
from croupier.server.api.people.people_sheet import people_sheet
from croupier.server.api.reports.routes import csv_response
from croupier.server.http.handlers import AnyRequest, Here, actor, in_thread
from croupier.server.http.routing import get, patch, post
from croupier.server.http.signing import countersigned_if

PersonId = Annotated[str, PathParameter(max_length=64, description="The id of a person.")]
Demo = Annotated[bool, QueryParameter(description="Those of the demo too.")]
SessionId = Annotated[str, PathParameter(max_length=64, description="The id of a session.")]


@get("/people")
async def people(request: AnyRequest, house: Here, demo: Demo = False) -> list[Person]:
    """All accounts, by name."""
    by = actor(request)
    return await in_thread(lambda: house.people.everyone(by, demo=demo))


@get("/people/csv", media_type="text/csv")
async def people_csv(request: AnyRequest, house: Here, demo: Demo = False) -> Response[str]:
    """All accounts as comma-separated values: ids, roles and states, no names."""
    by = actor(request)

    def written() -> str:
        found = house.people.everyone(by, demo=demo)
        return csv_of(people_sheet(found, settings_of(house.floor.ledger).zone, house.floor.clock()))

    return csv_response(await in_thread(written), "people")


@post("/people")
async def invite(request: AnyRequest, house: Here, data: JSONBody[Invite]) -> Invited:
    """Create an account; returns the invitation that sets its password."""
    by = actor(request)
    second = await countersigned_if(request, house, data.second, f"invite {data.role}")
    return await in_thread(lambda: house.people.invite(by, data.name, data.display_name, data.role, second))


@get("/people/{person:str}")
async def person(house: Here, person: PersonId) -> Person:
    """One account."""
    return await in_thread(lambda: house.people.person(person))


@patch("/people/{person:str}")
async def change_person(
    request: AnyRequest, house: Here, person: PersonId, data: JSONBody[ChangePerson]
) -> Person:
    """Change an account's role, state or display name. The first two end the person's sessions."""
    by = actor(request)
    second = await countersigned_if(request, house, data.second, f"change {person}")
    changed = await in_thread(
        lambda: house.people.change(
            by,
            person,
            role=data.role,
            enabled=data.enabled,
            display_name=data.display_name,
            second=second,
        )
    )
    house.recheck(person)
    return changed


@post("/people/{person:str}/reset")
async def reset_password(
    request: AnyRequest, house: Here, person: PersonId, data: JSONBody[ResetPassword | None] = None
) -> Invited:
    """Create an invitation for a new password."""
    by = actor(request)
    second = await countersigned_if(request, house, None if data is None else data.second, f"reset {person}")
    return await in_thread(lambda: house.people.reset(by, person, second))


@post("/people/{person:str}/second-factor/reset")
async def reset_second_factor(
    request: AnyRequest, house: Here, person: PersonId, data: JSONBody[ResetPassword | None] = None
) -> Done:
    """Remove the second factors of somebody who has lost them; their sessions end."""
    by = actor(request)
    asked = None if data is None else data.second
    second = await countersigned_if(request, house, asked, f"reset second factor {person}")
    await in_thread(lambda: house.people.factors.reset(by, person, second))
    house.recheck(person)
    return Done()


@post("/people/{person:str}/identities/unlink")
async def unlink_identities(
    request: AnyRequest, house: Here, person: PersonId, data: JSONBody[ResetPassword | None] = None
) -> Counted:
    """Remove the identities of single sign-on of a person; their sessions end."""
    by = actor(request)
    asked = None if data is None else data.second
    second = await countersigned_if(request, house, asked, f"unlink identities {person}")
    count = await in_thread(lambda: house.people.identities.unlink(by, person, second))
    house.recheck(person)
    return Counted(count=count)


@post("/people/{person:str}/erase")
async def erase_person(
    request: AnyRequest, house: Here, person: PersonId, data: JSONBody[ResetPassword]
) -> Person:
    """Erase the names of a disabled account for good. The log, which has none, stays as it is."""
    by = actor(request)
    second = await countersigned_if(request, house, data.second, f"erase {person}")
    return await in_thread(lambda: house.people.erase(by, person, second))


@post("/people/{person:str}/unlock")
async def unlock(request: AnyRequest, house: Here, person: PersonId) -> Done:
    """End an account's lockout early."""
    by = actor(request)
    await in_thread(lambda: house.people.unlock(by, person))
    return Done()


@post("/addresses/unlock")
async def unlock_address(request: AnyRequest, house: Here, data: JSONBody[Address]) -> Done:
    """End a source address's lockout early."""
    by = actor(request)
    await in_thread(lambda: house.people.unlock_address(by, data.address))
    return Done()


@get("/sessions")
async def sessions(
    request: AnyRequest,
    house: Here,
    person: Annotated[str, QueryParameter(max_length=64, description="Of one person alone.")] = "",
) -> list[Session]:
    """The active sessions."""
    by = actor(request)
    return await in_thread(lambda: house.people.sessions.everyone(by, person))


@post("/sessions/{session_id:str}/revoke")
async def revoke_session(request: AnyRequest, house: Here, session_id: SessionId) -> Done:
    """End another person's session."""
    by = actor(request)
    await in_thread(lambda: house.people.sessions.revoke(by, session_id))
    house.recheck()
    return Done()


@post("/people/{person:str}/sessions/revoke")
async def revoke_sessions(request: AnyRequest, house: Here, person: PersonId) -> Counted:
    """End all sessions of a person."""
    by = actor(request)
    count = await in_thread(lambda: house.people.sessions.revoke_all(by, person))
    house.recheck(person)
    return Counted(count=count)


@post("/demo/close")
async def close_demo(request: AnyRequest, house: Here) -> Counted:
    """Disable all demo accounts and end their sessions."""
    by = actor(request)
    count = await in_thread(lambda: house.people.close_demo(by))
    house.recheck()
    return Counted(count=count)


@get("/tables/{table:str}/names")
async def names(
    house: Here, table: Annotated[str, PathParameter(max_length=64, description="The name of a table.")]
) -> dict[str, str]:
    """Display names, by id, of the people at a table now or in the last round."""
    state = house.tables.find(table).state
    ids = {*state.players.values(), *(hand.player for hand in state.hands.values())}
    if state.last is not None:
        ids |= {hand.player for hand in state.last.hands.values()}
    return await in_thread(lambda: house.people.display_names(ids))


administration: Router = Router(
    path="/api",
    route_handlers=[
        people,
        people_csv,
        invite,
        person,
        change_person,
        reset_password,
        reset_second_factor,
        unlink_identities,
        erase_person,
        unlock,
        unlock_address,
        sessions,
        revoke_session,
        revoke_sessions,
        close_demo,
        names,
    ],
    tags=["people"],
)
