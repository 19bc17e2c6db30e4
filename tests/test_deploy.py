"""The files of deploy/ name files, commands, variables and directories that exist; no daemon is needed.

A container or a service that cannot start shows itself on the operator's machine only, so every name in these
files is looked up here: in the checkout, in the commands' own options, and in the other files.
"""

import fnmatch
import ipaddress
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

import croupier
from tests.test_documented_commands import parses

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "croupier"}
UNIT = (DEPLOY / "croupier.service").read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """The Containerfile's instructions, in order."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines]


def only(kind: str) -> str:
    """The one instruction of a kind."""
    (found,) = (value for name, value in instructions() if name == kind)
    return found


def test_every_file_that_is_copied_exists_or_is_built_by_the_release() -> None:
    wheel = f"dist/croupier-{croupier.__version__}-py3-none-any.whl"
    lines = [shlex.split(value) for kind, value in instructions() if kind == "COPY"]
    copied = [source for words in lines for source in words[:-1]]
    assert len(copied) == 2
    for source in copied:
        assert (ROOT / source).exists() or fnmatch.fnmatch(wheel, source), source
    build = OURS["schema"]["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]).is_file()


def test_every_command_of_ours_has_its_options() -> None:
    assert json.loads(only("ENTRYPOINT")) == ["croupier"]
    parses(json.loads(only("CMD")))
    for name, service in OURS.items():
        parses(service["command"])
        assert all(isinstance(word, str) for word in service["command"]), name
    (started,) = re.findall(r"^ExecStart=(\S+) (.+)$", UNIT, re.MULTILINE)
    assert started[0] == "/opt/croupier/bin/croupier"
    assert "python3 -m venv /opt/croupier " in (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    parses(shlex.split(started[1]))


def test_every_variable_is_one_that_croupier_reads() -> None:
    listed = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\bCROUPIER_[A-Z]+\b", only("ENV") + UNIT))
    named |= {key for service in OURS.values() for key in service["environment"]}
    assert {"CROUPIER_DATA", "CROUPIER_CACHE", "CROUPIER_DB", "CROUPIER_WITNESS"} <= named
    assert [name for name in sorted(named) if f"| `{name}` |" not in listed] == []


def test_every_directory_that_the_server_writes_to_is_its_own() -> None:
    """A volume on a directory that the image lacks belongs to root, and the server is not root."""
    steps = only("RUN")
    (user,) = re.findall(r"useradd .*?--uid (\d+)", steps)
    assert only("USER") == user
    own = re.findall(r"--home-dir (\S+)", steps) + re.findall(
        r"install --directory --owner croupier .*?(/\S+)", steps
    )
    mounted = [each.partition(":")[2] for each in SERVICES["server"]["volumes"]]
    assert set(mounted) <= set(own)
    assert only("VOLUME") in own
    written = re.findall(r"CROUPIER_(?:DATA|CACHE)=(\S+)", only("ENV"))
    written.append(SERVICES["server"]["environment"]["CROUPIER_WITNESS"])
    assert SERVICES["server"]["read_only"]
    for path in written:
        assert any(Path(path).is_relative_to(place) for place in mounted), path
    assert dict(re.findall(r"(CROUPIER_(?:DATA|CACHE))=(\S+)", UNIT)) == {
        "CROUPIER_DATA": "/var/lib/croupier",  # StateDirectory and CacheDirectory make these
        "CROUPIER_CACHE": "/var/cache/croupier",
    }
    assert re.search(r"^StateDirectory=croupier$", UNIT, re.MULTILINE)
    assert re.search(r"^CacheDirectory=croupier$", UNIT, re.MULTILINE)


def test_ports_and_addresses_agree() -> None:
    port = only("EXPOSE")
    assert f"127.0.0.1:{port}/health" in only("HEALTHCHECK")
    assert json.loads(only("CMD"))[-2:] == ["--port", port]
    assert SERVICES["proxy"]["command"][-1] == f"server:{port}"
    trusted = SERVICES["server"]["command"][-1]
    assert SERVICES["proxy"]["networks"]["inside"]["ipv4_address"] == trusted
    (pool,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    assert ipaddress.ip_address(trusted) in ipaddress.ip_network(pool["subnet"])
    assert ipaddress.ip_address(trusted) not in ipaddress.ip_network(pool["ip_range"]), (
        "the database, which starts first, could be given the proxy's address"
    )


def test_every_name_in_the_compose_file_is_declared() -> None:
    for name, service in SERVICES.items():
        assert set(service.get("depends_on", ())) <= set(SERVICES), name
        assert set(service["networks"]) <= set(COMPOSE["networks"]), name
        assert {each.partition(":")[0] for each in service.get("volumes", ())} <= set(COMPOSE["volumes"])
        assert {each["source"] for each in service.get("configs", ())} <= set(COMPOSE["configs"]), name
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    documented = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    for variable in set(re.findall(r"(?<!\$)\$\{([A-Z_]+)", text)):
        assert f"{variable}=" in documented, variable
    role = OURS["schema"]["command"][-1]
    assert f"CREATE ROLE {role} LOGIN" in COMPOSE["configs"]["roles"]["content"]
    assert f"//{role}:" in SERVICES["server"]["environment"]["CROUPIER_DB"]


def test_stopping_leaves_time_for_the_rounds_that_run() -> None:
    assert only("STOPSIGNAL") == "SIGINT"
    assert SERVICES["server"]["stop_grace_period"] == "2m"
    assert re.search(r"^KillSignal=SIGINT\nTimeoutStopSec=120$", UNIT, re.MULTILINE)


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("needs systemd-analyze: apt-get install systemd")
    unit = tmp_path / "croupier.service"
    unit.write_text(UNIT.replace("/opt/croupier/bin/croupier", "/bin/true"), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
