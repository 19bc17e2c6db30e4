"""Requirements of a release: notices of packed software, one version everywhere, working links."""

import ast
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import croupier
import hatch_build
from croupier.extras import EXTRAS

ROOT = Path(__file__).parents[1]


def test_the_notice_has_the_license_of_every_package_in_the_pages() -> None:
    bill = json.loads((ROOT / hatch_build.SBOM).read_text(encoding="utf-8"))
    names = [component["name"] for component in bill["components"]]
    assert "svelte" in names
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8").lower()
    assert [name for name in (*names, "furo", "sphinx", "snowball") if name not in notice] == []
    assert all(
        part["version"] and part["licenses"][0]["license"]["id"] == "MIT" for part in bill["components"]
    )


def test_every_file_names_the_same_version() -> None:
    for file in ("pyproject.toml", "CITATION.cff", "web/package.json", "CHANGELOG.md"):
        assert croupier.__version__ in (ROOT / file).read_text(encoding="utf-8"), file


def test_links_of_the_package_page_lead_to_the_repository() -> None:
    text = hatch_build.absolute(
        (ROOT / "README.md").read_text(encoding="utf-8"), "https://example.com/croupier"
    )
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert target.startswith("https://"), target
    assert "![A round" in text
    assert "https://example.com/croupier/raw/main/docs/screens/" in text
    assert "https://example.com/croupier/blob/main/docs/odds.md#value-a-promotion" in text


def test_every_package_is_pinned_with_its_hash() -> None:
    for name in ("runtime", "dev", "docs", "node"):
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        entries = re.split(r"\n(?=[a-z0-9])", text.replace("\\\n", " "), flags=re.IGNORECASE)
        packages = [each for each in entries if not each.startswith("#")]
        assert packages, name
        for each in packages:
            assert re.match(r"[\w.\[\]-]+==[\w.+]+", each), each[:80]
            assert "--hash=sha256:" in each, each[:80]
        assert "://" not in text, "a file names no host"


def test_every_package_that_is_imported_is_declared() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {"croupier", *sys.stdlib_module_names}
    declared |= {package for packages in EXTRAS.values() for package in packages}
    for asked in [settings["dependencies"], *settings["optional-dependencies"].values()]:
        declared |= {re.split(r"[^\w-]", each)[0] for each in asked}
    for file in (ROOT / "src/croupier").rglob("*.py"):
        if (
            file.parts[-2] == "bench"
        ):  # its peers, and a server of PostgreSQL, are named where they are missing
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or "croupier"]
            for name in names:
                assert name.partition(".")[0] in declared, f"{file}: {name}"


def test_the_wheel_has_no_tests() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (packages,) = re.findall(
        r"^\[tool\.hatch\.build\.targets\.wheel\]\n(?:.*\n)*?packages = (.*)$", text, re.MULTILINE
    )
    assert packages == '["src/croupier"]'
    assert not list((ROOT / "src").rglob("test_*.py"))


def test_the_wheel_has_the_examples() -> None:
    packed = hatch_build.examples(ROOT)
    assert packed[str(ROOT / "examples" / "rounds.jsonl")] == "croupier/examples/rounds.jsonl"
    assert not [file for file in packed if "__pycache__" in file or file.endswith(".pyc")]
    assert {Path(file).suffix for file in packed} <= {".toml", ".jsonl", ".py", ".csv", ".json", ".md"}


def documented_verification() -> str:
    """The commands of docs/install.md by which a user verifies a release."""
    text = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"## Verify a release\n.*?```sh\n(.*?)```", text, re.DOTALL)
    return str(block)


def test_a_release_is_signed_and_verified_as_the_docs_say(tmp_path: Path) -> None:
    if shutil.which("ssh-keygen") is None:
        pytest.skip("needs ssh-keygen: apt-get install openssh-client")

    def run(*command: str, **more: Any) -> int:
        return subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, **more).returncode

    for name in ("ours", "thief"):
        assert run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)) == 0
    wheel = tmp_path / "croupier-1-py3-none-any.whl"
    wheel.write_bytes(b"the wheel")
    sums = tmp_path / "SHA256SUMS"
    sums.write_text(f"{hashlib.sha256(b'the wheel').hexdigest()}  {wheel.name}\n")
    sign = str(ROOT / "tools" / "sign-release")
    assert run(sign, str(tmp_path), str(tmp_path / "nobody")) == 2
    assert run(sign, str(tmp_path), str(tmp_path / "ours")) == 0
    signers = (tmp_path / "allowed_signers").read_text()  # from our page, not from the release
    verify = documented_verification()

    def verified() -> bool:
        (tmp_path / "allowed_signers").write_text(signers)
        return run("sh", "-e", "-c", verify) == 0

    assert verified()
    wheel.write_bytes(b"another wheel")
    assert not verified()
    assert run(sign, str(tmp_path), str(tmp_path / "ours")) == 2, "no checksum of another file is signed"
    sums.write_text(f"{hashlib.sha256(b'another wheel').hexdigest()}  {wheel.name}\n")
    assert not verified()
    assert run(sign, str(tmp_path), str(tmp_path / "thief")) == 0
    assert not verified()


def test_the_source_distribution_has_what_the_tests_read() -> None:
    listed = re.search(
        r"^include = \[(.*?)^\]",
        (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    assert listed is not None
    included = re.findall(r'"/([^"]+)"', listed[1])
    for needed in (
        "src",
        "docs",
        "tests",
        "examples",
        "scripts",
        "tools",
        "web",
        "deploy",
        "requirements",
        "test",
    ):
        assert needed in included
    assert all(list(ROOT.glob(pattern)) for pattern in included)
