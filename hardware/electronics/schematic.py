"""Writes a KiCad schematic of a circuit: parts in titled groups, a net's name at every pin.

Only KiCad's symbol libraries are needed, no tool. The output is the same byte for byte, whenever
and wherever it is made; `kicad-cli` then proves it equal to SKiDL's netlist (see checks).
"""

import math
import uuid
from functools import cache
from pathlib import Path

from hardware.electronics import circuits, symbols
from hardware.electronics.sexpr import dump, find, parse, quote

LIBRARIES = Path("/usr/share/kicad/symbols")
GRID = 2.54
WIDTH, TOP = 388.0, 22.86  # mm of an A3 sheet that the columns share, and where they begin
# What stands where: columns of groups (title, references), top down.
SHEETS = {
    "block": [
        [("Ribbon in", ["J1"]), ("Ribbon out, to the next", ["J2"]),
         ("Supply in and lights", ["J3", "F1", "C1", "J4", "R9"]),
         ("Gate shut at power-up", ["R6"])],
        [("Edges made steep", ["U5"]), ("Guard of the 5 V", ["D2", "Q1", "U6"])],
        [("Latches: bits 0 to 15", ["U1", "U2", "R10"]),
         ("At the chips", ["C3", "C4", "C5", "C7"])],
        [("Bus gate", ["U3", "R1", "R2", "R3", "R5"])],
        [("Readers' supply, switched", ["U4", "C2", "C6", "R7", "R8", "D1"]),
         ("High with readers' power", ["R11", "R12", "RN1", "R4"])],
        [("Readers of cells 0 to 4", ["J11", "J12", "J13", "J14", "J15"]),
         ("Guard: fires at 5.7 V", ["R13", "R14", "R15"])],
        [("Readers of cells 5 to 8", ["J16", "J17", "J18", "J19"])],
    ],
    "main": [
        [("5 V in", ["J1", "F1", "C1", "F2", "D1", "C2"]),
         ("Supply sense", ["R9", "R10", "C3"])],
        [("Guard of the 5 V", ["D2", "Q2", "U3", "R18", "R19", "R20"])],
        [("Held at power-up", ["R4", "R5", "R6"]),
         ("High with the pad's power", ["R21", "R22", "R7", "R8"]), ("I2C", ["R16", "R17"])],
        [("Raspberry Pi Pico", ["U1"]), ("At the Pico", ["C5"])],
        [("Ribbon to the first block", ["J2"]),
         ("Ends of the ribbon", ["R1", "R2", "R3", "R14", "R15"]), ("Pad's reader", ["J6"])],
        [("Lights: 3.3 V to 5 V", ["U2", "R11", "C4", "J8", "J9"])],
        [("Panel", ["J3", "J4", "J5", "J7"]), ("Buzzer", ["BZ1", "Q1", "R12", "R13"])],
    ],
    "hall": [
        [("Ribbon in, from the board before", ["J1"]), ("Ribbon out, to the next", ["J2"]),
         ("5 V and lights", ["J3", "C3", "J4", "R1"])],
        [("Inputs: bits 0 to 15 of the block", ["U1", "U2", "R2", "C1", "C2"])],
        [("Edges made steep", ["U3", "C4"]), ("High where no magnet is", ["RN1"])],
        [("Switches of cells 0 to 4", ["J11", "J12", "J13", "J14", "J15"])],
        [("Switches of cells 5 to 8", ["J16", "J17", "J18", "J19"])],
    ],
}


def uid(*names):
    """A stable UUID for the thing with these names."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "leyboard/" + "/".join(map(str, names))))


def open_net(ref, full, pin):
    """KiCad's name of the net of a pin that is left open."""
    for part in find(symbol(full), "symbol"):
        for item in find(part, "pin"):
            if find(item, "number")[0][1].strip('"') == str(pin):
                name = find(item, "name")[0][1].strip('"').replace("/", "{slash}")
                middle = "" if name in ("", "~") else f"{name}-"
                return f"unconnected-({ref}-{middle}Pad{pin})"
    raise KeyError(f"{full} has no pin {pin}")


@cache
def _library(name):
    if name == "hw":
        return parse(symbols.library())
    return parse((LIBRARIES / f"{name}.kicad_sym").read_text(encoding="utf-8"))


