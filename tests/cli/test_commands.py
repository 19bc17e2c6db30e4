"""The commands as a person runs them: real processes, real exit codes, one clear line for an error."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOOD = (
    '{"rules":"ma/high-card-flush","dealer":"2d 3d 9d 4c 5h 6s Kc","seats":[{"seat":3,'
    '"cards":"As Ks 9s 4s 2h 3c Jd","wagers":{"ante":1000},"decision":{"raise":1000}}]}'
)
RULES = [
    "ma/four-card-poker",
    "ma/high-card-flush",
    "ma/ultimate-texas-holdem",
    "md/high-card-flush",
    "nj/high-card-flush",
]


def croupier(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )


def test_settle_answers_a_line_for_a_line() -> None:
    done = croupier("settle", given=f"{GOOD}\nnonsense\n\n{GOOD}\n")
    assert done.returncode == 0
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["seats"][0]["net"] if "seats" in answer else None for answer in answers] == [
        2000,
        None,
        2000,
    ]
    assert answers[1]["error"]["code"] == "malformed"
    assert done.stderr == "croupier: 1 line refused\n"


def test_settle_strict_says_no_with_its_exit_code() -> None:
    assert croupier("settle", "--strict", given="nonsense\n").returncode == 1
    assert croupier("settle", "--strict", given=f"{GOOD}\n").returncode == 0


def test_settle_reads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text(GOOD)  # the last line may lack its end
    done = croupier("settle", str(file))
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1)
    assert croupier("settle", "--pretty", str(file)).stdout.startswith('{\n  "seats"')


def test_settle_reads_past_a_byte_order_mark_and_carriage_returns() -> None:
    done = croupier("settle", given=f"\ufeff{GOOD}\r\n{GOOD}\r\n")
    assert [json.loads(line)["seats"][0]["net"] for line in done.stdout.splitlines()] == [2000, 2000]


@pytest.mark.parametrize("width", ["80", "160"])
def test_settle_in_words(width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    shown = croupier("settle", "--words", given=f"{GOOD}\nnonsense\n")
    assert "four-card flush, ace high; ma-hcf-9.e.1.ii.a" in shown.stdout
    assert "+$20" in shown.stdout
    assert "refused: " in shown.stdout


@pytest.mark.parametrize("words", [(), ("rules",)])
def test_a_bare_command_shows_its_help(words: tuple[str, ...]) -> None:
    done = croupier(*words)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) > 5


def test_a_closed_pipe_is_not_an_error() -> None:
    program = [sys.executable, "-m", "croupier", "rules", "show", "ma/high-card-flush"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait() < 0


def test_a_settlement_names_the_digest_of_the_rules() -> None:
    digest = json.loads(croupier("settle", given=GOOD).stdout)["digest"]
    listed = {
        each["rules"]: each["digest"] for each in json.loads(croupier("rules", "list", "--json").stdout)
    }
    assert listed["ma/high-card-flush"] == digest
    assert list(listed) == RULES


@pytest.mark.parametrize(
    "words",
    [
        ("settle", "no-such-file.jsonl"),
        ("settle", "--no-such-option"),
        ("no-such-command",),
        ("rules", "show", "no/such-rules"),
        ("rules", "diff", "ma/high-card-flush"),
        ("rules", "coverage", "--status", "nonsense"),
        ("bench", "nonsense"),
        ("check",),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    done = croupier(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("croupier")


@pytest.mark.parametrize("words", [(), ("settle",), ("check",), ("rules",), ("rules", "diff"), ("bench",)])
def test_every_command_has_help(words: tuple[str, ...]) -> None:
    done = croupier(*words, "--help")
    assert done.returncode == 0
    assert "--help" in done.stdout


@pytest.mark.parametrize("rules", RULES)
def test_rules_show_and_clauses(rules: str) -> None:
    shown = croupier("rules", "show", rules)
    assert shown.returncode == 0
    assert "readings" in shown.stdout
    assert json.loads(croupier("rules", "show", rules, "--json").stdout)["rules"]["name"] == rules
    listed = json.loads(croupier("rules", "clauses", rules, "--json").stdout)
    assert all(each["id"] and "statuses" in each for each in listed)
    assert len(listed) > 180


def test_rules_diff_in_the_terminal_and_as_json() -> None:
    words = ("rules", "diff", "ma/high-card-flush", "md/high-card-flush")
    assert "flush_bonus.B.flush_4" in croupier(*words).stdout.replace("\n", "")
    found = json.loads(croupier(*words, "--json").stdout)
    cell = next(each for each in found["differences"] if each["key"] == "flush_bonus.K.flush_4")
    assert (cell["left"]["value"], cell["right"]["value"]) == ("2 to 1", "1 to 1")
    assert cell["left"]["clauses"] == ["ma-hcf-11.c.K"]


def test_rules_coverage_prints_the_counts() -> None:
    found = json.loads(croupier("rules", "coverage", "--json").stdout)
    assert found["counts"]["all"]["clauses"] == 1086
    assert len(found["clauses"]) == 1086
    assert "1086" in croupier("rules", "coverage").stdout


def test_small_commands_start_without_numba() -> None:
    program = (
        "import sys\n"
        "from croupier.cli.app import app\n"
        "import croupier.settlement.json_lines, croupier.submission.check, croupier.rulebook.coverage\n"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_version() -> None:
    assert croupier("--version").stdout == "croupier 0.1.0\n"
