"""The played example in the window: from the welcome to the first moments at which one acts."""

import re

import pytest
from playwright.sync_api import expect

from tests.portable.test_examples import actions, steps, why
from tests.quick import first
from tests.window import DESK, PHONE, cell, drag, needs_chromium, new_game, served, stack

pytestmark = needs_chromium
WORDS = {
    "en": ("Show me", "Go on", "Leave the example", "Red small", "Red large"),
    "de": ("Zeig mir", "Weiter", "Beispiel verlassen", "Klein.*Rot", "Groß.*Rot"),
}


@pytest.mark.deep
@pytest.mark.parametrize("language", sorted(WORDS))
def test_somebody_new_is_shown_how_mars_goes(visit, language):
    show, on, leave, small, large = WORDS[language]
    page = visit(new=True, locale=language)
    page.get_by_role("button", name=show).click()
    heading = page.locator("#actions h2")
    wrong = True
    for step in steps("mars")[1][:7]:
        said = dict([line for line in step if line[0] == language])
        if "play" not in dict(step):
            expect(heading).to_have_text(said[language])
            page.get_by_role("button", name=on).click()
            continue
        expect(page.locator("#status")).to_contain_text(said[language])
        if wrong:
            drag(page, stack(page, large), cell(page, "d1"))
            expect(page.locator("#status")).to_contain_text(why(step, language))
            expect(page.locator(".piece")).to_have_count(2)  # the helping hands took it away
            expect(page.get_by_role("button", name=leave)).to_be_visible()
            drag(page, stack(page, small), cell(page, "f6"))
            wrong = False
        else:
            drag(page, stack(page, large), cell(page, "f5"))
    expect(heading).to_have_text(
        dict([line for line in steps("mars")[1][7] if line[0] == language])[language])


HEARD = """() => {
  const alert = document.querySelector("[role=alert]");
  window.heard = [];
  new MutationObserver(() => alert.textContent && window.heard.push(alert.textContent))
    .observe(alert, { childList: true });
}"""


def go_on(page, step):
    """See the sentence of an example's step, and go on."""
    expect(page.locator("#actions h2")).to_have_text(dict(step)["en"])
    page.get_by_role("button", name="Go on").click()


def asked(page, game):
    """Go on to the first step of a game's example that asks for an action; return that step."""
    for step in steps(game)[1]:
        if "play" in dict(step):
            return step
        go_on(page, step)
    raise AssertionError(game)


def test_a_wrong_try_is_seen_and_heard_each_time(visit):
    """As a mistake is; a hint is none, nor is what the next step says."""
    page = visit(new=True)
    page.get_by_role("button", name="Show me").click()
    step = asked(page, "mars")
    status, wrong = page.locator("#status"), page.locator(".rail.wrong")
    expect(status).to_have_text(dict(step)["en"])
    expect(wrong).to_have_count(0)
    page.evaluate(HEARD)
    for tries in (1, 2):
        drag(page, stack(page, "Red large"), cell(page, "d1"))
        page.wait_for_function("(tries) => window.heard.length >= tries", arg=tries)
        assert page.evaluate("window.heard") == [why(step, "en")] * tries
        expect(wrong).to_have_text(re.compile(re.escape(why(step, "en"))))
        expect(cell(page, "d1")).to_have_accessible_name(re.compile("^d1, empty"))
    page.get_by_role("button", name="Hint").click()
    expect(status).to_have_text(re.compile("^An idea"))
    expect(wrong).to_have_count(0)
    drag(page, stack(page, "Red small"), cell(page, "f6"))
    expect(page.locator("#actions h2")).to_be_visible()
    expect(wrong).to_have_count(0)


@pytest.mark.deep
def test_no_note_covers_the_next_sentence_of_an_example(visit):
    """Of what others do, such as to accept an offer: the example tells it."""
    page = visit(new=True)
    page.locator("dialog .card", has_text="Landover").click()
    page.get_by_role("button", name="Show me").click()
    page.evaluate("""() => {
      window.notes = 0;
      new MutationObserver(() => window.notes++).observe(document.getElementById("toast"),
        { childList: true, characterData: true, subtree: true });
    }""")
    for step in steps("landover")[1]:
        if "play" not in dict(step):
            go_on(page, step)
            if ["do", '1 ["accept"]'] in step:
                break
        for _, words in actions(step, "play"):
            expect(page.locator("#status")).to_have_text(dict(step)["en"])
            page.evaluate(ACT, words)
    expect(page.locator("#log")).to_contain_text("Blue accepts")
    assert not page.evaluate("window.notes")


SMALL = {"width": 360, "height": 640}
LYING = {"width": 740, "height": 360}


