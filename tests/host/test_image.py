"""`leyboard image`: one file of MicroPython and the firmware."""

import json
import os
import struct
from pathlib import Path

import pytest

from host_tools.cli import main
from host_tools.core import CommandError, flashing
from host_tools.core.imaging import one_file
from host_tools.flash import built
from sim.chip import image, uf2
from tests.host.real_board import plan_for

PICO = b"v1.27.0 on 2025-12-09 (GNU 14.2.0 MinSizeRel)\0; Raspberry Pi Pico with RP2040\0"
MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
PLACE = (uf2.FLASH_BASE + 640 * 1024, image.USUAL)
RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59


def with_info(text, number, place=PLACE):
    """Return the text of a page, and what MicroPython tells there of its file system."""
    at = uf2.FLASH_BASE + 256 * number + 128
    info = struct.pack("<5I", 0x7188EBF2, at + 20, at + 24, at, 0xE71AA390)
    return text.ljust(128, b"\0") + info + struct.pack("<I2H4I", at + 24, 7, 0x5052, 0, *place, 0)


def blocks(*texts, family=RP2040, count=None, place=PLACE):
    """Return a UF2 file with a page of each text, one after the other; MicroPython's tells the
    place of its files."""
    made = b""
    for number, text in enumerate(texts):
        if b" on 20" in text:
            text = with_info(text, number, place)
        made += struct.pack("<8I", *MAGIC[:2], 0x2000, uf2.FLASH_BASE + 256 * number, 256,
                            number, count or len(texts), family)
        made += text.ljust(476, b"\0") + struct.pack("<I", MAGIC[2])
    return made


@pytest.fixture
def base(tmp_path):
    path = tmp_path / "RPI_PICO.uf2"
    path.write_bytes(blocks(b"the boot sector", PICO))
    return path


def made(base, *words):
    out = base.parent / "one.uf2"
    assert main(["image", "--base", str(base), "--out", str(out), *words]) == 0
    return image.read_uf2(out, with_files=True)


def test_the_file_has_the_image_and_all_that_a_flash_puts_on_a_board(base, capsys):
    flash = made(base, "--profile", "grid3", "--games", "mars")
    assert flash[: -image.USUAL] == image.read_uf2(base)[: -image.USUAL]
    files = image.files_of(bytes(flash))
    build = built("grid3", "mars")
    assert {name: files[name] for name in build} == build
    assert json.loads(files["/settings.json"]) == {"profile": "grid3"}
    assert set(files) - set(build) == {"/settings.json", flashing.MANIFEST}
    said = capsys.readouterr().out
    assert "MicroPython 1.27" in said and "BOOTSEL" in said and "backup" in said


def test_without_a_base_it_says_which_option_is_missing(capsys):
    with pytest.raises(SystemExit):
        main(["image"])
    assert "required: --base" in capsys.readouterr().err


def test_a_flash_after_it_has_nothing_to_copy(base):
    files = image.files_of(bytes(made(base, "--profile", "grid3", "--games", "mars")))
    plan = plan_for(files, built("grid3", "mars"))
    assert str(plan.summary()) == "the board has all %d files already" % (len(files) - 2)


def test_settings_of_a_board_come_along(base, tmp_path):
    chosen = tmp_path / "settings.json"
    chosen.write_text(json.dumps({"language": "de", "profile": "grid6"}))
    files = image.files_of(bytes(made(base, "--profile", "grid3", "--settings", str(chosen))))
    assert json.loads(files["/settings.json"]) == {"language": "de", "profile": "grid3"}


@pytest.mark.parametrize("text, why", [
    ('{"theme": "calm",\n "language": "xx"}', ':2: language cannot be "xx"; it can be de, en'),
    ('{\n"brightness": 256}', ":2: brightness cannot be 256; it can be a whole number from 0 to"),
    ('{"hear_all":\n"yes"}', ':1: hear_all cannot be "yes"; it can be false, true'),
    ('{"volume": 3}', ":1: there is no setting volume; there are: profile, theme, brightness"),
    ('{"theme": "calm"\n"brightness": 60}', ":2: it is torn or not JSON; settings are such as"),
    ("[[1]]", ":1: it is not a JSON object; settings are such as"),
    ("[" * 9999, ":1: it is nested more than 8 deep"),
    ("", ":1: it is torn or not JSON"),
])
def test_settings_that_cannot_be_are_named_with_their_line(base, text, why, capsys):
    chosen = base.parent / "settings.json"
    chosen.write_text(text)
    assert main(["image", "--base", str(base), "--settings", str(chosen)]) == 1
    said = capsys.readouterr().err
    assert str(chosen) + why in " ".join(said.split())
    assert not (base.parent / "leyboard-grid3.uf2").exists()


def test_every_block_of_the_file_system_is_written(base):
    """A folder is two blocks of which the newer counts: an old one must not stay beside ours."""
    made(base, "--profile", "grid3", "--games", "mars")
    data = (base.parent / "one.uf2").read_bytes()
    pages = {
        struct.unpack_from("<I", data, at + 12)[0] - uf2.FLASH_BASE
        for at in range(0, len(data), 512)
    }
    assert set(range(640 * 1024, uf2.FLASH_SIZE, 256)) <= pages
    assert set(range(0, 4096, 256)) <= pages  # the boot ROM erases whole sectors


