"""A real board in the page of the static folder: Chromium with another end of Web Serial, which is
MicroPython itself (WebAssembly, at its prompt) or a table on virtual chips."""

import contextlib
import json
import queue
import shutil
import subprocess
import threading

import pytest
from playwright.sync_api import expect

from games.record import lines
from host_tools import web
from host_tools.cli import main
from host_tools.core import flashing
from host_tools.flash import built
from host_tools.ports import Simulated
from table import link
from table.journal import Journal
from table.session import Session
from tests.host.real_board import tree
from tests.host.test_image import PICO, blocks
from tests.micropython import ROOT
from tests.npm import NODE
from tests.tab import files_served
from tests.window import DESK, KNOWN, PLAIN, needs_chromium

PATIENCE = 60_000
CHOOSE = {"en": "Choose the board", "de": "Brett auswählen"}
REAL = {"en": "A real board", "de": "Ein echtes Brett"}
HERE = b'"webassembly"'
# A port whose bytes `talk(hex)` takes and gives; "gone" from it is a cable that was pulled,
# "stuck" a program that takes nothing.
SERIAL = """{
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));
  const port = {
    getInfo: () => ({ usbVendorId: 0x2e8a, usbProductId: 5 }),
    setSignals: async () => {},
    close: async () => { window.isFree = true; },
    async open() {
      window.isFree = false;
      let isOpen = true;
      let push;
      const talk = async (text) => {
        const came = await window.talk(text);
        if (came === "gone") throw new DOMException("", "NetworkError");
        if (came === "stuck") await new Promise(() => {});
        return bytes(came);
      };
      port.writable = new WritableStream({
        async write(chunk) {
          const came = await talk(hex(chunk));
          if (came.length) push(came);
        },
      });
      await talk("");
      port.readable = new ReadableStream({
        start(controller) { push = (came) => controller.enqueue(came); },
        async pull() {
          while (isOpen) {
            const came = await talk("");
            if (came.length) return push(came);
            await new Promise((resolve) => setTimeout(resolve, 2));
          }
        },
        cancel() { isOpen = false; },
      });
    },
  };
  window.ports = [port];
  Object.defineProperty(navigator, "serial", { value: {
    requestPort: async () => port, getPorts: async () => [...window.ports],
  } });
}"""

# A second board of the same kind, which the page may use as well.
TWO = """() => {
  const [port] = window.ports;
  const open = async () => { window.isOtherOpen = true; };
  window.isOtherOpen = false;
  window.ports.unshift({ ...port, open });
}"""

# Does any light of the second display shine?
LIT = """() => {
  const light = document.querySelector(".real-frame").contentDocument.getElementById("light");
  const { data } = light.getContext("2d").getImageData(0, 0, light.width, light.height);
  return data.some((level, i) => i % 4 === 3 && level > 40);
}"""

pytestmark = needs_chromium


class AtPrompt:
    """MicroPython at its prompt, with the files of a folder; `left` bytes pass until its cable is
    pulled."""

    def __init__(self, folder):
        self._node = subprocess.Popen(
            [NODE, ROOT / "tests" / "board.mjs", ROOT, folder],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        )
        self._came = queue.Queue()
        self._held = b""  # the end of what came that may become HERE
        self.left = 1 << 30
        self.resets = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while data := self._node.stdout.read(4096):
            self._came.put(data)

    def talk(self, text):
        self.left -= len(text) // 2
        if self.left < 0:
            return "gone"
        self.resets += b"machine.reset()" in bytes.fromhex(text)
        self._node.stdin.write(bytes.fromhex(text))
        while not self._came.empty():
            self._held += self._came.get()
        came = self._held.replace(HERE, b'"rp2"')  # as on a Pico
        kept = next(n for n in range(len(HERE) - 1, -1, -1) if came.endswith(HERE[:n]))
        self._held = came[len(came) - kept :]
        return came[: len(came) - kept].hex()

    def close(self):
        self._node.stdin.close()
        self._node.wait(30)


