"""Games that attack the page they are opened in: none reaches more than its own table."""

import asyncio
import json
import re

import pytest
from playwright.sync_api import expect

from host_tools import ROOT
from host_tools.workshop import templates
from tests.host.firefox import firefox, needs_firefox
from tests.tab import Files, files_served
from tests.window import KNOWN, needs_chromium
from tests.workshop import address, board, changed, says

PATIENCE = 20_000  # ms
# Ways out by JavaScript, for a game that had reached it: each has to fail. Of `there`, the address
# of the workshop, nothing may come.
BY_SCRIPT = {
    "fetch": "fetch(there + 'attack').then((a) => a.text())",
    "request": "new Promise((done, fail) => { const x = new XMLHttpRequest();"
               " x.onload = done; x.onerror = fail; x.open('GET', there + 'attack'); x.send(); })",
    "port": "new Promise((done, fail) => { const at = there.replace('http', 'ws') + 'attack';"
            " const s = new WebSocket(at); s.onopen = done; s.onerror = fail; })",
    "events": "new Promise((done, fail) => { const s = new EventSource(there + 'attack');"
              " s.onopen = done; s.onerror = fail; })",
    "shelf": "new Promise((done, fail) => { const o = indexedDB.open('leyboard');"
             " o.onsuccess = done; o.onerror = fail; })",
    "texts": "caches.keys()",
    "lock": "navigator.locks.request('leyboard', { ifAvailable: true }, () => 1)",
    "disk": "navigator.storage.getDirectory()",
    "script": "import(there + 'attack.js')",
    "classic": "new Promise((done) => done(importScripts(there + 'attack.js')))",
    "eval": "new Promise((done) => done(eval('1')))",
    "function": "new Promise((done) => done(new Function('return 1')()))",
    "board": "navigator.serial.getPorts()",
    "cookies": "new Promise((done) => done(document.cookie))",
    "worker": "new Promise((done, fail) => { const w = new Worker(there + 'attack.js');"
              " w.onerror = fail; setTimeout(fail, 3000); })",
}
TRY = """
const there = %s;
const found = {};
const tried = %s;
for (const [name, attack] of Object.entries(tried)) {
  found[name] = await attack().then(() => "done", (error) => "no");
}
"""


def tries(there):
    """Return the script of the worker's attacks, whose results `found` has."""
    attacks = ", ".join("%s: async () => %s" % pair for pair in BY_SCRIPT.items())
    return TRY % (json.dumps(there), "{%s}" % attacks)


def attacking(then):
    """Serve the workshop with another worker, which says that it is ready and does what `then` has
    in JavaScript; gives the paths that were asked for, too."""

    class Attacking(Files):
        asked = []

        def do_GET(self):
            self.asked.append(self.path)
            if self.path != "/workshop/worker.js":
                super().do_GET()
                return
            there = "http://%s/" % self.headers["Host"]
            text = "export async function start(files, port) {\n%s\n}\n" % then(there)
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript")
            self.end_headers()
            self.wfile.write(text.encode())

    return Attacking


def report(there):
    return tries(there) + "port.postMessage({ failed: JSON.stringify(found) });"


@needs_chromium
def test_no_way_out_by_script(web_folder, profile):
    files = attacking(report)
    with files_served(web_folder, files) as url:
        page = profile(KNOWN).new_page()
        page.goto(url + "workshop.html?language=en")
        page.keyboard.press("Escape")
        expect(page.locator("#said")).to_contain_text("{", timeout=60_000)
        found = json.loads(re.search("{.*}", page.locator("#said").inner_text())[0])
        [frame] = [one for one in page.frames if "sandbox.html" in one.url][:1] or [None]
        assert frame is None  # its frame is gone with it
    assert found == dict.fromkeys(BY_SCRIPT, "no")
    assert not [path for path in files.asked if "attack" in path]  # nothing was sent, either


@needs_chromium
def test_a_table_may_end_before_the_texts_are_there(web_folder, profile):
    held = []
    with files_served(web_folder, attacking(report)) as url:
        page = profile(KNOWN).new_page()
        page.route(url + "workshop/texts/en.json", lambda route: held.append(route))
        with page.expect_event("framedetached"):
            page.goto(url + "workshop.html?language=en")
        for one in held:
            one.continue_()
        expect(page.locator("#said")).to_contain_text("The game ended: {", timeout=60_000)


