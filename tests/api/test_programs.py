"""The example programs: each runs, and each is written with the public surface alone."""

import ast
import contextlib
import lzma
import runpy
import sys
from pathlib import Path

import pytest

import croupier

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((ROOT / "examples/programs").glob("*.py"))
GOLDEN = max((ROOT / "tests/floor/golden").iterdir())
SUBMISSION = "examples/ma-four-card-poker.toml"

ARGUMENTS = {
    "settle_a_day": ["examples/rounds.jsonl"],
    "price_a_submission": [SUBMISSION],
    "draw_a_layout": [SUBMISSION, "{place}/layout.svg"],
    "settle_columns": ["{place}/day.parquet"],
    "audit_a_log": ["{place}/export.jsonl", (GOLDEN / "public").read_text().strip()],
}

PRINTED = {
    "settle_a_day": "0 refused",
    "explain_a_payout": "flush_bonus: win, 500 cents, by ma-hcf-9.e.2.i, ma-hcf-11.c.A",
    "build_a_submission": 'ok: True\nrules = "ma/ultimate-texas-holdem"\n',
    "price_pay_tables": "table J: 4.0468%, exactly 26029/643195",
    "price_a_submission": "aces_up II: 2.5752%",
    "advise_a_player": "play_3x: +0.082611 antes, 0.000000 below the best",
    "compare_simple_rules": "optimal play: the house keeps 2.6645% of the ante",
    "simulate_a_table": "standard errors apart",
    "play_a_table": "after ten rounds: ",
    "draw_a_layout": "Four Card Poker, Massachusetts: 1830 by 1000 mm",
    "read_the_rules": "flush_bonus N: 4 rows [nj-hcf-38.11.c.N]",
    "settle_columns": "10,000 rounds without an error",
    "train_an_agent": "a regret of 0.00",
    "own_strategy": "it costs 0.5029% of the ante against optimal play",
    "train_from_decisions": "exact regret: 0.00",
    "audit_a_log": ", 0 findings",
}
"""By program, a part of what it prints."""


def test_there_are_at_least_twelve() -> None:
    assert {program.stem for program in PROGRAMS} == set(PRINTED)
    assert len(PROGRAMS) >= 12


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_uses_the_public_surface_alone(program: Path) -> None:
    tree = ast.parse(program.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            inside = [each.name for each in node.names if each.name.startswith("croupier.")]
            assert set(inside) <= {"croupier.gym"}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier"):
            assert node.module in ("croupier", "croupier.gym")
            assert {each.name for each in node.names} <= {*croupier.__all__, "gym", "register_envs"}
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "croupier"
        ):
            assert node.attr in (*croupier.__all__, "gym"), node.attr
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_"), node.attr


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_runs(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (tmp_path / "export.jsonl").write_bytes(lzma.decompress((GOLDEN / "log.jsonl.xz").read_bytes()))
    arguments = [each.format(place=tmp_path) for each in ARGUMENTS.get(program.stem, [])]
    monkeypatch.setattr(sys, "argv", [str(program), *arguments])
    with contextlib.suppress(SystemExit):
        runpy.run_path(str(program), run_name="__main__")
    assert PRINTED[program.stem] in capsys.readouterr().out
