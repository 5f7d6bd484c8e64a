"""No command ends in a traceback, whatever is typed and whatever the named files hold."""

import functools
import io
import json
import os
import socket
import sqlite3
import subprocess
import sys
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import make, names
from games.record import lines
from host_tools import cli
from sim.search import player
from sim.selfplay import play_out
from tests.host.test_image import PICO, blocks

DEEP = '{"a": ' + 100000 * "[" + 100000 * "]" + "}"
ODD_PATHS = ("", "\0", "a\0b", "\udcff", "\x1b[31m", "n" * 5000, "/", "/dev/zero", "/dev/null",
             "~nobody-at-all/x", "no/such", ".")
NUMBERS = ("", "x", "-1", "1.5", "nan", "9" * 5000, "1e99", "\u0661", "\x1b[31m", "0x10")
WORDS = ("", "\0", "\x1b]0;x\x07", "\udcff", "n" * 5000, "../../x", "__init__", "a.b", "[red]")


def run(capfd, *arguments):
    """Run a command; return (status, what it printed). No exception may escape."""
    try:
        status = cli.main([str(argument) for argument in arguments])
    except SystemExit as ended:
        status = ended.code
    printed = "".join(capfd.readouterr())
    assert printed.replace("\n", "").isprintable(), printed
    assert "Traceback" not in printed
    return status, printed


def refuse(capfd, *arguments):
    status, printed = run(capfd, *arguments)
    assert status in (1, 2), (arguments, printed)
    assert printed.strip(), arguments


@pytest.fixture
def files(tmp_path):
    """Return files and folders that no command can use."""
    made = {
        "empty": b"", "nul": b"\0" * 100, "binary": bytes(range(256)), "deep": DEEP.encode(),
        "text": b"no record\n", "escape": b'{"leyboard": "\x1b[31m"}\n', "list": b"[1]\n",
        "number": b"9" * 10000, "nan": b'{"leyboard": NaN, "game": 1e999}\n',
    }
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "fifo")
    return [*(tmp_path / name for name in made), tmp_path / "folder", tmp_path / "fifo"]


