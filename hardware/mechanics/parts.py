"""Every printed part as a build123d solid. Runs in .venv-hardware; lengths in mm.

`PARTS` is {name: (what it is, maker)}; a maker takes the Measures and gives a part that stands on
z = 0 as it is printed.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from build123d import (
    Align,
    Axis,
    Box,
    BuildPart,
    BuildSketch,
    Cone,
    Cylinder,
    Mode,
    Plane,
    Polygon,
    Pos,
    RegularPolygon,
    Rot,
    extrude,
    fillet,
    loft,
)

from hardware.assembly import tab_face
from hardware.boards import INSET
from hardware.mechanics import map_frames

if TYPE_CHECKING:
    from typing import Any

    from build123d import Location, Part

    from hardware.source import Toml

BOTTOM = (Align.CENTER, Align.CENTER, Align.MIN)


class Measures:
    """mechanics.toml with the pitch of boards.toml; `m.tag.round` is [tag] round."""

    if TYPE_CHECKING:
        def __getattr__(self, table: str) -> Any: ...

    def __init__(self, mechanics: Toml, boards: Toml) -> None:
        for table, items in mechanics.data.items():
            setattr(self, table, type(table, (), items))
        self.pitch = boards.need("block", "pitch", int)
        self.cells = boards.need("block", "cells", int)
        self.block = self.pitch * self.cells - 2 * self.fit.gap

    def centres(self) -> list[tuple[float, float]]:
        """Middles of a block's cells, from the block's middle."""
        far = (self.cells - 1) / 2
        return [((i - far) * self.pitch, (j - far) * self.pitch)
                for j in range(self.cells) for i in range(self.cells)]


def box(x: float, y: float, z: float) -> Part:
    return Box(x, y, z, align=BOTTOM)


def tube(radius: float, height: float) -> Part:
    return Cylinder(radius, height, align=BOTTOM)


def soft(part: Part, radius: float, axis: Axis = Axis.Z) -> Part:
    """The part with its edges along an axis rounded."""
    return fillet(part.edges().filter_by(axis), radius)


def corners(x: float, y: float) -> list[tuple[float, float]]:
    return [(sx * x, sy * y) for sx in (-1, 1) for sy in (-1, 1)]


# The board.

def frame(m: Measures) -> Part:
    side, wall, high = m.block, m.frame.wall, m.frame.height
    inner = side - 2 * wall
    part = soft(box(side, side, high), 2) - Pos(0, 0, m.frame.floor) * box(inner, inner, high)
    for x, y in corners(38, 38):  # the floor is a cross with posts
        part -= Pos(x, y, 0) * box(50, 50, m.frame.floor)
    for x, y in corners(m.board.hole_x / 2, m.board.hole_y / 2):
        part += Pos(x, y, 0) * box(16, 12, m.frame.floor)
        part += Pos(x, y, 0) * tube(4, m.frame.floor + m.board.post)
        part += Pos(x + math.copysign(9, x), y, 0) * box(14, 8, m.frame.floor)
    for x, y in corners(m.board.hole_x / 2, m.board.hole_y / 2):
        part -= Pos(x, y, 0) * tube(m.screw.m3 / 2, 20)
    post = inner / 2 - 3
    beside = m.frame.window_width / 2 + 4
    for x, y in (*corners(post, post), *corners(post, beside), *corners(beside, post)):
        part += Pos(x, y, 0) * box(6.2, 6.2, m.frame.posts)
    part = part & box(side, side, high)
    for turn in range(4):
        window = Pos(0, side / 2, m.frame.floor + 3) * box(
            m.frame.window_width, 4 * wall, m.frame.window_height)
        notch = [Pos(x, side / 2, high - 3) * box(m.joiner.width + 2 * m.fit.slide,
                                                  2 * wall + 0.1, 4)
                 for x in (-m.joiner.at, m.joiner.at)]
        part -= Rot(0, 0, 90 * turn) * window
        for cut in notch:
            part -= Rot(0, 0, 90 * turn) * cut
        part += Rot(0, 0, 90 * turn) * _tab(m)
    return part


def _tab(m: Measures) -> Part:
    """The tab that locates the top, in the middle of a block's north wall: it stands in the
    channel under the top's rim."""
    face, high = m.block / 2 - m.frame.wall, m.frame.height
    far = tab_face(m.pitch * m.cells / 2, m.top.groove, m.fit.gap)
    near = far - m.frame.tab_thick
    part = Pos(0, (face + near) / 2, high - 1) * box(m.frame.tab, face - near, 1)
    part += Pos(0, face - 0.35, high - 1.7) * box(m.frame.tab, 0.7, 0.7)  # so that it prints
    return part + Pos(0, (far + near) / 2, high - 1) * box(m.frame.tab, far - near,
                                                           1 + m.frame.tab_high)


