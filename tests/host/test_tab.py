"""The table in a browser's tab: the static folder in Chromium, from a plain file server."""

import json
import re
import shutil
import zlib
from ast import literal_eval
from base64 import b64decode, urlsafe_b64encode

import pytest
from playwright.sync_api import expect

from games import make
from games.record import lines
from sim.window import bundle
from tests.host.test_window_review import mars
from tests.portable.test_texts import finished
from tests.quick import first
from tests.screenshots import SEED, played
from tests.tab import begun, files_served, kept_size
from tests.window import DESK, KNOWN, PLAIN, cell, events, load, needs_chromium, new_game, stack

MOST = 800_000  # bytes over the wire, all that is kept

# No room for what is written, until a page says that there is.
FULL = """{
const room = new BroadcastChannel("room");
const own = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype);
const error = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "error");
function refuse() {
  if (this.name === "owner") return own.put.value.apply(this, arguments);
  try {
    this.transaction.abort();
  } catch {} // it has been
}
Object.assign(IDBObjectStore.prototype, { put: refuse, delete: refuse });
Object.defineProperty(IDBTransaction.prototype, "error",
  { configurable: true, get: () => new DOMException("", "QuotaExceededError") });
room.onmessage = () => {
  Object.defineProperties(IDBObjectStore.prototype, own);
  Object.defineProperty(IDBTransaction.prototype, "error", error);
};
}"""

# The browser closes the store's connection, once a page says so, and may clear the store.
LOST = """
const opened = [];
const { open: usual } = IDBFactory.prototype;
IDBFactory.prototype.open = function (...values) {
  const opening = usual.apply(this, values);
  opening.addEventListener("success", () => opened.push(opening.result));
  return opening;
};
const losing = new BroadcastChannel("lose");
losing.onmessage = ({ data }) => {
  for (const database of opened.splice(0)) {
    database.close();
    database.dispatchEvent(new Event("close"));
  }
  if (data !== "cleared") return losing.postMessage("done");
  indexedDB.deleteDatabase("leyboard").onsuccess = () => losing.postMessage("done");
};
"""
LOSE = """how => new Promise((resolve) => {
  const losing = new BroadcastChannel("lose");
  losing.onmessage = resolve;
  losing.postMessage(how);
})"""

# The table fails, once a page says so.
FAILS = """
new BroadcastChannel("fail").onmessage = () => {
  step = () => { throw new Error("it failed"); };
  wake();
};"""

# The table's step never ends, once a page says so.
ENDLESS = """
new BroadcastChannel("endless").onmessage = ({ target }) => {
  target.postMessage("begun");
  for (;;);
};"""
BUSY = """new Promise((resolve) => {
  const endless = new BroadcastChannel("endless");
  endless.onmessage = resolve;
  endless.postMessage("begin");
})"""

# Note what the thinking worker has answered.
THOUGHT = """
self.Worker = class extends Worker {
  constructor(...values) {
    super(...values);
    this.addEventListener("message", ({ data }) => { self.thought = data; });
  }
};"""

pytestmark = needs_chromium


def lay(page, piece, place):
    stack(page, piece).click()
    cell(page, place).click()


def end(page, folder):
    """Lay the last piece of a game."""
    game = played("mars")
    size, place = game.text(game.log[-1][1:])
    colour = ("Red", "Blue")[game.log[-1][0]]
    game.undo()
    almost = folder / "almost.jsonl"
    almost.write_text("".join(line + "\n" for line in lines(game, SEED)))
    load(page, almost)
    expect(events(page)).to_have_count(len(game.log))
    lay(page, "%s %s" % (colour, size), place)
    expect(page.locator("#result")).to_be_visible()


