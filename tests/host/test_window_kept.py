"""The browser window in Chromium does no needless work: it leaves unchanged elements alone, and
does not repaint moving ones."""

import re
from pathlib import Path

from playwright.sync_api import expect

import sim.window
from tests.window import cell, drag, events, middle, needs_chromium, new_game, stack

STYLES = sorted((Path(sim.window.__file__).parent / "page").rglob("*.css"))
FREE = {"transform", "opacity"}  # what a browser moves without painting it again

pytestmark = needs_chromium

# Note the elements that are there, and from now on what is written though it stood there before.
WATCH = """() => {
    for (const one of document.querySelectorAll("#trays *, #log *")) one.kept = true;
    window.idle = [];
    new MutationObserver((all) => all.forEach((one) => {
        const { target, attributeName, oldValue, addedNodes: now, removedNodes: then } = one;
        const same = attributeName ? oldValue === target.getAttribute(attributeName)
            : now.length && now.length === then.length &&
              [...now].every((node, i) => node.isEqualNode(then[i]));
        if (same) idle.push(`${target.tagName} ${target.id || target.className} ${attributeName}`);
    })).observe(document.body, { attributes: true, attributeOldValue: true, childList: true,
        subtree: true });
}"""
NEW = """within => [...document.querySelectorAll(within)].filter((one) => !one.kept)
    .map((one) => one.outerHTML)"""


def test_what_did_not_change_is_not_touched(visit):
    page = visit()
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    page.evaluate(WATCH)
    drag(page, stack(page, "Blue small"), cell(page, "d4"))
    expect(events(page)).to_have_count(2)
    assert len(page.evaluate(NEW, "#log li")) == 1
    page.get_by_role("button", name="Take back").click()
    expect(events(page)).to_have_count(1)
    expect(page.locator(".piece")).to_have_count(1)
    for within in ("#trays *", "#log *"):
        assert page.evaluate(NEW, within) == []
    assert page.evaluate("idle") == []


def test_a_hand_that_is_uncovered_leaves_the_other_trays_alone(visit):
    page = visit()
    new_game(page, "Ley Lines", player1="human", player2="human")
    expect(page.locator("#title")).to_have_text("Ley Lines")
    uncover = page.get_by_role("button", name=re.compile("show my hand"))
    expect(uncover).to_be_visible()  # the trays are those of the new game
    page.evaluate(WATCH)
    uncover.click()
    hint = page.get_by_role("button", name="Hint")
    expect(hint).to_have_attribute("aria-disabled", "false")  # what the seat has is known
    assert page.evaluate(NEW, ".tray.front *")
    assert page.evaluate(NEW, ".tray:not(.front) *") == []


KEEP = """async ([before, after, focus]) => {
    const { updateContent } = await import("./common/dom_update.js");
    const made = (html) => Object.assign(document.createElement("p"), { innerHTML: html });
    const element = made(before);
    document.body.append(element);
    const old = [...element.querySelectorAll("*")];
    element.querySelector(focus)?.focus();
    updateContent(element, [...made(after).childNodes]);
    const kept = old.filter((one) => one.isConnected).map((one) => one.id);
    const focused = document.activeElement.id;
    const shown = element.innerHTML;
    element.remove();
    return [shown, kept, focused];
}"""
A, B, C = ['<button id="%s" data-key="%s">%s</button>' % (3 * (name,)) for name in "abc"]


def test_what_is_alike_stays_with_its_focus(visit):
    page = visit()

    def keep(before, after, focus):
        shown, kept, focused = page.evaluate(KEEP, [before, after, focus])
        assert shown == after
        return "".join(kept), focused

    assert keep(A + C, A + B + C, "#c") == ("ac", "c")
    assert keep(A + B + C, A + C, "#b") == ("ac", "a")
    assert keep(A + B + C, "", "#b") == ("", "")
    # The page makes a changed control anew, with its listeners; the new one has its key, and
    # gets the focus.
    assert keep(A + B, A + B.replace(">b", ">more"), "#b") == ("a", "b")
    frame = '<i id="f">%s</i>'
    assert keep(frame % A + B, frame % (A + C) + B, "#a") == ("fab", "a")
    assert keep(frame % A, (frame % A).replace("<i", '<i class="x"'), "#a") == ("", "a")


