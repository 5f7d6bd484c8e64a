"""Engines: programs in other languages play all games, by docs/engines.md alone, and whatever they
do wrong is told."""

import json
import pickle
import re

import pytest

from games import make
from games.base import CHANCE
from games.rng import Rng
from host_tools import ROOT
from host_tools.arguments import engines_of
from host_tools.cli import main, parser
from host_tools.errors import CommandError
from sim import engine
from sim.engine import Engine, EngineError, TableEngine
from sim.seats.keys import Keys
from sim.seats.players import ENGINE, Computers
from sim.seats.room import Room
from sim.study.errors import StudyError
from sim.window.errors import RefusedError
from sim.window.thinking import Thinker
from tests.host.seated import Party
from tests.host.test_study import plan_of, played
from tests.npm import NODE
from tests.portable.test_twins import _GAMES, positions
from tests.portable.window_table import Table

EXAMPLE = "%s %s" % (NODE, ROOT / "examples" / "engine.mjs")
PAGE = (ROOT / "docs" / "engines.md").read_text()
SMALLEST = re.search(r"```sh\n(.*?)```", PAGE, re.S)[1]
ID = """id=$(echo "$question" | sed -E 's/^."id": ([0-9]+).*/\\1/'); """


@pytest.fixture(autouse=True)
def _journals(monkeypatch, tmp_path):
    """A fake table keeps its journal where the tests run."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def program(tmp_path):
    """Return a function that makes an executable file of a shell script; returns its path."""
    def made(script, name="engine"):
        file = tmp_path / name
        file.write_text(script if script.startswith("#!") else "#!/bin/sh\n" + script)
        file.chmod(0o755)
        return str(file)
    return made


def answers(what):
    """Return a script that answers each question alike; $id is the number of the question."""
    return "while read -r question; do %s echo \"%s\"; done" % (ID, what.replace('"', '\\"'))


def selfplay(folder, players, game="mars", *more):
    return main(["selfplay", "-q", "--game", game, "--players", players, "--out", str(folder),
                 *more])


# ---- whole games -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [
    "land", "market", "leylines", "mars", pytest.param("landover", marks=pytest.mark.deep),
])
def test_the_example_in_javascript_plays_a_game_that_replays(game, tmp_path, capfd):
    assert selfplay(tmp_path, EXAMPLE, game) == 0
    assert main(["replay", str(tmp_path / ("%s-1.jsonl" % game))]) == 0


def test_the_same_seed_is_the_same_game(tmp_path, capfd):
    for folder in ("one", "two"):
        assert selfplay(tmp_path / folder, EXAMPLE + ",greedy", "mars", "--seed", "5") == 0
    one, two = ((tmp_path / name / "mars-5.jsonl").read_text() for name in ("one", "two"))
    assert one == two


def test_the_engine_of_the_page_takes_the_first_action(program, tmp_path, capfd):
    assert selfplay(tmp_path, program(SMALLEST, "first")) == 0
    game = make("mars")
    for line in (tmp_path / "mars-1.jsonl").read_text().splitlines()[1:-1]:
        by = game.current()[0]
        assert json.loads(line)["do"] == game.text(game.legal(by)[0])
        game.apply(by, game.legal(by)[0])


def test_the_engine_of_the_page_reads_lists_in_actions(program):
    game = make("landover")
    rng = Rng(1)
    while not any(isinstance(part, list) for part in game.text(game.legal(game.current()[0])[0])):
        by = game.current()[0]
        game.apply(by, rng.choice(game.legal(by)))
        while game.current() == (CHANCE,):
            game.apply(CHANCE, game.sample(rng))
    by = game.current()[0]
    assert choose(Engine(program(SMALLEST)), game, by) == game.legal(by)[0]


def test_the_page_shows_a_question_and_an_answer_as_they_are(asked):
    question, answer = (json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.S))
    game = make("mars")
    for by, words in ((0, ["small", "c3"]), (1, ["cap", "b2"])):
        game.apply(by, game.parse(words))
    choose(Engine("/bin/cat"), game, 0)
    sent = asked[0]
    assert list(question) == ["id", *sent] and list(answer) == ["id", "do"]
    for key in ("version", "seat", "ms", "view", "since"):
        assert json.loads(json.dumps(sent[key])) == question[key], key
    assert answer["do"] in sent["legal"] and all(one in sent["legal"] for one in question["legal"])


# ---- what goes wrong ---------------------------------------------------------------------------


WRONG = {
    "echo oh >&2; echo no such word >&2; exit 3": "ended (status 3) before it answered: no such",
    "kill -9 $$": "ended (signal 9) before it answered",
    "sleep 100 & exit 3": "ended (status 3) before it answered",  # its child holds its output
    "yes oh | head -c 3000000 >&2; echo flood >&2; exit 3": "before it answered: flood",
    "exec 1>&-; sleep 100": "closed its input or output before it answered",
    "read -r question; exec sleep 100": "gave no answer within 0.3 s",
    answers("hello"): "answered hello; an answer is a line such as",
    answers(""): "answered nothing; an answer is",
    answers('{"id": 0, "do": ["small", "c3"]}'): "answered {",
    answers('{"id": $id, "do": "small"}'): "answered {",
    answers('{"id": true, "do": ["small", "c3"]}'): "answered {",
    "read -r question; printf '{\"id\": 1, \"do\": []}'; exec sleep 99": "ends with a newline",
    answers('[$id]'): "answered [",
    answers('{"id": $id, "do": ["small", "z9"]}'): 'chose ["small", "z9"], which is none of the ',
    answers('{"id": $id, "do": [["small"], {"c": 3.5}]}'): "which is none of the ",
    answers('{"error": "I play chess"}'): "says: I play chess",
    "read -r question; head -c 10000 /dev/zero": "an answer is a line",
    "read -r question; yes [[[[[[ | tr -d '\\n' | head -c 4000; echo": "an answer is a line",
    "read -r question; printf '\\377\\n'": "an answer is a line",
}


@pytest.mark.parametrize("script", WRONG, ids=range(len(WRONG)))
def test_what_an_engine_does_wrong_is_told(script, program, tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(engine, "_START_S", 0 if "exec sleep" in script else 10)
    assert selfplay(tmp_path / "out", program(script) + ":0.3s", "mars", "--seed", "7") == 1
    said = capfd.readouterr().err
    assert "in the game with seed 7 " in said and WRONG[script] in said, said
    assert "(seat 0, after 0 actions)" in said
    assert not list((tmp_path / "out").iterdir())


def test_the_games_before_a_failure_are_kept(program, tmp_path, capfd):
    tires = program(SMALLEST.replace("/'", "/; 20q'"))
    assert selfplay(tmp_path / "out", tires + ",random", "mars", "--games", "3") == 1
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["mars-1.jsonl"]
    assert "in the game with seed 2 " in capfd.readouterr().err


@pytest.mark.parametrize("name", ["./nothing", "./", "/tmp", "./engine 'open", "/bin/cat:0s",
                                  "/bin/cat:99999s"])
def test_a_program_that_is_not_there_is_told_before_anything_begins(name, tmp_path, capfd):
    assert selfplay(tmp_path / "out", name) == 1
    assert not (tmp_path / "out").exists()
    with pytest.raises(CommandError):
        engines_of([(0, name)])
    with pytest.raises(StudyError):
        plan_of(lineups=[[name]])
    capfd.readouterr()


def test_a_file_that_may_not_be_run_is_told(program, tmp_path, capfd):
    file = program("cat")
    (tmp_path / "engine").chmod(0o644)
    assert selfplay(tmp_path / "out", file) == 1
    assert "make it executable" in capfd.readouterr().err
    (tmp_path / "engine").write_bytes(b"\0\1\2")
    (tmp_path / "engine").chmod(0o755)
    assert selfplay(tmp_path / "out", file) == 1
    assert "cannot start %s" % file in capfd.readouterr().err


# ---- what it is told ---------------------------------------------------------------------------


class Recorder(engine.EngineProcess):
    """An engine in this process that notes its questions, and takes the first legal action."""

    questions: list = []

    def __init__(self, name, command):
        self.told = []
        self.ended = 0

    def send(self, question):
        self.questions.append(question)
        return 1

    def receive(self):
        return json.dumps({"id": 1, "do": self.questions[-1]["legal"][0]}).encode() + b"\n"

    def end(self):
        self.ended += 1


@pytest.fixture
def asked(monkeypatch):
    """Ask a Recorder in place of programs; returns the list of its questions."""
    monkeypatch.setattr(engine, "EngineProcess", Recorder)
    monkeypatch.setattr(Recorder, "questions", [])
    return Recorder.questions


def choose(player, game, seat):
    """Return a player's action."""
    return [action for action in player(game, seat, Rng(1)) if action is not None][0]


