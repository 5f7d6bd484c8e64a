"""The form of the settings for a board of any size, in Chromium."""

import shlex

import pytest
from playwright.sync_api import expect

from host_tools import cli
from tests.window import cell, events, needs_chromium, new_game, stack

pytestmark = needs_chromium
CHOOSE_SQUARES = """(shape) => {
  shape.value = "";
  shape.dispatchEvent(new Event("input", { bubbles: true }));
  return shape.form.querySelector(".main").disabled;
}"""


def test_a_board_of_ones_own_is_played_on_at_once(visit):
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="A board of your own").click()
    form = page.get_by_role("dialog")
    command = form.locator("code")
    expect(command).to_have_text(
        "leyboard board new table8x5 --cells 8x5 --sense none --lights 1 --games mars")

    form.get_by_label("Under each cell").select_option("readers")
    refusal = form.get_by_role("status")
    expect(refusal).to_contain_text("The nearest board has 9 x 6 cells")
    expect(form.get_by_role("button", name="Play on it")).to_be_disabled()
    expect(command).to_be_empty()

    form.get_by_label("Cells from west to east").fill("9")
    form.get_by_label("Cells from south to north").fill("6")
    form.get_by_label("Lights in each cell").select_option("4")
    form.get_by_label("Ley of the Land", exact=True).check()
    expect(refusal).to_be_empty()
    expect(command).to_contain_text("--cells 9x6 --sense readers --lights 4 --games")
    words = shlex.split(command.inner_text())[1:]
    assert cli.parser(words[0]).parse_args(words).cells == (9, 6, 0)

    form.get_by_label("Sensors that feel how a tile is turned").check()
    expect(command).to_contain_text("--lights 4 --facings --games")
    words = shlex.split(command.inner_text())[1:]
    assert cli.parser(words[0]).parse_args(words).facings
    form.get_by_label("Under each cell").select_option("none")
    expect(refusal).to_contain_text("Only a board with a reader under each cell")
    form.get_by_label("Under each cell").select_option("readers")

    form.get_by_label("Shape of the cells").select_option("19")
    expect(form.get_by_label("Cells from west to east")).to_be_hidden()
    expect(command).to_contain_text("leyboard board new hexes19 --cells hex19 --games")
    words = shlex.split(command.inner_text())[1:]
    assert cli.parser(words[0]).parse_args(words).cells == (0, 0, 19)
    # Until the answer comes, nothing could play the board that is chosen.
    assert form.get_by_label("Shape of the cells").evaluate(CHOOSE_SQUARES)

    form.get_by_role("button", name="Play on it").click()
    expect(cell(page, "i6")).to_be_visible()
    expect(cell(page, "a7")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("select[name=profile]")).to_have_value("own_9x6_readers_4_facings")


@pytest.mark.deep
@pytest.mark.parametrize(("fields", "there", "title"), [
    ({"lights": "12"}, "h5", "8 x 5 lit map, played with the knob"),
    ({"hexes": "19"}, "18", "lit map of 19 hexes with corners and edges, played with the knob")])
def test_rings_of_lights_and_hexes_are_played_on(visit, fields, there, title):
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="A board of your own").click()
    form = page.get_by_role("dialog")
    for name, value in fields.items():
        form.locator(f"select[name={name}]").select_option(value)
    form.get_by_role("button", name="Play on it").click()
    expect(cell(page, there)).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("select[name=profile] option:checked")).to_have_text(title)


def test_the_hand_turns_a_tile_where_the_board_feels_it(visit):
    """It shows its magnets, and lies as it was turned; nobody is asked."""
    page = visit()
    new_game(page, "Ley of the Land", player1="human")  # a computer would answer
    expect(page.locator("#title")).to_have_text("Ley of the Land")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="A board of your own").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Cells from west to east").fill("9")
    form.get_by_label("Cells from south to north").fill("9")
    form.get_by_label("Under each cell").select_option("readers")
    form.get_by_label("Lights in each cell").select_option("4")
    form.get_by_label("Sensors that feel how a tile is turned").check()
    expect(form.locator("code")).to_contain_text("--facings")
    form.get_by_role("button", name="Play on it").click()
    expect(page.locator(".piece .magnets")).to_have_count(1)  # of the first tile, on e5
    stack(page, "Three-yellow tile").click()
    hand = page.locator("#hand .magnets")
    expect(hand).to_have_attribute("transform", "rotate(0)")
    page.keyboard.press("r")
    page.keyboard.press("r")
    expect(hand).to_have_attribute("transform", "rotate(180)")
    cell(page, "e6").click()
    lying = page.locator(".piece[data-face=yygy]")
    expect(lying.locator(".magnets")).to_have_attribute("transform", "rotate(180)")
    expect(events(page)).to_have_count(1)
    expect(page.locator(".rotator")).to_be_hidden()


@pytest.mark.deep
def test_so_it_is_in_the_page_without_a_server(tab):
    page = tab()
    page.get_by_role("button", name="Settings").click(timeout=120_000)
    page.get_by_role("button", name="A board of your own").click()
    form = page.get_by_role("dialog")
    expect(form.locator("code")).to_contain_text("--cells 8x5 --sense none")
    form.get_by_role("button", name="Play on it").click()
    expect(cell(page, "h5")).to_be_visible()
    expect(cell(page, "a6")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="A board of your own").click()
    form.locator("select[name=hexes]").select_option("19")
    form.get_by_role("button", name="Play on it").click()
    expect(cell(page, "18")).to_be_visible()
    expect(cell(page, "0")).to_have_count(0)