# The text of an element, and how often it was drawn, after each of five changes.
REDRAW = """async () => {
    const { drawIfChanged } = await import("./common/dom_update.js");
    const element = document.createElement("p");
    const lang = document.documentElement.lang;
    let drawn = 0;
    const draw = ([text]) => {
        drawn += 1;
        return [Object.assign(document.createElement("b"), { textContent: text + drawn })];
    };
    const changes = [() => "a", () => "a", () => "b",
        () => { document.documentElement.lang = "xx"; return "b"; },
        () => { element.replaceChildren(); return "b"; }];
    const found = changes.map((change) => {
        drawIfChanged(element, [change()], draw);
        return element.textContent;
    });
    document.documentElement.lang = lang;
    return found;
}"""


def test_what_shows_the_same_facts_is_not_drawn_again(visit):
    assert visit().evaluate(REDRAW) == ["a1", "a1", "b2", "b3", "b4"]


# Elements drawn for an island of two hexes, first and after a roll of the dice: the names of the
# elements.
ROLL = """async () => {
    const { island } = await import("./games/landover/island.js");
    const spots = ["0", "1"].map((name, x) => ({ name, x, y: 0 }));
    const printed = { steps: 7, harbours: [], yields: [["F", "lumber"]] };
    const make = document.createElementNS.bind(document);
    let drawn;
    document.createElementNS = (space, name) => {
        drawn.add(name);
        return make(space, name);
    };
    const names = [[1, 2], [3, 4]].map((dice) => {
        drawn = new Set();
        const table = { terrain: "F~", numbers: [8, null], dice, barbarians: 1 };
        island({ table, printed }, { profile: "two", spots });
        return [...drawn].sort();
    });
    delete document.createElementNS;
    return names;
}"""


def test_a_roll_of_the_dice_draws_no_island(visit):
    first, second = visit().evaluate(ROLL)
    assert {"path", "text", "tspan"} < set(first) and second == ["circle", "rect", "title"]


# How often the trays are told of pieces that were shown already, and of some after that.
AGAIN = """async () => {
    const { BoardPieces } = await import("./pieces/board_pieces.js");
    let shown = 0;
    const trays = { show: () => shown++ };
    const board = { spots: new Map(), showPieces() {} };
    const pieces = new BoardPieces(board, { showOnPad() {} }, trays);
    const [state, mine] = [{}, { names: {} }];
    const tags = [];
    const changes = [() => {}, () => {}, () => pieces.forget(), () => {}];
    return changes.map((change) => {
        change();
        pieces.show(tags, state, 0, mine);
        return shown;
    });
}"""


def test_pieces_that_lie_as_shown_are_not_laid_out_again(visit):
    assert visit().evaluate(AGAIN) == [1, 1, 2, 2]


def test_what_is_held_has_the_pointer_and_selects_no_text(visit):
    page = visit()
    chosen = "getSelection().toString()"
    note = page.locator("#log .note")
    x, y = middle(note)
    start = note.bounding_box()["x"] + 4, y
    page.mouse.move(*middle(stack(page, "Red large")))
    page.mouse.down()
    page.mouse.move(x, y, steps=2)
    assert page.evaluate("document.querySelector('#hand').hasPointerCapture(1)")
    page.mouse.move(*start, steps=3)
    assert page.evaluate(chosen) == ""
    page.mouse.up()
    expect(page.locator("body.holding")).to_have_count(0)
    stack(page, "Red large").press("Enter")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*start, steps=3)
    page.mouse.up()
    assert page.evaluate(chosen) == ""


def test_nothing_moves_that_has_to_be_painted_again():
    for path in STYLES:
        text = path.read_text()
        moved = re.findall(r"transition: ([^;!]+);", text)
        names = {part.split()[0] for one in moved for part in one.split(",")}
        for keyframes in re.findall(r"@keyframes \w+ \{(.*)\}", text):
            names |= set(re.findall(r"([a-z-]+):", keyframes))
        assert names <= FREE, (path.name, names - FREE)
        # Styles that all inherit would have all painted, twice for each piece that is moved.
        holding = re.findall(r"body\.holding ?\{([^}]*)\}", text)
        assert not holding, path.name
