"""The level of every input, computed by ngspice: with each supply at its least and most, resistors
and leakage at their limits, and each driver of a wire in turn.

A whole table (a main board and two blocks) is one netlist. In each state one driver of each wire,
or none, drives it high or low; the netlist has a copy of the table for each state. pinout.toml has
the drivers, inputs and supplies.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hardware import pinout, pins, protection, spice
from hardware.source import Design, SourceError

_TRI_STATE = ("tri_state",)
_PULLS_LOW = ("open_collector", "both", "contact")
_DRIVES = ("output", *_TRI_STATE, *_PULLS_LOW)
_LETS_GO = ("pn532", "ahc126")  # their tri-state outputs are off at rest
_BROKEN = 1e8  # ohm from everything to ground, so that nothing floats for ngspice
_GROUPS = ("+3V3", "main", "block", "module")  # supplies that vary independently


@dataclass(frozen=True)
class State:
    """The driven level: `level` is "high", "low", "idle" (tri-state outputs are off) or "fault"
    (as idle, and each power switch reports one); driver number `turn` of each wire drives it."""

    level: str
    turn: int


@dataclass(frozen=True)
class Corner:
    """`most`: the groups of supplies that are at their most; the others are at their least.
    `tilt` 1: resistors to ground are large and others small; -1: the other way round."""

    most: frozenset[str]
    tilt: int


class _Netlist:
    """One table in one corner, in all states; `node(net, state)` is a node's name for ngspice."""

    def __init__(self, table: pinout.Table, ohms: dict[str, float], corner: Corner) -> None:
        self.table, self.ohms, self.corner = table, ohms, corner
        self.spread = table.parts["spread"]
        self.lines: list[str] = []
        self.known: dict[str | None, int] = {}

    def node(self, net: str | None, copy: int) -> str:
        return "n%d_%d" % (self.known.setdefault(net, len(self.known)), copy)

    def _within(self, group: str, limits: list[float]) -> float:
        return limits[group in self.corner.most]

    def volts(self, net: str | None) -> float | None:
        """Return the V of a supply in this corner; None if the net is no supply, or if a divider
        makes it."""
        nominal = self.table.volts(net)
        if net is None or not nominal or net.endswith("_HIGH"):
            return nominal if nominal == 0 else None
        if nominal == self.table.volts("+3V3"):
            return self._within("+3V3", self.spread["+3V3"])
        group = "block" if net.startswith("B") else "main"
        return self._within(group, self.spread[group])

    def supply(self, pin: pinout.Pin) -> float:
        """Return the V that a part has, or makes, for its own logic."""
        own = self.table.parts.get(pin.part, {})
        if pin.part == "pico":
            return self._within("+3V3", self.spread["+3V3"])
        if own.get("gives") and pin.part != "tps2065":
            return self._within("module", self.spread["module"])
        if pin.part == "lights":
            return self._within("block", self.spread["lights"])
        return self.volts(self.table.same(pin, "power")) or 0.0

    def add(self, kind: str, *words: object) -> None:
        self.lines.append("%s%d %s" % (kind, len(self.lines), " ".join(map(str, words))))

    def copy(self, number: int, state: State) -> None:
        """Add the table in one state."""
        nets = {pin.net for pin in self.table.pins if pin.net is not None}
        for net in sorted(nets):
            here, volts = self.node(net, number), self.volts(net)
            if volts is not None:
                self.add("V", here, 0, volts)
            else:
                self.add("R", here, 0, _BROKEN)
        for part in self.table.resistors:
            one, *others = part.pins.values()
            for other in others:
                to_ground = 0 in (self.volts(one), self.volts(other))
                share = self.spread["resistors"] * self.corner.tilt * (1 if to_ground else -1)
                self.add("R", self.node(one, number), self.node(other, number),
                         self.ohms[part.part] * (1 + share))
        for on in self.table.on.values():
            self._wire(on, number, state)

    def _wire(self, on: list[pinout.Pin], number: int, state: State) -> None:
        """Add the drivers, pulls and leaks of one wire."""
        active = _active(on, state)
        for pin in on:
            if self.volts(pin.net) is not None or pin.net is None:
                continue
            own, here = self.table.parts.get(pin.part, {}), self.node(pin.net, number)
            pull = own.get("pulls", {}).get(str(pin.number))
            if pull:
                self._to(here, self.supply(pin), pull)
            if pin in active:
                low = state.level == "low" or pin.kind in _PULLS_LOW
                self._to(here, 0.0 if low else self.supply(pin), own["ohm"])
            elif pin.kind != "contact" and pin.kind in (*_DRIVES, *pinout.LISTENERS):
                out = state.level in ("high", "idle")
                leak = self.spread["leak"] * 1e-6
                self.add("I", *((here, 0) if out else (0, here)), leak)

    def _to(self, here: str, volts: float, ohm: float) -> None:
        """Add a resistor to its own source."""
        source = "s%d" % len(self.lines)
        self.add("V", source, 0, volts)
        self.add("R", source, here, ohm)


