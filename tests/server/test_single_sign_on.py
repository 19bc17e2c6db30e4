"""Single sign-on against a real OpenID Connect provider on loopback: linked identities, forged returns."""

import base64
import hashlib
import hmac
import re
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import RSAKey

from croupier.errors import Refusal
from croupier.server.api.single_sign_on.provider import Provider, SignOn, read_sign_on
from tests.server.rig import Client, Running
from tests.server.test_second_factor import Authenticator, code

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import oidc_provider_mock  # type: ignore[import-untyped]

pytestmark = pytest.mark.filterwarnings("ignore")  # of the provider, which runs in a thread of this process


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    people = [
        oidc_provider_mock.User(sub="wanda", claims={}),
        oidc_provider_mock.User(sub="mallory", claims={}),
        oidc_provider_mock.User(sub="ursula", claims={}),
    ]
    with oidc_provider_mock.run_server_in_thread(user_claims=people, require_nonce=True) as provider:
        yield f"http://localhost:{provider.server_port}"


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("CROUPIER_TEST_SECRET", "for the provider alone")
    return "CROUPIER_TEST_SECRET"


@pytest.fixture
def house(server: Running, issuer: str, secret: str) -> Running:
    server.house.provider = Provider(
        SignOn(issuer=issuer, client_id="croupier", name="Example Casino", client_secret_env=secret)
    )
    return server


def at_the_provider(address: str, who: str) -> str:
    """Somebody signs in at the provider; where it sends the browser back to."""
    answer = httpx.post(address, data={"sub": who}, follow_redirects=False, timeout=20)
    assert answer.status_code == 302, answer.text
    return answer.headers["location"]


def come_back(client: Client, back: str) -> str:
    answer = client.get(back, follow_redirects=False)
    assert answer.status_code in (302, 303, 307), answer.text
    if answer.headers["location"] == "/":
        client.headers["X-CSRF-Token"] = client.get("/api/session").raise_for_status().json()["csrf"]
    return str(answer.headers["location"])


def begin(client: Client, link: str = "") -> str:
    return str(client.post("/api/sign-on/start", json={"link": link}).raise_for_status().json()["address"])


def test_an_invitation_links_the_identity_and_lets_nobody_else_in(house: Running) -> None:
    admin = house.signed_in("administrator")
    assert admin.get("/api/welcome").json()["sign_on"] == "Example Casino"
    asked = {"name": "administrators", "display_name": "Wanda", "role": "dealer"}
    invited = admin.post("/api/people", json=asked).raise_for_status().json()
    # Whatever the provider calls somebody, without a link they are nobody here.
    stranger = house.client()
    refused = come_back(stranger, at_the_provider(begin(stranger), "wanda"))
    assert refused == "/sign-in?refused=single-sign-on"
    wanda = house.client()
    assert come_back(wanda, at_the_provider(begin(wanda, invited["link"]), "wanda")) == "/"
    session = wanda.get("/api/session")
    assert session.json()["person"] == invited["person"]
    for told in (session.text, *map(str, wanda.cookies.items())):
        assert not re.search(r"eyJ[\w-]+\.[\w-]+\.", told), "the provider's tokens stay with the server"
    again = house.client()
    assert come_back(again, at_the_provider(begin(again), "wanda")) == "/"
    other = house.client()
    assert "refused" in come_back(other, at_the_provider(begin(other, invited["link"]), "mallory"))  # used up
    admin.patch(f"/api/people/{invited['person']}", json={"enabled": False}).raise_for_status()
    gone = house.client()
    assert "refused" in come_back(gone, at_the_provider(begin(gone), "wanda"))