def test_a_piece_is_laid_and_a_computer_answers(tab):
    page = begun(tab())
    expect(page.locator("#late")).to_have_count(0)
    new_game(page, player1="level3")
    page.get_by_role("button", name="Begin the new game").click()
    expect(events(page)).to_have_count(0)
    lay(page, "Red small", "d4")  # on c3 the table may still sense the piece of the old game
    expect(events(page)).to_have_count(2)
    expect(page.locator(".piece")).to_have_count(2)


@pytest.mark.deep
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


def test_the_folder_has_what_the_page_asks_for(web_folder):
    there = {path.relative_to(web_folder).as_posix() for path in web_folder.rglob("*")}
    assert {"texts/en.json", "texts/de.json", bundle.APART, bundle.CARRIER} <= there
    assert {"rules/de/%s.md" % name for name in finished()} <= there
    assert kept_size(web_folder) < MOST
    page = (web_folder / "index.html").read_text()
    assert set(re.findall(r'(?:src|href)="([^"#]+)"', page)) <= there


@pytest.mark.deep
def test_what_was_confirmed_is_there_after_a_kill(tab):
    page = begun(tab())
    page.close()  # nothing is told of it beforehand
    page = tab()
    expect(events(page)).to_have_count(1)
    lay(page, "Blue small", "d4")
    expect(events(page)).to_have_count(2)
    page.reload()
    expect(events(page)).to_have_count(2)
    expect(page.locator(".piece")).to_have_count(2)


@pytest.mark.deep
def test_a_second_tab_can_take_the_table_over(tab):
    """It begins with a copy of what the session keeps, as a tab does that is duplicated."""
    first = begun(tab())
    with first.expect_popup() as popup:
        first.evaluate("void open(location.href)")
    second = popup.value
    expect(second.locator("#dialog-title")).to_have_text("The table is open elsewhere")
    second.evaluate("void (history.back = () => sessionStorage.setItem('went', 'back'))")
    second.get_by_role("button", name="Play here").click()
    expect(events(second)).to_have_count(1)
    assert second.evaluate("sessionStorage.getItem('went')") is None  # it would cancel the start
    expect(first.locator("#dialog-title")).to_have_text("The table is open elsewhere")
    lay(second, "Blue small", "d4")
    expect(events(second)).to_have_count(2)
    first.reload()
    expect(first.locator("#dialog-title")).to_have_text("The table is open elsewhere")


@pytest.mark.deep
def test_a_page_that_starts_again_keeps_its_table(tab):
    """The worker of the page before still has the lock: the browser ends it after two seconds."""
    page = begun(tab(change=lambda script: script + ENDLESS))
    page.evaluate(BUSY)
    loads = []
    page.on("load", lambda page: loads.append(page))
    page.reload()
    expect(events(page)).to_have_count(1)
    assert len(loads) == 1  # it has not waited until that worker ended
    second = tab()
    expect(second.locator("#dialog-title")).to_have_text("The table is open elsewhere")
    page.close()
    expect(events(second)).to_have_count(1)


def saved(page, tmp_path):
    """Save everything as one file; return what is in it."""
    page.get_by_role("button", name="Settings").click()
    with page.expect_download() as download:
        page.locator("#dialog").get_by_role("button", name="save everything").click()
    download.value.save_as(tmp_path / "all.json")
    page.keyboard.press("Escape")
    return json.loads((tmp_path / "all.json").read_text())


def restore(page, text):
    """Choose a file of everything."""
    chosen = {"name": "mine.json", "mimeType": "", "buffer": text.encode()}
    page.locator("body > input[type=file]:not(#file)").set_input_files(chosen)


def expect_refusal(page, text):
    """Choose something that is no file of everything, or is damaged; the page says so."""
    restore(page, text)
    toast = page.locator("#toast")
    expect(toast).to_have_text("There is no whole table in mine.json, or the file is damaged")
    toast.evaluate("(toast) => { toast.textContent = ''; }")


