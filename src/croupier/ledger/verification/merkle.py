"""A tree of hashes over a list (RFC 6962): one root covers all of it, and a short proof one entry."""

from collections.abc import Sequence
from hashlib import sha256


def leaf_hash(leaf: bytes) -> bytes:
    return sha256(b"\0" + leaf).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """The root over the hashes of leaves in their order; of none, the hash of nothing."""
    if not leaves:
        return sha256().digest()
    level = list(leaves)
    # Pairing from the left and carrying an odd one up gives the same tree as splitting at powers of two.
    while len(level) > 1:
        pairs = [_node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    return level[0]


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()
