"""Circuits as data, and the schematics, boards and netlists made from them."""
