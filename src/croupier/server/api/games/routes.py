"""The games in words: labels, rows, stages and how each is played, by rule set."""

from litestar import Router

from croupier.games.vocabulary import Vocabulary, vocabulary
from croupier.rulebook.catalog import rule_sets
from croupier.server.http.routing import get


@get("/games")
async def games() -> list[Vocabulary]:
    """The words of every rule set: labels of its wagers, rows and decisions, and how it is played."""
    return [vocabulary(rules) for rules in rule_sets().values()]


game_words = Router(path="/api", route_handlers=[games], tags=["house"])
