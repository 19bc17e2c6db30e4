"""A datum that changes nothing is not read: a sample of every rule set's data, changed one at a time.

`scripts/mutate-rulebook` changes every one of them.
"""

import random

import pytest

from tests.rulebook.mutations import Fingerprint, Mutation, mutations, verdict
from tests.table.driver import METHODS

SAMPLE = 8
"""Of each rule set, at each run of the suite."""


@pytest.mark.parametrize("name", METHODS)
def test_prose_changes_nothing(name: str) -> None:
    """A fingerprint that reported every change would prove nothing."""
    fingerprint = Fingerprint()
    otherwise = Mutation(name, ("prose", "document", "status", "value"), "otherwise")
    assert verdict(otherwise, fingerprint, dict(fingerprint(name))) == "survived"


@pytest.mark.parametrize("name", METHODS)
def test_a_changed_datum_is_refused_or_changes_an_outcome(name: str) -> None:
    fingerprint = Fingerprint()
    before = dict(fingerprint(name))
    sample = random.Random(f"mutations of {name}").sample([*mutations(name)], SAMPLE)
    survived = [str(each) for each in sample if verdict(each, fingerprint, before) == "survived"]
    assert not survived, "read by no code: make code read it, or move it to prose"
