"""The layout of the schematics: data for schematic.py, in steps of 2.54 mm on a sheet of A3, x to
the right, y down.

`place` gives a part, or a unit "U5/2" of it, as (x, y) and, unless it is upright, its angle and
whether it is mirrored. `wires` are (net, steps ...): from a pin "J1.11" or a point, over ("x", 15)
and ("y", 20), to a pin, a point or "name" (schematic.Sheet.wire). `trunks` are (net, x, pins): an
upright wire with a wire to each pin. All other pins get a short wire with their net's name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_NINE = range(9)
_FLAT = 90   # rotated: a lying resistor
_DOWN = 270  # a diode with its cathode up


def _ribbon_by(first: str, last: str,
               lines: list[tuple[str, int, int, str]]) -> list[tuple[str, int, str]]:
    """Trunks of the ribbon's wires that pass from one connector to the other."""
    return [(net, x, f"{first}.{way} {last}.{way}{more}") for net, way, x, more in lines]


_BLOCK = {
    "place": {
        "J1": (10, 14, 0, True), "J2": (10, 84, 0, True), "R9": (19.5, 5, _FLAT), "J4": (30, 5),
        "U3/1": (30, 12), "U3/2": (30, 21), "U3/3": (30, 29, 0, True), "U3/4": (30, 38),
        "R1": (36.5, 12, _FLAT), "R2": (36.5, 21, _FLAT), "R3": (23.5, 29, _DOWN),
        "R4": (44, 27.5), "R5": (38, 36.5), "R6": (24, 41.5),
        "U5/1": (28, 57), "U5/2": (39, 57), "U5/3": (28, 62), "U5/4": (39, 62),
        "U1": (54, 54), "U2": (54, 75), "R10": (68, 80, _FLAT), "RN1": (72, 42),
        **{f"J{11 + k}": (148, 11 + 10 * k) for k in _NINE},
        "J3": (10, 94, 0, True), "F1": (17.5, 94, _FLAT), "D2": (23, 96.5, _DOWN),
        "C1": (27, 96.5), "Q1": (32, 96.5, 180), "R13": (40, 95.5), "U6": (40, 99, 90),
        "R14": (46, 95.5), "R15": (46, 104.5), "C8": (51, 104.5),
        "C6": (72, 82.5), "R7": (82, 84.5), "U4": (92, 82), "C2": (105, 82.5), "R8": (110, 82.5),
        "D1": (110, 87.5, 90), "R11": (116, 82.5), "R12": (116, 87.5),
        "U5/5": (28, 73), "U5/6": (36, 73), "U5/7": (62, 100), "U3/5": (71, 100),
        "C3": (80, 100.5), "C4": (84, 100.5), "C5": (88, 100.5), "C7": (92, 100.5),
    },
    "wires": [
        ("PIXELS", "J1.1", ("x", 13), ("y", 5), "R9.1"), ("PIXELS_IN", "R9.2", "J4.2"),
        ("PIXELS_NEXT", "J4.3", ("x", 20), ("y", 81), "J2.1"),
        ("SCK_GATE", "U3.3", "R1.1"), ("MOSI_GATE", "U3.6", "R2.1"), ("MISO_GATE", "U3.8", "R3.1"),
        ("SCK_CELLS", "R1.2", ("x", 138)), ("MOSI_CELLS", "R2.2", ("x", 140)),
        ("MISO_CELLS", "U3.9", ("x", 139)), ("MISO_CELLS", "R4.2", ("y", 29)),
        ("CELLS_HIGH", "R4.1", ("y", 25), ("x", 46), "name"),
        ("BUS_EN", "U3.11", ("x", 38), "R5.2"),
        ("BUS_EN", (35, 38), ("y", 34), ("x", 30), "U3.10"),
        ("BUS_EN_N", "U3.13", ("y", 43), "R6.2"), ("BUS_EN_N", "R6.2", ("x", 22), "name"),
        ("CLOCK_N", "U5.2", "U5.3"), ("LATCH_N", "U5.6", "U5.9"),
        ("CHAIN_DATA", "J1.13", ("x", 14), ("y", 50), "U1.14"),
        ("CHAIN_MID", "U1.9", ("x", 60), ("y", 66), ("x", 43), ("y", 71), "U2.14"),
        ("CHAIN_OUT", "U2.9", ("x", 60), ("y", 84), "name"), ("CHAIN_LATE_N", "U5.10", "U5.13"),
        ("CHAIN_NEXT", "R10.2", ("x", 70), ("y", 87), "J2.13"),
        ("+3V3", "U1.10", ("x", 49), ("y", 48), "name"),
        ("+3V3", "U2.10", ("x", 49), ("y", 69), "name"),
        *[(f"CS{k}", "U2.15" if k == 8 else f"U1.{15 if k == 0 else k}", ("x", 127 + k),
           ("y", 10 + 10 * k), f"J{11 + k}.4") for k in _NINE],
        *[(f"CS{k}", f"RN1.{k + 2}", ("y", 71 if k == 8 else 50 + k)) for k in _NINE],
        ("GND", (142, 92), ("y", 95), "name"), ("+5V_CELLS", (141, 11), ("y", 5), "name"),
        ("+5V", "J3.1", "F1.1"), ("+5V", (14, 94), ("y", 92), "name"),
        ("+5V_FUSED", "F1.2", ("x", 52), "name"), ("+5V_FUSED", "D2.1", ("y", 94)),
        ("+5V_FUSED", "C1.1", ("y", 94)), ("+5V_FUSED", "Q1.1", ("y", 94)),
        ("+5V_FUSED", "R13.1", ("y", 94)), ("+5V_FUSED", "R14.1", ("y", 94)),
        ("GUARD_GATE", "Q1.3", ("x", 36), ("y", 97), "R13.2"), ("GUARD_GATE", "R13.2", "U6.3"),
        ("GUARD_REF", "U6.1", ("x", 37), ("y", 103), "R15.1"), ("GUARD_REF", "R14.2", "R15.1"),
        ("GUARD_REF", "R15.1", "C8.1"),
        ("+5V_FUSED", "C6.1", "U4.5"), ("+5V_FUSED", (74, 81), ("y", 79), "name"),
        ("PWR_EN", "U4.4", "R7.1"), ("PWR_EN", "R7.1", ("x", 80), "name"),
        ("+5V_CELLS", "U4.1", ("x", 119), "name"),
        ("POWER_LIGHT", "R8.2", "D1.2"),
        ("CELLS_HIGH", "R11.2", "R12.1"), ("CELLS_HIGH", (116, 85), ("x", 118), "name"),
    ],
    "trunks": [
        *_ribbon_by("J1", "J2", [
            ("SCK", 3, 19, " U3.2"), ("MOSI", 5, 18, " U3.5"), ("MISO", 7, 17, " R3.2"),
            ("CHAIN_CLOCK", 9, 16, " U5.1"), ("CHAIN_LATCH", 11, 15, " U5.5")]),
        ("CHAIN_RETURN", 13, "J1.15 J2.15"),
        ("CLOCK", 46, "U5.4 U1.11 U2.11"), ("LATCH", 45, "U5.8 U1.12 U2.12"),
        ("SCK_CELLS", 138, " ".join(f"J{11 + k}.1" for k in _NINE)),
        ("MISO_CELLS", 139, " ".join(f"J{11 + k}.2" for k in _NINE)),
        ("MOSI_CELLS", 140, " ".join(f"J{11 + k}.3" for k in _NINE)),
        ("+5V_CELLS", 141, " ".join(f"J{11 + k}.5" for k in _NINE)),
        ("GND", 142, " ".join(f"J{11 + k}.6" for k in _NINE)),
    ],
    "words": [("Ribbon in", 6, 7.6), ("Ribbon out, to the next block", 2, 78), ("Lights", 33, 5),
              ("Bus gate: SCK and MOSI to the readers", 25, 9), ("MISO from them", 33, 27),
              ("Edges made steep", 27, 54.4),
              ("The chain's data, as late as its clock", 22, 69.6),
              ("Latches: bits 0 to 15", 51, 45),
              ("High with the readers' power", 70, 37),
              ("Readers of cells 0 to 8", 117, 3.6), ("5 V in, its fuse and guard: fires at 5.7 V",
                                                      16, 90.5),
              ("Readers' supply, switched", 84, 76), ("Chips' supply", 74, 94)],
    "flags": (98, 95),
}

