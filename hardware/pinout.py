"""Checks every pin against its net: the kinds of pins (design/pinout.toml; tests/hardware compares
it with KiCad's symbols) say what may join them.

The rules check whole tables: a main board with blocks on its ribbon and modules on its connectors.
A fault names the line of circuits.py and the cure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hardware import breadboard, pins
from hardware.electronics import circuits, facings
from hardware.source import Design, SourceError, Toml

_SERIES = ("r33", "r330")  # resistors that a signal passes
_DRIVERS = ("output", "tri_state", "open_collector", "both", "contact")
LISTENERS = ("input", "control", "both")
_BLOCKS = 2  # of a checked table: enough for each kind of hop


@dataclass(frozen=True, eq=False)
class Pin:
    """A pin of a component: its number, the part's name for it, its kind and its net."""

    component: circuits.Component
    number: object
    part: str
    name: str
    kind: str
    net: str | None

    def __str__(self) -> str:
        return f"{self.component.ref}.{self.number} ({self.part} {self.name})"


def _error(pin: Pin, what: str, cure: str) -> SourceError:
    return SourceError(_where(pin.component), f"{pin} {what}", cure)


def _where(part: circuits.Component) -> str:
    """Return the file and line that have a component."""
    is_sensors = (part.part, part.line) in facings.PLACES
    return f"{'facings' if is_sensors else 'circuits'}.py:{part.line}"


def _bare(net: str) -> str:
    """Return the name of a net without its block's number."""
    return re.sub(r"^B\d+_", "", net)


class Table:
    """A whole table: all pins, by net and by wire (nets that small resistors join)."""

    def __init__(self, circuit: circuits.Circuit, source: Toml,
                 table: "circuits.PinTable") -> None:
        self.source, self.parts = source, source.data
        self._gpio = {pin["net"]: pin["gp"] for pin in table.values()}
        self._analog = {pin["net"] for pin in table.values() if "ADC" in pin["function"]}
        self.pins = [pin for part in circuit.components.values()
                     for pin in self._of(circuit, part)]
        self.resistors = [part for part in circuit.components.values()
                          if re.match(r"rn?\d", part.part)]
        self.wire: dict[str, str] = {}
        for pin in self.pins:
            if pin.net is not None:
                self.wire.setdefault(pin.net, pin.net)
        for part in self.resistors:
            ends = [net for net in part.pins.values() if net is not None]
            if part.part in _SERIES and len(ends) == 2 and not any(
                    self.volts(net) is not None for net in ends):
                one, two = (self.wire[net] for net in ends)
                self.wire = {net: one if at == two else at for net, at in self.wire.items()}
        self.on: dict[str, list[Pin]] = {}
        for pin in self.pins:
            if pin.net is not None:
                self.on.setdefault(self.wire[pin.net], []).append(pin)

    def wire_of(self, pin: Pin) -> str:
        """Return the wire of a pin that is not open."""
        assert pin.net is not None
        return self.wire[pin.net]

    def volts(self, net: str | None) -> float | None:
        """Return the V of a rail, None of any other net."""
        return None if net is None else self.parts["rails"].get(_bare(net))

    def _of(self, circuit: circuits.Circuit, part: circuits.Component) -> Iterator[Pin]:
        letters, number = re.findall(r"(\D+)(\d+)", part.ref)[0]
        on_main = circuit.name != circuit.kind and int(number) < 100  # of a whole table
        board = "main" if on_main else circuit.kind
        ref = f"{letters}{int(number) % 100}"
        at = self.parts["at"]
        name = at.get(f"{board} {ref}", at.get(part.part, part.part))
        if board == "hall" and part.part == "header_1x3":
            name = "hall"
        known = self.parts.get(name, {})
        for number, net in part.pins.items():
            said = known.get(str(number))
            if said is not None:
                words, kind = said.rsplit(" ", 1)
                pin = Pin(part, number, name, words, kind, net)
                yield self._used(pin) if kind == "gpio" else pin
            elif known:
                raise SourceError(_where(part), f"{part.ref} has no pin {number}: "
                                  f"{name} has {', '.join(n for n in known if n.isdigit())}",
                                  "Number the pins as its data sheet does")
            else:
                yield Pin(part, number, name, str(number), "passive", net)

    def _used(self, pin: Pin) -> Pin:
        """Return a GPIO by its use. Raises SourceError if pins.toml puts it elsewhere."""
        if pin.net is None:
            return replace(pin, kind="passive")
        signal = pin.net.removesuffix("_PICO")
        if self._gpio.get(signal) != int(pin.name[2:]):
            raise _error(pin, f"lies on {pin.net}, which pins.toml has on "
                         f"GP{self._gpio.get(signal, ' of nobody')}", "Join it as pins.toml says")
        signals = self.parts["signals"]
        if signal in self._analog:
            kind = "analog"
        elif f"pico {signal}" in signals:
            kind = "both" if f"display {signal}" in signals else "output"
        else:
            kind = "input"
        return replace(pin, name=signal, kind=kind)

    def same(self, pin: Pin, kind: str) -> str | None:
        """Return the net of another pin of a pin's component."""
        return next((p.net for p in self.pins if p.component is pin.component and p.kind == kind),
                    None)

    def supply(self, pin: Pin) -> float:
        """Return the V at the supply of a pin's component."""
        own = self.parts.get(pin.part, {})
        return own.get("gives") or self.volts(self.same(pin, "power")) or 0.0

    def pulled(self, wire: str) -> list[float]:
        """Return the V of the rails to which resistors pull a wire, without resistors inside its
        chips."""
        found = []
        for part in self.resistors:
            nets = list(part.pins.values())
            for net in nets[1:]:
                for here, there in ((nets[0], net), (net, nets[0])):
                    volts = self.volts(there)
                    if here is not None and self.wire.get(here) == wire and volts is not None:
                        found.append(volts)
        return found


