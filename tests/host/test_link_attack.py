"""Spoiled request lines on both interpreters, a fifth as many on MicroPython, which is slow;
`python -m tests.attacks lines` throws 20,000."""

import pytest

from tests import micropython
from tests.portable.link_attack import Attack

LINES = 1500


@pytest.mark.deep
def test_nothing_that_a_host_sends_escapes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    attack = Attack(1)
    attack.run(LINES)
    assert attack.accepted > LINES / 12 and attack.refused > LINES / 4


def test_no_spoiled_line_harms_a_table_on_micropython():
    said = micropython.run("tests.portable.link_attack", LINES // 5, 2)
    assert "accepted" in said
