"""Games of others on an emulated Pico; needs MicroPython's image and the boot ROM:

    make chip UF2=path BOOTROM=path
"""

import json
import os

import pytest

from games import packages
from host_tools import ROOT
from host_tools.build import build
from host_tools.core import flashing
from host_tools.flash import built
from host_tools.sharing import shared
from sim.chip import benchmark
from sim.chip.pico import Pico
from sim.chip.table import Host, Played
from sim.window import gallery
from tests.chip.first_game import BOOT_MS, maker_at
from tests.host.test_flash import lay
from tests.host.test_joining import package, put
from tests.portable.test_packages import STONES

UF2 = os.environ.get("LEYBOARD_UF2")
BOOTROM = os.environ.get("LEYBOARD_BOOTROM")
ANEW_MS = 3000  # for the table to start itself anew for another game
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


def page_made(names):
    """Return {path: bytes} of a board that the page has given Mars and games of the gallery."""
    made = built("grid9", "mars")
    others = {path: data for name in names for path, data in package(name).items()}
    files = put((made, shared("grid9", "mars", made)), others)
    return flashing.with_settings(files, {"profile": "grid9"})


def cut_and_resumed(pico, name):
    """Play an action of a game by hand, cut the power while the board writes the second, and
    switch it on again; return the game that is resumed and the number of its actions."""
    played = Played(pico, name)
    pico.run(ANEW_MS)
    benchmark.next_action(played)
    game = played.game
    by = game.current()[0]
    action = {"do": "do", "by": by, "words": game.text(game.legal(by)[0])}
    pico.cut_at(1, "half")
    pico.send(json.dumps(action) + "\n")
    assert pico.run(20_000) == "cut"
    for place in played.lying():
        played.lift(place)
    pico.restart()
    host = Host(pico)
    host.hello()
    view = host.ask("state")["view"]
    return view["game"], view["actions"]


@pytest.fixture
def names():
    """Two games of the gallery, which nobody knows afterwards."""
    yield ("hex", "ur")
    packages.forget("hex")
    packages.forget("ur")


@pytest.mark.parametrize("is_page_made", [False, True])
def test_two_games_of_others_come_are_resumed_after_power_cuts_and_go(
    tmp_path, names, is_page_made
):
    if is_page_made:
        lay(tmp_path, {path[1:]: data for path, data in page_made(names).items()})
        for name in names:
            gallery.add(name)
    with Pico("grid9", UF2, BOOTROM, tmp_path) as pico, maker_at(pico) as maker:
        pico.run(BOOT_MS)
        if not is_page_made:
            given = ["--with", str(GALLERY / "hex.py"), "--with", str(GALLERY / "ur")]
            with maker.at_port():
                maker.type("flash", "--profile", "grid9", "--games", "mars", *given)
        assert Host(pico).ask("hello")["games"] == ["hex", "mars", "ur"]
        for name in names:
            game, count = cut_and_resumed(pico, name)
            assert game == name and count in (1, 2)
            packages.forget(name)  # as another computer, which knows no package
        with maker.at_port():
            maker.type("flash", "--games", "mars", "--without", "hex")
        host = Host(pico)
        assert host.ask("hello")["games"] == ["mars", "ur"]
        view = host.ask("state")["view"]
        assert (view["game"], view["actions"]) == ("ur", count)
        assert not [path for path in pico.files() if "hex" in path]
