"""Several seats at one table as a PettingZoo environment: agents act in the table's own order.

The table machine deals, asks each seat in turn, and settles; an agent sees what its player may see.
"""

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from croupier.api import acts
from croupier.api.tables import HOST, Table
from croupier.cards import parse_cards
from croupier.errors import Refusal
from croupier.odds.process import HIDDEN
from croupier.odds.protocol import solver_for
from croupier.submission.form import Submission


class SeatsEnv(AECEnv[str, Any, Any]):
    """One round for `players` seats. Observations and actions are those of `croupier.gym`.

    `infos[agent]["action_mask"]` has the actions open to an agent now; rewards are net results in antes.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "croupier_seats_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, rules: str | Path | Submission, players: int = 2, ante: int | None = None) -> None:
        super().__init__()
        self.rules: str | Path | Submission = rules
        self._ante = ante
        probe = Table.open(rules, seed=0).state.at
        if type(players) is not int or not 1 <= players <= probe.positions:
            raise Refusal("value_not_allowed", f"players: {players!r}; allowed: 1 to {probe.positions}")
        document = probe.house.rules
        self._stages = solver_for(document).stages(document)
        self._last = self._stages[-1]
        self._wager = next(name for name, wager in document.wagers.items() if wager.placed != "before_deal")
        self._most = document.most_antes(self._wager)
        width = 1 + self._last.player + self._last.board + self._last.up
        self.possible_agents: list[str] = [f"seat_{seat}" for seat in range(1, players + 1)]
        self.agents: list[str] = []
        space = spaces.Box(0, HIDDEN, (width,), np.uint8)
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self._most + 1) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Open a table, place every seat's ante, deal, and wait for the first decision."""
        self.table: Table = Table.open(self.rules, seed=seed)
        self.agents = list(self.possible_agents)
        for agent in self.agents:
            self.table.act(acts.Sit(seat=_seat(agent), player=agent), by=agent, role="player")
        self.table.shuffle()
        known = self.table.state.at.house.rules.wagers
        for agent in self.agents:
            offer = next(each for each in self.table.offers(by=agent, role="player") if each.act == "bet")
            least = next(amount.least for amount in offer.amounts if amount.name == "ante")
            self.ante: int = self._ante or least
            wagers = {"ante": self.ante, **dict.fromkeys(known["ante"].needs, self.ante)}
            self.table.act(acts.Bet(seat=_seat(agent), wagers=wagers), by=agent, role="player")
        self.table.close_bets()
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.agent_selection: str = self._turn() or self.agents[0]
        self._tell()

    def _turn(self) -> str | None:
        """The agent whose turn it is; none when the round is over."""
        found = self.table.offered_to(HOST, "dealer")
        return next((f"seat_{offer.seat}" for offer in found if offer.act == "decide"), None)

    def observe(self, agent: str) -> Any:
        """The view of the player of this seat."""
        view = self.table.view(role="player", player=agent)
        whole = view.last if view.last is not None and not view.seats[0].cards else view
        own = next(each for each in whole.seats if each.player == agent)
        dealer = whole.dealer.cards
        board = parse_cards(whole.board)
        street = max(number for number, stage in enumerate(self._stages) if stage.board <= len(board))
        cards = [
            *_padded(parse_cards(own.cards), self._last.player),
            *_padded(board, self._last.board),
            *_padded(parse_cards(dealer), self._last.up),
        ]
        return np.array([street, *cards], dtype=np.uint8)

    def _tell(self) -> None:
        """The actions open to each agent."""
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._mask(agent)} for agent in self.agents
        }

    def _mask(self, agent: str) -> Any:
        mask = np.zeros(self._most + 1, dtype=np.int8)
        for offer in self.table.offers(by=agent, role="player"):
            if offer.act == "decide" and offer.seat == _seat(agent):
                wager = offer.amounts[0]
                mask[0] = 1
                amounts = wager.only or range(wager.least, wager.most + 1, self.ante)
                mask[[amount // self.ante for amount in amounts]] = 1
        return mask

    def render(self) -> str:
        """The history of the table so far in words, every hand included."""
        return self.table.transcript()

    def close(self) -> None:
        """Nothing is left open."""

    def step(self, action: Any) -> None:
        """The decision of the agent whose turn it is; one that the rules do not allow is taken as 0."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        offer = next(each for each in self.table.offers(by=agent, role="player") if each.act == "decide")
        wager, waive = offer.amounts
        legal = bool(self._mask(agent)[int(action)])
        amount = int(action) * self.ante if legal else 0
        decision = acts.Decide(seat=_seat(agent), action=wager.name if amount else waive.name, amount=amount)
        self.table.act(decision, by=agent, role="player")
        turn = self._turn()
        if turn is None:
            last = self.table.view(role="auditor").last
            assert last is not None
            self.rewards = {each.player: each.net / self.ante for each in last.seats}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
        self._accumulate_rewards()
        self.agent_selection = turn or self.agents[0]
        self._tell()


def _seat(agent: str) -> int:
    return int(agent.removeprefix("seat_"))


def _padded(cards: tuple[int, ...], count: int) -> list[int]:
    """So many cards, those that are not shown as `HIDDEN`."""
    return [*cards[:count], *[HIDDEN] * (count - len(cards))]
