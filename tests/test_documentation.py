"""What the documents promise, the code keeps."""

import re
from pathlib import Path

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


def test_links_in_the_documents_lead_somewhere() -> None:
    for document in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"
