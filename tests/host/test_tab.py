"""The table in a browser's tab: the static folder in Chromium, from a plain file server."""

import re

import pytest
from playwright.sync_api import expect

from games import names
from sim.window import bundle
from tests.tab import files_served, made
from tests.window import DESK, KNOWN, PLAIN, cell, events, needs_chromium, new_game, stack

PATIENCE = 15_000

pytestmark = needs_chromium


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return made(tmp_path_factory.getbasetemp() / "web")


@pytest.fixture
def tab(chromium, folder):
    """Open pages of the folder in one browser profile; a page with an error fails the test."""
    wrong = []
    context = chromium.new_context(viewport=DESK)
    context.add_init_script(KNOWN)
    context.add_init_script(PLAIN)

    def visit(path=""):
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
        page.set_default_timeout(PATIENCE)
        page.goto(url + path)
        return page

    with files_served(folder) as url:
        yield visit
        context.close()
    assert not wrong


def test_a_piece_is_laid_and_a_computer_answers(tab):
    page = tab()
    expect(page.locator("#status")).to_contain_text("Red: put")
    stack(page, "Red large").click()
    cell(page, "c3").click()
    expect(events(page)).to_have_count(1)
    new_game(page, player1="greedy")
    page.get_by_role("button", name="Begin the new game").click()
    expect(events(page)).to_have_count(0)
    stack(page, "Red large").click()
    cell(page, "c3").click()
    expect(events(page)).to_have_count(2)
    expect(page.locator(".piece")).to_have_count(2)


def test_every_game_begins(tab):
    page = tab()
    expect(page.locator("#status")).to_contain_text("Red: put")
    for title in ("Ley of the Land", "the market", "Ley Lines of Mars", "Ley Lines", "Landover"):
        new_game(page, title)
        leave = page.get_by_role("button", name="Begin the new game")
        page.locator("#title", has_text=re.compile(title + "$")).or_(leave).first.wait_for()
        if leave.is_visible():  # a computer has moved meanwhile
            leave.click()
        expect(page.locator("#title")).to_have_text(re.compile(title))
        expect(page.locator(".tray").first).to_be_visible()


def test_the_folder_has_what_the_page_asks_for(folder):
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    assert {"texts/en.json", "texts/de.json", bundle.APART, bundle.CARRIER} <= there
    assert {"rules/%s.md" % name for name in names()} <= there
    page = (folder / "index.html").read_text()
    assert set(re.findall(r'(?:src|href)="([^"#]+)"', page)) <= there
