"""The register of OWASP ASVS 5.0, and attempts at requirements that no other test speaks for."""

import ast
import json
import logging
import re
import socket
import subprocess
import sys
import threading
import tomllib
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit

import pytest

from croupier.ledger.outgoing import send
from croupier.ledger.verification.witness import read_witness
from croupier.server.http.logs import JsonLines
from tests.server.rig import Client, Running
from tests.server.test_access import handlers

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "croupier"
REGISTER: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "docs/asvs.toml").read_text())["requirements"]

SECTIONS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2,
    "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3,
    "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4, "7.1": 3,
    "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1, "9.1": 3,
    "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3, "11.1": 2,
    "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1, "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1,
    "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3, "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4, "17.3": 2,
}  # fmt: skip
"""By section of the standard, its requirements of levels 1 and 2; in each they are numbered from 1."""


# ----------------------------------------------------------------------------------------- the register


def test_the_register_has_every_requirement_of_levels_1_and_2() -> None:
    wanted = [f"{section}.{number}" for section, count in SECTIONS.items() for number in range(1, count + 1)]
    assert len(wanted) == 253
    assert list(REGISTER) == wanted
    assert sum(each["level"] == 1 for each in REGISTER.values()) == 70


def test_every_requirement_is_met_by_a_test_or_a_page_or_does_not_apply() -> None:
    for key, each in REGISTER.items():
        assert set(each) <= {"level", "summary", "tests", "documented", "reason"}, key
        assert len(each["summary"]) > 10, key
        met = bool(each.get("tests") or each.get("documented"))
        assert met or len(each.get("reason", "")) > 15, f"{key} is open"


def test_the_tests_and_pages_that_the_register_names_exist() -> None:
    named = {test for each in REGISTER.values() for test in each.get("tests", ())}
    for test in sorted(named):
        path, _, function = test.partition("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        assert function, test
        assert re.search(rf"^(async )?def {function}\(", text, re.MULTILINE), test
    pages = {page for each in REGISTER.values() for page in each.get("documented", ())}
    for page in sorted(pages):
        path, _, anchor = page.partition("#")
        heads = re.findall(r"^#+ (.+)$", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
        anchors = {re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-") for head in heads}
        assert not anchor or anchor in anchors, page


def test_the_page_of_the_register_is_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "tools" / "asvs"), "--print"]
    made = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert (ROOT / "docs" / "asvs.md").read_text(encoding="utf-8") == made, "run tools/asvs"


# ----------------------------------------------------------------------------------- the code as it stands


PASTED = {
    "bench/floor.py": "the name of its own database",
    "floor/audit/parallel/coordinator.py": "positions and tables of its own plan",
    "floor/cluster/leases.py": "a number of milliseconds",
    "ledger/durability.py": "names of settings",
    "ledger/guards.py": "names of its own tables",
    "ledger/migrate.py": "the number of a lock",
    "ledger/roles.py": "names of its own tables",
    "ledger/statements.py": "statements of its own",
}
"""Where a statement is put together, and from what: nothing of it comes from a client."""


def test_statements_take_values_as_parameters() -> None:
    """Nothing but the places above pastes anything into a statement; SQL that is text is a constant."""
    found = set()
    for path in SOURCES.rglob("*.py"):
        module = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(module):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = ast.unparse(node.func)
            statement = None
            if name.endswith(("exec_driver_sql", "sa.text", "sqlalchemy.text")):
                statement = node.args[0]
            elif name in ("rows", "row") and len(node.args) > 1:
                statement = node.args[1]
            if statement is not None and any(_pastes(part) for part in ast.walk(statement)):
                found.add(path.relative_to(SOURCES).as_posix())
    assert found == PASTED.keys()


def _pastes(part: ast.AST) -> bool:
    if isinstance(part, ast.JoinedStr):
        return any(isinstance(value, ast.FormattedValue) for value in part.values)
    if isinstance(part, ast.BinOp):
        return isinstance(part.op, ast.Mod | ast.Add)
    return isinstance(part, ast.Call) and ast.unparse(part.func).endswith(".format")


def test_no_source_runs_text_as_code_or_reads_pickles() -> None:
    """No eval, exec, pickle, marshal, XML, YAML or shell; no weak hash."""
    calls = {
        "eval",
        "exec",
        "compile",
        "os.system",
        "os.popen",
        "hashlib.md5",
        "hashlib.sha1",
        "tempfile.mktemp",
    }
    modules = {"pickle", "marshal", "shelve", "yaml", "xml", "xmlrpc", "telnetlib", "ftplib"}
    found = []
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func).removeprefix("builtins.")
                shell = any(word.arg == "shell" for word in node.keywords)
                if name in calls or (shell and name.startswith("subprocess.")):
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno} {name}")
            elif isinstance(node, ast.Import | ast.ImportFrom):
                names = (
                    [node.module or ""] if isinstance(node, ast.ImportFrom) else [n.name for n in node.names]
                )
                if modules & {name.partition(".")[0] for name in names}:
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno} {names}")
    assert found == []


