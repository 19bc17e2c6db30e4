"""Rounds in columns: settled as `croupier.settle` settles them, in Arrow, pandas, polars and NumPy."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import croupier
from croupier.cards import parse_cards
from croupier.cli.app import app
from croupier.odds.columns import settle as engine
from tests.api.column_rounds import as_columns, differences, everything, one_by_one, rows_of

ROUNDS = 400
FLUSH = "ma/high-card-flush"


def settled(rows: list[dict[str, Any]], rules: str, choices: croupier.Choices) -> dict[str, list[Any]]:
    found = croupier.settle_many(pa.table(as_columns(rows)), rules, choices).to_pydict()
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("rules", croupier.rule_sets())
def test_columns_are_settled_as_rounds_are(rules: str) -> None:
    choices = everything(rules)
    rows = rows_of(rules, choices, ROUNDS, seed=20)
    expected = one_by_one(rules, choices, rows)
    assert differences(settled(rows, rules, choices), expected) == []
    refused = {each["error"] for each in expected if "error" in each}
    assert len(refused) >= 5


@pytest.mark.parametrize("rules", croupier.rule_sets())
def test_the_kernels_settle_ordinary_rounds(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without progressive, Cover All and mistakes the kernels settle nearly all rounds, and agree."""
    choices = everything(rules)
    plain = croupier.Choices(tables=choices.tables)
    rows = [
        row
        for row in rows_of(rules, plain, ROUNDS, seed=21, wrong=0)
        if row["ante"] < 50_000 and row["round"] % 2 == 0
    ]
    seen: list[int] = []
    whole = engine._Settling._suspects

    def counted(self: engine._Settling) -> list[int]:
        found = whole(self)
        seen.append(len(found))
        return found

    monkeypatch.setattr(engine._Settling, "_suspects", counted)
    got = settled(rows, rules, plain)
    assert differences(got, one_by_one(rules, plain, rows)) == []
    refused = {row["round"] for row, error in zip(rows, got["error"], strict=True) if error}
    # Beside decisions that the hand does not allow, only rounds near a payout limit are left to `settle`.
    assert seen[0] - len(refused) <= ROUNDS // 20


def test_a_wrong_kernel_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    choices = everything(FLUSH)
    rows = rows_of(FLUSH, choices, 60, seed=22)
    expected = one_by_one(FLUSH, choices, rows)
    monkeypatch.setattr(engine, "OUTCOMES", ("push", "lose", "win", "void"))
    assert differences(settled(rows, FLUSH, choices), expected) != []


def test_every_kind_of_columns_gives_its_own_kind_back() -> None:
    choices = everything(FLUSH)
    columns = as_columns(rows_of(FLUSH, choices, 50, seed=23, wrong=0))
    filled = {name: [each or 0 for each in values] for name, values in columns.items()}
    table = pa.table(columns)
    wanted = croupier.settle_many(table, FLUSH, choices).to_pydict()
    frame = croupier.settle_many(pd.DataFrame(filled), FLUSH, choices)
    assert isinstance(frame, pd.DataFrame)
    assert frame["net"].tolist() == wanted["net"]
    lazy = croupier.settle_many(pl.DataFrame(columns), FLUSH, choices)
    assert isinstance(lazy, pl.DataFrame)
    assert lazy["ante_outcome"].to_list() == wanted["ante_outcome"]
    for texts in (True, False):
        arrays: dict[str, Any] = {name: np.array(values) for name, values in filled.items()}
        if not texts:
            for name in ("cards", "dealer"):
                arrays[name] = np.array([parse_cards(text) for text in columns[name]], dtype=np.uint8)
        found = croupier.settle_many(arrays, FLUSH, choices)
        assert found["net"].tolist() == wanted["net"]
        assert found["ante_outcome"].tolist() == wanted["ante_outcome"]
        assert found["error"].tolist() == wanted["error"]
    lists = table.set_column(
        table.column_names.index("cards"),
        "cards",
        pa.array([list(parse_cards(text)) for text in columns["cards"]], pa.list_(pa.uint8(), 7)),
    )
    assert croupier.settle_many(lists, FLUSH, choices).to_pydict() == wanted


