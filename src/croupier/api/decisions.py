"""Labeled decisions: random deals with the exact value of every action, to train and test agents with."""

from pathlib import Path
from typing import Any

from croupier.api.odds import subject_of
from croupier.errors import Refusal
from croupier.input_types import file_path, whole
from croupier.submission.form import Submission

__all__ = ["labeled_decisions", "write_dataset"]


def labeled_decisions(subject: str | Path | Submission, *, count: int, seed: int = 0) -> dict[str, Any]:
    """So many random decisions as NumPy arrays by column, masked where an action is not legal.

    The columns are those of `croupier dataset`: the cards seen, `value_N` and `exact_N` of a wager of N
    antes, `best`.
    """
    from croupier.odds.dataset.decisions import Decisions, joined
    from croupier.odds.dataset.parquet import check_asked

    check_asked(whole(count, "count"), whole(seed, "seed"))
    batches = list(Decisions(subject_of(subject).house, seed).batches(count))
    return {name: joined([batch[name] for batch in batches]) for name in batches[0]}


def write_dataset(
    subject: str | Path | Submission, file: Path, *, count: int, seed: int = 0
) -> dict[str, object]:
    """Write the same as a Parquet file with its data card (`FILE.md`), and return the facts of the card."""
    from croupier.odds.dataset.parquet import write_dataset as write

    target = file_path(file, "file")
    try:
        return write(subject_of(subject).house, whole(count, "count"), whole(seed, "seed"), target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refusal("value_not_allowed", f"file: {str(target)!r} cannot be written: {reason}") from None
