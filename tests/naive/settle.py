"""The naive settlement of a round: one function, the rules by name."""

import msgspec

from croupier.settlement.round import Round
from tests.naive.four_card import FourCard
from tests.naive.high_card_flush import HighCardFlush
from tests.naive.money import Json
from tests.naive.ultimate import Ultimate


def naive_settle(round: Json) -> Json:
    """Settle a well-formed round in the form of docs/settle.md; answers seats, order and meters only."""
    rules = round["rules"]
    if rules in ("ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"):
        return HighCardFlush(round).settle()
    if rules == "ma/ultimate-texas-holdem":
        return Ultimate(round).settle()
    if rules == "ma/four-card-poker":
        return FourCard(round).settle()
    raise ValueError(f"no such rules: {rules}")


def plain_round(record: Round) -> Json:
    """A recorded round in the form of docs/settle.md: no edition, pay tables beside the other choices."""
    plain: Json = msgspec.json.decode(msgspec.json.encode(record))
    plain["rules"] = plain["rules"].partition("@")[0]
    choices = plain["choices"]
    choices |= choices.pop("tables")
    plain["choices"] = {key: value for key, value in choices.items() if value not in (None, False)}
    if isinstance(plain["choices"].get("progressive"), dict):
        plain["choices"]["progressive"].setdefault("hand", "best")
    return {key: value for key, value in plain.items() if value is not None} | {
        "seats": [
            {key: value for key, value in seat.items() if value is not None and value is not False}
            for seat in plain["seats"]
        ]
    }
