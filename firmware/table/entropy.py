"""The source of secrets: random bits of the platform, and the times at which hands act."""

from hashlib import sha256

from micropython import const

from games.base import IllegalAction
from games.chance import SIZE, Secret
from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from table.clock import Clock

# Windows of 1,024 bits. Each bit has at least a quarter of a bit of entropy, so they have four
# times what a secret keeps.
_WINDOWS = const(4)
_TRIES = const(4)
_KEPT = b"\0"  # what is hashed for the next state begins with this, for a secret with the other
_GIVEN = b"\1"


class Entropy:
    """Mixes the number from `draw()`, of up to 256 bits that nobody can predict, with the times of
    hands. `draw` may raise OSError if its source is out of order."""

    def __init__(self, draw: "Callable[..., Any]", clock: "Clock"):
        self._draw = draw
        self._clock = clock
        self._state = b""

    def note(self) -> None:
        """Note that a hand has acted now; nobody knows the time to the microsecond."""
        self._mix(self._clock.us())

    def secret(self) -> Secret:
        """Return a new secret, about which earlier ones tell nothing. Raises IllegalAction if the
        source is out of order."""
        try:
            self._mix(self._draw())
        except OSError:
            raise IllegalAction("no entropy")
        secret = Secret(sha256(_GIVEN + self._state).digest())
        self._state = sha256(_KEPT + self._state).digest()
        return secret

    def _mix(self, number: int) -> None:
        self._state = sha256(_KEPT + self._state + number.to_bytes(SIZE, "little")).digest()


def draw(window: "Callable[[], bytes]") -> int:
    """Return a whole number of 256 bits from the windows of random bits that `window()` returns,
    b"" for one that failed its tests; raises OSError if it goes on failing."""
    for _ in range(_TRIES):
        found = []
        for _ in range(_WINDOWS):
            found.append(window())
            pause()  # it took 30 ms
        if all(found):
            return int.from_bytes(sha256(b"".join(found)).digest(), "little")
    raise OSError("the source of random bits is out of order")
