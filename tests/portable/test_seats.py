"""A room around a table, and its far devices."""

import json

from sim.seats.keys import HOST, WATCH, Keys
from sim.seats.tabroom import TabRoom
from sim.window.livetable import LiveTable

OWN = "0f" * 32  # a public key
SESSION = "0123456789abcdef" * 2


def ignore(kind, value):
    pass


class Time:
    """A clock that people wait for."""

    now = 0.0

    def __call__(self):
        self.now += 0.001
        return self.now


class Hosting:
    """A table with a room, and what far devices are told: facts and answers by session."""

    def __init__(self, game="mars"):
        self.clock = Time()
        self.live = LiveTable(".", "grid6", ignore, clock=self.clock)
        self.live.begin(game)
        self.open()

    def open(self):
        self.room = TabRoom(self.live, ".")
        self.about = json.loads(self.room.about())
        self.facts = {}
        self.answers = {}

    def up(self, seat, number, session=SESSION, own=OWN, **request):
        self.room.hear(str(seat), session, own, number, json.dumps(dict(request, id=number)))
        self.take()
        return self.answers.get(session)

    def join(self, seat, session=SESSION):
        return self.up(seat, 1, session, do="join")

    def take(self):
        for session, _, text in json.loads(self.room.take() or "[]"):
            told = json.loads(text)
            if "id" in told:
                self.answers[session] = told
            else:
                self.facts.setdefault(session, {}).update(told)

    def run(self):
        for _ in range(40):
            self.clock.now += 0.1
            self.live.step()
            self.room.step()
        self.take()


def test_a_friend_plays_at_the_table_of_a_tab():
    there = Hosting()
    assert there.join(1)["ok"]
    assert there.facts[SESSION]["mine"]["own"] == {} and there.live.app.session.elsewhere == [1]
    there.live.ask({"do": "do", "by": 0, "words": ["small", "c3"]})
    there.run()
    mine = there.facts[SESSION]["mine"]
    assert mine["lays"]
    act = {"do": "act", "moment": mine["moment"], "words": ["large", "a1"]}
    assert there.up(1, 2, **act)["ok"] and len(there.live.game.log) == 2
    assert there.up(1, 2, **act) and len(there.live.game.log) == 2  # it came twice
    there.up(1, 2, do="leave")  # a number counts once
    assert there.live.app.session.elsewhere == [1]
    facts = json.loads(there.room.take_facts())
    assert [place["by"] for place in facts["seats"]["seats"]] == ["table", "phone"]
    assert facts["host"]["links"][1] is None


def test_the_tab_opens_its_room_again_with_the_same_links():
    there = Hosting()
    assert there.join(1)["ok"]
    before = there.about
    there.room.close()
    assert there.live.app.session.elsewhere == [] and there.live.listeners == []
    there.open()
    assert there.about == before and there.live.app.session.elsewhere == [1]
    assert json.loads(there.room.ask('{"id": 1, "do": "free", "seat": 1}'))["ok"]
    assert json.loads(there.room.about())["tokens"]["1"] != before["tokens"]["1"]
    assert there.live.app.session.elsewhere == []


def test_the_tab_does_not_show_what_a_friend_holds():
    there = Hosting("market")
    own = {"do": "own", "seat": 1}
    assert there.live.do(None, own)["ok"]
    assert there.join(1)["ok"]
    there.run()
    assert not there.live.do(None, own)["ok"]
    assert there.live.do(None, {"do": "own", "seat": 0})["ok"]
    mine = there.facts[SESSION]["mine"]
    act = {"do": "act", "moment": mine["moment"], "words": ["bid", 2]}
    assert there.up(1, 2, **act)["ok"]
    there.run()
    state = there.facts[SESSION]["state"]
    assert state["view"]["bids"] == [None, "made"] and state["asked"] == [0]
    assert there.facts[SESSION]["mine"]["own"] == {"bid": 2}


def test_what_is_no_message_is_refused():
    there = Hosting()
    assert there.join(1)["ok"]
    there.room.hear(HOST, "0" * 32, OWN, 1, '{"do": "join"}')  # who hosts is at the table
    there.room.hear("0", SESSION, OWN, 2, '{"do": "see"}')  # the session is another's
    there.room.hear("1", SESSION, "ab" * 32, 2, '{"do": "see"}')
    for number, text in enumerate(("[", "[1, 2]", "[" * 4000, '{"do": "fly"}')):
        there.room.hear("1", SESSION, OWN, number + 3, text)
    assert "opens nothing" in there.room.refuse()  # it could not be unsealed
    there.run()
    assert json.loads(there.room.take_facts())["host"]["refused"] == 8
    there.room.end(SESSION)
    there.run()
    assert not json.loads(there.room.take_facts())["seats"]["seats"][1]["here"]
    there.room.hear("1", SESSION, OWN, 9, '{"do": "join"}')  # it has ended
    there.run()
    assert not there.room.is_there(SESSION)


def test_a_copy_of_a_link_hears_that_it_is_used_and_gets_no_session():
    there = Hosting()
    assert there.join(1)["ok"]
    copy = "c" * 32
    assert "another device" in there.up(1, 1, copy, "ab" * 32, do="join")["why"]
    assert not there.room.is_there(copy) and there.room.is_there(SESSION)


def test_tokens_are_long_and_kept():
    keys = Keys("seats.json")
    tokens = {keys.token(whom) for whom in (HOST, WATCH, 0, 1, 7)}
    assert len(tokens) == 5 and min([len(token) for token in tokens]) == 22
    again = Keys("seats.json")
    assert again.secret == keys.secret and len(keys.secret) == 64
    assert {again.token(whom) for whom in (HOST, WATCH, 0, 1, 7)} == tokens