@pytest.mark.deep
def test_all_goes_into_one_file_and_comes_back(tab, tmp_path):
    page = begun(tab())
    all_of_it = saved(page, tmp_path)
    for is_older in (False, True):
        page.get_by_role("button", name="Take back").click()
        expect(events(page)).to_have_count(0)
        if is_older:
            del all_of_it["sum"]
        restore(page, json.dumps(all_of_it))
        page.get_by_role("button", name="Load it").click()
        expect(events(page)).to_have_count(1)


def test_a_damaged_file_replaces_nothing(tab, tmp_path):
    page = begun(tab())
    all_of_it = saved(page, tmp_path)
    lay(page, "Blue small", "d4")
    expect(events(page)).to_have_count(2)
    whole = json.dumps(all_of_it)
    log = all_of_it["files"]["game.log"]
    assert len(all_of_it["files"]) > 1
    changed = log[:40] + ("A" if log[40] != "A" else "B") + log[41:]
    for wrong in (changed, log[:-8], ""):
        expect_refusal(page, whole.replace(log, wrong))
    for name in all_of_it["files"]:
        rest = {one: data for one, data in all_of_it["files"].items() if one != name}
        for damaged in (json.dumps({**all_of_it, "files": rest}), whole[: -len(name)]):
            expect_refusal(page, damaged)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(events(page)).to_have_count(2)


@pytest.mark.deep
def test_a_file_without_a_game_replaces_nothing(tab):
    page = begun(tab())
    wrong = ("{}", "[]", '{"foo.txt": "YQ=="}', '{"game.log": ""}', '{"game.log": "Y"}')
    for files in wrong:
        expect_refusal(page, '{"leyboard": 1, "files": %s}' % files)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(events(page)).to_have_count(1)


@pytest.mark.deep
def test_who_won_in_games_that_have_gone_is_in_that_file_too(tab, tmp_path):
    page = tab()
    expect(page.locator("#status")).to_contain_text("Red: put")
    *rest, _, _ = lines(mars(), 1)  # all but its last action
    (tmp_path / "nearly.jsonl").write_text("".join(line + "\n" for line in rest))
    load(page, tmp_path / "nearly.jsonl")
    expect(page.locator("#status")).to_contain_text("Blue: put")
    lay(page, "Blue small", "f3")
    expect(events(page)).to_have_count(35)
    page.get_by_role("button", name="Play again").click()
    page.get_by_role("button", name="Shelf").click()
    dialog = page.get_by_role("dialog")
    for button in ("Remove", "Remove"):  # and surely
        dialog.get_by_role("button", name=button).click()
    expect(dialog).to_contain_text("No game is put aside")
    page.keyboard.press("Escape")
    files = saved(page, tmp_path)["files"]
    assert b'"games": 1, "actions": 35' in b64decode(files["game.sums"])


@pytest.mark.deep
def test_a_table_that_failed_can_be_saved_and_replaced(chromium, web_folder, tmp_path):
    context = chromium.new_context(viewport=DESK, service_workers="block")
    context.add_init_script(KNOWN + PLAIN)
    script = (web_folder / "table.js").read_text()
    context.route("**/table.js", lambda route: route.fulfill(
        body=script + FAILS, content_type="text/javascript"))
    with files_served(web_folder) as url:
        page = context.new_page()
        page.goto(url)
        begun(page)
        page.evaluate("new BroadcastChannel('fail').postMessage('')")
        expect(page.get_by_role("dialog")).to_contain_text("What went wrong: it failed")
        page.keyboard.press("Escape")
        all_of_it = saved(page, tmp_path)
        assert "game.log" in all_of_it["files"]
        restore(page, json.dumps(all_of_it))
        page.get_by_role("button", name="Load it").click()
        expect(page.locator("#status")).to_contain_text("Blue: put")
        expect(events(page)).to_have_count(1)
        context.close()


