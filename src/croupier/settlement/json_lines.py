"""Rounds as JSON lines: a round in, a settlement or an error object out, and on to the next line."""

from functools import lru_cache
from typing import Any

import msgspec

from croupier.errors import Refusal
from croupier.input_types import type_refusal
from croupier.settlement.round import Round
from croupier.settlement.settle import settle
from croupier.submission.form import Choices, choices_of


class _Line(Round, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round as it is written: its choices are read by themselves, since lines of one house repeat them."""

    choices: msgspec.Raw = msgspec.Raw(b"{}")  # type: ignore[assignment]
    as_played: bool = False
    """Settle a round with one player on too many boxes, or on boxes apart, and list the breach."""


_decoder = msgspec.json.Decoder(_Line)
_encoder = msgspec.json.Encoder()


def read_round(line: bytes | str) -> Round:
    """The round that a line states; `Refusal` if it is not of the documented form."""
    return read_line(line)[0]


def read_line(line: bytes | str) -> tuple[Round, bool]:
    """The round that a line states, and whether it is settled as it was played."""
    try:
        written = _decoder.decode(line)
        return msgspec.structs.replace(written, choices=_choices(bytes(written.choices))), written.as_played
    except msgspec.ValidationError as error:
        raise type_refusal(str(error), line, "line") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal("malformed", f"not a JSON object: {error}") from None
    except RecursionError:
        raise Refusal("malformed", "line: nested too deeply") from None


@lru_cache(maxsize=1024)
def _choices(written: bytes) -> Choices:
    try:
        return choices_of(msgspec.json.decode(written, type=dict[str, Any]))
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise msgspec.ValidationError(f"{what} - at `$.choices{where or '`'}") from None


def settle_line(line: bytes | str) -> tuple[bytes, bool]:
    """Settle one line: the answer without its line end, and whether the round was settled."""
    try:
        game_round, as_played = read_line(line)
        return _encoder.encode(settle(game_round, as_played=as_played)), True
    except Refusal as refusal:
        error = {"code": refusal.code, "message": refusal.message, "clauses": refusal.clauses}
        return _encoder.encode({"error": error}), False
