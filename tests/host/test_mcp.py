"""A seat for language models: what it says and does, and whole games by a client of the Model
Context Protocol, which `make env` installs."""

import asyncio
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from games import names
from games.rng import Rng
from host_tools import ROOT, roomtable
from host_tools.arguments import game_of
from host_tools.cli import main, parser
from host_tools.errors import CommandError
from host_tools.mcp import _TOOLS, _table
from host_tools.model_seat import PAGE, ModelSeat, rules_of
from host_tools.roomtable import RoomTable
from sim.seats.keys import HOST
from sim.seats.socketdevice import SocketDevice
from tests.host.broker import needs_mosquitto
from tests.host.seated import hosted, simulated

TEXT = (ROOT / "docs" / "mcp.md").read_text()
SHORT = {"landover": '{"target": 8, "max_offers": 0}'}


@pytest.fixture(autouse=True)
def _journals(monkeypatch, tmp_path):
    """A fake table keeps its journal where the tests run."""
    monkeypatch.chdir(tmp_path)


def seat_of(*words):
    """Return the seat of a virtual table that `leyboard mcp` opens for these arguments."""
    arguments = parser("mcp").parse_args(["mcp", *words])
    return ModelSeat(_table(arguments, game_of(arguments)), arguments.seat, arguments.language)


def finish(seat, rng):
    """Play random actions to the end of a game; return the last state."""
    while not (state := seat.wait(60))["over"]:
        assert state["your_turn"], state
        pages = seat.legal_actions()["pages"]
        seat.act(rng.choice(seat.legal_actions(1 + rng.below(pages))["actions"])["words"])
    return state


@pytest.mark.parametrize("game", ["mars", pytest.param("land", marks=pytest.mark.deep)])
def test_it_plays_a_game_to_its_end(game):
    seat = seat_of("--game", game, "--seat", "blue", "--seed", "2", "--player", "red=random")
    state = finish(seat, Rng(1))
    (table,) = seat.tables()["tables"]
    assert state["view"]["result"] and state["view"]["scores"] == table["scores"]
    with pytest.raises(CommandError):
        seat.act(["small", "a1"])
    assert seat.new_game()["view"]["actions"] <= 1 and not seat.state()["over"]


def test_it_is_told_what_happened_and_what_it_may_do():
    seat = seat_of("--game", "mars", "--seat", "1", "--seed", "4", "--player", "0=random")
    state = seat.wait(60)
    assert state["you_are"] == "Blue" and state["to_act"] == [1] and state["your_turn"]
    (first,) = state["happened"]
    assert first["by"] == 0 and first["sentence"].endswith(first["do"][1])
    assert seat.state()["happened"] == []
    listed = seat.legal_actions()
    assert listed["count"] > PAGE == len(listed["actions"])
    last = seat.legal_actions(listed["pages"])
    assert PAGE * (last["pages"] - 1) + len(last["actions"]) == listed["count"]
    assert isinstance(seat.would_do(listed["actions"][0]["words"])["text"], str)
    after = seat.act(listed["actions"][0]["words"])
    assert [one["do"] for one in after["happened"]][0] == listed["actions"][0]["words"]


def test_a_seat_that_has_to_explain_gives_its_reasons_to_all():
    seat = seat_of("--game", "mars", "--player", "1=human", "--seed", "1")
    explaining = ModelSeat(seat.table, 0, "en", must_explain=True)
    with pytest.raises(CommandError, match="wants to know why"):
        explaining.act(["small", "c3"], "  ")
    with pytest.raises(CommandError, match="120"):
        explaining.act(["small", "c3"], "b" * 121)
    (told,) = explaining.act(["small", "c3"], "it holds the middle")["happened"]
    assert told["why"] == "it holds the middle"
    shown = seat.table.ask("state", seat=-1)["display"]
    assert any("it holds the middle" in line for line in shown), shown


