"""The documents agree with the code."""

import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec

from croupier import floor
from croupier.cli.reference import described, manual_page, markdown
from croupier.errors import CODES
from croupier.floor.fairness.commit_reveal import FairEvent
from croupier.floor.registry.house_events import HouseEvent
from croupier.jackpot.events import LinkEvent
from croupier.table.events import Event

ROOT = Path(__file__).parents[1]


def test_every_error_code_is_documented_and_no_other() -> None:
    text = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|$", text, re.MULTILINE))
    assert documented == CODES


def test_every_error_code_is_used() -> None:
    source = "".join(
        file.read_text(encoding="utf-8")
        for file in (ROOT / "src/croupier").rglob("*.py")
        if file.name != "errors.py" or file.parent.name == "cli"
    )
    assert [code for code in CODES if f'"{code}"' not in source] == []


PAGES = (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))


def test_links_in_the_documents_lead_somewhere() -> None:
    for document in PAGES:
        for target, anchor in re.findall(r"\]\(([^)#: ]*)(?:#([^) ]*))?\)", _prose(document)):
            found = document.parent / target if target else document
            assert found.exists(), f"{document.name}: {target}"
            if anchor:
                assert anchor in _anchors(found), f"{document.name}: {target}#{anchor}"


def _prose(page: Path) -> str:
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def _anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges and the docs site make them."""
    titles = re.findall(r"^#+ (.+)$", _prose(page), re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower() for title in titles]
    return {re.sub(r"[^\w -]", "", title).replace(" ", "-") for title in plain}


def test_every_screenshot_is_linked() -> None:
    pages = [Path("README.md"), *Path("docs").glob("*.md")]
    linked = {
        name for page in pages for name in re.findall(r"screens/([\w-]+\.(?:webp|png))", page.read_text())
    }
    assert {each.name for each in Path("docs/screens").iterdir()} - linked == set()


def test_every_page_names_its_readers_and_is_on_the_site() -> None:
    site = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    tree = set(re.findall(r"^([\w/-]+)$", site, re.MULTILINE))
    for page in ROOT.glob("docs/*.md"):
        if page.stem != "index":
            opening = page.read_text(encoding="utf-8").split("\n## ")[0]
            assert re.search(r"\bfor [a-z]", opening, re.IGNORECASE), page.name
    # A page that is not listed is put under "More"; one that is listed exists.
    assert {name for name in tree if "/" not in name} <= {page.stem for page in ROOT.glob("docs/*.md")}


def test_every_module_of_the_library_and_every_command_has_its_reference() -> None:
    reference = markdown()
    commands = [command.words for command in described()]
    assert {"", "odds", "rules show", "docs", "dataset"} <= set(commands)
    for command in commands:
        assert f"## croupier {command}".strip() in reference
    name, source = manual_page(next(each for each in described() if each.words == "rules show"), "1.2.3")
    assert name == "croupier-rules-show.1"
    assert ".SH EXAMPLES\n.nf\ncroupier rules show ma/high\\-card\\-flush\n.fi" in source
    assert "\n.SH OPTIONS\n" in source


def test_the_reference_of_events_is_up_to_date_and_has_every_kind() -> None:
    text = (ROOT / "docs/events.md").read_text(encoding="utf-8")
    command = [sys.executable, str(ROOT / "tools/events"), "--print"]
    made = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert text == made, "run tools/events"
    headings = set(re.findall(r"^### (.+)$", text, re.MULTILINE))
    for module in pkgutil.walk_packages(floor.__path__, "croupier.floor."):
        importlib.import_module(module.name)
    kinds = {
        str(kind.__struct_config__.tag)
        for base in (Event, FairEvent, HouseEvent, LinkEvent)
        for kind in _recorded(base)
    }
    assert len(kinds) > 90
    assert kinds <= headings


def test_every_test_that_the_threat_model_names_exists() -> None:
    text = (ROOT / "docs/threat-model.md").read_text(encoding="utf-8")
    rows = [row for row in text.splitlines() if row.startswith("| ") and row.count("|") == 4]
    named = re.findall(r"`(tests/\w+(?:/\w+)*\.py)::(test_\w+)`", text)
    headings = sum(row.startswith(("| attempt |", "| --- |")) for row in rows)
    assert len(named) == len(rows) - headings >= 30, "every attempt has its test"
    for path, name in named:
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{name}"


def test_the_picture_of_the_rooms_has_every_layer() -> None:
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    rooms = re.findall(r"\w+", " ".join(layers["contracts"][0]["layers"]))
    drawn = re.findall(r'font-weight="600"[^>]*>([^<]+)<', (ROOT / "docs/architecture-rooms.svg").read_text())
    assert set(rooms) <= set(re.findall(r"\w+", " ".join(drawn)))


def _recorded(base: type[msgspec.Struct]) -> set[type[msgspec.Struct]]:
    """The kinds of events of the package that have no kinds below them."""
    found: set[type[msgspec.Struct]] = set()
    for kind in base.__subclasses__():
        if kind.__module__.startswith("croupier."):
            found |= _recorded(kind) or {kind}
    return found