MAY_PLAY_DICE = {"server/live/connections.py", "server/workers/jobs.py"}
"""When a socket is looked at, and a seed for a simulation that the user gets to see: no secret."""


CRYPTOGRAPHY = {
    "ciphers.aead AESGCM",
    "asymmetric.ed25519 Ed25519PrivateKey",
    "asymmetric.ed25519 Ed25519PublicKey",
    "hashes SHA256",
    "kdf.hkdf HKDF",
}
"""All that is used of the package `cryptography`."""


def test_no_other_cipher_signature_or_hash_is_imported() -> None:
    """AES-256-GCM, Ed25519, SHA-256 and HKDF; no block mode, no padding, and no other package of ciphers."""
    used, others = set(), set()
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cryptography."):
                module = (node.module or "").removeprefix("cryptography.hazmat.primitives.")
                if module != "cryptography.exceptions":
                    used |= {f"{module} {each.name}" for each in node.names}
            elif isinstance(node, ast.Import | ast.ImportFrom):
                names = (
                    [node.module or ""] if isinstance(node, ast.ImportFrom) else [n.name for n in node.names]
                )
                others |= {"cryptography", "Crypto", "Cryptodome", "nacl", "OpenSSL", "rsa"} & {
                    name.partition(".")[0] for name in names
                }
    assert used == CRYPTOGRAPHY
    assert others == set()


def test_secrets_come_from_the_operating_system_alone() -> None:
    rooms = [SOURCES / room for room in ("ledger", "floor", "server", "table")]
    files = [path for room in rooms for path in room.rglob("*.py")]
    users = {
        path.relative_to(SOURCES).as_posix()
        for path in files
        if re.search(r"^\s*(import random|from random)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert users == MAY_PLAY_DICE


def test_pages_put_no_text_of_others_in_as_markup() -> None:
    """`{@html}` draws the felt, which the server makes; nothing else becomes markup or code."""
    found = set()
    pattern = r"@html (\w+)|(inner|outer|Adjacent)HTML|document\.write|new Function|\beval\(|postMessage"
    for path in (ROOT / "web" / "src").rglob("*"):
        if path.suffix in (".svelte", ".ts") and not path.name.endswith(".test.ts"):
            text = path.read_text(encoding="utf-8")
            found |= {f"{path.name} {match.group(0)}" for match in re.finditer(pattern, text)}
    assert found == {"Plane.svelte @html drawing", "Glass.svelte @html drawing"}


def test_the_browser_keeps_settings_and_no_secrets() -> None:
    """No file that writes to the browser's storage sees a password, a code or a token."""
    users = {}
    for path in (ROOT / "web" / "src").rglob("*"):
        if path.suffix in (".svelte", ".ts") and not path.name.endswith(("test.ts", "testing.ts")):
            text = path.read_text(encoding="utf-8")
            if re.search(r"(local|session)Storage\.setItem", text):
                users[path.name] = text
    assert "settings.svelte.ts" in users
    secret = re.compile(r"password|csrf|recovery|token", re.IGNORECASE)
    assert [name for name, text in users.items() if secret.search(text)] == []


def test_password_fields_are_masked_and_take_a_pasted_one() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "web" / "src").rglob("*.svelte"))
    fields = re.findall(r"<(?:Field|input)\b[^<]*?/?>", text)
    secret = [each for each in fields if re.search(r'autocomplete="(current|new)-password"', each)]
    assert len(secret) >= 8
    assert [each for each in secret if 'type="password"' not in each] == []
    named = [each for each in fields if re.search(r'label=(\{t\()?"[^"]*[Pp]assword', each)]
    assert len(named) >= 5
    assert [each for each in named if 'type="password"' not in each] == []
    assert not re.search(r"onpaste|on:paste", text)


