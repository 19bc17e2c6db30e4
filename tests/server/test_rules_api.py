"""The law over HTTP: public, the same as in the package, and settled when it is asked for."""

import msgspec
import pytest

from croupier.law.compare import compare
from croupier.law.documents import document, heads
from croupier.law.examples import examples_of, worked_example
from croupier.settlement.json_lines import settle_line
from tests.server.rig import Running

MA, NJ = "ma/high-card-flush", "nj/high-card-flush"


def plain(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_every_document_is_listed_for_everybody(server: Running) -> None:
    answer = server.client().get("/api/rules")
    assert answer.status_code == 200
    assert answer.json() == plain(heads())


def test_a_document_is_the_one_of_the_package(server: Running) -> None:
    answer = server.client().get("/api/rules/document", params={"rules": MA})
    assert answer.json() == plain(document(MA))


def test_an_unknown_document_is_not_found(server: Running) -> None:
    answer = server.client().get("/api/rules/document", params={"rules": "zz/none"})
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "unknown_rules"


def test_a_search_goes_over_all_documents_or_one(server: Running) -> None:
    client = server.client()
    every = client.get("/api/rules/search", params={"q": "dealer qualifies"}).json()
    one = client.get("/api/rules/search", params={"q": "dealer qualifies", "rules": NJ}).json()
    assert every["count"] == len(every["hits"]) > one["count"] > 0
    assert {hit["rules"] for hit in one["hits"]} == {NJ}
    assert client.get("/api/rules/search", params={"q": "x", "rules": "zz/none"}).status_code == 404


def test_two_documents_come_side_by_side(server: Running) -> None:
    answer = server.client().get("/api/rules/compare", params={"left": MA, "right": NJ})
    assert answer.json() == plain(compare(MA, NJ))


@pytest.mark.parametrize("clause", ["ma-hcf-11.c.A", "ma-hcf-6.a.5.ii.a", "ma-uth-15.a.s1"])
def test_an_example_is_settled_like_its_line(server: Running, clause: str) -> None:
    answer = server.client().get("/api/rules/example", params={"clause": clause}).json()
    settled, right = settle_line(answer["line"])
    if right:
        assert answer["settlement"] == msgspec.json.decode(settled)
        assert answer["refused"] is None
    else:
        assert answer["refused"] == msgspec.json.decode(settled)["error"]
        assert answer["settlement"] is None


def test_a_clause_without_a_round_is_not_found(server: Running) -> None:
    answer = server.client().get("/api/rules/example", params={"clause": "ma-hcf-1.cover-card"})
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "unknown_example"


def test_any_round_may_be_settled(server: Running) -> None:
    client = server.client()
    line = examples_of(MA)["ma-hcf-11.c.A"].line.decode()
    answer = client.post("/api/rules/settle", json={"line": line}).json()
    assert answer["settlement"] == plain(worked_example("ma-hcf-11.c.A").settlement)
    broken = client.post("/api/rules/settle", json={"line": "{"})
    assert broken.status_code == 400
    assert broken.json()["error"]["code"] == "malformed"


def test_a_document_is_one_html_file_to_keep(server: Running) -> None:
    answer = server.client().get("/api/rules/document.html", params={"rules": MA})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert 'filename="rules-ma-high-card-flush.html"' in answer.headers["content-disposition"]
    assert '<article id="ma-hcf-11.c.A"' in answer.text
