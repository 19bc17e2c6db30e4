"""Many rounds at once as a Gymnasium vector environment."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.gym.house import process_of
from croupier.odds.process import HIDDEN, Process
from croupier.submission.form import Choices, Submission


class RoundVectorEnv(VectorEnv[Any, Any, Any]):
    """So many players, each alone against a dealer, stepped together by compiled kernels.

    `autoreset_mode` is any of Gymnasium's three; `SAME_STEP` by default, since most games end in one step.
    """

    def __init__(
        self,
        rules: str | Path | Submission,
        num_envs: int = 1,
        choices: Choices | None = None,
        wagers: Mapping[str, int] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    ) -> None:
        self.num_envs = num_envs
        self.mode: AutoresetMode = AutoresetMode(autoreset_mode)
        self.metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": self.mode}
        self.process: Process = process_of(rules, choices, wagers, num_envs)
        self.single_observation_space: spaces.Space[Any] = spaces.Box(
            0, HIDDEN, (self.process.width,), np.uint8
        )
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(self.process.actions)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._done = np.zeros(num_envs, dtype=np.bool_)
        self._all = np.ones(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal new rounds to all, or with `options={"reset_mask": …}` to some."""
        first = getattr(self, "_np_random", None) is None
        super().reset(seed=seed)
        if seed is not None or first:
            self.process.seed(int(self.np_random.integers(1 << 63)))
        mask = None if options is None else options.get("reset_mask")
        if mask is None:
            self.process.start(None)
            self._done[:] = False
        else:
            chosen = np.asarray(mask, dtype=np.bool_)
            self.process.start(chosen)
            self._done[chosen] = False
        return self.process.observe(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Wager so many antes in every round, or check or fold."""
        process, before = self.process, self._done
        resets = self.mode == AutoresetMode.NEXT_STEP and before.any()
        if resets and before.all():
            ended, rewards = np.zeros(self.num_envs, dtype=np.bool_), np.zeros(self.num_envs)
        else:
            ended, rewards = process.act(np.asarray(actions), ~before)
        info: dict[str, Any] = {}
        if self.mode == AutoresetMode.SAME_STEP:
            if ended.any():
                # A seat that ends stays on its street, so it sees what it saw before.
                info = {"final_obs": process.observe(), "_final_obs": ended}
                process.start(ended)
        elif self.mode == AutoresetMode.NEXT_STEP:
            if resets:
                process.start(before)
            self._done = ended
        else:
            self._done = before | ended
            ended = self._done.copy()
        truncated = np.zeros(self.num_envs, dtype=np.bool_)
        return process.observe(), rewards, ended, truncated, self._info() | info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.process.masks(), "_action_mask": self._all}