def test_a_submission_names_its_house() -> None:
    path = Path(__file__).parents[2] / "examples" / "ma-high-card-flush.toml"
    columns = {
        "cards": ["As Ks 9s 4s 2h 3c Jd"],
        "dealer": ["2d 3d 9d 4c 5h 6s Kc"],
        "ante": [1000],
        "raise": [1000],
    }
    assert croupier.settle_many(columns, path)["net"].tolist() == [2000]
    with pytest.raises(croupier.Refusal):
        croupier.settle_many(columns, path, croupier.Choices())


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"ante": [1000.5]}, "bad_amount"),
        ({"ante": [1000.0]}, "bad_amount"),
        ({"ante": [True]}, "bad_amount"),
        ({"raise": ["1000"]}, "bad_amount"),
        ({"cards": [7]}, "malformed"),
        ({"dealer": None}, "malformed"),
        ({"match_play": [500]}, "unknown_key"),
        ({"player": ["Ann"]}, "unknown_key"),
        ({"forfeited": [True]}, "unknown_key"),
        ({"flush_bonus": [500]}, "wager_not_offered"),
        ({"ante": None}, "missing_wager"),
        ({"ante": [1000, 1000]}, "malformed"),
        ({"cards": [[1, 2, 3]]}, "wrong_number_of_cards"),
    ],
)
@pytest.mark.parametrize("arrow", [False, True])
def test_unsupported_columns_are_refused_by_name(changed: dict[str, Any], code: str, arrow: bool) -> None:
    columns: dict[str, Any] = {
        "cards": ["As Ks 9s 4s 2h 3c Jd"],
        "dealer": ["2d 3d 9d 4c 5h 6s Kc"],
        "ante": [1000],
        "raise": [1000],
        **changed,
    }
    columns = {name: values for name, values in columns.items() if values is not None}
    if arrow and len({len(values) for values in columns.values()}) > 1:
        return
    with pytest.raises(croupier.Refusal) as refused:
        croupier.settle_many(pa.table(columns) if arrow else columns, FLUSH)
    assert refused.value.code == code


def test_a_round_that_is_no_number_is_not_asked_for_in_cents() -> None:
    columns = {"cards": ["As Ks 9s 4s 2h 3c Jd"], "dealer": ["2d 3d 9d 4c 5h 6s Kc"], "ante": [1000]}
    day = pa.table({**columns, "raise": [1000], "round": ["a"]})
    with pytest.raises(croupier.Refusal, match=r"columns\.round.*allowed: whole numbers$"):
        croupier.settle_many(day, "ma/high-card-flush")


def test_rows_of_a_round_stand_together() -> None:
    hand = {"cards": ["As Ks 9s 4s 2h 3c Jd"] * 3, "dealer": ["2d 3d 9d 4c 5h 6s Kc"] * 3}
    columns = {**hand, "ante": [1000] * 3, "raise": [1000] * 3, "round": [1, 2, 1], "seat": [1, 1, 2]}
    with pytest.raises(croupier.Refusal, match="stand together"):
        croupier.settle_many(columns, FLUSH)


@pytest.mark.parametrize("rules", croupier.rule_sets())
def test_hands_are_evaluated_as_at_the_table(rules: str) -> None:
    from croupier.cards import set_of
    from croupier.settlement.prepared_rules import prepared
    from croupier.submission.choices import house_rules

    choices = croupier.Choices(tables=everything(rules).tables)
    ready = prepared(house_rules(rules, choices))
    rows = rows_of(rules, choices, 100, seed=24, wrong=0)
    columns = {"cards": [row["cards"] for row in rows]}
    if ready.community_cards:
        columns["board"] = [row["board"] for row in rows]
    found = croupier.evaluate(pa.table(columns), rules, choices).to_pydict()
    for place, row in enumerate(rows):
        cards = set_of(row["cards"]) | (set_of(row["board"]) if ready.community_cards else 0)
        strength = ready.play.strength(cards)
        assert found["strength"][place] == strength
        assert found["hand"][place] == ready.play.name(strength)
        for name, side in ready.sides.items():
            number = side.rows[side.rung(cards, strength)]
            ladder = ready.play.sides[name].ladder
            assert found[name][place] == (None if number < 0 else ladder[number])
    with pytest.raises(croupier.Refusal, match="row 0"):
        croupier.evaluate(
            {**{name: [values[0]] for name, values in columns.items()}, "cards": ["As As"]}, rules
        )


def test_a_parquet_file_is_settled_into_another(tmp_path: Path) -> None:
    rows = rows_of(FLUSH, croupier.Choices(), 40, seed=25)
    day, out = tmp_path / "day.parquet", tmp_path / "settled.parquet"
    pq.write_table(pa.table(as_columns(rows)), day)
    done = CliRunner().invoke(app, ["settle", "--from", str(day), "--to", str(out), "--by", FLUSH])
    assert done.exit_code == 0, done.output
    refused = sum("error" in each for each in one_by_one(FLUSH, croupier.Choices(), rows))
    assert done.stdout == f"{out}: {len(rows)} seats settled, {refused} refused\n"
    got = pq.read_table(out).to_pydict()
    assert differences(got, one_by_one(FLUSH, croupier.Choices(), rows)) == []
    assert got["cards"] == [row["cards"] for row in rows]


def test_wrong_columns_on_the_command_line_are_one_line(tmp_path: Path) -> None:
    day = tmp_path / "day.parquet"
    for written, arguments in (
        (b"", ["--from", str(day), "--to", str(tmp_path / "x.parquet"), "--by", FLUSH]),
        (b"nonsense", ["--from", str(day), "--to", str(tmp_path / "x.parquet"), "--by", FLUSH]),
        (b"", ["--from", str(day)]),
    ):
        day.write_bytes(written)
        done = CliRunner().invoke(app, ["settle", *arguments])
        assert done.exit_code == 2
        assert done.stderr.count("\n") == 1
