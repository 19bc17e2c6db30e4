"""Names that look alike: nobody gets an account whose name passes for another's.

Letters of the Latin alphabet are known by their Unicode names, whatever they are written with: strokes,
hooks, small capitals, script. Letters of other alphabets are listed.
"""

import re
import unicodedata

from croupier.floor.people.model import folded

# By Latin letter: the letters of other scripts, and the signs, that look like it in lower case.
_LOOKS = {
    "a": "\u0430\u03b1\u0251@4",
    "b": "\u044c\u03b2\u13cf",
    "c": "\u0441\u03f2\u1d04\u2ca5",
    "d": "\u0501\u13e7\uab93",
    "e": "\u0435\u03b5\u212e\u04bd3",
    "f": "\u03dd\u0584",
    "g": "\u0261\u0581\u018d",
    "h": "\u04bb\u0570\u13c2",
    "i": "\u0456\u03b9\u0131\u0269\u2c93",
    "j": "\u0458\u03f3",
    "k": "\u03ba\u043a",
    "l": "\u04cf1|!\u05d5\u05df\u0627\u2223\u01c0",
    "m": "\u043c",
    "n": "\u03b7\u0578\u057c\u043f",
    "o": "\u043e\u03bf0\u0585\u05e1\u0ae6\u0d20\u101d\u2c9f\u03c3",
    "p": "\u0440\u03c1\u2ca3",
    "q": "\u051b\u0563\u0566",
    "r": "\u0433\u1d26\u2c85",
    "s": "\u0455$5\ua731",
    "t": "\u03c4\u0442",
    "u": "\u03c5\u057d\u1d1c",
    "v": "\u0475\u03bd\u05d8\u2228",
    "w": "\u051d\u03c9\u0461\u0561",
    "x": "\u0445\u03c7\u2cad\u00d7",
    "y": "\u0443\u03b3\u04af\u10e7",
    "z": "\u1d22",
}
_LIKE = str.maketrans({other: letter for letter, others in _LOOKS.items() for other in others})
_IGNORED = "-_. '\u2019\u00b7"
_LATIN = re.compile(
    r"LATIN (?:SMALL LETTER |CAPITAL LETTER |LETTER SMALL CAPITAL )+(?:SCRIPT |DOTLESS )?([A-Z])\b"
)


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
    letters = "".join(_latin(letter) for letter in plain.translate(_LIKE))
    return letters.replace("rn", "m").replace("vv", "w").replace("i", "l")


def _latin(letter: str) -> str:
    """The plain letter of one with a stroke or hook, of a small capital, or in script."""
    found = None if letter.isascii() else _LATIN.match(unicodedata.name(letter, ""))
    return found.group(1).lower() if found else letter
