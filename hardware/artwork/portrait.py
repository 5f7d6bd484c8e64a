"""Computes the picture of a whole board for the README: the printed parts (mechanics/stl), a game
that the firmware plays on a virtual table, and its lights.

`python -m hardware.artwork.portrait`, in .venv-hardware. Lengths in mm, z up, the board's
south-west corner at the origin; colours as linear shares of red, green and blue.
"""

import math
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import trimesh
from PIL import Image

from hardware.artwork.draw import SEATS
from hardware.boards import boards
from hardware.mechanics import cross_section
from hardware.source import ROOT, Design

PICTURE = ROOT / "hardware" / "artwork" / "board.jpg"
BOARD, GAME, ACTIONS = "grid6", "mars", 24
_SIZE = (1500, 860)
_FINE = 2                        # computed pixels for each pixel of the picture, each way
_EYE, _AT, _LENS = (120.0, -395.0, 400.0), (222.0, 130.0, 22.0), 3.05
_SUN = (-0.75, 0.45, 0.75)
_SHADOW = 1800                   # pixels of the shadow map, each way
_WOOD, _SHELL, _SHEET = (0.115, 0.062, 0.034), (0.05, 0.052, 0.06), (0.30, 0.30, 0.30)
_CAP = (0.75, 0.72, 0.66)
_GLOW = 0.055                    # of a light's value on the sheet over it
_CELL_LINE = 0.5

Vector = np.ndarray


@dataclass
class Body:
    """A mesh in its place with its colour; `glows` if it shines by itself, `kind` if it needs a
    pattern: "sheet" or "table"."""

    mesh: trimesh.Trimesh
    colour: tuple[float, float, float]
    glows: float = 0.0
    kind: str = ""


@dataclass
class Light:
    x: float
    y: float
    colour: Vector


