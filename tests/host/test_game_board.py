"""The workshop puts a game onto a board: MicroPython itself at the other end of Web Serial."""

import shutil

import pytest
from playwright.sync_api import expect

from games import packages
from host_tools import web
from tests import micropython
from tests.host.real_board import tree
from tests.host.test_realboard import CHOOSE, begin, log, pages_at_port, prompt
from tests.micropython import ROOT
from tests.portable import games_there
from tests.window import needs_chromium
from tests.workshop import address, changed, says

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def folder(web_folder, tmp_path_factory):
    """The static folder, with a board on which few games take their place."""
    found = shutil.copytree(web_folder, tmp_path_factory.mktemp("boards") / "web")
    files = web.board_files("pad", "mars") | web.workshop_boards(("pad",))
    for name, data in files.items():
        (found / name).parent.mkdir(parents=True, exist_ok=True)
        (found / name).write_bytes(data)
    return found


@pytest.fixture
def at_port(chromium, folder):
    with pages_at_port(chromium, folder) as visit:
        yield visit


def played(page):
    """Agree to play the game of a link; return the page."""
    press(page, "Play it")
    says(page, "The table plays these rules")
    return page


def to_board(page):
    """Let the game be checked, and choose the board."""
    page.get_by_role("button", name="Onto a board").click()
    expect(page.locator("#real-head")).to_contain_text("On a board, Four in a row may do all")
    page.get_by_role("button", name="Choose the board").click()
    expect(page.locator("#real-head")).to_contain_text("with MicroPython")


def press(page, name):
    page.get_by_role("button", name=name).click()


def record(board, file):
    """The record of a random game by the package on a board, on this computer."""
    return games_there.played(packages.add(str(board / "packages" / file)))


def there(board, *games):
    """The output of a board's firmware: its games, and records of random games."""
    return micropython.run("tests.portable.games_there", *games, firmware=board).splitlines()


@pytest.mark.deep
def test_a_game_comes_onto_a_board_stays_and_goes(at_port, tmp_path):
    board = tmp_path / "board"
    board.mkdir()
    with prompt(board) as port:
        page = played(at_port(port, address(changed("SIZE = 6", "SIZE = 3"))))
        to_board(page)
        press(page, "Put Four in a row onto it")
        expect(log(page)).to_contain_text("files copied and checked")
        page.close()
    brought = tree(board)
    assert b"SIZE = 3" in brought["packages/fourinarow/game.py"]
    assert "packages/fourinarow/README.md" not in brought
    assert there(board, "fourinarow") == ["fourinarow mars", *record(board, "fourinarow")]


@pytest.mark.deep
def test_a_later_flash_of_the_page_keeps_it_until_it_is_removed(at_port, tmp_path):
    board = tmp_path / "board"
    (board / "packages").mkdir(parents=True)
    shutil.copy(ROOT / "examples" / "games" / "konane.py", board / "packages")
    with prompt(board) as port:
        page = at_port(port)
        begin(page)
        page.get_by_role("button", name=CHOOSE["en"]).click()
        page.locator("[name=real-profile]").select_option("pad")
        press(page, "Put Leyboard onto it")
        expect(log(page)).to_contain_text("files copied and checked")
        page.close()
    assert there(board, "konane") == ["konane mars", *record(board, "konane.py")]
    with prompt(board) as port:
        page = played(at_port(port, address(changed("SIZE = 6", "SIZE = 4"))))
        to_board(page)
        press(page, "Games of others on it")
        expect(page.locator(".others li")).to_contain_text("konane, 6 KB")
        press(page, "Remove konane")
        expect(log(page)).to_contain_text("files copied and checked")
        page.close()
    assert there(board) == ["mars"]
    assert not [name for name in tree(board) if "konane" in name]


@pytest.mark.deep
def test_what_breaks_the_contract_stays_off_boards(at_port, tmp_path):
    with prompt(tmp_path) as port:
        page = played(at_port(port, address(changed("SET = ", "SET = 1  #"))))
        press(page, "Onto a board")
        expect(page.locator("#toast")).to_contain_text("stays off boards")
        says(page, "rule")
        expect(page.get_by_role("dialog")).to_have_count(0)
