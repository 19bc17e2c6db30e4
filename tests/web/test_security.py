"""The security page: an authenticator and recovery codes, a passkey by Chromium's virtual authenticator."""

from collections.abc import Iterator

import pyotp
import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.server.api.sign_in import proof as second_factor
from tests.server.rig import GOOD, Running
from tests.web.browser import Visits, fits, serious


@pytest.fixture
def named(browser: Browser, site: Running) -> Iterator[Visits]:
    """Visits to localhost by its name: passkeys belong to a host name."""
    here = Visits(browser, site.url.replace("127.0.0.1", "localhost"))
    yield here
    here.close()
    assert here.errors == []


def sign_in(page: Page, name: str) -> None:
    page.goto("/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(GOOD)
    page.get_by_role("button", name="Sign in", exact=True).last.click()


def virtual_authenticator(page: Page) -> None:
    """A device with a verified user, as a laptop with a fingerprint reader."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_signs_in_and_confirms(
    named: Visits, site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = named.page("/sign-in")
    virtual_authenticator(page)
    sign_in(page, "administrator")
    expect(page.get_by_test_id("session-menu")).to_be_visible()
    page.goto("/security")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_test_id("factor-dialog").get_by_role("button", name="Add").click()
    codes = page.get_by_test_id("codes-dialog")
    expect(codes.get_by_role("listitem")).to_have_count(10)
    codes.get_by_role("button", name="I have saved them").click()
    expect(page.get_by_test_id("second-factors")).to_contain_text("Passkey")
    page.get_by_test_id("session-menu").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()  # no name, no password
    expect(page.get_by_test_id("session-menu")).to_contain_text("administrator")
    # An act of weight asks for it again, and is done after it.
    monkeypatch.setattr(second_factor, "CONFIRMED", 0)
    page.goto("/floor/people")
    page.get_by_role("button", name="Add employee").click()
    dialog = page.get_by_test_id("invite-dialog")
    dialog.get_by_label("Name to show").fill("Wanda")
    dialog.get_by_label("Name to sign in with").fill("wanda")
    dialog.get_by_role("button", name="Add").click()
    proof = page.get_by_test_id("confirm-dialog")
    expect(proof).to_be_visible()
    monkeypatch.undo()
    proof.get_by_role("button", name="Use a passkey").click()
    expect(proof).not_to_be_visible()
    expect(page.get_by_text("wanda", exact=True)).to_be_visible()


def test_an_authenticator_is_set_up_and_asked_for(named: Visits, site: Running) -> None:
    page = named.page("/sign-in")
    sign_in(page, "supervisor")
    expect(page.get_by_test_id("session-menu")).to_be_visible()
    page.goto("/security")
    page.get_by_role("button", name="Add an authenticator").click()
    totp = pyotp.TOTP(page.get_by_test_id("secret").inner_text())
    clock = site.house.floor.clock
    dialog = page.get_by_test_id("factor-dialog")
    assert serious(page) == []
    dialog.get_by_label("Code").fill(totp.at(clock() // 1000))
    dialog.get_by_role("button", name="Add").click()
    page.get_by_test_id("codes-dialog").get_by_role("button", name="I have saved them").click()
    other = named.page("/sign-in", width=390)
    sign_in(other, "supervisor")
    expect(other.get_by_role("heading", name="Second factor")).to_be_visible()
    other.goto("/floor")
    expect(other.get_by_role("heading", name="Second factor")).to_be_visible()  # nothing else is shown
    other.get_by_label("Code").fill("000000")
    other.get_by_role("button", name="Confirm").click()
    expect(other.get_by_role("alert")).to_contain_text("wrong code")
    other.get_by_label("Code").fill(totp.at(clock() // 1000 + 30))
    other.get_by_role("button", name="Confirm").click()
    # The session has a new cookie: a page that is left before it arrives is signed out.
    expect(other.get_by_role("heading", name="Second factor")).to_have_count(0)
    other.goto("/security")
    assert fits(other)
    assert serious(other) == []
    other.get_by_role("button", name="Sign out the others").click()
    expect(other.get_by_test_id("own-sessions").get_by_role("row")).to_have_count(2)
    page.reload()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