_PLATE = 2.6  # thickness of a joiner's plate, which lies 0.4 under the walls' upper edge


def joiner(m: Measures) -> Part:
    """A clip over the walls of two neighbouring frames, in the notches of both. It is printed on
    its side, so that its layers run along its legs."""
    walls = 2 * (m.frame.wall + m.fit.gap)
    across = walls + m.fit.slide + 2 * m.joiner.leg
    part = box(across, m.joiner.high, m.joiner.width)
    inside = m.joiner.high - _PLATE
    part -= Pos(0, -(m.joiner.high - inside) / 2, 0) * box(walls + m.fit.slide, inside, 9)
    return part


def joiners(m: Measures) -> list[Location]:
    """The joiners on a block's north wall, turned from their printing position, legs down."""
    z = m.frame.height - 0.4 - m.joiner.high / 2
    return [Pos(x - m.joiner.width / 2, m.pitch * m.cells / 2, z) * Rot(0, 0, 90) * Rot(90, 0, 0)
            for x in (-m.joiner.at, m.joiner.at)]


def deck(m: Measures) -> Part:
    """Carries nine readers at one height; notches for the joiners' legs and the frame's tabs,
    slots for wires."""
    side = m.block - 2 * m.frame.wall - 2 * m.fit.slide
    high = m.module.pocket + 1.6
    part = box(side, side, high)
    for x, y in m.centres():
        part -= Pos(x, y, 1.6) * box(m.module.width + 2 * m.fit.slide,
                                     m.module.depth + 2 * m.fit.slide, 9)
        part -= Pos(x, y, 0) * box(30, 22, 3)
        part -= Pos(x, y - m.module.depth / 2 + 4, 0) * box(24, 7, 3)
    reach = m.fit.slide / 2 + m.frame.wall + m.fit.gap + m.joiner.leg + m.fit.slide
    for turn in range(4):
        for x in (-m.joiner.at, m.joiner.at):
            part -= Rot(0, 0, 90 * turn) * Pos(x, m.block / 2 + m.fit.gap, 0) * box(
                m.joiner.width + 2 * m.fit.slide, 2 * reach, high)
        near = tab_face(m.pitch * m.cells / 2, m.top.groove, m.fit.gap) - m.frame.tab_thick
        part -= Rot(0, 0, 90 * turn) * Pos(0, m.block / 2, 0) * box(
            m.frame.tab + 2 * m.fit.slide, m.block - 2 * (near - m.fit.slide), high)
    for x, y in corners(m.pitch / 2, m.pitch / 2):
        part -= Pos(x, y, 0) * box(m.deck.slot_x, m.deck.slot_y, high)
    return part


