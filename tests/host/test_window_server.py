"""The window's server and its guards, and the command that starts it."""

import asyncio
import socket

import pytest
from aiohttp import WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer

from host_tools.cli import main
from host_tools.play import claimed
from sim.window.server import Server


def serve(folder, test, **more):
    """Run an async test with a client of a server."""

    async def run():
        server = Server(folder, "grid6", records=folder, **more)
        async with TestClient(TestServer(server.app)) as client:
            await asyncio.wait_for(test(client), 300)  # machines that test are busy

    asyncio.run(run())


class Socket:
    """A page's WebSocket: the facts it was told, and answers by id."""

    def __init__(self, socket):
        self.socket = socket
        self.facts = {}
        self.events = []

    async def hear(self, ready):
        while not ready():
            message = await self.socket.receive_json()
            if "id" in message:
                return message
            self.facts.update(message)
            self.events += message.get("events", [])
        return None

    async def ask(self, **request):
        await self.socket.send_json({"id": 1, **request})
        return await self.hear(lambda: False)

    def tag(self, name):
        return next(tag["uid"] for tag in self.facts["tags"]["pieces"] if tag["name"] == name)


async def page(client):
    origin = {"Origin": str(client.make_url(""))}
    socket = Socket(await client.ws_connect("/table", headers=origin))
    await socket.hear(lambda: "state" in socket.facts and "log" in socket.facts)
    return socket


def test_the_page_and_its_parts_are_served(tmp_path):
    async def test(client):
        for path in ("/", "/main.js", "/games/mars.js", "/common/base.css", "/rules/en/mars.md"):
            answer = await client.get(path)
            assert answer.status == 200, path
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'")
        for path in ("/rules/en/none.md", "/rules/en/..%2f..%2fbase", "/..%2fserver.py", "/no.js"):
            assert (await client.get(path)).status in (403, 404), path

    serve(tmp_path, test)


def test_texts_come_compressed_and_only_if_they_are_new(tmp_path):
    async def test(client):
        for path in ("/", "/main.js", "/page.css", "/texts/de.json", "/rules/en/mars.md"):
            answer = await client.get(path)
            assert answer.headers["Content-Encoding"] in ("gzip", "deflate"), path
            body = await answer.text()
            known = {"If-None-Match": answer.headers["ETag"]}
            again = await client.get(path, headers=known)
            assert (again.status, await again.read()) == (304, b""), path
            other = await client.get(path, headers={"If-None-Match": '"other"'})
            assert (other.status, await other.text()) == (200, body), path

    serve(tmp_path, test)


def test_only_the_tables_own_page_gets_in(tmp_path):
    async def test(client):
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"},
                        {"Host": "evil.example"}):
            with pytest.raises(WSServerHandshakeError) as refused:
                await client.ws_connect("/table", headers=headers)
            assert refused.value.status == 403
        assert (await client.get("/", headers={"Host": "evil.example:80"})).status == 403

    serve(tmp_path, test)


def test_a_proxys_page_gets_in(tmp_path):
    """One that speaks https, passes the Host on or not, and bears a name that was given."""

    async def test(client):
        own = "%s:%d" % (client.host, client.port)
        for headers in ({"Origin": "https://" + own},
                        {"Origin": "https://[::1]:9", "X-Forwarded-Host": "[::1]:9"},
                        {"Origin": "https://table.example", "Host": "table.example"},
                        {"Origin": "https://table.example:9443"}):
            await (await client.ws_connect("/table", headers=headers)).close()
        for headers in ({"Origin": "https://evil.example", "X-Forwarded-Host": "evil.example"},
                        {"Origin": "https://table.example.evil"}, {"Origin": "https://x:y"},
                        {"Origin": "http://127.0.0.1:9"}):
            with pytest.raises(WSServerHandshakeError):
                await client.ws_connect("/table", headers=headers)

    serve(tmp_path, test, proxies=("table.example",))


def test_two_pages_see_the_same_table(tmp_path):
    async def test(client):
        one, two = await page(client), await page(client)
        await one.hear(lambda: "looking at the board" not in one.facts["state"]["display"])
        assert (await one.ask(do="put", tag=one.tag("large 0"), at="c3"))["ok"]
        for at in (one, two):
            await at.hear(lambda at=at: at.events)
            await at.hear(lambda at=at: at.facts["state"]["view"]["board"] == [["c3", "large 0"]])
        await one.socket.close()
        three = await page(client)
        assert three.facts["log"][-1]["do"] == ["large", "c3"]

    serve(tmp_path, test)


