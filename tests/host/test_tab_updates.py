"""A newer version of the static folder comes to a browser that has an older one, or a part of it
does."""

import shutil

import pytest
from playwright.sync_api import expect

from host_tools.core.flashing import manifest
from host_tools.web import LIST, listing
from tests.tab import Files, begun, files_served
from tests.window import DESK, KNOWN, PLAIN, events, needs_chromium, until

NEW = b"\n// newer"
# Look for a newer version; say what became of it.
UPDATE = """navigator.serviceWorker.ready.then(async (there) => {
  await there.update();
  const newer = there.installing;
  while (newer?.state === "installing")
    await new Promise((resolve) => newer.addEventListener("statechange", resolve, { once: true }));
  return (newer ?? there.waiting)?.state ?? null;
})"""
IS_NEW = "fetch('main.js').then((answer) => answer.text()).then((text) => text.endsWith('newer'))"
UNKEPT = """import("./carrier.js").then(({ tab }) => new Promise((done) => {
  const look = () => tab.notCached ? done() : setTimeout(look, 20);
  look();
}))"""
OFFERED = "import('./carrier.js').then(({ tab }) => Boolean(tab.update))"
BUILD = """import("./realboard.js").then(({ build }) => build("pad")).then(
  (files) => new TextDecoder().decode(files["/leyboard.pack"]), ({ message }) => message)"""

pytestmark = needs_chromium


