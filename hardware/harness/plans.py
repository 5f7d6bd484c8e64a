"""The harness of each board as WireViz plans (dicts), from the circuits and the boards.

Plans: `cell` (a reader's lead), `ribbon` (one hop), `panel` (display, knob, button, pad); and for
each board `power-NAME` and `lights-NAME`. `topview` draws the paths of ribbons and lights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware import colours, voltage_drop
from hardware.electronics.circuits import READER, RIBBON

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType
    from typing import Any

    from hardware.boards import Board
    from hardware.electronics.circuits import Circuit
    from hardware.source import Design, Toml

    Items = dict[str, dict[str, Any]]
    Joins = list[list[dict[str, Any]]]
    Plan = dict[str, Any]

_OPTIONS = {"fontname": "DejaVu Sans", "bgcolor": "WH", "color_mode": "FULL"}
_SOCKET = {"type": "jumper socket", "subtype": "female"}
CODES = {"red": "RD", "orange": "OG", "black": "BK", "yellow": "YE", "green": "GN",
          "blue": "BU", "white": "WH", "violet": "VT", "grey": "GY"}
_NEEDED = 6           # of a reader's eight pins: the last two stay open


def _plan(title: str, connectors: Items, cables: Items, connections: Joins) -> Plan:
    return {"metadata": {"title": title}, "options": _OPTIONS, "connectors": connectors,
            "cables": cables, "connections": connections}


def _pins(circuit: Circuit, ref: str) -> list[str]:
    """Return the net names of a connector, in the order of its pins; "open" where none is
    joined."""
    return [net or "open" for _, net in sorted(circuit.components[ref].pins.items())]


def coded(names: Iterable[str]) -> list[str]:
    """Return WireViz's names of colours."""
    return [CODES[name] for name in names]


def _metres(bills: Toml, key: str, board: Board | None = None) -> float:
    wires = board.wires if board else {}
    return wires.get(key, bills.need("wires", key, (int, float))) / 1000


def cell(block: Circuit, lead: float) -> Plan:
    """Return the lead of `lead` metres from a block to a reader: six wires, straight through."""
    way = f"1-{_NEEDED}"
    return _plan("Lead from a block to the reader of a cell", {
        "J11": {"type": "housing 1x8", "subtype": "block, cell 0: pin 8 cut off, hole 8 filled",
                "pinlabels": _pins(block, "J11")},
        "PN532": {"type": "eight holes", "subtype": "reader module, switches set to SPI",
                  "pinlabels": list(READER)}},
        {"W1": {"wirecount": _NEEDED, "length": lead, "type": "jumper wires",
                "colors": coded(map(colours.of, READER[:_NEEDED]))}},
        [[{"J11": way}, {"W1": way}, {"PN532": way}]])


def ribbon(length: float) -> Plan:
    """Return one hop of the ribbon, in metres."""
    labels = [RIBBON[n] for n in range(1, 17)]
    far = [name + " (in)" if name in ("CHAIN_DATA", "PIXELS") else name for name in labels]
    return _plan("Ribbon from the main board, or from a block's J2, to the next block's J1", {
        "J2": {"type": "box header 2x8", "subtype": "board before", "pinlabels": labels},
        "J1": {"type": "box header 2x8", "subtype": "next block", "pinlabels": far}},
        {"W1": {"wirecount": 16, "length": length, "colors": coded(colours.RIBBON),
                "type": "flat ribbon, its red edge is way 1",
                "gauge": "0.09 mm2"}},
        [[{"J2": "1-16"}, {"W1": "1-16"}, {"J1": "1-16"}]])


def panel(main: Circuit, bills: Toml) -> Plan:
    """Return the cables of the main board: to display, knob, button and the pad's reader."""
    parts = {"J3": ("display", "display", ["GND", "VCC", "SCL", "SDA"]),
             "J4": ("knob", "knob", ["CLK (A)", "DT (B)", "SW", "+", "GND"]),
             "J5": ("take-back button", "button", ["1", "2"]),
             "J6": ("reader of the pad", "pad", list(READER))}
    connectors, cables, connections = {}, {}, []
    for n, (ref, (what, key, labels)) in enumerate(parts.items(), 1):
        nets = _pins(main, ref)
        count = _NEEDED if ref == "J6" else len(labels)
        connectors[ref] = {"type": f"housing 1x{len(labels)}", "subtype": "main board",
                           "pinlabels": nets}
        connectors[what] = {"type": what, "pinlabels": labels}
        cables[f"W{n}"] = {"wirecount": count, "length": _metres(bills, key),
                           "colors": coded(map(colours.of, nets[:count]))}
        way = f"1-{count}"
        connections.append([{ref: way}, {f"W{n}": way}, {what: way}])
    return _plan("Panel: display, knob, button and pad", connectors, cables, connections)


