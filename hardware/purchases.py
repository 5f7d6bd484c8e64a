"""Compares bought parts with the needs of the design: the figures of each part number ([figures]
of datasheets.toml) with those in circuits, bills and power, and plugs with their sockets.
"""

import re
from collections.abc import Iterator
from typing import Any

from hardware import bills, boards, pins
from hardware.electronics import circuits, facings
from hardware.source import Design, SourceError

Need = tuple[str, str, Any, str]  # part, figure, value, who needs it
_WORDS = (("volts", r"(\d+(?:\.\d+)?) ?V\b"), ("mm2", r"(\d+(?:\.\d+)?) ?mm2"),
          ("ways", r"(\d+) ways"), ("pins", r"(\d+) (?:ways|pins)"), ("pins", r"\b1 ?x ?(\d+)"),
          ("pins", r"DIP-(\d+)"))


def _figures(design: Design, part: str) -> dict[str, Any]:
    row = design.parts[part]
    known = design.datasheets.data["figures"]
    if row["mpn"] not in known:
        raise design.parts.error(part, f"nobody says the figures of {row['mpn']}", "Look into its "
                                 "data sheet and add it to [figures] in datasheets.toml")
    found: dict[str, Any] = known[row["mpn"]]
    return found


def _powers(design: Design) -> Iterator[Need]:
    """Bricks, lights, fuses and the readers' switch."""
    power, pinout = design.power.data, design.pinout.data
    for name, row in power["supplies"].items():
        if row["part"]:
            yield row["part"], "volts", pinout["rails"]["+5V"], "every board"
            yield row["part"], "ma", row["ma"], f"[supplies.{name}] of power.toml"
            yield row["part"], "plug", _figures(design, "jack")["plug"], "the jack"
    for name, row in power["strings"].items():
        yield row["part"], "volts", pinout["rails"]["+5V"], "every board"
        for key in ("pitch", "mm2"):
            yield row["part"], key, row[key], f"[strings.{name}] of power.toml"
    for name, row in power["fuses"].items():
        for key in ("ma", "trip", "ohm", "volts"):
            yield row["part"], key, row[key], f"[fuses.{name}] of power.toml"
    off = pinout["idle"]["block"]["PWR_EN"] == [0.0]
    yield "tps2065", "on", "high" if off else "low", "PWR_EN, which rests where readers are off"
    yield "tps2065", "most", power["loads"]["block_switch"]["ma"], "[loads.block_switch]"


def _joints(design: Design) -> Iterator[Need]:
    """Wires and their plugs or terminals."""
    yield ("wire_power", "mm2", design.power.data["rule"]["feed_mm2"], "feed_mm2 of power.toml")
    for name, joint in design.bills.data["joints"].items():
        who = f"[joints.{name}] of bills.toml"
        yield joint["wire"], "mm2", joint["mm2"], who
        for key in ("takes", "ma", "ways"):
            if key in joint and not (key == "ma" and "load" in joint):
                yield joint["into"], key, joint[key], who


def _pins(design: Design) -> Iterator[Need]:
    """Connectors, sockets and modules with as many pins as they have in the circuits."""
    table = pins.table(design.pins)
    for part, known in design.pinout.data.items():
        if part in design.parts.rows:
            yield part, "pins", sum(key.isdigit() for key in known), f"[{part}] of pinout.toml"
    yield "display", "bus", "I2C", "SDA and SCL of the main board"
    yield ("display", "up", design.mechanics.need("display", "window_up", (int, float)),
           "window_up of mechanics.toml")
    connectors = {"ribbon_m": len(circuits.RIBBON), "ribbon_plug": len(circuits.RIBBON)}
    recipe = design.bills.data
    for circuit in (circuits.main_board(table), circuits.block(design.boards),
                    circuits.hall_block(design.boards)):
        for component in circuit.components.values():
            count = len(component.pins)
            fitted = next(iter(recipe["on_board"].get(component.part, {component.part: 1})))
            if re.match(r"header|terminal|screw_terminal|ribbon", fitted):
                connectors[fitted] = count
            for bought in recipe["with"].get(component.part, {}):
                connectors[bought] = count
    for part, count in connectors.items():
        yield part, "pins", count, "the circuits"