WRONG = (
    (b"", "no UF2 file"),
    (b"x" * 1024, "no UF2 file"),
    (blocks(PICO)[:-1], "no UF2 file, or a part of one"),
    (blocks(b"", PICO)[512:], "is damaged: it has 1 blocks of 2"),
    (blocks(b"", PICO)[:512] * 2, "is damaged: blocks are missing"),
    (blocks(PICO.replace(b"RP2040", b"RP2350").replace(b"Pico", b"Pico 2"), family=RP2350),
     "is for a Raspberry Pi Pico 2 with RP2350"),
    (blocks(PICO.replace(b"Pico ", b"Pico W ")), "A Pico W runs the image of the plain Pico"),
    (blocks(PICO.replace(b"Raspberry Pi Pico", b"Adafruit Feather")), "a Adafruit Feather with"),
    (blocks(PICO.replace(b"1.27.0", b"1.24.1")), "1.24, which is too old"),
    (blocks(b"a program"), "holds no MicroPython"),
)


@pytest.mark.parametrize(("data", "why"), WRONG, ids=[why for _, why in WRONG])
def test_a_base_that_will_not_do_is_refused_and_nothing_is_written(tmp_path, capsys, data, why):
    base = tmp_path / "base.uf2"
    base.write_bytes(data)
    out = tmp_path / "one.uf2"
    out.write_text("an older file")
    assert main(["image", "--base", str(base), "--out", str(out)]) == 1
    said = capsys.readouterr().err
    assert why in said and "micropython.org" in said and said.count("\n") == 1
    assert out.read_text() == "an older file"


def test_two_blocks_at_one_place_are_damage():
    both = bytearray(blocks(b"the boot sector", PICO))
    both[12:16] = both[512 + 12 : 512 + 16]
    with pytest.raises(uf2.ImageError, match="damaged: blocks are missing"):
        uf2.read(bytes(both), "base.uf2")


def test_the_settings_say_which_board_it_is_for(base, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    chosen = tmp_path / "settings.json"
    chosen.write_text('{"profile": "hex37"}')
    words = ["image", "--base", str(base), "--games", "mars"]
    for more, board in ((["--profile", "pad"], "pad"), ([], "hex37")):
        assert main([*words, "--settings", str(chosen), *more]) == 0
        assert "files for %s." % board in capsys.readouterr().out
        made = image.files_of(bytes(image.read_uf2(Path("leyboard-%s.uf2" % board), True)))
        assert json.loads(made["/settings.json"])["profile"] == board


def test_what_the_file_is_made_of_is_never_replaced(base, tmp_path, capsys):
    chosen = tmp_path / "settings.json"
    chosen.write_text("{}")
    words = ["image", "--base", str(base), "--settings", str(chosen), "--out"]
    kept = base.read_bytes()
    for source in (base, chosen, tmp_path / ".." / tmp_path.name / base.name):
        assert main([*words, str(source)]) == 1
        assert "give another --out" in capsys.readouterr().err
    assert base.read_bytes() == kept and chosen.read_text() == "{}"


def test_a_folder_and_a_device_are_no_place_for_the_file(base, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo(tmp_path / "device")  # a device of our own: the right ones are everybody's
    before = sorted(tmp_path.iterdir())
    for out in (".", "..", str(tmp_path), "device"):
        assert main(["image", "--base", str(base), "--games", "mars", "--out", out]) == 1
        assert "is a folder or a device; name a file" in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "device").is_fifo()


def test_files_that_do_not_fit_are_refused():
    with pytest.raises(uf2.ImageError, match="do not fit"):
        image.system_of({"/a": bytes(image.USUAL)})


def test_the_files_lie_where_the_image_keeps_them(tmp_path):
    """Another build of MicroPython keeps fewer, at another place."""
    place = (uf2.FLASH_BASE + 1024 * 1024, 512 * 1024)
    base = tmp_path / "base.uf2"
    base.write_bytes(blocks(b"the boot sector", PICO, place=place))
    flash = made(base, "--profile", "grid3", "--games", "mars")
    begin, size = uf2.storage(flash, "")
    assert (begin, size) == (1024 * 1024, 512 * 1024)
    assert "/main.py" in image.files_of(bytes(flash))
    assert set(flash[begin + size :]) == {0xFF}
    with pytest.raises(CommandError, match="keeps 512 KB of files; take MicroPython's own image"):
        one_file(base.read_bytes(), "base.uf2", bytes(image.USUAL))


@pytest.mark.parametrize("place", [
    (0, 4096), (uf2.FLASH_BASE, 4096), (uf2.FLASH_BASE + 100, 4096), (0x20000000, 4096),
    (uf2.FLASH_BASE + 1024 * 1024, 0), (uf2.FLASH_BASE + 1024 * 1024, 2 * 1024 * 1024),
    (uf2.FLASH_BASE + 1024 * 1024, 100),
])
def test_a_place_that_a_pico_does_not_have_is_none(place):
    with pytest.raises(uf2.ImageError, match="does not say where it keeps its files"):
        uf2.read(blocks(b"the boot sector", PICO, place=place), "base.uf2")


def changed(data, at, form, *values):
    data = bytearray(data)
    struct.pack_into(form, data, at, *values)
    return bytes(data)


TOLD = (
    (changed(blocks(b"", PICO), 16, "<I", 476), "its blocks hold 476 bytes, not 256"),
    (changed(blocks(b"", PICO), 28, "<I", RP2350), "for other chips, too: not all of its blocks"),
    (changed(blocks(b"", PICO), 512 + 28, "<I", RP2350), "for other chips, too"),
    (blocks(b"", PICO, family=RP2350), "is for a chip other than the RP2040"),
    (changed(blocks(b"", PICO), 12, "<I", 0x20000000), "which has no flash at 0x20000000"),
    (changed(blocks(b"", PICO), 12, "<I", uf2.FLASH_BASE + 700 * 1024), "reaches into the files"),
)


@pytest.mark.parametrize(("data", "why"), TOLD, ids=[why for _, why in TOLD])
def test_what_is_wrong_with_an_image_is_told_truly(data, why):
    with pytest.raises(uf2.ImageError, match=why):
        uf2.read(data, "base.uf2")
