"""Playtests: what a table notes of people's games comes out in the report as it was."""

import json

import pytest

from games.rng import Rng
from host_tools.cli import main, parser
from host_tools.host import room_around
from host_tools.replay import read
from sim.playlog import ON, PlayLog
from sim.seats.tables import TableHere
from sim.study.errors import StudyError
from sim.study.people import PHASES, People, heading_of, paragraphs, people, tables
from tests.host.seated import Party
from tests.portable.window_table import Table

ACTIONS = 8


class Evening:
    """People at the window's table, whose log is written into a folder; its time is the test's."""

    def __init__(self, folder, *ask):
        self.table = Table(folder / "table")
        self.log = PlayLog(folder / "log")
        self.there = TableHere(self.table.live.serve)
        self.table.live.listeners.append(self.there.hear)
        self.files = []
        assert self.there.ask("playtest", text=" ".join(ask) or ON)["ok"]
        assert self.table.do("new", game="mars", players=["human", "human"])["ok"]
        self.table.until(lambda: not self.table.state["problem"])
        self.follow()

    @property
    def game(self):
        return self.table.live.app.session.game

    def follow(self):
        for event in self.there.take_events():
            self.log.hear(event)
        if file := self.log.finish(self.there):
            self.files.append(file)

    def think(self, seconds):
        end = self.table.now + seconds
        while self.table.now < end:
            self.table.run(0.1)
            self.follow()

    def lay(self, size, at):
        """Lay a piece of whose turn it is, and wait until it is taken or refused."""
        seat = self.game.current()[0]
        name = size if size == "cap" else "%s %d" % (size, seat)
        assert self.table.do("put", tag=self.table.tag(name), at=at)["ok"]
        self.think(0.5)

    def lines(self):
        return [json.loads(line) for line in self.files[-1].read_text().splitlines()]


def an_evening(folder, seed):
    """Play the beginning of a game of Mars by hand, each seat at its own pace, and give it up;
    return (the Evening, {seat: seconds that it thought, as the test waited})."""
    evening = Evening(folder)
    rng = Rng(seed)
    thought = {0: 0.0, 1: 0.0}
    since = evening.table.now
    while len(evening.game.log) < ACTIONS:
        by = evening.game.current()[0]
        evening.think((1, 4)[by] + rng.below(3))
        count = len(evening.game.log)
        words = evening.game.text(rng.choice(evening.game.legal(by)))
        evening.lay(*words)
        while len(evening.game.log) == count:
            evening.think(0.1)
        thought[by] += evening.table.now - since
        since = evening.table.now
    assert evening.table.do("host", request={"do": "give_up"})["ok"]
    evening.think(1)
    return evening, thought


@pytest.fixture
def one(tmp_path):
    (tmp_path / "table").mkdir()
    return Evening(tmp_path)


@pytest.mark.parametrize("seed", [
    1, *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(2, 5)),
])
def test_an_evening_comes_out_within_a_second_of_the_truth(seed, tmp_path):
    (tmp_path / "table").mkdir()
    evening, thought = an_evening(tmp_path, seed)
    (file,) = evening.files
    assert read(file).end, "it is a record that replays"
    lines = evening.lines()
    (figures,) = people([lines])
    for seat in thought:
        told = sum(figures.times[seat, phase][0] for phase in range(len(PHASES))) / 1000
        assert abs(told - thought[seat]) < 1, seat
    assert abs(figures.lengths[0] / 1000 - sum(thought.values())) < 1
    assert figures.means == {"hand": len(lines) - 2}
    assert "computer" not in str(lines) and set(lines[1]) == {
        "n", "by", "do", "ev", "scores", "t", "how"}


def test_what_is_refused_and_taken_back_stands_before_the_next_action(one):
    one.lay("small", "c3")
    one.lay("small", "c4")  # Blue's turn, and Blue's piece
    one.table.do("put", tag=one.table.tag("small 1"), at="d4")  # Blue's piece, out of turn
    one.think(2)
    one.table.do("put", tag=one.table.tag("small 1", "d4"), at="")
    one.think(2)
    assert one.table.do("host", request={"do": "undo"})["ok"]
    assert len(one.game.log) == 1, "Blue's action was taken back"
    one.table.until(lambda: not one.table.state["problem"])
    one.lay("large", "a1")
    assert one.table.do("host", request={"do": "give_up"})["ok"]
    one.think(1)
    action = one.lines()[2]
    assert action["do"] == ["large", "a1"] and action["how"] == "hand"
    assert [["small", "c4"], "undo"] in action["tried"]
    assert [None, "of seat"] in action["tried"]


