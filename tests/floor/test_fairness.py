"""Commit and reveal: the formulas, against fixed vectors and a second implementation; every lie is found."""

import hashlib
import hmac
import itertools
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from croupier.cards import DECK_SIZE, card_text, parse_cards
from croupier.floor.fairness.commit_reveal import (
    AnyFairEvent,
    Deal,
    EntropyAdded,
    SeedCommitted,
    SeedRevealed,
    commit,
    deal_of,
    deck,
    deck_key,
    decode_fair_event,
    encode_fair_event,
    fair_kind,
    shuffled,
    verify_deal,
)
from croupier.floor.fairness.tails import chi_square_tails

SEED = bytes(range(32))
SALT = bytes(range(32, 64))
DOCUMENT = Path(__file__).parents[2] / "docs/fairness.md"

MIXED = ("ma-hcf-4.a.s1", "nj-hcf-38.4.a.s1", "md-hcf-5.A", "ma-uth-4.a.s1", "ma-fcp-5.a.s1")
"""The clauses that have the cards randomly intermixed."""

VECTORS = [
    (
        ("t1", 7, SEED, SALT, ("lucky", "7")),
        "006aaeb57f30106641f4e33e44a001d5719255c2beb25b1be945372bf3928eca",
        "203ae8faefd6444bd602c9436cf8ea2134a4930ac1c64ae6cd9ae401954365fd",
        (
            "Jh Ah 9d 4h Tc 7d Th Qh Kd Kc 9c Jc 8c Qs Kh 6s 7h 2h 6c 9h 8s 3h 2c 4c 3d 4s "
            "Js 4d Ks 2s Ac 5h Qc Qd 9s Ad 5c 3s Ts 3c Jd 6h 5d 5s 2d 8d 8h Td 7c As 7s 6d"
        ),
    ),
    (
        (
            "tisch-ä",
            1000001,
            bytes.fromhex("4b1ebf79f711b8a64b149a64651c706892da81215f0e91407fe8e37634cc6a6b"),
            bytes.fromhex("84639989df54506e55f8a8703c67b45eaa27917c002e8a183431a450f0f89cf1"),
            (),
        ),
        "535d10096e67a0680a05c225ee4b52d0934eae698ef343c969f243e39c9d7b19",
        "466414246d435ecf0bae8944015f955b02c4de9dac449a7428083d42cd3ed489",
        (
            "Ts Ks Jh 3c Tc 7c 4d Th 5c Qs 6h 9s As 9h 7h 8d Kc 2d 4c 8s 4s 6c 5d 2c 5s 9d "
            "Kd Qd 7s Kh Ah 9c Jd Td 3s Js Ad 2s 3h 8h 7d 4h Qc 6d 8c Qh 6s Jc 2h 5h Ac 3d"
        ),
    ),
]


@pytest.mark.parametrize(("given", "commitment", "key", "order"), VECTORS)
def test_the_vectors_hold_for_as_long_as_logs_are_kept(
    given: tuple[str, int, bytes, bytes, tuple[str, ...]], commitment: str, key: str, order: str
) -> None:
    table, round, seed, salt, entropies = given
    assert commit(table, round, seed, salt) == commitment
    assert deck_key(table, round, seed, entropies).hex() == key
    assert " ".join(deck(table, round, seed, entropies)) == order


@pytest.mark.parametrize(("given", "commitment", "key", "order"), VECTORS)
def test_the_vectors_are_printed_for_recomputation(
    given: tuple[str, int, bytes, bytes, tuple[str, ...]], commitment: str, key: str, order: str
) -> None:
    text = " ".join(DOCUMENT.read_text(encoding="utf-8").split())
    for each in (given[2].hex(), given[3].hex(), commitment, key, order):
        assert each in text


def test_the_program_in_the_document_gives_the_vector() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    found: dict[str, object] = {}
    exec(program, found)
    _, commitment, _, order = VECTORS[0]
    assert found["commitment"] == commitment
    assert found["deck"] == order.split()


