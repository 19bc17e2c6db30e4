"""The session as sent to the browser."""

from croupier.floor.people.sessions import Session
from croupier.server.api.messages import SessionResponse
from croupier.server.house import House
from croupier.server.http.access import permissions


def session_response(house: House, session: Session, csrf: str) -> SessionResponse:
    """A session, with the CSRF token that its changes must carry."""
    return SessionResponse(
        id=session.id,
        person=session.person,
        display_name=session.display_name,
        role=session.role,
        permissions=permissions(session.role),
        demo=session.demo,
        expires=session.expires,
        csrf=csrf,
        second_factor=house.second_factor(session),
    )