class Cut(Files):
    """Sends only half of one file, while `half` names it; nothing but the list of files, while the
    network is `cut`; or sends index.html to the folder. It tells no file's time: by whole seconds,
    two versions in a test are one, and the browser would keep the first."""

    half = ""
    cut = False
    moves = False

    def do_GET(self):  # noqa: N802
        if self.moves and self.path == "/index.html":
            self.send_response(301)
            self.send_header("Location", "/")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif not self.cut or self.path.endswith((LIST, "service.js")):
            super().do_GET()

    def send_header(self, keyword, value):
        if keyword != "Last-Modified":
            super().send_header(keyword, value)

    def copyfile(self, source, outputfile):
        data = source.read()
        is_half = self.path.endswith(self.half or " ")
        outputfile.write(data[: len(data) // 2] if is_half else data)


@pytest.fixture
def folder(web_folder, tmp_path):
    return shutil.copytree(web_folder, tmp_path / "folder")


@pytest.fixture
def visit(chromium, folder):
    """Open pages of a folder in one browser profile."""
    server = type("Server", (Cut,), {})
    context = chromium.new_context(viewport=DESK)
    context.add_init_script(KNOWN)
    context.add_init_script(PLAIN)
    context.add_init_script("navigator.storage.persist = async () => true;"
                            "navigator.storage.persisted = async () => true;")

    def visit():
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(url)
        return page

    with files_served(folder, server) as url:
        visit.server = server
        yield visit
        context.close()


def kept(visit):
    """Open a page, and begin a game; the folder is kept."""
    page = begun(visit())
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # from now on the files come from what is kept
    expect(events(page)).to_have_count(1)
    return page


def newer(folder):
    """Return what a newer version changes, {name: bytes}."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes()
             for path in folder.rglob("*") if path.is_file() and path.name != LIST}
    files["main.js"] += NEW
    return {"main.js": files["main.js"], LIST: listing(files)}


def update(page):
    """Look until the newer version is seen; return what becomes of it. A look that the browser has
    begun by itself may have read the files of before."""
    return until(page, lambda: page.evaluate(UPDATE), lambda: "no newer version")


def wait_for_offer(page):
    until(page, lambda: page.evaluate(OFFERED), lambda: "no newer version is offered")


def put(folder, files, *names):
    for name in names:
        (folder / name).write_bytes(files[name])


def offer(page):
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("button", name="use the new version")


@pytest.mark.deep
def test_a_newer_version_waits_until_it_is_wanted(visit, folder):
    page = kept(visit)
    put(folder, newer(folder), "main.js", LIST)
    assert update(page) == "installed"
    page.reload()
    expect(events(page)).to_have_count(1)
    assert not page.evaluate(IS_NEW)
    second = visit()
    second.get_by_role("button", name="Play here").click()
    expect(events(second)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(offer(page)).to_have_count(0)  # it would change the files of a table elsewhere
    wait_for_offer(second)
    with second.expect_event("load"):
        offer(second).click()
    expect(events(second)).to_have_count(1)
    assert second.evaluate(IS_NEW)
    assert second.evaluate("caches.keys().then((names) => names.length)") == 1


@pytest.mark.parametrize("what", ["half a folder", "half a file", "no network", "no room"])
@pytest.mark.deep
def test_what_comes_in_part_changes_nothing(visit, folder, what):
    page = kept(visit)
    files = newer(folder)
    service = folder / "service.js"
    usual = service.read_text()
    visit.server.half = "main.js" if what == "half a file" else ""
    visit.server.cut = what == "no network"
    if what == "no room":
        service.write_text(
            "Cache.prototype.addAll = async () => { throw new DOMException(); };\n" + usual
        )
    put(folder, files, LIST, *(["main.js"] if what != "half a folder" else []))
    assert update(page) == "redundant"
    page.context.set_offline(True)
    page.reload()
    expect(events(page)).to_have_count(1)
    assert not page.evaluate(IS_NEW)
    page.context.set_offline(False)
    visit.server.half, visit.server.cut = "", False
    service.write_text(usual)
    put(folder, files, LIST, "main.js")
    # The browser may have begun to look by itself, when the files were not yet whole.
    until(page, lambda: page.evaluate(UPDATE) == "installed", lambda: page.evaluate(UPDATE))
    wait_for_offer(page)
    with page.expect_event("load"):
        offer(page).click()
    expect(events(page)).to_have_count(1)
    assert page.evaluate(IS_NEW)


def noted(page):
    """Return what the settings say, below their buttons."""
    page.get_by_role("button", name="Settings").press("Enter")  # no second click of a double one
    expect(page.locator("#dialog")).to_be_visible()
    return page.locator("#dialog .body > p")


@pytest.mark.deep
def test_a_server_that_changes_files_is_named_in_the_settings(visit, folder):
    """Such as one that puts its script into each page."""
    index = folder / "index.html"
    usual = index.read_bytes()
    index.write_bytes(usual.replace(b"</body>", b"<script src='//ads.example'></script></body>"))
    page = begun(visit())
    page.evaluate(UNKEPT)
    expect(noted(page)).to_contain_text("Without a network this page does not open")
    expect(page.locator("#dialog .body > p")).to_contain_text("the server changes files")
    index.write_bytes(usual)
    page.reload()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    expect(events(page)).to_have_count(1)
    expect(noted(page)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    put(folder, newer(folder), LIST)
    assert update(page) == "redundant"
    page.evaluate(UNKEPT)
    expect(noted(page)).to_contain_text("the older one stays")


def test_a_page_by_plain_http_says_that_it_is_not_kept(chromium, folder):
    context = chromium.new_context(viewport=DESK)
    context.add_init_script(KNOWN + "delete Navigator.prototype.serviceWorker;" + PLAIN)
    with files_served(folder) as url:
        page = context.new_page()
        page.goto(url)
        begun(page)
        expect(noted(page)).to_contain_text("pages that come by https")
        context.close()


@pytest.mark.deep
def test_a_server_may_have_the_page_under_another_name(visit):
    visit.server.moves = True
    page = kept(visit)
    page.context.set_offline(True)
    page.reload()
    expect(events(page)).to_have_count(1)


@pytest.mark.deep
def test_without_room_a_file_comes_though_it_is_not_kept(visit, folder):
    service = folder / "service.js"
    refuse = "Cache.prototype.put = async () => { throw new DOMException(); };\n"
    service.write_text(refuse + service.read_text())
    page = kept(visit)
    assert page.evaluate("fetch('LICENSE.txt').then((answer) => answer.ok)")


@pytest.mark.deep
def test_what_goes_onto_a_board_is_of_one_version(visit, folder):
    def copied(pack, made_of):
        files = {"/leyboard.pack": made_of, "/main.py": b""}
        (folder / "boards" / "pad" / "leyboard.pack").write_bytes(pack)
        (folder / "boards" / "pad" / "main.py").write_bytes(b"")
        (folder / "boards" / "pad" / "flashed.json").write_bytes(manifest(files))

    (folder / "boards" / "pad").mkdir(parents=True, exist_ok=True)
    page = kept(visit)
    copied(b"older", b"newer")
    assert page.evaluate(BUILD) == "boards/pad has files of two versions"
    copied(b"newer", b"newer")  # the older ones are kept
    assert page.evaluate(BUILD) == "newer"
    page.context.set_offline(True)
    assert page.evaluate(BUILD) == "newer"
