"""Checks that no parts of a block or of the control box touch: each is a box, with its mated plug
and the bend of its wires. Lengths in mm, x east, y north, z up, from the middle of the floor.
"""

from typing import NamedTuple

from hardware import pins
from hardware.boards import INSET
from hardware.electronics import circuits
from hardware.electronics.layouts import PLANS, SIZE
from hardware.source import Design, Toml


class Box(NamedTuple):
    name: str
    x1: float
    y1: float
    x2: float
    y2: float
    z1: float
    z2: float


_FLOOR = 1.6  # of the carrier
_WALL = 0.8  # the thinnest printable wall between two mouths of light, and outside them
_SUNK = 0.4  # depth of a joiner under the walls' upper edge
# The room of a part on its board: (x1, y1, x2, y2) from pin 1, seen from above with y down, and
# its height with plug and bend. Headers: 2.5 of plastic, 14 of housing, 5 of bent wire.
_JUMPER = 21.5


def _column(ways: int) -> tuple[float, ...]:
    return (-1.3, -1.3, 1.3, 2.54 * (ways - 1) + 1.3, _JUMPER)


BODIES = {
    "pn532": _column(8), "header_1x2": _column(2), "header_1x3": _column(3),
    "header_1x4": _column(4), "header_1x5": _column(5),
    "ribbon_header": (-3.4, -5.1, 5.9, 23, 24),       # plug, its clip and a turn of the ribbon
    "terminal_4": (-2.6, -5.4, 17.9, 4.6, 12),
    "screw_terminal": (-2.6, -5.4, 7.7, 4.6, 12),
    "hc595": (-1.3, -1.3, 8.9, 19, 8.5), "hc165": (-1.3, -1.3, 8.9, 19, 8.5),
    "hc14": (-1.3, -1.3, 8.9, 16.5, 8.5), "ahc126": (-1.3, -1.3, 8.9, 16.5, 8.5),
    "ahct125": (-1.3, -1.3, 8.9, 16.5, 8.5), "pico": (-1.7, -1.7, 19.5, 50, 7),
    "rn10k": (-1.3, -1.3, 24.2, 1.3, 6), "c1000u": (-2.6, -5.1, 7.6, 5.1, 21),
    "c470u": (-2.3, -4.1, 5.8, 4.1, 13), "triac": (-2.5, -3.2, 7.6, 1.3, 20),
    "polyfuse_3a": (-1.1, -1.1, 6.1, 2.3, 14), "polyfuse_1a": (-1.1, -1.1, 6.1, 2.3, 14),
    "diode_3a": (-1.6, -2.8, 16.8, 2.8, 7), "tl431": (-1, -2.5, 6.1, 2.5, 9),
    "npn": (-1, -2.5, 6.1, 2.5, 9), "buzzer": (-3.7, -6.2, 8.7, 6.2, 7.5),
    "led_green": (-1.5, -2, 4, 2, 10), "tps2065": (-2, -1.6, 2, 1.6, 1.5),
    "schottky": (-1.3, -1.4, 11.5, 1.4, 3.5), "c100n": (-0.8, -1.3, 5.8, 1.3, 6),
    "c10n": (-0.8, -1.3, 5.8, 1.3, 6),
}
_RESISTOR = (-0.8, -1.3, 11, 1.3, 3)


def on_board(circuit: circuits.Circuit, floor: float) -> list[Box]:
    """Return the boxes of the parts on the board of `circuit` that stands `floor` high."""
    made = []
    for ref, (x, y, turn) in PLANS[circuit.name]["place"].items():
        part = circuit.components[ref].part
        x1, y1, x2, y2, high = BODIES.get(part, _RESISTOR)
        if turn == 180:
            x1, y1, x2, y2 = -x2, -y2, -x1, -y1
        left, up = x - SIZE[0] / 2, SIZE[1] / 2 - y
        made.append(Box(f"{ref} ({part})", left + x1, up - y2, left + x2, up - y1, floor,
                        floor + high))
    return made


def touching(boxes: list[Box]) -> list[tuple[str, str]]:
    """Return the pairs of names of boxes that share room."""
    found = []
    for i, a in enumerate(boxes):
        for b in boxes[i + 1:]:
            if a.x1 < b.x2 and b.x1 < a.x2 and a.y1 < b.y2 and b.y1 < a.y2 and \
                    a.z1 < b.z2 and b.z1 < a.z2:
                found.append((a.name, b.name))
    return found


def value(m: Toml, table: str, key: str) -> float:
    """Return a measure in mm of mechanics.toml."""
    return m.need(table, key, (int, float))