@pytest.mark.parametrize("setup", [
    pytest.param(setup, marks=[pytest.mark.deep] * (setup[0] != "leylines")) for setup in _GAMES
])
def test_twins_get_the_same_questions(setup, asked):
    for game, seat, other in positions(setup, Rng(6)):
        for one in (game, other):
            choose(Engine("/bin/cat"), one, seat)
        one, two = (json.dumps(question) for question in asked[-2:])
        assert one == two, len(game.log)
    assert len(asked) >= 6


def play(game, count):
    """Play random actions; return the game."""
    rng = Rng(count)
    while len(game.log) < count:
        by = rng.choice(game.current())
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    return game


def test_it_is_told_what_happened_since_and_what_was_taken_back(asked):
    def told():
        choose(program, game, game.current()[0])
        return [one["n"] for one in asked[-1]["since"]]

    program = Engine("/bin/cat")
    program.running = dict.fromkeys((0, 1), Recorder("", []))  # one that plays for both
    game = play(make("mars"), 4)
    assert told() == [1, 2, 3, 4] and told() == []
    play(game, 6)
    assert told() == [5, 6]
    game.undo()
    game.undo()
    assert told() == [] and asked[-1]["view"]["actions"] == 4
    game.undo()
    game.apply(1, game.legal(1)[-1])
    assert told() == [4]
    game = play(make("mars", None, {"tie": "second"}), 2)
    assert told() == [1, 2]