def _top(m: Measures, lights: list[tuple[float, float]], window: float) -> Part:
    part = box(m.block, m.block, m.top.height)
    for x, y in m.centres():
        if window:
            part -= Pos(x, y, 0) * soft(box(window, window, m.top.height), 3)
        for dx, dy in lights:
            well = tube(m.top.well / 2, m.top.height)
            if m.top.mouth > m.top.well:
                well += Pos(0, 0, m.top.height - 2) * Cone(m.top.well / 2, m.top.mouth / 2, 2,
                                                           align=BOTTOM)
            part -= Pos(x + dx, y + dy, 0) * well
    half = m.pitch / 2 - INSET + m.top.groove / 2  # of what a cell's lights and grooves span
    for at in _gaps(m):  # a channel in each gap for the wires, from below; at the rim a half one
        if abs(at) < m.block / 2 - 1:
            wide = m.pitch - 2 * (half - m.top.groove)
            middle = at
        else:
            wide = m.top.groove + 2
            middle = math.copysign(abs(at) - INSET - 1, at)
        part -= Pos(middle, 0, 0) * box(wide, m.block - 8, 2)
        part -= Pos(0, middle, 0) * box(m.block - 8, wide, 2)
    return part


def _gaps(m: Measures) -> list[float]:
    """The middles of the gaps between a block's cells, and its rims, from its middle."""
    far = m.cells / 2
    return [(k - far) * m.pitch for k in range(m.cells + 1)]


def top(m: Measures) -> Part:
    """Light guides at the corners of nine cells; the opal sheet lies on it. In the east and in the
    north of each cell a tongue into the window has a seat for a facing sensor; its legs run
    outwards, into the channel of the lights' wires."""
    inset = m.pitch / 2 - INSET
    part = _top(m, corners(inset, inset), m.top.window)
    deep = m.top.height - m.hall.skin
    for x, y in m.centres():
        for turn in (0, 90):
            cell = Pos(x, y, 0) * Rot(0, 0, turn)
            part += cell * Pos(m.facing.radius - 0.8, 0, 0) * box(
                m.hall.length + 2.4, m.hall.width + 3, m.top.height)
            part -= cell * Pos(m.facing.radius, 0, 0) * box(m.hall.length, m.hall.width, deep)
            part -= cell * Pos(m.facing.radius + 3, 0, 0) * box(6, m.hall.width, deep - 0.5)
    return part


def top_hall(m: Measures) -> Part:
    """Under the middle of nine cells a seat for a hall switch; its light in the north-east."""
    inset = m.pitch / 2 - INSET
    part = _top(m, [(inset, inset)], 0)
    deep = m.top.height - m.hall.skin
    for x, y in m.centres():
        part -= Pos(x, y, 0) * box(m.hall.width, m.hall.length, deep)
        part -= Pos(x, y - 6, 0) * box(m.hall.width, 12, deep - 0.5)   # its legs
        part -= Pos(x, y - 16, 0) * soft(box(34, 10, m.top.height), 2)
        part -= Pos(x + inset - m.hall.hairpin / 2, y + inset - 3, 0) * box(
            m.hall.hairpin, 8, 2)                                      # spare string
    return part


def pad_base(m: Measures) -> Part:
    w, d = m.module.width + 2 * m.fit.slide, m.module.depth + 2 * m.fit.slide
    part = soft(box(62, 62, 12), 6) - Pos(0, 0, 6) * box(w, d, 9) - Pos(0, 0, 2) * box(34, 30, 9)
    part -= Pos(0, -24, 2) * box(24, 20, 9)
    part -= Pos(0, -30, 2) * box(22, 10, 5)
    for x, y in corners(26, 26):
        part -= Pos(x, y, 12 - m.pad.hole) * tube(m.screw.m3 / 2, 12)
    return part


def pad_lid(m: Measures) -> Part:
    part = soft(box(62, 62, m.pad.lid), 6)
    part -= Pos(0, 0, m.pad.lid - 0.8) * (tube(19, 1) - tube(17.4, 1))
    for x, y in corners(26, 26):
        part -= Pos(x, y, 0) * tube(m.screw.m3_free / 2, 5)
    return part


