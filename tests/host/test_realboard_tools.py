"""A page with a connected board, besides flashing: tags, backup and restore, the doctor's
walk; and at each of them a cable that is pulled."""

import contextlib
import json
import re
import zipfile

import pytest
from playwright.sync_api import expect

from host_tools.backup import unpack
from host_tools.core import tags as sets
from sim.virtual.ntag import Tag
from table import settings
from table import tags as records
from tests.host.desk_prompt import DeskPrompt
from tests.host.real_board import tree
from tests.host.test_realboard import (  # noqa: F401  dialog and folder are fixtures
    PATIENCE,
    AtPrompt,
    Table,
    dialog,
    folder,
    head,
    log,
    prompt,
)
from tests.window import needs_chromium

pytestmark = needs_chromium
BROKE = "The connection broke. Plug the board in again"
FILES = {
    "main.py": b"print(1)\n", "settings.json": b'{"profile": "pad"}\n',
    "sub/more.bin": bytes(range(256)) * 9,
}


def press(page, name):
    page.get_by_role("button", name=name, exact=True).last.click()


def choose(page):
    press(page, "Choose the board")


def lay(folder, files):  # noqa: F811
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


# ---- everything in a file and back --------------------------------------------------------------


@pytest.mark.deep
def test_a_backup_is_that_of_the_command_and_comes_back(dialog, tmp_path):  # noqa: F811
    board, other = tmp_path / "board", tmp_path / "other"
    lay(board, FILES)
    lay(other, {"main.py": b"2", "mine.txt": b"mine"})
    with prompt(board) as there:
        page = dialog(there)
        expect(head(page)).to_contain_text("with MicroPython")
        with page.expect_download() as came:
            press(page, "Back up everything")
        file = tmp_path / came.value.suggested_filename
        came.value.save_as(file)
        expect(log(page)).to_contain_text("files of the board are in pad-")
        page.close()  # the table goes to the next one
    found = unpack(file)
    assert found.pop("/reset") == b""  # a trace of the board's restart
    assert found == {"/" + name: data for name, data in FILES.items()}
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
    with prompt(other) as there:
        page = dialog(there)
        expect(head(page)).to_contain_text("with MicroPython")
        restore(page, file)
        expect(page.locator(".real-now")).to_contain_text("such as /mine.txt. Go on?")
        there.left = 3000
        press(page, "Yes")
        expect(log(page)).to_contain_text(BROKE)
        there.left = 1 << 30
        choose(page)
        expect(head(page)).to_contain_text("with MicroPython")
        restore(page, file)  # what was not in it is gone already
        expect(log(page)).to_contain_text("the board is restored")
    found = tree(other)
    assert {name: found[name] for name in FILES} == FILES and "mine.txt" not in found


def restore(page, file):
    press(page, "Restore a backup")
    page.locator("[name=real-archive]").set_input_files(file)


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["changed", "cut", "no board's", "text"])
def test_an_archive_that_is_none_changes_nothing(dialog, tmp_path, kind):  # noqa: F811
    board = tmp_path / "board"
    lay(board, FILES)
    file = tmp_path / "x.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("boot.py" if kind == "no board's" else "main.py", b"print(2)" * 9)
    data = bytearray(file.read_bytes())
    data[50] ^= kind == "changed"
    file.write_bytes({"cut": data[:-9], "text": b"hello"}.get(kind, data))
    with prompt(board) as there:
        page = dialog(there)
        expect(head(page)).to_contain_text("with MicroPython")
        restore(page, file)
        said = "has no main.py" if kind == "no board's" else "damaged, or no backup"
        expect(log(page)).to_contain_text(said)
    found = tree(board)
    assert {name: found[name] for name in FILES} == FILES


@pytest.mark.deep
@pytest.mark.parametrize(("deed", "after"), [
    ("Settings", "the lights' maximum"), ("Games on it", "It keeps no game"),
    ("Back up everything", "files of the board"),
])
def test_a_cable_pulled_while_a_board_is_read(dialog, tmp_path, deed, after):  # noqa: F811
    lay(tmp_path, FILES)
    with prompt(tmp_path) as there:
        page = dialog(there)
        expect(head(page)).to_contain_text("with MicroPython")
        there.left = 200
        press(page, deed)
        expect(head(page)).to_have_text("The board is gone.")
        expect(log(page).locator("li")).to_have_count(1)
        expect(log(page)).to_contain_text(BROKE)
        there.left = 1 << 30
        choose(page)
        expect(head(page)).to_contain_text("with MicroPython")
        press(page, deed)
        expect(page.get_by_role("dialog")).to_contain_text(after)