class Table(Simulated):
    """A running table on virtual chips, whose cable can be pulled."""

    is_gone = False

    def talk(self, text):
        if self.is_gone:
            return "gone"
        self.write(bytes.fromhex(text))
        return self.read().hex()


@pytest.fixture(scope="module")
def folder(web_folder, tmp_path_factory):
    found = shutil.copytree(web_folder, tmp_path_factory.mktemp("boards") / "web")
    for name, data in web.board_files("pad", "mars").items():
        (found / name).parent.mkdir(parents=True, exist_ok=True)
        (found / name).write_bytes(data)
    return found


@contextlib.contextmanager
def pages_at_port(chromium, folder):
    """Open pages of the static folder with something at the other end of the port; an error fails
    the test."""
    wrong = []
    context = chromium.new_context(viewport=DESK, accept_downloads=True)
    for script in (KNOWN, PLAIN, SERIAL):
        context.add_init_script(script)

    def visit(there, where=""):
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.set_default_timeout(PATIENCE)
        page.expose_function("talk", there.talk)
        page.goto(url + where)
        return page

    expect.set_options(timeout=PATIENCE)
    with files_served(folder) as url:
        yield visit
        context.close()
    expect.set_options(timeout=5_000)
    assert not wrong


@pytest.fixture
def dialog(chromium, folder):
    """Open the dialog for a board at the port."""

    def show(there, language="en"):
        page = visit(there)
        begin(page, language)
        page.get_by_role("button", name=CHOOSE[language]).click()
        return page

    with pages_at_port(chromium, folder) as visit:
        yield show


class Other:
    """Another program, which answers each request with the same fields; "stuck" takes nothing."""

    def __init__(self, fields):
        self._fields = fields

    def talk(self, text):
        if self._fields == "stuck":
            return "stuck" if text else ""
        asked = [line for line in bytes.fromhex(text).splitlines() if line.startswith(b"{")]
        said = [json.dumps({"id": json.loads(line)["id"], "ok": True, **self._fields}) + "\n"
                for line in asked]
        return "".join(said).encode().hex()


@contextlib.contextmanager
def prompt(folder):
    there = AtPrompt(folder)
    try:
        yield there
    finally:
        there.close()


def begin(page, language="en"):
    expect(page.locator("#status")).to_contain_text("Red: put")
    page.get_by_role("button", name="Settings").click()
    if language == "de":
        page.locator("[name=language]").select_option("de")
    page.get_by_role("button", name=REAL[language]).click()


def head(page):
    return page.locator("#real-head")


def log(page):
    return page.locator("#real-log")


def flash(page):
    page.locator("[name=real-profile]").select_option("pad")
    page.get_by_role("button", name="Put Leyboard onto it").click()


def test_a_board_that_nobody_chose_is_not_gone(chromium, folder):
    with pages_at_port(chromium, folder) as visit:
        page = visit(Other({}))
        begin(page)
        page.evaluate("""() => {
            const cancelled = new DOMException("", "NotFoundError");
            navigator.serial.requestPort = () => Promise.reject(cancelled);
        }""")
        page.get_by_role("button", name=CHOOSE["en"]).click()
        expect(log(page)).to_have_text("No board was chosen.")
        expect(head(page)).to_contain_text("Plug it in by USB")
        expect(page.get_by_role("button", name="One file for a bare Pico")).to_be_visible()


