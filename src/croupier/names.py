"""Names of the rules: put into words, in one form everywhere, and the one that a misspelled name means."""

from collections.abc import Iterable


def spoken(name: str) -> str:
    """A name in words.

    >>> spoken("flush_bonus"), spoken("far-right-first")
    ('flush bonus', 'far right first')
    """
    return name.replace("_", " ").replace("-", " ").strip()


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the known one that is like it, or nothing.

    >>> did_you_mean("mian", ["main", "trips"]), did_you_mean("x", ["main", "trips"])
    ('; did you mean main?', '')
    """
    from difflib import get_close_matches

    close = get_close_matches(str(word), list(known), 1)
    return f"; did you mean {close[0]}?" if close else ""