@needs_firefox
@pytest.mark.deep
def test_no_way_out_by_script_in_firefox(web_folder, tmp_path):
    async def play(url):
        async with firefox(tmp_path, KNOWN) as page:
            await page.open(url + "workshop.html?language=en")
            said = "document.querySelector('#said').textContent"
            await page.wait(said + ".includes('{')")
            found = json.loads(re.search("{.*}", await page.value(said))[0])
            assert found == dict.fromkeys(BY_SCRIPT, "no")

    with files_served(web_folder, attacking(report)) as url:
        asyncio.run(play(url))


@needs_firefox
@pytest.mark.deep
def test_a_game_of_others_is_played_in_firefox(web_folder, tmp_path):
    async def play(url):
        async with firefox(tmp_path, KNOWN) as page:
            await page.open(url + address(templates()["put"]))
            await page.wait("document.querySelector('dialog form:not(.ignores-input)')")
            await page.click("dialog .main")
            await page.wait("document.querySelector('#said').textContent.includes('plays these')")
            table = "document.querySelector('#table').contentDocument"
            await page.wait(table + ".querySelectorAll('[data-spot]').length === 36")
            assert not page.wrong

    with files_served(web_folder) as url:
        asyncio.run(play(url))


@needs_chromium
def test_a_stranger_who_frames_it_gets_no_script_of_ours(web_folder, profile):
    """Without the attribute `sandbox` the frame would have the origin of the workshop."""
    with files_served(web_folder) as url, files_served(web_folder) as strange:
        page = profile(KNOWN).new_page()
        page.goto(strange.replace("127.0.0.1", "localhost") + "icon-192.png")
        said = page.evaluate("""there => new Promise((done) => {
          const told = [];
          const code = "export const start = (_, port) => port.postMessage(self.origin);";
          const add = (shut, then) => {
            const frame = document.createElement("iframe");
            if (shut) frame.sandbox = "allow-scripts";
            frame.src = there + "workshop/sandbox.html";
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data }) => then(told.push(data));
            frame.onload = () => {
              frame.contentWindow.postMessage({ modules: [["", code]], files: {} }, "*", [port2]);
              if (!shut) add(true, () => done(told)); // its answer comes later than the other's
            };
            document.body.append(frame);
          };
          add(false, () => {});
        })""", url)
        assert said == ["null"]


# ---- by Python, as a game can do it -------------------------------------------------------------

BY_PYTHON = '''

def attempt(what):
    try:
        return "reached %s" % what()
    except BaseException as error:
        return "none"


def by_module():
    import js
    return [name for name in ("fetch", "indexedDB", "postMessage", "self", "Object", "crypto")
            if hasattr(js, name)] or int("nothing")


def by_table():
    import sys
    return sys.modules["sim.window.workshop"].monotonic.__globals__["js"]


def by_file():
    import os
    return [name for name in os.listdir("/home") if "leyboard" in name] or int("nothing")


def by_game():
    import games
    return [name for name in games.names() if name != "fourinarow"] or int("nothing")


def by_value():
    """A value that Python turns into one of JavaScript would have a constructor, which has one."""
    import jsffi
    return jsffi.to_js({}).constructor


def by_list():
    import jsffi
    return jsffi.to_js([1, 2]).length


def by_function():
    import jsffi
    return jsffi.to_js(attempt).apply


def by_promise():
    import jsffi
    return jsffi.async_timeout_ms(1).then


def by_large_file():
    """The written text lies outside of the memory that is bounded; the hole in front counts."""
    import os
    with open("/large", "wb") as file:
        try:
            file.seek(100 << 20)
            file.write(b"x")
        finally:
            os.remove("/large")


def by_many_files():
    import os
    os.mkdir("/many")
    try:
        for number in range(5000):
            open("/many/%d" % number, "w").close()
    finally:
        for name in os.listdir("/many"):
            os.remove("/many/" + name)


RESULT = " ".join([attempt(one) for one in
                   (by_module, by_table, by_file, by_game, by_value, by_list, by_function,
                    by_promise, by_large_file, by_many_files)])


class FourInARow(GridGame):'''


NONE = " ".join(["none"] * 10)


def by_python():
    """Return the files of a game that tries all of this, and tells the result."""
    files = changed("\n\nclass FourInARow(GridGame):", BY_PYTHON)
    told = 'self.current(), "put a stone on an empty cell"'
    assert told in files["game.py"]
    files["game.py"] = files["game.py"].replace(told, "self.current(), RESULT")
    return files


