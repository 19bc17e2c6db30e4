"""By program, from the commands' own definition: every command has `--json`, every file read may be stdin."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import typer
from typer.testing import CliRunner

from croupier.cli.app import app, each_command
from tests.cli.test_audit import croupier, data  # noqa: F401  (a fixture)
from tests.floor.test_recorded_rounds import unpacked
from tests.odds import sessions
from tests.odds.sessions import FLUSH

ROOT = Path(__file__).parents[2]
SUBMISSION = (ROOT / "examples" / "ma-high-card-flush.toml").read_bytes()
VIOLATIONS = (ROOT / "examples" / "violations.toml").read_bytes()
COMMANDS = dict(each_command(typer.main.get_command(app)))

READ = re.compile(r"FILE|SUBMISSION|EXPORT|BET\.toml|\.jsonl|\.parquet")
WRITTEN = {"output", "target"}
NOT_A_FILE = {"serve witness", "audit verify state"}
"""`serve --witness` and `audit verify --state` write to the file, and read it back."""


def files_read() -> list[tuple[str, str, str]]:
    """Every option and argument that names a file to read: command, name and help."""
    found = []
    for command, definition in COMMANDS.items():
        for each in definition.params:
            shown = str(
                each.metavar or each.make_metavar(definition.make_context("x", [], resilient_parsing=True))
            )
            path = "Path" in repr(each.type) and "DIR" not in shown
            if (path or READ.search(shown)) and each.name not in WRITTEN and "TABLE" not in shown:
                found.append((command, each.name, each.help or ""))
    return [each for each in found if f"{each[0]} {each[1]}" not in NOT_A_FILE]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_prints_json(command: str) -> None:
    assert any("--json" in each.opts for each in COMMANDS[command].params)


def test_every_file_that_is_read_may_be_stdin() -> None:
    found = files_read()
    assert len(found) >= 20
    assert [f"{command} {name}" for command, name, words in found if "stdin" not in words] == []


def run(words: list[str], given: bytes) -> Any:
    """A command with this on stdin, run in this process."""
    return CliRunner().invoke(app, words, input=given)


def lines(rounds: int = 2) -> bytes:
    found = sessions.session(FLUSH, sessions.random_player(FLUSH), rounds, 5, "ann")
    return "".join(json.dumps(line) + "\n" for line in found).encode()


def day() -> bytes:
    """Columns of one seat."""
    out = io.BytesIO()
    row = {
        "cards": ["As Ks 9s 4s 2h 3c Jd"],
        "dealer": ["2d 3d 9d 4c 5h 6s Kc"],
        "ante": [700],
        "raise": [700],
    }
    pq.write_table(pa.table(row), out)
    return out.getvalue()


def test_rounds_columns_and_rules_come_from_stdin(tmp_path: Path) -> None:
    settled = run(["settle", "-"], lines(3))
    assert settled.stdout.count("\n") == 3
    target = tmp_path / "settled.parquet"
    done = run(["settle", "--from", "-", "--to", str(target), "--by", FLUSH, "--json"], day())
    assert json.loads(done.stdout) == {"file": str(target), "seats": 1, "refused": 0}
    assert pq.read_table(target)["net"].to_pylist() == [1400]
    (tmp_path / "day.parquet").write_bytes(day())
    words = ["settle", "--from", str(tmp_path / "day.parquet"), "--to", str(target), "--by", "-"]
    assert run(words, SUBMISSION).exit_code == 0
    missing = run(["settle", "--from", "no.parquet", "--to", str(target), "--by", FLUSH], b"")
    assert (missing.exit_code, missing.stderr) == (2, "croupier: no.parquet: no such file\n")
    both = run(["settle", "--from", "-", "--to", str(target), "--by", "-"], day())
    assert (both.exit_code, both.stderr) == (2, "croupier: settle: --from and --by cannot both be stdin\n")


@pytest.mark.parametrize(
    "words", [["report", "-o", "x.json"], ["petition", "-o", "x"]], ids=lambda words: words[0]
)
def test_a_filing_comes_from_stdin_and_is_read_once(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run([words[0], "-", *words[1:]], VIOLATIONS)
    assert done.exit_code == 1
    assert done.stderr.count("\n") == 1
    assert "`croupier check -` lists them" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_recorded_play_comes_from_stdin(tmp_path: Path) -> None:
    found = json.loads(run(["review", "--rounds", "-", "--json"], lines()).stdout)
    assert [each["name"] for each in found["players"]] == ["ann"]
    export = unpacked("log.jsonl", tmp_path).read_bytes()
    words = ["watch", "-", "--against", "dealer:1", "--player", "e0p1", "--json"]
    assert json.loads(run(words, export).stdout)["players"][0]["hands"] == 2
    verified = run(["audit", "verify", "-", "--json"], export)
    assert (verified.exit_code, json.loads(verified.stdout)["whole"]) == (0, True)
    nothing = run(["audit", "verify", "-"], b"not a log")
    assert nothing.exit_code in (1, 2)


def test_a_backup_comes_from_stdin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path / "none"))
    backup = unpacked("house.backup", tmp_path).read_bytes()
    url = f"sqlite:///{tmp_path / 'restored.db'}"
    done = run(["restore", "-", "--db", url, "--json"], backup)
    assert json.loads(done.stdout)["whole"], done.output
    assert run(["audit", "verify", "--db", url], b"").exit_code == 0


def test_a_config_file_comes_from_stdin_and_a_table_needs_a_terminal() -> None:
    given = b'[advise]\ncards = "As Ks 9s 4s 2h 3c Jd"\n[check]\njson = true\n'
    assert json.loads(run(["--config", "-", "check", str(ROOT / "examples/violations.toml")], given).stdout)
    done = run(["play", "-"], VIOLATIONS)
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)


def test_play_prints_each_round_as_json_and_the_table_beside_it() -> None:
    done = run(["play", FLUSH, "--seed", "4", "--json"], b"10\nfold\n20\nfold\n")
    rounds = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["round"] for each in rounds] == [1, 2]
    assert [(each["net"], each["bankroll"]) for each in rounds] == [(-1000, 99000), (-2000, 97000)]
    assert rounds[0]["results"]["ante"]["outcome"] == "lose"
    assert "You leave with $970" in done.stderr


def test_the_log_of_a_house_as_json(data: Path, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "log.jsonl"
    told = json.loads(croupier(data, "audit", "export", "-o", str(file), "--json").stdout)
    assert (told["file"], told["lines"]) == (str(file), len(file.read_bytes().splitlines()))
    newest = json.loads(croupier(data, "audit", "checkpoint", "--json").stdout)
    archive = ["audit", "archive", "-o", str(tmp_path / "archive"), "--before", "2100-01-01", "--json"]
    kept = json.loads(croupier(data, *archive).stdout)
    assert (kept["first"], kept["last"]) == (1, newest["position"])
    assert Path(kept["file"]).is_file()
    assert newest["public"] == told["public"]
    witness = CliRunner().invoke(
        app,
        ["audit", "verify", "--witness", "-", "--json"],
        input=json.dumps(newest) + "\n",
        env={"CROUPIER_DATA": str(data)},
    )
    assert json.loads(witness.stdout)["witnessed"] == 1, witness.output


def test_the_manual_pages_as_json(tmp_path: Path) -> None:
    told = json.loads(run(["docs", "--man", str(tmp_path), "--json"], b"").stdout)
    assert sorted(told["pages"]) == sorted(each.name for each in tmp_path.iterdir())