# ---- tags ---------------------------------------------------------------------------------------


def blank(number):
    return Tag(bytes((4, 1, 1, 1, 1, number, 128)))


def lay_tag(there, page, tag, said, times=1):
    """Lay a tag on the pad until something is said of it, the so manieth time."""
    world = there.table.world
    world.put(tag, "pad")
    expect(log(page).locator("li").filter(has_text=said)).to_have_count(times)
    world.lift(tag)


@pytest.mark.deep
def test_tags_are_written_read_and_checked(dialog):  # noqa: F811
    """A cable that is pulled meanwhile loses none that is written."""
    there = Table("pad")
    game, pieces = sets.pieces_of("mars", kinds=True)
    pile = [blank(number) for number, _ in enumerate(pieces)]
    with contextlib.closing(there):
        page = dialog(there)
        expect(head(page)).to_contain_text("runs on it, as pad")
        tags(page)
        press(page, "Write the set")
        for count, tag in enumerate(pile[:3], 1):
            expect(log(page)).to_contain_text("(%d left)" % (8 - count))
            lay_tag(there, page, tag, "written on an NTAG213", count)
        there.is_gone = True
        expect(log(page)).to_contain_text(BROKE)
        there.is_gone = False
        choose(page)
        expect(head(page)).to_contain_text("runs on it, as pad")
        tags(page)
        press(page, "Write the set")
        expect(log(page)).to_contain_text("3 of 7 are written already")
        for count, tag in enumerate(pile[3:], 1):
            expect(log(page)).to_contain_text("(%d left)" % (5 - count))
            lay_tag(there, page, tag, "written on an NTAG213", count)
        expect(log(page)).to_contain_text("all 7 tags are written")
        press(page, "Read a tag")
        lay_tag(there, page, pile[6], "set 1, piece %d, copy 0" % pieces[6].token)
        press(page, "Check the set")
        expect(log(page)).to_contain_text("Lay all 7 tags")
        lay_tag(there, page, pile[0], "good, 6 left")
        press(page, "Done")
        expect(log(page)).to_contain_text("6 of 7 are missing, 0 are wrong: write them for mars")
    wanted = [(game.SET, piece.token, 0, 0) for piece in pieces]
    assert [records.decode(tag.read(4)) for tag in pile] == wanted


def tags(page):
    press(page, "Tags of the pieces")
    page.locator("[name=real-game]").select_option("mars")
    page.locator("[name=real-kinds]").check()


# ---- the walk -----------------------------------------------------------------------------------


@pytest.mark.deep
def test_a_board_is_tested_part_by_part_in_german(dialog, tmp_path):  # noqa: F811
    hands = {
        "moved": lambda name, seconds: name != "knob_push", "clicks": lambda seconds: 32,
        "lights": lambda *values: None,
    }
    there = DeskPrompt(tmp_path, settings.profile("grid3"), hands)
    there.world.chip("b2").fault = "missing"
    page = dialog(there, "de")
    expect(head(page)).to_contain_text("Raspberry Pi Pico with RP2040 mit MicroPython 1.27.0")
    press(page, "Teil für Teil testen")
    now = page.locator(".real-now")
    expect(now).to_contain_text("Tag auf jeden Platz")
    there.is_gone = True
    press(page, "Nein")
    expect(log(page)).to_contain_text("Die Verbindung ist abgerissen.")
    there.is_gone = False
    press(page, "Brett auswählen")
    expect(head(page)).to_contain_text("mit MicroPython")
    press(page, "Teil für Teil testen")
    expect(now).to_contain_text("Tag auf jeden Platz")
    press(page, "Nein")
    for question in ("Leuchten alle Punkte", "in die Einstellungen", "gepiept", "36 Lichter rot",
                     "36 Lichter grün"):
        expect(now).to_contain_text(re.compile(question, re.IGNORECASE))
        press(page, "Ja")
    expect(now).to_contain_text("36 Lichter blau")
    press(page, "Ja")
    expect(log(page)).to_contain_text("nicht in Ordnung: Leser b2 (keine Antwort)")
    with page.expect_download() as came:
        press(page, "Den Bericht speichern")
    assert json.loads((tmp_path / "settings.json").read_text()) == {"knob": "full"}
    report = came.value.path().read_text()
    assert "Netzteil     gut    5.00 V" in report
    assert "knob_push    FALSCH bewegt sich nicht\n             wohl: sein Kabel zu GP" in report