def test_a_game_without_a_log_leaves_records_as_they_were(tmp_path, capfd):
    assert main(["selfplay", "-q", "--game", "mars", "--out", str(tmp_path)]) == 0
    for line in (tmp_path / "mars-1.jsonl").read_text().splitlines():
        assert not {"t", "how", "tried"} & set(json.loads(line))


def test_phones_and_computers_say_how_they_acted(tmp_path):
    party = Party("mars", folder=str(tmp_path))
    words = ["host", "--folder", str(tmp_path), "--log", str(tmp_path / "log")]
    party.room = room_around(parser("host").parse_args(words), party.table)
    heard = []
    party.room.listeners.append(heard.append)
    phone = party.phone(0)
    assert phone.act(phone.choices()[0])["ok"]
    party.room.give(1, "search:1")
    party.run()
    assert [event["how"] for event in heard if event["event"] == "action"][:2] == [
        "phone", "computer"]
    party.fake.app.session.give_up()
    party.run()
    (file,) = (tmp_path / "log").iterdir()
    assert json.loads(file.read_text().splitlines()[1])["how"] == "phone"


def made(actions):
    """Return the figures of a game of Mars with these (by, do, fields)."""
    header = {"game": "mars", "seats": 2, "options": {"tie": "draw"}}
    found = People("mars")
    found.add(header, [{"by": by, "do": do, **fields} for by, do, fields in actions])
    return found


def test_the_report_adds_up():
    figures = made([
        (0, ["small", "a1"], {"t": 2000, "how": "hand"}),
        (1, ["cap", "b1"], {"t": 9000, "how": "knob", "tried": 2 * [[None, "taken"]]}),
        (0, ["small", "c1"], {"t": 4000, "how": "phone", "tried": [[["large", "a4"], "undo"]]}),
        (1, ["large", "d1"], {"t": 100, "how": "computer"}),
    ])
    found = {title: rows for title, _, rows in tables(figures)}
    assert found["mars: 1 game"] == [("minutes", "0.3", "0.3", "0.3")]
    assert found["Time by seat and part of the game, seconds a game"] == [
        ("Red", "2.0", "4.0", "-"), ("Blue", "9.0", "-", "-")]
    assert found["Hesitation by kind of action, seconds"] == [
        ("cap", "1", "9.0", "9.0"), ("small", "2", "3.0", "4.0")]
    assert found["Refused, by paragraph of the rules"][0][:2] == ("A turn", "2")
    assert found["Taken back, by kind of action"] == [("large", "1")]
    assert found["Options"] == [("tie=draw", "1")]


def test_a_refusal_leads_to_its_paragraph():
    headings = paragraphs("mars")
    assert heading_of(headings, "none left") == "What you have"
    assert heading_of({"need *": "Cards"}, "need crane") == "Cards"
    assert heading_of(headings, "no such key") == "-"


def test_records_without_times_are_told():
    with pytest.raises(StudyError, match="--log"):
        list(tables(made([(0, ["small", "a1"], {})])))


def test_the_command_reports_on_records(tmp_path, capfd):
    (tmp_path / "table").mkdir()
    evening, _ = an_evening(tmp_path, 3)
    assert main(["study", "--from", str(evening.files[0])]) == 0
    said = capfd.readouterr().out
    assert "Hesitation by kind of action" in said and "Red" in said and "hand" in said
    (tmp_path / "bad.jsonl").write_text('{"leyboard": 1}\n')
    bad = ["--from", str(tmp_path / "bad.jsonl")]
    for words, why in ((bad, "bad.jsonl"), ([], "name a game")):
        assert main(["study", *words]) == 1
        assert why in capfd.readouterr().err


