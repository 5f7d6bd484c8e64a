"""The colour of each net's wire, the same in drawings, tables, pictures and pages."""

_NETS = {"+5V": "red", "+3V3": "orange", "GND": "black",
         "SCK": "yellow", "MISO": "green", "MOSI": "blue", "SS": "white", "PAD_SELECT": "white",
         "SCL": "yellow", "SDA": "blue", "KNOB_A": "green", "KNOB_B": "blue",
         "KNOB_PUSH": "white", "TAKE_BACK": "violet", "PIXELS_3V3": "green"}
# What bought modules call their supply, by the net that feeds it.
_SUPPLIES = {"VCC": "+5V", "+5V_CELLS": "+5V", "+5V_PAD": "+5V"}
RIBBON = ["red", *["grey"] * 15]  # as it is sold: its red edge is way 1


def of(net: str) -> str:
    """Return the colour of a net's wire; "-" if nobody draws it."""
    return _NETS.get(_SUPPLIES.get(net, net), "-")
