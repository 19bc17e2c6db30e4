"""Second factors: confirm a session, sign in by passkey, set up and remove one's own; one's own sessions."""

from typing import Annotated

from litestar import Response, Router
from litestar.params import JSONBody, PathParameter

from croupier.errors import Refusal
from croupier.floor.people.second_factor.factors import NewAuthenticator, Proof, SecondFactors
from croupier.floor.people.second_factor.passkeys import Site
from croupier.floor.people.sessions import Session
from croupier.server.api.messages import (
    Confirm,
    Done,
    Ended,
    NameFactor,
    NamePasskey,
    PasskeyChallenge,
    PasskeyProof,
    RecoveryCodes,
    SessionResponse,
)
from croupier.server.api.sign_in.routes import end_former, let_in
from croupier.server.house import House
from croupier.server.http.guard import address_of, device_of
from croupier.server.http.handlers import AnyRequest, Here, Me, hashed, in_thread
from croupier.server.http.routing import get, post
from croupier.server.http.signing import site_of

FactorId = Annotated[str, PathParameter(max_length=64, description="The id of a second factor.")]


@post("/session/confirm")
async def confirm_session(
    request: AnyRequest, house: Here, me: Me, data: JSONBody[Confirm]
) -> Response[SessionResponse]:
    """Prove who you are, by your second factor or else your password; the session gets a new cookie."""
    proof = Proof(
        code=data.code, challenge=data.challenge, credential=data.credential, site=site_of(request, house)
    )
    where, device = address_of(request), device_of(request, house)
    opened = await hashed(house, lambda: house.people.door.confirm(me, where, data.password, proof, device))
    house.recheck(me.person)
    return let_in(house, opened)


@post("/session/passkey/challenge")
async def passkey_challenge(request: AnyRequest, house: Here) -> PasskeyChallenge:
    """A challenge for a passkey of this site: to sign in, to confirm, or to sign as second person."""
    site = _site(request, house)
    asked = await in_thread(lambda: house.people.factors.ask_to_sign(site))
    return PasskeyChallenge(challenge=asked.challenge, options=asked.options)


@post("/session/passkey")
async def sign_in_by_passkey(
    request: AnyRequest, house: Here, data: JSONBody[PasskeyProof]
) -> Response[SessionResponse]:
    """Sign in by a passkey alone; the response sets the session cookie."""
    proof = Proof(challenge=data.challenge, credential=data.credential, site=_site(request, house))
    where = address_of(request)
    opened = await in_thread(lambda: house.people.door.sign_in_by_passkey(proof, where))
    await end_former(request, house)
    return let_in(house, opened)


@get("/session/own")
async def own_sessions(house: Here, me: Me) -> list[Session]:
    """Your active sessions, newest first."""
    return await in_thread(lambda: house.people.sessions.own(me))


@post("/session/end-others")
async def end_other_sessions(request: AnyRequest, house: Here, me: Me) -> Ended:
    """End all your sessions but this one."""
    where = address_of(request)
    ended = await in_thread(lambda: house.people.sessions.end_others(me, where))
    house.recheck(me.person)
    return Ended(sessions=ended)


@get("/second-factors")
async def second_factors(house: Here, me: Me) -> SecondFactors:
    """Your second factors, and how many recovery codes are left."""
    return await in_thread(lambda: house.people.factors.of(me.person))


@post("/second-factors/authenticator")
async def begin_authenticator(house: Here, me: Me) -> NewAuthenticator:
    """The secret of a new authenticator, as text and as a QR code; it counts after its first code."""
    return await in_thread(lambda: house.people.factors.begin_authenticator(me))


@post("/second-factors/authenticator/confirm")
async def finish_authenticator(house: Here, me: Me, data: JSONBody[NameFactor]) -> RecoveryCodes:
    """Confirm a new authenticator by its first code; with the first factor come recovery codes."""
    factors = house.people.factors
    return RecoveryCodes(
        codes=await in_thread(lambda: factors.finish_authenticator(me, data.name, data.code))
    )


@post("/second-factors/passkey")
async def begin_passkey(request: AnyRequest, house: Here, me: Me) -> PasskeyChallenge:
    """Options for the browser to make a passkey."""
    site = _site(request, house)
    asked = await in_thread(lambda: house.people.factors.begin_passkey(me, site))
    return PasskeyChallenge(challenge=asked.challenge, options=asked.options)


@post("/second-factors/passkey/confirm")
async def finish_passkey(
    request: AnyRequest, house: Here, me: Me, data: JSONBody[NamePasskey]
) -> RecoveryCodes:
    """Keep the passkey that the browser made; with the first factor come recovery codes."""
    site = _site(request, house)
    factors = house.people.factors
    codes = await in_thread(
        lambda: factors.finish_passkey(me, site, data.name, data.challenge, data.credential)
    )
    return RecoveryCodes(codes=codes)


@post("/second-factors/{factor:str}/remove")
async def remove_second_factor(house: Here, me: Me, factor: FactorId) -> Done:
    """Remove one of your second factors."""
    await in_thread(lambda: house.people.factors.remove(me, factor))
    return Done()


@post("/second-factors/recovery-codes")
async def renew_recovery_codes(house: Here, me: Me) -> RecoveryCodes:
    """New recovery codes; the old ones are void."""
    return RecoveryCodes(codes=await in_thread(lambda: house.people.factors.renew_recovery_codes(me)))


def _site(request: AnyRequest, house: House) -> Site:
    site = site_of(request, house)
    if site.host.replace(".", "").isdigit() or ":" in site.host:
        raise Refusal("second_factor_refused", "passkeys need a host name, such as localhost, not an address")
    return site


second_factor_router: Router = Router(
    path="/api",
    route_handlers=[
        confirm_session,
        passkey_challenge,
        sign_in_by_passkey,
        own_sessions,
        end_other_sessions,
        second_factors,
        begin_authenticator,
        finish_authenticator,
        begin_passkey,
        finish_passkey,
        remove_second_factor,
        renew_recovery_codes,
    ],
    tags=["door"],
)
