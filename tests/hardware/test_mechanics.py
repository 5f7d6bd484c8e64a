"""Parts that go into one another: they must not overlap, and must not fall through."""

import pytest
from build123d import Box, Pos, Rot

from hardware import assembly, screws
from hardware.boards import INSET
from hardware.electronics import circuits
from hardware.mechanics import parts
from hardware.source import Design


@pytest.fixture(scope="module")
def m():
    return parts.Measures(Design().mechanics, Design().boards)


@pytest.fixture(scope="module")
def frame(m):
    return parts.frame(m)


def shared(a, b):
    """Cubic millimetres that two parts share."""
    both = a & b
    return both.volume if both else 0.0


def test_the_deck_lies_on_the_posts(m, frame):
    deck = parts.deck(m)
    assert shared(frame, Pos(0, 0, m.frame.posts) * deck) == pytest.approx(0, abs=1e-3)
    assert shared(frame, Pos(0, 0, m.frame.posts - 1) * deck) > 12 * 6  # it rests on something
    assert m.frame.posts + m.module.pocket + 1.6 <= m.frame.height


def test_planted_a_deck_too_wide(m, frame):
    wide = Pos(0, 0, m.frame.posts) * Box(m.block - 2, 20, 5)
    assert shared(frame, wide) > 1


def test_the_circuit_board_fits_on_its_posts(m, frame):
    seat = m.frame.floor + m.board.post
    board = Pos(0, 0, seat + 0.8) * Box(m.board.width, m.board.depth, 1.6)
    assert shared(frame, board) == pytest.approx(0, abs=1e-3)
    box = parts.box_base(m)
    board = Pos(0, 0, m.box.floor + m.board.post + 0.8) * Box(m.board.width, m.board.depth, 1.6)
    assert shared(box, board) == pytest.approx(0, abs=1e-3)


# Whole assemblies: two by two blocks, joined, with all that lies in and on them.

def boxes(found):
    """[("part", solid, place)] of the boxes of assembly.py."""
    return [("part", Box(b.x2 - b.x1, b.y2 - b.y1, b.z2 - b.z1),
             Pos((b.x1 + b.x2) / 2, (b.y1 + b.y2) / 2, (b.z1 + b.z2) / 2)) for b in found]


def screwed(m, part, through):
    """A screw of the bill, its head on z = `through`, its tip below 0."""
    length = screws.sizes(Design().parts[part]["value"])[0][1]
    return Pos(0, 0, through - length) * parts.tube(1.2, length) + Pos(
        0, 0, through) * parts.tube(2.8, 2.4)


def board_with_screws(m, seat):
    """A circuit board `seat` high and its four screws, as (kind, solid, place)."""
    board, screw = parts.box(m.board.width, m.board.depth, m.board.thick), screwed(
        m, "screw_m3", m.board.thick)
    holes = parts.corners(m.board.hole_x / 2, m.board.hole_y / 2)
    for x, y in holes:
        board -= Pos(x, y, 0) * parts.tube(1.6, 9)
    return [("board", board, Pos(0, 0, seat)),
            *[("screw", screw, Pos(x, y, seat)) for x, y in holes]]


def solids(m, hall=False):
    """[(kind, solid, its place in a block)] of a block of readers or of hall switches; every place
    is where the part is in the end."""
    design = Design()
    common = [("frame", parts.frame(m), Pos(0, 0, 0)),
              *board_with_screws(m, m.frame.floor + m.board.post)]
    if hall:
        floor = assembly.board_top(design.mechanics, "frame")
        return [*common, ("top", parts.top_hall(m), Pos(0, 0, m.frame.height)),
                *boxes(assembly.on_board(circuits.hall_block(design.boards), floor))]
    module = parts.box(m.module.width, m.module.depth, m.module.pocket)
    return [*common, ("deck", parts.deck(m), Pos(0, 0, m.frame.posts)),
            ("top", parts.top(m), Pos(0, 0, m.frame.height)),
            *[("module", module, Pos(x, y, m.frame.posts + 1.6)) for x, y in m.centres()],
            *boxes(b for b in assembly.block_boxes(design) if "(" in b.name)]


