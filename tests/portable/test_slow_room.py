"""A room that works a part at a time, and its messages in pieces."""

import json

from sim.seats.keys import Keys
from sim.seats.sessions import Sessions
from sim.seats.slow_room import SlowRoom, pieces
from sim.seats.tables import TableHere
from table.wiring import grid6
from tests.portable.fake_table import FakeTable


def rooms():
    """Return a slow room at a table with Mars, its sessions, and the table."""
    fake = FakeTable(grid6)
    fake.new("mars", players=["human", "human"], seed=1)
    fake.sent.clear()
    room = SlowRoom(TableHere(fake.app.host.handle), Keys())
    return room, Sessions(room, write=pieces), fake


def told(sessions):
    """Return the messages that are sent now."""
    return [json.loads("".join(text)) for _, _, text in sessions.take()]


def settle(room):
    """Let the room work until it waits; return its steps."""
    steps = 1
    while room.step():
        steps += 1
    return steps


def ask(sessions, number, **request):
    sessions.hear("0", "a", "key", number, json.dumps({"id": number} | request))


def test_the_facts_of_an_action_come_in_parts_and_before_its_answer():
    room, sessions, _ = rooms()
    ask(sessions, 1, do="join")
    assert room.is_busy and sessions.take() == []
    assert settle(room) > 100, "an action a step"
    facts, answer = told(sessions)
    assert answer == {"id": 1, "ok": True, "whom": "0"}
    moment = facts["mine"]["moment"]
    words = facts["mine"]["lays"][0]["ways"][0]["words"]
    ask(sessions, 2, do="act", moment=moment, words=words)
    assert room.is_busy and sessions.take() == []
    settle(room)
    facts, answer = told(sessions)
    assert answer["ok"] and facts["mine"]["moment"] == moment + 1 and not facts["mine"]["lays"]


def test_a_request_in_between_counts_in_the_moment_of_the_new_facts():
    room, sessions, fake = rooms()
    ask(sessions, 1, do="join")
    settle(room)
    (facts, _) = told(sessions)
    words = facts["mine"]["lays"][0]["ways"][0]["words"]
    for number, spot in ((2, "f6"), (3, "a1")):
        words = words[:1] + [spot]
        ask(sessions, number, do="act", moment=facts["mine"]["moment"], words=words)
    settle(room)
    answers = [one for one in told(sessions) if "id" in one]
    assert [one["ok"] for one in answers] == [True, False] and len(fake.app.session.game.log) == 1


def test_pieces_are_the_message():
    way = {"words": ["small", "a1"], "spots": ["a1"], "text": 'small "a1"\n', "face": None}
    mine = {"lays": [{"word": "small", "ways": [way] * 100}], "actions": [], "own": {}}
    message = {"mine": mine, "you": {"left": False, "phrases": ("hello",)}, "n": [[1, [2, []]], 3]}
    found = list(pieces(message))
    assert len(found) > 2 and json.loads("".join(found)) == json.loads(json.dumps(message))
    assert max(len(one) for one in found) < 4096, "no long block of memory"