def test_an_engine_that_nobody_waits_for_ends(program):
    player = Engine(program("read -r question; sleep 100"))
    game = make("mars")
    steps = player(game, 0, Rng(1))
    assert next(steps) is None
    process = player.running[0].process
    steps.close()
    assert process.returncode == -9 and not player.running


def test_an_engine_that_has_decided_stays(program):
    player = Engine(program(SMALLEST))
    game = make("mars")
    for _ in range(2):
        game.apply(0, next(action for action in player(game, 0, Rng(1)) if action))
        game.undo()
    assert player.running[0].count == 2


# ---- at tables ---------------------------------------------------------------------------------


def at_table(name, said):
    return TableEngine(Engine(name), said.append)


def test_the_window_asks_the_engine_of_a_seat(program, tmp_path):
    said = []
    table = Table(tmp_path)
    table.live.thinker.engines = {1: at_table(program(SMALLEST), said)}
    table.live.begin(None, (), {1: ENGINE})
    session = table.live.app.session
    assert session.players == ["human", "engine"]
    first = session.game.legal(0)[-1]
    session.act(0, first)
    table.until(lambda: len(session.game.log) == 2)
    assert session.game.log[1][1:] == make_after(first).legal(1)[0] and not said


def make_after(action):
    game = make("mars")
    game.apply(0, action)
    return game