def _facings(design: Design) -> Iterator[Need]:
    """The properties on which the circuit of the facing sensors relies."""
    rail, who = design.pinout.data["rails"]["+3V3_SENSORS"], "the circuit of the facing sensors"
    yield "linear_hall", "output", "linear", who
    yield "linear_hall", "pins", len(facings.sensors().components["HE0"].pins), who
    yield "switch16", "ways", len(facings.WAY_PINS), who
    yield "ldo33", "gives", rail, who
    yield "npn_strong", "kind", "NPN", who


def _plugs(design: Design) -> Iterator[Need]:
    """Each lead's contacts lock in its housing, which mates the header that it is pushed onto."""
    joint = design.bills.need("joints.reader", "mm2", (int, float))
    for lead, (housing, header) in design.bills.data["plugs"].items():
        contact, other = _figures(design, lead), _figures(design, header)
        yield housing, "contact", contact["contact"], f"the contacts of {lead}"
        yield housing, "mates", other["mates"], header
        yield housing, "pins", other["pins"], header
        yield lead, "mm2", joint, "[joints.reader] of bills.toml"
    yield "ribbon_plug", "mates", _figures(design, "ribbon_header")["mates"], "ribbon_header"
    yield "ribbon_plug", "pitch", _figures(design, "ribbon_m")["pitch"], "ribbon_m"


def check(design: Design) -> list[tuple[str, ...]]:
    """Return a row for rules.py."""
    count, seen = 0, set()
    for rule in (_powers, _joints, _pins, _plugs, _facings):
        for part, figure, value, who in rule(design):
            has = _figures(design, part).get(figure)
            if has != value:
                raise design.parts.error(
                    part, f"{figure} of {design.parts[part]['mpn']} is {has}, and {who} needs "
                    f"{value}", "Buy another part, or change the design to this one")
            count += 1
            seen.add(part)
    for part in sorted(seen):
        _words(design, part)
    _pairs(design)
    _substitute(design)
    return [(f"bought: figures of {len(seen)} parts that the design relies on", f"{count}", "all",
             "-", "your shop's data sheets")]


def _pairs(design: Design) -> None:
    """Raise SourceError for a bill with more leads than housings, or more housings than leads."""
    bill, plugs = bills.Bills(design), design.bills.data["plugs"]
    for name, board in boards.boards(design.boards).items():
        count = bill.count(board)
        for housing in {one for one, _ in plugs.values()}:
            leads = sum(count.get(lead, 0) for lead, (one, _) in plugs.items() if one == housing)
            if leads != count.get(housing, 0):
                raise design.bills.error("plugs", None, f"the bill of {name} has {leads:g} leads "
                                         f"for {count.get(housing, 0):g} of {housing}",
                                         "Buy a housing for each lead")


def _substitute(design: Design) -> None:
    """Raise SourceError for a substitute of the readers' switch that is on at another level, or
    whose level nobody states."""
    known, row = design.datasheets.data["figures"], design.parts["tps2065"]
    for name in re.findall(r"\b[A-Z]{2,}\d{3,}\w*", row["substitute"]):
        if known.get(name, {}).get("on") != known[row["mpn"]]["on"]:
            raise design.parts.error("tps2065", f"substitute {name} is on at another level, or "
                                     "nobody says at which", "Name one that is on at the same, "
                                     "and add it to [figures] in datasheets.toml")


def _words(design: Design, part: str) -> None:
    """Raise SourceError if the words about a part name another figure than its data sheet."""
    figures = _figures(design, part)
    keys = ["what", "value", "mpn"]
    if "plug" in figures or "pitch" in figures:  # of bricks and lights: substitutes, too
        keys.append("substitute")
    for figure, pattern in _WORDS:
        for key in keys:
            for said in re.findall(pattern, design.parts[part][key]):
                if figure in figures and float(said) != figures[figure]:
                    raise SourceError(
                        f"{design.parts.path.name}:{design.parts[part]['line']}", f"{key} of "
                        f"{part} says {said} for {figure}, its data sheet {figures[figure]}",
                        "Correct the words, or buy the part that they speak of")
