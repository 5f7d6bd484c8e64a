"""Requests of a host are checked before anything is done, and answered once."""

import json

from games import names
from games.base import CHANCE, CHOSEN
from games.rng import Rng
from table import forms
from table.host import Host
from tests.portable.fake_table import FakeTable


def fake(game="mars", **settings):
    table = FakeTable()
    table.new(game, **settings)
    table.sent.clear()
    return table


def ask(table, **request):
    """Return the answer to a request sent over the line."""
    table.sent.clear()
    table.app.host.feed(json.dumps(request) + "\n")
    answers = [json.loads(line) for line in table.sent]
    answers = [answer for answer in answers if "event" not in answer]
    assert len(answers) == 1, table.sent
    return answers[0]


def refused(table, error, **request):
    """Return why a request is refused; it must change nothing."""
    session, palette = table.app.session, table.app.painter.palette
    before = (session.game, session.game.digest(), session.version, palette.brightness)
    answer = ask(table, **request)
    assert not answer["ok"] and answer["error"] == error and answer["why"], (request, answer)
    now = (session.game, session.game.digest(), session.version, palette.brightness)
    assert now == before
    return answer["why"]


def test_an_answer_has_the_number_of_its_request():
    table = fake()
    answer = ask(table, id=7, do="hello")
    assert answer["id"] == 7 and answer["ok"] is True and "mars" in answer["games"]
    assert refused(table, "unknown", id=8, do="fly")
    assert ask(table, do="hello")["id"] is None


# Bytes that ModemManager, a modem's and a phone's tools, and hardware wallets send to any port.
PROBES = (
    b"AT\r\r\nAT+GCAP\r\nATI\r\n",
    b"\x7e\x00\x78\xf0\x7e\x7e\x00\x78\xf0\x7e",
    b"\x01\0\0\0\x10\0\0\0\x01\0\0\0\0\0\x10\0",
    b"\x00\xa2bid\x01fmethod" + b"\xff" * 40 + b"\n",
)


def test_programs_that_try_every_port_leave_the_game_alone():
    for probe in PROBES:
        table = fake()
        before = (table.app.session.version, table.app.display_text.shown)
        table.app.host.feed(probe)
        table.run()
        assert (table.app.session.version, table.app.display_text.shown) == before, probe
        assert all([not json.loads(line)["ok"] for line in table.sent]), probe
        table.app.host.feed("\n")  # ends what they began
        assert ask(table, do="hello")["ok"], probe


def test_invalid_numbers_of_requests():
    table = fake()
    for number in (-1, 2**30, 1 / 2, True, "x", [1], {}):
        assert "id is" in refused(table, "form", id=number, do="hello")


def test_the_table_keeps_sensing_while_it_answers():
    table = fake("land")
    table.sense.step = lambda: None if table.sense.seen[0] else table.lay(1, "a1")
    table.clock.per_look = 5
    frames = table.pixels.frames
    fed = []
    table.app.session.journal.keepalive = lambda: fed.append(1)  # the watchdog
    assert ask(table, do="legal", by=0)["ok"]
    assert fed  # an answer may take longer than its 8 s limit
    assert CHOSEN in table.meanings("a1") and table.pixels.frames > frames
    assert not table.app.session.game.log  # the action waits until the answer is sent


def test_failing_senses_do_not_spoil_an_answer():
    table = fake("land")

    def fail():
        raise ValueError("broken")

    table.sense.step = fail
    table.clock.per_look = 5
    assert ask(table, do="legal", by=0)["ok"]
    assert "broken" in table.app.display_text.message


