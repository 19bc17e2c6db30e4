"""One round at a time as a Gymnasium environment."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from croupier.gym.house import process_of
from croupier.odds.process import HIDDEN, Process
from croupier.submission.form import Choices, Submission


class RoundEnv(gymnasium.Env[Any, Any]):
    """A round of one player against the dealer; the options are those of `croupier.gym`."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        rules: str | Path | Submission,
        choices: Choices | None = None,
        wagers: Mapping[str, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self.process: Process = process_of(rules, choices, wagers, 1)
        self.observation_space: spaces.Space[Any] = spaces.Box(0, HIDDEN, (self.process.width,), np.uint8)
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.process.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a new round; a seed starts the cards of that seed."""
        first = getattr(self, "_np_random", None) is None
        super().reset(seed=seed)
        if seed is not None or first:
            self.process.seed(int(self.np_random.integers(1 << 63)))
        self.process.start(None)
        return self.process.observe()[0], self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Wager so many antes, or check or fold."""
        ended, rewards = self.process.act(np.asarray([action]), np.ones(1, dtype=np.bool_))
        return self.process.observe()[0], float(rewards[0]), bool(ended[0]), False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.process.masks()[0]}