# ---- the rules ----------------------------------------------------------------------------------


def _supplies(table: Table) -> int:
    """Grounds are on GND, supplies on a rail with a voltage that the part bears."""
    for pin in table.pins:
        volts = table.volts(pin.net)
        if pin.kind == "ground" and volts != 0:
            raise _error(pin, f"is ground and lies on {pin.net}", "Join it to GND")
        if pin.kind == "switched_ground" and volts != 0 and not any(
                other.kind == "collector" for other in table.on.get(pin.net or "", [])):
            raise _error(pin, f"is ground and lies on {pin.net}", "Join it to GND, or to the "
                         "transistor that switches it")
        if pin.kind == "power":
            low, high = table.parts[pin.part]["supply"]
            if volts is None or not low <= volts <= high:
                raise _error(pin, f"is a supply of {low} to {high} V and lies on {pin.net}",
                             "Join it to a rail of these volts")
        if pin.kind == "source" and volts != table.parts[pin.part]["gives"]:
            raise _error(pin, f"gives {table.parts[pin.part]['gives']} V and lies on {pin.net}",
                         "Join it to its own rail")
    return len([pin for pin in table.pins if pin.kind in ("power", "ground")])


def _open_pins(table: Table) -> None:
    """No input is open; no switched input is on a rail, nor is any output."""
    for pin in table.pins:
        if pin.kind in ("input", "control", "ground", "power") and pin.net is None:
            raise _error(pin, "is open", "Join it to a wire, or to a rail if it is not used")
        if pin.kind == "control" and table.volts(pin.net) is not None:
            raise _error(pin, f"has to be switched and lies on {pin.net}",
                         "Join it to the wire that switches it")
        if pin.kind in ("output", "tri_state") and table.volts(pin.net) is not None:
            raise _error(pin, f"is an output and lies on {pin.net}", "Leave it open, or join it "
                         "to what it drives")


def _drivers(table: Table) -> None:
    """Each wire has one driver, or several that take turns; each input has a driver."""
    for wire, on in table.on.items():
        if table.volts(wire) is not None:
            continue
        outputs = [pin for pin in on if pin.kind == "output"]
        others = [pin for pin in on if pin.kind in ("tri_state", "open_collector", "contact")]
        if len(outputs) > 1 or outputs and others:
            pin = (outputs + others)[1]
            raise _error(pin, f"drives {pin.net}, as {outputs[0]} does", "One output on a wire: "
                         "part them")
        heard = [pin for pin in on if pin.kind in LISTENERS]
        drives = [pin for pin in on if pin.kind in _DRIVERS]
        if heard and not drives:
            raise _error(heard[0], f"listens to {heard[0].net}, which nothing drives",
                         "Join it to an output, or to a rail")
        needy = [pin for pin in drives if pin.kind in ("open_collector", "contact", "both")
                 or _is_low_only(table, pin)]
        if needy and not outputs and not table.pulled(wire) and not _has_own_pull_up(table, needy):
            raise _error(needy[0], "only pulls low, and nothing pulls its wire high",
                         "Add a pull-up to 3.3 V")