def test_the_deck_as_the_protocol_says_it() -> None:
    """Written a second time, bit by bit as a browser would."""
    message = b""
    for part in (b"croupier/deck/v1", SEED, "tisch-ä".encode(), b"12", "🂡".encode(), b""):
        message += bytes([0, 0, 0, len(part)]) + part
    key = hashlib.sha256(message).digest()
    stream = b"".join(hmac.new(key, bytes(7) + bytes([k]), "sha256").digest() for k in range(8))
    cards, used = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"], 0
    for choices in range(52, 1, -1):
        while stream[used] >= 256 // choices * choices:
            used += 1
        place = stream[used] % choices
        cards[choices - 1], cards[place] = cards[place], cards[choices - 1]
        used += 1
    assert deck("tisch-ä", 12, SEED, ("🂡", "")) == tuple(cards)


def test_a_deck_holds_each_card_once() -> None:
    for round in range(200):
        assert sorted(parse_cards(" ".join(deck("t", round, SEED, ())))) == list(range(DECK_SIZE))


def test_the_commitment_does_not_determine_the_deck() -> None:
    """One commitment, and as many decks as players have words: it is fixed before they speak."""
    decks = {deck("t", 1, SEED, (str(word),)) for word in range(1000)}
    assert len(decks) == 1000
    assert len({cards[0] for cards in decks}) == DECK_SIZE
    assert len({commit("t", 1, SEED, SALT) for _ in decks}) == 1


def test_the_commitment_hides_the_seed_behind_the_salt() -> None:
    """Who guesses the seed can not check the guess without the salt."""
    salts = [hashlib.sha256(bytes([each])).digest() for each in range(100)]
    assert len({commit("t", 1, SEED, salt) for salt in salts}) == 100


def test_everything_that_goes_in_counts_and_nothing_runs_together() -> None:
    keys = [
        deck_key("t", 1, SEED, ()),
        deck_key("t", 1, SALT, ()),
        deck_key("t2", 1, SEED, ()),
        deck_key("t", 21, SEED, ()),
        deck_key("t1", 1, SEED, ()),
        deck_key("t", 11, SEED, ()),
        *(
            deck_key("t", 1, SEED, each)
            for each in (("",), ("", ""), ("ab",), ("a", "b"), ("b", "a"), ("1",))
        ),
    ]
    assert len(set(keys)) == len(keys)
    promises = [commit("t", 11, SEED, SALT), commit("t1", 1, SEED, SALT), commit("t", 11, SALT, SEED)]
    assert len({*promises, *(key.hex() for key in keys)}) == len(promises) + len(keys)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"seed: {length} bytes; allowed: 32"):
        deck("t", 1, bytes(length), ())
    with pytest.raises(ValueError, match="salt"):
        commit("t", 1, SEED, bytes(length))


# ------------------------------------------------------------------------------------- no order favored


def stream_of(monkeypatch: pytest.MonkeyPatch, stream: bytes) -> None:
    """Let the shuffle read these bytes instead of its own."""

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        start = 32 * int.from_bytes(message, "big")
        return stream[start : start + 32]

    monkeypatch.setattr(hmac, "digest", digest)


