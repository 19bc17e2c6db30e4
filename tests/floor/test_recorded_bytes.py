"""Recorded, hashed and signed data have one encoding: decoded and encoded again, the bytes are the same.

A value that equals a default is written like any other. If it were left out where it is the default itself,
two equal events could have different bytes, and a digest would accuse an honest house.
"""

import random
from collections.abc import Callable
from datetime import date
from types import UnionType
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from croupier.floor.desks.cashier import AnyCashierEvent
from croupier.floor.desks.inventory_events import AnyInventoryEvent
from croupier.floor.desks.prints import SlipPrinted
from croupier.floor.fairness.commit_reveal import AnyFairEvent, encode_fair_event
from croupier.floor.host.jobs import Answer
from croupier.floor.host.link_events import encode_link_event
from croupier.floor.registry.events import AnyRegistryEvent
from croupier.floor.registry.house_events import AnyHouseEvent, encode_house_event
from croupier.floor.registry.settings import HouseSettingsChanged
from croupier.jackpot.events import AnyLinkEvent
from croupier.ledger.verification.checkpoints import Checkpoint
from croupier.ledger.verification.export import AnyLine
from croupier.submission.form import Submission
from croupier.table.commands import Command
from croupier.table.events import AnyEvent, encode_event
from croupier.table.state import State

RECORDED: dict[str, tuple[Any, Callable[[Any], bytes]]] = {
    "table": (AnyEvent, encode_event),
    "link": (AnyLinkEvent, encode_link_event),
    "seeds": (AnyFairEvent, encode_fair_event),
    "house": (AnyHouseEvent, encode_house_event),
    "registry": (AnyRegistryEvent, encode_house_event),
    "settings": (HouseSettingsChanged, encode_house_event),
    "cashier": (AnyCashierEvent, encode_house_event),
    "inventory": (AnyInventoryEvent, encode_house_event),
    "prints": (SlipPrinted, encode_house_event),
    "answers": (Answer, msgspec.json.encode),
    "snapshots": (State, msgspec.json.encode),
    "checkpoints": (Checkpoint, msgspec.json.encode),
    "commands": (Command, msgspec.json.encode),
    "submissions": (Submission, msgspec.json.encode),
}


def kinds(recorded: Any) -> tuple[type, ...]:
    return recorded.__args__ if isinstance(recorded, UnionType) else (recorded,)


KINDS = [
    pytest.param(kind, encode, id=f"{what}: {kind.__name__}")
    for what, (recorded, encode) in RECORDED.items()
    for kind in kinds(recorded)
]


def fresh(text: str) -> str:
    """Equal text in an object of its own, as a decoder makes it."""
    return text.encode().decode()


class Generator:
    """Values of any type, made as code makes them: defaults as often as something else."""

    def __init__(self, seed: str) -> None:
        self._source = random.Random(seed)

    def value(self, kind: inspect.Type) -> Any:
        source = self._source
        match kind:
            case inspect.Metadata(type=inner):
                return self.value(inner)
            case inspect.NoneType():
                return None
            case inspect.BoolType():
                return source.random() < 0.5
            case inspect.IntType(ge=ge, gt=gt, le=le):
                least = ge if gt is None else gt + 1
                return source.randint(-9 if least is None else least, 2**53 if le is None else le)
            case inspect.FloatType():
                return source.random()
            case inspect.DateType():
                return date.fromordinal(source.randint(700_000, 760_000))
            case inspect.StrType(pattern=str()):
                return fresh(source.choice(("1.0", "2020-05-04", "undated")))
            case inspect.StrType(min_length=least):
                return fresh(source.choice(("a" if least else "", "a", "Ä \u2028", '"\\', "x" * 20)))
            case inspect.LiteralType(values=allowed):
                chosen = source.choice(allowed)
                return fresh(chosen) if isinstance(chosen, str) else chosen
            case inspect.DictType(key_type=key, value_type=value):
                return {self.value(key): self.value(value) for _ in range(source.randint(0, 2))}
            case inspect.ListType(item_type=item):
                return [self.value(item) for _ in range(source.randint(0, 2))]
            case inspect.VarTupleType(item_type=item, min_length=least):
                return tuple(self.value(item) for _ in range(source.randint(least or 0, 2)))
            case inspect.TupleType(item_types=items):
                return tuple(self.value(item) for item in items)
            case inspect.UnionType(types=some):
                return self.value(source.choice(some))
            case inspect.NamedTupleType(cls=cls, fields=fields):
                return cls(*(self.value(field.type) for field in fields))
            case inspect.StructType() | inspect.DataclassType():
                return self._struct(kind)
        raise AssertionError(kind)

    def _struct(self, kind: inspect.StructType | inspect.DataclassType) -> Any:
        """A struct, each field given or left at its default where it may be."""
        made: dict[str, Any] = {}
        for field in kind.fields:
            given = field.required or self._source.random() < 0.7
            if given and isinstance(field.default, str) and self._source.random() < 0.5:
                made[field.name] = fresh(field.default)
            elif given:
                made[field.name] = self.value(field.type)
        return kind.cls(**made)


@pytest.mark.parametrize(("kind", "encode"), KINDS)
def test_a_recorded_kind_has_one_spelling(kind: type, encode: Callable[[Any], bytes]) -> None:
    """As it was made, and as it is decoded from the log."""
    generator, type_ = Generator(kind.__name__), inspect.type_info(kind)
    for _ in range(25):
        body = encode(generator.value(type_))
        assert encode(msgspec.json.decode(body, type=kind)) == body


def test_records_include_values_that_equal_a_default() -> None:
    """In no struct that is reached from what is recorded, hashed, signed or compared."""
    reached: dict[type, None] = {}

    def reach(kind: object) -> None:
        if isinstance(kind, inspect.StructType | inspect.DataclassType):
            if kind.cls in reached:
                return
            reached[kind.cls] = None
            for field in kind.fields:
                reach(field.type)
            return
        for name in getattr(kind, "__struct_fields__", ()):
            inner = getattr(kind, name)
            for each in inner if isinstance(inner, tuple) else (inner,):
                if isinstance(each, inspect.Type):
                    reach(each)

    for recorded, _ in RECORDED.values():
        reach(inspect.type_info(recorded))
    reach(inspect.type_info(AnyLine))
    structs = [kind for kind in reached if issubclass(kind, msgspec.Struct)]
    assert len(structs) > 100
    assert [kind.__name__ for kind in structs if kind.__struct_config__.omit_defaults] == []