def box_base(m: Measures) -> Part:
    w, d, high = m.board.width + 20, m.board.depth + 10, m.box.height
    part = soft(box(w, d, high), 5) - Pos(0, 0, m.box.floor) * soft(box(w - 5, d - 5, high), 3)
    for x, y in corners(m.board.hole_x / 2, m.board.hole_y / 2):
        part += Pos(x, y, 0) * tube(4, m.box.floor + m.board.post)
        part -= Pos(x, y, m.box.skin) * tube(m.screw.m3 / 2, 20)
    for x, y in corners(w / 2 - 5, d / 2 - 5):
        part += Pos(x, y, 0) * soft(box(8, 8, high), 2)
        part -= Pos(x, y, high - m.box.lid_hole) * tube(m.screw.m3 / 2, 20)
    part -= Pos(w / 2, 0, 10) * box(12, 26, 12)                   # ribbon
    part -= Pos(-22, d / 2, 8) * box(13, 12, 14)                  # USB of the Pico
    part -= Pos(-48, -d / 2, 6) * box(22, 12, 12)                 # supply
    part -= Pos(44, d / 2, 14) * box(22, 12, 6)                   # pad and lights
    for x in (-40, -30, -20, 20, 30, 40):                         # air
        part -= Pos(x, 0, 0) * box(3, 44, 3)
    return part


def lid_inside(m: Measures) -> Part:
    """The lid of the control box as it lies on the box, its inner side on z = 0."""
    w, d = m.board.width + 20, m.board.depth + 10
    part = soft(box(w, d, m.box.lid), 5)
    x, y = m.box.display_x, m.box.display_y
    holes = [(x + dx, y + dy)
             for dx, dy in corners(m.display.hole_x / 2, m.display.hole_y / 2)]
    for at in holes:
        part += Pos(*at, -m.display.boss) * tube(2.4, m.display.boss)
    part -= Pos(x, y + m.display.window_up, -5) * box(m.display.window_width,
                                                      m.display.window_depth, 15)
    for at in holes:
        part -= Pos(*at, -m.display.boss) * tube(
            m.screw.m2 / 2, m.display.boss + m.box.lid - m.display.skin)
    part -= Pos(m.box.knob_x, m.box.knob_y, 0) * tube(3.6, 5)
    part -= Pos(m.box.button_x, m.box.button_y, 0) * tube(6.2, 5)     # take-back
    for i in range(5):                                            # buzzer
        part -= Pos(-14 + 5 * i, -30, 0) * tube(1.2, 5)
    for at in corners(w / 2 - 5, d / 2 - 5):
        part -= Pos(*at, 0) * tube(m.screw.m3_free / 2, 5)
    return part


def box_lid(m: Measures) -> Part:
    """The lid face down, as it is printed: its bosses upwards."""
    return Pos(0, 0, m.box.lid) * Rot(0, 180, 0) * lid_inside(m)


def tray(m: Measures) -> Part:
    """Holds a brick's jack and up to two terminal strips, fixed with tape; the wires leave over
    the lower ends."""
    x, y, high = m.tray.length, 2 * m.tray.strip + m.tray.jack + 4, m.tray.height
    part = soft(box(x + 4, y + 4, high), 3) - Pos(0, 0, 2) * soft(box(x, y, high), 2)
    part += Pos(0, y / 2 - m.tray.jack - 1, 0) * box(x, 2, 8)
    part -= Pos(x / 2, y / 2 - m.tray.jack / 2, 2) * box(10, m.tray.jack, 14)  # the jack's mouth
    part -= Pos(0, 0, 8) * box(x - 10, y + 10, high)                           # wires
    part -= Pos(0, -m.tray.jack / 2 - 1, 8) * box(x + 10, 2 * m.tray.strip - 6, high)
    return part


