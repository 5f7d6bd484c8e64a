"""Checks of STL files in plain Python: closed, consistent, on the bed, within the printer."""

import struct
from pathlib import Path
from typing import Any


def triangles(path: Path) -> list[Any]:
    """Return the triangles of a binary STL: ((x, y, z), (x, y, z), (x, y, z)). Raises
    ValueError."""
    data = path.read_bytes()
    if len(data) < 84 or len(data) != 84 + 50 * struct.unpack_from("<I", data, 80)[0]:
        raise ValueError(f"{path.name}: not a whole binary STL")
    return [(v[3:6], v[6:9], v[9:12]) for v in struct.iter_unpack("<12fH", data[84:])]


def faults(faces: list[Any], printer: Any) -> list[str]:
    """Return the faults of a mesh, as a list of sentences."""
    found: list[str] = []
    edges: dict[Any, int] = {}
    for face in faces:
        corners = [tuple(round(v, 4) for v in corner) for corner in face]
        if len(set(corners)) < 3:
            found.append("a face without area")
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            edges[a, b] = edges.get((a, b), 0) + 1
    if not faces:
        return ["no face"]
    open_ = sum(edges.get((b, a), 0) != n for (a, b), n in edges.items())
    if open_:
        found.append(f"{open_} edges do not meet their like: the mesh is open or a face is turned")
    spans = [(min(line), max(line))
             for line in zip(*(v for face in faces for v in face), strict=True)]
    if max(high - low for low, high in spans) > printer:
        found.append(f"longer than the {printer} mm of a common printer")
    if abs(spans[2][0]) > 0.01:
        found.append(f"it begins at z = {spans[2][0]:.2f}, not on the bed")
    if volume(faces) <= 0:
        found.append("its volume is not positive")
    return found


def volume(faces: list[Any]) -> float:
    """Return the cubic millimetres inside a closed mesh."""
    sixfold = sum(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
                  + a[2] * (b[0] * c[1] - b[1] * c[0]) for a, b, c in faces)
    return float(sixfold) / 6


def has_pocket(faces: list[Any], x: float, y: float, radius: float, depth: float) -> bool:
    """Is there a round pocket at (x, y), open from below to `depth`, by the faces of its roof?"""
    return any(all(abs(v[2] - depth) < 0.01 for v in face)
               and all((v[0] - x) ** 2 + (v[1] - y) ** 2 <= (radius + 0.5) ** 2 for v in face)
               for face in faces)


def is_solid(faces: list[Any], x: float, y: float, z: float) -> bool:
    """Is a point in the material of a closed mesh, by the faces over it?"""
    x, y, above = x + 0.0137, y + 0.0071, 0  # so that no edge lies over it
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in faces:
        if (ax > x and bx > x and cx > x) or (ax < x and bx < x and cx < x):
            continue
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if area:
            b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
            c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
            above += b >= 0 and c >= 0 and b + c <= 1 and az + b * (bz - az) + c * (cz - az) > z
    return above % 2 == 1
