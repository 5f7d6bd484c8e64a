"""Makes the printed and cut parts: `python -m hardware.mechanics.make`, in .venv-hardware with
PrusaSlicer: STL and (for the archive) STEP of every part, line drawings, laser-cut variants, and
the grams and minutes that a slicer finds, in prints.json.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import trimesh
from build123d import (
    Compound,
    ExportSVG,
    GeomType,
    LineType,
    Plane,
    Pos,
    Rectangle,
    export_step,
    export_stl,
    section,
)

from hardware import archive, fingerprints
from hardware.mechanics import meshes, parts
from hardware.source import ROOT, Design

if TYPE_CHECKING:
    from build123d import Edge, Part, Shape

HERE = ROOT / "hardware" / "mechanics"
BUILD = ROOT / "build" / "hardware" / "mechanics"
VIEW = (-90, -150, 120)
# Laser-cut variants: {name: (part, height of the cut through it)}
CUTS = {"diffuser": ("top", None), "tile_middle": ("tile", 0.3), "tile_face": ("tile", 2.0),
        "deck_floor": ("deck", 0.8), "deck_ring": ("deck", 4.0), "top_plate": ("top", 2.5),
        "hex_plate": ("hex_cell", 1.0), "box_lid": ("box_lid", 1.0)}
# Parts whose line drawings are in the guide; the other drawings go into the archive.
SHOWN = {"pad_base", "box_base", "box_lid", "deck", "joiner", "tray", "tile", "tor", "city",
         "catapult"}


def stl(part: Part, path: Path) -> None:
    """Write a closed binary STL; weld the seams that the mesher leaves open."""
    export_stl(part, str(path), tolerance=0.05, angular_tolerance=0.35)
    mesh = trimesh.load(path)
    mesh.merge_vertices(digits_vertex=4)
    mesh.update_faces(mesh.nondegenerate_faces())
    mesh.update_faces(mesh.unique_faces())
    if not (mesh.is_watertight and mesh.is_winding_consistent and mesh.volume > 0):
        raise ValueError(f"{path.name}: not watertight")
    mesh.export(path)


def step(part: Part, path: Path) -> None:
    """Write a STEP file without its date and time."""
    export_step(part, str(path))
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"'\d{4}-\d\d-\d\dT[\d:]+'", "'2026-01-01T00:00:00'", text),
                    encoding="utf-8")


def drawing(part: Shape, path: Path, hidden: bool = True) -> None:
    """A line drawing of the part, seen from the front, the left and above."""
    seen, behind = part.project_to_viewport(VIEW)
    longest = max(Compound(children=seen + behind).bounding_box().size)
    art = ExportSVG(scale=110 / longest, margin=3)
    art.add_layer("seen", line_weight=0.35)
    art.add_layer("behind", line_color=0xB9B9B9, line_weight=0.12,
                  line_type=LineType.ISO_DOT)
    if hidden:
        art.add_shape(behind, layer="behind")
    art.add_shape(seen, layer="seen")
    art.write(str(path))


def cut(part: Part, z: float | None, name: str) -> None:
    """SVG and DXF of the part's section at height z, as lines to be cut."""
    if z is None:  # the plain outline of the block, for the opal sheet
        size = part.bounding_box().size
        sketch = Rectangle(size.X, size.Y)
    else:
        sketch = Pos(0, 0, -z) * section(part, section_by=Plane.XY.offset(z))
    edges = sketch.edges()
    art = ExportSVG(line_weight=0.1)
    art.add_layer("cut", line_color=0xFF0000)
    art.add_shape(edges, layer="cut")
    art.write(str(HERE / "laser" / f"{name}.svg"))
    (HERE / "laser" / f"{name}.dxf").write_text(dxf(edges))


def dxf(edges: Iterable[Edge]) -> str:
    """Return the edges as lines and arcs of an R12 DXF file in mm, other curves in 24 steps."""
    lines = [*_MILLIMETRES, "0", "SECTION", "2", "ENTITIES"]
    for edge in edges:
        if edge.geom_type == GeomType.CIRCLE:
            lines += _arc(edge)
            continue
        steps = 1 if edge.geom_type == GeomType.LINE else 24
        points = [edge.position_at(i / steps) for i in range(steps + 1)]
        for a, b in zip(points, points[1:], strict=False):
            lines += _entity("LINE", (10, a.X), (20, a.Y), (11, b.X), (21, b.Y))
    return "\n".join([*lines, "0", "ENDSEC", "0", "EOF"]) + "\n"