def knob_cap(m: Measures) -> Part:
    """Goes onto the knob's shaft, which has one flat side."""
    shaft = tube(m.knob.shaft / 2 + 0.05, 12)
    shaft -= Pos(m.knob.flat - m.knob.shaft / 2 + 5.05, 0, 0) * box(10, 10, 12)
    grip = tube(8, 15)
    for turn in range(12):
        grip -= Rot(0, 0, 30 * turn) * Pos(8.4, 0, 0) * tube(0.9, 15)
    return grip - shaft


def map_frame(m: Measures) -> Part:
    """Holds twelve strips of twelve lights and the printed map of the pad board."""
    part = None
    for one in map_frames.boxes(12, 12, 16.667):
        (x1, y1, z1), (x2, y2, z2) = one.low, one.high
        solid = Pos((x1 + x2) / 2, (y1 + y2) / 2, z1) * box(x2 - x1, y2 - y1, z2 - z1)
        part = solid if part is None else part + solid if one.is_added else part - solid
    return part


def hex_cell(m: Measures) -> Part:
    """One hex of the big board: light wells in its middle, and halves of those at its rim."""
    flat = 70 - 0.3
    with BuildPart() as built:
        with BuildSketch():
            RegularPolygon(flat / 2, 6, major_radius=False, rotation=30)
        extrude(amount=12)
        with BuildSketch(Plane.XY.offset(2)):
            RegularPolygon(flat / 2 - 10, 6, major_radius=False, rotation=30)
            RegularPolygon(10, 6, major_radius=False, rotation=30, mode=Mode.SUBTRACT)
        extrude(amount=12, mode=Mode.SUBTRACT)
    part = built.part
    part -= tube(2.7, 14)
    part -= Pos(0, 0, 10) * Cone(2.7, 7, 2, align=BOTTOM)
    size = 70 / math.sqrt(3)
    for i in range(6):
        for radius, turn in ((size, 30 + 60 * i), (35, 60 * i)):
            a = math.radians(turn)
            spot = Pos(radius * math.cos(a), radius * math.sin(a), 0)
            part -= spot * tube(2.7, 14)
            part -= spot * Pos(0, 0, 10) * Cone(2.7, 5, 2, align=BOTTOM)
            part -= Pos(radius * 0.7 * math.cos(a), radius * 0.7 * math.sin(a), 0) * Rot(
                0, 0, turn) * box(radius * 0.7, 3, 3)
    return part


# The pieces: a round pocket under each, for its tag, and a deeper one for a magnet.

def pocket(m: Measures, small: bool = False, magnet: bool = True) -> Part:
    size = m.tag.small if small else m.tag.round
    cut = tube(size / 2 + m.fit.slide, m.tag.thick)
    if magnet:
        cut += tube(m.magnet.round / 2 + 0.1, m.tag.thick + m.magnet.thick + 0.2)
    return cut


def tile(m: Measures) -> Part:
    """Its picture, of the same size, is glued on top."""
    return cut_square(m.tile.side, m.tile.corner, m.tile.thick) - pocket(m)


def tile_facing(m: Measures) -> Part:
    """The same with two pockets for magnets, from above, under the picture."""
    part = tile(m)
    for x in (-m.facing.radius, m.facing.radius):
        part -= Pos(x, 0, m.tag.thick) * tube(m.facing.round / 2 + 0.1, m.tile.thick)
    return part


def cut_square(side: float, corner: float, thick: float) -> Part:
    """A plate with cut corners, so that the light beside a corner stays visible however the plate
    lies."""
    with BuildPart() as built:
        with BuildSketch():
            Polygon(*_octagon(side, corner))
        extrude(amount=thick)
    return built.part


def _octagon(side: float, corner: float) -> list[tuple[float, float]]:
    h, c = side / 2, side / 2 - corner
    return [(-c, -h), (c, -h), (h, -c), (h, c), (c, h), (-c, h), (-h, c), (-h, -c)]


