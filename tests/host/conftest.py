"""Fixtures of the tests here. Hypothesis measures no time, since test machines are busy."""

import contextlib
import itertools
import re

import pytest
from hypothesis import HealthCheck, settings

import games.packages

settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


@pytest.fixture(autouse=True)
def _same_games(monkeypatch):
    """Give the window's games the same seeds each time, so that players move as they did."""
    monkeypatch.setattr("sim.window.livetable._entropy", itertools.count(1).__next__)


@pytest.fixture(autouse=True)
def _only_our_games():
    """Drop the games of others that a test has taken: the next one finds only ours."""
    yield
    for name in games.names():
        if games.source(name):
            games.packages.forget(name)


@pytest.fixture(autouse=True)
def _no_board_comes_back(monkeypatch):
    """Do not wait for a board that is away; tests in which one returns set this themselves."""
    monkeypatch.setattr("host_tools.ports.BACK_S", 0)


_browser = []  # while there is one: the browser, and what ends it
_profiles = {}  # {what they are made of: the profiles of that browser}


@pytest.fixture
def chromium(request):
    """A browser, the same for tests that follow each other; `tests.window.needs_chromium` skips
    where there is none. Expectations of a module may take a minute, or its own PATIENCE:
    machines that test are busy."""
    from playwright.sync_api import expect, sync_playwright

    from tests.window import CHROMIUM, FLAGS

    assert CHROMIUM, "LEYBOARD_NEEDS_ALL is set, but there is no Chromium"
    expect.set_options(timeout=getattr(request.module, "PATIENCE", 60_000))
    if not _browser:
        ends = contextlib.ExitStack()
        playwright = ends.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        ends.callback(browser.close)
        _browser[:] = browser, ends
    return _browser[0]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem):
    """Close the browser before a test that needs none, which may want a loop of its own."""
    if _browser and "chromium" not in getattr(nextitem, "fixturenames", ()):
        _browser[1].close()
        _browser.clear()
        _profiles.clear()


@pytest.fixture
def profile(chromium):
    """Get profiles of the browser, with scripts that run in each of their pages; no two in a test
    are the same. Later tests get them again, since a new one takes 0.9 s; each has a table at an
    address of its own, where a profile keeps nothing yet. `own`: it is changed, as by a clock, and
    no other test gets it."""
    taken = []

    def profile(*scripts, own=False, **options):
        kept = [] if own else _profiles.setdefault(repr((scripts, sorted(options.items()))), [])
        context = next((one for one in kept if one not in taken), None)
        if not context:
            context = chromium.new_context(**options)
            for script in scripts:
                context.add_init_script(script)
            kept.append(context)
        taken.append(context)
        return context

    yield profile
    for context in taken:
        for page in context.pages:
            page.close()


@pytest.fixture
def table(tmp_path):
    """Serve a table in a thread of its own; gives its address."""
    from tests.window import served

    with served(tmp_path, "grid6", pace=0.2, records=tmp_path) as (url, _):
        yield url


@pytest.fixture
def visit(table, profile):
    """Open pages of the table; a page with an error fails the test. `new`: to somebody who has
    never been here. `plain`: without shadows and textures."""
    from playwright.sync_api import expect

    from tests.window import DESK, KNOWN, PLAIN

    wrong = []

    def visit(size=None, new=False, plain=True, **more):
        scripts = [*([] if new else [KNOWN]), *([PLAIN] if plain else [])]
        page = profile(*scripts, viewport=size or DESK, **more).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
        page.set_default_timeout(60_000)
        page.goto(table)
        expect(page.locator(".tray .stack")).to_have_count(7)
        expect(page.locator("#status")).to_contain_text(re.compile("Red|Rot"))
        return page

    yield visit
    assert not wrong


@pytest.fixture
def phone(profile):
    """Open pages as phones, each with a browser profile of its own; one with an error fails."""
    from tests.window import PHONE, PLAIN

    wrong = []

    def phone(link, size=None, script="", own=False, plain=True, **more):
        """Open a page, in which a script runs first; `plain` is as for `visit`."""
        scripts = [PLAIN, script] if plain else [script]
        options = {"viewport": size or PHONE, "has_touch": True} | more
        page = profile(*scripts, own=own, **options).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.set_default_timeout(60_000)
        page.goto(link)
        return page

    yield phone
    assert not wrong


@pytest.fixture
def pages(tmp_path):
    """The address of the static pages of seats."""
    from tests.host.seated import seat_pages

    with seat_pages(tmp_path / "pages") as url:
        yield url


@pytest.fixture
def broker(tmp_path):
    """A Mosquitto of this test."""
    from tests.host.broker import Broker

    (tmp_path / "broker").mkdir()
    broker = Broker(tmp_path / "broker")
    yield broker
    broker.stop()


@pytest.fixture(scope="session")
def web_folder(tmp_path_factory):
    from tests.tab import made

    return made(tmp_path_factory.getbasetemp() / "web")


@pytest.fixture
def tab(web_folder, profile):
    """Open pages of the static folder in one browser profile; a page with an error fails."""
    from tests.tab import files_served
    from tests.window import DESK, KNOWN, PLAIN

    wrong = []
    taken = []

    def visit(path="", change=None, before="", own=False):
        """Open a page; `change(script)` returns another script for the table's worker, and
        `before` runs before those of the page. `own`: see `profile`."""
        if not taken:
            taken.append(profile(KNOWN, PLAIN, own=own or bool(change), viewport=DESK))
        [context] = taken
        if change:
            script = change((web_folder / "table.js").read_text())
            context.route("**/table.js", lambda route: route.fulfill(
                body=script, content_type="text/javascript"))
        page = context.new_page()
        page.add_init_script(before)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
        page.set_default_timeout(60_000)
        page.goto(url + path)
        return page

    with files_served(web_folder) as url:
        yield visit
    assert not wrong
