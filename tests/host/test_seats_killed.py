"""A host that is killed in the middle of a game and started again with the same command: phones
and far pages go on, and nothing that was confirmed is lost."""

import contextlib
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from host_tools import ROOT
from tests.host.broker import Broker, free_ports, needs_mosquitto
from tests.host.seated import lay_by_thumb
from tests.window import needs_chromium


class Host:
    """`leyboard host` as a process; `links` are what it printed, by the words before them."""

    def __init__(self, *arguments):
        self._command = (sys.executable, "-m", "host_tools.cli", "host", "--no-open", *arguments)
        self.start()

    def start(self):
        self._process = subprocess.Popen(
            self._command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.links = {}
        said = []
        whose = ""
        for line in self._process.stdout:
            said.append(line)
            what, _, link = line.strip().partition(": ")
            whose = whose if what == "from far away" else what
            self.links[whose + " far" * (what == "from far away")] = link
            if line.startswith("Ctrl-C"):
                return
        raise AssertionError("".join(said))

    def kill(self):
        """Kill it as a full memory does: it can do nothing more."""
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


@contextlib.contextmanager
def hosting(*arguments):
    host = Host(*arguments)
    try:
        yield host
    finally:
        host.kill()


@pytest.mark.deep
@needs_chromium
@needs_mosquitto
def test_a_killed_host_comes_back_to_its_phones_and_far_pages(phone, tmp_path, broker, pages):
    far = "%sseat.html,%s" % (pages, broker.at)
    with hosting("--game", "mars", "--window", "0", "--serve", str(*free_ports(1)),
                 "--folder", str(tmp_path / "table"),
                 "--broker", broker.url, "--far", far) as host:
        links = host.links
        red, blue = phone(links["Red"]), phone(links["Blue far"])
        lay_by_thumb(red, "Small", "c3")
        lay_by_thumb(blue, "Large", "a1")
        expect(red.locator("#latest")).to_contain_text("a1")
        host.kill()
        for page in (red, blue):
            expect(page.locator("#lost")).to_contain_text("The table is out of reach")
        lay_by_thumb(red, "Cap", "f6")  # nobody hears it
        expect(red.locator("#status")).to_have_text("Waiting for the table to answer…")
        host.start()
        assert not [name for name in host.links if name.startswith(("Red", "Blue"))]
        for page in (red, blue):
            expect(page.locator("#lost")).to_be_hidden()
            for spot in ("c3", "a1"):
                expect(page.locator('[data-uid="%s"]' % spot)).to_have_count(1)
            expect(page.locator('[data-uid="f6"]')).to_have_count(0)  # it was not confirmed
        expect(red.locator("#status")).to_have_text("Your turn")
        copy = phone(links["Red"])
        expect(copy.locator("#status")).to_contain_text("Another device")
        lay_by_thumb(red, "Cap", "f5")
        lay_by_thumb(blue, "Small", "d4")
        expect(red.locator("#latest")).to_contain_text("d4")


@needs_chromium
@needs_mosquitto
@pytest.mark.deep
def test_a_broker_that_remembers_a_dead_host_fools_no_page(phone, tmp_path, pages):
    """The broker and the host die; the broker comes back first, and still knows of the host."""
    broker = Broker(tmp_path, memory=True)
    far = "%sseat.html,%s" % (pages, broker.at)
    try:
        with hosting("--game", "mars", "--window", "0", "--serve", str(*free_ports(1)),
                     "--folder", str(tmp_path / "table"),
                     "--broker", broker.url, "--far", far) as host:
            red, blue = phone(host.links["Red far"]), phone(host.links["Blue far"])
            lay_by_thumb(red, "Small", "c3")
            expect(blue.locator("#status")).to_have_text("Your turn")
            room = host.links["Red far"].partition("room=")[2].partition("&")[0]
            broker.save(b"leyboard/%s/host" % room.encode())
            broker.stop()
            host.kill()
            expect(blue.locator("#lost")).to_be_visible()
            sent = []

            def note(frame):
                sent.append(frame)

            blue.on("websocket", lambda socket: socket.on("framesent", note))
            broker.start()
            for _ in range(30_000):
                if any(b"/up" in frame for frame in sent):
                    break
                blue.evaluate("0")  # meanwhile the page goes on
            else:
                raise AssertionError("the page did not try to join")
            assert blue.locator("#lost").is_visible()  # nobody hears that it joins
            host.start()
            expect(blue.locator("#lost")).to_be_hidden()
            expect(blue.locator("#status")).to_have_text("Your turn")
            lay_by_thumb(blue, "Large", "b2")
            expect(red.locator('[data-uid="b2"]')).to_have_count(1)
    finally:
        broker.stop()
