"""The colour of each net's wire, the same in drawings, tables, pictures and pages."""

from host_tools.core.wires import WIRES

# The signals of a breadboard have the colours that the doctor names.
_NETS = {"+5V": "red", "+3V3": "orange", "GND": "black", "PIXELS_3V3": "green",
         **{name.upper().removeprefix("DISPLAY_"): colour for name, (_, colour) in WIRES.items()}}
_NETS |= {f"FACING_{end}": colour for end, colour in (
    ("S0", "yellow"), ("S1", "green"), ("S2", "blue"), ("S3", "violet"), ("FEED", "white"),
    ("EAST", "green"), ("NORTH", "blue"))}
_NETS["SS"] = _NETS["PAD_SELECT"]
# The name of the supply on bought modules, by the net that feeds it.
_SUPPLIES = {"VCC": "+5V", "+5V_CELLS": "+5V", "+5V_PAD": "+5V",
             "+5V_FUSED": "+5V", "+3V3_SENSORS": "+3V3", "SENSORS_GND": "GND"}
RIBBON = ["red", *["grey"] * 15]  # as it is sold: its red edge is way 1


def of(net: str) -> str:
    """Return the colour of a net's wire; "-" if nobody draws it."""
    return _NETS.get(_SUPPLIES.get(net, net), "-")