def _is_low_only(table: Table, pin: Pin) -> bool:
    """Is a pin the output of a gate that passes on ground while it is open?"""
    part = table.parts.get(pin.part, {})
    inputs = [number for number, output in part.get("passes", {}).items() if output == pin.number]
    return pin.kind == "tri_state" and any(
        table.volts(pin.component.pins.get(int(number))) == 0 for number in inputs)


def _shut_gates(table: Table) -> None:
    """No gate with a used output is always shut."""
    for pin in table.pins:
        part = table.parts.get(pin.part, {})
        output = pin.component.pins.get(part.get("opens", {}).get(str(pin.number)))
        volts = table.volts(pin.net)
        heard = output and any(p.kind in (*LISTENERS, "analog")
                               for p in table.on[table.wire[output]])
        if heard and volts is not None and volts != part["open"]:
            raise _error(pin, f"shuts the gate to {output}: it lies on {pin.net}",
                         f"Join it to {part['open']:g} V, or to what opens the gate")


def _has_own_pull_up(table: Table, needy: list[Pin]) -> bool:
    """Has a pin its own pull-up: a Pico's input, or one on the display's or knob's board?"""
    return any(pin.part in ("display", "knob", "button") for pin in needy)


def _levels(table: Table) -> float | None:
    """The level of a driver is high enough for all inputs on its wire, and not too high for any.
    """
    least = None
    for wire, on in table.on.items():
        if table.volts(wire) is not None:
            continue
        highs: list[tuple[float, Pin | None]]
        highs = [(table.supply(pin), pin) for pin in on
                 if pin.kind in ("output", "tri_state", "both", "contact") and table.supply(pin)]
        highs += [(volts, None) for volts in table.pulled(wire) if volts]
        for pin in on:
            own = table.parts.get(pin.part, {})
            if pin.kind not in LISTENERS or "high" not in own:
                continue
            need = own["high"] if own["high"] >= 1 else own["high"] * table.supply(pin)
            most = table.supply(pin) + 0.3 if own["bears"] == "supply" else own["bears"]
            for volts, driver in highs:
                what = f"{driver} gives" if driver else "a resistor pulls it to"
                if volts > most:
                    raise _error(pin, f"bears {most:.1f} V, and {what} {volts:.1f} V",
                                 "Feed what drives it with 3.3 V, or put a divider between")
                if driver and driver.kind in ("output", "tri_state"):
                    if volts < need:
                        raise _error(pin, f"takes {need:.2f} V for high, and {what} "
                                     f"{volts:.1f} V", "Put a level shifter between")
                    least = min(least or 9.0, volts - need)
    return least


def _potential(table: Table, net: str | None) -> float | None:
    """Return the V of a rail; of another net, of the highest rail that a resistor joins to it."""
    volts = table.volts(net)
    if net is None or volts is not None:
        return volts
    return max(table.pulled(table.wire[net]), default=None)


def _turned(table: Table) -> None:
    """No polarised part is reversed."""
    for pin in table.pins:
        if pin.kind == "cathode":
            high, low = _potential(table, pin.net), _potential(table, table.same(pin, "anode"))
            conducts = table.parts[pin.part]["normally"] == "conducts"
            if high is None or low is None or not (low > high if conducts else high > low):
                raise _error(pin, f"is a cathode on {pin.net}, its anode on "
                             f"{table.same(pin, 'anode')}", "Turn the diode")
        if pin.kind == "plus":
            minus = table.same(pin, "minus")
            high, low = table.volts(pin.net), table.volts(minus)
            if high is None or low is None or not high > low:
                raise _error(pin, f"is plus on {pin.net}, its minus on {minus}",
                             "Turn the capacitor")


