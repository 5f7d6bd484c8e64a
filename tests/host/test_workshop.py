"""The workshop in Chromium: rules that are written are played, checked, kept and shared."""

import json
import re
import zipfile

import pytest
from playwright.sync_api import expect

from tests.host.test_window_axe import faults
from tests.window import KNOWN, PHONE, PLAIN, needs_chromium, served
from tests.workshop import address, board, changed, lay, rewrite, says, share_by_keys

pytestmark = needs_chromium


def begun(tab, name="Put a piece"):
    page = tab("workshop.html?language=en")
    page.get_by_role("button", name=name).click()
    says(page, "The table plays these rules")
    return page


def test_what_is_written_is_played_as_far_as_it_was_legal(tab):
    page = begun(tab)
    expect(board(page).locator("#log")).to_contain_text("A new game of Four in a row")
    lay(page, "c3", "d3", "c4")
    rewrite(page, "SIZE = 6", "SIZE = 3")
    says(page, "From action 2 on, these rules refuse what was played: there is no cell d3")
    expect(board(page).locator("[data-spot]")).to_have_count(9)
    page.keyboard.type("(")
    says(page, "The rules have a mistake")
    expect(page.locator("#found .place")).to_have_text("game.py:10")
    expect(page.locator(".cm-lintRange-error")).to_be_visible()
    expect(board(page).locator("[data-spot]")).to_have_count(9)  # those before are still there
    for _ in range(2):
        page.keyboard.press("Backspace")
    page.keyboard.type("6")
    says(page, "all 3 actions so far are legal")  # what was refused meanwhile, too
    expect(board(page).locator("#log li[data-seat]")).to_have_count(3)


@pytest.mark.deep
def test_a_game_that_its_rules_drove_off_the_table_is_told_as_gone(tab):
    """It does not go on as it was; once its rules are mended it comes back."""
    page = tab(address(changed("1 - by", "1 - by if max(self.cells) < 2 else 9")))
    page.get_by_role("button", name="Play it").click()
    says(page, "The table plays these rules")
    lay(page, "c3")
    board(page).get_by_role("button", name="blue stone").first.click()
    board(page).locator('[data-spot="d3"]').click()
    says(page, "the game has left the table")
    expect(board(page).locator("#status")).to_have_text("Choose a new game")
    expect(board(page).locator(".tray, .piece")).to_have_count(0)
    rewrite(page, "else 9", "else 0")
    expect(board(page).locator(".tray")).to_have_count(2)
    expect(board(page).locator("#log li[data-seat='0']")).to_contain_text("c3")


@pytest.mark.deep
def test_the_table_waits_for_a_slow_workshop(tab):
    page = begun(tab)
    held = []
    page.route("**/workshop/main.js", lambda route: held.append(route))
    with page.expect_request("**/workshop/main.js"):
        page.goto(page.url, wait_until="commit")
    expect(page.locator("#table")).to_be_attached()
    expect(page.locator("#table")).not_to_have_attribute("src", re.compile("."))
    held.pop().continue_()
    says(page, "The table plays these rules")
    expect(board(page).locator("[data-spot]")).to_have_count(36)


@pytest.mark.deep
def test_an_error_while_the_game_is_played_has_its_line(tab):
    page = begun(tab)
    rewrite(page, "self.turn = 1 - by", "self.turn = 1 - bye")
    says(page, "The table plays these rules")
    board(page).get_by_role("button", name="red stone").first.click()
    board(page).locator('[data-spot="c3"]').click()
    expect(page.locator("#found li")).to_contain_text(re.compile("game.py:5.*bye"))


@pytest.mark.deep
def test_names_of_the_protocol_are_completed_with_their_meaning(tab):
    page = begun(tab)
    rewrite(page, "SIZE = 6  # cells a side", "SIZE = 6\n\nx = self.determ")
    option = page.locator(".cm-tooltip-autocomplete li[aria-selected]")
    expect(option).to_have_text(re.compile(r"determinize\(self, seat, rng\)"))
    expect(page.locator(".cm-completionInfo")).to_contain_text("Guess everything hidden")


