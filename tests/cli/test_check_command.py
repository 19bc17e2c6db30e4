"""`croupier check` as people run it: exit codes, one clear line on stderr, JSON."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def croupier(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "croupier", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=cwd, check=False)


def written(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "submission.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_an_accepted_submission_exits_0() -> None:
    done = croupier("check", EXAMPLES / "ma-high-card-flush.toml")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip().endswith("ma-high-card-flush.toml: no violation")


def test_approvals_are_listed_and_exit_0() -> None:
    done = croupier("check", "md-high-card-flush.toml", cwd=EXAMPLES)
    assert done.returncode == 0
    finding, verdict = done.stdout.splitlines()
    assert finding.startswith("md-high-card-flush.toml:")
    assert ": approval: choices.policies.ace_low_straight_flush: asked 'on'" in finding
    assert "[md-hcf-6.A, md-hcf-6.E, reading MD-7] (policy_not_default)" in finding
    assert verdict == "md-high-card-flush.toml: no violation (1 further finding)"


def test_violations_exit_1_one_line_each() -> None:
    done = croupier("check", "violations.toml", cwd=EXAMPLES)
    assert (done.returncode, done.stderr) == (1, "")
    *findings, verdict = done.stdout.splitlines()
    assert verdict == "violations.toml: 15 violations (1 further finding)"
    assert len(findings) == 16
    assert findings[0] == (
        "violations.toml:6: violation: positions: asked 7; allowed: 1 to 6 "
        "[ma-hcf-7.c, ma-hcf-7.d, reading MA-36] (too_many_positions)"
    )


def test_json_has_the_documented_shape(tmp_path: Path) -> None:
    path = written(tmp_path, 'rules = "ma/ultimate-texas-holdem"\n\n[choices]\ntrips = "E"\n')
    done = croupier("check", "--json", path)
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert answer == {
        "ok": False,
        "findings": [
            {
                "severity": "violation",
                "code": "unknown_table",
                "key": "choices.trips",
                "line": 4,
                "asked": "table 'E'",
                "allowed": "one of A, B, C, D",
                "clauses": ["ma-uth-11.d"],
                "readings": [],
            }
        ],
    }


def test_json_of_an_accepted_submission(tmp_path: Path) -> None:
    done = croupier("check", written(tmp_path, 'rules = "ma/ultimate-texas-holdem"\n'), "--json")
    assert (done.returncode, json.loads(done.stdout)) == (0, {"ok": True, "findings": []})


def test_an_empty_file_is_toml_without_rules(tmp_path: Path) -> None:
    done = croupier("check", "--json", written(tmp_path, ""))
    assert done.returncode == 1
    (finding,) = json.loads(done.stdout)["findings"]
    assert (finding["code"], finding["key"], finding["line"]) == ("filing_missing", "rules", None)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('rules = "x"\nchoices = [1,\n', "line 3"),
        ('rules = "x"\n\nrules = "y"\n', "line 3"),
        ("rules: ma/high-card-flush\n", "line 1"),
        ('rules = "x"\n# caf\xe9\n'.encode("latin-1"), "line 2"),
        ("a = " + "[" * 100_000, "not TOML"),
        ("a = 1" + "0" * 5000, "not TOML"),
        (b"PK\x03\x04\x00\x00", "line 1"),
    ],
    ids=["unclosed", "twice", "yaml", "latin-1", "deep", "endless number", "a zip file"],
)
def test_invalid_toml_exits_2_and_names_the_line(tmp_path: Path, content: str | bytes, said: str) -> None:
    path = written(tmp_path, content)
    done = croupier("check", "--json", path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"croupier: {path}: not ")
    assert said in line


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = written(tmp_path, b'\xef\xbb\xbfrules = "ma/high-card-flush"\r\npositions = 9\r\n')
    done = croupier("check", "--json", path)
    assert done.returncode == 1
    assert [each["line"] for each in json.loads(done.stdout)["findings"] if each["line"]] == [2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.toml"], "missing.toml: No such file or directory"),
        (["."], "Is a directory"),
        ([], "give a submission file"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_bad_usage_exits_2_with_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = croupier("check", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("croupier")
    assert said in line


def test_the_schema_is_printed() -> None:
    done = croupier("check", "--schema")
    assert done.returncode == 0
    schema = json.loads(done.stdout)
    assert schema["$ref"] == "#/$defs/Submission"
    assert schema["$defs"]["Submission"]["required"] == ["rules"]
