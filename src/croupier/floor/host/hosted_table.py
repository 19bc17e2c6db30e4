"""A table in memory: loaded from its last snapshot and its stream, never ahead of the log."""

from collections import deque
from dataclasses import dataclass, field, replace

import msgspec

from croupier.floor.fairness.commit_reveal import (
    AnyFairEvent,
    EntropyAdded,
    SeedCommitted,
    SeedRevealed,
    deck,
    decode_fair_event,
)
from croupier.floor.fairness.shuffle import unseal
from croupier.floor.host.stream_starts import last_state
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.table.events import AnyEvent, decode_event, encode_event
from croupier.table.evolve import evolve
from croupier.table.redaction.events import without_deck_order
from croupier.table.state import State
from croupier.table.transition import Transition

KEPT = 500
"""Events that a reconnecting client can catch up on; beyond that it gets a full view."""

_LAST_ROUND = 40
"""Events of the seed stream to read first when looking for the last commitment."""


@dataclass(frozen=True, slots=True)
class Secret:
    """The seed of the next round and the players' entropies. Its repr shows neither seed nor salt."""

    round: int
    seed: bytes = field(repr=False)
    salt: bytes = field(repr=False)
    commitment: str
    entropies: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    """The players who added them, in the same order."""

    def mixed(self, player: str, entropy: str) -> "Secret":
        """With another entropy of a player."""
        entropies, players = (*self.entropies, entropy), (*self.players, player)
        return replace(self, entropies=entropies, players=players)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How the floor runs a table."""

    link: str = ""
    betting_ms: int = 15_000
    """From the first bet to no more bets, at an electronic table."""
    all_bet_ms: int = 0
    """From the moment that every seated player has bet, if that is sooner; 0 for never."""
    decision_ms: int = 30_000
    demo: bool = False
    aids: bool = True
    """Whether players may see the value of decisions: at electronic tables, never at live ones."""
    amounts: bool = True
    """Whether amounts are entered: at a live table the dealer may enter wagers alone, and pay by odds."""
    private: bool = False
    """One player at a time, who sees no clock; the lobby does not list the table."""


class Hosted:
    """One table of the floor."""

    __slots__ = (
        *("absent", "deadline", "due", "gone", "name", "recent", "secret", "settings", "snapshot_at"),
        *("stale", "state"),
    )

    def __init__(self, name: str, settings: Settings, state: State, secret: Secret | None = None) -> None:
        self.name = name
        self.settings = settings
        self.state = state
        self.secret = secret
        self.recent: deque[Transition] = deque(maxlen=KEPT)
        self.snapshot_at: int = state.version
        self.stale = False
        """A batch failed: the table is read from the log before its next use."""
        self.deadline: int | None = None
        """When the floor closes the bets or takes a default action, by the clock, as it is shown."""
        self.due: int | None = None
        """The same by the floor's timer, which nobody sets back: this one decides."""
        self.absent: frozenset[str] = frozenset()
        """Seated players who have closed the page: the bets do not wait for them."""
        self.gone: frozenset[str] = frozenset()
        """Those whose grace for a lost line is over: their decisions do not wait either."""

    def wait(self, milliseconds: int, now: int, timer: int) -> None:
        """Set the deadline a while from now, by the clock and by the floor's timer. A private table shows
        none: its time only frees a seat that was left in a round."""
        self.deadline = None if self.settings.private else now + milliseconds
        self.due = timer + milliseconds

    def wait_for_nothing(self) -> None:
        """There is no deadline."""
        self.deadline = self.due = None

    @property
    def stream(self) -> str:
        """The table's stream in the ledger."""
        return f"table:{self.name}"

    @property
    def fair_stream(self) -> str:
        """The stream of its seeds and commitments."""
        return f"fair:{self.name}"


def stored(event: AnyEvent) -> bytes:
    """The bytes of an event as the ledger keeps it, without the order of the undealt deck."""
    return encode_event(without_deck_order(event))


def load(ledger: Ledger, keys: Keys, name: str, settings: Settings) -> Hosted:
    """Load a table from its last snapshot and the events since, with the deck of an unfinished round."""
    stream = f"table:{name}"
    saved_at, state = last_state(ledger, name)
    for record in ledger.read(stream, after=saved_at):
        state = evolve(state, decode_event(record.body))
    secret = last_secret(ledger, keys, name)
    if secret is not None and state.electronic and state.bets_closed and secret.round == state.round:
        order = deck(name, secret.round, secret.seed, secret.entropies)
        state = msgspec.structs.replace(state, order=order)
    hosted = Hosted(name, settings, state, secret)
    hosted.snapshot_at = saved_at
    return hosted


def last_secret(ledger: Ledger, keys: Keys, name: str) -> Secret | None:
    """The seed that was committed and is not revealed yet."""
    secret = None
    for event in _since_the_last_commitment(ledger, f"fair:{name}"):
        if isinstance(event, SeedCommitted):
            drawn = unseal(keys, event)
            secret = Secret(event.round, drawn.seed, drawn.salt, event.commitment)
        elif isinstance(event, EntropyAdded) and secret is not None:
            secret = secret.mixed(event.player, event.entropy)
        elif isinstance(event, SeedRevealed):
            secret = None
    return secret


def _since_the_last_commitment(ledger: Ledger, stream: str) -> list[AnyFairEvent]:
    """The end of a seed stream, from its last commitment on."""
    head, back = ledger.head(stream).version, _LAST_ROUND
    while True:
        records = ledger.read(stream, after=max(0, head - back))
        events = [decode_fair_event(record.body) for record in records]
        committed = [at for at, event in enumerate(events) if isinstance(event, SeedCommitted)]
        if committed or back >= head:
            return events[committed[-1] :] if committed else []
        back *= 4
