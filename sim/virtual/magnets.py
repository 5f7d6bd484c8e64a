"""The field of disc magnets. Lengths in mm, fields in mT.

A magnet that is magnetised through its thickness is two discs of magnetic charge: exact, except
that a sum replaces the integral.
"""

import math

_RINGS, _SPOKES = 12, 24


def axial(
    remanence: float, diameter: float, thickness: float, height: float, aside: float
) -> float:
    """Return the field in mT along the magnet's axis, `height` below its lower face and `aside`
    from its axis."""
    return _disc(remanence, diameter / 2, height, aside) - _disc(
        remanence, diameter / 2, height + thickness, aside)


def _disc(remanence: float, radius: float, z: float, x: float) -> float:
    total: float = 0
    for ring in range(_RINGS):
        r = (2 * ring + 1) / 2 * radius / _RINGS
        inner: float = 0
        for spoke in range(_SPOKES):
            a = math.pi * (2 * spoke + 1) / _SPOKES
            square = z * z + (x - r * math.cos(a)) ** 2 + (r * math.sin(a)) ** 2
            inner += 1 / (square * math.sqrt(square))
        total += r * inner
    return remanence * z * total / (2 * _RINGS * _SPOKES) * radius


class Pair:
    """The two magnets of a tile, `radius` mm east and west of its middle, north up at the east."""

    def __init__(
        self, remanence: float, diameter: float, thickness: float, radius: float, height: float
    ):
        self._magnet = (remanence, diameter, thickness)
        self._radius = radius
        self._height = height
        self._known: dict[int, float] = {}  # by tenths of a mm aside

    def field(self, x: float, y: float, degrees: float) -> float:
        """Return the field upwards at a point (x, y) from the middle of the tile, which is turned
        clockwise."""
        angle = degrees * math.pi / 180
        east = self._radius * math.cos(angle), -self._radius * math.sin(angle)
        return self._one(x - east[0], y - east[1]) - self._one(x + east[0], y + east[1])

    def _one(self, dx: float, dy: float) -> float:
        tenths = int((20 * math.sqrt(dx * dx + dy * dy) + 1) / 2)  # rounded
        if tenths not in self._known:
            self._known[tenths] = axial(*self._magnet, self._height, tenths / 10)
        return self._known[tenths]
