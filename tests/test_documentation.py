"""What the documents promise, the code keeps."""

import re
from pathlib import Path

from croupier.cli.reference import described, manual_page, markdown
from croupier.errors import CODES

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


def test_every_page_says_whom_it_is_for_and_is_on_the_site() -> None:
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