def test_a_person_links_their_own_and_the_second_factor_stays(house: Running) -> None:
    boss = house.signed_in("floorperson")
    phone = Authenticator(house, boss)
    address = boss.post("/api/sign-on/link").raise_for_status().json()["address"]
    assert come_back(boss, at_the_provider(address, "mallory")) == "/"
    client = house.client()
    assert come_back(client, at_the_provider(begin(client), "mallory")) == "/"
    assert (
        client.get("/api/session").json()["second_factor"] == "outstanding"
    )  # the provider proved one factor
    assert code(client.get("/api/listings")) == "second_factor_needed"
    assert client.post("/api/session/confirm", json={"code": phone.code(later=1)}).is_success


def test_a_return_that_was_not_begun_here_is_refused(house: Running) -> None:
    victim, thief = house.client(), house.client()
    admin = house.signed_in("administrator")
    asked = {"name": "olga", "display_name": "Olga", "role": "dealer"}
    link = admin.post("/api/people", json=asked).raise_for_status().json()["link"]
    back = at_the_provider(begin(thief, link), "wanda")
    assert "refused" in come_back(victim, back)  # begun in another browser
    assert come_back(thief, back) == "/"
    assert "refused" in come_back(thief, back)  # once
    address = begin(thief)
    state = parse_qs(urlsplit(address).query)["state"][0]
    for query in ({}, {"code": "x"}, {"state": state}, {"code": "forged", "state": state}):
        answer = thief.get("/api/sign-on/callback", params=query, follow_redirects=False)
        assert "refused" in answer.headers["location"], query


def test_a_token_of_another_request_or_client_does_not_verify(issuer: str, secret: str) -> None:
    provider = Provider(SignOn(issuer=issuer, client_id="croupier", client_secret_env=secret))
    back, verifier = "http://localhost:1/back", "v" * 50
    query = parse_qs(urlsplit(provider.address(back, "s", "n", verifier)).query)
    hashed = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    assert query["code_challenge"] == [hashed]
    assert query["code_challenge_method"] == ["S256"]
    given = at_the_provider(provider.address(back, "s", "right", verifier), "wanda")
    (got,) = parse_qs(urlsplit(given).query)["code"]
    with pytest.raises(Refusal, match="does not verify"):
        provider.identity(got, back, "wrong nonce", verifier)
    for token in ("", "a.b.c", "eyJhbGciOiJub25lIn0.e30."):
        with pytest.raises(Refusal, match="does not verify"):
            provider._verified(token, "n")


def test_an_administrator_unlinks_an_identity(house: Running) -> None:
    admin = house.signed_in("administrator")
    asked = {"name": "ursula", "display_name": "Ursula", "role": "dealer"}
    invited = admin.post("/api/people", json=asked).raise_for_status().json()
    ursula = house.client()
    assert come_back(ursula, at_the_provider(begin(ursula, invited["link"]), "ursula")) == "/"
    there = f"/api/people/{invited['person']}/identities/unlink"
    assert house.signed_in("supervisor").post(there).status_code == 403
    assert admin.post(there).raise_for_status().json() == {"count": 1}
    assert ursula.get("/api/session").status_code == 401, "the session may have begun by it"
    again = house.client()
    assert "refused" in come_back(again, at_the_provider(begin(again), "ursula"))
    assert code(admin.post(there)) == "not_now"
    events = [each.kind for each in house.house.floor.ledger.read("house")]
    assert "identity_unlinked.v1" in events


def signed_by(provider: Provider, monkeypatch: pytest.MonkeyPatch, **claims: object) -> str:
    """A token with these claims, signed by the key that the provider publishes."""
    key = RSAKey.generate_key(2048, {"kid": "k"}, private=True)
    published = {"keys": [key.as_dict(private=False)]}
    monkeypatch.setattr(provider, "_endpoint", lambda name: name)
    where = "croupier.server.api.single_sign_on.provider._fetched"
    monkeypatch.setattr(where, lambda address, body=None: published)
    return jwt.encode({"alg": "RS256", "kid": "k"}, dict(claims), key)