def board_top(m: Toml, frame: str) -> float:
    """Return the height of a circuit board's upper side in `frame`, "frame" or "box"."""
    return value(m, frame, "floor") + value(m, "board", "post") + value(m, "board", "thick")


def carrier_top(m: Toml) -> float:
    """Return the height of the upper side of the readers' carrier."""
    return value(m, "frame", "posts") + _FLOOR + value(m, "module", "pocket")


def coil(m: Toml) -> float:
    """Return the height of the readers' coils, which lie on the upper side of the modules' own
    boards."""
    return value(m, "frame", "posts") + _FLOOR + value(m, "module", "board")


def tag(m: Toml) -> float:
    """Return the height of the tag of a laid piece."""
    return value(m, "frame", "height") + value(m, "top", "height") + value(m, "hall", "sheet")


def tab_face(half: float, groove: float, play: float) -> float:
    """Return the distance from a block's middle to the outer face of a frame's tab, with its play
    in the channel under the top's rim. `half` is half of the block's pitch."""
    return half - INSET - 1 + (groove + 2) / 2 - play


def legs(m: Toml, pitch: float) -> list[Box]:
    """Return the boxes of the joiners' legs inside one block: two at each of its walls."""
    half, at = 1.5 * pitch, value(m, "joiner", "at")
    wall, gap = value(m, "frame", "wall"), value(m, "fit", "gap")
    far = half - wall - gap - value(m, "fit", "slide") / 2
    near, side = far - value(m, "joiner", "leg"), value(m, "joiner", "width") / 2
    high = value(m, "frame", "height") - _SUNK
    low = high - value(m, "joiner", "high")
    made = []
    for s in (-at, at):
        for name, box in (("north", (s - side, near, s + side, far)),
                          ("south", (s - side, -far, s + side, -near)),
                          ("east", (near, s - side, far, s + side)),
                          ("west", (-far, s - side, -near, s + side))):
            made.append(Box(f"leg of the {name} joiner", *box, low, high))
    return made


def posts(m: Toml, pitch: float) -> list[Box]:
    """Return the boxes of the frame's posts that carry the carrier."""
    inner = 1.5 * pitch - value(m, "fit", "gap") - value(m, "frame", "wall")
    far, beside = inner - 3, value(m, "frame", "window_width") / 2 + 4
    return [Box("post of the frame", x - 3.1, y - 3.1, x + 3.1, y + 3.1, 0,
                value(m, "frame", "posts"))
            for a, b in ((far, far), (far, beside), (beside, far))
            for x in (-a, a) for y in (-b, b)]


