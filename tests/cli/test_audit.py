"""`croupier audit`, `backup` and `restore`, as a person runs them."""

import json
import os
import pty
import resource
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from tests.floor.floor_rig import House
from tests.floor.houses import Forger, Row, furnished
from tests.pdf_text import text_of_pdf


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of a house in which everything has happened."""
    directory = tmp_path_factory.mktemp("data")
    house = House(f"sqlite:///{directory}/croupier.db", directory / "keys")
    try:
        furnished(house)
    finally:
        house.close()
    return directory


class Done(NamedTuple):
    """The result of a command."""

    returncode: int
    stdout: str
    stderr: str


def croupier(data: Path, *words: str) -> Done:
    """A command, run in this process: one of its own takes a second to start."""
    done = CliRunner().invoke(app, words, env={"CROUPIER_DATA": str(data)})
    return Done(done.exit_code, done.stdout, done.stderr)


def croupier_alone(data: Path, *words: str) -> Done:
    """A command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "CROUPIER_DATA": str(data)},
    )
    return Done(done.returncode, done.stdout, done.stderr)


def test_a_house_that_is_whole(data: Path) -> None:
    done = croupier_alone(data, "audit", "verify")
    assert (done.returncode, done.stderr) == (0, "")
    assert "verified: " in done.stdout
    assert "27 rounds recomputed" in done.stdout
    told = json.loads(croupier(data, "audit", "verify", "--json").stdout)
    assert (told["whole"], told["findings"], told["replayed"]["tables"]) == (True, [], 12)


def _a_hundredfold(row: Row) -> Row:
    """The play money issued to the players of the last tables."""
    told = json.loads(row.entry.body)
    if row.stream != "cashier" or not told["player"].startswith("e4"):
        return row
    told["amount"] *= 100
    entry = msgspec.structs.replace(row.entry, body=json.dumps(told, separators=(",", ":")).encode())
    return row._replace(entry=entry, moves=[(account, units * 100) for account, units in row.moves])