@pytest.mark.clause(*MIXED, shows="computed")
@pytest.mark.parametrize("choices", range(2, DECK_SIZE + 1))
def test_every_step_chooses_evenly(choices: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All 256 bytes, each as the first of a shuffle: equally many choose each place, the rest are left."""
    chosen: Counter[int] = Counter()
    for byte in range(256):
        stream_of(monkeypatch, bytes([byte]) + b"\xff" * 31 + bytes(range(52)) * 40)
        without = shuffled(b"", choices)
        stream_of(monkeypatch, b"\xff" * 32 + bytes(range(52)) * 40)
        if byte < 256 - 256 % choices:
            chosen[without[-1]] += 1
        else:
            assert without == shuffled(b"", choices), "a byte of the incomplete span changes nothing"
    assert chosen == dict.fromkeys(range(choices), 256 // choices)


def test_every_order_of_a_small_deck_is_made_by_equally_many_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every accepted stream of four cards, by its remainders, leads to another order: all 24 once."""
    orders = []
    for places in itertools.product(range(4), range(3), range(2)):
        stream_of(monkeypatch, bytes(places) + bytes(29))
        orders.append(tuple(shuffled(b"", 4)))
    assert sorted(orders) == sorted(itertools.permutations(range(4)))


@pytest.mark.clause(*MIXED, shows="computed")
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_orders_of_small_decks_come_up_equally_often(size: int) -> None:
    orders = Counter(tuple(shuffled(hashlib.sha256(b"%d" % key).digest(), size)) for key in range(60_000))
    every = list(itertools.permutations(range(size)))
    assert set(orders) == set(every)
    even = 60_000 / len(every)
    statistic = sum((orders[each] - even) ** 2 / even for each in every)
    assert chi_square_tails(statistic, len(every) - 1)[1] > 0.001


# ------------------------------------------------------------------------------------------- the events

COMMITTED = SeedCommitted(
    at=1, by="host", role="system", table="t1", round=7, commitment=VECTORS[0][1], sealed="c2VhbGVk"
)
ADDED = (
    EntropyAdded(at=2, by="p1", role="player", round=7, player="p1", entropy="lucky"),
    EntropyAdded(at=3, by="p2", role="player", round=7, player="p2", entropy="7"),
)
REVEALED = SeedRevealed(
    at=4,
    by="host",
    role="system",
    round=7,
    seed=SEED.hex(),
    salt=SALT.hex(),
    entropies=("lucky", "7"),
    commitment=VECTORS[0][1],
)
STREAM: tuple[AnyFairEvent, ...] = (COMMITTED, *ADDED, REVEALED)
DEAL = deal_of(STREAM, "t1", 7, deck("t1", 7, SEED, ("lucky", "7")))


@pytest.mark.parametrize("event", STREAM)
def test_events_come_back_as_they_were_written(event: AnyFairEvent) -> None:
    line = encode_fair_event(event)
    assert decode_fair_event(line) == event
    assert msgspec.json.decode(line)["kind"] == fair_kind(event)


def test_the_words_of_the_events_are_kept() -> None:
    assert encode_fair_event(ADDED[0]) == (
        b'{"kind":"entropy_added.v1","at":2,"by":"p1","role":"player","round":7,"player":"p1","entropy":"lucky"}'
    )
    assert encode_fair_event(COMMITTED).startswith(
        b'{"kind":"seed_committed.v1","at":1,"by":"host","role":"system","table":"t1","round":7,"commitment":"006a'
    )
    assert encode_fair_event(REVEALED).startswith(
        b'{"kind":"seed_revealed.v1","at":4,"by":"host","role":"system","round":7,"seed":"0001'
    )


# ---------------------------------------------------------------------------------------- checking a deal


def parts(deal: Deal) -> set[str]:
    return {finding.part for finding in verify_deal(deal)}


def test_an_honest_deal_is_found_honest() -> None:
    assert verify_deal(DEAL) == []
    assert verify_deal(msgspec.structs.replace(DEAL, order=DEAL.order[:21])) == []
    assert verify_deal(msgspec.structs.replace(DEAL, order=("", *DEAL.order[1:9], ""))) == []


def test_other_rounds_of_the_stream_are_left_out() -> None:
    other = EntropyAdded(at=5, by="p1", role="player", round=8, player="p1", entropy="more")
    assert deal_of((*STREAM, other), "t1", 7, DEAL.order) == DEAL


def changed(text: str) -> list[str]:
    """A text with each of its letters changed in turn, in case alone too, one taken out, and one put in."""
    texts = [
        text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :] for place in range(len(text))
    ]
    return [each for each in (*texts, text.upper(), text[1:], text + " ", text + "0") if each != text]