def _guards(table: Table) -> None:
    """The triac's gate is pulled low: it fires from its A1, which is on the plus side. The
    reference's anode is ground, and its input the middle of a divider."""
    for pin in table.pins:
        if pin.kind == "gate":
            plus, minus = table.same(pin, "a1"), table.same(pin, "a2")
            if not table.volts(plus) or table.volts(minus) != 0:
                raise _error(pin, f"fires against A1 on {plus}, with A2 on {minus}",
                             "Join A1 to the fused 5 V and A2 to GND")
            pulls = [p for p in table.pins if p.kind == "reference_cathode" and p.net == pin.net]
            if not pulls or _potential(table, pin.net) != table.volts(plus):
                raise _error(pin, f"lies on {pin.net}, which no reference draws low, or no "
                             "resistor holds at A1", "Join the gate, the reference's cathode and "
                             "their resistor to A1's rail")
        if pin.kind == "reference_anode" and table.volts(pin.net) != 0:
            raise _error(pin, f"is the reference's anode and lies on {pin.net}", "Join it to GND")
        if pin.kind == "reference":
            rails = table.pulled(table.wire[pin.net]) if pin.net else []
            if sorted(rails)[:1] != [0.0] or max(rails) < 4:
                raise _error(pin, f"is the reference's input on {pin.net}, which is not the "
                             "middle of a divider of the 5 V", "Join it to the divider")
        if pin.kind == "emitter" and table.volts(pin.net) != 0:
            raise _error(pin, f"is the emitter and lies on {pin.net}", "Join it to GND")
        if pin.kind == "base" and (table.volts(pin.net) is not None or not any(
                p.kind in ("output", "tri_state") for p in _behind(table, pin))):
            raise _error(pin, f"is the base on {pin.net}, which no output reaches",
                         "Join it by a resistor to what switches it")
        if pin.kind == "collector" and table.volts(pin.net) is not None:
            raise _error(pin, f"is the collector and lies on {pin.net}", "Join it to its load")


def _behind(table: Table, pin: Pin) -> list[Pin]:
    """Return all pins behind a resistor at a pin."""
    found = []
    for part in table.resistors:
        nets = list(part.pins.values())
        if pin.net in nets:
            for net in nets:
                if net is not None and net != pin.net and table.volts(net) is None:
                    found += table.on[table.wire[net]]
    return found


def _ends(table: Table, start: Pin) -> list[tuple[Pin, bool]]:
    """Return (pin, inverted) where the signal of an output ends, through gates."""
    found, seen, todo = [], set(), [(start, False)]
    while todo:
        driver, inverted = todo.pop()
        if driver.net is None or (driver, inverted) in seen:
            continue
        seen.add((driver, inverted))
        on = table.on[table.wire[driver.net]]
        if driver.part in ("pico", "hc595"):
            on = on + [pin for pin in _behind(table, driver) if pin.kind == "base"]
            on += [pin for near in table.on[table.wire[driver.net]] for pin in _behind(table, near)
                   if pin.kind == "base" and near.component is not driver.component]
        for pin in on:
            if pin is driver or pin.kind not in (*LISTENERS, "base", "analog"):
                continue
            part = table.parts.get(pin.part, {})
            after = part.get("passes", {}).get(str(pin.number))
            if after is None:
                found.append((pin, inverted))
            else:
                turned = inverted != part.get("inverts", False)
                todo += [(p, turned) for p in table.pins
                         if p.component is pin.component and p.number == after]
    return found