@pytest.mark.parametrize("ask", [
    lambda seat: seat.act(["small", "z9"]), lambda seat: seat.act([]), lambda seat: seat.act("no"),
    lambda seat: seat.would_do(["cap", "a1", 3]), lambda seat: seat.legal_actions(0),
    lambda seat: seat.act([float("nan")]), lambda seat: seat.act([{"a": 1}]),
    lambda seat: seat.act(["x" * 65]), lambda seat: seat.act(["\ud83d"]),
    lambda seat: seat.legal_actions(99), lambda seat: seat.rules("Cooking"),
    lambda seat: seat.new_game(),
])
def test_what_is_refused_says_why_and_changes_nothing(ask):
    seat = seat_of("--game", "mars", "--seed", "1")
    before = seat.state()
    with pytest.raises(CommandError, match=r"\w+ \w+"):
        ask(seat)
    assert seat.state() == before


@pytest.mark.parametrize("words, why", [
    (64 * ["x" * 60], "at most 1024 characters"), ([[[[[[[[["x"]]]]]]]]], "more than 8 deep"),
])
def test_a_line_that_no_table_reads_is_refused_before_it_is_sent(words, why):
    seat = seat_of("--game", "mars", "--seed", "1")
    with pytest.raises(CommandError, match=why):
        seat.would_do(words)


def test_calls_at_once_do_not_take_each_others_answers():
    seat = seat_of("--game", "mars", "--seed", "1")
    would_do = partial(seat.would_do, ["cap", "a1"])
    calls = 6 * [seat.state, seat.legal_actions, seat.tables, would_do]
    with ThreadPoolExecutor(4) as threads:
        answers = [call.result() for call in [threads.submit(call) for call in calls]]
    kinds = ("view", "actions", "tables", "text")
    assert all(kinds[n % 4] in answer for n, answer in enumerate(answers))


def test_a_table_that_goes_away_is_told():
    class Away:
        def ask(self, do, **fields):
            raise OSError("the table does not answer")

    with pytest.raises(CommandError, match="does not answer"):
        ModelSeat(Away(), 0, "en").state()


def test_a_seat_that_is_closed_waits_no_longer():
    seat = seat_of("--game", "mars", "--seat", "blue", "--player", "red=human", "--seed", "1")
    with ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(seat.wait, 60)
        while not waiting.running():
            pass
        seat.close()
        with pytest.raises(CommandError, match="closed"):
            waiting.result()


@pytest.mark.parametrize("game", names())
def test_the_rules_are_read_by_paragraph(game):
    parts = rules_of(game)
    assert {"A turn", "The end"} & set(parts) and len(parts) > 5
    assert all(text and "\n## " not in text and "<!--" not in text for text in parts.values())


def test_the_rules_are_told_in_the_language_of_the_sentences():
    seat = seat_of("--game", "mars", "--language", "de")
    assert "Das Ende" in seat.rules()["headings"] and "For builders" not in rules_of("mars")


def test_the_rules_of_a_game_of_others_are_read_from_its_package():
    for name in ("konane", "ur"):
        assert "A turn" in rules_of(name), "a file, and a folder"
    with pytest.raises(CommandError, match="the game chess has no page of rules"):
        rules_of("chess")


class StrangeTable:
    """A room's table with a game that this computer does not have."""

    page = ""
    answers = {
        "state": {"view": {"game": "stones", "current": [0], "result": None}, "given_up": False},
        "legal": {"actions": [["out", "a1"]], "texts": ["take out a1"], "unlisted": ["offer"]},
    }

    def ask(self, do, **fields):
        if do == "rules" and not self.page:
            return {"ok": False, "why": "this room has no page on the game"}
        return {"ok": True, "rules": self.page} | self.answers.get(do, {})

    def take_events(self):
        return []


def test_a_room_tells_the_rules_and_the_sentences_of_a_game_that_is_not_here():
    table = StrangeTable()
    seat = ModelSeat(table, 0, "en")
    with pytest.raises(CommandError, match="the game stones has no page of rules"):
        seat.rules()
    table.page = "# Stones\n\nTwo play.\n\n<!-- why: no jump -->\n\n## A turn\n\nJump.\n"
    assert seat.rules() == {"game": "Stones", "headings": ["Stones", "A turn"]}
    assert seat.rules("A turn") == {"text": "Jump."}
    listed = seat.legal_actions()
    assert listed["actions"] == [{"words": ["out", "a1"], "sentence": "take out a1"}]
    assert listed["unlisted"] == ["offer"], "more than a room lists"


