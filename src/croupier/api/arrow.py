"""Columns of any kind as NumPy arrays, and results as the kind that was given.

Arrow tables, and everything that speaks Arrow's C stream (pandas, polars …), come in without a copy through
pyarrow, which the extra `columns` installs; a mapping of names to NumPy arrays needs nothing more.
"""

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from croupier.errors import Refusal
from croupier.extras import need
from croupier.odds.columns.cards import UNREADABLE, CardColumn, cards_of_ints, cards_of_text


def arrow_table(given: Any) -> Mapping[str, Any]:
    """The columns by name: NumPy arrays, or Arrow arrays in one piece."""
    if isinstance(given, Mapping):
        columns = {str(name): np.asarray(values) for name, values in given.items()}
        lengths = {name: len(values) for name, values in columns.items() if values.ndim}
        if len(set(lengths.values())) != 1 or len(lengths) != len(columns):
            raise Refusal("malformed", f"columns: of different lengths: {lengths}")
        return columns
    if not hasattr(given, "__arrow_c_stream__"):
        kind = type(given).__name__
        raise Refusal("malformed", f"columns: expected Arrow, pandas, polars or NumPy columns, got `{kind}`")
    need("columns")
    import pyarrow as pa

    table = pa.table(given)
    return {name: table.column(name).combine_chunks() for name in table.column_names}


def whole_numbers(table: Mapping[str, Any], name: str) -> Any:
    """A column of whole numbers; nothing is 0. A float or boolean column is refused."""
    values = table[name]
    if not isinstance(values, np.ndarray):
        import pyarrow as pa

        if not pa.types.is_integer(values.type) and not pa.types.is_null(values.type):
            raise _not_whole(name, str(values.type))
        values = values.cast(pa.int64()).fill_null(0).to_numpy(zero_copy_only=False)
    elif values.dtype.kind not in "iu" or values.ndim != 1:
        raise _not_whole(name, str(values.dtype))
    return np.ascontiguousarray(values, dtype=np.int64)


def _not_whole(name: str, kind: str) -> Refusal:
    allowed = "whole numbers" if name in ("round", "seat") else "whole cents"
    return Refusal("bad_amount", f"columns.{name}: expected whole numbers, got `{kind}`; allowed: {allowed}")


def card_column(table: Mapping[str, Any], name: str, count: int) -> CardColumn:
    """A column of cards: texts, or card numbers by row and place."""
    values = table[name]
    if isinstance(values, np.ndarray):
        return _numpy_cards(values, name, count)
    import pyarrow as pa

    kind = values.type
    if pa.types.is_dictionary(kind):
        values, kind = values.dictionary_decode(), kind.value_type
    if any(check(kind) for check in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)):
        texts = values
        values = values.cast(pa.large_string())
        _, offsets, data = values.buffers()
        length = len(values)
        starts = np.frombuffer(offsets, dtype=np.int64)[values.offset : values.offset + length + 1]
        raw = np.frombuffer(data, dtype=np.uint8) if data is not None else np.zeros(0, dtype=np.uint8)
        return cards_of_text(raw, starts, count, _Texts(texts))
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        if not pa.types.is_integer(kind.value_type):
            raise _no_cards(name, str(kind))
        fixed = values.fill_null([UNREADABLE] * count) if values.null_count else values
        numbers = fixed.flatten().fill_null(UNREADABLE).to_numpy(zero_copy_only=False)
        if len(numbers) != len(values) * count:
            raise Refusal("wrong_number_of_cards", f"columns.{name}: not {count} cards in every row")
        return cards_of_ints(numbers.reshape(len(values), count))
    raise _no_cards(name, str(kind))


class _Texts:
    """Texts of an Arrow array, made when one is asked for."""

    def __init__(self, values: Any) -> None:
        self._values = values

    def __getitem__(self, row: int) -> Any:
        return self._values[row].as_py()


def _numpy_cards(values: Any, name: str, count: int) -> CardColumn:
    if values.dtype.kind in "iu" and values.ndim == 2:
        if values.shape[1] != count:
            message = f"columns.{name}: {values.shape[1]} cards; the rules deal {count}"
            raise Refusal("wrong_number_of_cards", message)
        return cards_of_ints(values)
    if values.dtype.kind in "UOT" and values.ndim == 1:
        texts = values.tolist()
        if all(each is None or isinstance(each, str) for each in texts):
            encoded = [(each or "").encode(errors="replace") for each in texts]
            starts = np.zeros(len(encoded) + 1, dtype=np.int64)
            np.cumsum([len(each) for each in encoded], out=starts[1:])
            data = np.frombuffer(b"".join(encoded), dtype=np.uint8)
            return cards_of_text(data, starts, count, texts)
    raise _no_cards(name, str(values.dtype))


def _no_cards(name: str, kind: str) -> Refusal:
    return Refusal("malformed", f"columns.{name}: got `{kind}`; allowed: texts, or lists of card numbers")


def given_as(given: Any, found: Mapping[str, tuple[Any, tuple[str, ...]]]) -> Any:
    """The results in the kind of columns that was given."""
    if isinstance(given, Mapping):
        return {
            name: np.array([*words, None], dtype=object)[values] if words or name == "error" else values
            for name, (values, words) in found.items()
        }
    import pyarrow as pa

    columns = {
        name: pa.DictionaryArray.from_arrays(pa.array(values, mask=values < 0), pa.array(words, pa.string()))
        if words or name == "error"
        else pa.array(values)
        for name, (values, words) in found.items()
    }
    table = pa.table(columns)
    kind = type(given).__module__.partition(".")[0]
    if kind == "pandas":
        return table.to_pandas()
    if kind == "polars":
        return sys.modules["polars"].from_arrow(table)
    return table
