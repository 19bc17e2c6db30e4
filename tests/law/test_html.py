"""`croupier rules show --html`: the documents in one file that loads nothing."""

import re
from html import unescape
from pathlib import Path

from croupier.law.documents import document, readable
from croupier.law.examples import worked_example
from croupier.money import dollars
from tests.rulebook.test_catalog import croupier

MA, MD = "ma/high-card-flush", "md/high-card-flush"
INVENTED = Path(__file__).parents[2] / "examples/rulebook"


def test_a_document_is_written_to_one_file_that_loads_nothing(tmp_path: Path) -> None:
    file = tmp_path / "rules.html"
    done = croupier("rules", "show", MA, "--html", "-o", str(file))
    assert done.returncode == 0, done.stderr
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"https?://|src=|@import|url\(", text)
    shown = re.findall(r'<article id="([^"]+)"', text)
    assert shown == [each.id for each in document(MA).clauses]
    for each in document(MA).clauses:
        assert each.summary in unescape(text), each.id
    assert "MA-31" in text
    assert "300 to 1" in text


def test_the_worked_rounds_have_the_amounts_of_settle(tmp_path: Path) -> None:
    file = tmp_path / "rules.html"
    croupier("rules", "show", MA, "--html", "-o", str(file))
    text = file.read_text(encoding="utf-8")
    clause = "ma-hcf-11.c.A"
    article = text[text.index(f'<article id="{clause}"') :].partition("</article>")[0]
    settlement = worked_example(clause).settlement
    assert settlement is not None
    for seat in settlement.seats:
        for result in seat.results.values():
            assert f'<td class="n">{dollars(result.paid)}</td>' in article


def test_without_a_name_every_document_is_in_the_file() -> None:
    done = croupier("rules", "show", "--html")
    assert done.returncode == 0, done.stderr
    for name in readable():
        assert f'<h2 id="{name.replace("/", "-")}">' in done.stdout


def test_two_documents_come_side_by_side_too() -> None:
    done = croupier("rules", "show", MA, MD, "--html")
    assert "<h2>Side by side</h2>" in done.stdout


def test_a_rule_set_of_ones_own_has_its_page() -> None:
    done = croupier("rules", "show", "xx/high-card-flush", "--html", "--rulebook", str(INVENTED))
    assert done.returncode == 0, done.stderr
    assert '<article id="xx-hcf-7.1"' in done.stdout
    assert "A worked round" in done.stdout


def test_without_html_one_rule_set_is_asked_for() -> None:
    done = croupier("rules", "show", MA, MD)
    assert done.returncode == 2
    assert "allowed: one, or any number with --html" in done.stderr
    assert croupier("rules", "show", "zz/none", "--html").returncode == 2