_MAIN = {
    "place": {
        "U1": (76, 46), "J7": (14, 37, 0, True), "J3": (14, 44, 0, True), "J4": (14, 56, 0, True),
        "J5": (14, 64, 0, True), "R17": (24, 43.5), "R16": (24, 47.5, 180),
        "R1": (90.5, 57, _FLAT), "R2": (90.5, 51, _FLAT), "R14": (100.5, 60, _FLAT),
        "R15": (90.5, 66, _FLAT), "R3": (113, 33, _FLAT), "R6": (110, 75.5),
        "J2": (134, 64), "J6": (134, 46),
        "R12": (16.5, 17, _FLAT), "Q1": (22, 17), "R13": (26, 11.5), "BZ1": (36, 12),
        "R21": (48, 12.5), "R22": (48, 15.5), "R7": (56, 15.5), "R8": (62, 15.5),
        "R4": (74, 15.5), "R5": (80, 15.5), "C5": (92, 40.5),
        "U2/1": (104, 20), "R11": (111.5, 20, _FLAT), "J8": (124, 20), "J9": (124, 28),
        "J1": (14, 88, 0, True), "F1": (21.5, 88, _FLAT), "D2": (27, 90.5, _DOWN),
        "C1": (31, 90.5), "Q2": (36, 90.5, 180), "R18": (44, 89.5), "U3": (44, 93, 90),
        "R19": (50, 89.5), "R20": (50, 98.5), "C8": (54, 98.5),
        "F2": (57.5, 88, _FLAT), "C2": (62, 90.5),
        "D1": (70.5, 88, 180), "R9": (84, 88.5), "R10": (84, 91.5), "C3": (88, 91.5),
        "U2/2": (104, 27), "U2/3": (104, 33), "U2/4": (104, 39), "R24": (118, 34.5),
        "U2/5": (104, 90), "C4": (111, 90.5),
        "U4": (126, 89), "R23": (140, 89), "C6": (146, 89),
    },
    "wires": [
        ("UART_TX", "U1.1", "J7.1"), ("UART_RX", "U1.2", "J7.2"),
        ("SDA", "J3.4", ("x", 30), ("y", 41), "U1.6"), ("SDA", "R16.2", ("y", 46)),
        ("SCL", "J3.3", ("x", 28), ("y", 42), "U1.7"), ("SCL", "R17.2", ("y", 45)),
        ("KNOB_A", "J4.1", ("x", 34), ("y", 44), "U1.9"),
        ("KNOB_B", "J4.2", ("x", 36), ("y", 45), "U1.10"),
        ("KNOB_PUSH", "J4.3", ("x", 38), ("y", 46), "U1.11"),
        ("TAKE_BACK", "U1.20", ("x", 40), "J5.1"), ("HALL_LOAD_N", "U1.19", ("x", 50), "name"),
        ("CHAIN_LATCH_PICO", "U1.17", ("x", 66), ("y", 60), "R14.1"),
        ("CHAIN_DATA_PICO", "U1.15", ("x", 62), ("y", 66), "R15.1"),
        ("CHAIN_CLOCK_PICO", "U1.14", ("x", 60), ("y", 70), ("x", 66), "name"),
        ("CHAIN_RETURN", "U1.16", ("x", 64), ("y", 74), ("x", 128), "J2.15"),
        ("CHAIN_RETURN", "R6.1", ("y", 74)),
        ("CHAIN_LATCH", "R14.2", ("x", 126), "J2.11"),
        ("CHAIN_DATA", "R15.2", ("x", 124), "J2.13"),
        ("CHAIN_CLOCK_PICO", (98, 33), ("x", 96), "name"),
        ("CHAIN_CLOCK", "R3.2", ("x", 121), "name"), ("CHAIN_CLOCK", "R24.1", ("y", 33)),
        ("SCK_PICO", "U1.24", ("x", 84), "R1.1"), ("MOSI_PICO", "U1.25", "R2.1"),
        ("PAD_SELECT", "U1.22", ("x", 112), "J6.4"), ("PAD_SELECT", (112, 54), ("x", 105), "name"),
        ("MISO", (114, 50), ("x", 120), "name"),
        ("BUZZER_BASE", "R12.2", "Q1.2"), ("BUZZER_LOW", "Q1.3", ("y", 13), "BZ1.2"),
        ("BUZZER_LOW", "R13.2", ("y", 13)), ("+5V_LOGIC", "BZ1.1", ("x", 33), ("y", 9), "name"),
        ("PAD_HIGH", "R21.2", "R7.1"), ("PAD_HIGH", "R22.1", "R21.2"),
        ("PAD_HIGH", "R7.1", "R8.1"),
        ("PAD_HIGH", "R8.1", ("x", 64), "name"),
        ("PIXELS_5V", "U2.3", "R11.1"), ("PIXELS", "R11.2", "J8.2"),
        ("PIXELS", (116, 20), ("y", 17), "name"),
        ("+5V", "J1.1", "F1.1"), ("+5V", (18, 88), ("y", 86), "name"),
        ("+5V_FUSED", "F1.2", "F2.1"), ("+5V_FUSED", (40, 88), ("y", 86), "name"),
        ("+5V_FUSED", "D2.1", ("y", 88)), ("+5V_FUSED", "C1.1", ("y", 88)),
        ("+5V_FUSED", "Q2.1", ("y", 88)), ("+5V_FUSED", "R18.1", ("y", 88)),
        ("+5V_FUSED", "R19.1", ("y", 88)),
        ("GUARD_GATE", "Q2.3", ("x", 40), ("y", 91), "R18.2"), ("GUARD_GATE", "R18.2", "U3.3"),
        ("GUARD_REF", "U3.1", ("x", 41), ("y", 97), "R20.1"), ("GUARD_REF", "R19.2", "R20.1"),
        ("GUARD_REF", "R20.1", "C8.1"),
        ("+5V_LOGIC", "F2.2", "D1.2"), ("+5V_LOGIC", "C2.1", ("y", 88)),
        ("+5V_LOGIC", (66, 88), ("y", 86), "name"), ("VSYS", "D1.1", ("x", 74), "name"),
        ("SUPPLY_SENSE", "R9.2", "C3.1"), ("SUPPLY_SENSE", "R10.1", "R9.2"),
        ("SUPPLY_SENSE", "C3.1", ("x", 90), "name"),
    ],
    "trunks": [
        ("SCK", 116, "R1.2 J2.3 J6.1"), ("MOSI", 118, "R2.2 J2.5 J6.3"),
        ("MISO", 114, "U1.21 J2.7 J6.2"),
        ("CHAIN_CLOCK_PICO", 98, "U2.5 U2.9 U2.12"),
        ("CHAIN_CLOCK_5V", 109, "U2.6 U2.8 U2.11 R3.1"),
    ],
    "words": [("Serial, spare", 12, 33.6), ("Display", 12, 40.6), ("Knob", 12, 51.6),
              ("Take-back button", 12, 61.8), ("Buzzer", 14, 7),
              ("High with the pad's power", 46, 7),
              ("Held at power-up", 72, 11), ("Raspberry Pi Pico", 70, 31.6),
              ("Lights: 3.3 V to 5 V", 96, 14), ("5 V on", 122, 25.6), ("Pad's reader", 129, 38),
              ("Ribbon to the first block", 129, 57.6), ("Ends of the ribbon", 96, 48),
              ("5 V in, its fuse and guard: fires at 5.7 V", 14, 83),
              ("Pico and USB may both be fed", 62, 83), ("Supply sense", 83, 83),
              ("The chain's clock: three gates as one", 86, 29.6),
              ("Pad's reader, its 5 V switched", 120, 83),
              ("Level shifter's supply", 98, 82)],
    "flags": (90, 102),
}

