"""Compares the chain's clock with its data, at the gates' worst delays (design/datasheets.toml).

The Pico's clock passes the main board's driver, reaches each block over the ribbon, and passes two
gates there. This late clock shifts the data out; they pass two gates of the same chip and go to
the next block. Delays in ns. hardware/spice_chain.py checks whole chains with ngspice.
"""

import math
from collections.abc import Iterable
from typing import Any

from hardware import boards, pins, protection
from hardware.electronics import circuits
from hardware.source import Design, SourceError

Row = tuple[str, str, str, str, str]


def _gates(circuit: circuits.Circuit, start: str, end: str | None) -> int | None:
    """Return the number of a chip's gates between two nets."""
    count = 0
    net: str | None = start
    while net != end:
        onward = [(c, pin) for c in circuit.components.values() if c.part == "hc14"
                  for pin, there in c.pins.items()
                  if there == net and pin in (1, 3, 5, 9, 11, 13)]
        if not onward or count > 6:
            return None
        component, pin = onward[0]
        net, count = component.pins[pin - 1 if pin > 7 else pin + 1], count + 1
    return count


def chain(circuit: circuits.Circuit) -> tuple[int, int, int]:
    """Return (gates of the clock, gates of the data, line of the resistor at the end)."""
    end = next(c for c in circuit.components.values()
               if c.part == "r33" and "CHAIN_NEXT" in c.pins.values())
    clock = _gates(circuit, "CHAIN_CLOCK", "CLOCK")
    data = _gates(circuit, "CHAIN_OUT", end.pins[1])
    if clock is None or data is None:
        raise SourceError("circuits.py:%d" % end.line, "the %s board's chain cannot be followed "
                          "from CHAIN_OUT to CHAIN_NEXT" % circuit.name,
                          "Join them by gates of its 74AHC14")
    return clock, data, end.line


def clock_series(design: Design) -> circuits.Component:
    """Return the resistor between the clock's driver and the ribbon."""
    main = circuits.main_board(pins.table(design.pins))
    found: Iterable[circuits.Component] = main.components.values()
    return next(c for c in found if c.part[0] == "r"
                and "CHAIN_CLOCK" in c.pins.values() and "GND" not in c.pins.values())


def clock_gates(design: Design) -> int:
    """Return the number of the main board's gates that together drive the chain's clock, 0 if the
    Pico drives it."""
    main = circuits.main_board(pins.table(design.pins))
    driven = set(clock_series(design).pins.values()) - {"CHAIN_CLOCK"}
    return sum(c.pins[output] in driven for c in main.components.values() if c.part == "ahct125"
               for output in (3, 6, 8, 11))


def clock_volts(design: Design) -> list[float]:
    """Return [least, most] V that the clock's driver gives."""
    return list(design.pinout.need("spread", "main" if clock_gates(design) else "+3V3", list))


def line_end(design: Design) -> float:
    """Return the ohms of the resistor in the loop plug, at the end of the clock's line."""
    plug = design.bills.data["ribbon_end"]
    ohms = protection.ohms(design.parts)
    return next((ohms[part] for part in plug if part in ohms), math.inf)


def _delay(design: Design, part: str, key: str) -> float:
    row = design.parts[part]
    known = design.datasheets.data["delays"].get(row["mpn"])
    if not isinstance(known, dict) or key not in known:
        raise SourceError("%s:%s" % (design.parts.path.name, row["line"]), "nobody says the %s of "
                          "%s" % (key, row["mpn"]),
                          'Add it to [delays."%s"] in datasheets.toml' % row["mpn"])
    return float(known[key])


def delays(design: Design, shifter: str) -> dict[str, float]:
    """Return {what: ns} of the chain's parts, of a hop of the ribbon, and the clock's period."""
    d = design.datasheets
    hop_m = design.bills.need("ribbon_hop", "ribbon_m", (int, float))
    return {
        "period": 1e9 / design.pins.need("bus", "chain_hz", int),
        "gate": _delay(design, "hc14", "gate"), "driver": _delay(design, "ahct125", "gate"),
        **{key: _delay(design, shifter, key) for key in ("shift", "setup", "hold")},
        "hop": hop_m * d.need("delays", "ribbon", (int, float)),
        "pico": d.need("delays", "pico", int),
        "edge": d.need("line", "edge", (int, float)),
    }