def test_the_greedy_player_decides_in_the_window_where_an_engine_fails(program):
    said = []
    game = make("mars")
    action = choose(at_table(program("exit 1"), said), game, 0)
    assert game.reason(0, action) is None
    assert len(said) == 1
    assert said[0].endswith("(seat 0, after 0 actions); the greedy player decides")


def test_a_game_that_is_taken_up_without_its_engine_goes_on():
    game = make("mars")
    assert game.reason(0, choose(Thinker().player(ENGINE), game, 0)) is None


def room_with(party, engines):
    computers = Computers(engines=engines)
    party.room = Room(party.table, Keys(None), computers, lambda: party.now)
    return party.room


def test_a_room_asks_the_engine_what_selfplay_does(asked):
    """The same position, in a game with hands and chance, is told in the same words."""
    party = Party("leylines", 3, {"map": "compact"})
    room = room_with(party, {seat: at_table("/bin/cat", []) for seat in range(3)})
    for seat in range(3):
        room.give(seat, ENGINE)
    party.run()
    by_room = {(one["seat"], one["view"]["actions"]): one for one in asked}
    game = make("leylines", 3, {"map": "compact"})
    program = Engine("/bin/cat")
    for entry in party.log:
        if entry[0] != CHANCE and len(game.current()) == 1:
            choose(program, game, entry[0])
            ours, there = asked[-1], by_room[entry[0], len(game.log)]
            for key in ("version", "seat", "ms", "view", "legal"):
                assert json.loads(json.dumps(ours[key])) == there[key], key
        game.apply(entry[0], entry[1:])
    assert len(by_room) > 20 and game.current() == ()


def test_the_tables_hint_decides_in_a_room_where_an_engine_fails(program):
    said = []
    party = Party("mars")
    room = room_with(party, {1: at_table(program("exit 1"), said)})
    room.give(1, ENGINE)
    party.fake.app.session.act(0, party.game.legal(0)[0])
    party.run()
    assert len(party.log) == 2 and len(said) == 1 and "the table's hint decides" in said[0]


def test_nobody_but_the_command_line_starts_a_program(tmp_path):
    party = Party("mars")
    room = room_with(party, {})
    marker = tmp_path / "started"
    for name in (ENGINE, "./engine", "/usr/bin/touch %s" % marker):
        with pytest.raises(RefusedError):
            room.give(1, name)
        with pytest.raises(ValueError):
            Thinker().player(name if name != ENGINE else "./" + name)
    assert not marker.exists()


def test_seats_are_given_to_engines_on_the_command_line(program):
    name = program("cat")
    for command in ("play", "host"):
        given = parser(command).parse_args([command, "--player", "blue=" + name]).player
        assert list(engines_of(given)) == [1]
        assert engines_of([(0, "greedy"), (1, "search:300")]) == {}
        with pytest.raises(SystemExit):
            parser(command).parse_args([command, "--player", "blue=engine"])


# ---- in a study --------------------------------------------------------------------------------


def test_a_study_plays_an_engine_and_notices_another_one_under_its_name(program, tmp_path):
    name = program(SMALLEST)
    played(tmp_path, plan_of(lineups=[[name, "random"]]), 2)
    played(tmp_path, plan_of(lineups=[[name, "random"]]), 3)
    program(SMALLEST + "# another\n")
    with pytest.raises(StudyError, match="engines"):
        played(tmp_path, plan_of(lineups=[[name, "random"]]), 4)


def test_a_study_says_that_an_engine_fails_and_keeps_its_games(program, tmp_path):
    with pytest.raises(StudyError, match=r"ended \(status 1\).*0 games are kept"):
        played(tmp_path, plan_of(lineups=[[program("exit 1")]]), 2)


def test_the_errors_of_an_engine_reach_other_processes():
    error = EngineError("it ended")
    assert str(pickle.loads(pickle.dumps(error))) == "it ended"
