"""The games in examples: by the contract on both interpreters, in each language, by their
examples, and on phones."""

import json
import re
import shutil

import pytest

from games import packages
from host_tools import ROOT
from host_tools.cli import main
from host_tools.workshop import TEMPLATES
from sim.contract.check import check
from sim.contract.package import SHAPES
from sim.seats.keys import Keys
from sim.seats.room import Room
from sim.seats.tables import TableHere
from sim.virtual.table import VirtualTable
from sim.window.page_texts import catalogues
from table.wiring import grid9
from tests import micropython
from tests.host.seated import Phone
from tests.portable import test_examples as examples
from tests.portable import test_texts as texts

FOLDER = ROOT / "examples" / "games"
PATHS = sorted([*FOLDER.glob("*.py"), *(path.parent for path in FOLDER.glob("*/game.py"))])


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def game(request, monkeypatch):
    name = packages.add(request.param.as_posix())
    for module, function in ((texts, "names"), (texts, "catalogues"), (examples, "known")):
        monkeypatch.setattr(module, function, lambda: [name])
    return name


# Scripts of hands at a whole table; see `leyboard script --help`.
HANDS = {
    "konane.py": """
        board grid6
        new konane players=human,human
        tidy
        expect says take out a stone
        lift c3
        expect actions 1
        lift c4
        expect actions 2
        move e3 c3
        lift d3
        expect actions 3
        expect scores 1 0
    """,
    "halma": """
        board grid9
        new halma players=human,human,human
        tidy
        expect says step, or jump over men
        move d1 d3
        expect actions 1
        move g4 e4
        expect actions 2
        move a7 c5
        expect actions 3
        move e1 e5
        expect actions 4
        expect turn 1
    """,
}


@pytest.mark.parametrize("package", HANDS)
def test_hands_move_its_pieces(package, tmp_path, capsys):
    script = tmp_path / "hands.script"
    script.write_text(HANDS[package], encoding="utf-8")
    assert main(["script", "--game", str(FOLDER / package), str(script)]) == 0


def test_there_are_some():
    assert len(PATHS) > 1


@pytest.mark.parametrize("is_quick", [True, pytest.param(False, marks=pytest.mark.deep)])
def test_it_keeps_the_contract(game, is_quick):
    assert [str(finding) for finding in check(game, is_quick) if finding] == []


@pytest.mark.deep
def test_it_keeps_the_contract_on_micropython():
    names = [path.name for path in PATHS]
    said = micropython.run("tests.portable.check_package", *names, inputs=FOLDER)
    assert said.split() == [path.stem for path in PATHS]


def test_it_speaks_each_language(game):
    texts.test_all_languages_have_the_same_catalogues_and_keys()
    texts.test_every_text_fits_the_display()
    texts.test_random_play_shows_no_codes()


def test_the_window_says_the_same_in_each_language(game):
    english, german = [catalogues(language)[game] for language in ("en", "de")]
    assert english.keys() == german.keys()
    for key in english:
        assert texts.slots(english[key]) == texts.slots(german[key]), key
    assert "about" in english


def test_its_example_follows_the_rules(game):
    examples.test_every_step_is_said_in_every_language_and_fits_the_display()
    examples.test_every_step_is_legal_and_lights_existing_spots()


def test_a_hidden_hand_is_played_on_phones(tmp_path):
    """A whole game of Sevens in a room: each phone sees its own cards alone."""
    packages.add((FOLDER / "sevens").as_posix())
    table = VirtualTable(grid9, str(tmp_path))
    room_table = TableHere(table.app.host.handle)
    table.send = room_table.hear
    table.app.session.new("sevens", 4, {"values": 5}, (), 5)
    room = Room(room_table, Keys(), clock=lambda: table.clock.ms() / 1000)
    phones = [Phone(room, seat, "key of seat %8s" % seat) for seat in range(4)]
    session = table.app.session
    for _ in range(2000):
        table.tidy()
        table.run(150)
        room.step()
        if session.is_over():
            break
        for phone in phones:
            if phone.choices():
                phone.act(phone.ask("hint")["words"])
    assert session.is_over()
    for phone in phones:
        told = json.dumps(phone.told)
        assert '"deal", null' in told and '"deal", "' not in told
        assert len(phone.facts["mine"]["own"]["cards"]) == 5 - session.game.scores()[
            phone.device.seat]


# ---- the templates of the workshop ------------------------------------------------------------


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_keeps_the_contract_on_both_interpreters(template, tmp_path):
    name = name_in(template)
    shutil.copytree(ROOT / "examples" / "templates" / template, tmp_path / name)
    path = (tmp_path / name).as_posix()
    packages.add(path)
    assert [str(found) for found in check(name) if found] == []
    assert micropython.run("tests.portable.check_package", name, inputs=tmp_path) == name + "\n"


def name_in(template):
    """Return the name that the rules of a template give its package, as the page finds it."""
    rules = (ROOT / "examples" / "templates" / template / "game.py").read_text("utf-8")
    return re.search(r'^    NAME = "(\w+)"$', rules, re.MULTILINE)[1]


def test_the_contract_knows_the_shapes_that_the_window_draws():
    script = (ROOT / "sim" / "window" / "page" / "pieces" / "looks.js").read_text()
    outlines = script.partition("OUTLINES = {")[2].partition("};")[0]
    assert re.findall(r"^  (\w+):", outlines, re.M) == list(SHAPES)