def assembled(m, hall=False):
    """[(name, solid)] of two by two blocks and the joiners between them."""
    side, found = m.pitch * m.cells, []
    one, clip = solids(m, hall), parts.joiner(m)
    for a in (0, 1):
        for b in (0, 1):
            found += [(f"{kind} of block {a} {b}", Pos(a * side, b * side, 0) * place * solid)
                      for kind, solid, place in one]
    for a in (0, 1):
        for place in parts.joiners(m):
            found += [("joiner", Pos(a * side, 0, 0) * place * clip),
                      ("joiner", Pos(0, a * side, 0) * Rot(0, 0, -90) * place * clip)]
    return found


def collisions(things):
    """[(name, name, cubic millimetres)] of pairs that share room."""
    boxes = [(name, solid, solid.bounding_box()) for name, solid in things]
    found = []
    for i, (name, solid, a) in enumerate(boxes):
        for other, another, b in boxes[i + 1:]:
            near = all(getattr(a.min, k) < getattr(b.max, k) - 1e-3
                       and getattr(b.min, k) < getattr(a.max, k) - 1e-3 for k in "XYZ")
            if near and not (name[:4] == other[:4] == "part"):  # assembly.py knows those
                volume = shared(solid, another)
                if volume > 1e-2:
                    found.append((name, other, round(volume, 1)))
    return found


@pytest.mark.parametrize("hall", [False, True], ids=["readers", "hall switches"])
def test_two_by_two_blocks_can_be_put_together(m, hall):
    """So can any board: every block has at most these neighbours."""
    things = assembled(m, hall)
    assert sum(name == "joiner" for name, _ in things) == 8
    assert collisions(things) == []


def test_the_box_can_be_put_together(m):
    """Box, main board, lid, screws, and what hangs from the lid with its plugs."""
    design = Design()
    w, d = m.board.width + 20, m.board.depth + 10
    screw = screwed(m, "screw_m3", m.box.lid)
    things = [("box", parts.box_base(m), Pos(0, 0, 0)),
              *board_with_screws(m, m.box.floor + m.board.post),
              ("lid", parts.lid_inside(m), Pos(0, 0, m.box.height)),
              *[("screw", screw, Pos(x, y, m.box.height))
                for x, y in parts.corners(w / 2 - 5, d / 2 - 5)],
              *boxes(b for b in assembly.box_boxes(design) if not b.name.startswith("display"))]
    assert collisions([(kind, place * solid) for kind, solid, place in things]) == []


def test_the_pad_can_be_put_together(m):
    screw = screwed(m, "screw_m3", m.pad.lid)
    things = [("base", parts.pad_base(m)), ("lid", Pos(0, 0, 12) * parts.pad_lid(m)),
              ("module", Pos(0, 0, 6) * parts.box(m.module.width, m.module.depth, 6)),
              *[("screw", Pos(x, y, 12) * screw) for x, y in parts.corners(26, 26)]]
    assert collisions(things) == []


def test_hexes_lie_side_by_side(m):
    one = parts.hex_cell(m)
    assert collisions([("hex", one), ("hex", Pos(70, 0, 0) * one),
                       ("hex", Pos(35, 35 * 3 ** 0.5, 0) * one)]) == []


def test_planted_joiner_that_meets_the_carrier(m):
    """A carrier without notches, as in the first plans, and legs that are too long."""
    clip = parts.joiners(m)[0] * parts.joiner(m)
    side = m.block - 2 * m.frame.wall - 2 * m.fit.slide
    whole = Pos(0, 0, m.frame.posts) * parts.box(side, side, m.module.pocket + 1.6)
    assert collisions([("joiner", clip), ("deck", whole)])[0][2] > 30
    longer = parts.Measures(Design().mechanics, Design().boards)
    longer.joiner = type("joiner", (), {**vars(m.joiner), "high": 9})
    clip = parts.joiners(longer)[1] * parts.joiner(longer)
    assert collisions([("joiner", clip), ("frame", parts.frame(m))])


def test_planted_screw_through_a_module_or_a_wall(m, frame):
    module = Pos(0, 0, 10) * parts.box(40, 40, 5)
    screw = Pos(3, 3, 8) * parts.tube(1.2, 10)
    assert collisions([("screw", screw), ("module", module)])
    assert collisions([("screw", Pos(74, 0, 0) * parts.tube(1.2, 8)), ("frame", frame)])


