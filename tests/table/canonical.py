"""A state as bytes, to compare states."""

import hashlib
from functools import lru_cache

import msgspec

from croupier.submission.house import TableRules
from croupier.table.state import State


def canonical(state: State) -> bytes:
    """Equal states, equal bytes. The rules are represented by their digest."""
    digest = "" if state.rules is None else _rules_digest(state.rules)
    digest += "".join(f" {each.until} {_rules_digest(each.rules)}" for each in state.replaced)
    plain = msgspec.to_builtins(msgspec.structs.replace(state, rules=None, replaced=()), str_keys=True)
    return digest.encode() + msgspec.json.encode(plain, order="deterministic")


@lru_cache(maxsize=256)
def _rules_digest(rules: TableRules) -> str:
    return hashlib.sha256(msgspec.json.encode(rules)).hexdigest()
