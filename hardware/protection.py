"""Checks protection and idle wires in the circuits: the effect of a wrong supply, the resistor
that holds an undriven wire, and currents into a chip without power."""

import math
import re
from collections.abc import Iterator

from hardware import boards, pins, power
from hardware.electronics import circuits
from hardware.electronics.circuits import Circuit
from hardware.source import Design, Parts, SourceError, Toml

_RESET_PULL = 50_000   # ohm, the strongest pull-down of an RP2040 pin in reset
_HIGH = 2.0            # V that 3.3 V logic takes for high
_I2C_NS, _I2C_PF = 300, 150  # rise time at 400 kHz; display, lead and pins
_HOT_ROOM = 50
_CARRIER = 13.56e6     # Hz, of the readers


_WRITTEN = re.compile(r"(?:\d+x)?(\d+(?:\.\d+)?)(k?)")  # 33, 13k, 9x10k
_NEAR = 0.03           # the permitted error of a divider
_HALF = 0.5            # of the 5 V: what the firmware expects at SUPPLY_SENSE (sense/supply.py)


def ohms(parts: Parts) -> dict[str, float]:
    """Return {part: ohm} of the resistors, from the values in parts.csv."""
    found = {}
    for part, row in parts.rows.items():
        if re.match(r"rn?\d", part):
            written = _WRITTEN.fullmatch(row["value"])
            if not written:
                raise SourceError(f"{parts.path.name}:{row['line']}", f"the value of {part} is "
                                  f"{row['value']!r}", "Write ohms as 33, 13k or 9x10k")
            found[part] = float(written[1]) * (1000 if written[2] else 1)
    return found


def _resistors(circuit: Circuit,
               values: dict[str, float]) -> Iterator[tuple[float, str | None, str | None, int]]:
    """Return (ohm, net, net, line of circuits.py) of every resistor."""
    for c in circuit.components.values():
        if c.part in values:
            nets = list(c.pins.values())
            for net in nets[1:]:
                yield values[c.part], nets[0], net, c.line


def pull_ups(circuit: Circuit, net: str, values: dict[str, float]) -> float | None:
    """Return the ohms from `net` to a wire of 3.3 V, straight or by a divider, or None."""
    found = [ohm for ohm, a, b, _ in _resistors(circuit, values)
             if net in (a, b) and {a, b} & {"+3V3", "PAD_HIGH", "CELLS_HIGH"}]
    return min(found) if found else None


def divider(circuit: Circuit, net: str | None, supply: str,
            values: dict[str, float]) -> tuple[float, int]:
    """Return (share of `supply` at a net in the middle of a divider, line of circuits.py). Raises
    SourceError if there is no divider."""
    high, low = ([(ohm, line) for ohm, a, b, line in _resistors(circuit, values)
                  if {a, b} == {net, rail}] for rail in (supply, "GND"))
    if len(high) != 1 or len(low) != 1:
        line = (high + low + [(0, 0)])[0][1]
        raise SourceError(f"circuits.py:{line}", f"{net} is not the middle of a divider of "
                          f"{supply}", "Put a resistor to each of the two")
    return low[0][0] / (low[0][0] + high[0][0]), low[0][1]