@pytest.mark.deep
def test_the_contract_shows_what_is_wrong_on_the_table(tab):
    page = tab(address(changed("return [(1, cell) for cell in range(SIZE * SIZE) if not",
                               "return [(1, cell) for cell in range(SIZE * SIZE) if")))
    page.get_by_role("button", name="Play it").click()
    rewrite(page, "range(SIZE * SIZE) if", "range(SIZE * SIZE - 1, -1, -1) if not")
    says(page, "The table plays these rules")
    page.get_by_role("button", name="Check").click()
    says(page, "rules of the contract")
    finding = page.locator("#found li", has_text="Legal lists actions ascending")
    expect(finding.locator(".place")).to_have_text(re.compile(r"game\.py:\d+"))
    finding.locator(".show").click()
    says(page, "The table shows another game")
    page.get_by_role("button", name="Back to the game").click()
    says(page, "The table plays these rules")


@pytest.mark.deep
def test_it_is_kept_with_its_versions(tab):
    page = begun(tab)
    lay(page, "c3")
    rewrite(page, 'TITLE = "Four in a row"', 'TITLE = "Mine"')
    says(page, "the action so far is legal")
    page.close()  # nothing is told of it beforehand
    page = tab("workshop.html?language=en")
    says(page, "the action so far is legal")
    expect(page.locator("#title")).to_have_text("Mine")
    expect(board(page).locator("#log li[data-seat]")).to_have_count(1)
    page.get_by_role("button", name="Versions").click()
    page.locator("dialog .offers button").last.click()
    expect(page.locator("#title")).to_have_text("Four in a row")
    page.get_by_role("button", name="Versions").click()
    expect(page.locator("dialog .offers button")).to_have_count(2)


@pytest.mark.deep
def test_a_server_has_it_with_a_policy_of_its_own(web_folder, profile, tmp_path):
    """Its files are made at the first visit; what it sends keeps the frame shut in, too."""
    made = []

    async def workshop():
        made.append(web_folder)
        return web_folder

    with served(tmp_path, "grid6", workshop=workshop) as (url, _):
        page = profile(KNOWN, PLAIN).new_page()
        page.goto(url)
        assert not made
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="To the workshop").click()
        page.get_by_role("button", name="Put a piece").click()
        says(page, "The table plays these rules")
        expect(board(page).locator("[data-spot]")).to_have_count(36)
        told = page.request.get(url + "workshop/sandbox.html").headers
        assert told["content-security-policy"].startswith("sandbox allow-scripts;")
        assert page.request.get(url + "workshop/%2e%2e/files.js").status == 404


def test_a_server_without_it_says_so(table, profile):
    page = profile(KNOWN, PLAIN).new_page()
    page.goto(table)
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="To the workshop").click()
    expect(page.locator("#toast")).to_contain_text("There is no workshop here")


def test_a_link_carries_a_game_and_says_whose_it_is(tab):
    page = begun(tab)
    page.get_by_role("button", name="Share").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Copy a link").click()
    field = page.get_by_label("Link to the game")
    expect(field).to_have_value(re.compile("#game="))  # it is being squeezed
    link = field.input_value()
    other = tab(link.rpartition("/")[2])
    expect(other.locator("dialog")).to_contain_text("Four in a row, by Ann, so it says")
    expect(other.locator("dialog")).to_contain_text("It is a program")
    other.get_by_role("button", name="Read it first").click()
    expect(other.locator("#foreign")).to_contain_text("It is not running")
    expect(other.locator(".cm-content")).to_contain_text("Four in a row")
    expect(board(other).locator("[data-spot]")).to_have_count(0)
    other.locator("#foreign button").click()
    says(other, "The table plays these rules")
    expect(other.locator("#foreign")).to_contain_text("runs shut in")


@pytest.mark.deep
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_changed_game_is_shared_by_keys_alone(tab, language):
    link, _ = share_by_keys(tab("workshop.html?language=" + language), language)
    other = tab(link.rpartition("/")[2])
    expect(other.locator("dialog")).to_contain_text(re.compile("Four in a row, .* Ann"))
    expect(other.locator(".ignores-input")).to_have_count(0)
    other.keyboard.press("Enter")  # it agrees
    expect(board(other).locator("[data-spot]")).to_have_count(9)