def _signals(table: Table) -> int:
    """Each signal ends where it should, and not inverted."""
    count = 0
    for pin in table.pins:
        if pin.kind not in _DRIVERS or table.volts(pin.net) is not None:
            continue
        if str(pin.number) in map(str, table.parts.get(pin.part, {}).get("passes", {}).values()):
            continue  # a gate: its signal begins at its input
        name = re.sub(r"^Q[A-H]$", "Q", pin.name)
        allowed = table.parts["signals"].get(f"{pin.part} {name}")
        for end, inverted in _ends(table, pin):
            if end.component is pin.component:
                continue
            said = [f"{end.part} {end.name}", f"{end.part} {re.sub('[0-9]$', '', end.name)}"]
            if allowed is None or not set(said) & set(allowed):
                raise _error(end, f"listens to {pin}, which is not for it",
                             f"Join it to its own wire; {pin.part} {name} is for "
                             f"{', '.join(allowed or ['nobody'])}")
            if inverted:
                raise _error(end, f"gets {pin} upside down", "Pass it through an even number of "
                             "inverters")
            count += 1
    heard = {end for pin in table.pins if pin.kind in _DRIVERS for end, _ in _ends(table, pin)}
    for pin in table.pins:
        if pin.kind == "control" and pin not in heard:
            raise _error(pin, f"on {pin.net} hears no signal", "Join it to what switches it")
    return count


def _bypasses(circuit: circuits.Circuit, table: Table) -> int:
    """Each chip has 100 nF between the rail and the ground of its board."""
    chips: dict[str | None, list[circuits.Component]] = {}
    bypasses: dict[str | None, int] = {}
    for part in circuit.components.values():
        rails = [net for net in part.pins.values() if table.volts(net)]
        if part.part in ("c100n", "c1u") and "GND" in part.pins.values() and rails:
            bypasses[rails[0]] = bypasses.get(rails[0], 0) + 1
        elif part.ref[0] == "U" and part.part not in ("pico", "tl431"):
            for number, net in part.pins.items():
                if str(table.parts[part.part].get(str(number))).endswith(" power"):
                    chips.setdefault(net, []).append(part)
    for rail, parts in chips.items():
        if bypasses.get(rail, 0) < len(parts):
            part = parts[bypasses.get(rail, 0)]
            raise SourceError(_where(part), f"{part.ref} ({part.part}) has no "
                              f"capacitor of 100 nF between {rail} and GND",
                              "Add one beside it")
    return sum(len(parts) for parts in chips.values())


def _ribbons(circuit: circuits.Circuit) -> None:
    """A wire of the ribbon has the same way in each plug; its name changes only if a block passes
    it on."""
    for part in circuit.components.values():
        if part.part == "ribbon_header":
            for number, net in part.pins.items():
                wire = circuits.RIBBON[number]
                passed = {"CHAIN_DATA": "CHAIN_NEXT", "PIXELS": "PIXELS_NEXT"}.get(wire)
                if net != wire and (part.ref == "J1" or net != passed):
                    raise SourceError(f"circuits.py:{part.line}", f"{part.ref}.{number} carries "
                                      f"{net}, the ribbon has {wire} there",
                                      "Join each way of the ribbon to its wire (RIBBON)")


def tables(design: Design) -> list[circuits.Circuit]:
    """Return the tables to check: a main board with reader blocks, one with hall blocks,
    the breadboard, and reader blocks with facing sensors."""
    table = pins.table(design.pins)
    return [*(circuits.table(table, design.boards, _BLOCKS, kind)
              for kind in (circuits.block, circuits.hall_block)),
            breadboard.circuit(design),
            facings.with_facings(design, pins.table(design.pins, True), _BLOCKS)]


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py."""
    named = pins.table(design.pins, True)
    supplies = signals = bypassed = 0
    margins = []
    for circuit in tables(design):
        table = Table(circuit, design.pinout, named)
        supplies += _supplies(table)
        _open_pins(table)
        _drivers(table)
        _shut_gates(table)
        least = _levels(table)
        if least is not None:
            margins.append(least)
        _turned(table)
        _guards(table)
        signals += _signals(table)
    for circuit in (circuits.block(design.boards), circuits.main_board(pins.table(design.pins)),
                    circuits.hall_block(design.boards), facings.sensors()):
        _ribbons(circuit)
        bypassed += _bypasses(circuit, Table(circuit, design.pinout, named))
    return [
        ("pins: supplies and grounds on rails they bear", f"{supplies}", "all", "-", "-"),
        ("pins: signals that end where they are meant to", f"{signals}", "all", "-", "-"),
        ("pins: high levels above what inputs take for high", f"{min(margins):.2f} V more", "0 V",
         f"{min(margins):.2f} V", "the level at the first light, with an oscilloscope"),
        ("pins: chips with a capacitor at their supply", f"{bypassed}", "all", "-", "-"),
    ]