def test_every_field_is_checked():
    table = fake()
    for do, why, values in (
        ("state", "seat is a whole number from -1 to 7", {"seat": 9}),
        ("state", "seat is", {"seat": -2}),
        ("state", "seat is", {"seat": True}),
        ("state", "seat is", {"seat": 1 / 2}),
        ("state", "unknown field", {"chair": 1}),
        ("hello", "the fields are: language", {"x": 1}),
        ("legal", "by is missing", {}),
        ("do", "words is missing", {"by": 0}),
        ("do", "by is", {"by": "0", "words": ["cap", "c3"]}),
        ("do", "words is a list", {"by": 0, "words": []}),
        ("do", "words is", {"by": 0, "words": "cap"}),
        ("do", "words is", {"by": 0, "words": [1 / 2]}),
        ("do", "words is", {"by": 0, "words": [2**30]}),
        ("do", "words is", {"by": 0, "words": ["\x1b[2J"]}),
        ("do", "words is", {"by": 0, "words": ["a" * 65]}),
        ("do", "words is", {"by": 0, "words": [0] * 65}),
        ("do", "words is", {"by": 0, "words": [["a", {}]]}),
        ("new", "game is missing", {}),
        ("new", "game is", {"game": "m" * 17}),
        ("new", "seats is", {"game": "mars", "seats": 9}),
        ("new", "seed is", {"game": "mars", "seed": "7"}),
        ("new", "seed is", {"game": "mars", "seed": -1}),
        ("new", "players is", {"game": "mars", "players": 3}),
        ("new", "players is", {"game": "mars", "players": [3]}),
        ("new", "players is", {"game": "mars", "players": ["human"] * 9}),
        ("new", "options is", {"game": "mars", "options": {"tie": ["second"]}}),
        ("new", "options is", {"game": "mars", "options": {"o%d" % i: 1 for i in range(33)}}),
        ("load", "begin is true or false", {"begin": 1}),
        ("load", "line is", {"begin": True, "line": ""}),
        ("theme", "name is missing", {}),
        ("brightness", "level is", {"level": 256}),
        ("write", "token is", {"set": 1, "token": 240}),
        ("write", "set is", {"set": 256, "token": 1}),
    ):
        assert why in refused(table, "form", id=1, do=do, **values), (do, values)


def test_texts_are_printable_ascii():
    table = fake()
    for text in ("caf\\u00e9", "\\u0000", "\\ud83d", "\\n", "a\\u007f"):
        table.sent.clear()
        table.app.host.feed('{"id": 1, "do": "do", "by": 0, "words": ["%s"]}\n' % text)
        assert "words is a list" in json.loads(table.sent[0])["why"], text


def test_a_well_formed_request_may_still_be_refused():
    table = fake()
    for error, why, values in (
        ("value", "there is no seat 2: the last one is 1", {"do": "state", "seat": 2}),
        ("value", "there is no seat 7", {"do": "legal", "by": 7}),
        ("value", "there is no seat 5", {"do": "do", "by": 5, "words": ["cap", "c3"]}),
        ("value", "", {"do": "do", "by": 0, "words": ["huge", "c3"]}),
        ("value", "", {"do": "do", "by": 0, "words": ["cap"]}),
        ("illegal", "", {"do": "do", "by": 1, "words": ["small", "c3"]}),
        ("illegal", "", {"do": "undo"}),
        ("value", "no game chess", {"do": "new", "game": "chess"}),
        ("value", "for 2 seats", {"do": "new", "game": "mars", "seats": 3}),
        ("value", "3 players", {"do": "new", "game": "mars", "players": ["human"] * 3}),
        ("value", "nobody", {"do": "new", "game": "mars", "players": ["nobody"]}),
        ("value", "option", {"do": "new", "game": "mars", "options": {"tie": "x"}}),
        ("value", "begin", {"do": "load", "line": "{}"}),
        ("value", "line 1", {"do": "load", "begin": True, "line": "[" * 900}),
        ("value", "empty", {"do": "load", "begin": True, "end": True}),
        ("value", "", {"do": "theme", "name": "dark"}),
    ):
        assert why in refused(table, error, id=1, **values), values


def test_nobody_acts_for_chance_or_for_a_computer():
    table = fake()
    session = table.app.session
    session.new("landover", 2, {}, ["human", "random"], 5)
    game = session.game
    others = 0
    for _ in range(60):
        while CHANCE in game.current() or game.current() == (1,):
            for by in game.current():
                words = game.text(game.sample(Rng(1)) if by == CHANCE else game.legal(by)[0])
                why = refused(table, "illegal", id=1, do="do", by=by, words=words)
                assert why == ("the table draws and rolls in this game" if by == CHANCE else
                               "Blue is played by the computer")
                others += 1
            session.think()
        session.act(0, game.legal(0)[-1])
    assert others > 20
    session.new("landover", 2, {}, (), None)  # people roll
    by = session.game.current()[0]
    words = session.game.text(session.game.sample(Rng(1)))
    assert by == CHANCE and ask(table, do="do", by=by, words=words)["ok"]


def test_null_means_that_a_field_is_left_out():
    table = fake()
    assert ask(table, id=1, do="new", game="mars", seats=None, options=None, seed=None)["ok"]
    assert table.app.session.seed is None and table.app.session.players == ["human", "human"]


