"""A log that one release wrote verifies under every later one (`tools/golden-log` writes it)."""

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.floor.audit.audit import audit
from croupier.floor.audit.read_only import verifier
from croupier.ledger.store import Ledger
from tests.databases import postgres, postgres_database

__all__ = ["postgres"]

GOLDEN = Path(__file__).parent / "golden"
RELEASES = sorted(path for path in GOLDEN.glob("*") if path.is_dir())


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
@pytest.mark.parametrize("name", ["log.jsonl", "house.backup"])
def test_the_log_of_a_release_verifies(release: Path, name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(lzma.decompress((release / f"{name}.xz").read_bytes()))
    file.chmod(0o600)
    public = (release / "public").read_text().strip()
    done = CliRunner().invoke(
        app, ["audit", "verify", str(file), "--public", public, "--max-unsigned", "0"], prog_name="croupier"
    )
    assert done.exit_code == 0, done.output
    assert "verified: " in done.output
    damaged = bytearray(file.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    file.write_bytes(damaged)
    again = CliRunner().invoke(app, ["audit", "verify", str(file), "--public", public], prog_name="croupier")
    assert again.exit_code != 0, "a golden that cannot fail shows nothing"


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_the_database_of_a_release_is_migrated(release: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    file.write_bytes(lzma.decompress((release / "house.backup.xz").read_bytes()))
    file.chmod(0o600)
    public = bytes.fromhex((release / "public").read_text())
    ledger = Ledger.open(f"sqlite:///{file}", verifier(public))
    try:
        assert audit(ledger, public).findings == ()
    finally:
        ledger.close()


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_the_house_of_a_release_moves_to_postgresql_and_back(
    release: Path, tmp_path: Path, postgres: str
) -> None:
    file, back = tmp_path / "house.db", tmp_path / "back.db"
    file.write_bytes(lzma.decompress((release / "house.backup.xz").read_bytes()))
    file.chmod(0o600)
    public = (release / "public").read_text().strip()
    env = {"CROUPIER_DATA": str(tmp_path / "nowhere")}
    with postgres_database(postgres) as there:
        for source, target in ((f"sqlite:///{file}", there), (there, f"sqlite:///{back}")):
            done = CliRunner().invoke(app, ["move", "--db", source, "--to", target], env=env)
            assert done.exit_code == 0, done.output
    done = CliRunner().invoke(app, ["audit", "verify", str(back), "--public", public, "--max-unsigned", "0"])
    assert done.exit_code == 0, done.output
    chains = []
    for each in (file, back):
        with closing(sqlite3.connect(each)) as database:
            rows = [
                database.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
                for table in ("events", "postings", "checkpoints")
            ]
        chains.append(rows)
    assert chains[0] == chains[1]
    assert len(chains[0][0]) > 100
