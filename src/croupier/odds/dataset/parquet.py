"""Labeled decisions as a Parquet file with its data card beside it."""

import hashlib
import json
import os
from errno import EISDIR
from pathlib import Path
from typing import Any

from croupier.errors import Refusal
from croupier.extras import need
from croupier.odds.dataset.data_card import Facts, card_text, facts_of
from croupier.odds.dataset.decisions import Decisions
from croupier.odds.progress import Progress, silent
from croupier.submission.house import HouseRules

MOST = 1 << 36
"""Decisions, at most."""


def write_dataset(
    house: HouseRules, count: int, seed: int, target: Path, progress: Progress = silent
) -> Facts:
    """Write so many decisions and their card (`FILE.md`); neither is seen before it is whole."""
    need("columns")
    import pyarrow as pa
    import pyarrow.parquet as pq

    check_asked(count, seed)
    if target.is_dir():
        raise IsADirectoryError(EISDIR, "Is a directory")
    decisions = Decisions(house, seed)
    part = target.with_name(f".{target.name}.part")
    writer, done = None, 0
    sink = part.open("wb")  # at once: a place that cannot be written is not found after the first decisions
    try:
        for batch in decisions.batches(count):
            table = pa.table({name: _arrow(column) for name, column in batch.items()})
            if writer is None:
                facts = json.dumps(facts_of(decisions, count))
                table = table.replace_schema_metadata({"croupier": facts})
                writer = pq.ParquetWriter(sink, table.schema, compression="zstd")
            writer.write_table(table.replace_schema_metadata(writer.schema.metadata))
            done += len(table)
            progress(done, count)
        assert writer is not None
        writer.close()
        sink.close()
        with part.open("rb") as written:
            digest = hashlib.file_digest(written, "sha256").hexdigest()
        facts_found = facts_of(decisions, count, digest)
        os.replace(part, target)
        card = target.with_name(f"{target.name}.md")
        card.write_text(card_text(facts_found, target.name), encoding="utf-8")
    finally:
        if writer is not None and writer.is_open:
            writer.close()
        sink.close()
        part.unlink(missing_ok=True)
    return facts_found


def _arrow(column: Any) -> Any:
    """A column with nulls where it is masked."""
    import numpy as np
    import pyarrow as pa

    masked: Any = np.ma
    if not masked.isMaskedArray(column):
        return pa.array(column)
    return pa.array(masked.getdata(column), mask=masked.getmaskarray(column))


def check_asked(count: int, seed: int) -> None:
    """Refuse a number or a seed that cannot be."""
    if not 1 <= count <= MOST:
        raise Refusal("value_not_allowed", f"decisions: {count}; allowed: 1 to {MOST:,}")
    if not 0 <= seed < 1 << 64:
        raise Refusal("value_not_allowed", f"seed: {seed}; allowed: 0 to 2**64 - 1")
