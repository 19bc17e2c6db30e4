"""The vectors that the browser's own check of a shuffle is tested with are those of the Python code."""

import json
from pathlib import Path

from croupier.floor.fairness.commit_reveal import commit, deck

VECTORS = Path(__file__).parents[2] / "web/src/pages/table/fairness/fairness.vectors.json"


def test_the_vectors_are_ours() -> None:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert len(vectors) >= 4
    for each in vectors:
        table, number = each["table"], each["round"]
        seed, salt = bytes.fromhex(each["seed"]), bytes.fromhex(each["salt"])
        assert commit(table, number, seed, salt) == each["commitment"]
        assert " ".join(deck(table, number, seed, each["entropies"])) == each["deck"]