def margins(design: Design, circuit: circuits.Circuit, blocks: int,
            shifter: str) -> tuple[dict[str, float], int]:
    """Return {"setup", "hold", "return"}: the spare ns on a chain with this number of blocks, and
    the line of circuits.py at which the data leave a block."""
    t, spread = delays(design, shifter), design.datasheets.need("delays", "spread", (int, float))
    clock_gates_, data_gates, line = chain(circuit)
    clock, data = clock_gates_ * t["gate"], data_gates * t["gate"]
    slow = clock + t["shift"] + data + t["hop"]       # from the clock's edge to the next block
    fast = spread * (clock + t["shift"] + data)       # the wire's delay is left out
    return {
        "setup": t["period"] - slow - t["setup"] + spread * clock - t["edge"],
        "hold": fast - clock - t["hop"] - t["hold"] - t["edge"],
        "return": t["period"] - t["driver"] - slow - 2 * t["hop"] * (blocks - 1) - t["hop"]
        - t["pico"],
    }, line


def wave(design: Design) -> float:
    """Return the ohms of a long ribbon as a line for the clock: the least of a bare one, with the
    blocks' inputs spread over it."""
    d, t = design.datasheets.data["line"], delays(design, "hc595")
    pf_of_hop = 1000 * t["hop"] / d["ohm"][0]
    return float(d["ohm"][0] / math.sqrt(1 + d["pf"][1] / pf_of_hop))


def first_step(design: Design) -> float:
    """Return the least V of the clock's edge on a long ribbon before its end has answered."""
    d, line = design.datasheets.data["line"], wave(design)
    ohm = protection.ohms(design.parts)[clock_series(design).part]
    ohm += d["driver"][1] / max(clock_gates(design), 1)
    return float(clock_volts(design)[0] * line / (line + ohm))


def _step_row(design: Design) -> Row:
    step, needed = first_step(design), design.datasheets.data["line"]["threshold"][1]
    if step < needed:
        raise SourceError("circuits.py:%d" % clock_series(design).line, "the chain's clock rises "
                          "to %.2f V on a long ribbon and waits there for the echo of its end; a "
                          "block may take it only at %.2f" % (step, needed),
                          "Drive it with more gates, or take a smaller resistor")
    return ("chain's clock: first step on a long ribbon", "%.2f V" % step, "%.2f V" % needed,
            "%.2f V" % (step - needed), "the step and the ringing, with an oscilloscope")


def check(design: Design) -> list[Row]:
    """Return rows for rules.py: the longest chain of each kind of block."""
    found = boards.boards(design.boards).values()
    rows = [_step_row(design)]
    for circuit, shifter, longest in (
        (circuits.block(design.boards), "hc595", [b for b in found if b.cells_read]),
        (circuits.hall_block(design.boards), "hc165", [b for b in found if b.hall]),
    ):
        if not longest:
            continue
        board: Any = max(longest, key=lambda b: b.blocks)
        spare, line = margins(design, circuit, board.blocks, shifter)
        for what, words in (("hold", "the next block may take a bit too early"),
                            ("setup", "the next block may miss a bit"),
                            ("return", "the Pico may read a bit too late")):
            if spare[what] < 0:
                raise SourceError("circuits.py:%d" % line, "chain of %d blocks (`%s`): %s, by "
                                  "%.0f ns" % (board.blocks, board.name, words, -spare[what]),
                                  "Lead the data through two gates as the clock, take 74AHC "
                                  "parts, or lower chain_hz in pins.toml")
        tight = min(spare, key=lambda what: spare[what])
        rows.append(("chain of %d %s blocks: setup, hold and return with the gates' worst delays"
                     % (board.blocks, circuit.name),
                     ", ".join("%s %.0f" % (what, spare[what]) for what in spare), "0 ns",
                     "%.0f ns (%s)" % (spare[tight], tight), "the ribbon's edges"))
    return rows
