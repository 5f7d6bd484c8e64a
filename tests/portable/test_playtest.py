"""A table notes how people play, if its owner asked for it, and for no longer."""

import json
import os

from games.replay import replay
from table import shelf
from table.journal import Journal
from table.session import Session
from tests.portable.fake_table import FakeTable

ASKED = "Fun? Again?"


def fresh(what=ASKED):
    """Return a table with a new game of Mars that notes `what`."""
    for name in os.listdir():
        if name.startswith("game"):
            os.remove(name)
    fake = FakeTable()
    if what is not None:
        assert ask(fake, "playtest", text=what)["ok"]
    assert ask(fake, "new", game="mars", seed=5)["ok"]
    return fake


def ask(fake, do, **fields):
    return fake.app.host.handle(dict(fields, do=do))


def act(fake, by, words, after=0, how="program"):
    fake.clock.now += after
    return ask(fake, "do", by=by, words=words, how=how)


def lines(session):
    return [json.loads(line) for line in session.record()]


def noted(session):
    """Return what the record of a game has for each action beside the moves: (t, how, tried)."""
    return [(line.get("t"), line.get("how"), line.get("tried"))
            for line in lines(session) if "n" in line]


def state(fake):
    return ask(fake, "state")["playtest"]


def test_a_table_notes_nothing_unless_it_was_asked_to():
    fake = fresh(None)
    plain = fresh("")
    for table in (fake, plain):
        act(table, 0, ["small", "c3"], 500)
        act(table, 1, ["small", "c3"])
        assert state(table) is None and noted(table.app.session) == [(None, None, None)]
        assert ask(table, "answer", by=0, question=0, value=3)["error"] == "value"
        with open("game.log") as file:
            assert "playtest" not in file.read()


def test_each_action_has_its_time_and_its_means():
    fake = fresh()
    act(fake, 0, ["small", "c3"], 1200, "phone")
    act(fake, 1, ["small", "d4"], 700, "page")
    assert noted(fake.app.session) == [(1200, "phone", None), (700, "page", None)]
    record = list(fake.app.session.record())
    assert replay(record).game.digest() == fake.app.session.game.digest()


def test_a_program_may_call_its_means_anything():
    fake = fresh()
    for n, how in enumerate(('"', 'a"b', "x\\", '"}{"')):
        assert act(fake, n % 2, ["small", "a%d" % (n + 1)], how=how)["ok"]
        assert noted(fake.app.session)[n][1] == how
    resumed = FakeTable().app.session
    assert len(resumed.game.log) == 4 and noted(resumed) == noted(fake.app.session)


def test_what_was_refused_and_taken_back_stands_before_the_next_action():
    fake = fresh()
    act(fake, 0, ["small", "c3"], 100)
    act(fake, 1, ["small", "c3"], 100)
    act(fake, 1, ["small", "d4"], 300, "phone")
    ask(fake, "undo")
    act(fake, 1, ["large", "a1"], 500)
    last = noted(fake.app.session)[1]
    assert last[0] == 900, "the time since the action that stands"
    assert last[2] == [[["small", "c3"], "taken"], [["small", "d4"], "undo"]]


def test_a_trembling_hand_does_not_fill_the_flash():
    fake = fresh()
    act(fake, 0, ["small", "c3"])
    before = fake.app.session.journal.extent.size + fake.app.session.journal.extent.tail_size()
    for _ in range(100):
        act(fake, 1, ["small", "c3"])
    extent = fake.app.session.journal.extent
    assert extent.size + extent.tail_size() - before < 600
    act(fake, 1, ["small", "d4"])
    assert len(noted(fake.app.session)[1][2]) == 8


def test_of_a_long_refused_action_the_reason_alone_is_noted():
    fake = fresh()
    fake.app.session.playtest.refuse(["small", 200 * "x"], "no key")
    act(fake, 0, ["small", "c3"])
    assert noted(fake.app.session)[0][2] == [[None, "no key"]]


def test_what_is_refused_after_the_game_is_not_noted():
    fake = fresh()
    end(fake)
    assert act(fake, 0, ["small", "c3"])["error"] == "illegal"
    notes = fake.app.session.journal.actions(notes=True)
    assert not [line for _, line in notes if "refused" in line]


def test_an_answer_to_a_question_that_nobody_asked_is_refused():
    fake = fresh("Fun?")
    ask(fake, "give_up")
    assert ask(fake, "answer", by=0, question=0, value=3)["ok"]
    assert ask(fake, "answer", by=0, question=1, value=3)["why"] == "there is no question 1"


