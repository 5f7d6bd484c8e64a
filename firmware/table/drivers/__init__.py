"""Drivers of the chips; bus, pins and clock are passed in."""