@pytest.mark.parametrize("name", ["table", "seed", "salt", "commitment"])
def test_every_changed_letter_is_found(name: str) -> None:
    for text in changed(getattr(DEAL, name)):
        assert verify_deal(msgspec.structs.replace(DEAL, **{name: text})), text


def test_every_changed_letter_of_the_first_commitment_is_found() -> None:
    for text in changed(DEAL.commitments[0]):
        assert parts(msgspec.structs.replace(DEAL, commitments=(text,))) >= {"commitment", "seed"}
        # changed in the reveal as well: seed and salt still tell
        assert parts(msgspec.structs.replace(DEAL, commitments=(text,), commitment=text)) == {"seed"}


def test_another_round_is_found() -> None:
    for round in (6, 8, 70):
        assert {"seed", "order"} <= parts(msgspec.structs.replace(DEAL, round=round))


def test_every_changed_entropy_is_found() -> None:
    for text in changed("lucky"):
        assert "entropies" in parts(msgspec.structs.replace(DEAL, added=(text, "7")))
        assert {"entropies", "order"} <= parts(msgspec.structs.replace(DEAL, entropies=(text, "7")))
        # changed in both places: the cards still tell
        assert "order" in parts(msgspec.structs.replace(DEAL, added=(text, "7"), entropies=(text, "7")))
    for entropies in ((), ("lucky",), ("7", "lucky"), ("lucky", "7", "")):
        assert "entropies" in parts(msgspec.structs.replace(DEAL, entropies=entropies))


def test_every_changed_card_is_found_and_located() -> None:
    for place, wanted in enumerate(DEAL.order):
        for card in range(DECK_SIZE):
            if card_text(card) != wanted:
                order = (*DEAL.order[:place], card_text(card), *DEAL.order[place + 1 :])
                (finding,) = verify_deal(msgspec.structs.replace(DEAL, order=order))
                assert finding.part == "order"
                assert finding.text.startswith(f"card {place + 1} of the deck was {card_text(card)}, but")
    assert parts(msgspec.structs.replace(DEAL, order=(*DEAL.order, "As"))) == {"order"}


def test_a_round_without_commitment_or_reveal_is_found() -> None:
    assert parts(deal_of(STREAM[1:], "t1", 7)) == {"commitment"}
    assert parts(deal_of(STREAM[:-1], "t1", 7)) == {"seed"}


def test_a_second_commitment_is_found() -> None:
    """A host that draws again until it likes the deck."""
    second = msgspec.structs.replace(COMMITTED, commitment="00" * 32)
    assert "commitment" in parts(deal_of((second, *STREAM), "t1", 7))
    assert "commitment" in parts(deal_of((COMMITTED, second, *STREAM[1:]), "t1", 7))


def test_entropy_after_the_reveal_is_found() -> None:
    assert "entropies" in parts(deal_of((*STREAM, ADDED[0]), "t1", 7))


def test_a_deck_that_was_shuffled_again_is_the_last_seeds() -> None:
    """The first seed was shown before the second was committed to; its entropies went with it."""
    first = commit("t1", 7, SALT, SEED)
    before: tuple[AnyFairEvent, ...] = (
        msgspec.structs.replace(COMMITTED, commitment=first),
        ADDED[1],
        msgspec.structs.replace(
            REVEALED, seed=SALT.hex(), salt=SEED.hex(), entropies=("7",), commitment=first
        ),
    )
    assert deal_of((*before, *STREAM), "t1", 7, DEAL.order) == DEAL
    in_play = deal_of((*before, *STREAM[:-1]), "t1", 7)
    assert (in_play.commitments, in_play.seed) == (DEAL.commitments, "")
    # But not one whose reveal was a lie.
    lie = msgspec.structs.replace(REVEALED, commitment=first)
    assert "commitment" in parts(deal_of((*before[:-1], lie, *STREAM), "t1", 7, DEAL.order))
