"""Checks every wire from plug to plug: its path, the opening that it passes through, and whether
the length in the guide is enough. Lengths in mm, along right angles; x east and y north from the
middle of a block or of the control box.
"""

import math
import re
from typing import NamedTuple

from hardware import bills, boards
from hardware.assembly import Box, block_boxes, board_top, box_boxes, carrier_top, on_board, value
from hardware.electronics import circuits
from hardware.harness import plans
from hardware.source import Design, Toml

Point = tuple[float, float]


class Way(NamedTuple):
    """`needs`: mm of its way; `has`: of [wires] in bills.toml, key `key`; `through`: in words."""

    name: str
    key: str
    through: str
    needs: float
    has: float


_BEND = 10    # at each end: the bend out of a plug or terminal, and the stripped end
_ROUND = 2.2  # outside of a wire of 0.5 mm2
_BESIDE = 40  # from the board's edge to the middle of a tray
_TRAY = 110   # from tray to tray, side by side
_OPEN = 80    # between the box and its lid while the plugs go on
_SOLDERED = ("switch", "button", "pad")  # leads with one end soldered


def _boxes(design: Design, board: boards.Board) -> dict[str, Box]:
    """Return {reference: Box} of the plugs on the circuit board of a block of `board`."""
    floor = board_top(design.mechanics, "frame")
    make = circuits.block if board.cells_read else circuits.hall_block
    return {box.name.split()[0]: box for box in on_board(make(design.boards), floor)}


def slots(m: Toml, pitch: float) -> list[Point]:
    """Return the middles of the slots in the carrier."""
    return [(x, y) for x in (-pitch / 2, pitch / 2) for y in (-pitch / 2, pitch / 2)]


def _cut(design: Design, key: str) -> float:
    """Return the mm of a wire as it is cut or bought."""
    return design.bills.need("wires", key, (int, float))


def free(design: Design, mm: float, soldered: int) -> float:
    """Return the free length of a bought lead of `mm`: its housings hide some, and `soldered` ends
    lose their contacts."""
    return mm - (2 - soldered) * _cut(design, "hidden") - soldered * _cut(design, "contact")


def _lead(design: Design, key: str) -> float:
    """Return the free mm of the bought lead of `key`."""
    return free(design, _cut(design, key), int(key in _SOLDERED))


def _along(a: Point, b: Point) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def lights(design: Design, board: boards.Board) -> list[tuple[Way, Point | None]]:
    """Return [(Way, (x, y) of its slot or None)] of the wires of a block's first and last
    light."""
    m, pitch = design.mechanics, board.pitch
    plug = _boxes(design, board)["J4"]
    start = (plug.x1 + plug.x2) / 2, plug.y1 - _BEND  # its mouths face the board's edge
    rise = value(m, "frame", "height") - board_top(m, "frame")
    half, found = board.side * pitch / 2, []
    for name, at in (("first", 0), ("last", board.per_spot * board.side ** 2 - 1)):
        light = board.pixels[at][0] - half, board.pixels[at][1] - half
        if board.cells_read:
            slot = min(slots(m, pitch), key=lambda slot: _along(slot, light))
            length = _along(start, slot) + _along(slot, light)
            through = "slot {:+.0f} {:+.0f} of the carrier".format(*slot)
        else:
            length, slot, through = _along(start, light), None, "the frame, no carrier in it"
        key = f"lights_{name}"
        found.append((Way(f"`{board.name}`: J4 to the {name} light of a block", key, through,
                          length + rise + 2 * _BEND, _cut(design, key)), slot))
    return found


