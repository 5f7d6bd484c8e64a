"""Compares the chain's clock with its data over a whole ribbon, by ngspice.

The clock is a wave on a line that every block loads; it reaches a block when it passes the
threshold of the block's gate. The data pass flip-flops and gates with the delays of their data
sheets (design/datasheets.toml) from block to block and back to the Pico. A run passes if the Pico
reads the bits that it sent. All in ns and V.
"""

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware import chain_timing, protection, spice
from hardware.source import Design, SourceError

_FLOPS = 2       # of a block: one for each chip; the steps within a chip are safe
_BITS = 24       # sent through the chain
_BEGIN = 100     # first edge of the clock
_EDGE = 3        # of the driver


@dataclass(frozen=True)
class Run:
    """One case: `speeds` and `thresholds` of the blocks' gates, in turn (shares of the worst
    delay; V), the driver's `volts` and `ohm`, the line's `wave` (ohm, and pF of each block's
    input), the resistor at its `end`, and the demand of the flip-flops: "setup" or "hold"."""

    speeds: tuple[float, ...]
    thresholds: tuple[float, ...]
    volts: float
    ohm: float
    wave: tuple[float, float]
    end: float
    asks: str

    def threshold(self, block: int) -> float:
        return self.thresholds[block % len(self.thresholds)]


def driver_ohm(design: Design, most: bool) -> float:
    """Return the driver of the chain's clock and its resistor in series."""
    d = design.datasheets.data["line"]
    series = protection.ohms(design.parts)[chain_timing.clock_series(design).part]
    return float(series + d["driver"][most] / max(chain_timing.clock_gates(design), 1))


def runs(design: Design) -> Iterator[Run]:
    """Return the corners: alike and unlike neighbours, weak and strong drivers, both ends of a
    bit."""
    d = design.datasheets.data
    slow, fast = 1.0, d["delays"]["spread"]
    low, high = d["line"]["threshold"]
    least, most = chain_timing.clock_volts(design)
    end = chain_timing.line_end(design)
    for asks in ("setup", "hold"):
        for speeds in ((slow,), (fast,), (slow, fast), (fast, slow)):
            for thresholds in ((low, high), (high, low)):
                yield Run(speeds, thresholds, least, driver_ohm(design, True),
                          (d["line"]["ohm"][0], d["line"]["pf"][1]), end, asks)
                yield Run(speeds, thresholds, most, driver_ohm(design, False),
                          (d["line"]["ohm"][1], d["line"]["pf"][0]), end, asks)


def _line(run: Run, blocks: int, hop: float, period: float) -> list[str]:
    """Return one period of the clock behind its driver, and the ribbon with a block at each
    hop."""
    lines = ["VC drive 0 PULSE(0 %g 0 %gn %gn %gn %gn)"
             % (run.volts, _EDGE, _EDGE, period / 2 - _EDGE, period),
             "RC drive t0 %g" % run.ohm]
    for n in range(blocks):
        lines += ["T%d t%d 0 t%d 0 Z0=%g TD=%gn" % (n, n, n + 1, run.wave[0], hop),
                  "C%d t%d 0 %gp" % (n, n + 1, run.wave[1])]
    return [*lines, "RE t%d 0 %g" % (blocks, run.end), ".tran 0.1n %gn" % period]


def arrivals(run: Run, blocks: int, hop: float, period: float) -> list[float]:
    """Return the ns from the driver's edge until it passes the threshold of each block's gate."""
    names = ["at%d" % n for n in range(blocks)]
    lines = _line(run, blocks, hop, period)
    lines += [".meas tran at%d WHEN v(t%d)=%g RISE=1" % (n, n + 1, run.threshold(n))
              for n in range(blocks)]
    return [1e9 * ns for ns in spice.measure(lines, names).values()]


def _delay(name: str, here: str, there: str, ns: float) -> list[str]:
    """Return a buffer with a delay; ngspice needs some delay."""
    ns = max(ns, 0.01)
    return ["A%s %s %s m%s" % (name, here, there, name),
            ".model m%s d_buffer(rise_delay=%gn fall_delay=%gn)" % (name, ns, ns)]


def _flop(name: str, data: str, clock: str, out: str, ns: float) -> list[str]:
    return ["A%s %s %s zero zero %s x%s m%s" % (name, data, clock, out, name, name),
            ".model m%s d_dff(clk_delay=%gn set_delay=1n reset_delay=1n ic=0 "
            "rise_delay=0.01n fall_delay=0.01n)" % (name, max(ns, 0.01))]


