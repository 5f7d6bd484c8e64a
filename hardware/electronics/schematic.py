"""Writes a KiCad schematic of a circuit as drawings.py lays it out: wires along the signals,
symbols for the supplies, and a name at the end of every wire that continues elsewhere.

This needs KiCad's symbol libraries, but no tool. The output is always the same, byte for byte;
`kicad-cli` then proves it equal to SKiDL's netlist.
"""

from __future__ import annotations

import uuid
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.electronics import circuits, drawings, symbols
from hardware.electronics.sexpr import dump, find, parse, quote

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from hardware.source import Parts

    Node = list[Any]  # of sexpr
    Spot = tuple[float, float]
    Place = tuple[float, float, int, bool]
    Texts = tuple[Spot | None, Spot | None]

LIBRARIES = Path("/usr/share/kicad/symbols")
GRID = 2.54
MARGIN = (4, 3)  # of a drawing from the corner of its sheet, in steps
# Supplies drawn as symbols; all other nets have a name at the end of a wire.
SUPPLIES = ("GND", "+3V3", "+5V", "+5V_FUSED", "+5V_CELLS", "+5V_LOGIC")
_STEPS = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}  # on paper, y down


def uid(*names: object) -> str:
    """Return a stable UUID for the item with these names."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "leyboard/" + "/".join(map(str, names))))


def open_net(ref: str, full: str, pin: int | str) -> str:
    """Return KiCad's name of the net of a pin that is left open."""
    for part in find(symbol(full), "symbol"):
        for item in find(part, "pin"):
            if find(item, "number")[0][1].strip('"') == str(pin):
                name = find(item, "name")[0][1].strip('"').replace("/", "{slash}")
                middle = "" if name in ("", "~") else f"{name}-"
                return f"unconnected-({ref}-{middle}Pad{pin})"
    raise KeyError(f"{full} has no pin {pin}")