@pytest.mark.deep
def test_a_browser_that_keeps_nothing_says_so(tab):
    page = tab("", lambda script: script + "indexedDB.open = () => { throw new DOMException(); };")
    expect(page.locator("#kept")).to_contain_text("keeps nothing")
    lay(page, "Red large", "c3")
    expect(events(page)).to_have_count(1)
    restore(page, "a table")
    expect(page.locator("#toast")).to_contain_text("cannot load a table")
    expect(events(page)).to_have_count(1)
    page.get_by_role("button", name="Settings").click()
    page.locator("[name=language]").select_option("de")
    expect(page.locator("#kept")).to_contain_text("bewahrt hier nichts auf")


@pytest.mark.deep
def test_a_full_browser_says_so_and_goes_on(tab, tmp_path):
    page = begun(tab("", lambda script: script + FULL))
    expect(page.locator("#kept")).to_contain_text("no room")
    all_of_it = saved(page, tmp_path)
    lay(page, "Blue small", "d4")
    expect(events(page)).to_have_count(2)
    restore(page, json.dumps(all_of_it))
    page.get_by_role("button", name="Load it").click()
    expect(page.locator("#toast")).to_contain_text("no room")
    page.evaluate("new BroadcastChannel('room').postMessage('')")
    lay(page, "Red small", "e5")
    expect(page.locator("#kept")).to_be_hidden()
    page.reload()
    expect(events(page)).to_have_count(3)


@pytest.mark.parametrize("how", first(1, ["closed", "cleared"]))
def test_a_store_that_the_browser_closes_is_opened_again(tab, how):
    """As on phones in the background, and where storage is short: all files are written again."""
    page = begun(tab("", lambda script: LOST + script))
    page.evaluate(LOSE, how)
    lay(page, "Blue small", "d4")
    expect(events(page)).to_have_count(2)
    page.reload()
    expect(events(page)).to_have_count(2)


@pytest.mark.deep
def test_a_browser_that_may_clear_games_is_asked_and_the_end_says_so_once(tab, tmp_path):
    page = tab()
    page.evaluate("navigator.storage.persist = async () => !(self.wasAsked = true)")
    page = begun(page)
    assert page.evaluate("self.wasAsked")
    expect(page.locator("#toast")).not_to_have_class(re.compile("shown"))
    end(page, tmp_path)
    note = page.locator("#result .may-clear")
    expect(note).to_contain_text("may clear the games")
    with page.expect_download() as download:
        note.get_by_role("button", name="Save everything").click()
    assert json.loads(download.value.path().read_text())["files"]
    page.reload()
    expect(page.locator("#result")).to_be_visible()
    end(page, tmp_path)
    expect(page.locator("#result")).not_to_contain_text("may clear")
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("#dialog")).to_contain_text("seven days")


@pytest.mark.deep
def test_a_browser_that_promises_to_keep_games_is_not_warned_of(tab):
    page = tab()
    page.evaluate("navigator.storage.persist = async () => true")
    page = begun(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("#dialog")).to_contain_text("Save everything")
    expect(page.locator("#dialog")).not_to_contain_text("seven days")


def test_the_table_is_there_without_a_network(tab):
    page = tab(own=True)
    expect(page.locator("#status")).to_contain_text("Red: put")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#status")).to_contain_text("Red: put")
    page.get_by_role("button", name="Rules").click()
    picture = page.locator("#dialog img").first
    expect(picture).to_be_attached()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 99
    page.keyboard.press("Escape")
    new_game(page, "Ley Lines")
    expect(page.locator("#title")).to_have_text("Ley Lines")


@pytest.mark.deep
def test_the_page_of_a_seat_far_away_is_not_taken_for_the_table(tab):
    page = tab()
    expect(page.locator("#status")).to_contain_text("Red: put")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    table = page.url
    page.goto(table + "seat.html")
    expect(page.locator("body.phone")).to_be_attached()
    for name in ("", "?from=home", "index.html?from=home"):
        page.goto(table + name)
        expect(page.locator("#status")).to_contain_text("Red: put")