# ------------------------------------------------------------------------------------------ over the wire


def raw(server: Running, request: bytes) -> bytes:
    """The bytes that a raw request gets."""
    where = urlsplit(server.url)
    with socket.create_connection((where.hostname, where.port), timeout=20) as line:
        line.sendall(request)
        line.settimeout(20)
        answer = b""
        while part := line.recv(65536):
            answer += part
        return answer


@pytest.mark.parametrize("method", ["TRACE", "TRACK", "CONNECT", "DEBUG"])
def test_no_method_echoes_or_debugs(server: Running, method: str) -> None:
    request = (
        f"{method} /api/session HTTP/1.1\r\nHost: localhost\r\nX-Mark: seen\r\nConnection: close\r\n\r\n"
    )
    answer = raw(server, request.encode())
    assert int(answer.split()[1]) in (400, 404, 405), answer[:200]
    assert b"seen" not in answer


def test_the_bounds_of_a_message_are_not_ambiguous(server: Running) -> None:
    smuggled = b"0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
    heads = (
        b"Content-Length: %d\r\nTransfer-Encoding: chunked" % len(smuggled),
        b"Content-Length: 4\r\nContent-Length: %d" % len(smuggled),
        b"Transfer-Encoding: chunked, identity",
    )
    for head in heads:
        request = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\n%b\r\nConnection: close\r\n\r\n%b"
        answer = raw(server, request % (head, smuggled))
        assert answer.count(b"HTTP/1.1 ") <= 1, head
        assert b"croupier_" not in answer, head


def test_nothing_beside_the_pages_is_served(server: Running) -> None:
    client = server.client()
    paths = (
        "/.git/config",
        "/assets/",
        "/assets/..%2f..%2f..%2fpyproject.toml",
        "/.env",
        "/croupier.db",
        "/keys/signing",
    )
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 404 or answer.content == client.get("/").content, path
        assert b"[core]" not in answer.content
        assert b"Index of" not in answer.content


def test_text_names_its_characters_and_nothing_is_kept(server: Running) -> None:
    client = server.client()
    for path in ("/", "/api/rules", "/nowhere", "/health"):
        answer = client.get(path)
        kind = answer.headers["content-type"]
        assert not kind.startswith("text/") or "charset=utf-8" in kind.lower(), (path, kind)
        assert answer.headers["cache-control"] in ("no-store", "no-cache"), path
        assert "access-control-allow-origin" not in answer.headers
    signed = server.signed_in("dealer").get("/api/session")
    assert signed.headers["cache-control"] == "no-store"


def test_every_response_says_how_to_treat_it(server: Running) -> None:
    client, tried = server.signed_in("auditor"), 0
    for _, method, path in handlers(server):
        if method == "GET":
            answer = client.get(path, follow_redirects=False)
            headers = answer.headers
            tried += 1
            assert "frame-ancestors 'none'" in headers["content-security-policy"], path
            assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")
            assert headers["referrer-policy"] == "no-referrer"
            kind = headers["content-type"].lower()
            named = "charset=utf-8" in kind or not kind.startswith("text/")
            assert named, (path, kind)
    assert tried > 60


def test_an_address_that_a_client_claims_is_not_believed(server: Running) -> None:
    for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
        client = server.client(headers={header: "198.51.100.7"})
        client.sign_in("dealer").raise_for_status()
        assert all(each["address"].startswith("127.") for each in client.get("/api/session/own").json()), (
            header
        )


def test_fields_that_are_not_for_clients_change_nothing(server: Running) -> None:
    admin = server.signed_in("administrator")
    person = server.person("mass", "dealer")
    before = admin.get(f"/api/people/{person}").json()
    for field in ("id", "created", "demo", "has_password", "password_version", "locked_until"):
        answer = admin.patch(f"/api/people/{person}", json={"display_name": "Mass", field: "x"})
        assert answer.status_code == 400, field
    assert admin.get(f"/api/people/{person}").json() == before


