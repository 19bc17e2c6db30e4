"""What a release needs: notices of what is packed, one version everywhere, links that work on an index."""

import json
import re
from pathlib import Path

import croupier
import hatch_build

ROOT = Path(__file__).parents[1]


def test_the_notice_has_the_license_of_every_package_in_the_pages() -> None:
    bill = json.loads((ROOT / hatch_build.SBOM).read_text(encoding="utf-8"))
    names = [component["name"] for component in bill["components"]]
    assert "svelte" in names
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8").lower()
    assert [name for name in names if name not in notice] == []
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


def test_the_wheel_has_no_tests() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (packages,) = re.findall(
        r"^\[tool\.hatch\.build\.targets\.wheel\]\n(?:.*\n)*?packages = (.*)$", text, re.MULTILINE
    )
    assert packages == '["src/croupier"]'
    assert not list((ROOT / "src").rglob("test_*.py"))


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
