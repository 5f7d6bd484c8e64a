"""Chance that nobody can foresee and everybody can check afterwards; docs/chance.md defines it.

When people play, chance comes from a secret. Its commitment is public from the beginning, the
secret itself once the game is over. Each draw has its own numbers, so one draw tells nothing about
another, and no action can choose among them.
"""

from binascii import hexlify, unhexlify
from hashlib import sha256

from micropython import const

from games.base import CHANCE
from games.rng import Rng, stream

if False:  # only mypy reads this: the names of types
    from games.base import Game

SIZE = const(32)  # bytes of a secret, of a hash, and of a block of numbers
_WORD = const(4)  # bytes of a number
_INNER = const(0x36)  # the pads of HMAC (RFC 2104), for a hash that works in blocks of 64 bytes
_OUTER = const(0x5C)


class Secret:
    """The source of chance of one game; `key` has SIZE bytes. `commit` is the commitment, hex."""

    def __init__(self, key: bytes):
        self.key = key
        self.commit = _hex(sha256(key).digest())
        self._inner = self._padded(_INNER)
        self._outer = self._padded(_OUTER)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self.key == other.key

    def reveal(self) -> str:
        """Return the secret in hex: for the journal, and for the record of a game that is over."""
        return _hex(self.key)

    def block(self, name: str) -> bytes:
        """Return HMAC-SHA-256 of a name, SIZE bytes."""
        inner = sha256(self._inner + name.encode()).digest()
        return sha256(self._outer + inner).digest()

    def _padded(self, pad: int) -> bytes:
        return bytes([byte ^ pad for byte in self.key] + [pad] * SIZE)


class Draw(Rng):
    """The numbers of one draw: blocks of its name and a count, from 0, in words of 28 bits."""

    def __init__(self, secret: Secret, name: str):
        self._secret = secret
        self._name = name
        self._count = 0
        self._block = b""
        self._at = SIZE

    def _next(self) -> int:
        if self._at == SIZE:
            self._block = self._secret.block("%s %d" % (self._name, self._count))
            self._count += 1
            self._at = 0
        block, at = self._block, self._at
        self._at = at + _WORD
        return (block[at] & 15) << 24 | block[at + 1] << 16 | block[at + 2] << 8 | block[at + 3]


def numbers(seed: "int | Secret | None", game: "Game", by: int) -> Rng:
    """Return the random numbers for the next action of `by`, CHANCE or a computer's seat. They are
    the same after a restart, and when an action is taken back and taken again."""
    count = len(game.log)
    if not isinstance(seed, Secret):
        return stream(seed or 0, count, by)
    if by == CHANCE:
        return Draw(seed, "chance %d" % (game.draws + 1))
    return Rng(int.from_bytes(seed.block("seat %d %d" % (by, count))[:7], "big"))


def revealed(secret: str, commit: str) -> Secret:
    """Return a secret from hex; raises ValueError if its commitment differs from `commit`, unless
    that is ""."""
    found = Secret(unhexlify(secret))
    if len(found.key) != SIZE or commit and found.commit != commit:
        raise ValueError("has a secret that is not the one of the commitment")
    return found


def _hex(data: bytes) -> str:
    return hexlify(data).decode()