@pytest.mark.parametrize("words, why", [
    (["--game", "mars", "--seat", "3"], "there is no seat 3"),
    (["--game", "mars", "--player", "3=greedy"], "there is no seat 3"),
    (["--game", "mars", "--player", "1=nobody"], "there is no player nobody"),
    (["--game", "chess"], "there is no game chess"),
    ([], "give either --game or the --link"),
    (["--link", "-"], "give the link in a file"),
    (["--link", "http://127.0.0.1:1/#room=a&whom=0&token=b"], "nobody answers at that link"),
    (["--link", "http://%s/#room=a&whom=0&token=b" % ("a" * 99)], "nobody answers at that link"),
    (["--link", "http://127.0.0.1:1/#room=a&whom=\u00b2&token=b"], "that link is of no seat"),
    (["--link", "@nothing.txt"], "cannot read nothing.txt"),
])
def test_wrong_arguments_are_told(words, why, capfd, monkeypatch):
    monkeypatch.setattr(roomtable, "_JOIN_S", 0)
    pytest.importorskip("mcp", reason="run make env")
    assert main(["mcp", *words]) == 1
    said = capfd.readouterr().err
    assert why in said and "Traceback" not in said


def test_the_page_lists_the_tools_and_their_arguments():
    rows = dict(re.findall(r"(?m)^\| `(\w+)` \|([^|]*)\|", TEXT))
    assert list(rows) == [tool.__name__ for tool in _TOOLS]
    for tool in _TOOLS:
        takes = tool.__code__.co_varnames[1:tool.__code__.co_argcount]
        assert re.findall(r"`(\w+)`", rows[tool.__name__]) == list(takes)


def rooms(there, folder, links, language="en"):
    """Return a seat of a room for each link, each as another program has it."""
    return [ModelSeat(RoomTable(link, folder / str(n), language), n, language)
            for n, link in enumerate(links)]


def play_in_a_room(there, folder, links):
    """Play a game to its end by its two seats in a room; return their last states."""
    seats = rooms(there, folder, links)
    try:
        rng = Rng(4)
        for n in range(100):
            state = seats[n % 2].wait(20)
            if state["over"]:
                return [seat.state() for seat in seats]
            seats[n % 2].act(rng.choice(seats[n % 2].legal_actions()["actions"])["words"])
        raise AssertionError("it does not end")
    finally:
        for seat in seats:
            seat.table.close()


def test_two_models_meet_in_a_room(tmp_path):
    with hosted(tmp_path, simulated("grid6", "mars", seed=1)) as there:
        links = [there.link(seat) for seat in (0, 1)]
        one, two = play_in_a_room(there, tmp_path, links)
        assert one["view"] == two["view"] and one["view"]["result"]
        for link, why in ((links[0], "in use|taken|opens nothing|device"),
                          ("http://x/", "no link"), (there.link("watch"), "of no seat")):
            with pytest.raises(CommandError, match=why):
                RoomTable(link, tmp_path / "another")


def test_in_a_room_everybody_is_told_why(tmp_path):
    with hosted(tmp_path, simulated("grid6", "mars", seed=1)) as there:
        red, blue = rooms(there, tmp_path, [there.link(0), there.link(1)])
        try:
            red.wait(20)
            red.act(["small", "c3"], "it holds the middle")
            (told,) = blue.wait(20)["happened"]
            assert told["why"] == "it holds the middle"
            assert "why" not in blue.act(["small", "d4"])["happened"][-1]
        finally:
            red.table.close()
            blue.table.close()


def test_a_room_tells_a_model_what_its_seat_may_know(tmp_path):
    with hosted(tmp_path, simulated("isles12", "leylines", seats=3, seed=1)) as there:
        (red,) = rooms(there, tmp_path, [there.link(0)], "de")
        try:
            state = red.wait(20)
            assert state["your_turn"] and state["view"]["own"] and "verdeckt" in state["line"]
            listed = red.legal_actions()
            text = red.would_do(listed["actions"][0]["words"])["text"]
            after = red.act(listed["actions"][0]["words"])
            assert isinstance(text, str) and after["view"]["actions"] > state["view"]["actions"]
            there.server.room.views.page = "# {0} ({1})\n\n## A turn\n\nFlip.".format
            assert red.rules()["headings"] == ["leylines (de)", "A turn"], "the room's own page"
            assert "refused" not in after and red.tables()["tables"][0]["board"] == "isles12"
            for wrong in (lambda: red.act(["cairn", 9, "z9"]), red.new_game):
                with pytest.raises(CommandError, match=r"\w+ \w+"):
                    wrong()
        finally:
            red.table.close()


