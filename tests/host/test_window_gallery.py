"""More games: the window offers those of examples/games, and the table takes the chosen one."""

import pytest
from playwright.sync_api import expect

from games import make, names, packages
from sim.window import gallery
from sim.window.livetable import LiveTable
from tests.portable.test_packages import STONES
from tests.window import DESK, KNOWN, PLAIN, SPEAK_GERMAN, cell, needs_chromium, served


def table(folder):
    live = LiveTable(str(folder), "grid6", lambda kind, value: None)
    live.begin()
    return live


def offered(live):
    return [game["name"] for game in live.facts["hello"]["games"]]


def test_a_table_takes_a_game_and_goes_on_with_it_after_a_restart(tmp_path):
    live = table(tmp_path)
    assert live.facts["hello"]["more"] == ["gomoku", "halma", "hex", "konane", "sevens", "ur"]
    assert "halma" not in offered(live)
    assert live.do(None, {"do": "more", "game": "halma"})["ok"]
    assert offered(live)[-1] == "halma" and "halma" in live.facts["hello"]["examples"]
    assert live.do(None, {"do": "more", "game": "halma"})["ok"], "to ask twice does no harm"
    assert live.do(None, {"do": "new", "game": "halma", "profile": "grid9"})["ok"]
    packages.forget("halma")
    again = table(tmp_path)
    assert again.app.session.game.NAME == "halma" and "halma" in offered(again)


@pytest.mark.parametrize("name", ["fox", "", None, 7, "../games/ur"])
def test_what_is_no_such_game_is_refused(tmp_path, name):
    live = table(tmp_path)
    answer = live.do(None, {"do": "more", "game": name})
    said = "?" if name is None else name
    assert answer == {"ok": False, "why": "there is no game %s to add" % said}


def test_a_game_of_the_same_name_that_somebody_wrote_stays(tmp_path):
    own = tmp_path / "hex.py"
    own.write_text(STONES.replace("stones", "hex"), encoding="utf-8")
    packages.add(own.as_posix())
    live = table(tmp_path)
    assert live.do(None, {"do": "more", "game": "hex"})["ok"]
    assert make("hex").TITLE == "Stones"


def test_a_game_that_cannot_be_noted_is_said(tmp_path):
    live = table(tmp_path)
    (tmp_path / gallery.LIST).mkdir()
    assert not live.do(None, {"do": "more", "game": "ur"})["ok"]


@needs_chromium
def test_one_is_chosen_and_begun_by_keys_alone(tmp_path, profile):
    with served(tmp_path) as (url, server):
        page = profile(KNOWN, PLAIN, viewport=DESK).new_page()
        page.goto(url)
        page.evaluate(SPEAK_GERMAN)
        page.get_by_role("button", name="Neues Spiel").press("Enter")
        page.get_by_role("button", name="Weitere Spiele").press("Enter")
        first = page.locator("input[value=gomoku]")
        expect(first).to_be_focused()
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
        expect(page.locator("[name=player2]")).to_be_attached()
        page.keyboard.press("Enter")
        expect(page.locator("#title")).to_have_text("Halma zu dritt")
        expect(cell(page, "d1")).to_have_attribute("aria-label", "d1, rote Figur, leuchtet")
        drawn = page.evaluate(
            """async (tokens) => {
                const { hello } = (await import("./link.js")).link;
                const found = {};
                for (const [name, pieces] of Object.entries(tokens)) {
                    const { about, draw } = await import(`./games/${name}.js`);
                    found[name] = [about.picture(), ...pieces.map(([piece, seat]) =>
                        draw(piece, seat))].map((parts) => parts.length);
                }
                return found;
            }""",
            {name: [token[1:3] for token in tokens] for name, tokens in all_tokens().items()},
        )
        assert drawn.keys() == set(gallery.known())
        assert all(count > 0 for counts in drawn.values() for count in counts)


def all_tokens():
    """Return {name: the pieces} of the games of the gallery."""
    for name in gallery.known():
        if name not in names():
            gallery.add(name)
    return {name: make(name).tokens() for name in gallery.known()}


@needs_chromium
def test_drawings_that_cannot_be_loaded_are_named_and_the_pieces_are_discs(tmp_path, profile):
    (tmp_path / "stones.py").write_text(STONES, encoding="utf-8")
    (tmp_path / "stones.drawing.js").write_text("export const draw = ;", encoding="utf-8")
    name = packages.add((tmp_path / "stones.py").as_posix())
    with served(tmp_path, game=name) as (url, server):
        page = profile(KNOWN, PLAIN, viewport=DESK).new_page()
        page.goto(url)
        expect(page.locator("#toast")).to_contain_text("The drawings of Stones cannot")
        expect(page.locator(".piece .initials")).to_have_count(3)


@pytest.mark.deep
@needs_chromium
def test_a_tab_takes_a_game_and_goes_on_with_it_after_a_reload(tab):
    page = tab("#game=sevens&players=human,greedy,search:2s")
    expect(page.locator("#title")).to_have_text("Sevens")
    expect(page.locator("#status")).to_contain_text("Red", timeout=120_000)
    page.reload()
    expect(page.locator("#title")).to_have_text("Sevens")
    expect(page.locator(".cardlet").first).to_be_visible()
