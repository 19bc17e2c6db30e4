"""Cards and their text."""

import pytest

from croupier.cards import (
    DECK_SIZE,
    RANKS,
    SUITS,
    CardError,
    card_set,
    card_text,
    cards_in,
    parse_card,
    parse_cards,
    set_of,
    text_of,
)


def test_the_deck_has_52_cards_and_each_has_one_text() -> None:
    texts = [card_text(card) for card in range(DECK_SIZE)]
    assert len(set(texts)) == DECK_SIZE == 52
    assert [parse_card(text) for text in texts] == list(range(52))


def test_a_card_is_thirteen_times_its_suit_and_its_rank() -> None:
    for suit, suit_letter in enumerate(SUITS):
        for rank, rank_letter in enumerate(RANKS):
            assert parse_card(rank_letter + suit_letter) == 13 * suit + rank


@pytest.mark.parametrize(
    "text", ["10s", "as", "AS", "aS", "sA", "A", "", "Ass", "1s", "A♠", "Ax", "As,", " As", "?"]
)
def test_only_the_canonical_text_is_a_card(text: str) -> None:
    with pytest.raises(CardError) as refusal:
        parse_card(text)
    assert repr(text) in str(refusal.value)
    assert "23456789TJQKA" in str(refusal.value)
    assert "cdhs" in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["As Kd 10s", "As,Kd", "As Kd as", "AsKd"])
def test_a_line_of_cards_with_an_unreadable_one_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is not a card") as one:
        parse_cards(text)
    with pytest.raises(CardError) as other:
        set_of(text)
    assert str(one.value) == str(other.value)


@pytest.mark.parametrize("text", ["As Kd As", "2c 2c", "As As As As", "2c 2c 3c", "Qs Qs Ks As"])
def test_a_card_written_twice_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is written twice"):
        parse_cards(text)
    with pytest.raises(CardError, match="is written twice"):
        set_of(text)


def test_a_card_error_is_a_value_error() -> None:
    assert issubclass(CardError, ValueError)


def test_the_order_written_is_kept() -> None:
    assert parse_cards("9c  As\tKd") == (parse_card("9c"), parse_card("As"), parse_card("Kd"))
    assert parse_cards("") == ()


def test_a_set_has_no_order() -> None:
    assert set_of("9c As Kd") == set_of("Kd 9c As") == card_set(parse_cards("As Kd 9c"))
    assert set_of("") == card_set(()) == 0


def test_a_set_is_laid_out_with_high_ranks_first() -> None:
    assert text_of(set_of("2c Td As 2s Ah")) == "As Ah Td 2s 2c"
    assert text_of((1 << 52) - 1).split()[:5] == ["As", "Ah", "Ad", "Ac", "Ks"]
    assert cards_in(0) == ()
    assert card_set(cards_in((1 << 52) - 1)) == (1 << 52) - 1