def test_a_parameter_given_twice_is_checked_whichever_counts(server: Running) -> None:
    """The value that is checked is the value that is used: a second one gets around no bound."""
    player = server.player("pollux")
    for twice in (("1", "1000000000"), ("1000000000", "1"), ("1", "x"), ("x", "1")):
        pairs = tuple(("limit", each) for each in twice)
        answer = player.get("/api/rounds", params=pairs)
        once = player.get("/api/rounds", params=pairs[-1:])
        assert answer.status_code in (400, once.status_code), (twice, answer.text)
    two = b'{"act": {"act": "sit", "seat": 99, "seat": 1}, "version": 0, "version": "x"}'
    sent = player.post("/api/tables/hcf/commands", content=two, headers={"content-type": "application/json"})
    assert sent.status_code == 400
    assert server.house.floor.tables["hcf"].state.players == {}


def test_a_refusal_is_logged_with_who_and_why(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    player = server.player("pryer")
    me = player.get("/api/session").json()["person"]
    logger = logging.getLogger("croupier.server")
    logger.propagate, before = True, logger.propagate
    try:
        with caplog.at_level(logging.INFO, logger="croupier.server"):
            assert player.get("/api/people").status_code == 403
            player.get("/api/nowhere%0a%22level%22")
            player.get("/api/rounds", params={"table": "a hidden word"})
            server.client().sign_in("a hidden word", "a hidden word")
            server.client().post("/api/password", json={"link": "a hidden word", "password": "a hidden word"})
    finally:
        logger.propagate = before
    lines = [JsonLines().format(record) for record in caplog.records if record.getMessage() == "request"]
    found = [json.loads(line) for line in lines]
    (refused,) = [each for each in found if each["path"] == "/api/people"]
    assert (refused["code"], refused["person"], refused["status"]) == ("role_too_low", me, 403)
    assert refused["at"].endswith("Z")
    assert all("\n" not in line for line in lines), "a line feed in a path makes no second line"
    written = "".join(JsonLines().format(record) for record in caplog.records)
    assert "hidden" not in written
    assert not any(token in written for token in player.cookies.values())


def test_requests_to_others_follow_no_redirection() -> None:
    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(302)
            self.send_header("Location", "http://127.0.0.1:1/secret")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Elsewhere) as there:
        threading.Thread(target=there.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{there.server_port}/"
        with pytest.raises(HTTPError) as caught:
            send(address, 10)
        assert caught.value.code == 302
        caught.value.close()
        there.shutdown()
    for other in ("file:///etc/passwd", "ftp://127.0.0.1/x"):
        with pytest.raises(URLError):
            send(other, 1)
    with pytest.raises(ValueError, match="https"):
        read_witness("http://witness.example/checkpoints")


def test_a_session_token_is_new_at_every_proof(server: Running) -> None:
    client: Client = server.client()
    client.sign_in("dealer").raise_for_status()
    first = client.cookies.get("croupier")
    client.sign_in("dealer").raise_for_status()
    second = client.cookies.get("croupier")
    assert first
    assert second
    assert first != second
    assert len(second) >= 32, "at least 128 random bits"
    stale = server.client()
    stale.cookies.set("croupier", first)
    assert stale.get("/api/session").status_code == 401, "the one before is over"
    assert client.get("/api/session").status_code == 200


def test_keys_of_prototypes_are_only_data(server: Running) -> None:
    """A name such as `__proto__` is a key like any other, and refused where keys are known."""
    player = server.player("proto")
    for key in ("__proto__", "constructor", "prototype"):
        version = player.view("hcf")["version"]
        for act in ({"act": "sit", key: {"seat": 1}}, {"act": "bet", "seat": 1, "wagers": {key: 500}}):
            sent = player.post("/api/tables/hcf/commands", json={"act": act, "version": version})
            assert sent.is_client_error, act
        assert server.house.floor.tables["hcf"].state.version == version
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "web" / "src").rglob("*.ts"))
    assert "__proto__" not in text
    assert not re.search(r"for \(const \w+ in ", text), "keys are read with Object.keys or a Map"


SECRET = re.compile(r"password|token|secret|csrf|^pin$|^code$|hash|sealed", re.IGNORECASE)


