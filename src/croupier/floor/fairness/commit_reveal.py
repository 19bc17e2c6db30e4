"""Commit and reveal: how a deck follows from a seed, and how to check it.

Before the first bet of a round the host shows a commitment to a secret seed. Players may add entropy until
no more bets; then seed and entropies together fix the deck. After the round the seed is revealed, and
commitment and deck can be computed again by anybody, in Python or in a browser: SHA-256 and HMAC are all it
takes. `docs/fairness.md` has the protocol, the threats and a worked example.

This module owns the formulas and the events of the stream `fair:<table>`; it draws nothing and keeps no
secret. The tags below carry a version: another formula gets other tags, and this one stays for old logs.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence

import msgspec

from croupier.cards import DECK_SIZE, card_text
from croupier.table.commands import snake

SECRET_BYTES = 32
"""The length of a seed and of a salt."""

_COMMITMENT = b"croupier/commitment/v1"
_DECK = b"croupier/deck/v1"
_DECK_TEXTS = tuple(card_text(card) for card in range(DECK_SIZE))


# ------------------------------------------------------------------------------------------ the formulas


def commit(table: str, round: int, seed: bytes, salt: bytes) -> str:
    """The commitment to a seed, in hexadecimal.

    It says nothing of the deck: seed and salt have 256 unknown bits each, and the entropies are not in it.

    >>> commit("t1", 7, bytes(range(32)), bytes(range(32, 64)))
    '006aaeb57f30106641f4e33e44a001d5719255c2beb25b1be945372bf3928eca'
    """
    _whole(seed, "seed")
    _whole(salt, "salt")
    return _digest(_COMMITMENT, table.encode(), b"%d" % round, salt, seed).hex()


def deck(table: str, round: int, seed: bytes, entropies: Sequence[str]) -> tuple[str, ...]:
    """The deck of a round, the first card to be dealt first.

    >>> deck("t1", 7, bytes(range(32)), ["lucky", "7"])[:5]
    ('Jh', 'Ah', '9d', '4h', 'Tc')
    """
    return tuple([_DECK_TEXTS[card] for card in shuffled(deck_key(table, round, seed, entropies), DECK_SIZE)])


def deck_key(table: str, round: int, seed: bytes, entropies: Sequence[str]) -> bytes:
    """The shuffle key, from the seed and all entropy."""
    _whole(seed, "seed")
    return _digest(_DECK, seed, table.encode(), b"%d" % round, *[each.encode() for each in entropies])


def shuffled(key: bytes, size: int) -> list[int]:
    """The numbers below `size` (at most 256) shuffled by the key, every order equally likely.

    Fisher-Yates from the last place down: the card at place `last` changes places with one of the cards up to
    it. Bytes come from HMAC-SHA256 of the key over a counter. A byte from the incomplete last span of
    `last + 1` values is thrown away, because taking the remainder of it would favor the low places.
    """
    assert 0 < size <= 256
    cards = list(range(size))
    last = size - 1
    counter = 0
    while last > 0:
        for byte in hmac.digest(key, counter.to_bytes(8, "big"), "sha256"):
            choices = last + 1
            if byte >= 256 - 256 % choices:
                continue
            place = byte % choices
            cards[last], cards[place] = cards[place], cards[last]
            last -= 1
            if last == 0:
                break
        counter += 1
    return cards


def _digest(*fields: bytes) -> bytes:
    """SHA-256 of the fields, each after its length in four bytes, so that no two lists collide."""
    return hashlib.sha256(b"".join([len(each).to_bytes(4, "big") + each for each in fields])).digest()


def _whole(secret: bytes, name: str) -> None:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"{name}: {len(secret)} bytes; allowed: {SECRET_BYTES}")


# ------------------------------------------------------------------------------------------- the events


class FairEvent(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag=lambda name: f"{snake(name)}.v1",
    tag_field="kind",
):
    """The fields of every event: time (milliseconds since 1970 UTC), actor, role."""

    at: int
    by: str
    role: str


class SeedCommitted(FairEvent, frozen=True, kw_only=True):
    """A seed was drawn before the round's first bet; its commitment is public."""

    table: str
    round: int
    commitment: str
    sealed: str
    """Seed and salt, encrypted under the house's sealing key, in base64: never shown."""


class EntropyAdded(FairEvent, frozen=True, kw_only=True):
    """A player added entropy to the shuffle."""

    round: int
    player: str
    entropy: str


class SeedRevealed(FairEvent, frozen=True, kw_only=True):
    """The round is over: the seed, salt and entropy that gave the deck."""

    round: int
    seed: str
    """In hexadecimal, like the salt."""
    salt: str
    entropies: tuple[str, ...]
    commitment: str


AnyFairEvent = SeedCommitted | EntropyAdded | SeedRevealed

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyFairEvent)


def encode_fair_event(event: AnyFairEvent) -> bytes:
    """An event as JSON."""
    return _encoder.encode(event)