def _ribbon() -> str | None:
    quiet = {"GND", "+3V3", "CHAIN_OE_N", "HALL_LOAD_N"}
    for n, net in circuits.RIBBON.items():
        beside = [circuits.RIBBON.get(n - 1), circuits.RIBBON.get(n + 1)]
        if net in circuits.FAST and not all(other in quiet or other is None for other in beside):
            return f"{net} has {' and '.join(filter(None, beside))} beside it"
    return None


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py."""
    table = pins.table(design.pins)
    block, main = circuits.block(design.boards), circuits.main_board(table)
    p, values = design.power, ohms(design.parts)
    for circuit in (block, main):
        _guarded(circuit, p)
    rows = [_threshold(p, circuit, values) for circuit in (block, main)]
    rows += [_tripped(p), _heat(p), _dividers(design, block, main, values)]
    rows.append(_held(design, main, values))
    rows.append(_dead(design, block, main, values))
    fault = _ribbon()
    if fault:
        raise design.pins.error("pins.chain_clock", "net", f"in the ribbon {fault}",
                                "Give fast wires ground or a still wire on both sides (RIBBON in "
                                "circuits.py)")
    rows.append(("ribbon: fast wires with a still one on both sides", f"{len(circuits.FAST)}",
                 "all", "-", "edges on the last block of a long chain"))
    rows.append(_i2c(design, main, values))
    rows += [_quiet(design, circuit, values) for circuit in (block, main)]
    rows.append(_fuses(design))
    return rows


def _reference(circuit: Circuit, values: dict[str, float]) -> tuple[float, int]:
    """Return (share of the 5 V at the guard's reference, line of its divider)."""
    input_ = next(c.pins[1] for c in circuit.components.values() if c.part == "tl431")
    return divider(circuit, input_, "+5V_FUSED", values)


def fires(p: Toml, circuit: Circuit, values: dict[str, float]) -> tuple[float, float]:
    """Return the least and the most V at which the guard of a board fires."""
    g = p.data["guard"]
    middle = g["reference"] / _reference(circuit, values)[0]
    return middle * (1 - g["tolerance"]), middle * (1 + g["tolerance"])


def _threshold(p: Toml, circuit: Circuit, values: dict[str, float]) -> tuple[str, ...]:
    g, (_, line) = p.data["guard"], _reference(circuit, values)
    low, high = fires(p, circuit, values)
    if not g["brick"] < low < high < g["bears"]:
        raise SourceError(f"circuits.py:{line}", f"the guard of the {circuit.name} board fires at "
                          f"{low:.2f} to {high:.2f} V, a brick gives up to {g['brick']} and the "
                          f"loads bear {g['bears']}", "Change the two resistors of the guard")
    return (f"a brick of too many volts: the guard of the {circuit.name} board fires",
            f"{low:.2f} to {high:.2f} V", f"above {g['brick']}, below {g['bears']} V",
            f"{min(low - g['brick'], g['bears'] - high):.2f} V", "a 12 V brick on a spare board")


def farads(parts: Parts) -> dict[str, float]:
    """Return {part: farad} of the capacitors, from the values in parts.csv."""
    found = {}
    for part, row in parts.rows.items():
        written = re.fullmatch(r"(\d+(?:\.\d+)?)([pnu])", row["value"])
        if part[0] == "c" and written:
            found[part] = float(written[1]) * {"p": 1e-12, "n": 1e-9, "u": 1e-6}[written[2]]
    return found


def _quiet(design: Design, circuit: Circuit, values: dict[str, float]) -> tuple[str, ...]:
    """The guard's reference has a capacitor: large enough for the readers' field, small enough to
    fire in time."""
    p, sizes = design.power, farads(design.parts)
    chip = next(c for c in circuit.components.values() if c.part == "tl431")
    input_ = chip.pins[1]
    there = [c for c in circuit.components.values()
             if c.part in sizes and set(c.pins.values()) == {input_, "GND"}]
    if not there:
        raise SourceError(f"circuits.py:{chip.line}", f"{input_} of the {circuit.name} board has "
                          "no capacitor: the readers' field may fire the guard",
                          "Add 10 nF from it to GND")
    farad = sum(sizes[c.part] for c in there)
    resistors = [ohm for ohm, a, b, _ in _resistors(circuit, values) if input_ in (a, b)]
    ohm = 1 / sum(1 / r for r in resistors)
    lag, damped = 1000 * ohm * farad, 2 * math.pi * _CARRIER * ohm * farad
    slow, least = (p.need("guard", key, (int, float)) for key in ("lag_ms", "damps"))
    if not (lag <= slow and damped >= least):
        raise SourceError(f"circuits.py:{there[0].line}", f"{there[0].ref} makes the guard of the "
                          f"{circuit.name} board {lag:.3f} ms late, at most {slow} are allowed, "
                          f"and damps 13.56 MHz {damped:.0f} times, at least {least} are wanted",
                          "Take 10 nF")
    return (f"guard of the {circuit.name} board: its reference is late by", f"{lag:.3f} ms",
            f"{slow} ms; it damps the readers' field {damped:.0f} times", f"{slow - lag:.3f} ms",
            "the field in the wires of the finished table")


def _dividers(design: Design, block: Circuit, main: Circuit,
              values: dict[str, float]) -> tuple[str, ...]:
    """The dividers for 3.3 V give 3.3 V, and the one for half of the 5 V gives half."""
    high = design.pinout.need("rails", "+3V3", float)
    worst = 0.0
    for circuit, net, supply, share in (
        (block, "CELLS_HIGH", "+5V_CELLS", high / 5), (main, "PAD_HIGH", "+5V_PAD", high / 5),
        (main, "SUPPLY_SENSE", "+5V_FUSED", _HALF),
    ):
        given, line = divider(circuit, net, supply, values)
        if abs(given / share - 1) > _NEAR:
            raise SourceError(f"circuits.py:{line}", f"{net} is {5 * given:.2f} V of 5, and "
                              f"{5 * share:.2f} are wanted", "Change the divider's resistors")
        worst = max(worst, abs(given / share - 1))
    return ("dividers: away from what others rely on, at most", f"{100 * worst:.1f} %",
            f"{100 * _NEAR:.0f} %", f"{100 * (_NEAR - worst):.1f} %", "-")


def _tripped(p: Toml) -> tuple[str, ...]:
    volts = p.need("guard", "wrong", (int, float))
    least = min((p.need(f"fuses.{name}", "volts", (int, float)), name)
                for name in ("block", "lights"))  # the fuses in front of the guard
    if least[0] < volts:
        raise p.error(f"fuses.{least[1]}", "volts", f"the guard trips the fuse on a brick of "
                      f"{volts} V, and it bears {least[0]} V", "Take a fuse for more volts")
    return ("the tripped fuse bears a wrong brick", f"{volts} V", f"{least[0]} V",
            f"{least[0] - volts} V", "-")


def _heat(p: Toml) -> tuple[str, ...]:
    g = p.data["guard"]
    amps = p.need("fuses.block", "trip", int) / 1000
    rise = amps * g["volts_on"] * g["seconds"] / g["joules_k"]
    limit = g["hot"] - _HOT_ROOM
    if rise > 2 * limit:  # computed without a heat sink: legs and air take half of the heat away
        raise p.error("guard", "seconds", f"the triac warms by {rise:.0f} degrees before the fuse "
                      "has tripped", "Take a faster fuse or a larger triac")
    return ("the guard's triac until the fuse trips, all its heat kept",
            f"{rise:.0f} degrees", f"{2 * limit} degrees", f"{2 * limit - rise:.0f} degrees",
            "how long the fuse takes; a brick that gives 3 to 5 A on and on, which trips nothing")


def _guarded(circuit: Circuit, p: Toml) -> None:
    parts = {c.part for c in circuit.components.values()
             if "+5V_FUSED" in c.pins.values() and "GND" in c.pins.values()}
    if not {"triac", "diode_3a"} <= parts:
        raise p.error("guard", None, f"the {circuit.name} board's 5 V have no guard against "
                      "supplies of too many volts or reversed polarity",
                      "Add _inlet to its circuit in circuits.py")


def _held(design: Design, main: Circuit, values: dict[str, float]) -> tuple[str, ...]:
    worst = 3.3
    for name, pin in design.pins.data["pins"].items():
        ohm = pull_ups(main, pin["net"], values)
        if ohm is None:
            continue
        volts = 3.3 * _RESET_PULL / (_RESET_PULL + ohm)
        if volts < _HIGH + 0.5:
            raise design.pins.error(f"pins.{name}", "net", f"{pin['net']} is held at "
                                    f"{volts:.1f} V against the RP2040's own pull-down in reset",
                                    "Take a pull-up of 10 kilohm")
        worst = min(worst, volts)
    return ("wires held high against the RP2040's pull-down in reset", f"{worst:.2f} V",
            f"{_HIGH + 0.5} V", f"{worst - _HIGH - 0.5:.2f} V", "-")


def _dead(design: Design, block: Circuit, main: Circuit,
          values: dict[str, float]) -> tuple[str, ...]:
    """No resistor may lead from a permanent supply to a pin of a reader whose supply is
    switched."""
    for circuit, supply in ((block, "+5V_CELLS"), (main, "+5V_PAD")):
        readers = {net for c in circuit.components.values() if c.part == "pn532"
                   for net in c.pins.values() if net not in (supply, "GND", None)}
        for _, a, b, _ in _resistors(circuit, values):
            if "+3V3" in (a, b) and {a, b} & readers:
                net = ({a, b} & readers).pop()
                raise design.boards.error("block.bit", "power", f"{net} is pulled to +3V3, which "
                                          "stays while its reader has no power",
                                          "Pull it to CELLS_HIGH or PAD_HIGH in circuits.py")
    return ("pull-ups that feed a reader without power", "0", "0", "-",
            "3.3 V at a select while the block is off: 0 V")


def _i2c(design: Design, main: Circuit, values: dict[str, float]) -> tuple[str, ...]:
    ohm = pull_ups(main, "SCL", values)
    rise = 0.847 * (ohm or 10**6) * _I2C_PF / 1000
    if rise > _I2C_NS:
        raise design.pins.error("pins.display_scl", "net", f"SCL rises in {rise:.0f} ns, "
                                f"{_I2C_NS} are allowed at 400 kHz", "Take pull-ups of 2 kilohm")
    return ("display's wires: rise time", f"{rise:.0f} ns", f"{_I2C_NS} ns",
            f"{_I2C_NS - rise:.0f} ns", "-")


def _fuses(design: Design) -> tuple[str, ...]:
    account = power.Power(design.power)
    all_of_them = [account.budget(b) for b in boards.boards(design.boards).values()]
    worst = max(all_of_them, key=lambda b: b.fuse_play / b.fuse_ma)
    return (f"fuses hold at {_HOT_ROOM} degrees: fullest in play, `{worst.board}`",
            f"{worst.fuse_play} mA", f"{worst.share} % of {worst.fuse_ma} mA",
            f"{worst.fuse_ma * worst.share // 100 - worst.fuse_play} mA", "-")
