"""Somebody who may write to the database and has no key: history rewritten with all its chains and books."""

import json
import sqlite3
from pathlib import Path

from croupier.ledger.records import GENESIS, Record, posting_hash, record_hash

EVENT = "kind, body, at, actor, role, stream, version, position, hash"


class Forger:
    """A SQLite file, opened behind the house's back; the append-only triggers are gone meanwhile."""

    def __init__(self, file: Path) -> None:
        self._database = sqlite3.connect(file, isolation_level=None)
        found = self._database.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        self._triggers = [sql for _, sql in found]
        for name, _ in found:
            self._database.execute(f"DROP TRIGGER {name}")

    def close(self) -> None:
        """Put the triggers back, as if nothing had been."""
        for sql in self._triggers:
            self._database.execute(sql)
        self._database.close()

    def forget_last_checkpoint(self) -> int:
        """Remove the newest checkpoint; the position that the one before it covers."""
        self._database.execute("DELETE FROM checkpoints WHERE number = (SELECT max(number) FROM checkpoints)")
        (position,) = self._database.execute("SELECT max(position) FROM checkpoints").fetchone()
        return int(position)

    def multiply_issue(self, factor: int, after: int) -> None:
        """Make an issue of chips larger, in the event, its postings and the accounts."""
        position, body = self._database.execute(
            "SELECT position, body FROM events WHERE kind LIKE 'money_issued%' AND position > ? LIMIT 1",
            (after,),
        ).fetchone()
        event = json.loads(body)
        event["amount"] *= factor
        forged = json.dumps(event, separators=(",", ":")).encode()
        self._database.execute("UPDATE events SET body = ? WHERE position = ?", (forged, position))
        self._database.execute(
            "UPDATE postings SET amount = amount * ? WHERE position = ?", (factor, position)
        )
        self._database.execute(
            "UPDATE accounts SET balance = (SELECT sum(amount) FROM postings "
            "WHERE postings.account = accounts.account)"
        )
        self.chain_again()

    def chain_again(self) -> None:
        """Recompute every hash of the log."""
        heads: dict[str, bytes] = {}
        posted: dict[str, bytes] = {}
        for row in self._database.execute(f"SELECT {EVENT} FROM events ORDER BY position").fetchall():
            record = Record(*row)
            stream = record.stream
            link = record_hash(heads.get(stream, GENESIS), stream, record.version, record.position, record)
            heads[stream] = link
            self._database.execute("UPDATE events SET hash = ? WHERE position = ?", (link, record.position))
            lines = self._database.execute(
                "SELECT line, account, amount FROM postings WHERE position = ? ORDER BY line",
                (record.position,),
            )
            for line, account, amount in lines.fetchall():
                made = posting_hash(posted.get(stream, GENESIS), link, line, account, amount)
                posted[stream] = made
                self._database.execute(
                    "UPDATE postings SET hash = ? WHERE position = ? AND line = ?",
                    (made, record.position, line),
                )
        for stream, link in heads.items():
            self._database.execute(
                "UPDATE streams SET hash = ?, posted = ? WHERE stream = ?",
                (link, posted.get(stream, GENESIS), stream),
            )

    def snapshot(self, stream: str) -> tuple[str, int, bytes]:
        """The saved state of a stream."""
        found = self._database.execute(
            "SELECT stream, version, body FROM snapshots WHERE stream = ?", (stream,)
        ).fetchone()
        return str(found[0]), int(found[1]), bytes(found[2])

    def execute(self, statement: str, *values: object) -> None:
        """Any other change."""
        self._database.execute(statement, values)
