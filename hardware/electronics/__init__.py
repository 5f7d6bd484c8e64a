"""Circuits as data, and what KiCad and SKiDL make of them."""