def open_game(tab, files):
    page = tab(address(files))
    page.get_by_role("button", name="Play it").click()
    return page


@needs_chromium
def test_no_way_out_by_python(tab):
    page = open_game(tab, by_python())
    says(page, "The table plays these rules")
    expect(board(page).locator("#status")).to_contain_text(NONE)


@needs_firefox
@pytest.mark.deep
def test_no_way_out_by_python_in_firefox(web_folder, tmp_path):
    async def play(url):
        async with firefox(tmp_path, KNOWN) as page:
            await page.open(url + address(by_python()))
            await page.wait("document.querySelector('dialog form:not(.ignores-input)')")
            await page.click("dialog .main")
            status = "document.querySelector('#table').contentDocument?.querySelector('#status')"
            await page.wait("%s?.textContent.includes('%s')" % (status, NONE))

    with files_served(web_folder) as url:
        asyncio.run(play(url))


@needs_chromium
def test_names_and_texts_are_no_html(tab):
    evil = "<img src=x onerror=top.hacked=1><script>top.hacked=1</script>"
    files = templates()["put"]
    files["game.py"] = files["game.py"].replace("red stone", evil).replace(
        '"put a stone on an empty cell"', repr(evil)).replace("Four in a row", evil)
    files["README.md"] = "# Evil\n\n%s [link](javascript:top.hacked=1) ![a](javascript:1)\n" % evil
    files["en.txt"] = "do put=%s\nhelp=%s\nnow=%s\n" % (evil, evil, evil)
    page = open_game(tab, files)
    says(page, "The table plays these rules")
    expect(board(page).locator("#status")).to_contain_text("<img")
    board(page).get_by_role("button", name="Rules").click()
    expect(board(page).locator("dialog")).to_contain_text("<script>")
    board(page).locator("dialog .close").click()
    page.get_by_role("button", name="Versions").click()
    page.keyboard.press("Escape")
    for frame in page.frames:
        if "sandbox" not in frame.url:
            assert frame.evaluate("document.querySelectorAll('img[src=x], [onerror]').length") == 0
            assert frame.evaluate("typeof top.hacked") == "undefined"


# Messages of a worker that no table sends: too often, too much, no JSON, no text, too many spots.
WRONG = (
    "for (let n = 0; n < 1000; n += 1) port.postMessage({ said: '[]' });",
    "for (let n = 0; n < 1000; n += 1) port.postMessage({ pong: 1 });",
    "for (let n = 0; n < 9; n += 1) port.postMessage({ said: `[${' '.repeat(1e6)}]` });",
    "port.postMessage({ said: 'x'.repeat(5e6) });",
    "port.postMessage({ said: '['.repeat(1e6) });",
    "port.postMessage({ said: { toString: 1 } });",
    "port.postMessage({ said: JSON.stringify([{ replayed: {} }, { facts: { board:"
    " { spots: Array(1000).fill({}) } } }]) });",
    # A page that draws it fails.
    "port.postMessage({ said: JSON.stringify([{ replayed: {} }, { facts: { state: {} } }]) });",
)


def begin(tell):
    """Return what a worker does that says so once it is to begin."""
    return lambda there: ("port.postMessage({ ready: true }); port.onmessage = ({ data }) => {\n"
                          " if (data.begin) { %s }\n};" % tell)


def opened(profile, url):
    page = profile(KNOWN).new_page()
    page.goto(url + address(templates()["put"]))
    page.get_by_role("button", name="Play it").click()
    return page


@needs_chromium
@pytest.mark.parametrize("tell", [WRONG[0], *(pytest.param(one, marks=pytest.mark.deep)
                                              for one in WRONG[1:])])
def test_what_no_table_tells_ends_the_game(tell, web_folder, profile):
    with files_served(web_folder, attacking(begin(tell))) as url:
        page = opened(profile, url)
        says(page, "what no table tells")
        page.close()


STARTED = """async (started) => {
  const { Sandbox } = await import("./modules/workshop/sandbox.js");
  const begun = (ms) => {
    const made = new Sandbox(() => {}, () => {}, 5000);
    made.filled = performance.now() - ms;
    return made;
  };
  const alone = started.map((ms) => {
    const made = begun(ms);
    made.take({ ready: true });
    made.end();
    return made.patienceNow();
  });
  const table = begun(300);
  table.take({ ready: true });
  const spare = begun(3000); // the computer has become busy: it has not started yet
  const busy = table.patienceNow();
  begun(300).end(); // such as a check that is ended before it has started
  const later = performance.now() + 60_000;
  performance.now = () => later;
  const calm = table.patienceNow();
  table.end();
  spare.end();
  return [...alone, busy, calm];
}"""