def test_a_joiner_holds_both_walls(m, frame):
    """Lifted or pulled it meets the walls: it lies over both of them, with its play."""
    clip = parts.joiners(m)[0] * parts.joiner(m)
    other = Pos(0, m.pitch * m.cells, 0) * frame
    for aside in (-0.6, 0.6):
        assert shared(Pos(0, aside, 0) * clip, frame) + shared(Pos(0, aside, 0) * clip, other) > 1
    for wall in (frame, other):
        assert shared(Pos(0, 0, -0.5) * clip, wall) > 1


def test_the_lid_and_what_hangs_from_it(m):
    """The lid as it lies on the box is the printed one turned; screws of the bill end in it."""
    lid = parts.lid_inside(m)
    assert parts.box_lid(m).volume == pytest.approx(lid.volume)
    length = screws.sizes(Design().parts["screw_m2"]["value"])[0][1]
    for dx, dy in parts.corners(m.display.hole_x / 2, m.display.hole_y / 2):
        x, y = m.box.display_x + dx, m.box.display_y + dy
        tip = -m.display.boss - m.display.board + length
        screw = Pos(x, y, tip - length) * parts.tube(m.screw.m2 / 2, length)
        assert shared(lid, screw) == pytest.approx(0, abs=1e-3)
        assert tip < m.box.lid - 0.5


def test_wires_of_the_lights_come_up_through_the_carrier(m):
    """Three wires of 2.2 mm side by side from the board into the top's channel, in every slot."""
    deck, lid = Pos(0, 0, m.frame.posts) * parts.deck(m), Pos(0, 0, m.frame.height) * parts.top(m)
    for x, y in parts.corners(m.pitch / 2, m.pitch / 2):
        three = Pos(x, y, 20) * parts.box(6.6, 2.2, m.frame.height + 2 - 20)
        assert collisions([("wires", three), ("deck", deck), ("top", lid)]) == []
    whole = Pos(0, 0, m.frame.posts) * parts.box(100, 100, 6.6)
    assert collisions([("wires", three), ("deck", whole)])


def test_a_module_fits_its_pocket(m):
    deck = parts.deck(m)
    for x, y in m.centres():
        module = Pos(x, y, 1.6 + m.module.pocket / 2) * Box(m.module.width, m.module.depth,
                                                            m.module.pocket)
        assert shared(deck, module) == pytest.approx(0, abs=1e-3)


def test_the_carrier_has_walls_that_print(m):
    side = m.block - 2 * m.frame.wall - 2 * m.fit.slide
    pocket = m.module.width + 2 * m.fit.slide
    assert side / 2 - m.pitch - pocket / 2 >= 0.8
    assert m.pitch - pocket >= 2


def test_lights_and_readers_keep_apart(m):
    """The wells of the top lie outside the readers' coils: in the gap between the modules."""
    inset = m.pitch / 2 - INSET
    assert inset - m.top.well / 2 > min(m.module.width, m.module.depth) / 2 - 3
    lid = parts.top(m)
    for dx, dy in parts.corners(inset, inset):
        seed = Pos(dx, dy, 1.5) * Box(3.5, 3.5, 3)
        assert shared(lid, seed) == pytest.approx(0, abs=1e-3)


def test_a_city_stands_in_its_wall_and_under_its_metro(m):
    city = parts.city(m)
    assert shared(parts.wall(m), Pos(0, 0, 1.6) * city) == pytest.approx(0, abs=1e-3)
    assert shared(parts.metro(m), city) == pytest.approx(0, abs=1e-3)


def test_a_mesh_that_is_open_is_not_written(tmp_path):
    import trimesh

    from hardware.mechanics import make
    path = tmp_path / "x.stl"
    whole = trimesh.creation.box((10, 10, 10))

    def broken(_part, name, **_more):
        trimesh.Trimesh(whole.vertices, whole.faces[1:]).export(name)
    original, make.export_stl = make.export_stl, broken
    try:
        with pytest.raises(ValueError, match="not watertight"):
            make.stl(None, path)
    finally:
        make.export_stl = original


@pytest.mark.parametrize(("found", "kept"), [(795, 797), (804, 797), (806, 806), (700, 700)])
def test_the_slicer_s_small_differences_do_not_count(found, kept):
    from hardware.mechanics import make
    assert make.steady(found, 797) == kept
    assert (make.steady(3, 2), make.steady(4, 2)) == (2, 4)
