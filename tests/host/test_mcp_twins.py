"""A seat for language models, asked in twins: two games that this seat cannot tell apart give the
same answer to each tool, refusals included, at a table and in a room."""

import asyncio
import json
from pathlib import Path

import pytest

from games import make, names
from games.base import IllegalAction
from games.rng import Rng
from host_tools import model_seat, roomtable
from host_tools.mcp import server, tools
from host_tools.model_seat import ModelSeat
from host_tools.roomtable import RoomTable
from sim.contract.rules import forms
from sim.seats.tables import TableHere
from tests.host.seated import Party
from tests.portable.test_twins import _GAMES, positions
from tests.portable.twins import told, twin

_SOME = 5  # legal actions that are asked about
_WRONG = 4  # others, of each kind
_LEAST = {"table": 4, "room": 2}  # twins that have to be found
_QUICK = (("table", _GAMES[2]),)
_SETUPS = [pytest.param(kind, setup, marks=[pytest.mark.deep] * ((kind, setup) not in _QUICK))
           for kind in _LEAST for setup in _GAMES]


class Clock:
    """A clock that goes on when somebody sleeps."""

    now = 0.0

    def monotonic(self):
        return self.now

    def sleep(self, s):
        self.now += s


@pytest.fixture(autouse=True)
def _here(monkeypatch, tmp_path):
    """A fake table keeps its journal where the tests run; no seat waits for its turn."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(model_seat, "time", Clock())


def after(game, folder):
    """Return a Party whose table, with a folder of its own, has played the log of a game."""
    party = Party(game.NAME, game.seats, game.options, folder, think=False)
    for n in range(len(game.log)):
        party.fake.app.session.act(game.log[n][0], game.log[n][1:])
    return party


class AtTable:
    """A seat at a table, as `leyboard mcp --game` opens it."""

    def __init__(self, game, seat, folder, monkeypatch):
        self.party = after(game, folder)
        self.party.table = table = TableHere(self.party.handle)
        table.ask("elsewhere", by=seat, yes=True)
        self.model = ModelSeat(table, seat, "en")
        self.go_on()

    def go_on(self):
        self.party.settle()

    def close(self):
        pass


class Device:
    """A device in the room of a Party, as a program that has come by a link has it."""

    is_in, why = True, ""

    def __init__(self, party, seat):
        self.whom = str(seat)
        self._party = party
        self._phone = party.phone(seat)

    @property
    def facts(self):
        return self._phone.facts

    async def serve(self):
        await asyncio.Event().wait()

    async def ask(self, do, **fields):
        self._party.now += 60  # nobody asks too fast
        answer = self._phone.ask(do, **fields)
        self._party.settle()  # a room goes on by itself
        self._party.room.step()
        return answer


class InRoom:
    """A seat in a room, as `leyboard mcp --link` opens it."""

    def __init__(self, game, seat, folder, monkeypatch):
        self.party = after(game, folder)
        monkeypatch.setattr(roomtable, "SocketDevice", lambda *_: Device(self.party, seat))
        self.go_on()
        self.model = ModelSeat(RoomTable("http://here/", Path()), seat, "en")

    def go_on(self):
        self.party.settle()
        self.party.room.step()

    def close(self):
        self.model.table.close()


_KINDS = {"table": AtTable, "room": InRoom}


def wrong_words(game, seat, legal, rng):
    """Return the words of actions that a seat may not take, of each kind that the game has."""
    found = []
    for kind, *bounds in forms(game.ACTIONS) * _WRONG:
        action = (kind, *(rng.below(bound) for bound in bounds))
        try:
            words = list(game.text(action))
        except (IndexError, TypeError, IllegalAction):
            continue  # none that anybody could name
        if words not in legal:
            found.append(words)
    return found


def questions(legal, wrong, pages):
    """Return the arguments for each tool, which change nothing."""
    some = legal[:: max(1, len(legal) // _SOME)]
    return {
        "tables": [()], "state": [(), ()], "legal_actions": [(n,) for n in range(pages + 2)],
        "would_do": [(words,) for words in some + wrong],
        "act": [(words, "because") for words in wrong + [[], "x"]], "wait": [(1,)],
        "rules": [(), ("all",), ("Cooking",)], "new_game": [()],
    }


def answers(there, asked):
    """Return what a seat is told, as the server sends it."""
    return [json.dumps([tool.__name__, values, tool(*values)]) for tool in tools(there.model)
            for values in asked[tool.__name__]]


def stay_twins(game, other, seat, action):
    """Do two twins stay twins after an action of the seat?"""
    for one in (game, other):
        one.apply(seat, action)
    same = game.current() == other.current() and told(game, seat) == told(other, seat)
    for one in (game, other):
        one.undo()
    return same


@pytest.mark.parametrize("kind, setup", _SETUPS)
def test_twins_are_told_the_same_by_every_tool(kind, setup, tmp_path_factory, monkeypatch):
    compared = []
    rng = Rng(3)
    for game, acting, _ in positions(setup, Rng(6)):
        for seat in range(game.seats):
            other = twin(game, seat, rng)
            if other is None:
                continue
            legal = [list(game.text(one)) for one in game.legal(seat)] if seat == acting else []
            asked = questions(legal, wrong_words(game, seat, legal, rng), -(-len(legal) // 40))
            pair = [
                _KINDS[kind](one, seat, str(tmp_path_factory.mktemp("table")), monkeypatch)
                for one in (game, other)
            ]
            try:
                assert answers(pair[0], asked) == answers(pair[1], asked), (seat, len(game.log))
                action = rng.choice(list(game.legal(seat))) if legal else None
                if action and stay_twins(game, other, seat, action):
                    for there in pair:
                        there.model.act(list(game.text(action)))
                        there.go_on()
                    assert pair[0].model.state() == pair[1].model.state()
                compared.append(seat)
            finally:
                for there in pair:
                    there.close()
    assert len(compared) >= _LEAST[kind] and len(set(compared)) > 1


def test_all_games_with_secrets_have_twins():
    assert {setup[0] for setup in _GAMES} == {name for name in names() if make(name).has_secrets()}


def test_a_server_has_tools_and_nothing_else():
    found = pytest.importorskip("mcp.server.mcpserver", reason="run make env")
    made = server(found.MCPServer, ModelSeat(None, 0, "en"))
    for listed in (made.list_resources, made.list_resource_templates, made.list_prompts):
        assert asyncio.run(listed()) == []
