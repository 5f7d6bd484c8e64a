"""The field of a disc magnet at a hall switch, over the whole tolerance of gap and place.

Lengths in mm, fields in mT. The magnet is two discs of magnetic charge: exact for a magnet that is
magnetised through its thickness, except that a sum replaces the integral.
"""

import math

from hardware.source import Design

_RINGS, _SPOKES = 24, 48


def axial(
    remanence: float, diameter: float, thickness: float, height: float, aside: float
) -> float:
    """Return the field in mT along the magnet's axis, `height` below its lower face and `aside`
    from its axis."""
    return _disc(remanence, diameter / 2, height, aside) - \
        _disc(remanence, diameter / 2, height + thickness, aside)


def _disc(remanence: float, radius: float, z: float, x: float) -> float:
    total = 0.0
    for ring in range(_RINGS):
        r = (ring + 0.5) * radius / _RINGS
        inner = 0.0
        for spoke in range(_SPOKES):
            a = 2 * math.pi * (spoke + 0.5) / _SPOKES
            inner += (z * z + (x - r * math.cos(a)) ** 2 + (r * math.sin(a)) ** 2) ** -1.5
        total += r * inner
    return remanence * z * total / (2 * _RINGS * _SPOKES) * radius


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
         f"x {hall['opens'] / beside:.0f}", "-")]
