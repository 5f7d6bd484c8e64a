"""The bus of a virtual PN532: packets on SPI (PN532 user manual UM0701-02, section 6.2).

A transaction runs from the fall of the select to its rise; its first byte is its type: write,
status or read.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from sim.virtual.clock import VirtualClock

# Microseconds.
ACK_US = 500  # from the end of a command to its ACK
_LONG_US = 1000000
_WAKE_US = 2000  # oscillator start after soft power-down
BOOT_US = 10000  # from power to the first command

ACK = b"\x00\x00\xff\x00\xff\x00"


class PacketPort:
    """Takes commands and gives responses as packets. `fault` and `spoil` are those of the chip
    (pn532.py), as are the traits that `be` sets there."""

    ack_us: int
    think_us: int
    settle_us: int
    status: int
    lead: int
    boot_us: int
    noise: int

    def __init__(self, clock: "VirtualClock"):
        self.clock = clock
        self.fault = ""
        self.spoil: "Callable[[bytes], bytes] | None" = None
        self.powered = False

    def reset(self) -> None:
        """Lose all state, as after a dip of the supply; ready again at once."""
        self._up_at = 0
        self._asleep = False
        self._awake = False  # has it heard a frame?
        self._noise = 0  # frames that are still garbage
        self._selected_at = 0
        # frames to be read, as (ready at, bytes, then)
        self.output: "list[tuple[int, bytes, Callable[[], object] | None]]" = []
        self._last = b""
        self._mode = 0
        self._written = bytearray()
        self._at = 0
        self._forever: "tuple[int, int] | None" = None  # (asked at, MaxTg) of an endless poll

    def command(self, code: int, data: bytes) -> None:
        raise NotImplementedError

    def _poll_on(self) -> None:
        raise NotImplementedError

    def power(self, on: bool) -> None:
        """Switch the supply."""
        if on != self.powered:
            self.powered = on
            self.reset()
            self._up_at = self.clock.now + (self.boot_us or BOOT_US)
            self._noise = self.noise
            if self.fault == "silent":
                self.fault = ""

    def select(self, low: bool) -> None:
        """Set the select line: low (True) or high (False)."""
        if low and self._is_alive():
            if self._asleep:
                self._asleep = False
                self._up_at = self.clock.now + _WAKE_US
            self._mode = 0
            self._at = 0
            self._selected_at = self.clock.now
        elif self._mode in (1, 3) and not low and self._is_alive():
            if self._mode == 1:
                self._receive(self._written)
            else:
                self._sent()

    def exchange(self, data: bytes, byte_us: int = 0) -> bytes:
        """Exchange bytes in the chip's bit order; return as many. The last one ends now; each
        took `byte_us`."""
        if self.clock.now < self._up_at or not self._is_alive():
            return b"\xff" * len(data)
        if self.settle_us:
            heard_us = self.clock.now - self._selected_at - self.settle_us
            deaf = len(data)  # it does not hear the first bytes yet
            if heard_us >= 0:
                deaf = max(0, deaf - heard_us // byte_us - 1) if byte_us else 0
            if deaf:
                return b"\x00" * deaf + (self.exchange(data[deaf:]) if data[deaf:] else b"")
        start = 0
        if not self._mode:
            self._mode = data[0]
            self._written = bytearray()
            start = 1
        if self._mode == 2:
            said = self.status | (1 if self._is_ready() else 0)
            return bytes([said]) * len(data)
        if self._mode == 3:
            return b"\x00" * start + self._frame_bytes(len(data) - start)
        self._written += data[start:]
        return b"\x00" * len(data)

    def _is_alive(self) -> bool:
        return self.powered and self.fault not in ("missing", "silent")

    def _is_ready(self) -> bool:
        if self._forever:
            self._poll_on()
        return len(self.output) > 0 and self.output[0][0] <= self.clock.now

    def silent_us(self) -> int:
        """Return how long it is certain not to be ready, a second if nothing is due."""
        ready = self.output[0][0] if self.output else self.clock.now + _LONG_US
        return 0 if self._forever else ready - self.clock.now

    def _frame_bytes(self, count: int) -> bytes:
        if not count or not self._is_ready():
            return b"\x00" * count
        if self.spoil and not self._at:
            ready, frame, after = self.output[0]
            self.output[0] = (ready, self.spoil(frame), after)
        frame = bytes(self.lead) + self.output[0][1]
        if self._noise:
            frame = bytes([byte ^ 0x5A for byte in frame])
        if self.fault == "garbled" and len(frame) > len(ACK):
            at = min(8, len(frame) - 2)  # an error frame is short
            frame = frame[:at] + bytes([frame[at] ^ 0x10]) + frame[at + 1 :]
        part = frame[self._at : self._at + count]
        self._at += count
        return part + b"\x00" * (count - len(part))

    def _sent(self) -> None:
        """End a read transaction: drop the frame and run the function that waited for it."""
        if self._at and self.output:
            self._noise -= self._noise > 0
            _, self._last, after = self.output.pop(0)
            if after:
                after()

    def _receive(self, frame: bytearray) -> None:
        """Take a frame written by the host."""
        start = frame.find(b"\x00\xff")
        if start < 0 or len(frame) < start + 4:
            return
        length = frame[start + 2]
        check = frame[start + 3]
        if length == 0 and check == 0xFF:  # ACK from the host: abort
            self.output = []
            self._forever = None
        elif length == 0xFF and check == 0:  # NACK: repeat
            if self._last:
                self.output.insert(0, (self.clock.now, self._last, None))
        elif (length + check) & 0xFF == 0:
            body = bytes(frame[start + 4 : start + 5 + length])
            if len(body) == length + 1 and sum(body) & 0xFF == 0 and body[0] == 0xD4:
                self.command(body[1], body[2:-1])

    def _answer(self, code: int, result: "tuple[Any, ...]", start: int | None = None) -> None:
        """Queue a response; `result` is (us, data, function called once it is read)."""
        us, data, after = result
        body = b"\xd5" + bytes([code + 1]) + data
        check = -sum(body) & 0xFF
        head = bytes([0, 0, 0xFF, len(body), -len(body) & 0xFF])
        if start is None:
            start = self.clock.now + (self.ack_us or ACK_US)
        ready = start + self.think_us + us
        self.output.append((ready, head + body + bytes([check, 0]), after))
