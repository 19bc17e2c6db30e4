"""The layout over HTTP: the drawing and the data of a table, for everybody who is signed in."""

import xml.etree.ElementTree as ET

import msgspec

from croupier.layout.build import layout_of
from croupier.layout.model import Layout
from croupier.layout.svg import svg
from tests.practice import PRACTICE
from tests.server.rig import Running


def test_a_table_shows_the_layout_of_its_submission(server: Running) -> None:
    text = PRACTICE["ma/high-card-flush"]
    for who in ("dealer", "auditor"):
        client = server.signed_in(who)
        drawn = client.get("/api/tables/hcf/layout.svg")
        assert drawn.status_code == 200
        assert drawn.headers["content-type"] == "image/svg+xml; charset=utf-8"
        assert drawn.text == svg(layout_of(text))
        assert ET.fromstring(drawn.text).get("data-rules") == "ma/high-card-flush"
    told = client.get("/api/tables/hcf/layout")
    assert msgspec.json.decode(told.content, type=Layout) == layout_of(text)


def test_nobody_sees_it_without_signing_in_and_no_table_has_none(server: Running) -> None:
    assert server.client().get("/api/tables/hcf/layout.svg").status_code == 401
    missing = server.signed_in("dealer").get("/api/tables/nowhere/layout.svg")
    assert missing.status_code == 404
    assert missing.json()["error"]["code"] == "unknown_table_name"
