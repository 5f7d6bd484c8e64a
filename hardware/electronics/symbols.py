"""Writes hw.kicad_sym: the PN532 module, which KiCad's libraries lack, and the Pico as a plain
box (in the libraries' symbol two ground pins are power outputs, which every rule check refuses).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.electronics.circuits import PICO_GROUND, PICO_PIN, READER

if TYPE_CHECKING:
    Pin = tuple[int, str, str]

_READER = {"SCK": "input", "MISO": "tri_state", "MOSI": "input", "SS": "input",
           "VCC": "power_in", "GND": "power_in", "IRQ": "output", "RSTO": "output"}
_PICO = {30: ("RUN", "input"), 33: ("AGND", "power_in"), 35: ("ADC_VREF", "passive"),
         36: ("3V3", "power_out"), 37: ("3V3_EN", "passive"), 39: ("VSYS", "power_in"),
         40: ("VBUS", "passive")}


def _text(kind: str, value: str, y: float, hidden: bool = False) -> str:
    hide = " (hide yes)" if hidden else ""
    return (f'    (property "{kind}" "{value}" (at 0 {y:.2f} 0)\n'
            f"      (effects (font (size 1.27 1.27)){hide}))\n")


def _pin(number: int, name: str, kind: str, x: float, y: float, angle: int) -> str:
    return (f"      (pin {kind} line (at {x:.2f} {y:.2f} {angle}) (length 2.54)\n"
            f'        (name "{name}" (effects (font (size 1.27 1.27))))\n'
            f'        (number "{number}" (effects (font (size 1.27 1.27)))))\n')


def _box(symbol: str, reference: str, left: list[Pin], right: list[Pin], half_width: float,
         about: str) -> str:
    """Return a symbol with `left` and `right` lists of (number, name, kind), from the top down."""
    rows = max(len(left), len(right))
    half = 2.54 * (rows // 2)
    reach = half_width + 2.54
    pins = "".join(_pin(n, name, kind, -reach, half - 2.54 * i, 0)
                   for i, (n, name, kind) in enumerate(left))
    pins += "".join(_pin(n, name, kind, reach, half - 2.54 * i, 180)
                    for i, (n, name, kind) in enumerate(right))
    low = half - 2.54 * rows
    return (
        f'  (symbol "{symbol}" (exclude_from_sim no) (in_bom yes) (on_board yes)\n'
        + _text("Reference", reference, half + 3.81) + _text("Value", symbol, low - 1.27)
        + _text("Footprint", "", 0, True) + _text("Datasheet", "", 0, True)
        + _text("Description", about, 0, True)
        + f'    (symbol "{symbol}_0_1"\n'
        f"      (rectangle (start {-half_width} {half + 2.54:.2f}) (end {half_width} {low:.2f})\n"
        "        (stroke (width 0.254) (type default)) (fill (type background))))\n"
        f'    (symbol "{symbol}_1_1"\n{pins}    )\n  )\n')


def library() -> str:
    """Return the text of the library."""
    gpio = {number: (f"GP{gp}", "bidirectional") for gp, number in PICO_PIN.items()}
    pico = {n: ("GND", "power_in") for n in PICO_GROUND} | gpio | _PICO
    sides = [[(n, *pico[n]) for n in order] for order in (range(1, 21), range(40, 20, -1))]
    reader = [(i + 1, name, _READER[name]) for i, name in enumerate(READER)]
    return ('(kicad_symbol_lib (version 20241209) (generator "leyboard")\n'
            + _box("PN532_V3", "J", reader, [], 7.62, "NFC reader module PN532 in SPI mode")
            + _box("Pico", "U", *sides, 12.7, "Raspberry Pi Pico")  # type: ignore[arg-type, call-arg]
            + ")\n")
