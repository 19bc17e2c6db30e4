"""Gymnasium environments: the rules set the legal actions, and rewards are the settlement of the cards."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import croupier
import croupier.gym
from croupier.odds.process import HIDDEN

croupier.gym.register_envs()
IDS = croupier.gym.environment_ids()
SEATS = 600


def make(identifier: str, seats: int = SEATS, **options: Any) -> Any:
    return gymnasium.make_vec(identifier, num_envs=seats, **options).unwrapped


def test_every_game_has_an_environment() -> None:
    assert {
        "croupier/UltimateTexasHoldem-v0",
        "croupier/HighCardFlush-v0",
        "croupier/FourCardPoker-v0",
    } <= set(IDS)


@pytest.mark.parametrize("identifier", IDS)
def test_the_checker_finds_nothing(identifier: str) -> None:
    check_env(gymnasium.make(identifier).unwrapped, skip_render_check=True)


def settled(vector: Any, rules: str, choices: croupier.Choices, antes: Any, wagers: dict[str, int]) -> Any:
    """The rounds of a vector as `settle_many` settles them, with so many antes wagered: in antes."""
    process = vector.process
    sheet, game = process._own.sheet, process.game
    cards = sheet.columns[: game.cards].T
    player, dealer = game.player_cards, game.player_cards + game.dealer_cards
    columns = {"cards": cards[:, :player], "dealer": cards[:, player:dealer]}
    if game.common_cards:
        columns["board"] = cards[:, dealer:]
    rows = len(cards)
    columns |= {name: np.full(rows, amount) for name, amount in wagers.items()}
    columns[game.play.decided] = antes * wagers["ante"]
    found = croupier.settle_many(
        {name: np.ascontiguousarray(each) for name, each in columns.items()}, rules, choices
    )
    assert found["error"].tolist() == [None] * rows
    return found["net"] / wagers["ante"]


@pytest.mark.parametrize("sides", [False, True])
@pytest.mark.parametrize("identifier", IDS)
def test_rewards_are_the_settlement_of_the_cards_in_antes(identifier: str, sides: bool) -> None:
    rules = IDS[identifier]
    wagers = {"ante": 1000}
    choices = croupier.Choices()
    if sides:
        printed = croupier.rule_set(rules).paytables
        named = {name: next(iter(each.tables)) for name, each in printed.items()}
        bets = {
            name: table
            for name, table in named.items()
            if croupier.rule_set(rules).wagers.get(name)
            and croupier.rule_set(rules).wagers[name].offered == "by_choice"
            and name != "cover_all"
        }
        choices = croupier.Choices.of(**bets)
        wagers |= dict.fromkeys(bets, 300)
    vector = make(identifier, choices=choices, wagers=wagers, autoreset_mode=AutoresetMode.DISABLED)
    _, info = vector.reset(seed=3)
    dice = np.random.default_rng(1)
    made = np.zeros(SEATS, dtype=np.int64)
    rewards, done = np.zeros(SEATS), np.zeros(SEATS, dtype=bool)
    while not done.all():
        actions = (dice.random((SEATS, vector.process.actions)) * info["action_mask"]).argmax(axis=1)
        made = np.where(done, made, actions)
        _, got, done, _, info = vector.step(actions)
        rewards += got
    main = dict.fromkeys(croupier.rule_set(rules).wagers["ante"].needs, 1000)
    expected = settled(vector, rules, choices, made, {**wagers, **main})
    np.testing.assert_allclose(rewards, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("identifier", IDS)
def test_a_masked_action_counts_as_a_check_or_a_fold(identifier: str) -> None:
    one, other = (make(identifier, autoreset_mode=AutoresetMode.DISABLED) for _ in range(2))
    (_, info), _ = one.reset(seed=5), other.reset(seed=5)
    wrong = info["action_mask"].argmin(axis=1)
    excluded = info["action_mask"][np.arange(SEATS), wrong] == 0
    left, right = one.step(wrong), other.step(np.where(excluded, 0, wrong))
    for first, second in zip(left[:4], right[:4], strict=True):
        np.testing.assert_array_equal(first, second)


def test_masks_are_those_of_the_rules() -> None:
    holdem = make("croupier/UltimateTexasHoldem-v0", 4, autoreset_mode=AutoresetMode.DISABLED)
    seen, info = holdem.reset(seed=1)
    assert info["action_mask"].tolist() == [[1, 0, 0, 1, 1]] * 4
    assert (seen[:, 3:] == HIDDEN).all()
    seen, _, _, _, info = holdem.step(np.zeros(4, dtype=int))
    assert info["action_mask"].tolist() == [[1, 0, 1, 0, 0]] * 4
    assert (seen[:, 3:6] < HIDDEN).all()
    assert (seen[:, 6:] == HIDDEN).all()
    seen, _, ended, _, info = holdem.step(np.zeros(4, dtype=int))
    assert info["action_mask"].tolist() == [[1, 1, 0, 0, 0]] * 4
    assert not ended.any()
    _, rewards, ended, _, _ = holdem.step(np.zeros(4, dtype=int))
    assert ended.all()
    assert (rewards <= -1).all()  # folded: the ante, and the blind
    flush = make("croupier/HighCardFlush-v0", 2000)
    seen, info = flush.reset(seed=1)
    suits = seen[:, 1:] // 13
    longest = np.array([np.bincount(each, minlength=4).max() for each in suits])
    most = np.where(longest >= 6, 3, np.where(longest == 5, 2, 1))
    assert (info["action_mask"].sum(axis=1) - 1 == most).all()
    assert make("croupier/FourCardPoker-v0", 2).reset()[1]["action_mask"].tolist() == [[1, 1, 1, 1]] * 2


@pytest.mark.parametrize("identifier", IDS)
def test_a_seat_sees_its_own_and_the_face_up_cards(identifier: str) -> None:
    vector = make(identifier, 40, autoreset_mode=AutoresetMode.DISABLED)
    seen, _ = vector.reset(seed=8)
    process = vector.process
    dealt, last = process._own.sheet.columns.T, process.last
    while True:
        street = int(seen[0, 0])
        shown = process.stages[street].board
        board = dealt[:, process.game.cards - last.board : process.game.cards].copy()
        board[:, shown:] = HIDDEN
        up = dealt[:, last.player : last.player + last.up]
        wanted = np.hstack([np.full((40, 1), street), dealt[:, : last.player], board, up])
        np.testing.assert_array_equal(seen, wanted)
        if street == len(process.stages) - 1:
            break
        seen, *_ = vector.step(np.zeros(40, dtype=int))


@pytest.mark.parametrize("wrong", [0.0, "1", None, [1, 1, 1], [[1, 1]], [1.0, 1.0], [True, False]])
def test_actions_of_another_type_are_refused(wrong: Any) -> None:
    for environment in (make("croupier/FourCardPoker-v0", 2), gymnasium.make("croupier/FourCardPoker-v0")):
        environment.reset(seed=1)
        with pytest.raises(croupier.Refusal, match="actions: expected") as refused:
            environment.unwrapped.step(wrong)
        assert refused.value.code == "malformed"


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("identifier", IDS)
def test_rounds_begin_again_as_the_mode_says(identifier: str, mode: AutoresetMode) -> None:
    vector = make(identifier, 300, autoreset_mode=mode)
    assert vector.metadata["autoreset_mode"] == mode
    seen, info = vector.reset(seed=2)
    dice = np.random.default_rng(3)
    done = np.zeros(300, dtype=bool)
    for _ in range(12):
        before, seen_before = done, seen
        actions = (dice.random((300, vector.process.actions)) * info["action_mask"]).argmax(axis=1)
        seen, rewards, done, truncated, info = vector.step(actions)
        assert vector.observation_space.contains(seen)
        assert not truncated.any()
        if mode == AutoresetMode.SAME_STEP:
            assert (seen[done, 0] == 0).all()
            if done.any():
                np.testing.assert_array_equal(info["_final_obs"], done)
                own = slice(1, 1 + vector.process.last.player)
                np.testing.assert_array_equal(info["final_obs"][:, own], seen_before[:, own])
        elif mode == AutoresetMode.NEXT_STEP:
            assert (rewards[before] == 0).all()
            assert not done[before].any()
            assert (seen[before, 0] == 0).all()
        else:
            assert (done | ~before).all()
            seen, info = vector.reset(options={"reset_mask": done})
            assert (seen[done, 0] == 0).all()
            done = np.zeros(300, dtype=bool)


@pytest.mark.parametrize("identifier", IDS)
def test_a_seed_deals_the_same_rounds(identifier: str) -> None:
    runs = []
    for seed in (9, 9, 10):
        vector = make(identifier, 50)
        seen = [vector.reset(seed=seed)[0], *(vector.step(np.ones(50, dtype=int))[0] for _ in range(5))]
        runs.append(np.stack(seen))
    assert (runs[0] == runs[1]).all()
    assert (runs[0] != runs[2]).any()


@pytest.mark.parametrize("identifier", IDS)
def test_the_oracle_plays_as_the_simulation_does_and_values_the_round_exactly(identifier: str) -> None:
    vector = make(identifier, autoreset_mode=AutoresetMode.DISABLED)
    oracle = croupier.gym.Oracle(vector)
    _, info = vector.reset(seed=4)
    process = vector.process
    process.game.use("optimal")
    process.game.decide(process._own.sheet, 0)
    wanted = process._own.sheet.antes[0].astype(np.int64).copy()
    made, done = np.zeros(SEATS, dtype=np.int64), np.zeros(SEATS, dtype=bool)
    while not done.all():
        actions = oracle.actions()
        assert info["action_mask"][np.arange(SEATS), actions].all()
        made = np.where(done, made, actions)
        _, _, done, _, info = vector.step(actions)
    np.testing.assert_array_equal(made, wanted)
    [main] = croupier.price(IDS[identifier], bet="main")
    assert isinstance(main.odds, croupier.MainOdds)
    assert oracle.value == main.odds.net.mean


def test_the_oracle_knows_the_best_after_a_mistake() -> None:
    """A hand that checked where it should not have is still played best on the later streets."""
    identifier = "croupier/UltimateTexasHoldem-v0"
    env = gymnasium.make(identifier)
    oracle = croupier.gym.Oracle(env)
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    checked = 0
    for seed in range(6):
        seen, _ = env.reset(seed=seed)
        for shown in (0, 3, 5):
            cards = [deck[card] for card in seen[1:] if card < HIDDEN]
            found = croupier.advise(
                IDS[identifier], " ".join(cards[:2]), board=" ".join(cards[2 : 2 + shown])
            )
            antes = int(found.best[-2]) if found.best.endswith("x") else 0
            assert oracle.actions() == antes
            checked += 1
            seen, *_ = env.step(0)
    assert checked == 18


def test_options_that_a_house_does_not_have_are_refused() -> None:
    for options in (
        {"wagers": {"ante": 1000.5}},
        {"wagers": {"ante": 1000, "trips": 500}},
        {"wagers": {"ante": 1000, "insurance": 500}},
        {"rules": "xx/nothing"},
    ):
        with pytest.raises(croupier.Refusal):
            make("croupier/HighCardFlush-v0", 2, **options)


def test_the_rules_of_an_id_are_of_its_game() -> None:
    assert gymnasium.make("croupier/HighCardFlush-v0", rules="nj/high-card-flush").reset(seed=1)
    with pytest.raises(croupier.Refusal, match="allowed for croupier/HighCardFlush-v0: ma/high-card-flush"):
        gymnasium.make("croupier/HighCardFlush-v0", rules="ma/four-card-poker")
    with pytest.raises(croupier.Refusal, match="rules: of four-card-poker"):
        gymnasium.make_vec("croupier/HighCardFlush-v0", num_envs=2, rules="ma/four-card-poker")