@needs_chromium
def test_a_slow_computer_gives_rules_more_time_yet_not_for_ever(web_folder, profile):
    with files_served(web_folder) as url:
        page = profile(KNOWN).new_page()
        page.route("**/modules/**", lambda route: route.fulfill(
            path=ROOT / "sim/window/page" / route.request.url.partition("/modules/")[2]))
        page.goto(url + "workshop.html")
        quick, slow, hostile, busy, calm = page.evaluate(STARTED, [300, 3000, 3_600_000])
    assert quick == calm == 5000
    assert 15_000 <= slow < 20_000 and 15_000 <= busy < 20_000
    assert hostile == 50_000


@needs_chromium
def test_a_game_that_says_why_it_failed_says_it_shortly(web_folder, profile):
    tell = "port.postMessage({ failed: { toString: 1 } }); port.postMessage({ failed: 'x' });"
    with files_served(web_folder, attacking(begin(tell))) as url:
        page = opened(profile, url)
        expect(page.locator("#said")).to_have_text(re.compile("^The game ended: +Start again$"))


@needs_chromium
def test_nothing_is_drawn_over_the_page(web_folder, profile):
    """Spots that would be as large as a screen stay in the frame of the table."""
    spot = {"kind": "cell", "angle": 0, "reads": True, "pixels": [[0, -50, -50]]}
    spots = [spot | {"name": "a%d" % n, "x": 30 * n, "y": -30 * n} for n in range(3)]
    facts = {"board": {"profile": "x", "title": "x", "hex": False, "pixels": 3, "spots": spots}}
    told = json.dumps([{"replayed": {"count": 0, "of": 0, "why": ""}}, {"facts": facts}])
    files = attacking(begin("port.postMessage({ said: %r });" % told))
    with files_served(web_folder, files) as url:
        page = opened(profile, url)
        says(page, "The table plays these rules")
        expect(board(page).locator("[data-spot]")).to_have_count(3)
        for name in ("games", "share", "said", "editor"):
            box = page.locator("#" + name).bounding_box()
            seen = "([x, y, id]) => !!document.elementFromPoint(x, y)?.closest('#' + id)"
            assert page.evaluate(seen, [box["x"] + 9, box["y"] + 9, name]), name


@needs_chromium
def test_the_page_draws_nothing_for_other_kinds(web_folder, profile):
    """No kind of fact leads to a function of the page, no name to a file of it."""
    told = [
        {"replayed": {"count": 0, "of": 0, "why": ""}},
        {"facts": {"constructor": 1, "__proto__": {"hacked": 1}, "hello": {
            "games": [{"name": "../evil", "title": "x"}], "drawn": ["../evil"]}}},
    ]

    files = attacking(begin("port.postMessage({ said: %r });" % json.dumps(told)))
    with files_served(web_folder, files) as url:
        page = opened(profile, url)
        says(page, "what no table tells")
        assert not [path for path in files.asked if "evil" in path]
        assert page.evaluate("typeof ({}).hacked") == "undefined"


@needs_chromium
@pytest.mark.deep
def test_memory_is_bounded(web_folder, profile):
    # The lights of the first stone try out each action, so rules that fill the memory at once
    # would do so before anybody has laid it.
    filling = changed("        self.turn = 1 - by",
                      "        self.turn = 1 - by\n        self.kept = []\n"
                      "        while sum(map(bool, self.cells)) > 1:\n"
                      "            self.kept.append(bytearray(1 << 20))")
    with files_served(web_folder) as url:  # Emscripten tells the console of each refusal
        page = profile(KNOWN).new_page()
        page.goto(url + address(filling))
        page.get_by_role("button", name="Play it").click()
        says(page, "The table plays these rules")
        board(page).get_by_role("button", name="red stone").first.click()
        board(page).locator('[data-spot="c3"]').click()
        expect(page.locator("#said")).to_contain_text(re.compile("mistake|not come back|ended"))
        page.get_by_role("button", name="Games").click()  # the page goes on
        expect(page.locator("dialog")).to_contain_text("Put a piece")