def test_every_game_refuses_malformed_words():
    for name in names():
        table = fake(name)
        by = table.app.session.game.current()[0]
        kinds = set()
        for action in table.app.session.game.legal(by)[:300]:
            kinds.add(table.app.session.game.text(action)[0])
        for kind in sorted(kinds):
            for rest in ([], [None], [[]], [[[1]]], ["", "", ""], [-1], [10**6], [None] * 5,
                         [["a1"], ["b2"]], ["a1", -5], [[1] * 40]):
                answer = ask(table, id=1, do="do", by=by, words=[kind] + rest)
                if answer["ok"]:
                    assert ask(table, id=2, do="undo")["ok"] or by < 0, (name, kind, rest)
        for first in ("", "fly", None, 0, -1, [], [["x"]]):
            refused(table, "value", id=1, do="do", by=by, words=[first])


def test_a_seat_not_to_act_has_no_actions():
    table = fake()
    assert ask(table, id=1, do="legal", by=0)["actions"]
    assert ask(table, id=1, do="legal", by=1)["actions"] == []
    assert ask(table, id=1, do="legal", by=-1)["actions"] == []


def test_a_host_may_ask_for_a_part_of_the_actions():
    table = fake()
    all_of_them = ask(table, id=1, do="legal", by=0)["actions"]
    assert len(all_of_them) > 100
    found = []
    while len(found) < len(all_of_them):
        some = ask(table, id=2, do="legal", by=0, start=len(found), most=25)["actions"]
        assert len(some) == min(25, len(all_of_them) - len(found))
        found += some
    assert found == all_of_them
    assert ask(table, id=3, do="legal", by=0, start=len(found))["actions"] == []
    refused(table, "form", id=4, do="legal", by=0, most=0)


def test_the_sentences_come_alone_in_any_language():
    table = fake()
    for language in ("", "en", "de"):
        state = ask(table, id=1, do="state", language=language)
        line = ask(table, id=2, do="line", language=language)
        assert (line["line"], line["problem"]) == (state["line"], state["problem"])
    assert "view" not in line


def test_600_actions_are_sent_in_small_pieces():
    table = fake()
    game = table.app.session.game
    actions = (game.legal(0) * 20)[:600]
    game.legal = lambda by: actions
    pieces = []
    Host(table.app, pieces.append).feed('{"id": 1, "do": "legal", "by": 0}\n')
    assert len(pieces) > 50 and max([len(piece) for piece in pieces]) < 400
    assert len(json.loads("".join(pieces))["actions"]) == 600


def test_an_answer_that_runs_out_of_memory_is_replaced_by_an_error():
    table = fake()

    said = [["small", "a1"]]

    def text(action):
        if not said:
            raise MemoryError
        return said.pop()

    table.app.session.game.text = text
    table.sent.clear()
    table.app.host.feed('{"id": 4, "do": "legal", "by": 0}\n')
    assert table.sent[0] == '{"actions": [["small", "a1"]\n'
    assert json.loads(table.sent[1])["error"] == "memory" and len(table.sent) == 2


def test_a_record_is_sent_and_loaded_line_by_line():
    table = fake(seed=5)
    for words in (["small", "c3"], ["small", "d4"]):
        by = table.app.session.game.current()[0]
        assert ask(table, id=1, do="do", by=by, words=words)["ok"]
    table.sent.clear()
    table.app.host.feed('{"id": 1, "do": "record"}\n')
    lines = [json.loads(line).get("line") for line in table.sent][:-1]
    assert len(lines) == 3
    table.new("land")
    for number in range(3):
        assert ask(table, id=2, do="load", begin=number == 0, line=lines[number])["ok"]
    assert table.app.session.game.NAME == "land"
    assert ask(table, id=2, do="load", end=True)["ok"]
    assert table.app.session.game.NAME == "mars" and len(table.app.session.game.log) == 2


def test_field_forms_are_explained_in_words():
    for field, words in (
        (("a", forms.NUMBER, 0, 3), "a whole number from 0 to 3"),
        (("a", forms.TEXT, 1, 16), "a text of 1 to 16 ASCII characters"),
        (("a", forms.FLAG, 0, 1), "true or false"),
        (("a", forms.TEXTS, 0, 8), "a list of 0 to 8 texts"),
    ):
        assert forms.said(field) == words


def test_the_display_shows_why_an_action_was_taken_until_the_next_one():
    fake = FakeTable()
    fake.new()
    assert fake.app.host.handle({
        "do": "do", "by": 0, "words": ["small", "c3"], "why": "it holds the middle"})["ok"]
    fake.see_all()
    assert "it holds the middle" in fake.display.lines
    assert "middle" not in "".join(fake.app.session.record())
    fake.app.host.handle({"do": "do", "by": 1, "words": ["small", "d4"]})
    fake.see_all()
    assert "it holds the middle" not in fake.display.lines
