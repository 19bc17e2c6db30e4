"""The ids of the environments: one for each game that is found, named by its folder or entry point."""

from functools import partial

import gymnasium

from croupier.gym.environment import RoundEnv
from croupier.gym.vector import RoundVectorEnv
from croupier.rulebook.catalog import rule_sets


def environment_ids() -> dict[str, str]:
    """By id, the first rule set of its game: `croupier/<Game>-v0`."""
    found: dict[str, str] = {}
    for name, rules in rule_sets().items():
        game = "".join(word.capitalize() for word in rules.rules.game.split("-"))
        found.setdefault(f"croupier/{game}-v0", name)
    return found


def register_envs() -> None:
    """Register every environment with Gymnasium; calling it again changes nothing."""
    for identifier, rules in environment_ids().items():
        if identifier not in gymnasium.registry:
            gymnasium.register(
                identifier,
                entry_point=partial(RoundEnv, rules=rules),
                vector_entry_point=partial(RoundVectorEnv, rules=rules),
            )