def test_a_log_rewritten_without_the_key_is_detected_or_not_called_signed(data: Path, tmp_path: Path) -> None:
    """Both chains and the books are right again; what is missing is the house's signature."""
    forged = tmp_path / "forged"
    shutil.copytree(data, forged)
    public = json.loads(croupier(data, "audit", "checkpoint").stdout)["public"]
    done = croupier(forged, "audit", "verify", "--public", public)
    (records,) = Forger(data / "croupier.db").one("SELECT position FROM head")
    assert f"\nsigned up to position {records} of {records}\n" in done.stdout
    (covered,) = Forger(data / "croupier.db").one("SELECT position FROM checkpoints WHERE number = 4")
    forger = Forger(forged / "croupier.db")
    forger.rewrite(None, _a_hundredfold, kept=4)
    done = croupier(forged, "audit", "verify", "--public", public)
    assert done.returncode == 0, "the end of a log whose server was killed is not signed either"
    assert f"\nsigned up to position {covered} of {records}; the rest is chained" in done.stdout
    forger.rewrite(None, _a_hundredfold)
    done = croupier(forged, "audit", "verify", "--public", public, "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["signed"]) == (1, {"position": 0, "of": records})
    assert [each["code"] for each in told["findings"]] == ["unsigned"]
    done = croupier(forged, "audit", "export", "-o", str(tmp_path / "log.jsonl"))
    assert (done.returncode, "(ledger_damaged)" in done.stderr) == (2, True), "nor is it signed now"
    assert not (tmp_path / "log.jsonl").exists()


def test_an_export_is_verified_without_the_database_and_an_altered_one_is_not(
    data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "log.jsonl"
    before = os.umask(0o022)
    try:
        assert croupier(data, "audit", "export", "-o", str(file)).returncode == 0
    finally:
        os.umask(before)
    assert file.stat().st_mode & 0o077 == 0, "it has cards that lie face down"
    nowhere = tmp_path / "nowhere"
    done = croupier(nowhere, "audit", "verify", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert not nowhere.exists()
    public = json.loads(file.read_text().splitlines()[0])["public"]
    assert croupier(nowhere, "audit", "verify", str(file), "--public", public).returncode == 0
    assert croupier(nowhere, "audit", "verify", str(file), "--public", "00" * 32).returncode == 1
    lines = file.read_bytes().splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines, 1) if b'"kind":"round_settled.v1"' in line)
    place = lines[number - 1].index(b'"digest":"') + len(b'"digest":"')
    other = b"0" if lines[number - 1][place : place + 1] != b"0" else b"1"
    lines[number - 1] = lines[number - 1][:place] + other + lines[number - 1][place + 1 :]
    file.write_bytes(b"".join(lines))
    done = croupier(nowhere, "audit", "verify", str(file), "--json")
    assert done.returncode == 1
    findings = json.loads(done.stdout)["findings"]
    assert any(each["code"] == "record_altered" and each["line"] == number for each in findings)


def test_unreadable_input_is_one_line_and_exit_code_2(data: Path, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("hello\n")
    for words in (
        ("verify", "--db", f"sqlite:///{tmp_path}/none.db"),
        ("verify", str(tmp_path / "none.jsonl")),
        ("verify", str(nothing)),
        ("verify", "--db", "mysql://somewhere/else"),
        ("verify", "--db", "postgresql://\udcff@localhost:1/house"),
        ("verify", str(nothing), "--db", "sqlite:///x.db"),
        ("verify", "--public", "zz"),
        ("verify-deal", "e0", "99"),
        ("verify-deal", "none", "1"),
        ("verify-deal", "e\udcff", "1"),  # what the shell hands over where it is no UTF-8
        ("replay", "e\udcff"),
        ("export", "--keys", str(tmp_path / "no-keys")),
        ("verify", "--keys", str(tmp_path / "no-keys")),
    ):
        done = croupier(data, "audit", *words)
        assert done.returncode == 2, words
        assert done.stderr.startswith("croupier"), words
        assert done.stderr.count("\n") == 1, done.stderr
    assert not (tmp_path / "none.db").exists()


def test_findings_name_their_place(data: Path, tmp_path: Path) -> None:
    assert croupier(data, "backup", "-o", str(tmp_path / "copy.db")).returncode == 0
    forger = Forger(tmp_path / "copy.db")
    forger.run("UPDATE events SET actor = 'nobody' WHERE stream = 'table:l0' AND version = 5")
    (position,) = forger.one("SELECT position FROM events WHERE stream = 'table:l0' AND version = 5")
    done = croupier(data, "audit", "verify", str(tmp_path / "copy.db"))
    assert done.returncode == 1
    assert f"record_altered: position {position}, table:l0 version 5" in done.stdout


def test_the_story_of_a_round(data: Path) -> None:
    done = croupier(data, "audit", "replay", "l0", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "round 1 settled" in done.stdout
    assert "[ma-hcf-" in done.stdout
    assert "round 2" not in done.stdout
    whole = croupier(data, "audit", "replay", "l0").stdout
    assert done.stdout.splitlines()[-1] in whole
    assert len(whole) > 2 * len(done.stdout)
    # Later rulings belong to the round that they are about.
    replayed = croupier(data, "audit", "replay", "l0", "3").stdout
    assert "round 3 resettled" in replayed
    events = croupier(data, "audit", "replay", "l0", "1", "--json").stdout.splitlines()
    assert json.loads(events[-1])["kind"] == "round_ended.v1"
    assert croupier(data, "audit", "replay", "l0", "999").returncode == 1


def test_the_evidence_of_a_resettled_round_is_one_pdf(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "evidence.pdf"
    before = os.umask(0o022)
    try:
        done = croupier(data, "audit", "evidence", "l0", "3", "-o", str(file))
    finally:
        os.umask(before)
    assert file.stat().st_mode & 0o077 == 0, "it has hands that were never shown"
    assert done.returncode == (0 if "the log is whole" in done.stdout else 1)
    text = text_of_pdf(file.read_bytes())
    assert "Later:resettled" in text
    assert "Secondsignatures" not in text or "Beside" in text
    assert "ma-hcf-9" in text
    electronic = croupier(data, "audit", "evidence", "e1", "1", "-o", str(file), "--json")
    told = json.loads(electronic.stdout)
    assert (told["bytes"], told["whole"]) == (file.stat().st_size, electronic.returncode == 0)
    assert "thedeckisthatofthecommittedseed" in text_of_pdf(file.read_bytes())
    none = croupier(data, "audit", "evidence", "l0", "999", "-o", str(tmp_path / "none.pdf"))
    assert none.returncode == 2
    assert "no settled round 999" in none.stderr
    assert not (tmp_path / "none.pdf").exists()


def test_every_step_is_printed_without_a_terminal(data: Path) -> None:
    done = croupier(data, "audit", "replay", "e3", "1", "--step")
    assert done.returncode == 0
    assert "event 1 of" in done.stdout
    assert "board: " in done.stdout
    assert "meters: main $" in done.stdout
    assert "seat 1 e3p1: " in done.stdout


def test_steps_go_forward_and_back_at_a_terminal(data: Path) -> None:
    program, terminal = pty.fork()
    if program == 0:
        os.environ["CROUPIER_DATA"] = str(data)
        os.execv(sys.executable, [sys.executable, "-m", "croupier", "audit", "replay", "l0", "1", "--step"])
    try:
        seen = _until(terminal, "quit")
        assert "event 1 of" in seen
        for key, wanted in (("n", "event 2 of"), ("\r", "event 3 of"), ("p", "event 2 of")):
            os.write(terminal, key.encode())
            assert wanted in _until(terminal, "quit")
        os.write(terminal, b"npnq")  # as fast as one can type
        assert _until(terminal, "event 3 of")
        _, status = os.waitpid(program, 0)
        assert os.waitstatus_to_exitcode(status) == 0
    finally:
        os.close(terminal)


def _until(terminal: int, word: str) -> str:
    """The output of the terminal up to a word."""
    seen = ""
    end = time.monotonic() + 60
    while word not in seen:
        assert time.monotonic() < end, seen
        if select.select([terminal], [], [], 1)[0]:
            seen += os.read(terminal, 65536).decode()
    return seen


def test_one_deal_computed_again(data: Path, tmp_path: Path) -> None:
    done = croupier(data, "audit", "verify-deal", "e1", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "the deal matches its commitment" in done.stdout
    assert "entropies   'lucky'" in done.stdout
    file = tmp_path / "log.jsonl"
    croupier(data, "audit", "export", "-o", str(file))
    told = json.loads(croupier(data, "audit", "verify-deal", "e1", "1", str(file), "--json").stdout)
    assert told["findings"] == told["log_findings"] == []
    assert len(told["deck"]) == 52
    # The witness and guards of the log are checked too, and reported.
    assert "checked: the chains of both streams; run" in done.stdout
    assert told["checked"].startswith("the whole export and its signatures; key: ")
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b'"kind":"table_opened.v1"', b'"kind":"table_OPENED.v1"', 1))
    done = croupier(data, "audit", "verify-deal", "e1", "1", str(file))
    assert done.returncode == 1
    assert "finding in the log: record_altered: line " in done.stdout
    assert "but the log itself has findings" in done.stdout
    head, mark, rest = whole.partition(b'"stream":"fair:e1"')
    file.write_bytes(head + mark + rest.replace(b'"lucky"', b'"LUCKY"', 1))
    told = json.loads(croupier(data, "audit", "verify-deal", "e1", "1", str(file), "--json").stdout)
    assert any("fair:e1 version" in each and "chain" in each for each in told["findings"])


def test_a_deal_in_progress_is_not_a_finding(data: Path, tmp_path: Path) -> None:
    done = croupier(data, "audit", "verify-deal", "e1", "3")
    assert (done.returncode, done.stderr) == (2, "")
    assert "seed        not revealed" in done.stdout, "nor shown"
    assert done.stdout.splitlines()[-1].startswith("nothing to verify yet")
    assert "finding" not in done.stdout
    told = json.loads(croupier(data, "audit", "verify-deal", "e1", "3", "--json").stdout)
    assert (told["in_progress"], told["findings"], told["deck"]) == (True, [], [])
    assert len(told["commitment"]) == 64
    # Problems that are already visible are findings even so.
    assert croupier(data, "backup", "-o", str(tmp_path / "copy.db")).returncode == 0
    forger = Forger(tmp_path / "copy.db")
    forger.run("UPDATE events SET actor = 'nobody' WHERE stream = 'fair:e1' AND version = 1")
    done = croupier(data, "audit", "verify-deal", "e1", "3", str(tmp_path / "copy.db"))
    assert done.returncode == 1
    assert "the deal does NOT match its commitment" in done.stdout


def test_backup_and_restore_say_that_the_keys_are_not_in_it(data: Path, tmp_path: Path) -> None:
    file, url = tmp_path / "house.backup", f"sqlite:///{tmp_path}/restored.db"
    done = croupier(data, "backup", "-o", str(file))
    assert done.returncode == 0
    assert "backed up and verified" in done.stdout
    assert "the keys are NOT in the backup" in done.stderr
    assert croupier(data, "backup", "-o", str(file)).returncode == 2  # never over another file
    done = croupier(data, "restore", str(file), "--db", url)
    assert done.returncode == 0
    assert "restored and verified" in done.stdout
    assert "the keys were NOT in the backup" in done.stderr
    done = croupier(data, "restore", str(file), "--db", url)
    assert done.returncode == 2
    assert "restore_not_empty" in done.stderr
    told = json.loads(croupier(data, "audit", "verify", "--db", url, "--json").stdout)
    assert told["whole"]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["house.backup", "restored.db"]


def test_a_backup_that_does_not_fit_on_its_disk_is_one_line(data: Path, tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        done = croupier(data, "backup", "-o", str(tmp_path / "house.backup"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"croupier: {tmp_path}/house.backup: the copy failed")
    assert done.stderr.endswith("(ledger_unavailable)\n")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_audit_needs_the_signing_key_alone_and_makes_none(data: Path, tmp_path: Path) -> None:
    keys, file = tmp_path / "keys", tmp_path / "log.jsonl"
    keys.mkdir()
    shutil.copy(data / "keys" / "signing", keys)
    for words in (("export", "-o", str(file)), ("verify",), ("verify", str(file))):
        done = croupier(data, "audit", *words, "--keys", str(keys))
        assert done.returncode == 0, done
    assert [each.name for each in keys.iterdir()] == ["signing"]
    (keys / "signing").unlink()
    done = croupier(data, "audit", "export", "--keys", str(keys))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("(key_unusable)\n")
    assert list(keys.iterdir()) == []
