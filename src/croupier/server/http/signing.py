"""A second person signs in beside the one whose session it is."""

from croupier.errors import Refusal
from croupier.floor.people.pins import is_pin
from croupier.floor.people.second_factor.factors import Proof
from croupier.floor.people.second_factor.passkeys import Site
from croupier.server.api.messages import SignIn
from croupier.server.api.sign_in.proof import STEP_UP
from croupier.server.house import House
from croupier.server.http.guard import host_of
from croupier.server.http.handlers import AnyRequest, actor, hashed
from croupier.table.dual_control import Second


def site_of(request: AnyRequest, house: House) -> Site:
    """The site as the browser knows it, to which its passkeys are bound."""
    asked = request.headers.get("host", "")
    scheme = "https" if house.settings.secure else "http"
    return Site(host_of(request), f"{scheme}://{asked}")


async def countersigned(request: AnyRequest, house: House, second: SignIn, what: str) -> Second:
    """The recorded signature of a second person; a wrong name or password counts as a failed sign-in.

    Beside a sensitive act, for which the first person proves who they are, a PIN is not enough.
    """
    by = actor(request)
    if is_pin(second.password) and request.route_handler.handler_name in STEP_UP:
        message = (
            "a PIN is not enough to sign this; allowed: the password, and the second factor if there is one"
        )
        raise Refusal("signature_refused", message)
    proof = Proof(
        code=second.code,
        challenge=second.challenge,
        credential=second.credential,
        site=site_of(request, house),
    )
    signed = await hashed(
        house, lambda: house.people.door.countersign(second.name, second.password, by, what, proof)
    )
    return Second(by=signed.by.id, role=signed.by.role, signature=signed.id)


async def countersigned_if(
    request: AnyRequest, house: House, second: SignIn | None, what: str
) -> Second | None:
    """The recorded signature of a second person, where one signs."""
    return None if second is None else await countersigned(request, house, second, what)
