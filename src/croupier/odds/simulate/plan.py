"""The plan of a simulation: small enough to send to every worker, and everything that a block depends on."""

import zlib
from dataclasses import dataclass, field

from croupier.jit import sources_digest
from croupier.odds.counting.encoding import decode, encode
from croupier.odds.simulate.strategy import OPTIMAL
from croupier.odds.simulate.wagers import SeatWagers
from croupier.submission.house import HouseRules

BLOCK = 1 << 18
"""The rounds of a block; each block is a separate table, whose meters start at their seeds."""

SESSION = 1 << 10
"""Rounds of a session of play, unless another number is given: some thirty hours."""

BATCH = 1 << 14
"""The rounds played at once; their arrays fit in the second-level cache."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plan:
    """A simulation."""

    house: HouseRules
    seats: tuple[SeatWagers, ...]
    """By seat, the wagers placed before the deal, in cents."""
    rounds: int
    seed: int = 0
    strategy: str = OPTIMAL
    session: int = SESSION
    digest: str = field(default_factory=sources_digest)
    """Digest of the sources: a worker of another version would play other rounds."""

    def __post_init__(self) -> None:
        if not 1 <= self.rounds < 1 << 56:
            raise ValueError(f"{self.rounds} rounds; allowed: 1 to 2**56")
        if not 0 <= self.seed < 1 << 64:
            raise ValueError(f"seed {self.seed}; allowed: 0 to 2**64 - 1")
        if not 1 <= self.session <= BLOCK:
            raise ValueError(f"sessions of {self.session} rounds; allowed: 1 to {BLOCK}")

    @property
    def blocks(self) -> int:
        """The number of blocks; the last can be short."""
        return -(-self.rounds // BLOCK)

    def encoded(self) -> bytes:
        """As bytes, to be sent: some ten kilobytes."""
        return zlib.compress(encode(self))


def decoded(encoded: bytes) -> Plan:
    """Decode a plan; ValueError if it is none."""
    plan = decode(zlib.decompress(encoded))
    if not isinstance(plan, Plan):
        raise ValueError("not the plan of a simulation")
    return plan