@cache
def symbol(full):
    """The symbol `library:name` as an expression of its own, its parent's body filled in."""
    library, name = full.split(":")
    for item in find(_library(library), "symbol"):
        if item[1] == quote(name):
            break
    else:
        raise KeyError(f"no symbol {full}")
    parent = find(item, "extends")
    if not parent:
        return item
    base = symbol(f"{library}:{parent[0][1].strip(chr(34))}")
    old = base[1].strip('"')
    body = [part for part in base[2:] if part[0] != "property"]
    for part in body:
        if part[0] == "symbol":
            body[body.index(part)] = ["symbol", quote(name + part[1].strip('"')[len(old):]),
                                      *part[2:]]
    own = {part[1]: part for part in find(item, "property")}
    inherited = [part for part in find(base, "property") if part[1] not in own]
    return ["symbol", quote(name), *inherited, *own.values(), *body]


def units(full):
    """{unit: [(pin number, x, y, angle)]} of a symbol; pins of unit 0 belong to unit 1 here."""
    found = {}
    for part in find(symbol(full), "symbol"):
        unit, style = part[1].strip('"').rsplit("_", 2)[1:]
        if style not in ("0", "1"):
            continue
        for pin in find(part, "pin"):
            at = find(pin, "at")[0]
            number = find(pin, "number")[0][1].strip('"')
            found.setdefault(int(unit) or 1, []).append(
                (number, float(at[1]), float(at[2]), int(float(at[3]))))
    return found


def _number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _at(x, y, angle=0):
    return ["at", _number(x), _number(y), _number(angle)]


def _effects(justify=None, hide=False, size=1.27):
    made = ["effects", ["font", ["size", _number(size), _number(size)]]]
    if justify:
        made.append(["justify", *justify.split()])
    if hide:
        made.append(["hide", "yes"])
    return made


def _grid(value):
    return math.ceil(value / GRID - 1e-6) * GRID