def test_a_link_begins_a_game(tab):
    page = tab("#game=land&players=human,human&names=Ann,Ben&option.supply=bag")
    expect(page.locator("#title")).to_have_text("Ley of the Land")
    expect(page.locator("#status")).to_contain_text("Ann")
    assert "#" not in page.url, "a reload begins nothing"


@pytest.mark.deep
def test_a_link_followed_on_the_open_page_begins_a_game_too(tab):
    page = begun(tab())
    page.goto(page.url + "#game=land&names=Ann,Ben")  # only what is after the # changes
    page.get_by_role("button", name="No, keep it").click()
    expect(events(page)).to_have_count(1)
    page.goto(page.url + "#game=land&names=Ann,Ben")
    page.get_by_role("button", name="Begin the new game").click()
    expect(page.locator("#title")).to_have_text("Ley of the Land")
    expect(page.locator("#status")).to_contain_text("Ann")


@pytest.mark.deep
@pytest.mark.parametrize("odd", ["seats=9", "player=human,greedy", "record=x"])
def test_a_part_of_a_link_that_means_nothing_is_named(tab, odd):
    """A misspelt one would begin another game than the one that was meant."""
    page = begun(tab())
    page.goto("%s#game=land&%s" % (page.url, odd))
    expect(page.locator("#toast")).to_contain_text("an unknown part: %s;" % odd.split("=")[0])
    expect(events(page)).to_have_count(1)


@pytest.mark.deep
def test_a_link_that_would_inflate_without_end_is_refused(tab):
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = b"".join(squeezed.compress(bytes(10**6)) for _ in range(50)) + squeezed.flush()
    page = begun(tab())
    page.goto("%s#record=%s" % (page.url, urlsafe_b64encode(data).decode()))
    expect(page.locator("#toast")).to_contain_text("The record in the link is damaged")
    expect(events(page)).to_have_count(1)


@pytest.mark.deep
def test_a_link_carries_a_position(tab):
    page = tab(own=True)
    expect(page.locator("#status")).to_contain_text("Red: put")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for number, (piece, place) in enumerate((("Red large", "c3"), ("Blue small", "d4"))):
        lay(page, piece, place)
        expect(events(page)).to_have_count(number + 1)
    page.get_by_role("button", name="Look back").click()
    page.locator("#replay [data-go='-1']").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#toast")).to_contain_text("is copied")
    address = page.evaluate("navigator.clipboard.readText()")
    record = address.split("#")[1].split("&")[0]
    new_game(page, "Ley of the Land")
    page.get_by_role("button", name="Begin the new game").click()
    expect(page.locator("#title")).to_have_text("Ley of the Land")
    page.close()
    page = tab(address.rsplit("/", 1)[1])
    expect(page.locator("#title")).to_have_text("Ley Lines of Mars")
    expect(events(page)).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("Blue")
    for at, link in (("x", "game=land"), ("x", record), ("-1", record), ("3", record)):
        page.goto("%s#%s&at=%s" % (page.url, link, at))
        expect(page.locator("#toast")).to_contain_text("on after action %s, and" % at)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(events(page)).to_have_count(1)


@pytest.mark.deep
def test_a_strong_computer_thinks_in_a_worker_of_its_own(tab):
    page = tab("#game=mars&players=human,search:2s&names=Ann,Ben", lambda script: script + THOUGHT)
    expect(page.locator("#status")).to_contain_text("Ann: put")
    lay(page, "Red large", "c3")
    expect(events(page)).to_have_count(2)
    [table] = [worker for worker in page.workers if "table" in worker.url]
    game = make("mars")
    game.apply(0, game.parse(["large", "c3"]))
    _, place = game.text(literal_eval(table.evaluate("thought")))
    expect(events(page).first).to_contain_text("on %s" % place)