def domino(m: Measures) -> Part:
    """Two tiles of a cell's pitch and a waist between them; a tag in each."""
    part = box(m.pitch, m.tile.side - 2 * m.tile.corner, 6)
    for sign in (-1, 1):
        part += Pos(sign * m.pitch / 2, 0, 0) * cut_square(m.tile.side, m.tile.corner, 6)
    for sign in (-1, 1):
        part -= Pos(sign * m.pitch / 2, 0, 0) * pocket(m)
    return part


def _pyramid(m: Measures, base: float, pips: int) -> Part:
    corner = m.pieces.corner * base / max(m.pieces.pyramid)
    with BuildPart() as built:
        with BuildSketch():
            Polygon(*_octagon(base, corner))
        with BuildSketch(Plane.XY.offset(base * 1.25)):
            Polygon(*_octagon(base * 0.16, corner * 0.16))
        loft()
    part = Pos(0, 0, 3) * built.part + cut_square(base, corner, 3)
    for i in range(pips):
        x = (i - (pips - 1) / 2) * 6
        part -= Pos(x, -base / 2 + 2.2, 6) * Rot(90, 0, 0) * Cylinder(1.7, 3)
    return part - pocket(m)


def cap(m: Measures) -> Part:
    foot = m.pieces.disc / 2
    part = tube(foot, 4) + Pos(0, 0, 4) * Cone(foot, 9, 14, align=BOTTOM)
    return part - Pos(0, 0, 12) * Cone(3, 7.5, 7, align=BOTTOM) - pocket(m)


def cairn(m: Measures) -> Part:
    part = tube(m.pieces.disc / 2, 5) - Pos(0, 0, 4.4) * tube(15.4, 1)
    return part - pocket(m)


def tor(m: Measures) -> Part:
    part = tube(m.pieces.tor / 2, 4) + Pos(0, 0, 4) * Cone(13, 6, 26, align=BOTTOM)
    part += Pos(0, 0, 30) * tube(8, 7)
    for turn in range(4):
        part -= Rot(0, 0, 45 * turn) * Pos(0, 0, 34) * box(20, 2.6, 5)
    return part - Pos(0, 0, 32) * tube(5, 6) - pocket(m)


def _stand() -> Part:
    """The round foot of Landover's pieces; `_pocketed` cuts the pocket of a small tag."""
    return tube(8, 3)


def _pocketed(m: Measures, part: Part) -> Part:
    return part - pocket(m, small=True, magnet=False)


def _roof(x: float, y: float, z: float, high: float) -> Part:
    """A gable along y on top of z."""
    with BuildPart() as built:
        with BuildSketch(Plane.XZ):
            Polygon((-x / 2, z), (x / 2, z), (0, z + high), align=None)
        extrude(amount=y / 2, both=True)
    return built.part


def village(m: Measures) -> Part:
    return _pocketed(m, _stand() + Pos(0, 0, 3) * box(10, 10, 7) + _roof(12, 11, 10, 7))


def city(m: Measures) -> Part:
    part = _stand() + Pos(-2.5, 0, 3) * box(7, 10, 8) + Pos(-2.5, 0, 0) * _roof(8, 10.4, 11, 5)
    part += Pos(3.5, 0, 3) * box(6, 8, 17)
    for x, y in ((1.5, 3), (5.5, 3), (1.5, -3), (5.5, -3)):
        part += Pos(x, y, 20) * box(2, 2, 2.4)
    return _pocketed(m, part)


def road(m: Measures) -> Part:
    """Between the feet of two corners, 40 mm apart."""
    part = soft(box(22, 15, 4), 2)
    return _pocketed(m, part - Pos(0, 0, 3) * box(8, 1.6, 2))


