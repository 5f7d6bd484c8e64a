"""The layouts of the printed boards: data for pcb.py, and for the checks of rules.py.

`place` gives a part's pin 1 (its middle for the surface-mounted switch) as (x, y, turn), in mm
from the board's upper left corner and in multiples of the router's half step. `planes` are areas
(net, layer, x1, y1, x2, y2) that its copper fills and no other track crosses: they carry the
supply and its return. `vias` join the planes of both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from hardware.electronics.circuits import Circuit

FRONT, BACK = 0, 1
SIZE = (127.0, 95.25)
HOLES = 5.08             # of the mounting holes from the edges
REVISION = "REV 3  2026-11-26  UNTESTED"  # until somebody builds and measures it
_NAME, _MADE = 92.9, 2.6  # heights of the board's name, and of its revision


def _stitches(xs: tuple[float, ...], ys: tuple[float, ...]) -> list[tuple[str, float, float]]:
    return [("GND", x, y) for x in xs for y in ys]


PLANS: dict[str, dict[str, Any]] = {
    "block": {
        "place": {
            **{f"J{11 + k}": (20.32 + 11.43 * k, 10.16, 0) for k in range(9)},
            "RN1": (21.59, 36.83, 0), "J1": (8.89, 41.91, 0), "J2": (114.3, 41.91, 0),
            "U1": (27.94, 46.99, 0), "U5": (39.37, 46.99, 0), "U2": (50.8, 46.99, 0),
            "U3": (71.12, 46.99, 0),
            "C3": (29.21, 41.91, 0), "C7": (40.64, 41.91, 0), "C4": (52.07, 41.91, 0),
            "C5": (72.39, 41.91, 0),
            "R1": (82.55, 44.45, 0), "R2": (82.55, 48.26, 0), "R3": (82.55, 52.07, 0),
            "R4": (82.55, 55.88, 0), "R5": (82.55, 59.69, 0), "R6": (82.55, 63.5, 0),
            "R7": (82.55, 67.31, 0), "R10": (96.52, 44.45, 0), "R11": (96.52, 48.26, 0),
            "R12": (96.52, 52.07, 0), "R9": (38.1, 68.58, 0),
            "J3": (12.7, 86.36, 0), "F1": (27.94, 83.82, 0), "C1": (41.91, 83.82, 0),
            "D2": (33.02, 74.93, 180), "Q1": (38.1, 74.93, 0), "U6": (48.26, 74.93, 0),
            "R13": (57.15, 73.66, 0), "R14": (57.15, 77.47, 0), "C8": (52.07, 69.85, 0),
            "R15": (60.96, 68.58, 0),
            "J4": (53.34, 86.36, 0), "C6": (73.66, 79.375, 0), "U4": (77.47, 83.82, 180),
            "C2": (86.36, 83.82, 0), "R8": (96.52, 81.28, 0), "D1": (113.03, 83.82, 0),
        },
        "planes": [
            ("+5V", FRONT, 9.5, 79.4, 15.4, 92.7), ("+5V", FRONT, 9.5, 88.9, 26.5, 92.7),
            ("+5V", FRONT, 20.6, 79.4, 26.5, 92.7), ("+5V", FRONT, 26.4, 81.8, 29.9, 85.8),
            ("+5V_FUSED", FRONT, 31.6, 73.4, 39.2, 92.7),
            ("+5V_FUSED", FRONT, 39.1, 78.7, 58.0, 80.3),
            ("+5V_FUSED", FRONT, 39.1, 80.2, 55.6, 92.7),
            ("+5V_FUSED", FRONT, 55.8, 72.2, 58.3, 78.8),
            ("+5V_FUSED", FRONT, 55.5, 89.0, 76.9, 92.7),
            ("+5V_FUSED", FRONT, 72.2, 78.1, 75.2, 89.1),
            ("+5V_FUSED", FRONT, 75.1, 84.3, 76.9, 89.1),
            ("+5V_CELLS", FRONT, 78.1, 84.4, 88.4, 87.8),
            ("+5V_CELLS", FRONT, 81.9, 70.4, 88.4, 84.5),
            ("+5V_CELLS", FRONT, 88.3, 70.4, 126.5, 77.4),
            ("+5V_CELLS", FRONT, 121.9, 19.2, 126.5, 70.5),
            ("+5V_CELLS", FRONT, 18.6, 19.2, 122.0, 21.2),
            ("GND", FRONT, 0.5, 21.9, 121.2, 23.8), ("GND", FRONT, 0.5, 23.7, 4.9, 85.0),
            ("GND", BACK, 0.5, 77.2, 75.4, 92.7), ("GND", BACK, 15.0, 72.8, 22.0, 77.3),
            ("GND", BACK, 39.3, 73.2, 42.0, 77.3),
        ],
        "vias": _stitches((1.905, 3.81), (78.74, 80.01, 81.28, 82.55, 83.82)),
        "words": [("LEYBOARD BLOCK", 100.0, _NAME, 1.6), (REVISION, 63.5, _MADE, 1),
                  ("RIBBON IN", 8.9, 66.0, 1), ("RIBBON OUT", 114.5, 66.0, 1),
                  ("5V 3A", 15.2, 71.6, 1), ("LIGHTS", 61.0, _NAME, 1),
                  *[(f"CELL {k}", 20.32 + 11.43 * k, 31.0, 1) for k in range(9)]],
    },
    "main": {
        "place": {
            "U1": (33.02, 5.08, 0),
            "J1": (12.7, 86.36, 0), "F1": (27.94, 83.82, 0), "C1": (41.91, 83.82, 0),
            "D2": (33.02, 74.93, 180), "Q2": (38.1, 74.93, 0), "U3": (48.26, 74.93, 0),
            "R18": (57.15, 73.025, 0), "R19": (57.15, 69.85, 0), "R20": (43.18, 63.5, 0),
            "C8": (48.26, 67.31, 180),
            "F2": (57.15, 77.47, 0), "J8": (53.34, 86.995, 0), "J9": (76.2, 86.36, 0),
            "C2": (71.12, 75.565, 0), "D1": (91.44, 78.74, 180), "C5": (58.42, 15.24, 0),
            "U2": (78.74, 59.69, 0), "C4": (80.01, 54.61, 0), "R11": (62.23, 64.77, 0),
            "J2": (114.3, 41.91, 0),
            "R1": (64.77, 22.86, 0), "R2": (64.77, 26.67, 0), "R3": (64.77, 30.48, 0),
            "R4": (64.77, 34.29, 0), "R5": (64.77, 38.1, 0), "R6": (64.77, 41.91, 0),
            "R7": (64.77, 45.72, 0), "R8": (64.77, 49.53, 0), "R14": (64.77, 53.34, 0),
            "R15": (64.77, 57.15, 0), "R16": (68.58, 15.24, 0), "R17": (68.58, 11.43, 0),
            "R9": (88.9, 26.67, 0), "R10": (88.9, 30.48, 0), "C3": (91.44, 35.56, 0),
            "R21": (80.01, 43.18, 0), "R22": (80.01, 46.99, 0),
            "J6": (100.33, 43.18, 0), "J3": (8.89, 15.24, 0), "J4": (8.89, 29.21, 0),
            "J5": (8.89, 45.72, 0), "J7": (8.89, 55.88, 0),
            "Q1": (95.25, 67.31, 0), "R12": (95.25, 72.39, 0), "R13": (95.25, 76.2, 0),
            "U4": (107.95, 31.75, 180), "C6": (104.14, 25.4, 0), "R23": (104.14, 20.32, 0),
            "R24": (88.9, 22.86, 0),
            "BZ1": (111.76, 78.74, 0),
        },
        "planes": [
            ("+5V", FRONT, 9.5, 79.4, 15.4, 92.7), ("+5V", FRONT, 9.5, 88.9, 26.5, 92.7),
            ("+5V", FRONT, 20.6, 79.4, 26.5, 92.7), ("+5V", FRONT, 26.4, 81.8, 29.9, 85.8),
            ("+5V_FUSED", FRONT, 31.6, 73.4, 39.2, 92.7),
            ("+5V_FUSED", FRONT, 39.1, 76.2, 58.0, 80.3),
            ("+5V_FUSED", FRONT, 39.1, 80.2, 55.6, 92.7),
            ("+5V_FUSED", FRONT, 55.8, 69.0, 58.3, 76.3),
            ("+5V_FUSED", FRONT, 55.5, 89.2, 78.2, 92.7),
            ("+5V_FUSED", FRONT, 74.2, 84.6, 78.2, 89.3),
            ("+5V_LOGIC", FRONT, 60.8, 75.0, 82.4, 80.4),
            ("GND", BACK, 0.5, 77.2, 84.0, 92.7), ("GND", BACK, 15.0, 72.8, 22.0, 77.3),
            ("GND", BACK, 39.3, 73.2, 42.0, 77.3),
        ],
        "vias": [],
        "words": [("LEYBOARD MAIN", 100.0, _NAME, 1.6), (REVISION, 82.0, _MADE, 1),
                  ("RIBBON", 114.5, 66.0, 1), ("5V IN", 15.2, 71.6, 1), ("PAD", 100.3, 39.5, 1),
                  ("DISPLAY", 14.0, 12.0, 1), ("KNOB", 13.4, 26.0, 1),
                  ("TAKE BACK", 15.0, 43.0, 1), ("SERIAL", 14.0, 52.8, 1),
                  ("LIGHTS", 61.0, _NAME, 1), ("5V OUT", 79.0, _NAME, 1)],
    },
    "hall": {
        "place": {
            **{f"J{11 + k}": (20.32 + 11.43 * k, 10.16, 0) for k in range(9)},
            "RN1": (21.59, 36.83, 0), "J1": (8.89, 41.91, 0), "J2": (114.3, 41.91, 0),
            "U1": (27.94, 46.99, 0), "U2": (50.8, 46.99, 0), "U3": (71.12, 46.99, 0),
            "C1": (29.21, 41.91, 0), "C2": (52.07, 41.91, 0), "C4": (72.39, 41.91, 0),
            "R2": (87.63, 44.45, 0), "R1": (43.18, 71.12, 0),
            "J3": (12.7, 86.36, 0), "C3": (27.94, 83.82, 0), "J4": (53.34, 86.36, 0),
        },
        "planes": [
            ("+5V", FRONT, 9.5, 79.4, 15.4, 92.7), ("+5V", FRONT, 9.5, 89.0, 55.0, 92.7),
            ("+5V", FRONT, 26.4, 82.2, 29.4, 89.1), ("+5V", FRONT, 51.8, 84.8, 55.0, 89.1),
            ("+5V", FRONT, 0.5, 79.4, 9.6, 84.5), ("+5V", FRONT, 0.5, 9.0, 4.9, 79.5),
            ("+5V", FRONT, 4.8, 9.0, 113.6, 11.2),
            ("GND", FRONT, 18.6, 11.8, 126.5, 13.7), ("GND", FRONT, 122.0, 13.6, 126.5, 85.0),
            ("GND", BACK, 0.5, 77.2, 126.5, 92.7),
        ],
        "vias": _stitches((123.19, 125.095), (78.74, 80.01, 81.28, 82.55, 83.82)),
        "words": [("LEYBOARD HALL", 100.0, _NAME, 1.6), (REVISION, 63.5, _MADE, 1),
                  ("RIBBON IN", 8.9, 66.0, 1), ("RIBBON OUT", 114.5, 66.0, 1),
                  ("5V", 15.2, 76.6, 1), ("LIGHTS", 61.0, _NAME, 1),
                  *[(f"CELL {k}", 20.32 + 11.43 * k, 18.4, 1) for k in range(9)]],
    },
}
_SHORT: dict[Any, str]
_SHORT = {"+5V": "5V", "+5V_FUSED": "5V", "+5V_CELLS": "5V", "+5V_LOGIC": "5V",
          "+5V_PAD": "5V", "+3V3": "3V3",
          "PIXELS": "DI", "PIXELS_IN": "DI", "PIXELS_NEXT": "DO", "KNOB_A": "A", "KNOB_B": "B",
          "KNOB_PUSH": "SW", "TAKE_BACK": "TB", "UART_TX": "TX", "UART_RX": "RX",
          "PAD_SELECT": "SS", None: ""}


def pin_names(circuit: Circuit) -> list[tuple[str, float, float, bool]]:
    """Return (words, x, y, beside): the print at each pin of the connectors of `circuit`, except
    for ribbons; `beside` is true if it begins to the right of the pin, false if it is above the
    pin."""
    found = []
    for ref, (x, y, _) in PLANS[circuit.name]["place"].items():
        part = circuit.components[ref]
        if part.part in ("screw_terminal", "terminal_4"):
            for n, net in sorted(part.pins.items()):
                words = {"GND": "-"}.get(net, "+" if  # type: ignore[arg-type]
                                         str(net).startswith("+5V") else _SHORT.get(net, net))
                if words:
                    found.append((words, x + 5.08 * (n - 1), y - 6.5, False))
        elif part.part == "pn532" or part.part.startswith("header_1x"):
            for n, net in sorted(part.pins.items()):
                name: Any
                name = _SHORT.get(net) if net in _SHORT else net.split("_")[0]  # type: ignore[union-attr]
                name = "SS" if name.startswith("CS") else "OUT" if name[:4] == "HALL" else name
                if name:
                    found.append((name, x + 1.9, y + 2.54 * (n - 1), True))
    return found
