"""A Pico that gets nothing but one file; needs MicroPython's image and the boot ROM:

make chip UF2=path BOOTROM=path
"""

import os

import pytest

from games import game_class, names
from host_tools.cli import main
from sim.chip.pico import Pico
from sim.chip.table import Host

UF2 = os.environ.get("LEYBOARD_UF2")
BOOTROM = os.environ.get("LEYBOARD_BOOTROM")


@pytest.mark.skipif(not (UF2 and BOOTROM), reason="no image: make chip UF2=path BOOTROM=path")
def test_an_erased_chip_plays_every_game_with_this_file_alone(tmp_path):
    file = tmp_path / "leyboard.uf2"
    assert main(["image", "--profile", "pad", "--base", UF2, "--out", str(file)]) == 0
    with Pico("pad", file, BOOTROM, None) as pico:
        host = Host(pico)
        assert sorted(host.hello()["games"]) == sorted(names())
        for name in names():
            host.ask("new", game=name, players=["random"] * game_class(name).SEATS[0], seed=1)
            assert host.wait("action", 20_000), name
        pico.restart()
        assert host.hello()["profile"] == "pad"
        assert host.ask("state")["view"]["game"] == names()[-1], "the journal kept it"