def test_a_seat_that_the_host_frees_and_a_room_that_goes_are_told(tmp_path):
    def until_it_is_refused(seat, why):
        with pytest.raises(CommandError, match=why):
            for _ in range(60):
                seat.wait(1)

    with hosted(tmp_path, simulated("grid6", "mars", seed=1)) as there:
        red, blue = rooms(there, tmp_path, [there.link(0), there.link(1)])
        assert asyncio.run(free(there.link(HOST), 1))["ok"]
        until_it_is_refused(blue, "new link|for a new one")
        blue.table.close()
        red.act(red.legal_actions()["actions"][0]["words"])  # a seat that is to act does not wait
    until_it_is_refused(red, "out of reach")
    red.table.close()


async def free(link, seat):
    """Free a seat as the room's host; return the answer."""
    host = SocketDevice(link, b"h" * 32)
    serving = asyncio.create_task(host.serve())
    while not host.is_in:
        await asyncio.sleep(0)
    answer = await host.ask("free", seat=seat)
    serving.cancel()
    return answer


@pytest.mark.deep
@needs_mosquitto
def test_a_model_joins_through_a_broker(tmp_path, broker):
    with hosted(tmp_path, simulated("grid6", "mars", seed=2), broker=broker) as there:
        links = [there.link(0), there.far.far_link("https://x/seat.html", broker.at, 1)]
        assert play_in_a_room(there, tmp_path, links)[1]["view"]["result"]


@pytest.mark.deep
def test_the_server_ends_with_its_input_while_somebody_waits(tmp_path):
    pytest.importorskip("mcp", reason="run make env")
    words = ["mcp", "--game", "mars", "--seat", "blue", "--player", "red=human"]
    begin = {"protocolVersion": "2025-06-18", "capabilities": {},
             "clientInfo": {"name": "test", "version": "1"}}
    requests = [
        {"id": 0, "method": "initialize", "params": begin},
        {"method": "notifications/initialized"},
        {"id": 1, "method": "tools/call", "params": {"name": "wait", "arguments": {}}},
        {"id": 2, "method": "tools/call", "params": {"name": "tables", "arguments": {}}},
    ]
    with subprocess.Popen([sys.executable, "-m", "host_tools.cli", *words], cwd=ROOT,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        for request in requests:
            server.stdin.write(json.dumps({"jsonrpc": "2.0"} | request) + "\n")
        server.stdin.flush()
        assert [json.loads(server.stdout.readline())["id"] for _ in range(2)] == [0, 2]
        server.stdin.close()
        assert server.wait(50) == 0, "the wait takes 60 s"


@pytest.mark.deep
@pytest.mark.parametrize("game", names())
def test_a_scripted_client_ends_every_game(game):
    stdio = pytest.importorskip("mcp.client.stdio", reason="run make env")
    from mcp.client.session import ClientSession

    words = ["-m", "host_tools.cli", "mcp", "--game", game, "--seed", "3"]
    words += ["--options", SHORT[game]] if game in SHORT else []
    server = stdio.StdioServerParameters(command=sys.executable, args=words, cwd=str(ROOT))

    async def play():
        rng = Rng(2)
        there = stdio.stdio_client(server, errlog=sys.__stderr__)
        async with there as line, ClientSession(*line) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            assert [tool.name for tool in tools] == [tool.__name__ for tool in _TOOLS]

            async def ask(name, **fields):
                answer = await session.call_tool(name, fields)
                return json.loads(answer.content[0].text)

            assert "refused" in await ask("act", words=["nothing"])
            while not (state := await ask("wait", seconds=60))["over"]:
                choices = (await ask("legal_actions"))["actions"]
                await ask("act", words=rng.choice(choices)["words"])
            return state

    assert asyncio.run(play())["view"]["result"]
