"""Measure the readers on the bench and print tables to send in.

From a computer: `leyboard bench > bench.txt`. With the knob, between games: choose "measure the
readers" in the menu; the result is `bench.txt` on the flash. At the prompt, after power-on with
the take-back button held:

    import pack; pack.mount()
    import machine, rp2, time, table.bench
    table.bench.run(machine, rp2, time, 600)
"""

from micropython import const

from table.drivers.pn532 import DONE, Exchange
from table.drivers.pn532_commands import FIELD_OFF, SAM, packet

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from table.board import Board
    from table.clock import Clock
    from table.sense import Sense

_PAUSE_US = const(100)  # between two steps, to give the readers time to answer
_START_MS = const(5000)
_TRIES = const(20)
_SHOWN_MS = const(500)  # time for the display to show everything
_HOLD_S = const(20)  # time to read a multimeter

_RETRIES = packet(0x32, 0x05, 0xFF, 0x01, 0x01)
_FIELD_ON = packet(0x32, 0x01, 0x01)
_ASK = packet(0x4A, 0x01, 0x00)
_SLEEP = packet(0x16, 0x20)  # until the bus wakes it
_LIMIT_US = const(30000)


def run(machine: "Any", rp2: "Any", time: "Any", seconds: int = 60) -> None:
    """Measure the readers of the board in the settings. `seconds` is the length of the first
    part."""
    from table.board import Board
    from table.clock import Clock
    from table.settings import profile, read

    clock = Clock(time)
    chosen = read()
    board = Board(profile(chosen["profile"]), machine, rp2, clock, chosen)
    measure(board, clock, seconds, print)


def note(board: "Board", clock: "Clock", seconds: int = 60, name: str = "bench.txt") -> None:
    """Measure, write the result to a file on the flash and print it; raises OSError."""
    board.display.show(["Measuring", "for some minutes.", "The tables will be", "in bench.txt."])
    until = clock.ms() + _SHOWN_MS
    while clock.ms() < until:
        board.display.step()
    with open(name, "w") as file:

        def tell(line: str) -> None:
            print(line)
            file.write(line + "\n")

        measure(board, clock, seconds, tell)


def measure(
    board: "Board", clock: "Clock", seconds: int, tell: "Callable[..., object]",
    tries: int = _TRIES,
) -> None:
    """Watch a fresh board's readers, then ask them one by one, then hold them in each state.
    `tell` gets the lines of the tables."""
    if not watch(board, clock, seconds, tell):
        return
    chips = Chips(board, clock)
    ask_each(chips, tries, tell)
    hold(chips, min(seconds, _HOLD_S), tell)