def block_boxes(design: Design) -> list[Box]:
    """Return the reader block: its board's parts, and under each module the bend of its wires."""
    m, pitch = design.mechanics, design.boards.need("block", "pitch", int)
    floor = board_top(m, "frame")
    under = value(m, "frame", "posts")
    boxes = on_board(circuits.block(design.boards), floor)
    for cell in range(9):
        x, y = (cell % 3 - 1) * pitch, (cell // 3 - 1) * pitch
        row = y - value(m, "module", "depth") / 2 + 4
        boxes.append(Box(f"wires of module {cell}", x - 12, row - 3.5, x + 12, row + 3.5,
                         under - value(m, "module", "bend"), under))
        boxes.append(Box(f"module {cell}", x - value(m, "module", "width") / 2,
                         y - value(m, "module", "depth") / 2,
                         x + value(m, "module", "width") / 2,
                         y + value(m, "module", "depth") / 2, under,
                         under + value(m, "module", "pocket")))
    return boxes + legs(m, pitch)


def box_boxes(design: Design) -> list[Box]:
    """Return the control box: the main board's parts, and those that hang from the lid with their
    plugs."""
    m = design.mechanics
    floor = board_top(m, "box")
    top = value(m, "box", "height")
    boxes = on_board(circuits.main_board(pins.table(design.pins)), floor)
    x, y = value(m, "box", "display_x"), value(m, "box", "display_y")
    w, d = value(m, "display", "width") / 2, value(m, "display", "depth") / 2
    boxes.append(Box("display", x - w, y - d, x + w, y + d, top - 5, top))
    boxes.append(Box("display's plug", x - 6, y + d - 4, x + 6, y + d, top - 5 - _JUMPER, top - 5))
    x, y = value(m, "box", "knob_x"), value(m, "box", "knob_y")
    boxes.append(Box("knob", x - 9.5, y - 16, x + 9.5, y + 11, top - 12, top))
    boxes.append(Box("knob's plug", x - 7, y + 11, x + 7, y + 32, top - 12, top - 8))
    x, y = value(m, "box", "button_x"), value(m, "box", "button_y")
    boxes.append(Box("take-back button", x - 7, y - 7, x + 7, y + 7, top - 28, top))
    return boxes


def _joiners(m: Toml, pitch: float) -> None:
    """Raise SourceError if a joiner's leg has no room between the modules, over the posts."""
    made = legs(m, pitch)
    play = value(m, "fit", "slide")
    wide = value(m, "joiner", "width") / 2 + play + _WALL
    gap = (pitch - max(value(m, "module", "width"), value(m, "module", "depth"))) / 2 - play
    if wide > gap + 1e-9:
        raise m.error("joiner", "width", f"its notch leaves {gap - wide + _WALL:.1f} mm of the "
                      "carrier beside a module's pocket", f"Leave {_WALL} mm")
    pairs = [pair for pair in touching(made + posts(m, pitch)) if "leg" in pair[0]]
    if pairs:
        raise m.error("joiner", "high", f"{pairs[0][0]} meets {pairs[0][1]}", "Shorten its legs")


def _tabs(m: Toml, pitch: float) -> tuple[str, ...]:
    """Return a row for rules.py. Raises SourceError if a frame's tab, which locates the top, meets
    a module or leaves no room for the string's wires beside it."""
    groove, play = value(m, "top", "groove"), value(m, "fit", "gap")
    far = tab_face(1.5 * pitch, groove, play)
    near = far - value(m, "frame", "tab_thick")
    module = pitch + max(value(m, "module", "width"), value(m, "module", "depth")) / 2
    if near < module:
        raise m.error("frame", "tab_thick", f"the tab that locates the top reaches "
                      f"{module - near:.1f} mm over a module", "Make it thinner")
    room = groove + 2 - play - value(m, "frame", "tab_thick")
    if room < groove:
        raise m.error("frame", "tab_thick", f"the tab that locates the top leaves {room:.1f} mm "
                      f"of its channel, the string takes {groove:g}", "Make it thinner")
    if value(m, "frame", "tab_high") > 2 - play:
        raise m.error("frame", "tab_high", "the tab meets the top's skin over the channel, which "
                      "is 2 mm deep", "Make it lower")
    return ("top: how far the frame's tabs let it move", f"{play:g} mm", "0.5 mm",
            f"{0.5 - play:.1f} mm", "how exactly your printer prints")


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py."""
    m = design.mechanics
    rows: list[tuple[str, ...]] = []
    for boxes, table, key, what in (
            (block_boxes(design), "frame", "posts", "block"),
            (box_boxes(design), "box", "height", "control box")):
        pairs = touching(boxes)
        if pairs:
            raise m.error(table, key, f"in the {what} {pairs[0][0]} meets {pairs[0][1]}"
                          + (f", and {len(pairs) - 1} more" if pairs[1:] else ""),
                          f"Raise {key}, or move a part in layouts.py")
        hanging = min(b.z1 for b in boxes if "(" not in b.name)
        rows.append((f"{what}: {len(boxes)} parts with plugs and bends, pairs that touch", "0",
                     "0", f"highest part {max(b.z2 for b in boxes if '(' in b.name):.1f} mm, "
                     f"lowest hanging one {hanging:.1f} mm", "your modules' and wires' real size"))
    room = value(m, "frame", "height") - carrier_top(m)
    if room < 0:
        raise m.error("frame", "height", f"the carrier ends {-room:.1f} mm above the frame's "
                      "walls, on which the top lies", "Raise height")
    rows.append(("block: room between the readers' carrier and the top", f"{room:.1f} mm", "0 mm",
                 f"{room:.1f} mm", "modules with high parts"))
    _joiners(m, design.boards.need("block", "pitch", int))
    rows.append(_tabs(m, design.boards.need("block", "pitch", int)))
    wall = 2 * INSET - value(m, "top", "mouth")
    if wall < _WALL:
        raise m.error("top", "mouth", f"mouths {m.data['top']['mouth']} mm wide stand "
                      f"{2 * INSET:g} mm apart", f"Leave a wall of {_WALL} mm")
    for key in ("mouth", "well"):
        rim = INSET - value(m, "fit", "gap") - value(m, "top", key) / 2
        if rim < _WALL - 1e-9:
            raise m.error("top", key, f"{rim:.2f} mm of wall between a light's {key} and the "
                          "top's rim", f"Leave {_WALL} mm")
    rows.append(("light of neighbouring corners: wall between their mouths", f"{wall:.1f} mm",
                 f"{_WALL} mm", f"{wall - _WALL:.1f} mm", "how the sheet spreads the light"))
    display = m.data["display"]
    if display["hole_x"] >= display["width"] - 2 or display["hole_y"] >= display["depth"] - 2:
        raise m.error("display", "hole_x", "the lid's holes lie outside the display's board",
                      "Measure the module")
    return rows
