"""A room that works a part at a time, and its messages in pieces."""

import json

from games import make
from games.texts import Texts
from sim.seats.keys import Keys
from sim.seats.seat_actions import Listing, seat_actions, spot_names
from sim.seats.sessions import Sessions
from sim.seats.slow_room import SlowRoom, pieces
from sim.seats.tables import TableHere
from table.link import encode
from table.wiring import grid6
from tests.portable.fake_table import FakeTable


class Line(TableHere):
    """The table, and the answers that it gave, as (request, answer)."""

    def __init__(self, handle):
        super().__init__(handle)
        self.answers = []

    def ask(self, do, **fields):
        answer = super().ask(do, **fields)
        self.answers.append((do, answer))
        return answer


def rooms():
    """Return a slow room at a table with Mars, its sessions, and the table."""
    fake = FakeTable(grid6)
    fake.new("mars", players=["human", "human"], seed=1)
    fake.sent.clear()
    fake.line = Line(fake.app.host.handle)
    room = SlowRoom(fake.line, Keys(), clock=lambda: 0)  # it looks again after some seconds
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


def test_the_table_is_asked_for_a_few_actions_at_a_time():
    room, sessions, fake = rooms()
    ask(sessions, 1, do="join")
    settle(room)
    facts, _ = told(sessions)
    (lays,) = [kind["ways"] for kind in facts["mine"]["lays"] if kind["word"] == "small"]
    words = [way["words"] for way in lays]
    legal = json.loads(encode(fake.app.host.handle({"do": "legal", "by": 0})))["actions"]
    assert words == [one for one in legal if one[0] == "small"]
    parts = [answer["actions"] for do, answer in fake.line.answers if do == "legal"]
    assert len(parts) > 5 and max([len(part) for part in parts]) <= 16


def test_actions_that_were_sent_are_kept_no_longer_and_told_again_to_who_asks():
    room, sessions, _ = rooms()
    ask(sessions, 1, do="join")
    settle(room)
    first = told(sessions)[0]
    assert len(json.dumps(list(room.views.own[0]["may"].items()))) == 2
    ask(sessions, 2, do="see")
    settle(room)
    again, answer = told(sessions)
    assert answer["ok"] and again == first
    sessions.hear("0", "c", "key", 1, json.dumps({"id": 1, "do": "join", "language": "de"}))
    settle(room)
    facts = [json.loads("".join(text)) for one, _, text in sessions.take() if one == "c"][0]
    ways = [[way["words"] for way in kind["ways"]] for kind in facts["mine"]["lays"]]
    assert ways == [[way["words"] for way in kind["ways"]] for kind in first["mine"]["lays"]]
    assert facts["mine"]["lays"] != first["mine"]["lays"], "in German"


def test_a_second_language_asks_for_its_sentences_alone():
    room, sessions, fake = rooms()
    ask(sessions, 1, do="join", language="en")
    sessions.hear("1", "b", "other", 1, json.dumps({"id": 1, "do": "join", "language": "de"}))
    settle(room)
    told(sessions)
    fake.line.answers.clear()
    words = fake.app.session.game.text(fake.app.session.game.legal(0)[0])
    ask(sessions, 2, do="act", moment=room.views.moments[0], words=words)
    settle(room)
    asked = [do for do, _ in fake.line.answers]
    assert asked.count("line") == 1 and asked.count("state") == 3, "all, and each seat"
    assert len({facts["state"]["line"] for facts in told(sessions) if "state" in facts}) == 2


def test_what_depends_on_the_position_has_no_piece_and_ends():
    game = make("landover", 4)
    listing = Listing(game)
    for words in (["play", "diplomat", "0/SW"], ["play", "raze", "12.SE"],
                  ["play", "medicine", "5.S"], ["village", "9.S"]):
        listing.add(1, words, spot_names(game))
    saying = seat_actions(game, Texts(), 1, listing)
    while True:
        try:
            next(saying)
        except StopIteration as end:
            lays = end.value["lays"]
            break
    assert [kind["face"] for kind in lays] == ["", "village 1"]


def test_more_of_a_kind_than_a_phone_can_list_leave_their_first_word():
    _, _, fake = rooms()
    game = fake.app.session.game
    listing = Listing(game, 2)
    spots = spot_names(game)
    for words in (["small", "a1"], ["small", "b1"], ["small", "c1"]):
        listing.add(0, words, spots)
    assert len(listing.words) == 3 and not listing.many, "these have places"
    game.words = lambda seat, action: ["offer"]
    for count in range(1, 5):
        listing.add(0, ["small", "d%d" % count], spots)
        assert len(listing.words) == (3 + count if count < 3 else 3)
    assert listing.many == ["small"]
    assert [row[0][1] for row in listing.words] == ["a1", "b1", "c1"]


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