def boat(m: Measures) -> Part:
    with BuildPart() as built:
        with BuildSketch():
            Polygon((-11, -7.5), (6, -7.5), (11, 0), (6, 7.5), (-11, 7.5), align=None)
        extrude(amount=6)
    part = built.part - Pos(-1, 0, 4) * box(14, 10, 4)
    part += Pos(0, 0, 3) * tube(1.5, 20)
    with BuildPart() as sail:
        with BuildSketch(Plane.XZ):
            Polygon((0, 7), (8, 7), (0, 22), align=None)
        extrude(amount=0.8, both=True)
    return _pocketed(m, part + sail.part)


def wall(m: Measures) -> Part:
    """A tray that a city stands in."""
    part = tube(11.5, 7.6) - Pos(0, 0, 1.6) * tube(8.4, 7)
    for turn in range(6):
        part -= Rot(0, 0, 60 * turn) * Pos(10, 0, 6.1) * box(5, 4, 3)
    return _pocketed(m, part)


def catapult(m: Measures) -> Part:
    part = soft(box(24, 16, 4), 2) + Pos(0, 5, 4) * box(14, 3, 8) + Pos(0, -5, 4) * box(14, 3, 8)
    part += Pos(0, 0, 8) * Rot(90, 0, 0) * Cylinder(1.6, 13)
    part += Pos(2, 0, 9) * Rot(0, -35, 0) * Box(24, 3, 3)
    return _pocketed(m, part & Pos(0, 0, 0) * box(60, 60, 60))


def merchant(m: Measures) -> Part:
    part = _stand() + Pos(0, 0, 3) * Cone(6.5, 4.5, 8, align=BOTTOM)
    return _pocketed(m, part + Pos(0, 0, 11) * Cone(8, 0.6, 7, align=BOTTOM))


def metro(m: Measures) -> Part:
    """A dome that goes over a city's towers; its tag sticks under the roof, inside."""
    part = tube(9.5, 26) + Pos(0, 0, 26) * Cone(9.5, 5, 5, align=BOTTOM)
    part += Pos(0, 0, 31) * Cone(5, 1, 3, align=BOTTOM)
    part += tube(10.6, 2.4) + Pos(0, 0, 23.6) * tube(10.6, 2.4)
    for turn in range(8):
        part += Rot(0, 0, 45 * turn) * Pos(9.4, 0, 0) * tube(1.2, 25)
    return part - tube(8.4, 24)


PARTS = {
    "frame": ("frame of a block", frame),
    "deck": ("carrier of nine readers", deck),
    "top": ("light guides of a block with readers", top),
    "top_hall": ("light guides of a block with hall switches", top_hall),
    "joiner": ("clip that joins two frames", joiner),
    "pad_base": ("pad, lower half", pad_base),
    "pad_lid": ("pad, lid", pad_lid),
    "box_base": ("control box", box_base),
    "box_lid": ("lid of the control box", box_lid),
    "tray": ("tray of a brick's jack and strip", tray),
    "knob_cap": ("cap of the knob", knob_cap),
    "map_frame": ("frame of the pad's lit map", map_frame),
    "hex_cell": ("hex of the big board", hex_cell),
    "tile": ("tile", tile),
    "tile_facing": ("tile with magnets for facing sensors", tile_facing),
    "domino": ("domino", domino),
    "pyramid_small": ("small pyramid", lambda m: _pyramid(m, m.pieces.pyramid[0], 1)),
    "pyramid_medium": ("medium pyramid", lambda m: _pyramid(m, m.pieces.pyramid[1], 2)),
    "pyramid_large": ("large pyramid", lambda m: _pyramid(m, m.pieces.pyramid[2], 3)),
    "cap": ("volcano cap", cap),
    "cairn": ("cairn, a coin", cairn),
    "tor": ("tor, a pawn", tor),
    "village": ("village", village),
    "city": ("city", city),
    "road": ("road", road),
    "boat": ("boat", boat),
    "wall": ("city wall", wall),
    "catapult": ("catapult", catapult),
    "merchant": ("merchant", merchant),
    "metro": ("metro", metro),
}