def _strip(feeds: int, subtype: str = "plus ways side by side, then ground") -> dict[str, Any]:
    """Return a terminal strip as a connector: `feeds` ways of plus, then as many of ground, the
    ways of each kind bridged."""
    return {"type": "terminal strip", "subtype": subtype,
            "pinlabels": ["+5V"] * feeds + ["GND"] * feeds,
            "loops": [[first + i, first + i + 1] for first in (1, feeds + 1)
                      for i in range(feeds - 1)]}


def power(board: Board, supply_ma: int, bills: Toml) -> Plan:
    """Return the wires from the bricks to the boards: a star, with separate wires for each
    block."""
    connectors, cables, connections, grounds = {}, {}, [], []
    share = -(-board.blocks // board.supplies) if board.blocks else 0
    for brick in range(board.supplies):
        fed = ["Main J1"] if not brick else []
        if board.cells_read:
            fed += [f"Block {n} J3" for n in range(brick * share + 1,
                                                   min((brick + 1) * share, board.blocks) + 1)]
        source, feeds = f"Brick {brick + 1}", len(fed) + 1
        connectors[source] = {"type": f"5 V {supply_ma / 1000:g} A", "subtype":
                              "certified desktop supply", "pinlabels": ["+5V", "GND"]}
        strip = f"Strip {brick + 1}"
        connectors[strip] = _strip(feeds)
        grounds.append(feeds + 1)
        cables[f"P{brick + 1}"] = {"wirecount": 2, "colors": ["RD", "BK"], "gauge": "0.75 mm2",
                                   "length": _metres(bills, "brick")}
        connections.append([{source: [1, 2]}, {f"P{brick + 1}": [1, 2]},
                            {strip: [1, feeds + 1]}])
        for i, name in enumerate(fed, 1):
            wire = f"P{brick + 1}{chr(96 + i)}"
            connectors[name] = {"type": "screw terminal", "pinlabels": ["+5V", "GND"]}
            cables[wire] = {"wirecount": 2, "colors": ["RD", "BK"], "gauge": "0.75 mm2",
                            "length": _metres(bills, "supply", board)}
            connections.append([{strip: [i + 1, feeds + i + 1]}, {wire: [1, 2]},
                                {name: [1, 2]}])
    for brick in range(1, board.supplies):  # joins the bricks' grounds, never their 5 V
        cables[f"G{brick}"] = {"wirecount": 1, "colors": ["BK"], "gauge": "0.75 mm2",
                               "length": _metres(bills, "ground", board),
                               "type": "joins the grounds"}
        connections.append([{f"Strip {brick}": [grounds[brick - 1]]}, {f"G{brick}": [1]},
                            {f"Strip {brick + 1}": [grounds[brick]]}])
    return _plan(f"Power of {board.name}", connectors, cables, connections)


def lights(board: Board, bills: Toml) -> Plan:
    """Return the wires from a block (or the main board) along its lights."""
    return _block_lights(board, bills) if board.blocks else _plain_lights(board, bills)


def _block_lights(board: Board, bills: Toml) -> Plan:
    """Return the lights of each block, fed at both ends or only at the first light."""
    where = f"each of {board.blocks} blocks"
    connectors = {
        "J4": {"type": "lights connector", "subtype": where,
               "pinlabels": ["+5V", "data", "data back", "GND"]},
        "First": {"type": "light 1", "subtype": "south-west", "pinlabels": ["5V", "DI", "GND"]},
        "Last": {"type": f"light {board.per_spot * board.side ** 2}",
                 "pinlabels": ["5V", "DO", "GND"]}}
    cables = {
        "L1": {"wirecount": 3, "colors": ["RD", "GN", "BK"], "gauge": "0.5 mm2",
               "length": _metres(bills, "lights_first")},
        "L2": {"wirecount": 3, "colors": ["RD", "WH", "BK"], "gauge": "0.5 mm2",
               "length": _metres(bills, "lights_last"),
               "type": "5 V and GND again at the far end, data back"}}
    connections = [[{"J4": [1, 2, 4]}, {"L1": [1, 2, 3]}, {"First": [1, 2, 3]}],
                   [{"J4": [1, 3, 4]}, {"L2": [1, 2, 3]}, {"Last": [1, 2, 3]}]]
    if board.ends == 1:  # the loop of supply wires stays open: only the data come back
        cables["L2"] |= {"wirecount": 1, "colors": ["WH"], "type": "data back, no 5 V, no GND"}
        connections[1] = [{"J4": [3]}, {"L2": [1]}, {"Last": [2]}]
    if board.hall:  # the main board's fuse for lights feeds the hall blocks
        connectors["J3"] = {"type": "screw terminal", "subtype": where,
                            "pinlabels": ["+5V", "GND"]}
        joined = [("J3", f"block {n}") for n in range(1, board.blocks + 1)]
        _feed_strips(connectors, cables, connections, joined,
                     _metres(bills, "supply", board), bills)
    return _plan(f"Lights of {board.name}", connectors, cables, connections)


def _plain_lights(board: Board, bills: Toml) -> Plan:
    """Return the lights of a board without blocks: fed from J8 at the first, and from J9 at each
    end of the lengths between two feeds."""
    connectors: Items
    cables: Items
    connections: Joins
    connectors = {
        "J8": {"type": "lights connector", "subtype": "main board",
               "pinlabels": ["+5V", "data", "open", "GND"]},
        "First": {"type": "light 1", "subtype": "south-west" if board.width else "north-west",
                  "pinlabels": ["5V", "DI", "GND"]}}
    cables = {"L1": {"wirecount": 3, "colors": ["RD", "GN", "BK"], "gauge": "0.5 mm2",
                     "length": _metres(bills, "lights_first")}}
    connections = [[{"J8": [1, 2, 4]}, {"L1": [1, 2, 3]}, {"First": [1, 2, 3]}]]
    at: float
    joined, at = [], 0
    for count in voltage_drop.lengths(board):
        at += count
        name = f"Light {at}"
        connectors[name] = {"type": "the last" if at == len(board.pixels) else "5 V fed in again",
                            "pinlabels": ["5V", "GND"]}
        joined.append((name, name))
    _feed_strips(connectors, cables, connections, joined,
                 bills.need("feed", "wire_power", (int, float)), bills)
    return _plan(f"Lights of {board.name}", connectors, cables, connections)


def _feed_strips(connectors: Items, cables: Items, connections: Joins,
                 joined: list[tuple[str, str]], metres: float, bills: Toml) -> None:
    """J9 and two strips, one of plus and one of ground, each with all its ways bridged: J9 itself
    takes one wire. `joined` is [(connector, words)] of the parts that they feed."""
    connectors["J9"] = {"type": "screw terminal", "subtype": "main board",
                        "pinlabels": ["+5V", "GND"]}
    for way, label, colour in ((1, "+5V", "RD"), (2, "GND", "BK")):
        strip, count = f"Strip {label}", len(joined)
        connectors[strip] = {
            "type": "terminal strip", "subtype": "all ways bridged",
            "pinlabels": [f"{label} from J9", *(f"{label} to {words}" for _, words in joined)],
            "loops": [[i, i + 1] for i in range(1, count + 1)]}
        cables[f"F{way}"] = {"wirecount": 1, "colors": [colour], "gauge": "0.75 mm2",
                             "length": _metres(bills, "brick")}
        cables[f"W{way}"] = {"wirecount": count, "colors": [colour] * count, "gauge": "0.75 mm2",
                             "length": metres, "type": "one wire to each"}
        connections.append([{"J9": [way]}, {f"F{way}": [1]}, {strip: [1]}])
        for i, (name, _) in enumerate(joined, 1):
            connections.append([{strip: [i + 1]}, {f"W{way}": [i]}, {name: [way]}])


def every(design: Design, boards: ModuleType, circuits: ModuleType,
          pins: ModuleType) -> dict[str, Plan]:
    """Return {name: plan} of all drawings."""
    block = circuits.block(design.boards)
    main = circuits.main_board(pins.table(design.pins))
    bills = design.bills
    lead = design.boards.need("coil", "lead", (int, float)) / 1000
    made = {"cell": cell(block, lead), "ribbon": ribbon(_metres(bills, "ribbon")),
            "panel": panel(main, bills)}
    for name, board in boards.boards(design.boards).items():
        supply = design.power.need(f"supplies.{board.supply}", "ma", int)
        made[f"power-{name}"] = power(board, supply, bills)
        made[f"lights-{name}"] = lights(board, bills)
    return made
