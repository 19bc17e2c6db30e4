"""The rounds that the package ships as worked examples: for each clause the most telling of `tests/cases`.

`./test --update-clause-index` writes them to `src/croupier/rulebook/data/examples/<register>.jsonl`.
"""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from croupier.rulebook.catalog import rule_set
from croupier.settlement.json_lines import settle_line

CASES = Path(__file__).parents[1] / "cases"
PLACE = Path(__file__).parents[2] / "src/croupier/rulebook/data/examples"

Case = dict[str, Any]


def cases() -> list[Case]:
    """All cases with their files' order."""
    files = sorted(CASES.glob("*.toml"))
    return [case for file in files for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]]


def example_texts() -> dict[str, str]:
    """By register, the text of its file: a line for each case that is the example of some clause."""
    best: dict[str, tuple[tuple[Any, ...], int]] = {}
    found = cases()
    for number, case in enumerate(found):
        answer: dict[str, Any] = msgspec.json.decode(settle_line(msgspec.json.encode(case["round"]))[0])
        cited = set(_cited(answer))
        for clause in case["clauses"]:
            rank = (
                "error" in answer,
                clause not in cited,
                case["clauses"].index(clause),
                len(case["clauses"]),
                len(json.dumps(case["round"])),
                number,
            )
            if clause not in best or rank < best[clause][0]:
                best[clause] = (rank, number)
    examples: dict[int, list[str]] = {}
    for clause, (_, number) in best.items():
        examples.setdefault(number, []).append(clause)
    lines: dict[str, list[str]] = {}
    for number, clauses in sorted(examples.items()):
        case = found[number]
        line = {
            "title": case["title"],
            "says": case["says"],
            "clauses": sorted(clauses),
            "round": case["round"],
        }
        register = rule_set(case["round"]["rules"]).rules.register
        lines.setdefault(register, []).append(json.dumps(line, separators=(",", ":"), ensure_ascii=False))
    return {register: "\n".join(each) + "\n" for register, each in lines.items()}


def _cited(answer: dict[str, Any]) -> Iterator[str]:
    for seat in answer.get("seats", ()):
        for result in seat["results"].values():
            yield from result["clauses"]
    yield from answer.get("error", {}).get("clauses", ())


def write() -> None:
    """Write the files of the package."""
    PLACE.mkdir(exist_ok=True)
    for register, text in example_texts().items():
        (PLACE / f"{register}.jsonl").write_text(text, encoding="utf-8")
