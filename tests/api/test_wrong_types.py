"""Every parameter of the public library refuses a wrong type with a code, never with an error of Python's."""

import inspect
import lzma
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from types import FunctionType
from typing import Any
from uuid import UUID

import msgspec
import numpy as np
import pytest

import croupier

ROOT = Path(__file__).parents[2]
RULES = "ma/high-card-flush"
HAND, DEALER = "As Ks 9s 4s 2h 3c Jd", "2d 3d 9d 4c 5h 6s Kc"
WRONG = (
    object(), b"x", float("nan"), {1, 2}, 1j, Decimal(1), date(2026, 5, 4), UUID(int=1), [None], Path("\0"),
    np.array(5), np.array([[1, 2]]), "\ud800", "\0",
)  # fmt: skip
KERNELS = {"flush_strength", "four_card_strength", "poker_strength"}
"""They are compiled into strategies, and check nothing."""

SEAT: dict[str, Any] = {"seat": 3, "cards": HAND, "wagers": {"ante": 1000}, "decision": {"raise": 1000}}
ROUND: dict[str, Any] = {"rules": RULES, "dealer": DEALER, "seats": [croupier.Seat(**SEAT)]}
COLUMNS = {"cards": [HAND], "dealer": [DEALER], "ante": [1000], "raise": [1000]}


def fold(seen: croupier.Seen) -> int:
    """Always."""
    return 0


RIGHT: dict[str, dict[str, Any]] = {
    "advise": {"subject": RULES, "cards": HAND},
    "card_set": {},
    "check": {},
    "draw_layout": {},
    "evaluate": {"hands": {"cards": [HAND]}, "by": RULES},
    "kernel": {},
    "labeled_decisions": {"subject": RULES, "count": 1},
    "layout_svg": {},
    "open_log": {"source": "log.jsonl"},
    "price": {"subject": RULES, "bet": "flush_bonus", "table": "J"},
    "price_strategy": {"subject": RULES, "strategy": fold, "rounds": 1},
    "promotion": {"subject": RULES, "match_play": 1000},
    "protect": {"subject": RULES, "knows": "dealer:9"},
    "protect_bet": {"subject": RULES, "bet": "flush_bonus", "knows": "own:1"},
    "read_round": {},
    "read_submission": {},
    "replay": {},
    "review": {"rounds": []},
    "rule_set": {},
    "rule_sets": {},
    "settle": {"game_round": croupier.Round(**ROUND)},
    "settle_each": {"rounds": [croupier.Round(**ROUND)]},
    "settle_many": {"rounds": COLUMNS, "by": RULES},
    "simulate": {"subject": RULES, "rounds": 1},
    "strategy": {"subject": RULES},
    "watch": {"rounds": []},
    "write_dataset": {"subject": RULES, "file": Path("decisions.parquet"), "count": 1},
    "write_submission": {},
}
"""By function of the library, arguments that it takes."""


def refuses(call: Callable[..., object], right: dict[str, Any], parameter: str, value: object) -> str:
    """The problem with a call's answer; none if it refuses."""
    where = f"{getattr(call, '__qualname__', call)}({parameter}={value!r})"
    try:
        found = call(**{**right, parameter: value})
        if inspect.isgenerator(found):
            list(found)
    except croupier.Refusal as refusal:
        good = refusal.code and "\n" not in refusal.message and len(refusal.message) < 300
        return "" if good else f"{where}: {refusal.message}"
    except Exception as error:
        return f"{where}: {type(error).__name__}: {error}"
    return f"{where} is accepted"


def test_every_function_has_arguments_here() -> None:
    functions = {name for name in croupier.__all__ if isinstance(getattr(croupier, name), FunctionType)}
    assert functions - KERNELS == set(RIGHT)


@pytest.mark.parametrize("name", RIGHT)
def test_every_parameter_refuses_another_type(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function = getattr(croupier, name)
    found = []
    for parameter in inspect.signature(function).parameters:
        for value in WRONG:
            if (
                name == "settle_each"
                and parameter == "rounds"
                and (isinstance(value, list | set) or (isinstance(value, np.ndarray) and value.ndim))
            ):
                continue  # a refusal in its place
            found.append(refuses(function, RIGHT[name], parameter, value))
    assert [each for each in found if each] == []
    assert list(tmp_path.iterdir()) == []


def test_a_submission_that_is_not_toml_is_refused_wherever_one_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text("rules = [")
    takers: list[Callable[[Any], object]] = [
        croupier.Table.open, croupier.check, croupier.draw_layout, croupier.price, croupier.read_submission,
        lambda given: croupier.settle_many(COLUMNS, given),
    ]  # fmt: skip
    for take in takers:
        with pytest.raises(croupier.Refusal) as refused:
            take(file)
        assert refused.value.code == "submission_unreadable"


def test_a_refusal_is_one_line_even_if_it_names_what_was_given() -> None:
    table = croupier.Table.open(RULES, seed=1)
    with pytest.raises(croupier.Refusal, match=r"reject x\\ny: not now") as refused:
        table.act(croupier.acts.Reject(award="x\ny", reason="z"), by="ann", role="supervisor")
    assert "\n" not in refused.value.message


def test_every_method_of_a_table_and_a_log_refuses_another_type(tmp_path: Path) -> None:
    table = croupier.Table.open(RULES, seed=1)
    export = tmp_path / "log.jsonl"
    export.write_bytes(lzma.decompress((ROOT / "tests/floor/golden/0.1.0/log.jsonl.xz").read_bytes()))
    log = croupier.open_log(export)
    law = croupier.price(RULES, bet="flush_bonus", table="J", rounds=2)[0].after
    assert law is not None
    ann = {"by": "ann", "role": "player"}
    calls: list[tuple[Callable[..., object], dict[str, Any], tuple[str, ...]]] = [
        (croupier.Table.open, {"rules": RULES}, ("rules", "name", "mode", "seed")),
        (table.act, {"act": croupier.acts.Leave(seat=1), **ann}, ("act", "by", "role")),
        (table.offers, ann, ("by", "role")),
        (table.view, {"role": "player"}, ("role", "player")),
        (log.events, {}, ("table",)),
        (log.transcript, {}, ("table",)),
        (log.audit, {}, ("most_unsigned",)),
        (law.law.below, {}, ("net",)),
        (law.law.quantile, {}, ("share",)),
        (law.law.hold_band, {}, ("confidence",)),
    ]
    names = ("name", "by", "role", "player")  # any text is a name
    found = [
        refuses(call, right, parameter, value)
        for call, right, parameters in calls
        for parameter in parameters
        for value in WRONG
        if not (parameter in names and isinstance(value, str) and value == "\0")
    ]
    assert [each for each in found if each] == []


FORMS: dict[type[msgspec.Struct], Callable[..., object]] = {
    croupier.Round: lambda **changed: croupier.settle(croupier.Round(**{**ROUND, **changed})),
    croupier.Seat: lambda **changed: croupier.settle(
        croupier.Round(**{**ROUND, "seats": [croupier.Seat(**{**SEAT, **changed})]})
    ),
    croupier.Choices: lambda **changed: croupier.settle(
        croupier.Round(**{**ROUND, "choices": croupier.Choices(**changed)})
    ),
    croupier.Submission: lambda **changed: croupier.write_submission(
        croupier.Submission(**{"rules": RULES, **changed})
    ),
}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_every_part_of_a_form_refuses_another_type(form: type[msgspec.Struct]) -> None:
    found = [refuses(FORMS[form], {}, name, value) for name in form.__struct_fields__ for value in WRONG[:-1]]
    assert [each for each in found if each] == []
