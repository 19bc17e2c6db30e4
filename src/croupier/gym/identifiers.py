"""The ids of the environments: one for each game that is found, named by its folder or entry point."""

from functools import partial
from typing import Any, TypeVar

import gymnasium

from croupier.errors import Refusal
from croupier.gym.environment import RoundEnv
from croupier.gym.vector import RoundVectorEnv
from croupier.rulebook.catalog import rule_sets


def environment_ids() -> dict[str, str]:
    """By id, the first rule set of its game: `croupier/<Game>-v0`."""
    found: dict[str, str] = {}
    for name, rules in rule_sets().items():
        found.setdefault(_identifier(rules.rules.game), name)
    return found


def _identifier(game: str) -> str:
    return f"croupier/{''.join(word.capitalize() for word in game.split('-'))}-v0"


def register_envs() -> None:
    """Register every environment with Gymnasium; calling it again changes nothing."""
    for identifier, rules in environment_ids().items():
        if identifier not in gymnasium.registry:
            gymnasium.register(
                identifier,
                entry_point=partial(_made, RoundEnv, identifier, rules=rules),
                vector_entry_point=partial(_made, RoundVectorEnv, identifier, rules=rules),
            )


Environment = TypeVar("Environment", RoundEnv, RoundVectorEnv)


def _made(kind: type[Environment], identifier: str, **options: Any) -> Environment:
    """The environment of an id; `Refusal` if the rules are of another game."""
    made = kind(**options)
    game = made.process.house.rules.rules.game
    if _identifier(game) != identifier:
        own = [name for name, rules in rule_sets().items() if _identifier(rules.rules.game) == identifier]
        raise Refusal("value_not_allowed", f"rules: of {game}; allowed for {identifier}: {', '.join(own)}")
    return made
