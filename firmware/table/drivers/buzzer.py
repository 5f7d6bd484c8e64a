"""A passive buzzer: short beeps, without waiting."""

from micropython import const

if False:  # only mypy reads this: the names of types
    from typing import Any

    from table.clock import Clock

_HERTZ = const(1800)
_BEEP_MS = const(60)
_LOUD = const(20000)  # duty, of 65535


class Buzzer:
    """Drives a buzzer on `pwm`."""

    def __init__(self, pwm: "Any", clock: "Clock"):
        self._pwm = pwm
        self._clock = clock
        self._left = 0  # beeps and pauses to come
        self._next = 0
        pwm.freq(_HERTZ)
        pwm.duty_u16(0)

    def beep(self, times: int) -> None:
        """Begin that many beeps; any running ones stop."""
        self._left = 2 * times
        self._next = self._clock.ms()

    def step(self) -> None:
        """Continue the beeps under way."""
        if self._left and self._clock.ms() >= self._next:
            self._left -= 1
            self._pwm.duty_u16(_LOUD if self._left & 1 else 0)
            self._next = self._clock.ms() + _BEEP_MS
