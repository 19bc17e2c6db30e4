"""Train a small agent on random play and report its regret against the exact optimal play of the same cards.

The agent looks at the longest suit and its highest card alone, so it cannot be perfect; it learns the mean
reward of each action by counting.
"""

import gymnasium
import numpy as np

import croupier.gym

croupier.gym.register_envs()
ENVS, STEPS = 16_384, 60
table = gymnasium.make_vec("croupier/HighCardFlush-v0", num_envs=ENVS)
actions = int(table.single_action_space.n)


def features(seen: np.ndarray) -> np.ndarray:
    """A number for the longest suit (its length) and the highest rank in it."""
    cards = seen[:, 1:].astype(np.int64)
    suits, ranks = cards // 13, cards % 13
    best = np.zeros(len(seen), dtype=np.int64)
    for suit in range(4):
        inside = suits == suit
        best = np.maximum(best, inside.sum(axis=1) * 13 + np.where(inside, ranks, 0).max(axis=1))
    return best


total, count = np.zeros((200, actions)), np.zeros((200, actions))
seen, info = table.reset(seed=1)
dice = np.random.default_rng(1)
for _ in range(STEPS):
    chosen = (dice.random((ENVS, actions)) * info["action_mask"]).argmax(axis=1)
    state = features(seen)
    seen, rewards, _, _, info = table.step(chosen)
    np.add.at(total, (state, chosen), rewards)
    np.add.at(count, (state, chosen), 1)
policy = (total / np.maximum(count, 1) - 1e9 * (count == 0)).argmax(axis=1)

optimal = gymnasium.make_vec("croupier/HighCardFlush-v0", num_envs=ENVS)  # the same cards, played best
oracle = croupier.gym.Oracle(optimal)
optimal.reset(seed=2)
seen, info = table.reset(seed=2)
lost = []
for _ in range(STEPS):
    wanted = policy[features(seen)]
    allowed = info["action_mask"][np.arange(ENVS), wanted] == 1
    best = optimal.step(oracle.actions())[1]
    seen, rewards, _, _, info = table.step(np.where(allowed, wanted, 1))
    lost.append(best - rewards)
regret = np.concatenate(lost)
error = regret.std() / len(regret) ** 0.5
print(f"optimal play: {float(oracle.value):+.4f} antes a round, exactly {oracle.value}")
print(
    f"the agent: a regret of {regret.mean():.4f} ± {2 * error:.4f} antes a round, over {len(regret):,} rounds"
)