@cache
def _library(name: str) -> Node:
    if name == "hw":
        return parse(symbols.library())  # type: ignore[no-any-return]
    return parse((LIBRARIES / f"{name}.kicad_sym").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@cache
def symbol(full: str) -> Node:
    """Return the symbol `library:name` as an expression of its own, its parent's body filled
    in."""
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


def units(full: str) -> dict[int, list[tuple[str, float, float, int]]]:
    """Return {unit: [(pin number, x, y, angle)]} of a symbol; pins of unit 0 belong to unit 1
    here."""
    found: dict[int, list[tuple[str, float, float, int]]] = {}
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


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _at(x: float, y: float, angle: float = 0) -> list[str]:
    return ["at", _number(x), _number(y), _number(angle)]


def _on(x: float, y: float, angle: float = 0) -> list[str]:
    """Return a place in steps of a drawing, as the sheet's `at`."""
    return _at((x + MARGIN[0]) * GRID, (y + MARGIN[1]) * GRID, angle)


def _effects(justify: str | None = None, hide: bool = False, size: float = 1.27) -> Node:
    made = ["effects", ["font", ["size", _number(size), _number(size)]]]
    if justify:
        made.append(["justify", *justify.split()])
    if hide:
        made.append(["hide", "yes"])
    return made


class Wires:
    """The wires of a sheet, in grid steps; finds joints, and refuses short circuits."""

    def __init__(self) -> None:
        self.segments: list[tuple[str | None, float, float, float, float]]
        self.segments = []  # (net, x1, y1, x2, y2), never of length 0

    def add(self, net: str | None, points: Sequence[Spot]) -> None:
        """Add a line through `points`, with right angles only."""
        for (x1, y1), (x2, y2) in zip(points, points[1:], strict=False):
            if x1 != x2 and y1 != y2:
                raise ValueError(f"{net}: a slanting wire from {x1, y1} to {x2, y2}")
            if (x1, y1) != (x2, y2):
                self.segments.append((net, *min((x1, y1), (x2, y2)), *max((x1, y1), (x2, y2))))

    def ends(self) -> dict[Spot, list[str | None]]:
        """Return {(x, y): [net, ...]} of the ends of all segments."""
        found: dict[Spot, list[str | None]] = {}
        for net, x1, y1, x2, y2 in self.segments:
            for point in ((x1, y1), (x2, y2)):
                found.setdefault(point, []).append(net)
        return found

    def on(self, point: Spot) -> list[str | None]:
        """Return the nets whose segments pass `point` or end there."""
        x, y = point
        return [net for net, x1, y1, x2, y2 in self.segments if x1 <= x <= x2 and y1 <= y <= y2]

    def joints(self, pins: dict[Spot, str | None]) -> list[Spot]:
        """Return the points where three or more ends meet, or a wire ends on another. `pins` is
        {(x, y): net}. Raises ValueError where two nets touch."""
        found = []
        for point, nets in self.ends().items():
            all_here = set(self.on(point)) | ({pins[point]} if point in pins else set())
            if len(all_here) > 1:
                raise ValueError(f"{sorted(map(str, all_here))} touch at {point}")
            through = len(self.on(point)) - len(nets)
            if len(nets) + 2 * through + (point in pins) > 2:
                found.append(point)
        for point, net in pins.items():
            if set(self.on(point)) - {net}:
                raise ValueError(f"a wire of {self.on(point)} crosses a pin of {net} at {point}")
            if point not in found and len(self.on(point)) > len(self.ends().get(point, ())):
                found.append(point)  # a wire passes the pin
        return sorted(found)

    def parted(self, joints: list[Spot]) -> list[tuple[float, float, float, float]]:
        """Return (x1, y1, x2, y2) of all wires, split at joints, since KiCad loses a wire with a
        joint inside."""
        found = set()
        for _, x1, y1, x2, y2 in self.segments:
            cuts = sorted({(x1, y1), (x2, y2)} | {
                (x, y) for x, y in joints if x1 <= x <= x2 and y1 <= y <= y2})
            found |= {(*a, *b) for a, b in zip(cuts, cuts[1:], strict=False)}
        return sorted(found)


class Sheet:
    """One schematic in the making: `items` in order, `used` the symbols it must carry."""

    def __init__(self, circuit: circuits.Circuit, parts: Parts) -> None:
        self.circuit, self.parts = circuit, parts
        self.items: list[Node]
        self.used: dict[str, Node]
        self.items, self.used = [], {}
        self.root = uid(circuit.name)
        self.hung = 0   # symbols of supplies and flags
        self.pins: dict[tuple[str, str], tuple[float, float, int]]
        self.done: set[tuple[str, str]]
        self.named: set[str | None]
        self.pins = {}  # {(ref, number): (x, y, direction out of the symbol)}, in grid steps
        self.wires, self.done = Wires(), set()
        self.named = set()  # nets with a symbol or a name at an end

    def text(self, words: str, x: float, y: float, size: float = 2.0) -> None:
        self.items.append(["text", quote(words), ["exclude_from_sim", "no"],
                           _on(x, y), _effects("left bottom", size=size),
                           ["uuid", quote(uid(self.circuit.name, "text", words, x, y))]])

    def symbol(self, full: str, ref: str, value: str, footprint: str, unit: int, place: Place,
               texts: Texts, in_bom: bool = True) -> None:
        """Place one unit of a symbol; `place` is (x, y, turn, mirrored) in grid steps, `texts` the
        positions of reference and value, (x, y) from the place, or None for a hidden one."""
        self.used[full] = symbol(full)
        x, y, turn, mirrored = place
        yes = "yes" if in_bom else "no"

        def shown(kind: str, words: str, at: Spot | None) -> Node:
            dx, dy = at or (0, 0)
            return ["property", quote(kind), quote(words),
                    _on(x + dx, y + dy, turn % 180), _effects(hide=at is None)]
        self.items.append([
            "symbol", ["lib_id", quote(full)], _on(x, y, turn),
            *([["mirror", "y"]] if mirrored else []), ["unit", str(unit)],
            ["exclude_from_sim", "no"], ["in_bom", yes], ["on_board", yes], ["dnp", "no"],
            ["uuid", quote(uid(self.circuit.name, ref, unit))],
            shown("Reference", ref, texts[0]), shown("Value", value, texts[1]),
            shown("Footprint", footprint, None), shown("Datasheet", "", None),
            shown("Description", "", None),
            ["instances", ["project", quote(self.circuit.name), [
                "path", quote(f"/{self.root}"), ["reference", quote(ref)],
                ["unit", str(unit)]]]]])

    def component(self, ref: str, unit: int, place: Place) -> None:
        """Place a unit of the circuit's component `ref` and note where its pins are."""
        component = self.circuit.components[ref]
        row = self.parts[component.part]
        x, y, turn, mirrored = place
        pins = []
        for number, px, py, angle in units(row["symbol"])[unit]:
            px, py = px / GRID, py / GRID
            if mirrored:
                px, angle = -px, (180 - angle) % 360
            for _ in range(turn // 90):
                px, py, angle = -py, px, (angle + 90) % 360
            at = (round(x + px, 1), round(y - py, 1))
            pins.append((*at, (angle + 180) % 360))
            self.pins[ref, number] = (*at, (angle + 180) % 360)
        high = min(p[1] for p in pins) - y
        low = max(p[1] for p in pins) - y
        upright = any(p[2] in (90, 270) for p in pins)
        if upright and len(pins) < 6:  # words beside it
            aside = 4 if low - high > 9 else 2.2 if len(pins) == 2 else 3
            texts = ((aside, -0.6), (aside, 0.6)) if len(pins) == 2 else (
                (aside, -1.6), (aside + 0.6, 1.6))
        elif upright:
            aside = max(p[0] for p in pins) - x
            texts = ((aside, high - 0.2), (aside, low + 0.2))
        elif len(pins) > 2:  # a connector: above it
            texts = ((-2, high - 1.6), (2, high - 1.6))
        else:
            texts = ((0, high - 1.6), (0, low + 1.6))
        self.symbol(row["symbol"], ref, row["value"], row["footprint"], unit, place, texts)

    def wire(self, net: str, path: Sequence[Any]) -> None:
        """Draw a wire of `net` along `path`: it begins at a pin "U1.14" or a point (x, y), goes on
        to ("x", 15) or ("y", 20), and ends there, at a pin, or with "name", the net's name."""
        points = [self._point(net, path[0])]
        named = path[-1] == "name"
        for step in path[1:len(path) - named]:
            x, y = points[-1]
            if step[0] == "x":
                points.append((step[1], y))
            elif step[0] == "y":
                points.append((x, step[1]))
            else:
                to = self._point(net, step)
                points += [(x, to[1]), to]
        self.wires.add(net, points)
        if named:
            (x1, y1), (x2, y2) = [p for i, p in enumerate(points)
                                  if not i or p != points[i - 1]][-2:]
            way = (0 if x2 > x1 else 180) if y1 == y2 else 270 if y2 > y1 else 90
            self.name(net, x2, y2, way)

    def _point(self, net: str, where: str | Spot) -> Spot:
        if not isinstance(where, str):
            return where
        ref, number = where.split(".")
        if self.circuit.components[ref].pins[int(number)] != net:
            raise ValueError(f"{self.circuit.name}: {where} is not of {net}")
        self.done.add((ref, number))
        return self.pins[ref, number][:2]

    def trunk(self, net: str, x: float, pins: list[str]) -> None:
        """Draw an upright wire at `x`, and a wire from each of `pins` to it."""
        ys = [self._point(net, pin)[1] for pin in pins]
        for pin in pins:
            self.wires.add(net, [self._point(net, pin), (x, self._point(net, pin)[1])])
        levels = sorted(set(ys))
        for a, b in zip(levels, levels[1:], strict=False):
            self.wires.add(net, [(x, a), (x, b)])

    def name(self, net: str, x: float, y: float, way: int) -> None:
        """Write a net's name at the end of a wire that leads to `way`: a supply's symbol, or a
        label."""
        self.named.add(net)
        if net not in SUPPLIES:
            self.items.append(["global_label", quote(net), ["shape", "passive"],
                               _on(x, y, way),
                               _effects("left" if way in (0, 90) else "right"),
                               ["uuid", quote(uid(self.circuit.name, "label", net, x, y))]])
            return
        self.hung += 1
        full = f"power:{net if net in ('GND', '+3V3') else '+5V'}"
        turn = (way + 90) % 360 if net == "GND" else (way - 90) % 360
        dx, dy = _STEPS[way]
        far = 1.4 if dy else 1.3 + 0.26 * len(net)
        self.symbol(full, f"#PWR{self.hung:02}", net, "", 1, (x, y, turn, False),
                    (None, None if net == "GND" else (dx * far, dy * far)), in_bom=False)

    def rest(self) -> None:
        """Give each remaining pin a short wire with its net's name, or a mark if it is open on
        purpose."""
        for (ref, number), (x, y, way) in sorted(self.pins.items()):
            net = self.circuit.components[ref].pins[int(number)]
            if net is circuits.NC:
                self.items.append(["no_connect", _on(x, y)[:3],
                                   ["uuid", quote(uid(self.circuit.name, "nc", ref, number))]])
            elif (ref, number) not in self.done:
                dx, dy = _STEPS[way]
                self.wires.add(net, [(x, y), (x + dx, y + dy)])
                self.name(net, x + dx, y + dy, way)

    def flags(self, nets: list[str], x: float, y: float) -> None:
        """Tell the rule check which supplies come from outside."""
        self.text("Supplies, for the rule check", x - 2, y - 4)
        for i, net in enumerate(nets):
            at = x + 5 * i
            self.hung += 1
            self.symbol("power:PWR_FLAG", f"#FLG{self.hung:02}", "PWR_FLAG", "", 1,
                        (at, y, 0, False), (None, None), False)
            self.wires.add(net, [(at, y), (at, y + 1)])
            self.name(net, at, y + 1, 270)

    def inner_names(self) -> None:
        """Write the name of a net that is wired throughout over its longest level wire, or along
        its longest upright one."""
        longest: dict[Any, tuple[bool, float, float, float]] = {}
        for net, x1, y1, x2, y2 in self.wires.segments:
            if net not in self.named:
                found = (y1 == y2, x2 - x1 + y2 - y1, x1, y2)
                longest[net] = max(longest.get(net, found), found)
        for net, (level, _, x, y) in sorted(longest.items()):
            self.items.append(["global_label", quote(net), ["shape", "passive"],
                               _on(x, y, 0 if level else 90), _effects("left", size=0.9),
                               ["uuid", quote(uid(self.circuit.name, "label", net))]])

    def draw(self) -> None:
        """Draw the wires and their joints. Raises ValueError where two nets touch."""
        pins: dict[Spot, str | None] = {}
        for (ref, number), (x, y, _) in self.pins.items():
            net = self.circuit.components[ref].pins[int(number)]
            if pins.setdefault((x, y), net) != net:
                raise ValueError(f"{self.circuit.name}: pins of {net} and {pins[x, y]} at {x, y}")
        joints = self.wires.joints(pins)
        for number, (x1, y1, x2, y2) in enumerate(self.wires.parted(joints)):  # type: ignore[assignment]
            self.items.append(["wire", ["pts", *(["xy", *_on(x, y)[1:3]] for x, y in
                                                  ((x1, y1), (x2, y2)))],
                               ["stroke", ["width", "0"], ["type", "default"]],
                               ["uuid", quote(uid(self.circuit.name, "wire", number))]])
        self.inner_names()
        for x, y in joints:
            self.items.append(["junction", _on(x, y)[:3],
                               ["diameter", "0"], ["color", "0", "0", "0", "0"],
                               ["uuid", quote(uid(self.circuit.name, "joint", x, y))]])

    def expression(self, title: str) -> Node:
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


def write(circuit: circuits.Circuit, parts: Parts) -> str:
    """Return the text of the schematic of `circuit`."""
    return dump(drawn(circuit, parts).expression(circuit.title)) + "\n"


def drawn(circuit: circuits.Circuit, parts: Parts) -> Sheet:
    """Return the Sheet of `circuit` as drawings.py lays it out. Raises ValueError for a part left
    out, and for wires of two nets that touch."""
    plan = drawings.DRAWINGS[circuit.name]
    sheet = Sheet(circuit, parts)
    wanted = {(ref, unit) for ref, part in circuit.components.items()
              for unit in units(parts[part.part]["symbol"])}
    placed = {}
    for name, place in plan["place"].items():
        ref, _, unit = name.partition("/")
        placed[ref, int(unit or 1)] = (*place, 0, False)[:4] if len(place) < 4 else place
    if placed.keys() != wanted:
        raise ValueError(f"{circuit.name}: not placed once: {sorted(placed.keys() ^ wanted)}")
    for (ref, unit), place in placed.items():
        sheet.component(ref, unit, place)
    for net, *path in plan["wires"]:
        sheet.wire(net, path)
    for net, x, pins in plan["trunks"]:
        sheet.trunk(net, x, pins.split())
    sheet.rest()
    for words, x, y in plan["words"]:
        sheet.text(words, x, y)
    sheet.flags([net for net in ("GND", "+3V3", "+5V", "+5V_FUSED", "+5V_LOGIC", "VSYS")
                 if net in circuit.nets() and not (net == "+3V3" and circuit.name == "main")],
                *plan["flags"])
    sheet.draw()
    return sheet