START = ('{"leyboard": 1, "game": "mars", "seats": 2, "options": {"tie": "draw"}, "seed": null}\n'
         '{"n": 1, "by": 0, "do": ["small", "c3"], "ev": [], "scores": [0, 0]%s}\n'
         '{"end": true, "scores": [0, 0], "winners": [], "reason": "given up"%s}\n')


@pytest.mark.parametrize("field", [
    '"t": "x"', '"t": -1', '"t": 1.5', '"t": true', '"t": null',
    '"t": 9007199254740992', '"how": null', '"how": ["hand"]', '"tried": 5', '"tried": [[]]',
    '"tried": [["small", "taken"]]', '"tried": [[null, ["taken"]]]', '"tried": [[null, null]]',
    '"tried": {"a": 1}',
])
def test_a_note_of_another_form_is_told(field, tmp_path, capfd):
    file = tmp_path / "odd.jsonl"
    file.write_text(START % (", " + field, ""))
    assert read(file).end and main(["study", "--from", str(file)]) == 1
    assert 'odd.jsonl: line 2: has a "%s" that is not a ' % field.split('"')[1] in (
        capfd.readouterr().err)


@pytest.mark.parametrize("asked", ["5", "null", "[[]]", '[["Fun?", 4]]', '[["Fun?", [6]]]',
                                   '[["Fun?", [true]]]', '[[["Fun?"], [4]]]', '{"Fun?": [4]}'])
def test_answers_of_another_form_are_told(asked, tmp_path, capfd):
    (tmp_path / "odd.jsonl").write_text(START % ("", ', "asked": ' + asked))
    assert main(["study", "--from", str(tmp_path / "odd.jsonl")]) == 1
    assert 'line 3: has a "asked" that is not a list of [question,' in capfd.readouterr().err


def test_odd_records_that_can_be_read_are_reported_beside_others(tmp_path, capfd):
    files = [tmp_path / ("%d.jsonl" % n) for n in range(4)]
    files[0].write_bytes(b"\xef\xbb\xbf" + (START % (', "t": 4000, "how": "hand"', "")).encode())
    files[1].write_text((START % (', "t": 2000, "how": "hand"', "")).replace("\n", "\r"))
    files[2].write_text(START % ("", ', "asked": [["[/] \\u001b[2J?", [null, 3]]]'))
    files.append(tmp_path / "refused.jsonl")
    keys = ("not your turn", "chance stands", "ask", "do", "no such key")
    odd = ', "t": 1, "tried": %s' % json.dumps([[None, key] for key in keys])
    files[4].write_text(START % (odd, ""))
    assert main(["selfplay", "-q", "--game", "land", "--out", str(tmp_path / "land")]) == 0
    files[3] = next((tmp_path / "land").iterdir())
    capfd.readouterr()
    assert main(["study", "--from", *map(str, files)]) == 0
    said = capfd.readouterr()
    assert "mars: 4 games" in said.out and "no such key" in said.out
    assert "what chance has shown stands: ?" in said.out
    assert "[/] " in said.out and "\x1b[2J" not in said.out
    assert "no record of land has times" in said.out + said.err
    for text, why in (("", "the record is empty"), (START[:90], "torn or not JSON"),
                      (START % ("", "") + START % ("", ""), "line 4: comes after the end")):
        files[0].write_text(text)
        assert main(["study", "--from", *map(str, files)]) == 1
        assert "0.jsonl: " in (told := capfd.readouterr().err) and why in told


def test_answers_after_the_game_are_kept_and_reported(tmp_path):
    (tmp_path / "table").mkdir()
    evening = Evening(tmp_path, "Fun?", "Again?")
    evening.lay("small", "c3")
    assert evening.table.do("host", request={"do": "give_up"})["ok"]
    evening.think(1)
    assert "asked" not in evening.lines()[-1]
    for seat, value in ((0, 4), (1, 5)):
        assert evening.there.ask("answer", by=seat, question=0, value=value)["ok"]
    evening.think(1)
    assert evening.lines()[-1]["asked"] == [["Fun?", [4, 5]]] and len(set(evening.files)) == 1
    (figures,) = people([evening.lines()])
    rows = {title: rows for title, _, rows in tables(figures)}
    assert rows["Answers after the game, 1 to 5"] == [("Fun?", "0", "0", "0", "1", "1", "4.5")]