@pytest.mark.deep
def test_an_example_hides_nothing_from_its_reader(visit):
    """The reader plays all seats, so no hand is covered: here for a secret bid, on a small phone,
    where all that the step needs is in sight with its sentence."""
    page = visit(SMALL, new=True, has_touch=True)
    page.locator("dialog .card", has_text="the market").click()
    expect(page.get_by_role("button", name="Show me")).to_be_in_viewport()
    page.get_by_role("button", name="Show me").click()
    for step in steps("market")[1]:
        if "play" in dict(step):
            break
        said = dict([line for line in step if line[0] == "en"])
        expect(page.locator("#actions h2")).to_have_text(said["en"])
        expect(page.locator("#status")).to_have_text(
            "Ley of the Land: the market: a played example")
        page.locator("#actions button").first.tap()
    expect(page.locator("#status")).to_have_text(dict(step)["en"])
    for seen in ("#status", ".stage", "[data-key='bid it']"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=0.99)
    slider = page.get_by_role("slider", name="Bid in coins")
    page.locator(".coins i").nth(2).click()
    expect(slider).to_have_value("3")
    expect(page.locator(".cover")).to_have_count(0)


ACT = """(words) => new Promise((done) => {
  const link = new WebSocket(`ws://${location.host}/table`);
  const request = { do: "do", by: 0, words };
  link.onopen = () => link.send(JSON.stringify({ id: 1, do: "host", request }));
  link.onmessage = ({ data }) => JSON.parse(data).id && done(link.close());
})"""


@pytest.mark.deep
def test_each_sentence_of_an_example_comes_into_sight_on_a_small_phone(visit):
    """Wherever the page has been scrolled to."""
    page = visit(SMALL, new=True, has_touch=True)
    page.locator("dialog .card", has_text="Landover").click()
    page.get_by_role("button", name="Show me").click()
    status, heading = page.locator("#status"), page.locator("#actions h2")
    for step in steps("landover")[1][:10]:
        said = dict([line for line in step if line[0] == "en"])["en"]
        expect(heading if "play" not in dict(step) else status).to_have_text(said)
        expect(status).to_be_in_viewport(ratio=0.99)
        if "play" not in dict(step):
            expect(page.locator("#actions button").first).to_be_in_viewport(ratio=0.99)
            page.locator("#actions button").first.tap()
            continue
        page.evaluate("scrollTo(0, 700)")
        for _, words in actions(step, "play"):
            page.evaluate(ACT, words)


def test_an_example_is_heard_and_gone_through_by_enter_alone(visit):
    """Each sentence is said to screen readers, with what its step does, and the focus is where it
    is answered."""
    page = visit(new=True)
    page.get_by_role("button", name="Show me").click()
    answer = page.locator("#actions button").first
    answer.focus()
    heard = page.locator("#live")
    for step in steps("mars")[1][:4]:
        said = dict([line for line in step if line[0] == "en"])
        expect(page.locator("#actions h2")).to_have_text(said["en"])
        expect(heard).to_contain_text(said["en"])
        expect(answer).to_be_focused()
        page.keyboard.press("Enter")
    for happened in ("Red places a large pyramid on a2", "Blue scores 3.", "Blue fills the line"):
        expect(heard).to_contain_text(happened)
    expect(page.locator("#status")).to_contain_text("You are Red")
    expect(page.locator(".spot:focus")).to_have_count(1)
    page.get_by_role("button", name="New game").click()
    expect(page.locator("[name=player1]")).to_have_value("level3")  # not the example's people


def test_a_wrong_tile_is_refused_before_anybody_turns_it(visit):
    """It goes back, and the tile that is meant is taken at once."""
    page = visit(new=True)
    page.locator("dialog .card", has_text="Lay tiles side by side").click()
    page.get_by_role("button", name="Show me").click()
    step = asked(page, "land")
    page.evaluate("""() => {
      const turn = document.querySelector(".rotator");
      window.turns = 0;
      new MutationObserver(() => (window.turns += !turn.hidden)).observe(turn,
        { attributeFilter: ["hidden"] });
    }""")
    status = page.locator("#status")
    expect(status).to_have_text(dict(step)["en"])
    for tile, place in (("Three-green", "e4"), ("Three-yellow", "f4")):
        drag(page, stack(page, tile), cell(page, place))
        expect(status).to_have_text(why(step, "en"))
        expect(page.locator(".piece")).to_have_count(3)
    assert not page.evaluate("window.turns")
    drag(page, stack(page, "Three-yellow"), cell(page, "e4"))
    expect(page.locator("#actions h2")).to_contain_text("It is 2 to 2")