def linear(text: str) -> tuple[float, float, float]:
    """Return a colour written as #rrggbb in linear shares."""
    red, green, blue = ((int(text[i:i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5))
    return red, green, blue


# ---- what stands on the table -------------------------------------------------------------------

def _part(name: str, x: float, y: float, z: float, turn: float = 0,
          over: bool = False) -> trimesh.Trimesh:
    """Return a printed part with its lower side at z; `over` turns it upside down."""
    mesh = trimesh.load(ROOT / "hardware" / "mechanics" / "stl" / ("%s.stl" % name))
    if over:
        mesh.apply_transform(trimesh.transformations.rotation_matrix(math.pi, (0, 1, 0)))
        mesh.apply_translation((0, 0, -mesh.bounds[0][2]))
    mesh.apply_transform(trimesh.transformations.rotation_matrix(math.radians(turn), (0, 0, 1)))
    mesh.apply_translation((x, y, z))
    return mesh


def _plate(x1: float, y1: float, x2: float, y2: float, z1: float, z2: float) -> trimesh.Trimesh:
    mesh = trimesh.creation.box((x2 - x1, y2 - y1, z2 - z1))
    mesh.apply_translation(((x1 + x2) / 2, (y1 + y2) / 2, (z1 + z2) / 2))
    return mesh


def _board(design: Design, board: Any) -> list[Body]:
    layers = {name.split()[0]: (low, high) for name, low, high, _ in cross_section.layers(design)}
    side, found = board.side * board.pitch, []
    for column, row in board.block_places():
        middle = (column + 0.5) * side, (row + 0.5) * side
        found.append(Body(_part("frame", *middle, 0), _SHELL))
        found.append(Body(_part("top", *middle, layers["top:"][0]), _SHELL))
    whole = board.width * board.pitch
    low, high = layers["overlay"]
    found.append(Body(_plate(0.5, 0.5, whole - 0.5, whole - 0.5, low, high), _SHEET, kind="sheet"))
    return found


def _control(design: Design, x: float, y: float) -> tuple[list[Body], tuple[float, ...]]:
    """Return the control box with display and knob, and the pad, at the board's side; and the
    rectangle of the display's lit glass: x1, y1, x2, y2."""
    m = design.mechanics.data
    base, box_high = m["box"], m["box"]["height"]
    top = box_high + base["lid"]
    found = [Body(_part("box_base", x, y, 0), _SHELL)]
    lid = _part("box_lid", x, y, box_high, over=True)
    lid.apply_translation((0, 0, top - lid.bounds[1][2]))
    found.append(Body(lid, _SHELL))
    at = x + base["display_x"], y + base["display_y"] + m["display"]["window_up"]
    wide, deep = m["display"]["window_width"] / 2, m["display"]["window_depth"] / 2
    found.append(Body(_plate(at[0] - wide, at[1] - deep, at[0] + wide, at[1] + deep,
                             top - 2, top - 1), (0.004, 0.005, 0.008), kind="display"))
    knob = x + base["knob_x"], y + base["knob_y"]
    found.append(Body(_part("knob_cap", *knob, top + 1, over=True), linear("#c8c2b4")))
    button = trimesh.creation.cylinder(5.5, 4)
    button.apply_translation((x + base["button_x"], y + base["button_y"], top + 1))
    found.append(Body(button, linear("#b03a2e")))
    pad = x, y - 105
    shell = _part("pad_base", *pad, 0)
    pad_high = shell.bounds[1][2]
    found.append(Body(shell, _SHELL))
    found.append(Body(_part("pad_lid", *pad, pad_high), _SHELL))
    return found, (at[0] - 14.7, at[1] - 7.35, at[0] + 14.7, at[1] + 7.35)


def _pieces(board: Any, state: dict[str, int], names: dict[int, str], z: float) -> list[Body]:
    found: list[Body] = []
    for spot, token in state.items():
        kind, _, seat = names[token].partition(" ")
        number = board.spots.index(spot)
        x, y = ((number % board.width + 0.5) * board.pitch,
                (number // board.width + 0.5) * board.pitch)
        part = kind if kind == "cap" else "pyramid_%s" % kind
        colour = linear(SEATS[int(seat)]) if seat else _CAP
        found.append(Body(_part(part, x, y, z, turn=(13 * len(found)) % 9 - 4), colour))
    return found


# ---- the game -----------------------------------------------------------------------------------

@dataclass
class Scene:
    """{spot: token}, {spot: its lights}, {token: its name}, and the rows of the display's dots."""

    state: dict[str, int]
    lit: dict[str, list[tuple[int, int, int]]]
    names: dict[int, str]
    dots: Vector


def played() -> Scene:
    """Return a game that greedy players play at a virtual table, once its lights are still."""
    import host_tools  # noqa: F401, for its path to the firmware
    from sim.virtual.script import Script
    with tempfile.TemporaryDirectory() as folder:
        script = Script(folder)
        script.run(["board %s" % BOARD, "new %s players=human,human" % GAME, "wait 500",
                    "play %d" % ACTIONS, "wait 2600"])
    table = script.table
    assert table is not None  # since "board"
    game, world = table.app.session.game, table.world
    spots = [name for name in world.names if name != "pad"]
    state = {spot: game.piece_at(game.spot(spot)) for spot in spots}
    display = world.display
    return Scene({spot: token for spot, token in state.items() if token},
                 {spot: world.lights(spot) for spot in spots},
                 {token: name for token, name, *_ in game.tokens()},
                 np.array([[display.dot(x, y) for x in range(128)] for y in range(64)]))


def lights_of(board: Any, lit: dict[str, list[tuple[int, int, int]]]) -> list[Light]:
    found = []
    for number, spot in enumerate(board.spots):
        for pixel, colour in zip(board.lights[number], lit[spot], strict=True):
            if any(colour):
                x, y = board.pixels[pixel]
                found.append(Light(x, y, np.array(colour) / 255))
    return found


# ---- the picture --------------------------------------------------------------------------------

def _towards(eye: Iterable[float], at: Iterable[float]) -> Vector:
    """Rows: the directions right, up and back for a viewer at `eye` who looks at `at`."""
    back = np.subtract(list(eye), list(at))
    back /= np.linalg.norm(back)
    right = np.cross((0, 0, 1), back)
    right /= np.linalg.norm(right)
    return np.array((right, np.cross(back, right), back))


def rasterize(corners: Vector, width: int, height: int) -> tuple[Vector, Vector]:
    """Return (number of the nearest triangle or -1, depth) at each pixel; `corners` are (n, 3, 3):
    x, y in pixels and a depth, largest for the nearest."""
    nearest = np.full((height, width), -np.inf, np.float32)
    number = np.full((height, width), -1, np.int32)
    for n, ((ax, ay, az), (bx, by, bz), (cx, cy, cz)) in enumerate(corners):
        x1, x2 = max(int(min(ax, bx, cx)), 0), min(int(max(ax, bx, cx)) + 2, width)
        y1, y2 = max(int(min(ay, by, cy)), 0), min(int(max(ay, by, cy)) + 2, height)
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if x1 >= x2 or y1 >= y2 or abs(area) < 1e-9:
            continue
        x, y = np.meshgrid(np.arange(x1, x2) + 0.5, np.arange(y1, y2) + 0.5)
        u = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        v = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        depth = az + u * (bz - az) + v * (cz - az)
        here = nearest[y1:y2, x1:x2]
        seen = (u >= 0) & (v >= 0) & (u + v <= 1) & (depth > here)
        here[seen] = depth[seen]
        number[y1:y2, x1:x2][seen] = n
    return number, nearest


def _pattern(kind: Vector, point: Vector, colour: Vector, board: Any) -> Vector:
    """Return the lines of cells on the sheet, and the grain of the table."""
    x, y = point[..., 0], point[..., 1]
    pitch = board.pitch
    off = np.minimum(np.abs((x + pitch / 2) % pitch - pitch / 2),
                     np.abs((y + pitch / 2) % pitch - pitch / 2))
    line = (kind == 1) & (off < _CELL_LINE) & (point[..., 2] > 50)
    colour = np.where(line[..., None], colour * 0.35, colour)
    grain = 1 + 0.16 * np.sin(y * 0.35 + 3 * np.sin(x * 0.008) + 0.9 * np.sin(y * 0.043)) * (
        0.6 + 0.4 * np.sin(y * 1.7 + x * 0.02))
    plank = 1 - 0.5 * (np.abs((y + 40) % 130 - 65) > 64.2)
    return np.where((kind == 2)[..., None], colour * (grain * plank)[..., None], colour)


def _shine(point: Vector, normal: Vector, lights: list[Light], on_sheet: Vector) -> Vector:
    """Return the light that the pixels add: a glow in the sheet over each, and light on things
    beside it."""
    total = np.zeros_like(point)
    for light in lights:
        dx, dy, dz = point[:, 0] - light.x, point[:, 1] - light.y, point[:, 2] - 54
        near = dx * dx + dy * dy
        glow = 5 * np.exp(-near / 60) + 1.5 * np.exp(-near / 420)
        far = near + dz * dz + 30
        facing = np.clip(-(normal[:, 0] * dx + normal[:, 1] * dy + normal[:, 2] * (dz - 1))
                         / np.sqrt(far), 0, 1)
        share = np.where(on_sheet, glow, 900 * facing / far * (dz > -4))
        total += share[:, None] * light.colour
    return total


def render(bodies: list[Body], lights: list[Light], board: Any,
           display: tuple[tuple[float, ...], Vector]) -> Image.Image:
    """Return the picture: one sun with shadow, the sky, the board's own lights and its display."""
    width, height = (side * _FINE for side in _SIZE)
    corners = np.concatenate([body.mesh.triangles for body in bodies])
    normals = np.concatenate([body.mesh.face_normals for body in bodies])
    of = np.concatenate([np.full(len(body.mesh.faces), n) for n, body in enumerate(bodies)])
    view, scale = _towards(_EYE, _AT), _LENS * width / 2 / 1.6
    seen = (corners - np.array(_EYE)) @ view.T
    away = -seen[..., 2]
    flat = np.stack((width / 2 + scale * seen[..., 0] / away,
                     height / 2 - scale * seen[..., 1] / away, 1 / away), -1)
    number, depth = rasterize(flat, width, height)
    hit = number >= 0
    column, row = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    far = 1 / np.where(hit, depth, 1)
    point = np.stack(((column - width / 2) * far / scale, (height / 2 - row) * far / scale, -far),
                     -1) @ view + np.array(_EYE)
    normal, body = normals[number], of[number]
    colour = np.array([one.colour for one in bodies])[body]
    kinds = np.array([{"sheet": 1, "table": 2, "display": 3}.get(one.kind, 0) for one in bodies])
    colour = _pattern(kinds[body], point, colour, board)
    sun = np.array(_SUN) / np.linalg.norm(_SUN)
    lit = sunlit(corners, point + normal * 0.6, sun)
    facing = np.clip(normal @ sun, 0, 1) * lit
    sky = 0.5 + 0.5 * normal[..., 2]
    total = colour * (0.7 * facing[..., None] * np.array((1.0, 0.86, 0.68))
                      + 0.24 * sky[..., None] * np.array((0.72, 0.84, 1.0)))
    half = view[2] + sun
    gloss = np.clip(normal @ (half / np.linalg.norm(half)), 0, 1) ** 40 * lit
    total += 0.10 * gloss[..., None] * (kinds[body] != 2)[..., None]
    flat_point, flat_normal = point.reshape(-1, 3), normal.reshape(-1, 3)
    on_sheet = ((kinds[body] == 1) & (normal[..., 2] > 0.9)).reshape(-1)
    near = ((flat_point[:, 0] > -60) & (flat_point[:, 0] < board.width * board.pitch + 60)
            & (flat_point[:, 1] > -60) & hit.reshape(-1))
    shine = np.zeros_like(flat_point)
    shine[near] = _shine(flat_point[near], flat_normal[near], lights, on_sheet[near])
    total += shine.reshape(point.shape) * _GLOW * 4 * np.where(
        on_sheet.reshape(hit.shape)[..., None], 0.9, colour)
    total += _shown(point, *display)[..., None] * (kinds[body] == 3)[..., None] * (0.5, 0.75, 1)
    total = np.where(hit[..., None], total, 0.02)
    return _developed(total)


def _shown(point: Vector, window: tuple[float, ...], dots: Vector) -> Vector:
    """Return the lit points of the display."""
    x1, y1, x2, y2 = window
    column = ((point[..., 0] - x1) / (x2 - x1) * 128).astype(int)
    row = ((y2 - point[..., 1]) / (y2 - y1) * 64).astype(int)
    inside = (column >= 0) & (column < 128) & (row >= 0) & (row < 64)
    return np.where(inside, dots[np.clip(row, 0, 63), np.clip(column, 0, 127)], 0)


def sunlit(corners: Vector, point: Vector, sun: Vector) -> Vector:
    """Return the share of sunlight at each point, by a shadow map."""
    view = _towards(sun, (0, 0, 0))
    seen = corners @ view.T
    low, high = seen.reshape(-1, 3).min(0), seen.reshape(-1, 3).max(0)
    low, high = np.maximum(low, (-600, -600, -9e9)), np.minimum(high, (600, 600, 9e9))
    scale = _SHADOW / (high - low)[:2].max()
    flat = np.stack(((seen[..., 0] - low[0]) * scale, (seen[..., 1] - low[1]) * scale,
                     seen[..., 2]), -1)
    _, depth = rasterize(flat, _SHADOW, _SHADOW)
    at = point @ view.T
    total = np.zeros(point.shape[:2])
    offsets = [(dx, dy) for dx in (-3, -1, 1, 3) for dy in (-3, -1, 1, 3)]
    for dx, dy in offsets:
        x = np.clip(((at[..., 0] - low[0]) * scale + dx).astype(int), 0, _SHADOW - 1)
        y = np.clip(((at[..., 1] - low[1]) * scale + dy).astype(int), 0, _SHADOW - 1)
        total += at[..., 2] + 1.2 > depth[y, x]  # outside the map, the table is sunny
    return total / len(offsets)


def _developed(total: Vector) -> Image.Image:
    """Return linear light as a picture: bright spots bloom, the corners are darker."""
    height, width = total.shape[:2]
    small = total.reshape(height // _FINE, _FINE, width // _FINE, _FINE, 3).mean((1, 3))
    bright = np.clip(small - 0.85, 0, 4)
    for reach in (3, 9):
        bloom = bright.copy()
        for axis in (0, 1):
            bloom = sum(np.roll(bloom, shift, axis) for shift in range(-reach, reach + 1)) / (
                2 * reach + 1)
        small = small + 0.35 * bloom
    y, x = np.mgrid[-1:1:small.shape[0] * 1j, -1:1:small.shape[1] * 1j]
    small = small * (1 - 0.28 * (x * x + y * y) / 2)[..., None] * 1.5
    small = small * (2.51 * small + 0.03) / (small * (2.43 * small + 0.59) + 0.14)
    return Image.fromarray((np.clip(small, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8))


def main() -> None:
    design = Design()
    board = boards(design.boards)[BOARD]
    scene = played()
    top = max(high for name, _, high, _ in cross_section.layers(design)
              if name.startswith("overlay"))
    whole = board.width * board.pitch
    control, window = _control(design, whole + 112, 158)
    bodies = [Body(_plate(-900, -250, 1500, 1700, -10, 0), _WOOD, kind="table"),
              *_board(design, board), *control, *_pieces(board, scene.state, scene.names, top)]
    picture = render(bodies, lights_of(board, scene.lit), board, (window, scene.dots))
    picture.save(PICTURE, quality=88, optimize=True)
    print("wrote %s" % PICTURE.relative_to(ROOT))


if __name__ == "__main__":
    main()