def _active(on: list[pinout.Pin], state: State) -> list[pinout.Pin]:
    """Return the pins that drive a wire in a state; gates of one chip with one input drive
    together."""
    outputs = [pin for pin in on if pin.kind == "output"]
    takers = [pin for pin in on if pin.kind in _TRI_STATE]
    pulling = [pin for pin in on if pin.kind in _PULLS_LOW]
    if state.level in ("idle", "fault"):
        faults = [pin for pin in pulling if pin.part == "tps2065" and state.level == "fault"]
        kept = [pin for pin in takers if pin.part not in _LETS_GO]  # no reader is selected
        return outputs + kept + faults
    ways: list[list[pinout.Pin]] = [[pin] for pin in outputs]
    chips: dict[str, list[pinout.Pin]] = {}
    for pin in takers:
        chips.setdefault(pin.component.ref, []).append(pin)
    ways += chips.values()
    if state.level == "low":
        ways += [[pin] for pin in pulling if pin.part != "tps2065"]
    return ways[state.turn % len(ways)] if ways else []


def _limits(netlist: _Netlist, pin: pinout.Pin) -> tuple[float, float, float]:
    """Return (most for low, least for high, highest rating) of an input in a corner, in V."""
    own, supply = netlist.table.parts[pin.part], netlist.supply(pin)
    unit = supply if own["high"] < 1 else 1.0
    low, high = own["low"] * unit, own["high"] * unit
    bears = supply + 0.3 if own["bears"] == "supply" else own["bears"]
    return low, high, bears


def _corners() -> Iterator[Corner]:
    for size in range(len(_GROUPS) + 1):
        for most in itertools.combinations(_GROUPS, size):
            for tilt in (1, -1):
                yield Corner(frozenset(most), tilt)


def _states(table: pinout.Table) -> list[State]:
    turns = max(sum(pin.kind in _DRIVES for pin in on) for wire, on in table.on.items()
                if table.volts(wire) is None)
    return [*(State(level, turn) for level in ("high", "low") for turn in range(turns)),
            State("idle", 0), State("fault", 0)]


def _inputs(table: pinout.Table) -> list[pinout.Pin]:
    return [pin for pin in table.pins if pin.kind in pinout.LISTENERS and pin.net is not None
            and table.volts(pin.net) is None and "high" in table.parts.get(pin.part, {})]


def _is_pulled(table: pinout.Table, pin: pinout.Pin) -> bool:
    wire = table.wire_of(pin)
    return bool(table.pulled(wire)) or any(
        str(one.number) in table.parts.get(one.part, {}).get("pulls", {})
        for one in table.on[wire])


def _listens_to_fault(pin: pinout.Pin) -> bool:
    return pin.part == "ahc126" and pin.name == "A3"


def _wrong(pin: pinout.Pin, state: State, volts: float, limits: tuple[float, float, float],
           is_pulled: bool) -> str | None:
    """Return the fault of an input's level, in words."""
    low, high, bears = limits
    if volts > bears and state.level in ("high", "idle"):
        return "gets %.2f V and bears %.2f" % (volts, bears)
    if state.level == "high" and volts < high:
        return "gets %.2f V for high and takes %.2f" % (volts, high)
    if state.level == "low" and volts > low or state.level == "fault" and \
            _listens_to_fault(pin) and volts > low:
        return "gets %.2f V for low and takes %.2f" % (volts, low)
    if state.level == "idle" and is_pulled and low < volts < high:
        return "lies at %.2f V while nobody drives it, between low and high" % volts
    return None


def margins(design: Design, circuit: Any) -> tuple[float, float, int]:
    """Return (V above what inputs take for high, V below what they take for low, inputs looked
    at), the least over all states and corners. Raises SourceError at the first input that gets
    neither level."""
    table = pinout.Table(circuit, design.pinout, pins.table(design.pins, True))
    ohms, states, inputs = protection.ohms(design.parts), _states(table), _inputs(table)
    known = {(pin, state): _is_pulled(table, pin) for pin in inputs for state in states
             if _is_pulled(table, pin) or _active(table.on[table.wire_of(pin)], state)}
    above = below = 9.0
    for corner in _corners():
        netlist = _Netlist(table, ohms, corner)
        for number, state in enumerate(states):
            netlist.copy(number, state)
        volts = spice.operating_point(netlist.lines)
        for pin, (number, state) in itertools.product(inputs, enumerate(states)):
            assert pin.net is not None
            if (pin, state) not in known:
                continue  # it floats, but then its input has no power
            limits, at = _limits(netlist, pin), volts[netlist.node(pin.net, number)]
            wrong = _wrong(pin, state, at, limits, known[pin, state])
            if wrong:
                raise SourceError(
                    "circuits.py:%d" % pin.component.line,
                    "%s on %s %s (%s, by driver %d; at their most: %s)" % (
                        pin, pin.net, wrong, state.level, state.turn + 1,
                        ", ".join(sorted(corner.most)) or "none"),
                    "Change what drives or pulls the wire, or the resistors between")
            if state.level == "high":
                above = min(above, at - limits[1])
            elif state.level == "low":
                below = min(below, limits[0] - at)
    return above, below, len(inputs)