@pytest.mark.deep
@pytest.mark.parametrize("when", ["at once", "while it thinks"])
def test_a_thinking_worker_that_fails_stops_nothing(chromium, web_folder, tmp_path, when):
    folder = shutil.copytree(web_folder, tmp_path / "folder")
    thinker = (folder / "thinker.js").read_text()
    usual = "begin(request);"
    assert usual in thinker
    fails = "throw new Error(when);".replace("when", repr(when))
    (folder / "thinker.js").write_text(
        fails + thinker if when == "at once" else thinker.replace(usual, fails)
    )
    context = chromium.new_context(viewport=DESK)
    context.add_init_script(KNOWN)
    with files_served(folder) as url:
        page = context.new_page()
        page.goto(url + "#game=mars&players=human,search:2s&names=Ann,Ben")
        expect(page.locator("#status")).to_contain_text("Ann: put")
        lay(page, "Red large", "c3")
        expect(events(page)).to_have_count(2)
        expect(page.get_by_role("dialog")).to_have_count(0)
        context.close()


@pytest.mark.deep
def test_a_game_that_is_over_is_looked_at_again_in_that_worker(tab, tmp_path):
    page = tab()
    expect(page.locator(".tray .stack")).to_have_count(7)
    (tmp_path / "over.jsonl").write_text("".join(line + "\n" for line in lines(mars(), 1)))
    load(page, tmp_path / "over.jsonl")
    progress = page.locator("small.moments")
    expect(progress).to_contain_text(re.compile("Looking for .*: [1-9].* of .* decisions"))
    progress.get_by_role("button", name="Enough").click()
    expect(progress).to_contain_text("Looked closely at")
    assert any("thinker" in worker.url for worker in page.workers)


def test_the_folder_carries_the_licences_of_all_that_it_serves(web_folder):
    assert "Leyboard authors" in (web_folder / "LICENSE.txt").read_text()
    notice = (web_folder / "NOTICE.txt").read_text()
    assert "Damien P. George" in notice and "WITHOUT WARRANTY OF ANY KIND" in notice


def test_a_browser_that_cannot_run_the_table_is_told_what_it_lacks(tab):
    page = tab("", before="delete globalThis.DecompressionStream;")
    expect(page.locator("#dialog-title")).to_have_text("The table cannot run here")
    expect(page.get_by_role("dialog")).to_contain_text("lacks DecompressionStream")
    expect(page.get_by_role("dialog")).to_contain_text("Safari from 16.4")


@pytest.mark.parametrize("page_name", ["index.html", "seat.html"])
@pytest.mark.parametrize("how", ["a file", "no scripts"])
def test_a_page_whose_scripts_do_not_run_says_what_it_needs(chromium, web_folder, how, page_name):
    context = chromium.new_context(java_script_enabled=how != "no scripts")
    with files_served(web_folder) as url:
        page = context.new_page()
        page.goto((web_folder.as_uri() + "/" if how == "a file" else url) + page_name)
        expect(page.locator("#late")).to_be_visible()
        expect(page.locator("#late")).to_contain_text("needs JavaScript and a web server")
        for menu in page.locator("#menu").all():
            expect(menu).to_have_attribute("inert", "")  # no table tells it facts
        context.close()


def test_servers_know_each_kind_of_script(web_folder):
    """Many send .mjs as no script, and browsers run it from none of them."""
    assert not list(web_folder.rglob("*.mjs"))


@pytest.mark.deep
def test_a_table_whose_files_do_not_come_says_so_and_starts_again(chromium, web_folder):
    with files_served(web_folder) as url:
        page = chromium.new_page()
        page.add_init_script(KNOWN)
        page.route("**/browser_store.js", lambda route: route.abort())
        page.goto(url)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("The table has stopped")
        expect(dialog).to_contain_text("table.js: not loaded")
        page.unroute("**/browser_store.js")
        dialog.get_by_role("button", name="Start again").click()
        expect(page.locator("#status")).to_contain_text("Red: put")
        page.close()
