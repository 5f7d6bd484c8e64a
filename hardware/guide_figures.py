"""Compares figures in the guide's sentences with the plans: legs, ways, volts, sizes and counts.

A Figure is what a page says, with a group for each value, and these values from the plans.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hardware import breadboard, colours, guide, protection
from hardware.electronics import circuits, facings
from hardware.source import Design, SourceError


class Figure(NamedTuple):
    """`words`: a pattern whose blanks stand for any white space; `values`: of its groups."""

    page: str
    words: str
    values: tuple[str, ...]


def _legs(design: Design, part: str, *names: str) -> tuple[str, ...]:
    """Return the numbers of a part's pins by their names."""
    known = {text.rsplit(" ", 1)[0]: number for number, text in design.pinout.data[part].items()
             if number.isdigit()}
    return tuple(known[name] for name in names)


def _names(design: Design, part: str) -> tuple[str, ...]:
    """Return the meanings of legs 1 to 3 of a part, in words."""
    words = {"VI": "input", "VO": "output", "GND": "ground", "C": "collector", "B": "base",
             "E": "emitter"}
    return tuple(words[design.pinout.data[part][str(n)].rsplit(" ", 1)[0]] for n in (1, 2, 3))


def _evening(design: Design) -> Iterator[Figure]:
    at = {(wire.part, wire.pin): str(wire.at) for wire in breadboard.wires(design)}
    feeds = [str(wire.at) for wire in breadboard.wires(design) if wire.part == "Pico"]
    lights = design.bills.need("evening", "pixel_strip", int)
    pitch = design.power.need("strings.strip60", "pitch", (int, float))
    first, second = design.datasheets.data["figures"]["PN532 V3"]["spi"]
    shifter = design.datasheets.data["figures"][design.parts["ahct125"]["mpn"]]["pins"]
    yield Figure("evening", r"1 is (\w+) and 2 is (\w+)", (first, second))
    yield Figure("evening", r"VBUS \(leg (\d+)\), the orange one to 3V3\(OUT\) \(leg (\d+)\)",
                 (at["Pico", "VBUS"], at["Pico", "3V3(OUT)"]))
    yield Figure("evening", r"SDA to leg (\d+), SCL to leg (\d+)",
                 (at["display", "SDA"], at["display", "SCL"]))
    yield Figure("evening", r"CLK, DT, SW to legs (\d+), (\d+), (\d+)",
                 tuple(at["knob", pin] for pin in ("CLK", "DT", "SW")))
    yield Figure("evening", r"its legs (\d+) and (\d+) at ground, (\d+) at 5 V",
                 _legs(design, "ahct125", "OE1", "GND", "VCC"))
    yield Figure("evening", r"\*\*74AHCT125\*\* with (\d+) legs", (str(shifter),))
    yield Figure("evening", r"cut it after light (\d+)", (str(lights),))
    yield Figure("evening", r"(\d+) lights are (\d+) cm",
                 (str(lights), f"{lights * pitch / 10:.0f}"))
    yield Figure("evening", r"out of legs (\d+), (\d+), (\d+) and (\d+)",
                 tuple(sorted(feeds, key=lambda leg: (int(leg) < 21, int(leg)))))


def _soldered(design: Design) -> Iterator[Figure]:
    open_pin = _legs(design, "pn532", "RSTO")
    low, high = protection.fires(design.power, circuits.block(design.boards),
                                 protection.ohms(design.parts))
    edge = next(n for n, colour in enumerate(colours.RIBBON) if colour != "grey")
    yield Figure("5-solder", r"Between (\d\.\d) and (\d\.\d) V the guard",
                 (f"{low:.1f}", f"{high:.1f}"))
    yield Figure("5-solder", r"pin (\d)\*\* \(RSTO", open_pin)
    yield Figure("5-solder", r"its pin (\d) cut off", open_pin)
    yield Figure("6-wire", r"with pin (\d) of the header cut off", open_pin)
    yield Figure("grid3", r"Cut off pin (\d) of", open_pin)
    yield Figure("6-wire", r"ribbon's (\w+) edge is way (\d+)",
                 (colours.RIBBON[edge], str(edge + 1)))


def _facings(design: Design) -> Iterator[Figure]:
    f = {key: f"{size:g}" for key, size in design.mechanics.data["facing"].items()}
    ways = [facings.WAY_PINS.index(number) for number, net in
            facings.sensors().components["U1"].pins.items() if str(net)[:4] == "EAST"]
    volts = f"{design.pinout.data['rails']['+3V3_SENSORS']:g}"
    yield Figure("facings", r"two magnets of (\d+) x (\d+) mm, ([\d.]+) mm from",
                 (f["round"], f["thick"], f["radius"]))
    yield Figure("facings", r"has a sensor ([\d.]+) mm east of its middle, and one ([\d.]+) mm "
                 "north", (f["radius"], f["radius"]))
    yield Figure("facings", r"its middle ([\d.]+) mm from that of the cell", (f["radius"],))
    yield Figure("facings", r"up to (\d+) mm off the middle and (\d+) degrees",
                 (f["aside"], f["degrees"]))
    yield Figure("facings", r"takes (\d+) mT for a tile", (f["least"],))
    yield Figure("facings", r"Ways (\d) to (\d) of U1", (str(min(ways)), str(max(ways))))
    yield Figure("facings", r"Q1 has (\w+), (\w+), (\w+) from left",
                 _names(design, "npn_strong"))
    yield Figure("facings", r"U3 (\w+), (\w+), (\w+)\.", _names(design, "ldo33"))
    yield Figure("facings", r"([\d.]+) V at leg 1 of every sensor", (volts,))


def check(design: Design, docs: Path = guide.DOCS) -> list[tuple[str, ...]]:
    """Return a row for rules.py. Raises SourceError for a figure that is not that of the plans, or
    a sentence that is no longer there."""
    count = 0
    for page, words, values in (*_evening(design), *_soldered(design), *_facings(design)):
        text = (docs / f"{page}.md").read_text(encoding="utf-8")
        found = list(re.finditer(words.replace(" ", r"\s+"), text))
        if not found:
            raise SourceError(f"{page}.md", f"the page no longer says {words!r}",
                              "Say it, or take it out of guide_figures.py")
        for said in found:
            if said.groups() != values:
                raise SourceError(f"{page}.md:{text.count(chr(10), 0, said.start()) + 1}",
                                  f"the page says {' '.join(said[0].split())!r}, the plans "
                                  f"{', '.join(values)}", "Correct the page, or the plans")
            count += len(values)
    return [("guide: figures in sentences that are those of the plans", f"{count}", "all", "-",
             "-")]
