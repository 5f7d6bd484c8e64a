"""Games of others on an emulated Pico; needs MicroPython's image and the boot ROM:

    make chip UF2=path BOOTROM=path
"""

import os

import pytest

from games import packages
from host_tools import ROOT
from host_tools.build import build
from sim.chip.pico import Pico
from sim.chip.table import Host
from tests.portable.test_packages import STONES

UF2 = os.environ.get("LEYBOARD_UF2")
BOOTROM = os.environ.get("LEYBOARD_BOOTROM")
GALLERY = ROOT / "examples" / "games"

pytestmark = pytest.mark.skipif(
    not (UF2 and BOOTROM), reason="no image: make chip UF2=path BOOTROM=path"
)


@pytest.fixture
def start(tmp_path):
    """A function that starts a board with these packages beside Mars."""
    taken, opened = [], []

    def started(profile, *paths):
        taken.extend(packages.add(path.as_posix()) for path in paths)
        build(profile, "mars", folder=tmp_path / "flash")
        opened.append(Pico(profile, UF2, BOOTROM, tmp_path / "flash"))
        return opened[-1], Host(opened[-1])

    yield started
    for pico in opened:
        pico.close()
    for name in taken:
        packages.forget(name)


def test_two_games_of_others_are_played_put_aside_and_resumed(start):
    pico, host = start("grid9", GALLERY / "hex.py", GALLERY / "ur")
    assert host.hello()["games"] == ["hex", "mars", "ur"]
    for name in ("hex", "ur"):
        host.ask("new", game=name, players=["random", "random"], seed=1)
        assert host.wait("action", 20_000), name
        pico.run(1500)
        assert pico.measures()["heap"]["free"] > 80 << 10, name
    pico.restart()
    host.hello()
    assert host.ask("state")["view"]["game"] == "ur"


def test_the_watchdog_ends_a_loop_and_the_table_comes_back_without_its_game(start, tmp_path):
    endless = STONES.replace("return [(1, cell)", "while True:\n            pass\n"
                             "        return [(1, cell)")
    path = tmp_path / "stones.py"
    path.write_text(endless, encoding="utf-8")
    pico, host = start("grid3", path)
    host.hello()
    pico.send('{"do": "new", "game": "stones", "seed": 1}\n')
    assert pico.run(20_000) == "reset", "it hangs as soon as it asks what is legal"
    assert pico.run(30_000) == "reset", "it resumes the game, and hangs again"
    host.hello()
    assert host.ask("state")["view"] is None
    pico.run(1000)
    assert "Stones" in " ".join(host.display())
    host.ask("new", game="mars", players=["random", "random"], seed=1)
    assert host.wait("action", 20_000)
