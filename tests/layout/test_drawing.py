"""The SVG: well formed, to scale, the same areas as the data, nothing that runs or is fetched."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

from croupier.layout.build import layout_of
from croupier.layout.model import Layout
from croupier.layout.svg import RAIL, svg
from tests.practice import PRACTICE

SVG = "{http://www.w3.org/2000/svg}"


def drawing(rules: str) -> tuple[Layout, str, ET.Element]:
    drawn = layout_of(PRACTICE[rules])
    text = svg(drawn)
    return drawn, text, ET.fromstring(text)


@pytest.mark.parametrize("rules", PRACTICE)
def test_every_area_of_the_data_is_a_group_of_the_drawing(rules: str) -> None:
    drawn, _, root = drawing(rules)
    groups = [group for group in root.iter(f"{SVG}g") if group.get("class") == "area"]
    assert len(groups) == len(drawn.areas)
    for area, group in zip(drawn.areas, groups, strict=True):
        assert group.get("data-area") == area.name
        assert int(group.get("data-seat", "0")) == area.seat
        for name, value in (
            ("x", area.x),
            ("y", area.y),
            ("w", area.width),
            ("h", area.height),
            ("angle", area.angle),
        ):
            assert float(group.get(f"data-{name}", "")) == pytest.approx(value, abs=0.006), name
        assert int(group.get("data-cards", "0")) == area.cards
        assert float(group.get("data-pitch", "0")) == pytest.approx(area.pitch)
        assert tuple(group.get("data-clauses", "").split()) == area.clauses
        assert (group.get("transform") or "").startswith(f"translate({group.get('data-x')} ")
        shown = " ".join("".join(text.itertext()) for text in group.iter(f"{SVG}text"))
        assert shown == area.label


@pytest.mark.parametrize("rules", PRACTICE)
def test_every_word_of_the_data_is_in_the_drawing(rules: str) -> None:
    drawn, _, root = drawing(rules)
    words = {
        text.get("data-inscription"): "".join(text.itertext())
        for text in root.iter(f"{SVG}text")
        if text.get("class") == "inscription"
    }
    assert words == {each.name: each.text for each in drawn.inscriptions}
    shown = {
        group.get("data-odds"): [
            ["".join(text.itertext()) for text in row.iter(f"{SVG}text")]
            for row in group.iter(f"{SVG}g")
            if row.get("class") == "row"
        ]
        for group in root.iter(f"{SVG}g")
        if group.get("class") == "odds"
    }
    assert shown == {
        table.name: [[row.hand, *filter(None, row.pays)] for row in table.rows] for table in drawn.tables
    }


@pytest.mark.clause("nj-hcf-13Y.b.s1", shows="shown")
@pytest.mark.parametrize("rules", PRACTICE)
def test_a_unit_is_a_millimeter(rules: str) -> None:
    drawn, _, root = drawing(rules)
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    assert (left, top) == (-RAIL, -RAIL)
    assert (width, height) == (drawn.width + 2 * RAIL, drawn.depth + 2 * RAIL)
    assert root.get("width") == f"{width:.0f}mm"
    assert root.get("height") == f"{height:.0f}mm"
    assert (root.get("data-unit"), root.get("data-width"), root.get("data-height")) == ("mm", "1830", "1000")


@pytest.mark.clause("nj-hcf-13Y.b.s1", "md-hcf-2.B", shows="shown")
def test_the_record_of_the_filing_goes_with_the_drawing() -> None:
    for rules in PRACTICE:
        drawn, _, root = drawing(rules)
        records = root.findall(f"{SVG}metadata")
        assert len(records) == (drawn.filing is not None)
        for record in records:
            told = json.loads(record.text or "")
            assert told["submission"] == f"sha256:{drawn.digest}"
            assert drawn.filing is not None
            assert told["items"] == list(drawn.filing.items)


@pytest.mark.parametrize("rules", PRACTICE)
def test_it_runs_nothing_and_fetches_nothing(rules: str) -> None:
    _, text, root = drawing(rules)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {
        "svg", "title", "desc", "metadata", "defs", "radialGradient", "linearGradient", "stop", "path", "g",
        "circle", "rect", "text", "textPath",
    }  # fmt: skip
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(each and each.startswith("felt-") for each in ids), "no clash with a page's own"
    for element in root.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name != "style", "a strict content security policy would drop it"
            if name.endswith("href") or "url(" in value:
                (target,) = (
                    re.findall(r"#([\w-]+)", value)
                    if name.endswith("href")
                    else re.findall(r"^url\(#([\w-]+)\)$", value)
                )
                assert target in ids
    assert text.count("http") == 1, "the name of the SVG vocabulary, which nobody fetches"


def test_names_are_escaped_and_described() -> None:
    text = PRACTICE["ma/high-card-flush"].replace("Croupier practice", 'A & <B> \\u0007 \\"C\\"')
    drawn = layout_of(text)
    root = ET.fromstring(svg(drawn))
    assert drawn.operator == 'A & <B> "C"'
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == 'Layout: High Card Flush, Massachusetts, A & <B> "C"'
    assert desc is not None
    assert "6 seats" in (desc.text or "")
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"


def test_the_same_submission_is_drawn_the_same() -> None:
    for text in PRACTICE.values():
        assert svg(layout_of(text)) == svg(layout_of(text))
