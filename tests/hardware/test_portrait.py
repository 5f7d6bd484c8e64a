"""The picture of the whole board: what lies in front is seen; its game is the firmware's."""

import numpy as np

from hardware.artwork import portrait
from hardware.boards import boards
from hardware.source import Design


def triangle(depth, size=8):
    return [(0, 0, depth), (size, 0, depth), (0, size, depth)]


def test_the_nearest_triangle_is_seen():
    number, nearest = portrait.rasterize(np.array([triangle(1.0, 16), triangle(2.0)]), 16, 16)
    assert number[1, 1] == 1 and nearest[1, 1] == 2  # the small one lies in front
    assert number[1, 12] == 0 and number[15, 15] == -1


def test_what_lies_below_another_is_in_shadow():
    roof, sun = np.array([triangle(5.0, 10)]), np.array((0.0, 0.001, 1.0))
    points = np.array([[(2.0, 2.0, 0.0), (9.0, 9.0, 0.0), (2.0, 2.0, 6.0)]])
    assert portrait.sunlit(roof, points, sun)[0].tolist() == [0, 1, 1]


def test_the_game_is_the_firmwares():
    scene, board = portrait.played(), boards(Design().boards)[portrait.BOARD]
    assert set(scene.state) < set(board.spots) and len(scene.state) > 10
    assert set(scene.state.values()) <= set(scene.names)
    assert scene.dots.any() and len(portrait.lights_of(board, scene.lit)) > 20
    free = [spot for spot in board.spots if spot not in scene.state]
    assert all(any(map(any, scene.lit[spot])) for spot in free)  # a man may be laid on each
