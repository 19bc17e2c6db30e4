"""An archive as a Parquet file: a row a record, and every other line in the file's metadata.

The lines can be made again from it byte by byte, so their digest and signature verify this file too.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from croupier.extras import need
from croupier.ledger.verification.export import RecordLine, lines_of

_KEY = b"croupier"
_ROWS = 20_000
"""Rows written and read at once."""


class _Row(msgspec.Struct):
    """A record line whose body is text."""

    position: int
    stream: str
    version: int
    at: int
    by: str
    role: str
    kind: str
    hash: str
    postings: list[dict[str, Any]]
    body: str | None
    base64: str | None


def write_parquet(source: Path, target: Path) -> None:
    """Write the lines of an archive as a Parquet file."""
    need("columns")
    import pyarrow as pa
    import pyarrow.parquet as pq

    posting = pa.struct(
        [("account", pa.string()), ("amount", pa.int64()), ("line", pa.int64()), ("hash", pa.string())]
    )
    texts = ("by", "role", "kind", "hash", "body", "base64")
    schema = pa.schema(
        [("position", pa.int64()), ("stream", pa.string()), ("version", pa.int64()), ("at", pa.int64())]
        + [(name, pa.string()) for name in texts]
        + [("postings", pa.list_(posting))]
    )
    others: list[tuple[int, str]] = []
    with lines_of(source) as lines, pq.ParquetWriter(target, schema, compression="zstd") as out:
        numbered = enumerate(lines, 1)
        while some := list(islice(numbered, _ROWS)):
            rows = []
            for number, text in some:
                if text.startswith(b'{"type":"record",'):
                    rows.append(msgspec.structs.asdict(_row(text)))
                else:
                    others.append((number, text.decode()))
            out.write_table(pa.Table.from_pylist(rows, schema=schema))
        out.add_key_value_metadata({_KEY: msgspec.json.encode(others)})


def _row(text: bytes) -> _Row:
    line = msgspec.json.decode(text, type=RecordLine)
    body = bytes(line.body).decode() if isinstance(line.body, msgspec.Raw) else None
    base64 = line.base64 if isinstance(line.base64, str) else None
    postings = [msgspec.structs.asdict(each) for each in line.postings]
    return _Row(
        line.position, line.stream, line.version, line.at, line.by, line.role, line.kind, line.hash,
        postings, body, base64,
    )  # fmt: skip


def parquet_lines(file: Path) -> Iterator[bytes]:
    """The lines of an archive that was written as a Parquet file; ValueError if it is none."""
    need("columns")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        opened = pq.ParquetFile(file)
        others = msgspec.json.decode(opened.metadata.metadata[_KEY], type=list[tuple[int, str]])
        left = iter(others)
        number, text = next(left, (0, ""))
        place = 1
        for batch in opened.iter_batches(_ROWS):
            for row in batch.to_pylist():
                while number == place:
                    yield text.encode()
                    place += 1
                    number, text = next(left, (0, ""))
                yield _line(row)
                place += 1
        while number:
            yield text.encode()
            number, text = next(left, (0, ""))
    except (pa.ArrowException, KeyError, TypeError, msgspec.MsgspecError, OSError) as error:
        raise ValueError(f"the Parquet file cannot be read: {error}") from None


def _line(row: dict[str, Any]) -> bytes:
    body, base64 = row.pop("body"), row.pop("base64")
    line = msgspec.convert(row, RecordLine)
    if body is not None:
        line = msgspec.structs.replace(line, body=msgspec.Raw(body.encode()))
    if base64 is not None:
        line = msgspec.structs.replace(line, base64=base64)
    return msgspec.json.encode(line) + b"\n"
