"""A small random generator that gives the same numbers on every interpreter.

It runs two multiply-with-carry generators of 14 bits side by side; every product stays below
2**28, within the small ints of a 32-bit MicroPython. It serves games and computer players, not
secrets.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from collections.abc import Sequence
    from typing import Any

# a * 2**14 - 1 and a * 2**13 - 1 are prime for both, so each has a period of a * 2**13 - 1.
_A = const(16266)
_B = const(15855)
_MASK = const(0x3FFF)
_SPAN = const(1 << 28)
_ROUNDS = const(4)
_LEFT = const(0x1B5E)  # any numbers
_RIGHT = const(0x2D31)


def stream(seed: int, *place: int) -> "Rng":
    """Return the numbers of a game's seed for one use, such as (actions so far, seat).

    Streams of neighbouring seeds or places are independent. Those of `Rng(seed)` and `Rng(seed +
    1)` are not: their first numbers always differ by the same step. All digits go through the
    rounds of a Feistel network, whose products stay below 2**28, too.
    """
    left, right = _LEFT, _RIGHT
    for part in (seed,) + place:
        part += 1  # a seat may be -1
        while True:
            left, right = _mixed(left, right ^ part & _MASK)
            part >>= 14
            if not part:
                break
        left, right = _mixed(left ^ 1, right)  # 5 and 6 are not 5 + 6 * 2**14
    more = _mixed(left ^ 2, right)
    return Rng((left << 14 | right) << 28 | more[0] << 14 | more[1])


def _mixed(left: int, right: int) -> tuple[int, int]:
    """Return two numbers of 14 bits that depend on every bit of two others."""
    for n in range(_ROUNDS):
        product = (right ^ n) * _A + _B
        left, right = right, left ^ (product ^ product >> 9 ^ product >> 17) & _MASK
    return left, right


class Rng:
    """A stream of whole numbers from a seed."""

    def __init__(self, seed: int):
        """Take any non-negative int as seed."""
        self._x = seed % 16301 + 1
        self._c = seed // 16301 % 15000
        self._y = seed // 265722601 % 16273 + 1
        self._d = (seed + 7) % 15000
        for _ in range(12):
            self._next()

    def _next(self) -> int:
        t = _A * self._x + self._c
        self._x = t & _MASK
        self._c = t >> 14
        u = _B * self._y + self._d
        self._y = u & _MASK
        self._d = u >> 14
        return self._x << 14 | self._y

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely; n is at most 2**28."""
        top = _SPAN - _SPAN % n
        while True:
            value = self._next()
            if value < top:
                return value % n

    def choice(self, items: "Sequence[Any]") -> "Any":
        """Return one of a non-empty list or tuple."""
        return items[self.below(len(items))]

    def shuffle(self, items: "list[Any]") -> None:
        """Put a list or bytearray into random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
