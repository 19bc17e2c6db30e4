"""The OpenAPI document: whole, and nothing that it allows makes the server fail."""

import itertools
import os
from collections.abc import Mapping
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case

from tests.server.rig import Client, Running
from tests.server.test_access import VALUES

LONG = os.environ.get("CROUPIER_SCHEMATHESIS", "")
EXAMPLES = int(LONG or "4")
"""Requests for each operation; a longer run sets another number, and draws others every time."""

ENDING = ("sign_out", "sign_out_everywhere")
"""Sent last: they end the session that sends."""


def test_every_operation_is_described(server: Running) -> None:
    document: dict[str, Any] = server.client().get("/schema/openapi.json").raise_for_status().json()
    operations = {
        operation["operationId"]: operation
        for path in document["paths"].values()
        for operation in path.values()
    }
    assert {"command", "tables", "sign_in", "records"} <= set(operations)
    for name, operation in operations.items():
        assert operation.get("description") or operation.get("summary"), name
        for status in ("400", "401", "403", "409"):
            assert status in operation["responses"], (name, status)
    acts = document["components"]["schemas"]
    assert any("Decide" in name for name in acts)


@pytest.mark.parametrize("who", ["administrator", "player"])
def test_nothing_that_the_document_allows_makes_the_server_fail(server: Running, who: str) -> None:
    client = server.player("ann") if who == "player" else server.signed_in(who)
    raw = client.get("/schema/openapi.json").json()
    schema = schemathesis.openapi.from_dict(raw)
    found = {
        operation.definition.raw["operationId"]: operation
        for operation in (result.ok() for result in schema.get_all_operations())  # type: ignore[union-attr]
    }
    real = VALUES | {"person": server.signed_in("dealer").person}
    for name, operation in found.items():
        if name not in ENDING:
            _probe(client, operation.as_strategy(), real)
    assert client.get("/health").json()["ok"] is True
    assert client.get("/api/session").status_code == 200
    for name in ENDING:
        _probe(client, found[name].as_strategy(), real)
    assert client.get("/api/session").status_code == 401


def _probe(client: Client, cases: "st.SearchStrategy[Case[Any]]", real: Mapping[str, str]) -> None:
    """Every other request is for something that exists."""
    number = itertools.count()

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=not LONG,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def probe(case: "Case[Any]") -> None:
        if next(number) % 2:
            case.path_parameters = {
                name: real.get(name, value) for name, value in case.path_parameters.items()
            }
        response = case.call(
            base_url=str(client.base_url),
            headers={"x-csrf-token": client.headers["x-csrf-token"]},
            cookies=dict(client.cookies),
        )
        assert response.status_code < 500, (case.method, case.path, case.body, response.text)

    probe()