def _block(n: int, run: Run, known: dict[str, float], gates: tuple[int, int],
           arrival: float) -> list[str]:
    """Block `n`: its gates, its flip-flops, and the ribbon onward."""
    speed = run.speeds[n % len(run.speeds)]
    gate, shift = speed * known["gate"], speed * known["shift"]
    late = known["hold"] if run.asks == "hold" else 0  # it needs its input for longer
    early = known["setup"] if run.asks == "setup" else 0
    lines = _delay("k%d" % n, "clock", "clk%d" % n,
                   known["driver"] + arrival + gates[0] * gate + late)
    here = "d%d" % n
    for flop in range(_FLOPS):
        name = "%d_%d" % (n, flop)
        lines += _delay("s" + name, here, "q" + name, early)
        here = "f" + name
        lines += _flop("d" + name, "q" + name, "clk%d" % n, here, shift - late)
    return lines + _delay("o%d" % n, here, "d%d" % (n + 1), gates[1] * gate + known["hop"])


def _source(path: Path, name: str, changes: Sequence[tuple[float, int]]) -> list[str]:
    """Return a digital source that plays (ns, bit) from a file."""
    path.write_text("".join("%gn %ds\n" % change for change in changes), encoding="utf-8")
    return ["Asource%s [%s] %s" % (name, name, name),
            '.model %s d_source(input_file="%s")' % (name, path)]


def read(run: Run, bits: Sequence[int], blocks: int, known: dict[str, float],
         gates: tuple[int, int]) -> list[int]:
    """Return the bits that the Pico reads while it sends `bits` and then nothing."""
    period, depth = known["period"], _FLOPS * blocks
    times = arrivals(run, blocks, known["hop"], period)
    lines = []
    for n in range(blocks):
        lines += _block(n, run, known, gates, times[n])
    lines += _delay("r", "d%d" % blocks, "back", known["hop"] * blocks + known["pico"])
    lines += _flop("p", "back", "clock", "got", 1)
    lines += ["Aout [got] [answer] volts", ".model volts dac_bridge(out_low=0 out_high=1)",
              "RA answer 0 1k", ".tran %gn %gn" % (period / 4, period * (len(bits) + depth + 2))]
    ends = [_BEGIN + period * (n + depth) + 0.4 * period for n in range(len(bits))]
    lines += [".meas tran bit%d FIND v(answer) AT=%gn" % (n, at) for n, at in enumerate(ends)]
    edges = [(_BEGIN + n * period / 2, (n + 1) % 2) for n in range(2 * (len(bits) + depth + 1))]
    sent = [(_BEGIN + (n - 0.5) * period, bit) for n, bit in enumerate([*bits, 0])]
    with tempfile.TemporaryDirectory() as folder:
        lines += _source(Path(folder) / "clock.txt", "clock", [(0, 0), *edges])
        lines += _source(Path(folder) / "bits.txt", "d0", sent)
        lines += _source(Path(folder) / "zero.txt", "zero", [(0, 0), (1, 0)])
        found = spice.measure(lines, ["bit%d" % n for n in range(len(bits))])
    return [round(found["bit%d" % n]) for n in range(len(bits))]


def check(design: Design, circuit: Any, blocks: int, shifter: str) -> int:
    """Run all corners of a chain; return how many. Raises SourceError at the first wrong bit."""
    known = chain_timing.delays(design, shifter)
    clock, data, line = chain_timing.chain(circuit)
    chance = random.Random(4)
    bits = [chance.randrange(2) for _ in range(_BITS)]
    count = 0
    for run in runs(design):
        try:
            got = read(run, bits, blocks, known, (clock, data))
            wrong = "" if got == bits else "sent %s, read %s" % (_plain(bits), _plain(got))
        except spice.SpiceError:
            wrong = "the clock does not reach every gate's threshold"
        if wrong:
            raise SourceError("circuits.py:%d" % line, "chain of %d %s blocks: %s (%r)"
                              % (blocks, circuit.name, wrong, run),
                              "Mend the chain's gates, its clock's driver, or chain_hz")
        count += 1
    return count


def _plain(bits: Sequence[int]) -> str:
    return "".join(map(str, bits))


def peak(design: Design, blocks: int) -> float:
    """Return the highest V anywhere on the clock's line, with the strongest driver."""
    d = design.datasheets.data["line"]
    known = chain_timing.delays(design, "hc595")
    run = Run((1.0,), (0.0,), chain_timing.clock_volts(design)[1],
              driver_ohm(design, False), (d["ohm"][1], d["pf"][0]), chain_timing.line_end(design),
              "setup")
    lines = _line(run, blocks, known["hop"], known["period"])
    lines += [".meas tran most%d MAX v(t%d)" % (n, n) for n in range(1, blocks + 1)]
    return max(spice.measure(lines, ["most%d" % n for n in range(1, blocks + 1)]).values())

