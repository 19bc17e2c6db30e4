"""Gymnasium environments: the whole decision process of each game, one id a game.

    >>> import gymnasium, croupier.gym
    >>> croupier.gym.register_envs()
    >>> env = gymnasium.make("croupier/FourCardPoker-v0")
    >>> observation, info = env.reset(seed=1)
    >>> info["action_mask"]
    array([1, 1, 1, 1], dtype=int8)

**Actions** are the antes that the player wagers: action n wagers n, action 0 checks, and folds on the last
street. `info["action_mask"]` has those that the rules allow; any other is taken as 0, as the table's default
action is. **Observations** are `uint8`: the street, then the player's cards, the community cards and the
dealer's face-up cards, as numbers from 0 (the two of clubs) to 51 (the ace of spades), suit by suit; 52 is a
card that is not shown yet. **Rewards** are the net result of the round in antes, when it ends.

Options of `make` and `make_vec`: `rules` (a rule set of the game, or the `Path` of a submission), `choices`
and `wagers` (cents by wager: the ante and the side bets placed beside it), and for vectors `autoreset_mode`.
"""

from croupier.extras import missing

try:
    from croupier.gym.environment import RoundEnv
    from croupier.gym.identifiers import environment_ids, register_envs
    from croupier.gym.oracle import Oracle
    from croupier.gym.seats import SeatsEnv
    from croupier.gym.vector import RoundVectorEnv
except ImportError as _error:
    # An ImportError again: code that walks the package, or works without the extra, expects one.
    raise ImportError(missing(_error) or _error, name=_error.name) from None

__all__ = ["Oracle", "RoundEnv", "RoundVectorEnv", "SeatsEnv", "environment_ids", "register_envs"]
