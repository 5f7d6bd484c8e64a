"""The server of a room: whom it lets in, what it refuses, and how phones play there."""

import asyncio
import io
import json
import logging
import stat
import subprocess
import sys
from functools import partial
from socket import create_connection, create_server
from urllib.request import urlopen

import aiohttp
import pytest
from playwright.sync_api import expect

from host_tools import ROOT
from host_tools.arguments import Parser, secret
from host_tools.brokers import broker_of
from host_tools.cli import parser
from host_tools.errors import CommandError
from sim.seats import meter
from sim.seats.far import server
from sim.seats.keys import HOST, WATCH
from sim.seats.room import LONGEST
from sim.seats.server import code
from sim.seats.sessions import Sessions
from tests.host.seated import Party, SocketCaller, hosted, lay_by_thumb, simulated
from tests.window import needs_chromium


@pytest.fixture
def mars(tmp_path):
    with hosted(tmp_path, simulated("grid6", "mars", seed=1)) as there:
        yield there


def talk(there, todo, **more):
    """Run `todo(socket)` on a WebSocket of the room; return what it returns."""

    async def run():
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(there.url + "table", **more) as socket,
        ):
            return await todo(socket)

    return asyncio.run(run())


def test_a_program_plays_over_the_socket(mars):
    async def play(socket):
        red = await SocketCaller.come(socket, mars.link(0))
        assert red.joined["whom"] == "0" and red.caller.facts["you"]["whom"] == "0"
        moment = red.caller.facts["mine"]["moment"]
        return await red.ask("act", moment=moment, words=["small", "c3"])

    assert talk(mars, play)["ok"]


def test_ok_comes_after_the_moment_that_follows(mars):
    async def play(socket):
        red = await SocketCaller.come(socket, mars.link(0))
        moment = red.caller.facts["mine"]["moment"]
        act = {"do": "act", "moment": moment, "words": ["small", "c3"]}
        await socket.send_bytes(red.caller.up(id=2, **act))
        told = []
        while not told or "id" not in told[-1]:
            told.append(red.caller.hear(await socket.receive_bytes()))
        return moment, told

    moment, (*facts, answer) = talk(mars, play)
    assert answer == {"id": 2, "ok": True}
    assert [one["mine"]["moment"] for one in facts if "mine" in one][-1] > moment


