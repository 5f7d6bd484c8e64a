"""Measure the times and misses of a board's parts, as facts from which the simulator can imitate
it.

`leyboard bench --out` runs it. A fact identifies no person or place: it has no UID, no name, no
path. Readers are polled every 0.5 ms, so times are up to that much too long.
"""

import json
import sys

from table.bench import Chips
from table.drivers.pn532_commands import FIELD_OFF, packet

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Json
    from table.board import Board
    from table.clock import Clock

VERSION = 1
_READY_MS = 5000
_TIMES = 40  # commands that are timed, a reader
_VERSION = packet(0x02)
_RETRIES = packet(0x32, 0x05, 0xFF, 0x01, 0x01)
_GAP_MS = 20  # between two questions to a tag
_NOTHING = 4  # misses at first, and nothing else: no tag lies there


def run(machine: "Any", rp2: "Any", time: "Any", seconds: int) -> None:
    """Measure the board in the settings for about `seconds`; print the facts as lines of JSON."""
    from table.board import Board
    from table.clock import Clock
    from table.settings import profile, read

    clock = Clock(time)
    chosen = read()
    board = Board(profile(chosen["profile"]), machine, rp2, clock, chosen)
    measure(board, clock, chosen, seconds, print)


def measure(
    board: "Board", clock: "Clock", chosen: "Json", seconds: int,
    tell: "Callable[..., object]"
) -> None:
    """Give `tell` a line for the board, then one for each reader. `chosen` are the settings."""
    sense = board.sense
    start = clock.ms()
    while not sense.ready and clock.ms() - start < _READY_MS:
        sense.step()
        clock.sleep_us(100)
    for _ in range(20000):  # some sweeps, for their time
        if clock.ms() - start > _READY_MS:
            break
        sense.step()
        clock.sleep_us(100)
    states = {}
    for name, _, _, _, state in sense.report():
        states[name] = state
    chips = Chips(board, clock)
    half = (chips.volts.read_u16() * 3300 + 32767) // 65535  # mV after the divider
    tell(json.dumps({
        "leyboard_parts": VERSION, "profile": board.profile.NAME, "machine": _machine(),
        "micropython": ".".join([str(part) for part in tuple(sys.implementation.version)[:3]]),
        "seconds": seconds, "hz": board.profile.SPI_HZ, "supply_mv": 2 * half,
        "sweep_ms": sense.sweep_ms or 0, "knob": chosen["knob"], "lights": chosen["lights"],
    }))
    chips.wake(chips.all)
    each = 1000 * seconds // len(chips.all)
    for reader in chips.all:
        tell(json.dumps(_reader(chips, clock, reader, states, each)))


def _machine() -> str:
    return getattr(sys.implementation, "_machine", "a computer")


def _reader(
    chips: "Chips", clock: "Clock", reader: int, states: "Json", ms: int
) -> "Json":
    """Return the facts of one reader: the times of a command without a field, then the misses of a
    tag that lies on it, within `ms`."""
    name = chips.name[reader]
    acks, answers = [], []
    for _ in range(_TIMES):
        times = chips.time(reader, _VERSION, 0x02)
        if times:
            acks.append(times[0])
            answers.append(times[1])
    facts = {"place": name, "state": states.get(name, "not asked"),
             "ack_us": _spread(acks), "answer_us": _spread(answers)}
    facts["asked"], facts["missed"], facts["runs"] = _missed(chips, clock, reader, ms)
    return facts


def _spread(times: "list[int]") -> "list[int]":
    """Return [p50, p95, the longest], [] if there are none."""
    times.sort()
    count = len(times)
    return [times[count // 2], times[count * 19 // 20], times[-1]] if times else []


def _missed(chips: "Chips", clock: "Clock", reader: int, ms: int) -> tuple[int, int, int]:
    """Return how often the reader asked for the tag that lies on it, how often it missed the tag,
    and in how many runs; zeros without a tag."""
    asked = missed = runs = 0
    was_missed = False
    chips.command(reader, _RETRIES, 0x32)
    end = clock.ms() + ms
    while clock.ms() < end:
        found = chips.has_tag(reader)
        if not found and missed == asked == _NOTHING:
            break
        asked += 1
        if not found:
            missed += 1
            runs += not was_missed
        was_missed = not found
        clock.sleep_us(1000 * _GAP_MS)
    chips.command(reader, FIELD_OFF, 0x32)
    if 2 * missed > asked:  # it was taken away, or lies at the edge of the field
        return 0, 0, 0
    return asked, missed, runs
