"""Exact figures of the library are fractions; the same figures in JSON are text."""

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

import croupier

SUBMISSION = Path(__file__).parents[2] / "examples" / "ma-high-card-flush.toml"


def test_a_strategy_gives_fractions_and_its_json_the_same_as_text() -> None:
    found = croupier.strategy("ma/high-card-flush")
    written = msgspec.json.decode(msgspec.json.encode(found))
    rule = found.simple_rules[0]
    assert found.ev == -Fraction(1348050875653, 50592437455560)
    assert rule.cost == found.ev - rule.ev
    assert sum(found.decisions.values()) == 1
    assert written["ev"] == str(found.ev)
    assert written["decisions"] == {name: str(share) for name, share in found.decisions.items()}
    assert (written["simple_rules"][0]["ev"], written["simple_rules"][0]["cost"]) == (
        str(rule.ev),
        str(rule.cost),
    )
    assert (found.together, found.progressive_return) == (None, None)
    assert msgspec.json.decode(msgspec.json.encode(found), type=croupier.Strategy) == found


def test_a_progressive_beside_the_game_is_a_fraction_too() -> None:
    found = croupier.strategy(SUBMISSION, wagers={"ante": 1500, "progressive": 100})
    assert isinstance(found.progressive_return, Fraction)
    assert found.together == found.ev + (found.progressive_return - 1) * Fraction(100, 1500)


def test_edges_are_fractions_where_they_are_exact() -> None:
    found = croupier.protect("ma/high-card-flush", "dealer:1:suit")
    assert isinstance(found.player_edge.fraction, Fraction)
    assert found.gain.fraction == found.player_edge.fraction - (found.honest_edge.fraction or 0)
    assert float(found.player_edge.fraction * 100) == pytest.approx(found.player_edge.percent)
    written = msgspec.json.decode(msgspec.json.encode(found))
    assert written["player_edge"]["fraction"] == str(found.player_edge.fraction)
    [worth] = croupier.protect_bet("md/high-card-flush", "flush_bonus", "own:1")[:1]
    assert all(isinstance(value, Fraction) for value in worth.by_rank.values())
    sampled = croupier.Edge(percent=1.0, standard_error=0.1)
    assert sampled.fraction is None
    assert msgspec.json.decode(msgspec.json.encode(sampled)) == {"percent": 1.0, "standard_error": 0.1}