def test_a_line_with_much_refused_can_be_loaded_again():
    fake = fresh()
    act(fake, 0, ["small", "c3"])
    for _ in range(40):
        for _ in range(8):
            act(fake, 1, ["small", "c3"])
        act(fake, 1, ["small", "d4"])
        ask(fake, "undo")
    act(fake, 1, ["small", "d4"])
    record = list(fake.app.session.record())
    assert max(map(len, record)) <= 960
    for number, line in enumerate(record):
        assert ask(fake, "load", line=line, begin=number == 0)["ok"]
    assert ask(fake, "load", end=True)["ok"]


def test_notes_survive_a_power_cut():
    fake = fresh()
    act(fake, 0, ["small", "c3"], 100)
    act(fake, 1, ["small", "c3"])
    again = FakeTable()
    assert state(again) == [["Fun?", []], ["Again?", []]]
    since = again.clock.now
    act(again, 1, ["small", "d4"], 50)
    assert noted(again.app.session) == [
        (100, "program", None), (since + 50, "program", [[["small", "c3"], "taken"]])], (
        "the time since the table is on again")


def test_notes_survive_a_checkpoint_and_the_shelf():
    fake = fresh()
    session = fake.app.session
    by = 0
    while len(session.game.log) < 20:
        session.act(by, session.game.legal(by)[0], "hand")
        by = 1 - by
        while session.maintain():
            pass
    assert FakeTable().app.session.playtest is not None
    before = noted(session)
    assert [one[1] for one in before] == ["hand"] * 20
    number, _ = shelf.put_aside(session, 7)
    shelf.take_up(session, number)
    assert noted(session) == before and session.playtest is not None


def test_the_settings_say_at_each_start_what_is_noted():
    fake = fresh("on")
    act(fake, 0, ["small", "c3"])
    stopped = FakeTable(start=False)
    stopped.app.session.to_note = ""
    stopped.app.start()
    assert state(stopped) is None
    act(stopped, 1, ["small", "d4"])
    assert [one[0] is None for one in noted(stopped.app.session)] == [False, True]
    assert FakeTable().app.session.playtest is None


def end(fake):
    assert ask(fake, "give_up")["ok"]
    fake.run()


def test_the_display_asks_everybody_after_the_game():
    fake = fresh()
    act(fake, 0, ["small", "c3"])
    assert ask(fake, "answer", by=0, question=0, value=5)["key"] == "playtest later"
    ask(fake, "elsewhere", by=1, yes=True)
    end(fake)
    assert state(fake) == [["Fun?", [0, 1]], ["Again?", [0, 1]]]
    assert fake.display.lines[-3:] == ["The game was given up", "Red: Fun?", "> no answer"]
    fake.turn_knob(4)
    fake.press("push")
    assert fake.display.lines[-2:] == ["Red: Again?", "> no answer"]
    fake.press("push")
    assert fake.app.ask is None, "seat 1 plays on a phone"
    assert state(fake) == [["Fun?", [1]], ["Again?", [1]]]
    assert ask(fake, "answer", by=1, question=0, value=2)["ok"]
    assert lines(fake.app.session)[-1]["asked"] == [["Again?", [None, None]], ["Fun?", [4, 2]]]
    again = FakeTable()
    assert state(again) == [["Fun?", []], ["Again?", [1]]] and again.app.session.is_over()
    assert replay(list(again.app.session.record())).end["reason"] == "given up"


def test_a_question_goes_with_its_game():
    fake = fresh("Fun?")
    end(fake)
    assert fake.app.ask is not None
    ask(fake, "rematch", seed=3)
    fake.run()
    assert fake.app.ask is None and "asked" not in str(lines(fake.app.session))


def test_a_note_that_the_flash_refuses_stops_no_game():
    fake = fresh()
    session = fake.app.session
    real = session.journal.append

    def full(line):
        raise OSError(5)

    session.journal.append = full
    assert act(fake, 1, ["small", "c3"])["error"] == "illegal"
    session.journal.append = real
    assert act(fake, 0, ["small", "c3"])["ok"]


def test_strange_notes_in_a_journal_harm_nothing():
    fake = fresh()
    act(fake, 0, ["small", "c3"])
    journal = fake.app.session.journal
    journal.append('{"playtest": ["settings", 7]}')
    session = Session(Journal())
    session.resume()
    assert len(session.game.log) == 1 and session.playtest is not None
