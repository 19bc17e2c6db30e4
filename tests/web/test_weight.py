"""From the lobby to a seat: bytes that a cold browser transfers, and nothing asked for twice."""

from collections import Counter

from playwright.sync_api import Page, expect

from tests.web.browser import Visits

MOST = 150_000
"""Bytes from the lobby to a seat, with headers, as transferred."""
COMPRESSED = ("/api/tables", "/api/games", "/layout.svg")


def transferred(page: Page) -> tuple[dict[str, str], dict[str, int], dict[str, str]]:
    """By request: its address, its bytes and its encoding, from now on and without a cache."""
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.setCacheDisabled", {"cacheDisabled": True})
    addresses: dict[str, str] = {}
    sizes: dict[str, int] = {}
    encodings: dict[str, str] = {}
    client.on("Network.requestWillBeSent", lambda e: addresses.update({e["requestId"]: e["request"]["url"]}))
    client.on("Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]}))
    client.on(
        "Network.responseReceived",
        lambda e: encodings.update({e["requestId"]: e["response"]["headers"].get("content-encoding", "")}),
    )
    return addresses, sizes, encodings


def test_from_the_lobby_to_a_seat_in_few_bytes(visits: Visits) -> None:
    page = visits.page("/sign-in")
    addresses, sizes, encodings = transferred(page)
    page.goto("/")
    page.get_by_role("button", name="Sit down at Ultimate Texas Hold'em").click()
    expect(page.get_by_test_id("start")).to_be_visible()
    expect(page.locator("main .plane > svg").first).to_be_visible()
    page.wait_for_timeout(300)
    paths = {key: address.split("/", 3)[3].partition("?")[0] for key, address in addresses.items()}
    assert any(path.endswith("/layout.svg") for key, path in paths.items() if key in sizes)
    assert sum(sizes.values()) < MOST, sorted((sizes.get(key, 0), path) for key, path in paths.items())[-12:]
    for key, path in paths.items():
        if f"/{path}".endswith(COMPRESSED) and key in encodings:
            assert encodings[key] in ("gzip", "br"), path
    scripts = Counter(path for path in paths.values() if path.startswith("assets/") and path.endswith(".js"))
    assert set(scripts.values()) == {1}


def test_only_the_entry_blocks_the_first_picture(visits: Visits) -> None:
    page = visits.page("/sign-in")
    page.goto("/")
    expect(page.get_by_test_id("table-tile").first).to_be_visible()
    blocking = page.evaluate(
        "performance.getEntriesByType('resource').filter(each => each.renderBlockingStatus === 'blocking')"
        ".map(each => each.name.split('/').at(-1))"
    )
    assert len(blocking) <= 1, blocking
    assert all(name.startswith("index-") and name.endswith(".css") for name in blocking)
