"""Parts that go into one another: they must not overlap, and must not fall through."""

import pytest
from build123d import Box, Pos, Rot

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


def test_two_frames_and_a_joiner(m, frame):
    other = Pos(0, m.pitch * m.cells, 0) * frame
    clip = Rot(180, 0, 0) * parts.joiner(m)
    clip = Pos(48, m.pitch * m.cells / 2, m.frame.height - 0.4) * clip
    assert shared(frame, other) == pytest.approx(0, abs=1e-3)
    assert shared(frame, clip) == pytest.approx(0, abs=0.5)
    assert shared(other, clip) == pytest.approx(0, abs=0.5)


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
    inset = m.pitch / 2 - 3.5
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
