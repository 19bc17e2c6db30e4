"""Labeled decisions: the values are those of advice, the seed decides the rest, and the card says so."""

import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import croupier
from croupier.cards import card_text
from croupier.cli.app import app
from croupier.odds.dataset.decisions import Decisions
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices

HIDDEN = 52


def shown(row: dict[str, Any], name: str) -> str:
    """The cards of a row as advice takes them."""
    cards = [row[f"{name}_{place}"] for place in range(1, 8) if row.get(f"{name}_{place}", HIDDEN) != HIDDEN]
    return " ".join(card_text(card) for card in cards)


@pytest.mark.parametrize("rules", ["ma/high-card-flush", "ma/four-card-poker", "ma/ultimate-texas-holdem"])
def test_every_value_is_that_of_advice(rules: str) -> None:
    decisions = Decisions(house_rules(rules, Choices()), 3)
    [batch] = decisions.batches(20)
    streets = [stage.name for stage in decisions.stages]
    assert len(batch["round"]) == 20
    for number in range(20):
        row = {name: column[number] for name, column in batch.items()}
        street = int(row["street"])
        assert street == number % len(streets)  # the streets of a round in their order
        if len(streets) == 1 or street != 1 or number in (1, 16):  # advice takes its time on a flop
            advice = croupier.advise(
                rules, shown(row, "card"), board=shown(row, "board"), up=shown(row, "up")
            )
            wanted = {_antes(name): value for name, value in advice.values.items()}
            legal = {n for n in range(5) if f"exact_{n}" in row and row[f"exact_{n}"] is not _masked()}
            assert legal == set(wanted)
            unit = decisions.denominators[advice.stage]
            assert {n: Fraction(int(row[f"exact_{n}"]), unit) for n in legal} == wanted
            assert row["best"] == _antes(advice.best)
            assert all(row[f"value_{n}"] == pytest.approx(float(wanted[n])) for n in legal)


def _antes(action: str) -> int:
    return int(action[-2]) if action.endswith("x") else 0


def _masked() -> object:
    import numpy as np

    return np.ma.masked


def test_the_command_writes_the_file_and_its_card(tmp_path: Path) -> None:
    def run(name: str, *more: str) -> dict[str, Any]:
        words = ["dataset", "ma/high-card-flush", "--decisions", "1e3", "-o", str(tmp_path / name), *more]
        result = CliRunner().invoke(app, [*words, "--json"])
        assert result.exit_code == 0, result.output
        found: dict[str, Any] = json.loads(result.stdout)
        return found

    facts = run("a.parquet", "--seed", "7")
    written = (tmp_path / "a.parquet").read_bytes()
    assert facts["sha256"] == hashlib.sha256(written).hexdigest() == run("b.parquet", "--seed", "7")["sha256"]
    assert run("c.parquet", "--seed", "8")["sha256"] != facts["sha256"]
    table = pq.read_table(tmp_path / "a.parquet")
    assert len(table) == 1000
    assert json.loads(table.schema.metadata[b"croupier"])["denominators"] == facts["denominators"]
    assert table["value_2"].null_count > 0
    card = (tmp_path / "a.parquet.md").read_text()
    assert "`croupier dataset ma/high-card-flush --decisions 1000 --seed 7 -o a.parquet`" in card
    assert all(f"`{name.partition('_')[0]}" in card for name in table.column_names)
    assert not list(tmp_path.glob(".*"))


def test_impossible_requests_are_refused(tmp_path: Path) -> None:
    for count, seed in ((0, 0), (1, -1), (1 << 40, 0)):
        with pytest.raises(croupier.Refusal) as refused:
            croupier.write_dataset("ma/high-card-flush", tmp_path / "x.parquet", count=count, seed=seed)
        assert refused.value.code == "value_not_allowed"
    (tmp_path / "folder").mkdir()
    for place, why in (("folder", "Is a directory"), ("missing/x.parquet", "No such file or directory")):
        with pytest.raises(croupier.Refusal, match=why) as refused:
            croupier.write_dataset("ma/high-card-flush", tmp_path / place, count=5)
        assert refused.value.code == "value_not_allowed"
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]