@pytest.mark.deep
def test_an_example_offers_only_what_its_step_asks_for(visit):
    """In the Land neither to pass; who turns the right tile can leave, too."""
    page = visit(new=True)
    page.locator("dialog .card", has_text="Lay tiles side by side").click()
    page.get_by_role("button", name="Show me").click()
    offered = page.locator("#actions button")
    for step in steps("land")[1]:
        if "play" not in dict(step):
            go_on(page, step)
            continue
        expect(page.locator("#status")).to_have_text(dict(step)["en"])
        expect(offered).to_have_text(["Leave the example"])
        if dict(step)["at"] == "e7":
            break
        page.evaluate(ACT, actions(step, "play")[0][1])
    drag(page, stack(page, "Three-yellow"), cell(page, "e7"))
    expect(page.locator("#actions h2")).to_contain_text("turn it")
    expect(offered.last).to_have_text("Leave the example")


@pytest.mark.deep
def test_nobody_is_asked_whether_the_game_of_an_example_may_go(visit):
    page = visit(new=True)
    page.get_by_role("button", name="Show me").click()
    for step in steps("mars")[1][:3]:
        go_on(page, step)
    expect(page.locator(".piece")).to_have_count(1)
    new_game(page, "Ley of the Land")
    expect(page.locator("#title")).to_have_text("Ley of the Land")


@pytest.mark.parametrize("size", first(2, [SMALL, LYING, PHONE, DESK]))
def test_a_sentence_is_in_sight_with_the_board_of_which_it_speaks(visit, size):
    page = visit(size, new=True)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#actions h2")).to_have_text(dict(steps("mars")[1][0])["en"])
    for seen in (".stage", "#actions h2", "#actions button >> nth=0", "#actions button >> nth=1"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=0.99)


@pytest.mark.deep
def test_the_game_that_was_chosen_follows_its_example(visit):
    page = visit()
    page.get_by_role("button", name="New game").click()
    page.locator("dialog .card", has_text=re.compile("of Mars")).first.click()
    page.locator("[name=player1]").select_option("level3")
    page.locator("[name=name0]").fill("Ada")
    page.get_by_role("button", name="Show me").click()
    hands = {"small": "Red small", "large": "Red large"}
    laid = 0
    for step in steps("mars")[1]:
        if "play" in dict(step):
            (_, (size, spot)), = actions(step, "play")[:1]
            expect(page.locator("#status")).to_contain_text(dict(step)["en"])
            expect(page.locator(".piece:not(.coming)")).to_have_count(laid)
            stack(page, hands[size]).scroll_into_view_if_needed()
            drag(page, stack(page, hands[size]), cell(page, spot))
        else:
            go_on(page, step)
        laid += "play" in dict(step) or "do" in dict(step)
    page.get_by_role("button", name="Yes, begin").click()
    expect(page.locator('.tray[data-seat="0"]')).to_contain_text("Ada")
    expect(page.locator('.tray[data-seat="1"]')).to_contain_text("Computer, level 3")
    expect(page.locator(".piece")).to_have_count(0)


@pytest.mark.deep
def test_who_leaves_an_example_midway_plays_the_game_that_was_chosen(visit):
    """Until then it is an example, also after a reload; the shelf gets nothing."""
    page = visit()
    page.get_by_role("button", name="New game").click()
    page.locator("[name=player1]").select_option("level3")
    page.locator("[name=name0]").fill("Ada")
    page.get_by_role("button", name="Show me").click()
    for step in steps("mars")[1][:3]:
        go_on(page, step)
    expect(page.locator(".piece:not(.coming)")).to_have_count(1)
    page.reload()
    expect(page.locator("#actions h2")).to_have_text(dict(steps("mars")[1][3])["en"])
    page.get_by_role("button", name="Leave the example").click()
    expect(page.locator('.tray[data-seat="0"]')).to_contain_text("Ada")
    expect(page.locator('.tray[data-seat="1"]')).to_contain_text("Computer, level 3")
    expect(page.locator(".piece")).to_have_count(0)
    expect(page.locator("#actions")).to_be_hidden()
    page.locator("#shelf").click()
    expect(page.locator("#dialog")).to_contain_text("No game is put aside")


def test_a_table_that_takes_up_an_example_has_the_places_of_the_game_that_follows(tmp_path):
    with served(tmp_path, "grid9") as (_, server):
        live = server.live
        answer = server.there(lambda: live.do(
            None, {"do": "example", "game": "market", "profile": "grid9"}))
        assert answer["ok"], answer
        server.there(live.fit)
        assert live.profile.NAME == "isles12" and live.app.session.example