class Sheet:
    """One schematic in the making: `items` in order, `used` the symbols it must carry."""

    def __init__(self, circuit, parts):
        self.circuit, self.parts = circuit, parts
        self.items, self.used = [], {}
        self.root = uid(circuit.name)
        self.flags = 0

    def text(self, words, x, y, size=2.0):
        self.items.append(["text", quote(words), ["exclude_from_sim", "no"], _at(x, y),
                           _effects("left bottom", size=size), ["uuid", quote(uid(
                               self.circuit.name, "text", words, x, y))]])

    def frame(self, x1, y1, x2, y2):
        self.items.append(["rectangle", ["start", _number(x1), _number(y1)],
                           ["end", _number(x2), _number(y2)],
                           ["stroke", ["width", "0.15"], ["type", "dash"]],
                           ["fill", ["type", "none"]],
                           ["uuid", quote(uid(self.circuit.name, "frame", x1, y1))]])

    def wire(self, x1, y1, x2, y2):
        self.items.append(["wire", ["pts", ["xy", _number(x1), _number(y1)],
                                    ["xy", _number(x2), _number(y2)]],
                           ["stroke", ["width", "0"], ["type", "default"]],
                           ["uuid", quote(uid(self.circuit.name, "wire", x1, y1, x2, y2))]])

    def pin_end(self, key, net, x, y, away):
        """What hangs on a pin at (x, y): a label on a short wire, or a no-connect mark.

        `away` is the direction out of the symbol: 0 right, 90 up, 180 left, 270 down.
        """
        if net is circuits.NC:
            self.items.append(["no_connect", ["at", _number(x), _number(y)],
                               ["uuid", quote(uid(self.circuit.name, "nc", key))]])
            return
        dx, dy = {0: (GRID, 0), 90: (0, -GRID), 180: (-GRID, 0), 270: (0, GRID)}[away]
        self.wire(x, y, x + dx, y + dy)
        justify = "left" if away in (0, 90) else "right"
        self.items.append(["global_label", quote(net), ["shape", "passive"],
                           _at(x + dx, y + dy, away), _effects(justify),
                           ["uuid", quote(uid(self.circuit.name, "label", key))]])

    def part(self, full, ref, value, footprint, unit, x, y, turn, texts, in_bom=True):
        """Places one unit of a symbol; `texts` are the offsets of reference and value."""
        self.used[full] = symbol(full)
        key = (self.circuit.name, ref, unit)
        yes = "yes" if in_bom else "no"
        (rx, ry), (vx, vy) = texts

        def shown(kind, words, px, py, hide):
            return ["property", quote(kind), quote(words), _at(px, py, turn),
                    _effects(hide=hide)]
        self.items.append([
            "symbol", ["lib_id", quote(full)], _at(x, y, turn), ["unit", str(unit)],
            ["exclude_from_sim", "no"], ["in_bom", yes], ["on_board", yes], ["dnp", "no"],
            ["uuid", quote(uid(*key))],
            shown("Reference", ref, x + rx, y + ry, ref.startswith("#")),
            shown("Value", value, x + vx, y + vy, False),
            shown("Footprint", footprint, x, y, True), shown("Datasheet", "", x, y, True),
            shown("Description", "", x, y, True),
            ["instances", ["project", quote(self.circuit.name), [
                "path", quote(f"/{self.root}"), ["reference", quote(ref)],
                ["unit", str(unit)]]]]])

    def component(self, ref, x, y):
        """Places all units of `ref`, the top of the first at `y`; returns the y below them."""
        component = self.circuit.components[ref]
        row = self.parts[component.part]
        full = row["symbol"]
        for unit, pins in sorted(units(full).items()):
            turn = 90 if len(pins) == 2 and all(p[1] == 0 for p in pins) else 0  # lie flat
            if turn:
                pins = [(n, -py, px, (a + 90) % 360) for n, px, py, a in pins]
            up = max(max(p[2] for p in pins), GRID)
            down = max(-min(p[2] for p in pins), GRID)
            above, below = (any(p[3] == way for p in pins) for way in (270, 90))
            top = _grid(y + 5.08 + (15.24 if above else 2.54) + up)
            aside = max(max(p[1] for p in pins), 0) / 2 + 10.16
            reference = (aside, -up + 1.27) if above else (0, -up - 3.81)
            value = (aside, down - 1.27) if below else (0, down + 3.81)
            if turn:
                reference, value = (0, -4.06), (0, 4.06)
            self.part(full, ref, row["value"], row["footprint"], unit, x, top, turn,
                      (reference, value))
            for number, px, py, angle in pins:
                net = component.pins[int(number)]
                away = (angle + 180) % 360
                self.pin_end((ref, number), net, x + px, top - py, away)
            y = top + down + (15.24 if below else 2.54)
        return y

    def power_flag(self, net, x, y):
        self.flags += 1
        ref = f"#FLG{self.flags:02}"
        self.part("power:PWR_FLAG", ref, "PWR_FLAG", "", 1, x, y, 0, ((0, -5), (0, -3.8)), False)
        self.pin_end((ref, net), net, x, y, 270)

    def expression(self, title):
        libraries = []
        for full, item in sorted(self.used.items()):
            libraries.append([item[0], quote(full), *item[2:]])
        return ["kicad_sch", ["version", "20250114"], ["generator", '"leyboard"'],
                ["generator_version", '"9.0"'], ["uuid", quote(self.root)],
                ["paper", '"A3"'],
                ["title_block", ["title", quote(f"Leyboard: {title}")],
                 ["company", '"CERN-OHL-P-2.0"'],
                 ["comment", "1", '"Made from hardware/design/ and circuits.py; not yet built"']],
                ["lib_symbols", *libraries], *self.items,
                ["sheet_instances", ["path", '"/"', ["page", '"1"']]],
                ["embedded_fonts", "no"]]


def write(circuit, parts):
    """Text of the schematic of `circuit`, one of SHEETS. Raises ValueError for a part left out."""
    groups = SHEETS[circuit.name]
    placed = [ref for column in groups for _, refs in column for ref in refs]
    if sorted(placed) != sorted(circuit.components):
        raise ValueError(f"{circuit.name}: not placed once: "
                         f"{sorted(set(placed) ^ set(circuit.components))}")
    sheet = Sheet(circuit, parts)
    wide = min(WIDTH / len(groups), 78)
    for number, column in enumerate(groups):
        x, y = _grid(15 + (number + 0.5) * wide), TOP
        for title, refs in column:
            top = y
            sheet.text(title, x - wide / 2 + 4, y + 3.8)
            y += 2.54
            for ref in refs:
                y = sheet.component(ref, x, y)
            y = _grid(y + 2.54)
            sheet.frame(x - wide / 2 + 1.5, top - 1.27, x + wide / 2 - 1.5, y)
            y += 5.08
    driven = [net for net in ("GND", "+3V3", "+5V", "+5V_FUSED", "+5V_LOGIC", "VSYS")
              if net in circuit.nets() and not (net == "+3V3" and circuit.name == "main")]
    x, y = 335.28, 228.6
    sheet.text("Supplies, for the rule check", x, y - 10.16)
    for i, net in enumerate(driven):
        sheet.power_flag(net, x + i * 12.7, y)
    return dump(sheet.expression(circuit.title)) + "\n"
