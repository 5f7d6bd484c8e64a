"""Spoiled reader frames on both interpreters; LEYBOARD_FRAMES says how many (full: 20000);
a fifth of them on MicroPython, which is slow."""

import os

from tests import micropython
from tests.portable.frame_attack import Attack

FRAMES = int(os.environ.get("LEYBOARD_FRAMES", "1000"))


def test_no_spoiled_frame_makes_a_piece():
    attack = Attack(1)
    attack.run(FRAMES)
    assert attack.spoiled >= FRAMES


def test_nor_on_micropython():
    assert "spoiled" in micropython.run("tests.portable.frame_attack", FRAMES // 5, 2)