def test_ok_comes_after_the_moment_that_follows_also_in_the_tables_own_thread(
    monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    party = Party("mars")
    sessions = Sessions(party.room)
    told = []
    for number, request in enumerate(({"do": "join"}, {"do": "act", "words": ["small", "c3"]}), 1):
        request |= {"id": number, **({"moment": party.room.views.moments[0]} if told else {})}
        sessions.hear("0", "session", "key", number, json.dumps(request))
        told += [json.loads(text) for _, _, text in sessions.take()]
    assert ["mine" in one or one["ok"] for one in told] == [True] * 4
    assert ["mine" in one for one in told] == [True, False, True, False]


def test_the_room_never_uses_a_number_down_twice(monkeypatch, tmp_path):
    # A session begins again if it was refused, or if its first frames came in the wrong order. Its
    # keys are the same, so a number that came twice would be a nonce that came twice.
    monkeypatch.chdir(tmp_path)
    party = Party("mars")
    sessions = Sessions(party.room)
    join, see = (json.dumps({"id": mark, "do": do}) for mark, do in ((1, "join"), (2, "see")))
    told = []
    for number, text in enumerate(
        (see, see, json.dumps([2, 0, see]), json.dumps([1, 0, join]), json.dumps([2, 0, see])), 1
    ):
        sessions.hear("0", "session", "key", number, text)
        told += sessions.take()
    numbers = [number for _, number, _ in told]
    assert len(told) >= 5
    assert len(set(numbers)) == len(numbers)


def test_a_device_that_the_room_puts_out_hears_so_and_is_gone(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    party = Party("mars")
    sessions = Sessions(party.room)
    sessions.hear("0", "session", "key", 1, json.dumps({"id": 1, "do": "join"}))
    sessions.take()
    (device,) = party.room.devices
    host = party.phone(HOST)
    assert host.ask("free", seat=0)["ok"]
    assert any("you" in json.loads(text) for _, _, text in sessions.take())
    assert party.room.devices == [host.device] and device.whom == ""
    assert sessions.take() == []


def test_pages_of_other_sites_are_refused_and_counted(mars):
    before = mars.room.refused
    with pytest.raises(aiohttp.WSServerHandshakeError):
        talk(mars, None, headers={"Origin": "http://elsewhere.example"})
    with pytest.raises(aiohttp.WSServerHandshakeError):
        talk(mars, None, headers={"Host": "elsewhere.example"})
    assert mars.room.refused > before


def test_what_is_no_http_prints_nothing_and_a_long_path_is_not_there(mars, caplog):
    port = int(mars.url.rstrip("/").rpartition(":")[2])
    end = b" HTTP/1.1\r\nHost: localhost\r\n"
    for sent, status in (
        (b"\x16\x03\x01\x02\x00" + b"\0" * 50, b"400"), (b"GET / HTTP/9.9\r\n\r\n", b"400"),
        (b"GET /" + b"a" * 9000 + end + b"\r\n", b"400"),
        (b"POST /table" + end + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", b"400"),
        (b"GET /" + b"a" * 256 + end + b"\r\n", b"404"), (b"GET /a%00b" + end + b"\r\n", b"404"),
    ):
        with create_connection(("127.0.0.1", port), 60) as socket:
            socket.sendall(sent)
            assert socket.recv(100).split()[1] == status, sent
    assert caplog.text == ""


def test_no_page_of_another_site_has_this_one_in_a_frame(mars):
    with urlopen(mars.url) as answer:
        assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]


def test_sockets_without_a_link_take_nobodys_place(mars, monkeypatch):
    monkeypatch.setattr("sim.seats.server.JOINS_S", 3600)  # none ends by itself

    async def crowd():
        async with aiohttp.ClientSession() as session:
            url = mars.url + "table"
            mute = [await session.ws_connect(url) for _ in range(40)]
            async with session.ws_connect(url) as socket:
                red = await SocketCaller.come(socket, mars.link(0))
            ended = [(await mute[0].receive(30)).type for _ in range(2)]
            for one in mute:
                await one.close()
            return red.joined, ended

    joined, (hello, ended) = asyncio.run(crowd())
    assert joined["ok"] and hello == aiohttp.WSMsgType.BINARY
    assert ended in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)


def test_a_socket_whose_device_does_not_join_ends(mars, monkeypatch):
    monkeypatch.setattr("sim.seats.server.JOINS_S", 0)

    async def wait(socket):
        while (await socket.receive()).type == aiohttp.WSMsgType.BINARY:
            pass
        return socket.close_code

    assert talk(mars, wait) == 1013


def test_who_has_the_link_and_hears_all_on_plain_http_cannot_act(mars):
    """A copy of Red's link, and all bytes of Red's line: only the secret key is missing."""
    heard = []

    async def listen(socket):
        receive, send = socket.receive_bytes, socket.send_bytes

        async def received():
            heard.append(await receive())
            return heard[-1]

        async def sent(data):
            heard.append(data)
            await send(data)

        socket.receive_bytes, socket.send_bytes = received, sent
        red = await SocketCaller.come(socket, mars.link(0))
        await red.ask("say", phrase="hello")

    async def steal(socket):
        copy = await SocketCaller.come(socket, mars.link(0), b"another's secret key of 32 bytes")
        return copy.joined

    async def repeat(socket):
        await socket.receive_bytes()
        for data in heard:
            await socket.send_bytes(data)
        told = await socket.receive()
        return told.data[:4] if told.type == aiohttp.WSMsgType.BINARY else b""

    talk(mars, listen)
    token = mars.room.keys.token(0).encode()
    assert not [data for data in heard if token in data or b"hello" in data]
    assert "another device" in talk(mars, steal)["why"]
    assert talk(mars, repeat) in (b"", bytes(4))  # not let in: nothing sealed comes back


def test_oversized_malformed_and_endless_messages_end_at_the_door(mars):
    async def long(socket):
        await socket.send_str("x" * (LONGEST + 1))
        while (await socket.receive()).type != aiohttp.WSMsgType.CLOSE:
            pass
        return socket.close_code

    async def strange(socket):
        red = await SocketCaller.come(socket, mars.link(0))
        for text in ("", "{", "[]", '"join"', "[" * 3000, "[]" * 1000, '{"do": ["join"]}'):
            red.caller.count += 1
            await socket.send_bytes(red.caller.sealed(red.caller.count, text))
        assert (await red.ask("see"))["ok"]

    async def flood(socket):
        red = await SocketCaller.come(socket, mars.link(0))
        for _ in range(meter.BURST + meter.PATIENCE + 20):
            if socket.closed:
                break
            await socket.send_bytes(red.caller.up(do="see"))
        while True:
            message = await socket.receive()
            if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
                return True

    assert talk(mars, long) == 1009
    talk(mars, strange)
    assert talk(mars, flood)
    assert mars.room.refused >= meter.PATIENCE


def test_no_token_is_ever_logged(tmp_path, caplog, capsys):
    with (
        caplog.at_level(logging.DEBUG),
        hosted(tmp_path, simulated("grid6", "mars", seed=1)) as there,
    ):
        tokens = [there.room.keys.token(whom) for whom in (HOST, WATCH, 0, 1)]
        for whom in (HOST, WATCH, 0, 1):
            talk(there, partial(SocketCaller.come, link=there.link(whom)))
    said = caplog.text + "".join(capsys.readouterr())
    assert not [token for token in tokens if token in said]
    assert stat.S_IMODE((tmp_path / "seats.json").stat().st_mode) == 0o600


def test_a_code_for_cameras_has_its_three_corners():
    drawn = code("http://192.168.1.5:8138/#" + "x" * 22)
    assert drawn["size"] >= 21
    last = drawn["size"] - 7
    for corner in ("M0 0h", "M%d 0h" % last, "M0 %dh" % last):
        assert corner in drawn["path"]


def test_a_broker_has_a_host_and_a_port_and_no_scheme_but_mqtt(capsys):
    read = parser("host").parse_args
    for url in ("mqtt://broker.example", "mqtt://name:word@127.0.0.1:1883", "mqtts://h:8883"):
        assert read(["host", "--broker", url]).broker == url
    for wrong in ("broker.example", "http://h:8883", "mqtt://", "mqtt://h:no", "mqtt://h:99999",
                  "mqtt://[h"):
        with pytest.raises(SystemExit):
            read(["host", "--broker", wrong])
        assert "give a broker, as mqtt://HOST:1883" in capsys.readouterr().err


def test_a_secret_stands_in_a_file_or_comes_by_standard_input(tmp_path, monkeypatch):
    file = tmp_path / "broker.url"
    file.write_text("mqtts://name:a%40word@broker.example\n")
    given = parser("host").parse_args(["host", "--broker", "@%s" % file, "--join", "-"])
    assert broker_of(given.broker) == "mqtts://name:a%40word@broker.example"
    where = server(broker_of(given.broker))
    assert (where["port"], where["username"], where["password"]) == (8883, "name", "a@word")
    assert where["tls_params"] is not None and server("mqtt://h")["tls_params"] is None
    monkeypatch.setattr(sys, "stdin", io.StringIO("https://x/#link\n"))
    assert secret(given.join) == "https://x/#link"
    file.write_text("http://broker.example")
    for wrong in ("@%s" % file, "@%s/nothing" % tmp_path, "@%s" % tmp_path, "-"):
        with pytest.raises(CommandError):
            broker_of(wrong)


def test_seats_are_named_by_colour_or_number():
    read = parser("host").parse_args
    assert isinstance(parser("host"), Parser)
    given = read(["host", "--player", "blue=search:300", "--player", "0=hint"]).player
    assert given == [(1, "search:300"), (0, "hint")]
    for wrong in ("pink=hint", "blue", "9=hint"):
        with pytest.raises(SystemExit):
            read(["host", "--player", wrong])


# ---- real pages --------------------------------------------------------------------------------


@needs_chromium
def test_two_phones_play_and_come_back(phone, tmp_path):
    table = simulated("grid6", "mars", seed=1)
    with hosted(tmp_path, table) as there:
        red, blue = phone(there.link(0)), phone(there.link(1))
        expect(red.locator("#status")).to_have_text("Your turn")
        assert there.room.keys.token(0) not in red.url
        lay_by_thumb(red, "Small", "c3")
        expect(blue.locator("#status")).to_have_text("Your turn")
        expect(blue.locator('[data-uid="c3"]')).to_have_count(1)
        expect(red.locator("#status")).to_contain_text("Blue")
        copy = phone(there.link(0))
        expect(copy.locator("#status")).to_contain_text("Another device")
        blue.reload()
        lay_by_thumb(blue, "Large", "a1")
        expect(red.locator("#latest")).to_contain_text("a1")
        port = int(there.url.rstrip("/").rpartition(":")[2])
    expect(red.locator("#lost")).to_be_visible()
    with hosted(tmp_path, table, port):  # the host was killed, and starts again
        expect(red.locator("#lost")).to_be_hidden()
        lay_by_thumb(red, "Cap", "f6")
        expect(blue.locator("#status")).to_have_text("Your turn")


@needs_chromium
def test_phones_are_told_of_a_playtest_and_asked_after_it(phone, tmp_path):
    table = simulated("grid6", "mars", seed=1)
    with hosted(tmp_path, table) as there:
        red = phone(there.link(0))
        expect(red.locator("#status")).to_have_text("Your turn")
        expect(red.locator("#playtest")).to_be_hidden()
        handle = table.table.app.host.handle
        assert handle({"do": "playtest", "text": "Fun?"})["ok"]
        expect(red.locator("#playtest")).to_contain_text("It notes no names")
        lay_by_thumb(red, "Small", "c3")
        expect(red.locator("#latest")).to_contain_text("c3")
        expect(red.locator("#questions")).to_be_hidden()
        handle({"do": "give_up"})
        red.locator("#questions").get_by_role("button", name="4", exact=True).click()
        expect(red.locator("#questions")).to_be_hidden()
        last = list(table.table.app.session.record())[-1]
        assert json.loads(last)["asked"] == [["Fun?", [4, None]]]


@pytest.mark.deep
@needs_chromium
def test_a_phone_shows_a_hint_with_its_reasons_and_what_an_action_would_do(phone, tmp_path):
    with hosted(tmp_path, simulated("grid6", "mars", seed=1)) as there:
        host = phone(there.link(HOST), {"width": 1000, "height": 800})
        red, blue = phone(there.link(0)), phone(there.link(1))
        expect(blue.locator("#hint")).to_be_hidden()  # it is not Blue's turn
        lay_by_thumb(red, "Large", "a2")
        expect(blue.locator("#status")).to_have_text("Your turn")
        lay_by_thumb(blue, "Cap", "f6")
        expect(red.locator("#status")).to_have_text("Your turn")
        expect(blue.locator("#hint")).to_be_hidden()
        red.locator("#hint").tap()
        expect(red.locator("#advice")).to_contain_text("b1 (Red fills a line: 6 points")
        expect(red.locator('[data-uid="ghost"]')).to_have_count(1)
        red.locator("#confirm .no").tap()
        red.locator("#placement .kind", has_text="Small").tap()
        red.locator('[data-spot="b1"]').tap()
        expect(red.locator("#confirm .effect")).to_contain_text("Red fills a line: 4 points; Blue")
        red.locator("#confirm .main").tap()
        expect(red.locator("#advice")).to_be_hidden()
        expect(red.locator("#latest")).to_contain_text("fills")
        host.locator('[data-key="hints"]').click()
        expect(host.locator('[data-key="hints"]')).to_have_text("Allow hints")
        expect(blue.locator("#status")).to_have_text("Your turn")
        expect(blue.locator("#hint")).to_be_hidden()


@pytest.mark.deep
@needs_chromium
def test_four_phones_bid_at_once_and_the_host_sees_them(phone, tmp_path):
    with hosted(tmp_path, simulated("isles12", "market", seats=4, seed=2)) as there:
        host = phone(there.link(HOST), {"width": 1000, "height": 800})
        expect(host.locator(".place")).to_have_count(6)
        phones = [phone(there.link(seat)) for seat in range(4)]
        for page in reversed(phones):
            expect(page.locator("#status")).to_have_text("Your turn")
        title = phones[0].locator("#title")
        title.evaluate("(one) => (one.style.letterSpacing = '.1em')")  # as in the widest fonts
        assert title.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        for page in reversed(phones):
            page.locator('[data-key="bid it"]').tap()
            page.locator('[data-key="bid yes"]').tap()
        expect(phones[0].locator("#actions")).to_contain_text("may")
        expect(host.locator('.place[data-by="phone"]')).to_have_count(4)
        host.locator('[data-key="free 3"]').click()
        expect(phones[3].locator("#status")).to_contain_text("freed")
        expect(host.locator('[data-seat="3"] .code')).to_have_count(1)
        host.locator('[data-key="computer 3"]').click()
        expect(host.locator('.place[data-by="computer"]')).to_have_count(1)


@needs_chromium
def test_a_phone_tells_its_cairns_apart_by_their_value(phone, tmp_path):
    with hosted(tmp_path, simulated("isles12", "leylines", seats=3, seed=2)) as there:
        kinds = phone(there.link(0)).locator("#placement .kind > span")
        expect(kinds).to_have_text(["Suns cairn, value %d" % value for value in range(6)])


@needs_chromium
def test_a_phone_speaks_the_language_of_its_browser(phone, mars):
    red, watching = phone(mars.link(0), locale="de-AT"), phone(mars.link(WATCH), locale="fr-FR")
    expect(red.locator("#status")).to_have_text("Du bist dran")
    lay_by_thumb(red, "Klein", "c3")
    expect(red.locator("#status")).to_contain_text("Blau: setze")
    expect(watching.locator("#status")).to_contain_text("Blue: put")  # no French: as the host


@pytest.mark.deep
@needs_chromium
def test_a_phone_speaks_the_language_that_was_chosen_on_it(phone, mars):
    red = phone(mars.link(0), locale="de-AT")
    red.get_by_role("button", name="Mehr").tap()
    red.get_by_role("button", name="Regeln").tap()
    expect(red.locator("#dialog .prose")).to_contain_text("Pyramiden")
    red.get_by_role("button", name="Schließen").tap()
    red.get_by_role("button", name="Mehr").tap()
    red.locator("[name=language]").select_option("en")
    expect(red.locator("#status")).to_have_text("Your turn")
    red.get_by_role("button", name="More").tap()
    expect(red.locator("[name=language]")).to_have_value("en")
    strange = phone(mars.link(1).replace("token=", "token=x"), locale="de")
    expect(strange.locator("#status")).to_contain_text("Dieser Link öffnet")


@needs_chromium
def test_without_a_link_the_page_says_what_to_do(phone, mars):
    page = phone(mars.url)
    expect(page.locator("#status")).to_contain_text("Scan the code")
    watching = phone(mars.link(WATCH))
    expect(watching.locator("#me")).to_have_text("Watching")
    expect(watching.locator("#placement")).to_be_hidden()
    assert json.loads(watching.evaluate("localStorage['leyboard.room.link']"))


@pytest.mark.parametrize(("taken", "free"), [("--serve", "--window"), ("--window", "--serve")])
def test_a_port_that_another_program_has_is_named_with_the_way_out(taken, free, tmp_path):
    with create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "host_tools.cli", "host", "--game", "mars", "--no-open",
             "--folder", str(tmp_path), taken, port, free, "0"],
            capture_output=True, text=True, cwd=ROOT, timeout=60,
        )
    assert done.returncode == 1
    said = "cannot host on port %s: another program uses it; try %s 0 for any that is free"
    assert done.stderr.splitlines() == ["leyboard: " + said % (port, taken)]
