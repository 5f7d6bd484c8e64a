"""The circuit of a block's facing sensors, which you wire by hand on strip board beside the
block's circuit board: it takes five bits of the block's latches, and part of the fused 5 V.

Its schematic is made as those of the printed boards are; nothing of these changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware import colours
from hardware.electronics.circuits import LATCH_OUT, NC, PICO_PIN, Circuit, block, table
from hardware.electronics.drawings import DRAWINGS

if TYPE_CHECKING:
    from hardware.electronics.circuits import Net, PinTable
    from hardware.source import Design, Toml

WAY_PINS = (9, 8, 7, 6, 5, 4, 3, 2, 23, 22, 21, 20, 19, 18, 17, 16)  # CD74HC4067, ways 0 to 15
ADDRESS = (10, 11, 14, 13)                                          # its S0 to S3
BITS = ("FACING_S0", "FACING_S1", "FACING_S2", "FACING_S3", "FACING_FEED")
LEAD = ("GND", "+5V_FUSED", "+3V3", *BITS)  # from a block
# Where a block's circuit board has these, beside the latches' sockets: (part, pin).
ENDS = {"GND": ("J4", 4), "+5V_FUSED": ("J4", 1), "+3V3": ("J1", 12)}
SIDES = ("EAST", "NORTH")
_FIRST = 50  # of the numbers of its parts within a block's hundred, in a whole table


def sensors() -> Circuit:
    """Return the facing sensors of one block: two linear Hall sensors a cell, of which the address
    chooses a pair. Way 0 is none, and way k + 1 leads to cell k."""
    c = Circuit("facing", "Facing sensors of 3 x 3 cells")
    c.add("J1", "header_1x8", list(LEAD), "its lead is soldered to the block's circuit board")
    c.add("J2", "header_1x3", [*(f"FACING_{side}" for side in SIDES), "GND"], "its lead is "
          "soldered to the main board; the strips of all blocks are joined")
    # All 18 sensors draw up to 180 mA, so they get a supply apart from the logic's, and a ground
    # only for the time of a measurement. What they give is a share of that supply.
    c.add("U3", "ldo33", {2: "+5V_FUSED", 1: "GND", 3: "+3V3_SENSORS"})
    c.add("C1", "c1u", ["+5V_FUSED", "GND"])
    c.add("C2", "c1u", ["+3V3_SENSORS", "GND"], "without it the regulator swings")
    c.add("Q1", "npn_strong", {1: "SENSORS_GND", 2: "FACING_BASE", 3: "GND"})
    c.add("R1", "r1k", ["FACING_FEED", "FACING_BASE"])
    c.add("R2", "r10k", ["FACING_FEED", "GND"], "off until the latches drive")
    for number, side in enumerate(SIDES, 1):
        pins: dict[int, Net] = dict.fromkeys(WAY_PINS, NC)
        pins |= {WAY_PINS[k + 1]: f"{side}{k}" for k in range(9)}
        pins |= dict(zip(ADDRESS, BITS, strict=False))
        pins |= {1: f"FACING_{side}", 15: "GND", 24: "+3V3", 12: "GND"}
        c.add(f"U{number}", "switch16", pins, f"one of the sensors in the {side.lower()}")
        c.add(f"C{2 + number}", "c100n", ["+3V3", "GND"])
        c.add(f"R{2 + number}", "r1m", [f"FACING_{side}", "GND"], "a loose wire reads as nothing")
        for k in range(9):
            c.add(f"H{side[0]}{k}", "linear_hall", ["+3V3_SENSORS", "SENSORS_GND", f"{side}{k}"],
                  f"in the {side.lower()} of cell {k}")
    return c


PLACES = {(part.part, part.line) for part in sensors().components.values()}  # in this file


def latches(source: Toml) -> dict[str, tuple[str, int]]:
    """Return {net: (chip of the block, its pin)} of the five bits."""
    first = source.need("block.bit", "facing", int)
    return {net: (f"U{(first + n) // 8 + 1}", LATCH_OUT[(first + n) % 8])
            for n, net in enumerate(BITS)}


def with_facings(design: Design, pins: PinTable, blocks: int) -> Circuit:
    """Return the whole electronics of a board whose reader blocks all have facing sensors. `pins`
    is the checked table of pins.toml with those of the sensors."""
    source, one = design.boards, sensors()
    whole = table({name: pin for name, pin in pins.items() if "FACING" not in pin["net"]}, source,
                  blocks)
    whole.name = f"facings{blocks}"
    pico = whole.components["U1"].pins
    pico |= {PICO_PIN[pin["gp"]]: pin["net"] for pin in pins.values() if "FACING" in pin["net"]}
    shared = {"GND", "+3V3", *(f"FACING_{side}" for side in SIDES)}
    for n in range(1, blocks + 1):
        for net, (chip, number) in latches(source).items():
            whole.components[f"U{100 * n + int(chip[1:])}"].pins[number] = f"B{n}_{net}"
        for part in one.components.values():
            letters = part.ref.rstrip("0123456789")
            own = {number: net if net is NC or net in shared else f"B{n}_{net}"
                   for number, net in part.pins.items()}
            whole.add(f"{letters}{100 * n + _FIRST + int(part.ref[len(letters):])}", part.part,
                      own, part.note, part.line)
    return whole


def wrong_end(source: Toml) -> str | None:
    """Return the net of LEAD that the block's circuit board does not have where the lead is
    soldered, or a latch's that it uses itself; None if all are right."""
    parts = block(source).components
    ends = dict.fromkeys(BITS, NC) | {net: net for net in ENDS}
    for net, (ref, number) in (ENDS | latches(source)).items():
        if parts[ref].pins[number] != ends[net]:
            return net
    return None


