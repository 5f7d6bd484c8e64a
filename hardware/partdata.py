"""Compares bought parts with the design: legs with footprints, the triac's gate, the magnet, and
plausible prices. design/datasheets.toml has the figures of the data sheets."""

import datetime
import re
from typing import Any

from hardware.source import Design, SourceError

_APART = re.compile(r"P(\d+(?:\.\d+)?)mm")             # of a footprint's name
_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?x ?(\d+(?:\.\d+)?)")
_GRADE = re.compile(r"\bN\d\d\b")
_TRIAC = re.compile(r"\bBT\d+[\w-]*")
_SINKS = 50     # mA of the guard's reference: half of what it bears
_COLD = 2       # times as much as at 25 degrees a gate needs at 0
_GATE_V = 1.5   # across the resistor from the gate to A1


def _row_error(parts: Any, row: Any, what: str, cure: str) -> SourceError:
    return SourceError(f"{parts.path.name}:{row['line']}", what, cure)


def _legs(design: Design) -> tuple[str, ...]:
    """The legs of a part are as far apart as the holes of its footprint."""
    parts, count = design.parts, 0
    for part, known in design.datasheets.data["legs"].items():
        row = parts[part]
        said = _APART.search(row["footprint"])
        holes = float(said[1]) if said else design.datasheets.data["holes"].get(row["footprint"])
        if row["mpn"] not in known:
            raise _row_error(parts, row, f"nobody says how far apart the legs of {row['mpn']} are",
                             f"Look into its data sheet and add it to [legs.{part}] in "
                             "datasheets.toml")
        legs = known[row["mpn"]]
        if not holes or abs(holes - legs) > 0.1:
            raise _row_error(parts, row, f"the legs of {row['mpn']} are {legs:g} mm apart, the "
                             f"holes of its footprint {holes or '?'}",
                             "Take the part or the footprint of the other pitch")
        count += 1
    return ("parts: legs as far apart as their holes", f"{count}", "all", "-", "-")


def _gate(design: Design) -> tuple[str, ...]:
    """The guard's reference can draw the current that the gate of the triac, or of its substitute,
    needs."""
    parts, known = design.parts, design.datasheets.data["gate"]
    row, worst = parts["triac"], 0
    ohm = float(parts["r330"]["value"])
    for name in _TRIAC.findall(f"{row['mpn']} {row['substitute']}"):
        if name not in known:
            raise _row_error(parts, row, f"nobody says what current the gate of {name} needs",
                             "Look into its data sheet and add it to [gate] in datasheets.toml")
        needs = _COLD * known[name] + 1000 * _GATE_V / ohm
        if needs > _SINKS:
            raise _row_error(parts, row, f"the gate of {name} may need {needs:.0f} mA when cold, "
                             f"and the guard's reference is to draw {_SINKS}",
                             "Buy the kind with a sensitive gate, as BT139-600E")
        worst = max(worst, needs)
    return ("guard: current that its triac's gate may need", f"{worst:.0f} mA", f"{_SINKS} mA",
            f"{_SINKS - worst:.0f} mA", "-")


def _magnet(design: Design) -> tuple[str, ...]:
    return _one_magnet(design, "magnet", "magnet")


def _magnet_of_facings(design: Design) -> tuple[str, ...]:
    return _one_magnet(design, "magnet6", "facing")


def _one_magnet(design: Design, part: str, table: str) -> tuple[str, ...]:
    """The bought magnet is the one whose field was computed, of a size in mechanics.toml."""
    parts, m = design.parts, design.mechanics
    row = parts[part]
    wanted = tuple(m.need(table, key, (int, float)) for key in ("round", "thick"))
    grades = design.datasheets.data["grades"]
    for key in ("what", "value", "mpn", "substitute"):
        for size in _SIZE.findall(row[key]):
            if tuple(map(float, size)) != wanted:
                raise _row_error(parts, row, f"{key} of the magnet says {' x '.join(size)} mm, "
                                 f"and its field was computed for {wanted[0]:g} x {wanted[1]:g}",
                                 f"Buy that size, or change [{table}] in mechanics.toml")
        for grade in _GRADE.findall(row[key]):
            if grades.get(grade, 0) < m.need("magnet", "remanence", int):
                raise _row_error(parts, row, f"{key} of the magnet says {grade}, which has "
                                 f"{grades.get(grade, 'nobody knows how many')} mT, and its field "
                                 f"was computed for {m.data['magnet']['remanence']}",
                                 "Buy a stronger one, or change remanence in mechanics.toml")
    if not _SIZE.search(row["mpn"]) or not _GRADE.search(row["mpn"]):
        raise _row_error(parts, row, f"mpn of the magnet is {row['mpn']!r}",
                         "Write its grade and size, as NdFeB N35 8x2")
    return (f"the magnet {row['value']} that is bought", row["mpn"], "the one that was computed",
            "-", "-")


def _prices(design: Design) -> tuple[str, ...]:
    """Every price has a past date, and is plausible for its part."""
    parts, known = design.parts, design.datasheets
    kind_of = {part: kind for kind, row in known.data["kinds"].items() for part in row["parts"]}
    since = datetime.date.fromisoformat(known.need("prices", "since", str))
    for part, row in parts.rows.items():
        try:
            day = datetime.date.fromisoformat(row["as_of"])
        except ValueError:
            raise _row_error(parts, row, f"as_of of {part} is {row['as_of']}, which is no day",
                             "Write the day on which you saw the price") from None
        if not since <= day <= datetime.date.today():
            raise _row_error(parts, row, f"as_of of {part} is {row['as_of']}: "
                             + ("a day to come" if day > since else "long ago"),
                             "Write the day on which you saw the price")
        if row["basis"] not in known.data["prices"]["words"]:
            raise _row_error(parts, row, f"basis of {part} is {row['basis']!r}",
                             f"Write one of {', '.join(known.data['prices']['words'])}")
        kind = kind_of.get(part, "other")
        low, high = (known.data["kinds"][kind][key] for key in ("low", "high"))
        pieces = 1 if kind == "other" else int(row["pack"])
        each = float(row["price_usd"]) / pieces
        if not low <= each <= high:
            raise _row_error(parts, row, f"{part} at {each:g} USD is no price for a {kind} part "
                             f"({low:g} to {high:g})", "Correct the price, or [kinds] in "
                             "datasheets.toml")
    return ("prices: asked for on a day that was, and possible", f"{len(parts.rows)}", "all", "-",
            "what your shop asks")


def _fits(design: Design) -> tuple[str, ...]:
    """Two wires of a light string fit beside each other in their groove."""
    m, wires = design.mechanics, design.datasheets.data["wires"]
    groove = m.need("top", "groove", (int, float))
    areas = {f"{row['mm2']:g}" for name, row in design.power.data["strings"].items()
             if name.startswith("seed")}
    need = 2 * max(wires[area] for area in areas)
    if groove < need:
        raise m.error("top", "groove", f"a groove of {groove} mm, and two wires of a light string "
                      f"beside each other are {need:.1f} mm wide", "Widen the groove")
    return ("top: groove for the light string, two of its wires wide", f"{groove:g} mm",
            f"{need:.1f} mm", f"{groove - need:.1f} mm", "your string's wires")


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py."""
    return [rule(design) for rule in (_legs, _gate, _magnet, _magnet_of_facings, _prices,
                                        _fits)]
