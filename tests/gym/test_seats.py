"""Several seats at one table: PettingZoo's own checks, and the money of the table."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import croupier
from croupier.gym import SeatsEnv

RULES = ("ma/four-card-poker", "ma/high-card-flush", "ma/ultimate-texas-holdem")


@pytest.mark.parametrize("rules", RULES)
def test_the_checks_of_pettingzoo_pass(rules: str) -> None:
    api_test(SeatsEnv(rules, players=3), num_cycles=20)


def test_a_seed_deals_the_same_cards() -> None:
    seed_test(lambda: SeatsEnv(RULES[0]), num_cycles=6)


@pytest.mark.parametrize("rules", RULES)
def test_agents_act_in_turn_and_are_paid_what_the_table_pays(rules: str) -> None:
    env = SeatsEnv(rules, players=3)
    dice = np.random.default_rng(1)
    for seed in range(5):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            _, reward, ended, cut, info = env.last()
            total[agent] += reward
            if ended or cut:
                env.step(None)
                continue
            mask = info["action_mask"]
            assert mask[0]
            env.step(int((dice.random(len(mask)) * mask).argmax()))
        last = env.table.view(role="auditor").last
        assert last is not None
        assert total == {seat.player: seat.net / env.ante for seat in last.seats}
        assert croupier.replay(env.table.log) == env.table.state


def test_an_agent_sees_its_own_cards_alone() -> None:
    env = SeatsEnv(RULES[1], players=2)
    env.reset(seed=1)
    one, other = (env.observe(agent)[1:] for agent in env.agents)
    assert set(one.tolist()).isdisjoint(other.tolist())
    with pytest.raises(croupier.Refusal):
        SeatsEnv(RULES[1], players=99)