def decode_fair_event(line: bytes | str) -> AnyFairEvent:
    """An event from JSON, of any version that was ever written."""
    event: AnyFairEvent = _decoder.decode(line)
    return event


def fair_kind(event: AnyFairEvent) -> str:
    """The kind under which the ledger keeps an event.

    >>> fair_kind(EntropyAdded(at=0, by="p1", role="player", round=1, player="p1", entropy="x"))
    'entropy_added.v1'
    """
    return str(type(event).__struct_config__.tag)


# ------------------------------------------------------------------------------------ checking a deal


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """The log's records of one round's shuffle, and the cards dealt."""

    table: str
    round: int
    commitments: tuple[str, ...]
    """The commitments shown before the first bet; there should be one."""
    added: tuple[str, ...]
    """The entropies as the log received them, in its order."""
    seed: str
    """This and the next three as revealed; empty where the log has no reveal."""
    salt: str
    entropies: tuple[str, ...]
    commitment: str
    order: tuple[str, ...] = ()
    """The cards in the order dealt; empty if unseen."""


class Finding(msgspec.Struct, frozen=True):
    """A finding about a deal."""

    part: str
    text: str


def deal_of(events: Iterable[AnyFairEvent], table: str, round: int, order: Sequence[str] = ()) -> Deal:
    """The deal of a round, gathered from the stream of its table.

    A seed that was revealed before the next commitment was discarded: its deck was reshuffled before a card
    was dealt. The deal belongs to the last seed.
    """
    commitments: list[str] = []
    added: list[str] = []
    told: SeedRevealed | None = None
    for event in events:
        if event.round != round:
            continue
        if isinstance(event, SeedCommitted):
            if told is not None and commitments and _opens(table, told, commitments[-1]):
                commitments, added, told = [], [], None
            commitments.append(event.commitment)
        elif isinstance(event, EntropyAdded):
            added.append(event.entropy)
        elif told is None:
            # The first reveal counts; a second one would be an attempt to replace it.
            told = event
    return Deal(
        table=table,
        round=round,
        commitments=tuple(commitments),
        added=tuple(added),
        seed=told.seed if told else "",
        salt=told.salt if told else "",
        entropies=told.entropies if told else (),
        commitment=told.commitment if told else "",
        order=tuple(order),
    )


def _opens(table: str, told: SeedRevealed, commitment: str) -> bool:
    """Whether the revealed seed matches its commitment."""
    seed, salt = _secret(told.seed), _secret(told.salt)
    return seed is not None and salt is not None and commit(table, told.round, seed, salt) == commitment


def verify_deal(deal: Deal) -> list[Finding]:
    """The findings of a deal; none if the cards match the commitment."""
    if not deal.commitments:
        return [Finding("commitment", f"round {deal.round} of {deal.table}: no commitment in the log")]
    if not deal.seed:
        return [Finding("seed", f"round {deal.round} of {deal.table}: the seed was never revealed")]
    findings = []
    if len(deal.commitments) > 1:
        findings.append(Finding("commitment", f"{len(deal.commitments)} commitments; allowed: one a round"))
    if deal.commitment != deal.commitments[0]:
        text = f"revealed for {deal.commitment}, but {deal.commitments[0]} was committed to"
        findings.append(Finding("commitment", text))
    if deal.entropies != deal.added:
        findings.append(Finding("entropies", _first_difference(deal.added, deal.entropies)))
    seed, salt = _secret(deal.seed), _secret(deal.salt)
    for part, secret in (("seed", seed), ("salt", salt)):
        if secret is None:
            text = f"{part} is not {SECRET_BYTES} bytes in lower-case hexadecimal"
            findings.append(Finding(part, text))
    if seed is None:
        return findings
    if salt is not None:
        computed = commit(deal.table, deal.round, seed, salt)
        if computed != deal.commitments[0]:
            text = f"seed and salt give {computed}, but {deal.commitments[0]} was committed to"
            findings.append(Finding("seed", text))
    return findings + _wrong_cards(deal.order, deck(deal.table, deal.round, seed, deal.entropies))


def _secret(text: str) -> bytes | None:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        return None
    # One secret has one text: `fromhex` would take capitals and blanks as well.
    return secret if len(secret) == SECRET_BYTES and secret.hex() == text else None


def _first_difference(added: tuple[str, ...], revealed: tuple[str, ...]) -> str:
    for number, (one, other) in enumerate(zip(added, revealed, strict=False), start=1):
        if one != other:
            return f"entropy {number} was {one!r} when it was added and is {other!r} in the reveal"
    return f"{len(added)} entropies were added, {len(revealed)} are in the reveal"


def _wrong_cards(order: tuple[str, ...], computed: tuple[str, ...]) -> list[Finding]:
    if len(order) > len(computed):
        return [Finding("order", f"{len(order)} cards were dealt from a deck of {len(computed)}")]
    return [
        Finding("order", f"card {number} of the deck was {dealt}, but seed and entropies give {wanted}")
        for number, (dealt, wanted) in enumerate(zip(order, computed, strict=False), start=1)
        if dealt and dealt != wanted
    ]