@pytest.mark.deep
def test_a_bare_board_is_flashed_and_a_pulled_cable_is_healed(dialog, tmp_path):
    """A flash in the page leaves the same files there as `leyboard flash` does."""
    (tmp_path / "mine.py").write_text("# mine")
    (tmp_path / "settings.json").write_text('{"theme": "calm"}')
    with prompt(tmp_path) as there:
        page = dialog(there)
        expect(head(page)).to_contain_text("JS with Emscripten with MicroPython 1.2")
        there.left = 20_000
        flash(page)
        expect(head(page)).to_have_text("The board is gone.")
        expect(log(page)).to_contain_text("Plug the board in again")
        there.left = 1 << 30
        page.get_by_role("button", name="Choose the board").click()
        expect(head(page)).to_contain_text("with MicroPython")
        flash(page)
        expect(log(page)).to_contain_text("files copied and checked", timeout=4 * PATIENCE)
        expect(head(page)).to_have_text("The table starts …")
    found = {"/" + name: data for name, data in tree(tmp_path).items()}
    build = built("pad", "mars")
    assert {name: found[name] for name in build} == build
    assert found["/mine.py"] == b"# mine" and "/reset" in found
    assert json.loads(found["/settings.json"]) == {"theme": "calm", "profile": "pad"}
    assert json.loads(found[flashing.MANIFEST]) == json.loads(flashing.manifest(build))


@pytest.mark.deep
def test_who_leaves_in_the_middle_of_a_flash_leaves_a_board_that_starts(dialog, tmp_path):
    with prompt(tmp_path) as there:
        page = dialog(there)
        expect(head(page)).to_contain_text("with MicroPython")
        flash(page)
        page.wait_for_function("() => document.querySelector('.real progress').value > 20_000")
        said = []
        page.once("dialog", lambda asks: (said.append(asks.message), asks.dismiss()))
        page.keyboard.press("Escape")
        expect(head(page)).to_be_visible()
        page.once("dialog", lambda asks: asks.accept())
        page.go_back()
        page.wait_for_function("() => window.isFree")
    assert "half written" in said[0]
    assert there.resets == 2  # when the page had asked what it is, and now
    assert b"cut short" in tree(tmp_path)["main.py"]


@pytest.mark.deep
def test_settings_and_games_of_a_board(dialog, tmp_path):
    session = Session(Journal(str(tmp_path)))
    session.new("mars", seed=5)
    by = session.game.current()[0]
    session.act(by, session.game.legal(by)[0])
    with prompt(tmp_path) as there:
        page = dialog(there)
        expect(head(page)).to_contain_text("with MicroPython")
        page.get_by_role("button", name="Settings", exact=True).last.click()
        page.locator("[name=real-theme]").fill("calm")
        page.locator("[name=real-theme]").press("Tab")
        expect(log(page)).to_have_text("theme is calm from now on")
        page.get_by_role("button", name="Games on it").click()
        with page.expect_download() as came:
            page.get_by_role("button", name="mars, under way").click()
        record = came.value.path().read_text().splitlines()
    assert record == list(lines(session.game, 5))
    assert json.loads((tmp_path / "settings.json").read_text()) == {"theme": "calm"}


def test_a_running_table_is_examined_watched_and_played(dialog):
    there = Table("grid3")
    with contextlib.closing(there):
        page = dialog(there)
        expect(head(page)).to_contain_text("runs on it, as grid3")
        page.get_by_role("button", name="Is every part well?").click()
        expect(log(page)).to_contain_text("firmware 0.2.0 on grid3; 5 V: there")
        expect(log(page)).to_contain_text("a1: ok")
        there.table.app.host.handle({"id": 1, "do": "new", "game": "mars", "seed": 1})
        page.get_by_role("button", name="Watch the table").click()
        second = page.frame_locator(".real-frame")
        expect(second.locator("#spots .spot")).to_have_count(9)
        expect(second.locator("#display")).to_contain_text("Red")
        page.wait_for_function(LIT)  # by the table, since nobody plays here
        expect(second.locator(".kind")).to_have_count(0)
        page.locator("[name=real-seat]").select_option("0")
        second.locator(".kind").first.click()
        second.locator("[data-spot=b2]").click()
        second.locator("#confirm .main").click()
        expect(second.locator("#status")).to_contain_text("b2: put Red's small pyramid here")
        expect(second.locator(".piece")).to_have_count(1)
        assert len(there.table.app.session.game.log) == 1
        there.is_gone = True
        expect(log(page)).to_contain_text("Plug the board in again")
        there.is_gone = False
        page.get_by_role("button", name="Choose the board").click()
        page.get_by_role("button", name="Watch the table").click()
        expect(second.locator(".piece")).to_have_count(1)