# Without a unit, some programs open such a file in inches, 25 times too large.
_MILLIMETRES = ["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1009",
                "9", "$INSUNITS", "70", "4", "9", "$MEASUREMENT", "70", "1", "0", "ENDSEC"]


def _arc(edge: Edge) -> list[str]:
    """Return an edge as a DXF arc, which runs anticlockwise; the edge may run either way."""
    middle = edge.arc_center
    where = [(10, middle.X), (20, middle.Y), (40, edge.radius)]
    if edge.is_closed:
        return _entity("CIRCLE", *where)
    first, half, last = (edge.position_at(part) - middle for part in (0, 0.5, 1))
    if first.X * half.Y < first.Y * half.X:  # clockwise
        first, last = last, first
    return _entity("ARC", *where, *((code, math.degrees(math.atan2(to.Y, to.X)) % 360)
                                    for code, to in ((50, first), (51, last))))


def _entity(kind: str, *values: tuple[int, float]) -> list[str]:
    return ["0", kind, "8", "cut", *(text for code, value in values
                                     for text in (str(code), f"{value:.4f}"))]


def sliced(path: Path) -> tuple[float, int]:
    """Return (grams, minutes) that PrusaSlicer finds for 0.2 mm layers and 15 % infill in PLA."""
    code = BUILD / f"{path.stem}.gcode"
    subprocess.run(["prusa-slicer", "-g", "--layer-height", "0.2", "--fill-density", "15%",
                    "--filament-density", "1.24", "--center", "110,110", "--bed-shape",
                    "0x0,220x0,220x220,0x220", "-o", code, path],
                   check=True, capture_output=True, text=True)
    text = code.read_text()
    grams = float(re.findall(r"; filament used \[g\] = ([\d.]+)", text)[0])
    found = re.findall(r"estimated printing time \(normal mode\) = (.*)", text)[0]
    times = {unit: int(n) for n, unit in re.findall(r"(\d+)([dhms])", found)}
    minutes = times.get("d", 0) * 1440 + times.get("h", 0) * 60 + times.get("m", 0)
    return grams, minutes + (times.get("s", 0) >= 30)


def steady(minutes: int, before: int) -> int:
    """Return the minutes of a print as they were, unless they differ by more than one part in a
    hundred. PrusaSlicer's path depends on the order of its threads and on addresses: the same
    frame takes 795 to 797 minutes. So two clones make the same pages."""
    return before if abs(minutes - before) <= max(1, before // 100) else minutes


def exploded(made: dict[str, Part]) -> Compound:
    """Return the layers of a block above one another."""
    stack = [("frame", 0), ("deck", 60), ("top", 100)]
    return Compound(children=[Pos(0, 0, z) * made[name] for name, z in stack])


def main() -> None:
    design = Design()
    measures = parts.Measures(design.mechanics, design.boards)
    for folder in ("stl", "laser", "drawings"):
        (HERE / folder).mkdir(parents=True, exist_ok=True)
    BUILD.mkdir(parents=True, exist_ok=True)
    made, prints, stored = {}, {}, HERE / "prints.json"
    before = json.loads(stored.read_text()) if stored.is_file() else {}
    for name, (what, maker) in parts.PARTS.items():
        part = made[name] = maker(measures)
        path = HERE / "stl" / f"{name}.stl"
        stl(part, path)
        step(part, archive.folder("step") / f"{name}.step")
        shown = HERE / "drawings" if name in SHOWN else archive.folder("drawings")
        drawing(part, shown / f"{name}.svg", hidden=len(part.faces()) < 80)
        found = meshes.faults(meshes.triangles(path), measures.fit.printer)
        if found:
            sys.exit(f"{name}: {'; '.join(found)}")
        grams, minutes = sliced(path)
        minutes = steady(minutes, before.get(name, {}).get("minutes", 0))
        prints[name] = {"what": what, "grams": round(grams, 1), "minutes": minutes}
        print(f"{name:15} {grams:6.1f} g {minutes:4} min")
    drawing(exploded(made), HERE / "drawings" / "block.svg", hidden=False)
    for name, (part, z) in CUTS.items():
        cut(made[part], z, name)
    stored.write_text(json.dumps(prints, indent=1) + "\n")
    fingerprints.record("mechanics", design)


if __name__ == "__main__":
    main()
