"""Names that look alike: nobody gets an account whose name passes for another's."""

import unicodedata

from croupier.floor.people.model import folded

# By Latin letter: the letters of other scripts, and the signs, that look like it in lower case.
_LOOKS = {
    "a": "\u0430\u03b1@",
    "b": "\u044c\u03b2",
    "c": "\u0441",
    "d": "\u0501\u0111",
    "e": "\u0435\u03b5",
    "h": "\u04bb",
    "i": "\u0456\u03b9\u0131\u0269",
    "j": "\u0458",
    "k": "\u03ba",
    "l": "\u04cf\u01421|!",
    "n": "\u03b7",
    "o": "\u043e\u03bf\u00f80",
    "p": "\u0440\u03c1",
    "q": "\u051b",
    "s": "\u0455$5",
    "t": "\u03c4",
    "u": "\u03c5",
    "v": "\u0475\u03bd",
    "w": "\u051d\u03c9",
    "x": "\u0445\u03c7",
    "y": "\u0443\u03b3",
}
_LIKE = str.maketrans({other: letter for letter, others in _LOOKS.items() for other in others})
_IGNORED = "-_. '\u2019\u00b7"


def skeleton(name: str) -> str:
    """A name as the eye takes it: two names with one skeleton look alike.

    >>> skeleton("Administrator") == skeleton("\\u0430dm1nistrat0r")
    True
    """
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", folded(name))
        if not unicodedata.combining(letter) and letter not in _IGNORED
    )
    return plain.translate(_LIKE).replace("rn", "m").replace("vv", "w").replace("i", "l")