def test_a_token_for_somebody_else_or_out_of_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    provider = Provider(SignOn(issuer="https://id.example", client_id="croupier"))
    now = int(time.time())
    good = {"iss": "https://id.example", "aud": "croupier", "nonce": "n", "exp": now + 600, "sub": "wanda"}
    assert provider._verified(signed_by(provider, monkeypatch, **good), "n").subject == "wanda"
    wrong: list[dict[str, object]] = [
        {"aud": "another"}, {"iss": "https://other.example"}, {"exp": now - 3600}, {"nbf": now + 3600},
        {"nonce": "x"}, {"sub": ""}, {"azp": "another"}, {"aud": ["x", "y"]},
    ]  # fmt: skip
    for each in wrong:
        with pytest.raises(Refusal):
            provider._verified(signed_by(provider, monkeypatch, **{**good, **each}), "n")
    thief = RSAKey.generate_key(2048, {"kid": "k"}, private=True)
    published = RSAKey.generate_key(2048, {"kid": "k"}, private=True)
    signed_by(provider, monkeypatch, **good)
    where = "croupier.server.api.single_sign_on.provider._fetched"
    monkeypatch.setattr(where, lambda *_: {"keys": [published.as_dict(private=False)]})
    parts = jwt.encode({"alg": "RS256", "kid": "k"}, dict(good), published).split(".")
    none, shared = (
        base64.urlsafe_b64encode(b'{"alg":"%s","kid":"k"}' % name).decode().rstrip("=")
        for name in (b"none", b"HS256")
    )
    code_of = hmac.new(published.as_pem(private=False), f"{shared}.{parts[1]}".encode(), "sha256")
    by_public = base64.urlsafe_b64encode(code_of.digest()).decode().rstrip("=")
    assert provider._verified(".".join(parts), "n").subject == "wanda"
    for forged in (
        jwt.encode({"alg": "RS256", "kid": "k"}, dict(good), thief),  # another key of the same name
        f"{shared}.{parts[1]}.{by_public}",  # the public key as a shared secret
        f"{none}.{parts[1]}.",  # no signature
        f"{parts[0]}.{parts[1]}.",
        f"{parts[0]}.{parts[1]}.{parts[2][::-1]}",
    ):
        with pytest.raises(Refusal, match="does not verify"):
            provider._verified(forged, "n")
    for missing in ("aud", "exp", "nonce", "sub", "iss"):
        claims = {name: value for name, value in good.items() if name != missing}
        with pytest.raises(Refusal):
            provider._verified(signed_by(provider, monkeypatch, **claims), "n")


def test_a_provider_under_another_name_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    provider = Provider(SignOn(issuer="https://id.example", client_id="croupier"))
    where = "croupier.server.api.single_sign_on.provider._fetched"
    for found in (
        {"issuer": "https://evil.example", "token_endpoint": "https://id.example/token"},
        {"issuer": "https://id.example", "token_endpoint": "http://id.example/token"},
        {"issuer": "https://id.example"},
    ):
        monkeypatch.setattr(where, lambda address, body=None, found=found: found)
        with pytest.raises(Refusal):
            provider._endpoint("token_endpoint")
        provider._known = {}


def test_the_file_of_a_provider(tmp_path: Path) -> None:
    file = tmp_path / "provider.toml"
    for text in (
        "issuer = 1",
        "issuer = 'http://id.example.com'\nclient_id = 'c'",
        "issuer = 'https://id.example.com'\nclient_id = 'c'\nclient_secret = 'in the file'",
        "issuer = 'https://id.example.com'\nclient_id = 'c'\nclient_secret_env = 'CROUPIER_NOT_THERE'",
        "not toml",
    ):
        file.write_text(text)
        with pytest.raises(Refusal) as caught:
            read_sign_on(file)
        assert caught.value.code == "value_not_allowed"
    file.write_text("issuer = 'https://id.example.com'\nclient_id = 'c'\nname = 'Example'")
    assert read_sign_on(file).name == "Example"
