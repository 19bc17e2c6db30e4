"""The build: small, up to date with the API, found by the server, refused in words."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import hatch_build
from croupier.server.http import static
from tests.server.rig import Running

WEB = hatch_build.ROOT / "web"
MOST = 300 * 1024


class Part(msgspec.Struct):
    """A part of the build, as Vite's manifest tells of it."""

    file: str
    imports: list[str] = []
    css: list[str] = []
    assets: list[str] = []


def _manifest(built: Path) -> dict[str, Part]:
    return msgspec.json.decode((built / "manifest.json").read_bytes(), type=dict[str, Part])


def _loaded(manifest: dict[str, Part], start: str) -> set[str]:
    """The files that a browser loads for an entry, with all that it imports at once."""
    found: set[str] = set()
    wanted = [start]
    while wanted:
        part = manifest[wanted.pop()]
        if part.file not in found:
            found |= {part.file, *part.css, *part.assets}
            wanted += part.imports
    return found


def test_the_first_load_is_small(built: Path) -> None:
    manifest = _manifest(built)
    files = _loaded(manifest, "index.html") | _loaded(manifest, "src/pages/lobby/Page.svelte")
    sizes = {name: len(gzip.compress((built / name).read_bytes())) for name in {"index.html", *files}}
    assert len(sizes) >= 4
    assert sum(sizes.values()) < MOST, sizes


def test_every_page_is_loaded_when_it_is_needed(built: Path) -> None:
    manifest = _manifest(built)
    lazy = {name for name in manifest if name.startswith("src/pages/")}
    assert len(lazy) >= 10
    assert not any(manifest[name].file in _loaded(manifest, "index.html") for name in lazy)


def test_the_pages_name_no_other_host(built: Path) -> None:
    allowed = (b"http://www.w3.org/", b"https://svelte.dev/")  # names of XML, and of words about errors
    for path in built.rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".svg"):
            text = path.read_bytes()
            for scheme in (b"http://", b"https://", b"ws://", b"wss://"):
                at = text.find(scheme)
                while at >= 0:
                    named = text[at : at + 40]
                    ours = named.startswith((*allowed, scheme + b"$", scheme + b"`"))
                    assert ours, (path.name, named)
                    at = text.find(scheme, at + 1)


def test_the_types_are_those_of_the_api(tmp_path: Path) -> None:
    checked = subprocess.run(
        [sys.executable, "tools/openapi", "--check"], cwd=hatch_build.ROOT, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr
    script = json.loads((WEB / "package.json").read_text())["scripts"]["types"].split()
    assert script[:3] == ["openapi-typescript", "openapi.json", "--output"]
    made = tmp_path / "schema.d.ts"
    node = hatch_build.installed(WEB)
    node.program(WEB, "openapi-typescript/bin/cli.js", "openapi.json", "--output", str(made), *script[4:])
    assert made.read_text() == (WEB / "src/api/schema.d.ts").read_text(), "stale: npm run types"


def test_the_lock_file_is_for_every_machine() -> None:
    locked = json.loads((WEB / "package-lock.json").read_text())["packages"]
    for name, package in locked.items():
        assert "resolved" not in package, name
        if name:
            assert package["integrity"].startswith("sha512-"), name
        for other in package.get("optionalDependencies", ()):
            assert f"node_modules/{other}" in locked, (name, other)


@pytest.mark.parametrize(
    ("version", "good"),
    [
        ("v20.19.0", True),
        ("v20.18.3", False),
        ("v18.20.4", False),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.1.0", True),
        ("", False),
        ("what", False),
    ],
)
def test_which_node_is_new_enough(version: str, good: bool) -> None:
    assert hatch_build.new_enough(version) is good


# ---------------------------------------------------------------------------------------- how it is served


def test_assets_are_kept_forever_and_come_compressed(site: Running, built: Path) -> None:
    name = next(path.name for path in (built / "assets").glob("*.js.br")).removesuffix(".br")
    client = site.client()
    for accepted, encoding in (
        ("br, gzip", "br"),
        ("gzip", "gzip"),
        ("identity", None),
        ("br;q=0, gzip", "gzip"),
    ):
        answer = client.get(f"/assets/{name}", headers={"accept-encoding": accepted})
        assert answer.status_code == 200
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "immutable" in answer.headers["cache-control"]
        if encoding != "br":
            assert answer.content == (built / "assets" / name).read_bytes()


def test_every_address_of_the_web_is_the_page(site: Running) -> None:
    client = site.client()
    page = client.get("/").text
    assert '<div id="app">' in page
    for path in ("/table/ma-ultimate-texas-holdem", "/odds/ma/high-card-flush", "/link", "/a.b"):
        answer = client.get(path)
        assert (answer.status_code, answer.text) == (200, page)
        assert answer.headers["cache-control"] == "no-cache"
        assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/nothing",
        "/assets/nothing.js",
        "/assets/..%2Findex.html",
        "/assets/.stamp",
        "/assets",
        "/health/x",
    ],
)
def test_an_unknown_address_is_not_answered_with_a_page(site: Running, path: str) -> None:
    answer = site.client().get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "unknown_page"


def test_a_copy_that_was_not_built_says_so(
    site: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "WEB", tmp_path)
    answer = site.client().get("/")
    assert answer.status_code == 200
    assert "were not built" in answer.text


def test_the_house_is_shown_before_sign_in(site: Running) -> None:
    client = site.client()
    response = client.get("/api/welcome").json()
    assert response["demo"] is True
    assert response["session"] is None
    site.player("ann")
    client.sign_in("ann")
    assert client.get("/api/welcome").json()["session"]["csrf"] == client.headers["x-csrf-token"]


def test_clauses_are_shown_in_our_words(site: Running) -> None:
    response = (
        site.client().get("/api/clauses", params={"ids": ["ma-hcf-1.ante", "ma-hcf-1.ante", "none"]}).json()
    )
    assert [each["id"] for each in response] == ["ma-hcf-1.ante"]
    assert "wager" in response[0]["summary"]