def watch(board: "Board", clock: "Clock", seconds: int, tell: "Callable[..., object]") -> bool:
    """Step the readers for `seconds`; returns whether any can be asked.

    One line a reader: its place, readings, errors, how often a tag came and went there, and the
    reader's state. A tag that lies still comes once and never goes. If a reader without a tag
    reports one, it has read its neighbour's.
    """
    sense = board.sense
    tell("bench %s, %d s" % (board.profile.NAME, seconds))
    start = clock.ms()
    while not sense.ready and clock.ms() - start < _START_MS:
        _step(sense, clock)
    if not sense.has_supply:
        tell("the 5 V are missing")
        return False
    if not sense.ready:
        tell("not all readers have answered within %d s" % (_START_MS // 1000))
    before = {row[0]: row for row in sense.report()}
    places = board.profile.SPOTS.split(" ") + ["pad"]
    codes = [0] * len(places)
    came = [0] * len(places)
    went = [0] * len(places)
    start = clock.ms()
    while clock.ms() - start < 1000 * seconds:
        for i in range(len(places)):
            code = sense.pad if i == len(places) - 1 else sense.seen[i]
            if code != codes[i]:
                if codes[i]:
                    went[i] += 1
                if code:
                    came[i] += 1
                codes[i] = code
        _step(sense, clock)
    tell("%-9s %8s %7s %5s %5s  %s" % ("place", "readings", "errors", "came", "went", "state"))
    for name, _, reads, errors, state in sense.report():
        _, _, reads_before, errors_before, _ = before.get(name, (name, 0, 0, 0, ""))
        i = places.index(name) if name in places else -1
        counts = (came[i], went[i]) if i >= 0 else ("-", "-")
        tell("%-9s %8d %7d %5s %5s  %s" % (
            (name, reads - reads_before, errors - errors_before) + counts + (state,)))
    return True


def _step(sense: "Sense", clock: "Clock") -> None:
    sense.step()
    clock.sleep_us(_PAUSE_US)


class Chips:
    """The readers of a board whose supply is up. Only this class asks them, one at a time."""

    def __init__(self, board: "Board", clock: "Clock"):
        self._exchange = Exchange(board.bus, clock, 1)
        self._clock = clock
        self.volts = board.volts
        names = board.profile.SPOTS.split(" ")
        self.name = {}  # of the place, by reader
        for place in range(len(names)):
            if board.profile.READERS[place] < board.bus.pad:
                self.name[board.profile.READERS[place]] = names[place]
        self.cells = sorted(self.name)
        self.all = self.cells + [board.bus.pad]
        self.name[board.bus.pad] = "pad"

    def command(self, reader: int, data: bytes, code: int) -> bool:
        """Send a command to a reader; returns whether it answered."""
        exchange = self._exchange
        exchange.readers[0] = reader
        exchange.count = 1
        exchange.begin(data, code, 0, _LIMIT_US)
        while exchange.step():
            self._clock.sleep_us(_PAUSE_US)
        return exchange.state[0] == DONE

    def time(self, reader: int, data: bytes, code: int) -> tuple[int, int] | None:
        """Send a command to a reader; return (us to its ACK, us from there to its answer), None if
        it did not answer."""
        exchange = self._exchange
        exchange.readers[0] = reader
        exchange.count = 1
        exchange.begin(data, code, 0, _LIMIT_US)
        acked = 0
        while exchange.step():
            if not acked and exchange.state[0]:
                acked = exchange.waited_us()
            self._clock.sleep_us(_PAUSE_US)
        if exchange.state[0] != DONE:
            return None
        done = exchange.waited_us()
        return acked or done, done - (acked or done)

    def has_tag(self, reader: int) -> bool:
        """Ask a reader whether a tag lies there; its field stays on."""
        return self.command(reader, _ASK, 0x4A) and bool(self._exchange.answers[1])

    def wake(self, readers: list[int]) -> None:
        """Wake readers and set them up, with their field off."""
        for reader in readers:
            # The first command wakes a sleeping reader, which misses it.
            for data in SAM[:1] + SAM:
                if self.command(reader, data, 0x14):
                    break
            self.command(reader, _RETRIES, 0x32)
            self.command(reader, FIELD_OFF, 0x32)

    def sleep(self, readers: list[int]) -> None:
        for reader in readers:
            self.command(reader, _SLEEP, 0x16)

    def field(self, reader: int, on: bool) -> None:
        self.command(reader, _FIELD_ON if on else FIELD_OFF, 0x32)

    def tag(self, reader: int) -> str:
        """Return the UID that a reader sees, in hex; "" if none. Its field is off afterwards."""
        uid = ""
        if self.command(reader, _ASK, 0x4A):
            said = self._exchange.answers
            if said[0] >= 7 and said[1]:  # number, target, ATQA, SAK, length, UID
                uid = "".join(["%02x" % byte for byte in said[7 : 7 + said[6]]])
        self.field(reader, False)
        return uid

    def wait(self, seconds: int) -> None:
        end = self._clock.ms() + 1000 * seconds
        while self._clock.ms() < end:
            self._clock.sleep_us(1000)


def ask_each(chips: "Chips", tries: int, tell: "Callable[..., object]") -> None:
    """Ask each cell for its tag `tries` times in three cases: the other readers with their field
    off, asleep, and with the next cell's field on.

    One line a cell: how often it saw a tag in each case, and the UIDs. If two cells saw the same
    UID, one of them read its neighbour's tag.
    """
    tell("%-9s %8s %8s %8s  %s" % ("of %d" % tries, "off", "asleep", "beside", "tags"))
    chips.wake(chips.all)
    for reader in chips.cells:
        others = [other for other in chips.all if other != reader]
        beside = reader + 1 if reader % 3 < 2 else reader - 1
        uids: "list[Any]" = []
        counts = [_count(chips, reader, tries, uids)]
        chips.sleep(others)
        counts.append(_count(chips, reader, tries, uids))
        chips.wake(others)
        chips.field(beside, True)
        counts.append(_count(chips, reader, tries, uids))
        chips.field(beside, False)
        tell("%-9s %8d %8d %8d  %s" % ((chips.name[reader],) + tuple(counts) + (" ".join(uids),)))


def _count(chips: "Chips", reader: int, tries: int, uids: list[str]) -> int:
    """Return how often a reader sees a tag; add new UIDs to `uids`."""
    seen = 0
    for _ in range(tries):
        uid = chips.tag(reader)
        if uid:
            seen += 1
            if uid not in uids:
                uids.append(uid)
    return seen


def hold(chips: "Chips", seconds: int, tell: "Callable[..., object]") -> None:
    """Hold the readers in each state for `seconds`, for a multimeter in the supply line."""
    tell("hold each state %d s: write the current beside it" % seconds)
    chips.wake(chips.all)
    _held(chips, "awake, field off", seconds, tell)
    chips.field(chips.all[0], True)
    _held(chips, "one field on", seconds, tell)
    chips.field(chips.all[0], False)
    chips.sleep(chips.all)
    _held(chips, "all asleep", seconds, tell)
    chips.wake(chips.all)
    tell("done")


def _held(chips: "Chips", state: str, seconds: int, tell: "Callable[..., object]") -> None:
    chips.wait(seconds)
    half = (chips.volts.read_u16() * 3300 + 32767) // 65535  # mV after the divider
    tell("%-17s %5d mV at the supply, ______ mA" % (state, 2 * half))
