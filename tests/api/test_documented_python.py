"""The Python of the documents runs, and prints what they show."""

import doctest
import lzma
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
GOLDEN = max((ROOT / "tests/floor/golden").iterdir())
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    if BLOCK.search(page.read_text(encoding="utf-8"))
]


def given(place: Path) -> dict[str, Any]:
    """The inputs of the examples: a log and the house's public key."""
    export = place / "export.jsonl"
    export.write_bytes(lzma.decompress((GOLDEN / "log.jsonl.xz").read_bytes()))
    return {"export": export, "public_key": (GOLDEN / "public").read_text().strip()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    scope = given(tmp_path)
    parser = doctest.DocTestParser()
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for number, block in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")), start=1):
        if ">>>" not in block:
            exec(compile(block, f"{page.name} block {number}", "exec"), scope)
            continue
        shown: list[str] = []
        test = parser.get_doctest(block, scope, f"{page.name} block {number}", str(page), 0)
        found = doctest.DocTestRunner(optionflags=flags).run(test, out=shown.append, clear_globs=False)
        scope = test.globs
        assert found.failed == 0, "".join(shown)


def test_the_page_of_the_library_has_its_examples() -> None:
    blocks = BLOCK.findall((ROOT / "docs/python.md").read_text(encoding="utf-8"))
    assert len(blocks) >= 6
    assert all(">>>" in block for block in blocks)
