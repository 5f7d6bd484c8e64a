"""The names of MicroPython's `rp2` that the firmware uses: a PIO state machine that runs its
program.

The program is assembled as on the board, by calling it with the instructions as global names, and
run cycle by cycle for a word of data (RP2040 data sheet, section 3.4). The output goes to the
strip as pulses. For long data, it runs only one byte with both bit values cycle by cycle, which
gives the waveform of each.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Json
    from sim.virtual.clock import VirtualClock
    from sim.virtual.machine import _Pin

_SAMPLE = 0x5A  # has every sequence of two bit values
_CYCLES = 2000  # the most that a program may take for a byte


class PioError(Exception):
    """The state machine does not support the program, or the program hangs."""


class _PIO:
    SHIFT_LEFT = 0
    OUT_LOW = 2


class _Instruction:
    def __init__(self, word: str, values: "tuple[Any, ...]"):
        self.word = word
        self.values = values
        self.delay = 0

    def __getitem__(self, delay: int) -> "_Instruction":
        self.delay = delay
        return self


class _Program:
    def __init__(self) -> None:
        self.steps: "list[_Instruction]" = []
        self.first = 0
        self.last: "int | None" = None

    def _names(self) -> "Json":
        names: "dict[str, Any]" = {"x": "x", "pins": "pins"}
        for word in ("set", "mov", "out"):
            names[word] = self._adder(word)
        names["wrap_target"] = self._wrap_target
        names["wrap"] = self._wrap
        return names

    def _adder(self, word: str) -> "Callable[..., Any]":
        def add(*values: int | str) -> _Instruction:
            self.steps.append(_Instruction(word, values))
            return self.steps[-1]

        return add

    def _wrap_target(self) -> None:
        self.first = len(self.steps)

    def _wrap(self) -> None:
        self.last = len(self.steps) - 1

    def assemble(self, function: "Callable[..., Any]") -> "_Program":
        """Call the function with the instructions as its globals."""
        own = function.__globals__
        kept = own.copy()
        own.clear()
        own.update(self._names())
        try:
            function()
        finally:
            own.clear()
            own.update(kept)
        return self


class Rp2:
    """Replaces the module; `strips` holds the strip on each pin, by number."""

    PIO = _PIO

    def __init__(self, clock: "VirtualClock"):
        self.strips: "dict[int, Any]" = {}
        rp2 = self

        class StateMachine(_StateMachine):
            _rp2 = rp2
            _clock = clock

        self.StateMachine = StateMachine
        self.DMA = DMA

    def asm_pio(
        self,
        set_init: int | None = None,
        out_init: int | None = None,
        out_shiftdir: int | None = None,
        autopull: bool = False,
        pull_thresh: int = 32,
    ) -> "Callable[..., Any]":
        """Return the decorator of a program; supports only autopull and shifting left."""
        if out_shiftdir != _PIO.SHIFT_LEFT or not autopull or pull_thresh != 8:
            raise PioError("this state machine supports only autopull of bytes and shifting left")
        return lambda function: _Program().assemble(function)


class _StateMachine:
    _rp2: "Rp2"
    _clock: "VirtualClock"

    def __init__(
        self, number: int, program: _Program, freq: int, set_base: "_Pin", out_base: "_Pin"
    ):
        if set_base.number != out_base.number:
            raise PioError("one pin only")
        self._program = program
        self._cycle_ns = 1000000000 // freq
        self._strip = self._rp2.strips[set_base.number]
        self._active = False
        self._waves: "list[tuple[int, int]] | None" = None

    def active(self, on: int) -> None:
        self._active = bool(on)

    def feed(self, data: bytes) -> None:
        """Take bytes from a DMA channel; time passes while they are sent."""
        if not self._active:
            raise PioError("the machine is not active")
        if self._waves is None:
            self._waves = self._measure()
        self._strip.receive(data, self._waves[0], self._waves[1], self._clock.now)

    def _measure(self) -> "list[Any]":
        """Return the waveforms of a 0 and of a 1 as (high ns, low ns)."""
        pulses = self._run(_SAMPLE)
        waves: "list[Any]" = [None, None]
        for i in range(7):  # the last pulse has no end
            bit = _SAMPLE >> (7 - i) & 1
            if waves[bit] not in (None, pulses[i]):
                raise PioError("the same bit gives two waveforms")
            waves[bit] = pulses[i]
        return waves

    def _run(self, byte: int) -> list[tuple[int, int]]:
        """Run the program for a byte; return its pulses as (high ns, low ns)."""
        bits = [byte >> (7 - i) & 1 for i in range(8)]
        level = at = x = cycle = 0
        edges = []  # (cycle, level)
        while cycle < _CYCLES:
            step = self._program.steps[at]
            if step.word == "out":
                if not bits:
                    break  # the queue is empty: the machine waits here
                x = bits.pop(0)
            else:
                value = x if step.word == "mov" else step.values[1]
                if value != level:
                    edges.append((cycle, value))
                level = value
            cycle += 1 + step.delay
            at = self._program.first if at == self._program.last else at + 1
        pulses = []
        for i in range(0, len(edges) - 1, 2):
            end = edges[i + 2][0] if i + 2 < len(edges) else cycle
            high = (edges[i + 1][0] - edges[i][0]) * self._cycle_ns
            pulses.append((high, (end - edges[i + 1][0]) * self._cycle_ns))
        if len(pulses) != 8:
            raise PioError("8 bits gave %d pulses" % len(pulses))
        return pulses


class DMA:
    """A DMA channel that feeds a state machine's queue."""

    def pack_ctrl(self, size: int, inc_write: bool, treq_sel: int) -> tuple[int, bool, int]:
        if size != 0 or inc_write or treq_sel != 0:
            raise PioError("DMA writes bytes to the queue of the first state machine only")
        return (size, inc_write, treq_sel)

    def config(
        self,
        read: bytearray,
        write: _StateMachine,
        count: int,
        ctrl: tuple[int, bool, int],
        trigger: bool,
    ) -> None:
        if not trigger or not 0 < count <= len(read):
            raise PioError("a transfer sends the beginning of a buffer at once")
        write.feed(bytes(read[:count]))