HELLO = {"link": link.VERSION, "firmware": "0.2.0", "profile": "grid3", "games": ["mars"],
         "players": ["human"], "themes": [], "languages": ["en"]}


@pytest.mark.deep
@pytest.mark.parametrize(("hello", "why"), [
    ({**HELLO, "link": 99}, "the table speaks version 99 of the line protocol, this page"),
    ({**HELLO, "profile": 3}, "the table's answer lacks a valid “profile”"),
    ({}, "the table's answer lacks a valid “link”"),
])
def test_a_table_of_another_version_is_named_and_can_be_flashed(dialog, hello, why):
    page = dialog(Other(hello))
    expect(head(page)).to_contain_text(why)
    expect(page.get_by_role("button", name="Bring the firmware up to date")).to_be_enabled()
    expect(page.get_by_role("button", name="Watch the table")).to_have_count(0)


@pytest.mark.deep
def test_strange_answers_of_a_table_are_named(dialog):
    page = dialog(Other({**HELLO, "readers": [["a1", 0]]}))
    for deed, what in (("Is every part well?", "readers"), ("Watch the table", "display")):
        page.get_by_role("button", name=deed).click()
        expect(log(page)).to_contain_text("lacks a valid “%s”; does it run another" % what)


@pytest.mark.deep
def test_a_board_that_takes_nothing_is_let_go(dialog):
    page = dialog(Other("stuck"))
    expect(log(page)).to_contain_text("Plug the board in again")
    expect(page.get_by_role("button", name="Choose the board")).to_be_enabled()


@pytest.mark.deep
def test_after_a_restart_no_other_board_is_taken_for_this_one(dialog, tmp_path):
    with prompt(tmp_path) as there:
        page = dialog(there)
        expect(head(page)).to_contain_text("with MicroPython")
        page.evaluate(TWO)
        page.get_by_role("button", name="Settings", exact=True).last.click()
        expect(page.locator("[name=real-theme]")).to_be_enabled()
        assert not page.evaluate("window.isOtherOpen")
    assert "reset" in tree(tmp_path)


@pytest.mark.deep
def test_a_browser_without_web_serial_makes_one_file(chromium, folder, tmp_path):
    """It is the file that `leyboard image` makes; a damaged base is refused."""
    base = tmp_path / "RPI_PICO.uf2"
    base.write_bytes(blocks(b"the boot sector", PICO))
    words = ["--profile", "pad", "--games", "mars", "--base", str(base)]
    assert main(["image", *words, "--out", str(tmp_path / "one.uf2")]) == 0
    (tmp_path / "half.uf2").write_bytes(base.read_bytes()[:-512])
    context = chromium.new_context(viewport=DESK, accept_downloads=True)
    context.add_init_script(KNOWN)
    context.add_init_script("delete Navigator.prototype.serial")
    with files_served(folder) as url:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(url)
        begin(page)
        expect(head(page)).to_contain_text("cannot reach boards on USB")
        page.get_by_role("button", name="One file for a bare Pico").click()
        page.locator("[name=real-profile]").select_option("pad")
        page.locator("[name=real-base]").set_input_files(tmp_path / "half.uf2")
        expect(log(page)).to_contain_text("half.uf2 is damaged")
        page.get_by_role("button", name="One file for a bare Pico").click()
        page.locator("[name=real-profile]").select_option("pad")
        with page.expect_download() as came:
            page.locator("[name=real-base]").set_input_files(base)
        expect(head(page)).to_contain_text("copy leyboard-pad.uf2 onto the drive")
        made_here = came.value.path().read_bytes()
        context.close()
    assert made_here == (tmp_path / "one.uf2").read_bytes()
