"""Settle and evaluate rounds in columns: Arrow tables, pandas, polars or NumPy in, the same kind out.

One row is one seat. The columns of a round to settle:

- `cards`, `dealer`, and `board` where the game has community cards: texts ("As Kd"), or card numbers (0 for
  the two of clubs to 51 for the ace of spades, suit by suit) as lists of a fixed size or a matrix of NumPy.
- a column for each wager placed before the deal, in whole cents; 0 or nothing where it is not placed.
- the game's decided wager (`raise`, `play` …) in cents; 0 or nothing for a fold.
- `seat`, and `round` where a round has several seats: its rows stand together. Without them each row is
  a round.
- `meter_<name>` in cents for each meter of a progressive.

The columns that come out: for each wager `<wager>_outcome` (lose, push, win, void; nothing where it is not
placed), `<wager>_paid` and `<wager>_returned`, then `net`, and `error` with the code of a round that was
refused. Each equals what `croupier.settle` gives for that round. Match play, forfeits, irregularities and
players on several boxes are settled one by one (`croupier.settle`), and refused here by the column's name.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from croupier.api.arrow import arrow_table, card_column, given_as, whole_numbers
from croupier.api.submissions import submission_source
from croupier.errors import Refusal
from croupier.input_types import conform
from croupier.odds.columns.evaluate import evaluate_hands
from croupier.odds.columns.settle import OUTCOMES, Columns, Settled, settle_columns
from croupier.settlement.prepared_rules import PreparedRules, prepared
from croupier.submission.check import check_text
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices, Submission
from croupier.submission.table import table_rules

__all__ = ["evaluate", "settle_many"]

METER = "meter_"


def settle_many(rounds: Any, by: str | Path | Submission, choices: Choices | None = None) -> Any:
    """Settle rounds in columns; the results in the same kind of columns, row by row.

    `by` is a rule set, with its `choices`, or a submission or its file. `Refusal` if a column is missing,
    unknown or of another type; a round that cannot be settled has the code in `error` and no results.
    """
    rules, chosen = house_of(by, choices)
    ready = prepared(house_rules(rules, chosen))
    table = arrow_table(rounds)
    settled = settle_columns(rules, chosen, _columns(table, ready))
    return given_as(rounds, _results(settled))


def evaluate(hands: Any, by: str | Path | Submission, choices: Choices | None = None) -> Any:
    """The strength and name of hands in columns, and the row that each side bet of the house pays them.

    `hands` has `cards`, and `board` where the game has community cards. A higher `strength` wins.
    """
    rules, chosen = house_of(by, choices)
    ready = prepared(house_rules(rules, chosen))
    table = arrow_table(hands)
    _check_names(table, {"cards", "board"} if ready.community_cards else {"cards"}, set())
    cards = card_column(table, "cards", ready.player_cards)
    board = card_column(table, "board", ready.community_cards) if ready.community_cards else None
    return given_as(hands, evaluate_hands(ready, cards, board))


def house_of(by: str | Path | Submission, choices: Choices | None) -> tuple[str, Choices]:
    """The rule set and the choices of a house."""
    if isinstance(by, str):
        return by, conform(Choices() if choices is None else choices, Choices, "choices")
    if choices is not None:
        raise Refusal("malformed", "choices: a submission has its own; allowed: with the name of a rule set")
    checked = check_text(submission_source(by))
    for finding in checked.findings:
        if finding.severity == "violation":
            raise finding.refusal()
    assert checked.submission is not None
    return checked.submission.rules, table_rules(checked.submission).choices


def _check_names(table: Mapping[str, Any], needed: set[str], optional: set[str]) -> None:
    for name in needed - set(table):
        raise Refusal("malformed", f"columns: no {name!r}; needed: {', '.join(sorted(needed))}")
    for name in table:
        if name not in needed | optional:
            allowed = ", ".join(sorted(needed | optional))
            raise Refusal("unknown_key", f"columns: {name!r}; allowed: {allowed}")


def _columns(table: Mapping[str, Any], ready: PreparedRules) -> Columns:
    house, play = ready.house, ready.play
    wagers = [name for name, wager in ready.wagers.items() if wager.placed == "before_deal"]
    meters = [METER + name for name in ready.meter_names] if house.progressive is not None else []
    needed = {"cards", "dealer", play.decided} | ({"board"} if ready.community_cards else set())
    _check_names(table, needed, {"seat", "round", *wagers, *meters})
    for name in wagers:
        if name in table and not house.offers(name):
            clauses = ready.wagers[name].clauses
            raise Refusal("wager_not_offered", f"columns: {name} is not offered at this table", clauses)
    rows = len(table["cards"])
    placed = {name: whole_numbers(table, name) for name in wagers if name in table}
    if not placed:
        raise Refusal("missing_wager", f"columns: no wager; allowed: {', '.join(wagers)}")
    return Columns(
        cards=card_column(table, "cards", ready.player_cards),
        dealer=card_column(table, "dealer", ready.dealer_cards),
        board=card_column(table, "board", ready.community_cards) if ready.community_cards else None,
        wagers=placed,
        decided=whole_numbers(table, play.decided),
        seats=whole_numbers(table, "seat") if "seat" in table else np.ones(rows, dtype=np.int64),
        rounds=whole_numbers(table, "round") if "round" in table else None,
        meters={name.removeprefix(METER): whole_numbers(table, name) for name in meters if name in table},
    )


def _results(settled: Settled) -> dict[str, tuple[Any, tuple[str, ...]]]:
    """By column its values and, for one of words, the words that they number."""
    found: dict[str, tuple[Any, tuple[str, ...]]] = {}
    for at, name in enumerate(settled.wagers):
        found[f"{name}_outcome"] = settled.outcomes[at], OUTCOMES
        found[f"{name}_paid"] = settled.paid[at], ()
        found[f"{name}_returned"] = settled.returned[at], ()
    found["net"] = settled.net, ()
    codes = tuple(dict.fromkeys(refusal.code for refusal in settled.refused.values()))
    errors = np.full(len(settled.net), -1, dtype=np.int8)
    for row, refusal in settled.refused.items():
        errors[row] = codes.index(refusal.code)
    found["error"] = errors, codes
    return found