def _leads(design: Design, board: boards.Board) -> Way:
    """Return the longest of the readers' leads while they are plugged in: the carrier stands
    upright on the frame's north wall, and the wires go straight except for a bend at each end."""
    m, plugs, found = design.mechanics, _boxes(design, board), []
    edge = 1.5 * board.pitch - value(m, "frame", "wall")
    for cell in range(9):
        plug = plugs[f"J{11 + cell}"]
        row = (cell // 3 - 1) * board.pitch + 4 - value(m, "module", "depth") / 2
        module = ((cell % 3 - 1) * board.pitch, edge, value(m, "frame", "height") + edge - row)
        at = (plug.x1 + plug.x2) / 2, (plug.y1 + plug.y2) / 2, plug.z2
        found.append((math.dist(module, at) + value(m, "module", "bend") + 2 * _BEND, cell))
    length, cell = max(found)
    return Way(f"`{board.name}`: J{11 + cell} to its module, the carrier upright", "lead",
               "the carrier's opening", length,
               free(design, design.boards.need("coil", "lead", (int, float)), 1))


def _switches(design: Design, board: boards.Board) -> Way:
    """Return the hall block's lead with the longest way."""
    m, plugs, found = design.mechanics, _boxes(design, board), []
    for cell in range(9):
        plug = plugs[f"J{11 + cell}"]
        to = (cell % 3 - 1) * board.pitch, (cell // 3 - 1) * board.pitch - 12
        way = _along(((plug.x1 + plug.x2) / 2, (plug.y1 + plug.y2) / 2), to)
        found.append((way + abs(value(m, "frame", "height") - plug.z2) + _BEND, cell))
    length, cell = max(found)
    return Way(f"`{board.name}`: J{11 + cell} to the switch of cell {cell}", "switch",
               "the frame, no carrier in it", length, _lead(design, "switch"))


def _panel(design: Design) -> list[Way]:
    """Return the leads of the control box: those to its lid, and the one to the pad's reader."""
    m = design.mechanics
    inside = {box.name: box for box in box_boxes(design)}
    plugs = {name.split()[0]: box for name, box in inside.items() if "(" in name}
    found = []
    for ref, name, key in (("J3", "display's plug", "display"), ("J4", "knob's plug", "knob"),
                           ("J5", "take-back button", "button")):
        a, b = plugs[ref], inside[name]
        way = _along(((a.x1 + a.x2) / 2, (a.y1 + a.y2) / 2),
                     ((b.x1 + b.x2) / 2, (b.y1 + b.y2) / 2))
        found.append(Way(f"box: {ref} to {name}", key, "inside, the lid lifted", way + _OPEN,
                         _lead(design, key)))
    a = plugs["J6"]
    wall = value(m, "board", "depth") / 2 + 5
    found.append(Way("box: J6 to the pad beside it", "pad", "the opening for pad and lights",
                     wall - (a.y1 + a.y2) / 2 + abs(44 - (a.x1 + a.x2) / 2) + a.z2 -
                     board_top(m, "box") + _cut(design, "pad_beside") + 2 * _BEND,
                     _lead(design, "pad")))
    return found


def _places(board: boards.Board) -> list[Point]:
    """Return the middles of a board's blocks in the order of the chain, from its south-west
    corner."""
    side = board.side * board.pitch
    return [((c + 0.5) * side, (r + 0.5) * side) for c, r in board.block_places()]


def _ribbons(design: Design) -> list[Way]:
    """The longest hop of the ribbon from block to block, of all boards; none if all have one."""
    found = []
    for board in boards.boards(design.boards).values():
        if board.blocks < 2:
            continue
        plugs, places = _boxes(design, board), _places(board)
        (ax, ay), (bx, by) = (((plugs[ref].x1 + plugs[ref].x2) / 2,
                               (plugs[ref].y1 + plugs[ref].y2) / 2) for ref in ("J2", "J1"))
        for (x, y), (u, v) in zip(places, places[1:], strict=False):
            found.append((_along((x + ax, y + ay), (u + bx, v + by)) + 4 * _BEND, board.name))
    return [Way(f"`{name}`: ribbon from block to block", "ribbon", "the frames' windows", length,
                _cut(design, "ribbon")) for length, name in sorted(found)[-1:]]


def strips(design: Design, board: boards.Board) -> list[tuple[Point, list[Point]]]:
    """Return [((x, y) of a strip, [ends of its wires at J3])] of a board with blocks. A strip
    stands beside the board, before the middle of the blocks it feeds, on the nearest side."""
    places, high = _places(board), board.height * board.pitch
    share = -(-len(places) // (1 if board.hall else board.supplies))
    plug, found = _boxes(design, board)["J3"], []
    for first in range(0, len(places), share):
        ends = [(x + (plug.x1 + plug.x2) / 2, y + plug.y1)
                for x, y in places[first:first + share]]
        middle = sum(x for x, _ in ends) / len(ends)
        strip = min(((middle, y) for y in (-_BESIDE, high + _BESIDE)),
                    key=lambda strip: max(_along(strip, end) for end in ends))
        found.append((strip, ends))
    return found


def _supply(design: Design, board: boards.Board) -> list[Way]:
    """Return the longest pair of wires from a strip of a board to a block, and from a strip to
    the next."""
    if not board.blocks:
        return []
    made = strips(design, board)
    far = [_along(strip, end) for strip, ends in made for end in ends]
    next_ = [_along(one, other) or _TRAY for (one, _), (other, _) in zip(made, made[1:],
                                                                        strict=False)]
    return [Way(f"`{board.name}`: {words}", key, "the frames' windows", max(lengths) + 2 * _BEND,
                board.wires.get(key, _cut(design, key)))
            for lengths, key, words in (
                (far, "supply", "strip to J3 of its farthest block"),
                (next_, "ground", "strip to the strip of the next brick")) if lengths]


def longer(design: Design, board: boards.Board) -> dict[str, float]:
    """Return {key: mm} of the wires that a board needs longer than the usual cut."""
    return {way.key: 50 * math.ceil(way.needs / 50) for way in _supply(design, board)
            if way.needs > way.has}


def _supplies(design: Design) -> list[Way]:
    """Return the tightest of each kind of supply wire of all boards."""
    found: dict[str, Way] = {}
    for board in boards.boards(design.boards).values():
        for way in _supply(design, board):
            before = found.get(way.key, way)
            found[way.key] = min(before, way, key=lambda one: one.has - one.needs)
    return list(found.values())


_GAUGES = (("wire_power", "0.75 mm2", 2), ("wire_lights", "0.5 mm2", 3))  # part, gauge, colours


def missing(design: Design, board: boards.Board) -> dict[str, float]:
    """Return {part: metres} of wire that the drawings of a board need and its bill lacks."""
    count, found = bills.Bills(design).count(board), {}
    drawn = [plans.power(board, 0, design.bills), plans.lights(board, design.bills)]
    for part, gauge, colours in _GAUGES:
        times = board.blocks if part == "wire_lights" and board.blocks else 1
        needs = times * sum(cable["wirecount"] * cable["length"] for plan in drawn
                            for cable in plan["cables"].values()
                            if cable["gauge"] == gauge) / colours
        if needs > count.get(part, 0) + 1e-6:
            found[part] = needs - count.get(part, 0)
    return found


def _metres(design: Design) -> None:
    """Raise SourceError for a bill with less wire than the drawings of its board need."""
    gauges = {part: gauge for part, gauge, _ in _GAUGES}
    for board in boards.boards(design.boards).values():
        for part, metres in missing(design, board).items():
            has = bills.Bills(design).count(board).get(part, 0)
            what = (f"{board.name} takes {has + metres:.2f} m of wire of {gauges[part]}, its bill "
                    f"has {has:.2f}")
            if board.takes:
                raise board.source.error(f"boards.{board.name}.takes", part, what, "Buy more")
            raise design.bills.error("supply", part, what, "Buy more")


# The bought lead of each key; `reader` is [coil] lead of boards.toml (coils.py).
LEADS = {"display": "lead4", "knob": "lead5", "button": "lead2", "pad": "lead8",
         "switch": "lead3"}


def every(design: Design) -> list[tuple[Way, Point | None]]:
    """Return [(Way, slot or None)] of all wires that a maker cuts or buys, one a kind of board."""
    found: list[tuple[Way, Point | None]] = []
    known = boards.boards(design.boards).values()
    for board in [b for b in known if b.cells_read][:1]:
        found += [*lights(design, board), (_leads(design, board), None)]
    for board in [b for b in known if b.hall][:1]:
        found += [*lights(design, board), (_switches(design, board), None)]
    return found + [(way, None) for way in (*_ribbons(design), *_supplies(design),
                                            *_panel(design))]


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py."""
    found = every(design)
    for way, _ in found:
        if way.needs > way.has:
            if way.key == "lead":
                raise design.boards.error("coil", "lead", f"{way.name} needs {way.needs:.0f} mm",
                                          "Take longer leads, and name them in bills.toml")
            raise design.bills.error("wires", way.key, f"{way.name} needs {way.needs:.0f} mm, "
                                     f"{way.has:g} are cut or bought", f"Lengthen {way.key}, in "
                                     "parts.csv and where it is counted, too")
    _bought(design)
    _metres(design)
    way = min((way for way, _ in found), key=lambda way: way.has - way.needs)
    rows: list[tuple[str, ...]]
    rows = [(f"{len(found)} kinds of wires from plug to plug: tightest {way.name}",
             f"{way.needs:.0f} mm", f"{way.has:g} mm", f"{way.has - way.needs:.0f} mm",
             "lay each before you cut it")]
    if any(board.cells_read for board in boards.boards(design.boards).values()):
        wires, most = _slots(design, [slot for _, slot in found if slot])
        rows.append(("block: the fullest slot of the carrier, by wires of 0.5 mm2",
                     f"{wires} wires", f"{most} wires", f"{most - wires}", "-"))
    return rows


def _bought(design: Design) -> None:
    """Raise SourceError if parts.csv or a bill gives less wire than [wires] says."""
    parts = design.parts
    for key, part in LEADS.items():
        what, said = parts[part]["what"], re.search(r"(\d+) cm", parts[part]["what"])
        if not said or int(said[1]) * 10 < _cut(design, key):
            raise parts.error(part, f"{what!r} is shorter than the {_cut(design, key):g} mm of "
                              f"{design.bills.where('wires', key)}",
                              "Say its length in cm, as 20 cm")
    account = bills.Bills(design)
    for board in boards.boards(design.boards).values():
        count = account.count(board)
        for part in LEADS.values():
            if not count.get(part) and (part != LEADS["switch"] or board.hall):
                raise design.bills.error("board", None, f"the bill of {board.name} has no {part}",
                                         f"Add a line `{part} = 1`")
    cut = _cut(design, "lights_first") + _cut(design, "lights_last")
    for table in ("block", "hall_block"):
        for part, at, least in (("wire_lights", table, cut),
                                ("wire_power", table, _cut(design, "supply")),
                                ("ribbon_m", "ribbon_hop", _cut(design, "ribbon"))):
            if 1000 * design.bills.need(at, part, (int, float)) < least - 1e-6:
                raise design.bills.error(at, part, f"a block takes {least:g} mm of {part}",
                                         f"Buy {least / 1000:g} m")


def _slots(design: Design, used: list[Point]) -> tuple[int, int]:
    """Return (wires, room) of the fullest slot. Raises SourceError for a slot that is too small
    for its wires."""
    m, pitch = design.mechanics, design.boards.need("block", "pitch", int)
    x, y = value(m, "deck", "slot_x"), value(m, "deck", "slot_y")
    wall = (pitch - value(m, "module", "depth") - y) / 2 - value(m, "fit", "slide")
    if wall < 0.8:
        raise m.error("deck", "slot_y", f"{wall:.1f} mm of the carrier stay between a slot and a "
                      "module's pocket", "Leave 0.8 mm")
    most = int(x // _ROUND) * int(y // _ROUND)
    wires = max((3 * used.count(slot) for slot in used), default=0)
    if wires > most or not used:
        raise m.error("deck", "slot_x", f"{wires} wires of {_ROUND} mm go through a slot for "
                      f"{most}", "Make it wider or longer")
    room = value(m, "frame", "height") - carrier_top(m) + 2  # and the top's channel
    if room < _ROUND:
        raise m.error("frame", "height", f"{room:.1f} mm between carrier and channel, for wires "
                      f"of {_ROUND}", "Raise height")
    for box in block_boxes(design):
        for a, b in used:
            if box.z2 > value(m, "frame", "posts") - 1 and box.x1 < a + x / 2 and \
                    box.x2 > a - x / 2 and box.y1 < b + y / 2 and box.y2 > b - y / 2:
                raise m.error("deck", "slot_x", f"{box.name} stands in a slot's way",
                              "Move the slot, or shorten it")
    return wires, most