_HALL = {
    "place": {
        **{f"J{11 + k}": (10, 12 + 7 * k, 0, True) for k in _NINE},
        "RN1": (30, 8), "U1": (70, 30), "U2": (70, 62), "R2": (84.5, 56, _FLAT),
        "U3/1": (94, 43, 0, True), "U3/2": (84, 43, 0, True),
        "U3/3": (94, 49, 0, True), "U3/4": (84, 49, 0, True),
        "J1": (112, 24), "J2": (112, 60), "J4": (112, 80), "R1": (102.5, 80, _FLAT),
        "J3": (10, 88, 0, True), "C3": (20, 90.5),
        "U3/5": (38, 89), "U3/6": (38, 95), "U3/7": (52, 91), "C1": (60, 91.5), "C2": (65, 91.5),
        "C4": (70, 91.5),
    },
    "wires": [
        *[(f"HALL{k}", f"J{11 + k}.3", ("x", 44 + k), ("y", 25 + k),
           f"U1.{(11, 12, 13, 14, 3, 4, 5, 6)[k]}") for k in range(8)],
        ("HALL8", "J19.3", ("x", 52), ("y", 57), "U2.11"),
        *[(f"HALL{k}", f"RN1.{k + 2}", ("y", 13 + 7 * k)) for k in _NINE],
        ("CHAIN_DATA", "J1.13", ("x", 100), ("y", 15), ("x", 60), "U1.10"),
        ("CHAIN_MID", "U1.9", ("x", 80), ("y", 46), ("x", 60), "U2.10"),
        ("CHAIN_NEXT", "R2.2", ("x", 94), "J2.13"),
        ("CLOCK_N", "U3.2", "U3.3"), ("CLOCK", "U3.4", ("x", 62)),
        ("LOAD_N_N", "U3.6", "U3.9"), ("LOAD_N", "U3.8", ("x", 58)),
        ("HALL_LOAD_N", "U3.5", ("x", 108), "name"),
        ("PIXELS", "J1.1", ("x", 99), ("y", 80), "R1.1"), ("PIXELS_IN", "R1.2", "J4.2"),
        ("PIXELS_NEXT", "J4.3", ("x", 98), ("y", 57), "J2.1"),
        ("+3V3", (63, 58), ("y", 53), "name"),
        ("+5V", (14, 11), ("y", 7), "name"), ("GND", (15, 68), ("y", 73), "name"),
        ("+5V", "J3.1", ("x", 26), "name"), ("+5V", "C3.1", ("y", 88)),
    ],
    "trunks": [
        ("SCK", 102, "J1.3 J2.3"), ("MOSI", 103, "J1.5 J2.5"), ("MISO", 104, "J1.7 J2.7"),
        ("CHAIN_CLOCK", 105, "J1.9 J2.9 U3.1"), ("CHAIN_LATCH", 106, "J1.11 J2.11"),
        ("CHAIN_RETURN", 107, "J1.15 J2.15"),
        ("CLOCK", 62, "U1.2 U2.2"), ("LOAD_N", 58, "U1.1 U2.1"),
        ("+3V3", 63, "U2.12 U2.13 U2.14 U2.3 U2.4 U2.5 U2.6"),
        ("+5V", 14, " ".join(f"J{11 + k}.1" for k in _NINE)),
        ("GND", 15, " ".join(f"J{11 + k}.2" for k in _NINE)),
    ],
    "words": [("Switches of cells 0 to 8", 8, 5), ("High where no magnet is", 36, 7),
              ("Inputs: bits 0 to 15 of the block", 58, 12.6), ("Edges made steep", 80, 39.6),
              ("Ribbon in, from the board before", 100, 17), ("Ribbon out, to the next", 109, 53),
              ("Lights", 111, 76), ("5 V in", 8, 84), ("Chips' supply", 50, 84),
              ("The chain's data, as late as its clock", 24, 85)],
    "flags": (82, 92),
}

DRAWINGS: dict[str, dict[str, Any]] = {"block": _BLOCK, "main": _MAIN, "hall": _HALL}