def test_no_address_takes_a_secret_and_no_answer_gives_a_stored_one() -> None:
    """By the document of every operation, which a test compares with the server."""
    document = json.loads((ROOT / "web" / "openapi.json").read_text(encoding="utf-8"))
    asked, given = set(), set()
    for path in document["paths"].values():
        for operation in path.values():
            named = [each["name"] for each in operation.get("parameters", ()) if each["in"] != "header"]
            asked |= {f"{operation['operationId']} {name}" for name in named if SECRET.search(name)}
            for response in operation["responses"].values():
                for kind in response.get("content", {}).values():
                    given |= _properties(kind.get("schema", {}), document["components"]["schemas"], set())
    assert asked == ASKED
    assert {name for name in given if SECRET.search(name)} == GIVEN


ASKED = {"sign_on_callback code"}
"""OpenID Connect's own: it counts once, and only in the browser that began."""
GIVEN = {"csrf", "secret", "code", "hash", "has_password"}
"""One's own CSRF token, the secret of an authenticator while it is set up, the codes of errors, the hashes of
records, and whether there is a password."""


def _properties(schema: Any, schemas: dict[str, Any], seen: set[str]) -> set[str]:
    """The names of all properties in a schema."""
    if isinstance(schema, list):
        return {name for each in schema for name in _properties(each, schemas, seen)}
    if not isinstance(schema, dict):
        return set()
    found = set(schema.get("properties", {}))
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    if name and name not in seen:
        seen.add(name)
        found |= _properties(schemas[name], schemas, seen)
    return found | {name for each in schema.values() for name in _properties(each, schemas, seen)}


def test_a_safe_method_changes_nothing(server: Running) -> None:
    clients = [server.signed_in(role) for role in ("administrator", "auditor")]
    player, ledger = server.player("safe"), server.house.floor.ledger
    player.act("hcf", act="sit", seat=1).raise_for_status()
    people = _rows(server)
    position, tried = ledger.position(), 0
    for _, method, path in handlers(server):
        if method != "GET":
            continue
        for client in (*clients, player):
            tried += 1
            for safe in ("GET", "HEAD"):
                assert client.request(safe, path).status_code < 500, path
    assert tried > 150
    assert ledger.position() == position
    assert _rows(server) == people


def _rows(server: Running) -> list[Any]:
    """People and accounts as stored."""
    with server.house.floor.ledger.database.reading() as connection:
        wanted = ("SELECT * FROM people ORDER BY id", "SELECT * FROM accounts ORDER BY account")
        return [tuple(row) for each in wanted for row in connection.exec_driver_sql(each).all()]


def test_names_of_files_are_the_servers(server: Running) -> None:
    """A name in a header cannot be ended, nor a line added."""
    auditor, admin = server.signed_in("auditor"), server.signed_in("administrator")
    for evil in ('2026-03-09"; x="y', "2026-03-09\r\nSet-Cookie: a=b"):
        answer = auditor.get("/api/reports/day/csv", params={"day": evil})
        assert answer.is_client_error
        assert "content-disposition" not in answer.headers
        assert "set-cookie" not in answer.headers
        table = auditor.get(f"/api/tables/{quote(evil, safe='')}/rounds/1/evidence.pdf")
        assert table.status_code == 404
    listed = {"table": 'a";b', "mode": "live", "submission": "x", "settings": {}}
    assert admin.post("/api/listings", json=listed).is_client_error
    named = auditor.get("/api/audit/export").headers["content-disposition"]
    assert re.fullmatch(r'attachment; filename="croupier-log-\d{8}-\d{6}\.jsonl"', named)


def test_a_defect_is_logged_and_says_nothing_of_the_inside(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(name: str) -> None:
        raise RuntimeError("the inside of the house")

    player = server.player("defect")
    monkeypatch.setattr(server.house.tables, "find", fails)
    logger = logging.getLogger("croupier.server")
    monkeypatch.setattr(logger, "propagate", True)
    with caplog.at_level(logging.ERROR, logger="croupier.server"):
        answer = player.get("/api/tables/hcf")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "server_error")
    for word in ("inside", "RuntimeError", "Traceback", ".py"):
        assert word not in answer.text
    (record,) = [each for each in caplog.records if each.getMessage() == "a request failed"]
    assert "the inside of the house" in JsonLines().format(record)