COMMANDS = {
    "replay": ["FILE"],
    "script": ["FILE"],
    "league": ["--league", "LEAGUE", "add", "--players", "a,b", "FILE"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_invalid_files(command, capfd, files, tmp_path):
    words = [tmp_path / "league.sqlite" if word == "LEAGUE" else word
             for word in COMMANDS[command]]
    for file in [*files, *ODD_PATHS]:
        refuse(capfd, command, *[file if word == "FILE" else word for word in words])


@pytest.mark.parametrize("words", [
    ["image", "--profile", "pad", "--base", "FILE"],
    ["image", "--profile", "pad", "--base", "IMAGE", "--settings", "FILE"],
    ["chip", "--bootrom", "IMAGE", "--uf2", "FILE"],
    ["chip", "--uf2", "IMAGE", "--bootrom", "FILE"],
    ["restore", "FILE"],
    ["host", "--no-open", "--window", "0", "--serve", "0", "--folder", "FOLDER",
     "--certificate", "FILE"],
    ["tables", "--broker", "mqtt://127.0.0.1:1", "--club", "FILE"],
    ["play", "--no-open", "--folder", "FOLDER", "--parts", "FILE"],
    ["soak", "--hours", "1", "--parts", "FILE"],
    ["tags", "write", "--game", "mars", "--port", "sim:pad", "--list", "FILE"],
], ids=lambda words: " ".join(words[:1] + words[-2:]))
def test_a_file_without_an_end(words, capfd, tmp_path):
    """A device is not waited for, nor what it gives collected in memory."""
    os.mkfifo(tmp_path / "fifo")
    image = tmp_path / "base.uf2"
    image.write_bytes(blocks(b"the boot sector", PICO))
    for file in (tmp_path / "fifo", "/dev/zero", tmp_path):
        given = {"FILE": str(file), "IMAGE": str(image), "FOLDER": str(tmp_path / "kept")}
        status, said = run(capfd, *[given.get(word, word) for word in words])
        assert status == 1 and "a folder or a device; name a file" in said.replace("\n", " ")


def test_invalid_leagues(capfd, files, tmp_path):
    torn = tmp_path / "torn.sqlite"
    with sqlite3.connect(torn) as base:
        base.execute("PRAGMA user_version = 1")
    far = tmp_path / "far.sqlite"
    with sqlite3.connect(far) as base:
        base.execute("PRAGMA user_version = 99")
    for file in [*files, torn, far, "", "a\0b", "n" * 5000, "/", "/dev/null/x"]:
        if getattr(file, "name", "") not in ("empty", "fifo"):
            for words in (["table"], ["player", "Ann"], ["games"], ["rename", "Ann", "Ben"]):
                refuse(capfd, "league", "--league", file, *words)


def test_a_league_that_is_not_there_is_not_begun_by_looking(capfd, tmp_path):
    for words in (["table"], ["player", "Ann"]):
        said = run(capfd, "league", "--league", tmp_path / "leage.sqlite", *words)[1]
        assert "there is no league" in said and "league add" in said
    assert not list(tmp_path.iterdir())


def test_a_list_that_cannot_be_written_is_told_before_the_first_tag(capfd, tmp_path):
    (tmp_path / "file").write_text("x")
    words = ["tags", "write", "--game", "mars", "--port", "sim:pad", "--list"]
    status, said = run(capfd, *words, tmp_path / "file" / "list.json")
    assert status == 1 and "a file where a folder should be" in said and "Lay a tag" not in said


@pytest.mark.parametrize("words", [
    ["selfplay", "--game", "mars", "--out"], ["build", "--games", "mars", "--out"],
])
def test_a_folder_that_is_a_file(words, capfd, tmp_path):
    (tmp_path / "file").write_text("x")
    said = run(capfd, *words, tmp_path / "file")[1]
    assert "there is a file of that name; name another folder (--out)" in said


def test_an_invalid_host(capfd, tmp_path, monkeypatch):
    async def refuse(*_):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr("sim.window.server.Server.serve", refuse)
    said = run(capfd, "play", "--no-open", "--folder", tmp_path, "--host", "desk")[1]
    assert "there is no host desk; leave --host out" in said


@pytest.mark.parametrize(
    "words",
    [
        ["selfplay", "--game", "mars", "--out", "OUT", "--games"],
        ["selfplay", "--game", "mars", "--out", "OUT", "--seed"],
        ["selfplay", "--game", "mars", "--out", "OUT", "--seats"],
        ["perft", "--game", "mars", "--depth"],
        ["soak", "--hours"],
        ["soak", "--seed"],
        ["bench", "--seconds"],
        ["perft", "--depth", "1", "--game", "mars", "--seats"],
        ["play", "--no-open", "--port"],
        ["league", "table", "--season"],
        ["league", "add", "x", "--players", "a,b", "--date"],
        ["league", "correct"],
        ["league", "remove", "--yes"],
    ],
    ids=" ".join,
)
def test_invalid_numbers(words, capfd, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for number in NUMBERS:
        refuse(capfd, *[tmp_path if word == "OUT" else word for word in words], number)


@pytest.mark.parametrize(
    "words",
    [
        ["selfplay", "--out", "OUT", "--game"],
        ["selfplay", "--out", "OUT", "--game", "mars", "--players"],
        ["perft", "--depth", "1", "--game"],
        ["tags", "plan", "--game"],
        ["tags", "write", "--game", "mars", "--piece"],
        ["tags", "write", "--game", "mars", "--reader"],
        ["settings", "set", "theme"],
        ["settings", "get", "--port"],
        ["records", "list", "--port"],
        ["backup", "--port"],
        ["restore"],
        ["play", "--no-open", "--folder", "OUT", "--profile"],
        ["play", "--no-open", "--folder", "OUT", "--game"],
        ["play", "--no-open", "--folder", "OUT", "--host"],
        ["build", "--profile"],
        ["build", "--games"],
        ["flash", "--profile"],
        ["flash", "--games"],
        ["doctor", "--port"],
        ["monitor", "--port"],
        ["console", "--port"],
        ["soak", "--profile"],
        ["soak", "--games"],
        ["tags", "write", "--game", "mars", "--port"],
        ["league", "--league", "OUT/l", "player"],
        ["league", "--league", "OUT/l", "table", "--season"],
        [],
    ],
    ids=" ".join,
)
def test_invalid_words(words, capfd, tmp_path):
    for word in (*WORDS, "sim:", "sim:../x", "sim:__init__", "sim:\0"):
        refuse(capfd, *[w.replace("OUT", str(tmp_path)) for w in words], word)


@pytest.mark.parametrize(
    "options",
    [DEEP, "[1]", "NaN", '{"tie": NaN}', '{"tie": 1e999}', '{"tie": [[]]}', '{"\\u001b": 1}',
     '{"tie": "\\ud800"}', "9" * 10000, '{"tie": ' + "9" * 4000 + "}", "\0", "\udcff", "{"],
)
def test_invalid_options(options, capfd):
    refuse(capfd, "perft", "--game", "mars", "--depth", "1", "--options", options)


def test_a_folder_that_takes_nothing(capfd, tmp_path):
    (tmp_path / "file").write_text("x")
    for out in (tmp_path / "file", tmp_path / "file" / "x", "/dev/null", "/proc/x", "a\0b"):
        refuse(capfd, "selfplay", "--game", "mars", "--out", out)
        refuse(capfd, "play", "--no-open", "--folder", out)
    script = tmp_path / "script"
    script.write_text("board pad\n")
    refuse(capfd, "script", script, "--frames", tmp_path)


def test_a_reader_of_ours_that_went_away():
    code = (
        "import sys; from host_tools import cli;"
        "sys.exit(cli.main(['tags', 'plan', '--game', 'landover']))"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    running.stdout.close()
    said = running.stderr.read().decode()
    running.stderr.close()
    assert running.wait() == 1 and said == ""


# ---- a board that says anything -----------------------------------------------------------------

ON_BOARD = ("settings get", "records list", "records fetch now", "backup", "doctor --walk",
            "flash --from . --dry-run", "restore board.zip")


class OddLine(io.BytesIO):
    """A line to it; takes timeouts."""

    in_waiting = 0

    def inWaiting(self):
        return 0


class OddBoard:
    """mpremote's transport to a board that has one answer for everything, and one error."""

    def __init__(self, said, wrong):
        self._said = said, wrong
        self.serial = OddLine()

    def __call__(self, port):
        return self

    def enter_raw_repl(self):
        pass

    def close(self):
        pass

    def exec_raw_no_follow(self, code):
        pass

    def exec_raw(self, code, timeout):
        return self._said


@pytest.mark.parametrize(("said", "wrong"), [
    (b"5\n", b""), (b"()\n", b""), (b"('a',)\n", b""), (b"('/x', 5, 'y')\n5\n", b""),
    (b"True\n", b""), (b"{[]: 1}\n", b""), (b"(" * 3000, b""), (b"9" * 5000, b""), (b"\xff", b""),
    (b"('\\x1b[31m', 'x')\n", b""), (b"b'2\\x01'\n", b""), (b"", b" \n"), (b"", b"OSError: 28\n"),
])
def test_a_board_that_says_anything(said, wrong, capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("host_tools.board.Serial", lambda port: io.BytesIO())
    monkeypatch.setattr("host_tools.board.SerialTransport", OddBoard(said, wrong))
    monkeypatch.setattr("host_tools.prompt.enter", lambda *_: None)
    monkeypatch.setattr("host_tools.prompt.leave", lambda _: None)
    (tmp_path / "main.py").touch()
    with zipfile.ZipFile(tmp_path / "board.zip", "w") as archive:
        archive.writestr("main.py", "")
    for words in ON_BOARD:
        status, printed = run(capfd, *words.split(" "), "--port", "/dev/odd")
        assert status in (0, 1) and printed.strip(), words


@pytest.mark.parametrize(("wrong", "told"), [
    (b"OSError: 28\n", "the flash of the board is full"),
    (b"OSError: 5\n", "the board says: OSError: 5"),
    (b"ValueError: 28\n", "the board says: ValueError: 28"),
])
def test_what_a_board_refuses_is_told(wrong, told, capfd, monkeypatch):
    monkeypatch.setattr("host_tools.board.Serial", lambda port: io.BytesIO())
    monkeypatch.setattr("host_tools.board.SerialTransport", OddBoard(b"", wrong))
    monkeypatch.setattr("host_tools.prompt.enter", lambda *_: None)
    monkeypatch.setattr("host_tools.prompt.leave", lambda _: None)
    status, printed = run(capfd, "settings", "get", "--port", "/dev/odd")
    assert status == 1 and told in printed


# ---- files, spoiled -----------------------------------------------------------------------------

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
    | st.sampled_from(["mars", "land", "human", "cap", "c3", "small"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["leyboard", "game", "seats", "options", "seed", "n", "by", "do", "ev",
                         "scores", "end", "winners", "reason"]),
        inner, max_size=8),
    max_leaves=12,
)


@functools.cache
def record(name):
    game = make(name)
    play_out(game, [player("random")] * game.seats, 3)
    return list(lines(game, 3))[:40]


LOOSE = settings(
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@LOOSE
@given(data=st.data())
def test_spoiled_records(data, capfd, tmp_path):
    written = list(record(data.draw(st.sampled_from(names()))))
    at = data.draw(st.integers(0, len(written) - 1))
    how = data.draw(st.sampled_from(["bytes", "value", "line"]))
    raw = None
    if how == "value":
        parts = json.loads(written[at])
        parts[data.draw(st.sampled_from(sorted(parts)))] = data.draw(VALUES)
        written[at] = json.dumps(parts)
    elif how == "line":
        written[at] = json.dumps(data.draw(VALUES))
    else:
        raw = bytearray("\n".join(written).encode())
        for _ in range(data.draw(st.integers(1, 4))):
            raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    file = tmp_path / "record"
    file.write_bytes(
        bytes(raw) if raw is not None else "\n".join(written).encode("utf-8", "replace")
    )
    status, printed = run(capfd, "replay", file)
    assert status in (0, 1) and printed


def test_a_script_may_ask_the_table_to_measure_its_readers(capfd, tmp_path):
    """A board ends its program for that, and starts again."""
    file = tmp_path / "script"
    file.write_text("board pad\nhold\nturn -2\npush\nwait 900\nnew mars\nexpect turn 0\n")
    status, printed = run(capfd, "script", file)
    assert status == 0 and printed


STEPS = ["board grid6", "new mars", "new mars seed=none", "place c3 small 0", "lift c3", "push",
         "move c3 d4", "tidy", "stranger c3", "turn -2", "fault c3 silent", "wait 50", "restart",
         'do 0 ["small 0", "c3"]', "expect turn 1", "expect scores 0 0", "expect lit c3",
         "expect piece c3 none", "expect says x", "back", "hold", "expect actions 1"]
SCRAPS = ["", "c3", "pad", "99999999999999999999", "-1", "[[[", "{}", "\0", "\x1b", "none", "=",
          "seats=x", "options=[1]", "options=5", "seed=-1", "players=", "\u00e9", "mars",
          "chess"]


@LOOSE
@given(data=st.data())
def test_spoiled_scripts(data, capfd, tmp_path):
    written = data.draw(st.lists(st.sampled_from(STEPS), min_size=1, max_size=5))
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(written) - 1))
        words = written[at].split(" ")
        place = data.draw(st.integers(0, len(words)))
        words[place : place + data.draw(st.integers(0, 1))] = [data.draw(st.sampled_from(SCRAPS))]
        written[at] = " ".join(words)
    file = tmp_path / "script"
    file.write_text("board pad\n" * data.draw(st.integers(0, 1)) + "\n".join(written))
    status, printed = run(capfd, "script", file)
    assert status in (0, 1) and printed
