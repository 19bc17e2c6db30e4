"""The docs at /docs: files of the built site alone, with a policy for its own scripts and no others."""

import base64
import hashlib
from pathlib import Path

import pytest

from croupier.server.http import docs
from tests.server.rig import Running


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    (folder / "_static").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>Croupier</h1><script>one()</script><script src='x.js'></script>")
    (folder / "_static" / "site.css").write_text("h1 { color: red }")
    (folder / "secret.key").write_text("hidden")
    (tmp_path / "outside.html").write_text("outside")
    monkeypatch.setattr(docs, "SITE", folder)
    docs.page.cache_clear()
    return folder


def test_the_site_is_served_and_nothing_beside_it(site: Path, server: Running) -> None:
    client = server.client()
    for path in ("/docs", "/docs/"):
        moved = client.get(path)
        assert (moved.status_code, moved.headers["location"]) == (302, "/docs/index.html")
    page = client.get("/docs/index.html")
    assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (200, "text/html")
    assert "<h1>Croupier</h1>" in page.text
    policy = page.headers["content-security-policy"]
    allowed = base64.b64encode(hashlib.sha256(b"one()").digest()).decode()
    assert f"script-src 'self' 'sha256-{allowed}';" in policy
    assert policy.count("sha256-") == 1
    assert client.get("/docs/_static/site.css").headers["content-type"].startswith("text/css")
    for path in (
        "/docs/none.html",
        "/docs/secret.key",
        "/docs/..%2foutside.html",
        "/docs/%2e%2e/outside.html",
    ):
        assert client.get(path).status_code == 404, path


def test_a_copy_without_docs_says_how_they_are_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: Running
) -> None:
    monkeypatch.setattr(docs, "SITE", tmp_path / "none")
    docs.page.cache_clear()
    answer = server.client().get("/docs/index.html")
    assert answer.status_code == 404
    assert "./croupier docs builds them" in answer.text
