"""The worth of a leak: the player's edge with it, the gain, and the clauses meant to prevent it."""

from fractions import Fraction

import msgspec

from croupier.errors import Refusal
from croupier.odds.counting.store import NotKept, reading_only
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import Leak
from croupier.odds.protection.model import Informed, rounds_to_detect
from croupier.odds.protection.remedies import alternatives, prevention
from croupier.odds.protocol import Query, solver_for
from croupier.odds.side_bets import play_of
from croupier.submission.house import HouseRules

ROUNDS_PER_HOUR = 40
"""A usual pace at a full table."""


class Edge(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player's edge, per ante: a fraction where it is exact, else a standard error."""

    percent: float
    fraction_text: str | None = msgspec.field(default=None, name="fraction")
    """As JSON has it."""
    standard_error: float | None = None
    """In percent."""

    @property
    def fraction(self) -> Fraction | None:
        """The exact edge; None where it is sampled."""
        return None if self.fraction_text is None else Fraction(self.fraction_text)


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A change of procedure: the leak that it leaves, empty if none, and the player's edge with that."""

    words: str
    leaves: str
    player_edge: Edge | None
    """None: not priced unless it is asked for."""


class Remedy(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses that are meant to prevent a leak, and what they say must happen."""

    clauses: tuple[str, ...]
    words: tuple[str, ...]
    changes: tuple[Change, ...] = ()
    """Changes of procedure, and what they would leave."""


class LeakWorth(msgspec.Struct, frozen=True, kw_only=True):
    """The worth of one leak."""

    knows: str
    player_edge: Edge
    method: str
    honest_edge: Edge
    gain: Edge
    hands_changed: float
    """The share of decisions that the leak changes."""
    actions: dict[str, float]
    """The share of each decision."""
    standard_deviation: float
    per_hour: float
    """The player's expected win in antes."""
    rounds_to_detect_by_money: int | None
    remedy: Remedy


class WantedFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures to state beside the edge of a leak."""

    rounds_per_hour: int = ROUNDS_PER_HOUR
    remedies: bool = False
    """Whether changes of procedure are priced too."""
    soon: bool = False
    """Whether leaks that take minutes are only read from the cache, and else refused (`takes_minutes`)."""


def worth_of(
    house: HouseRules, leak: Leak, asked: WantedFigures, progress: Progress = silent, fresh: bool = False
) -> LeakWorth:
    """The worth of a leak under these house rules, of the main game alone."""
    solver = solver_for(house.rules)
    found = _informed(house, leak, asked, progress, fresh)  # first: a refusal need not wait for the game
    honest = solver.solve(Query(house)).net.mean
    gain = found.net.mean - honest
    return LeakWorth(
        knows=str(leak),
        player_edge=_edge(found.net.mean, found),
        method=found.method,
        honest_edge=Edge(percent=_percent(honest), fraction_text=str(honest)),
        gain=_edge(gain, found),
        hands_changed=float(found.changed),
        actions={name: float(share) for name, share in found.decisions.items()},
        standard_deviation=found.net.standard_deviation,
        per_hour=float(found.net.mean) * asked.rounds_per_hour,
        rounds_to_detect_by_money=rounds_to_detect(gain, found.net.standard_deviation),
        remedy=_remedy(house, leak, asked, progress),
    )


def limits_left_out(house: HouseRules) -> bool:
    """Whether payout limits cut the main game at high antes: an edge per ante leaves them out."""
    return any(set(limit.capped) & set(play_of(house).main) for limit in house.limits)


def _informed(
    house: HouseRules, leak: Leak, asked: WantedFigures, progress: Progress, fresh: bool = False
) -> Informed:
    solver = solver_for(house.rules)
    if not (asked.soon and solver.takes_minutes(leak)):
        return solver.protect(house, leak, progress, fresh)
    solver.solve(Query(house))  # what the leak itself needs may be computed
    try:
        with reading_only():
            return solver.protect(house, leak, progress)
    except NotKept:
        command = f"croupier protect {house.rules.rules.name} --knows {leak}"
        words = (
            f"{leak}: takes minutes; run `{command}` on the server once, "
            "with the same policies or submission, and it is read from the cache"
        )
        raise Refusal("takes_minutes", words) from None


def _remedy(house: HouseRules, leak: Leak, asked: WantedFigures, progress: Progress) -> Remedy:
    clauses, words = prevention(house.rules, leak)
    solver = solver_for(house.rules)
    honest = solver.solve(Query(house)).net.mean
    changes = []
    for change in alternatives(leak):
        edge = None
        if change.leaves is None:
            edge = Edge(percent=_percent(honest), fraction_text=str(honest))
        elif asked.remedies:
            try:
                found = _informed(house, change.leaves, asked, progress)
                edge = _edge(found.net.mean, found)
            except Refusal as refused:
                if refused.code != "takes_minutes":  # a leak that no solver prices: the change is left out
                    continue
        left = "" if change.leaves is None else str(change.leaves)
        changes.append(Change(words=change.words, leaves=left, player_edge=edge))
    return Remedy(clauses=clauses, words=words, changes=tuple(changes))


def _edge(mean: Fraction, found: Informed) -> Edge:
    if found.standard_error is None:
        return Edge(percent=_percent(mean), fraction_text=str(mean))
    return Edge(percent=_percent(mean), standard_error=found.standard_error * 100)


def _percent(value: Fraction) -> float:
    return float(value * 100)