@pytest.mark.deep
def test_a_template_and_what_is_wrong_with_it_speak_german(tab):
    page = tab("workshop.html?language=de")
    page.get_by_role("button", name="Einen Stein setzen").click()
    expect(board(page).locator("#status")).to_contain_text("setze einen Stein auf ein leeres Feld")
    lay(page, "c3", stones=("roter Stein",))
    rewrite(page, "range(SIZE * SIZE) if", "range(SIZE * SIZE - 1, -1, -1) if")
    page.get_by_role("button", name="Prüfen").click()
    says(page, "des Vertrags")
    finding = page.locator("#found li", has_text="Legal nennt Aktionen aufsteigend, jede einmal")
    expect(finding).to_contain_text("(1, 35) steht vor (1, 34)")
    rewrite(page, "GAME = ", "GAMES = ")
    expect(page.locator("#found li", has_text="hat kein GAME: beende es mit")).to_be_visible()


@pytest.mark.deep
def test_a_file_is_a_package_that_commands_take(tab, tmp_path):
    page = begun(tab)
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save as a file").click()
    path = tmp_path / "game.zip"
    coming.value.save_as(path)
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        assert "fourinarow/game.py" in names
        assert json.loads(archive.read("fourinarow/versions.json"))
        archive.extractall(tmp_path)
    page.keyboard.press("Escape")
    page.locator("#open").set_input_files(path)
    expect(page.locator("dialog")).to_contain_text("Four in a row")
    page.get_by_role("button", name="Play it").click()
    says(page, "The table plays these rules")
    page.locator("#open").set_input_files(tmp_path / "fourinarow" / "versions.json")
    expect(page.locator("#toast")).to_contain_text("That is no game")


@pytest.mark.deep
def test_a_loop_that_never_ends_is_ended(tab):
    endless = changed("        self.turn = 1 - by", "        while True:\n            pass")
    page = tab(address(endless))
    page.get_by_role("button", name="Play it").click()
    says(page, "The table plays these rules")
    board(page).get_by_role("button", name="red stone").first.click()
    board(page).locator('[data-spot="c3"]').click()
    says(page, "The rules did not come back")


@pytest.mark.deep
def test_a_study_says_what_games_show_and_shows_them(tab):
    page = begun(tab, "Dice A race")
    page.get_by_role("button", name="Study").click()
    table = page.locator("table.study")
    expect(table.locator("tr", has_text="Red wins")).to_contain_text(re.compile(r"\d+ % \d+–\d+"))
    expect(table).to_contain_text("200 of 200 games")
    expect(table.locator("th", has_text="All three together")).to_contain_text("60 of 60 games")
    strong = table.locator("tr", has_text="Strong computer wins")
    expect(strong).to_contain_text(re.compile(r"\d %"))
    expect(table.locator(".curve")).to_have_count(4)
    curve = table.locator(".curve").last
    expect(curve).to_have_attribute("aria-label", re.compile(r"after 50 % of a game: \d+ %"))
    table.locator("tr", has_text="Actions in a game").get_by_role("button").nth(1).click()
    says(page, "The table shows another game")
    expect(board(page).locator("#log li[data-seat]").nth(20)).to_be_attached()
    page.get_by_role("button", name="Back to the game").click()
    says(page, "The table plays these rules")


@pytest.mark.deep
def test_axe_finds_nothing_and_no_text_is_small_or_faint(tab):
    page = tab("workshop.html?language=en")
    page.get_by_role("button", name="Put a piece").click()
    says(page, "The table plays these rules")
    found = faults(page, "editor")
    rewrite(page, "SIZE = 6", "SIZE = six")
    says(page, "The rules have a mistake")
    found += faults(page, "mistake")
    page.set_viewport_size(PHONE)
    found += faults(page, "phone")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found == [], "\n".join(map(str, found))


@pytest.mark.deep
def test_a_game_of_the_gallery_is_changed_here(tab):
    page = tab("")
    expect(page.locator("#status")).to_contain_text("Red: put")
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="More games").click()
    page.locator("label", has_text="Konane").click()
    page.get_by_role("button", name="Change it, or put it onto a board").click()
    says(page, "The table plays these rules")
    expect(page.locator("#title")).to_have_text("Konane")
    page.get_by_role("button", name="Onto a board").click()
    expect(page.locator("#toast")).to_contain_text("This page has no way to boards")
