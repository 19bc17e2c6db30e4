"""The list of the server's words, which the web's translations are tested against, is complete."""

from tests.table.spoken_words import PLACE, written


def test_the_list_of_spoken_words_is_up_to_date() -> None:
    assert PLACE.read_bytes() == written(), "stale; run: tools/words"