def test_the_pieces_of_a_new_game_come_with_its_players(tmp_path):
    async def test(client):
        socket = await page(client)
        await socket.socket.send_json({"id": 1, "do": "new", "game": "mars",
                                       "players": ["human", "random"]})
        while True:
            message = await socket.socket.receive_json()
            if message.get("state", {}).get("players") == ["human", "random"]:
                break
        assert message["tags"]["pieces"]

    serve(tmp_path, test)


@pytest.mark.parametrize("text", ["", "x", "[]", "5", "null", "[" * 5000, '{"id": {}}', "{"])
def test_a_message_that_is_no_request_gets_an_error(tmp_path, text):
    async def test(client):
        socket = await page(client)
        await socket.socket.send_str(text)
        answer = await socket.hear(lambda: False)
        assert answer["ok"] is False and answer["why"]
        assert (await socket.ask(do="knob", steps=1))["ok"]

    serve(tmp_path, test)


def test_bytes_and_endless_messages_do_not_stop_the_table(tmp_path):
    async def test(client):
        socket = await page(client)
        await socket.socket.send_bytes(b"\x00\xff")
        assert (await socket.hear(lambda: False))["ok"] is False
        await socket.socket.send_str("x" * (2 << 20))
        while not socket.socket.closed:
            await socket.socket.receive()
        assert (await (await page(client)).ask(do="knob", steps=1))["ok"]

    serve(tmp_path, test)


@pytest.mark.parametrize("arguments, why", [
    (["--profile", "nosuch"], "grid6"), (["--game", "chess"], "mars"),
])
def test_play_says_what_there_is(tmp_path, capsys, arguments, why):
    assert main(["play", "--no-open", "--port", "0", "--folder", str(tmp_path), *arguments]) == 1
    assert why in capsys.readouterr().err


def test_play_names_the_players_and_has_a_seat_for_each(tmp_path, capsys):
    start = ["play", "--no-open", "--port", "0", "--folder", str(tmp_path), "--players"]
    for names, why in (("Ann,Ben,Cem", "2"), ("Ann,%s" % ("B" * 17), "16")):
        assert main([*start, names, "--game", "mars"]) == 1
        assert why in capsys.readouterr().err
    server = Server(tmp_path, None, "landover", people=("Ann", "", "Zoë"))
    session = server.live.app.session
    assert session.game.seats == 3 and session.names == ["Ann", "", "Zoë"]
    again = Server(tmp_path, None, "landover", people=("Eve",))  # the game goes on
    assert again.live.app.session.names[0] == "Eve"


def test_play_says_that_the_port_is_taken(tmp_path, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["play", "--no-open", "--port", port, "--folder", str(tmp_path)]) == 1
    assert "port %s" % port in capsys.readouterr().err


def test_play_refuses_an_invalid_folder(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["play", "--no-open", "--folder", str(tmp_path / "file")]) == 1
    assert main(["host", "--no-open", "--folder", str(tmp_path / "file")]) == 1
    said = "cannot keep games in %s: there is a file of that name; name another --folder"
    assert capsys.readouterr().err.count(said % (tmp_path / "file")) == 2


def test_play_leaves_the_game_of_another_table_alone(tmp_path, capsys):
    with claimed(tmp_path):
        assert main(["play", "--no-open", "--port", "0", "--folder", str(tmp_path)]) == 1
    assert "choose another --folder" in capsys.readouterr().err
    with claimed(tmp_path):
        pass


def test_records_of_the_folder_are_served_and_nothing_else(tmp_path):
    (tmp_path / "mars-1.jsonl").write_text('{"leyboard": 1}\n')
    (tmp_path.parent / "secret").write_text("no")

    async def test(client):
        answer = await client.get("/records/mars-1.jsonl")
        assert await answer.text() == '{"leyboard": 1}\n'
        for name in ("mars-2.jsonl", "..%2Fsecret"):
            assert (await client.get("/records/" + name)).status == 404

    serve(tmp_path, test)


def test_an_invalid_folder_of_records(tmp_path, capsys):
    assert main(["play", "--records", str(tmp_path / "none")]) == 1
    assert "there is no folder" in capsys.readouterr().err
