"""Passwords: the rules for one, and its argon2id hash.

Nothing here is stored or logged. A name without a password is verified against a decoy, so the response time
does not reveal whether the name exists.
"""

import os
import secrets
import threading
import unicodedata
from functools import cache

import argon2

from croupier.errors import Refusal
from croupier.floor.people.model import folded
from croupier.games import game_names

LEAST_LENGTH = 12
MOST_LENGTH = 256  # nobody types more; without a bound a long one would cost the server its time
LEAST_DIFFERENT = 5
LEAST_SCORE = 3
"""Of zxcvbn, 0 to 4: some 10^8 guesses by somebody who tries leaked passwords, words, names, dates and rows
of the keyboard first, with digits for letters. It knows the 30,000 passwords that leaked most often."""
_JUDGED = 72
"""Characters that are judged; a longer password is not judged beyond them."""
CONTEXT = (
    "croupier",
    "casino",
    "dealer",
    "poker",
    "table games",
    "administrator",
    "supervisor",
    "surveillance",
)
"""Words of this trade and software, with the games' names: a password that is little more is refused."""

# Those of twelve characters and more that people choose first; shorter ones are refused by their length.
_OBVIOUS = """
    password1234 password12345 password123456 passwordpassword password2024 password2025 password2026
    passw0rd1234 p@ssword1234 p@ssw0rd1234 mypassword12 mypassword123 changeme1234 changemechangeme
    changemenow1 123456789abc 1234567890ab 123456789012 0123456789ab 012345678901 abcdefghijkl abcdefgh1234
    abcd1234abcd qwertyuiop12 qwertyuiop123 qwertyuiop[] qwerty123456 qwertyqwerty asdfghjkl123
    1q2w3e4r5t6y q1w2e3r4t5y6 1qaz2wsx3edc zaq12wsxcde3 letmeinletmein letmein12345 iloveyou1234
    iloveyouiloveyou welcome12345 welcomewelcome administrator administrator1 admin1234567 adminadminadmin
    croupier1234 croupiercroupier casinocasino casino123456 blackjack123 correcthorsebatterystaple
    trustno1trustno1 secretsecret
"""
OBVIOUS = frozenset(_OBVIOUS.split())


@cache
def _of_games() -> frozenset[str]:
    """The names of the house's games run together, from their last two words on; people add digits."""
    words = [name.split("-") for name in game_names()]
    return frozenset("".join(each[first:]) for each in words for first in range(len(each) - 1))


def _score(password: str, names: tuple[str, ...]) -> int:
    from zxcvbn import zxcvbn

    known = [*names, *CONTEXT, *(name.replace("-", " ") for name in game_names()), *_of_games()]
    return int(zxcvbn(password[:_JUDGED], user_inputs=known, max_length=_JUDGED)["score"])


def default_hasher() -> argon2.PasswordHasher:
    """Parameters for a server: 46 MiB and two passes in one lane, some 50 to 100 ms a hash."""
    return argon2.PasswordHasher(time_cost=2, memory_cost=46 * 1024, parallelism=1, type=argon2.Type.ID)


def check_password(password: str, names: tuple[str, ...]) -> None:
    """Refuse a password that is too easy, and say what is required."""
    plain = folded(password)
    if not LEAST_LENGTH <= len(unicodedata.normalize("NFC", password)) <= MOST_LENGTH:
        weakness = f"it must have {LEAST_LENGTH} to {MOST_LENGTH} characters"
    elif any(plain == name or not plain.replace(name, "") for name in map(folded, names) if name):
        weakness = "it must not be the name"
    elif plain in OBVIOUS or plain.rstrip("0123456789") in _of_games():
        weakness = "it is one of the first that an attacker tries"
    elif _score(password, names) < LEAST_SCORE:
        weakness = "it is too easy to guess; use a few unrelated words"
    elif len(set(plain)) < LEAST_DIFFERENT:
        weakness = f"it must have at least {LEAST_DIFFERENT} different characters"
    else:
        return
    raise Refusal("password_weak", f"this password cannot be used: {weakness}")


class Passwords:
    """Hashes and verifies, a few at a time: each takes its memory, and a crowd must not take it all."""

    def __init__(self, hasher: argon2.PasswordHasher | None = None, at_once: int | None = None) -> None:
        self._hasher = hasher or default_hasher()
        self._gate = threading.BoundedSemaphore(at_once or max(2, os.cpu_count() or 1))
        self._decoy = self._hasher.hash(secrets.token_urlsafe(32))

    def hash(self, password: str) -> str:
        """The encoded hash of a password, with its parameters and salt."""
        with self._gate:
            return self._hasher.hash(_normal(password))

    def verify(self, encoded: str | None, password: str) -> bool:
        """Whether this is the password; without one it takes as long and is not."""
        if len(password) > MOST_LENGTH:
            password = ""  # no such password can have been set
        with self._gate:
            try:
                self._hasher.verify(encoded or self._decoy, _normal(password))
            except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
                return False
        return encoded is not None

    def rehashed(self, encoded: str, password: str) -> str | None:
        """A new hash of a password that was just verified, where the parameters have changed since."""
        return self.hash(password) if self._hasher.check_needs_rehash(encoded) else None


def _normal(password: str) -> bytes:
    """One password, however the keyboard composes its accents; a lone surrogate is only another wrong one."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
