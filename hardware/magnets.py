"""The fields of magnets at hall switches and sensors, over the whole tolerance of gap and place.
Lengths in mm, fields in mT."""

import itertools
import math

from hardware.source import Design
from sim.virtual.magnets import Pair, axial


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py: the switch of `hall9` under its magnet, and beside a
    neighbour's."""
    m, pitch = design.mechanics, design.boards.need("block", "pitch", int)
    number = (int, float)
    magnet = (m.need("magnet", "remanence", number), m.need("magnet", "round", number),
              m.need("magnet", "thick", number))
    hall = {key: m.need("hall", key, number)
            for key in ("closes", "opens", "factor", "skin", "depth", "sheet", "play", "aside")}
    gap = m.need("tag", "thick", number) + hall["sheet"] + hall["skin"] + hall["depth"]
    widest = gap + hall["play"]
    weakest = min(axial(*magnet, height, hall["aside"] * part / 4)
                  for height in (gap, widest) for part in range(5))
    wanted = hall["closes"] * hall["factor"]
    if weakest < wanted:
        raise m.error("hall", "aside", f"{weakest:.1f} mT at the switch where {wanted:.1f} are "
                      f"wanted (gap {gap:.1f} to {widest:.1f} mm, {hall['aside']} mm off the "
                      "middle)", "Take a larger magnet ([magnet]), a thinner sheet, or a more "
                      "sensitive switch ([hall] closes)")
    beside = max(abs(axial(*magnet, height, pitch - hall["aside"] * part / 4))
                 for height in (gap / 2, gap, widest) for part in range(5))
    most = hall["opens"] / hall["factor"]
    if beside > most:
        raise m.error("magnet", "round", f"a neighbour's magnet gives {beside:.2f} mT where at "
                      f"most {most:.2f} are wanted", "Take a smaller magnet")
    return [
        ("`hall9`: weakest field of a piece's own magnet at the switch", f"{weakest:.1f} mT",
         f"at least {wanted:.1f} mT, twice what the worst switch needs",
         f"x {weakest / hall['closes']:.1f}", "the magnet's real strength; a steel table"),
        ("`hall9`: strongest field of a neighbour's magnet", f"{beside:.2f} mT",
         f"at most {most:.2f} mT, half of what the best switch ignores",
         f"x {hall['opens'] / beside:.0f}", "-"),
        *_facings(design, gap, widest)]


def _facings(design: Design, gap: float, widest: float) -> list[tuple[str, ...]]:
    """Return rows for the sensors of turned tiles: the field of a tile at the sensor under its
    magnet, and at the other one, with what the tiles round it add."""
    m, pitch = design.mechanics, design.boards.need("block", "pitch", int)
    f = {key: m.need("facing", key, (int, float)) for key in m.data["facing"]}
    pairs = [Pair(m.need("magnet", "remanence", int), f["round"], f["thick"], f["radius"], height)
             for height in (gap, widest)]
    lies = [(f["aside"] * math.cos(k * math.pi / 4), f["aside"] * math.sin(k * math.pi / 4), angle)
            for k in range(8) for angle in (-f["degrees"], 0, f["degrees"])]

    def fields(x: float, y: float, turn: int) -> list[float]:
        return [abs(pair.field(x - dx, y - dy, 90 * turn + angle))
                for pair in pairs for dx, dy, angle in lies]

    weakest = min(fields(f["radius"], 0, 0))
    wrong = max(fields(0, f["radius"], 0)) + sum(
        max(max(fields(f["radius"] - pitch * x, -pitch * y, turn)) for turn in range(4))
        for x, y in itertools.product((-1, 0, 1), repeat=2) if x or y)
    for found, text, most, least in (
            (weakest, "at the sensor under its magnet", math.inf, f["least"] * f["factor"]),
            (wrong, "at the wrong sensor, with all round it", f["least"] / f["factor"], 0.0)):
        if not least <= found <= most:
            raise m.error("facing", "least", f"a tile gives {found:.1f} mT {text}", "Take another "
                          "magnet or radius ([facing]), or another threshold here and in "
                          "firmware/table/facings.py")
    return [
        ("how a tile is turned: weakest field at the sensor under its magnet", f"{weakest:.1f} mT",
         f"at least {f['least'] * f['factor']:.1f} mT, {f['factor']:g} times what counts",
         f"x {weakest / f['least']:.1f}", "how much of its reach the reader loses"),
        ("how a tile is turned: strongest field at the other sensor, tiles round it included",
         f"{wrong:.1f} mT", f"at most {f['least'] / f['factor']:.1f} mT",
         f"x {f['least'] / wrong:.1f}", "-")]
