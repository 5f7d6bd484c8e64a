"""Spoiled reader frames on both interpreters, a fifth as many on MicroPython, which is slow;
`python -m tests.attacks frames` spoils 20,000."""

from tests import micropython
from tests.portable.frame_attack import Attack

FRAMES = 1000


def test_no_spoiled_frame_makes_a_piece():
    attack = Attack(1)
    attack.run(FRAMES)
    assert attack.spoiled >= FRAMES


def test_no_spoiled_frame_makes_a_piece_on_micropython():
    assert "spoiled" in micropython.run("tests.portable.frame_attack", FRAMES // 5, 2)