def wires(design: Design, pins: PinTable) -> list[tuple[str, str, str, list[str]]]:
    """Return (net, wire's colour, other board's end, pins on the strip board) of each net but
    those of single sensors."""
    ends = {net: f"{ref} pin {number} of the block"
            for net, (ref, number) in (ENDS | latches(design.boards)).items()}
    ends |= {pin["net"]: f"GP{pin['gp']} of the Pico, pin {PICO_PIN[pin['gp']]}"
             for pin in pins.values() if "FACING" in pin["net"]}
    circuit, found = sensors(), []
    for net, nodes in circuit.nets().items():
        if net[-1:].isdigit() and net.startswith(SIDES):
            continue
        joined = []
        for ref, number in nodes:
            part = circuit.components[ref].part
            words = design.pinout.data.get(part, {}).get(number, number).rsplit(" ", 1)[0]
            if ref[0] != "H":
                joined.append(f"{ref} {_ON_MODULE.get(words, words)}")
        legs = {number for ref, number in nodes if ref[0] == "H"}
        joined += [f"leg {leg} of all sensors" for leg in sorted(legs)]
        found.append((net, colours.of(net), ends.get(net, "-"), joined))
    return found


_ON_MODULE = {"COM": "SIG", "~{E}": "EN"}  # the names that ready-made boards have


_NINE = range(9)
DRAWINGS["facing"] = {
    "place": {
        "U3": (30, 14), "C1": (20, 22), "C2": (40, 22), "Q1": (30, 44), "R1": (20, 44, 90),
        "R2": (14, 50), "R3": (62, 26), "R4": (62, 74), "C3": (14, 64), "C4": (20, 64),
        "U1": (84, 24), "U2": (84, 72), "J1": (48, 48), "J2": (48, 66),
        **{f"HE{k}": (118, 10 + 9 * k) for k in _NINE},
        **{f"HN{k}": (146, 10 + 9 * k) for k in _NINE},
    },
    "wires": [
        ("+5V_FUSED", "U3.2", ("x", 16), "name"), ("+5V_FUSED", "C1.1", ("y", 14)),
        ("+3V3_SENSORS", "U3.3", ("x", 46), "name"), ("+3V3_SENSORS", "C2.1", ("y", 14)),
        ("FACING_BASE", "R1.2", "Q1.2"), ("SENSORS_GND", "Q1.1", ("y", 38), ("x", 36), "name"),
        ("FACING_FEED", "R1.1", ("x", 10), "name"), ("FACING_FEED", "R2.1", ("y", 44)),
        ("FACING_EAST", "U1.1", ("x", 56), "name"), ("FACING_NORTH", "U2.1", ("x", 56), "name"),
        ("FACING_EAST", "R3.1", ("y", 19)), ("FACING_NORTH", "R4.1", ("y", 67)),
        ("+3V3_SENSORS", (108, 81), ("y", 92), ("x", 114), "name"),
        ("+3V3_SENSORS", (136, 81), ("y", 92), ("x", 142), "name"),
        ("SENSORS_GND", (109, 82), ("y", 88), ("x", 114), "name"),
        ("SENSORS_GND", (137, 82), ("y", 88), ("x", 142), "name"),
    ],
    "trunks": [
        (net, x, " ".join(f"{ref}{k}.{pin}" for k in _NINE))
        for ref, at in (("HE", 108), ("HN", 136))
        for pin, (net, x) in enumerate((("+3V3_SENSORS", at), ("SENSORS_GND", at + 1)), 1)],
    "words": [("The sensors' supply", 24, 8), ("Their ground, while they are measured", 10, 36),
              ("Switch of the east", 76, 9), ("Switch of the north", 76, 57),
              ("From the block", 42, 42), ("To the Pico", 42, 62), ("Switches' supply", 10, 59),
              ("Sensors in the east", 108, 5), ("Sensors in the north", 136, 5)],
    "flags": (14, 86),
}
