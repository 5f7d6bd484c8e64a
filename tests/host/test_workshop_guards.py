"""The guards of the workshop against links and files with games of others, and against messages
of such games."""

import io
import json
import subprocess
import zipfile
import zlib
from base64 import b64encode, urlsafe_b64encode

import pytest

from host_tools.workshop import templates
from tests.micropython import ROOT
from tests.npm import NODE
from tests.workshop import address

RULES = templates()["put"]
SPOT = {"name": "a1", "x": 0, "y": 0, "kind": "cell", "pixels": [[323, 0.2, 0.2]]}


@pytest.fixture(scope="module")
def ask():
    with subprocess.Popen([NODE, ROOT / "tests" / "workshop_guards.mjs"], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:

        def ask(**line):
            process.stdin.write(json.dumps(line) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield ask
        process.stdin.close()


# ---- links and files ----------------------------------------------------------------------------


def link(files, by="Ann"):
    return address(files, by).partition("#game=")[2]


def archive(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as zipped:
        for path, data in files:
            zipped.writestr(path, data)
    return b64encode(packed.getvalue()).decode()


def test_a_link_and_a_file_of_a_game_are_taken(ask):
    assert ask(link=link(RULES)) == {"by": "Ann", "title": "Four in a row", "files": RULES}
    packed = archive([("fox/" + path, text) for path, text in RULES.items()])
    assert ask(file=packed, name="fox.zip")["files"] == RULES


@pytest.mark.parametrize("path", [
    "../evil.py", "a/../../evil.py", "/evil.py", "a//evil.py", "./evil.py", "a/./evil.py", "a/",
    ".evil.py", "a/.evil.py", "C:evil.py", "a\\evil.py", "evil\n.py", "", "x" * 61, "Game.py",
    "é.py",
])
def test_a_part_with_a_name_that_leads_elsewhere_is_refused(ask, path):
    """Elsewhere, too, on a computer that takes capitals for small letters."""
    assert ask(link=link(RULES | {path: "x"})) == "NoPackageError"
    packed = archive([*(("fox/" + name, text) for name, text in RULES.items()),
                      ("fox/" + path, "x")])
    if not path.endswith("/") and path:  # these are folders to an archive
        assert ask(file=packed, name="fox.zip") == "NoPackageError"


@pytest.mark.parametrize("name", ["__proto__", "constructor", "toString"])
def test_a_part_with_a_name_of_the_language_is_a_part(ask, name):
    found = ask(link=link(RULES | {name: "x"}))
    assert found["files"] == RULES | {name: "x"}
    assert ask(link=link(RULES))["files"] == RULES


@pytest.mark.parametrize("game", [
    None, [], "text", 7, {"files": None}, {"files": []}, {"files": {"game.py": 7}},
    {"files": {"other.py": "x"}}, {"by": {"toString": 1}, "files": RULES},
    {"files": RULES | {"f%d" % n: "" for n in range(60)}},
    {"files": RULES | {"a": "x" * (1 << 20)}},
])
def test_what_is_no_game_is_refused(ask, game):
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packed.compress(json.dumps(game).encode()) + packed.flush()
    assert ask(link=urlsafe_b64encode(data).decode().rstrip("=")) == "NoPackageError"


def test_what_inflates_to_more_than_the_memory_is_refused(ask):
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = b"".join(packed.compress(bytes(1 << 20)) for _ in range(1 << 5)) + packed.flush()
    assert ask(link=urlsafe_b64encode(data).decode().rstrip("=")) == "NoPackageError"
    inside = [("fox/game.py", "x"), ("fox/a", bytes(20 << 20))]
    assert ask(file=archive(inside), name="fox.zip") == "NoPackageError"


@pytest.mark.parametrize("cut", [0, 1, 40, 400])
def test_a_link_that_was_cut_is_refused(ask, cut):
    assert ask(link=link(RULES)[:cut]) == "NoPackageError"


@pytest.mark.parametrize(("line", "title"), [
    ("    TITLE = 'Fox'", "Fox"), ("\tTITLE = \"Fox's\"", "Fox's"),
    ("    TITLE = ''", "fourinarow"), ("", "fourinarow"), ('TITLE = "Fox"', "fourinarow"),
])
def test_the_title_is_that_of_the_class(ask, line, title):
    rules = RULES["game.py"].replace('    TITLE = "Four in a row"', line)
    assert ask(link=link(RULES | {"game.py": rules}))["title"] == title


def test_names_hide_nothing(ask):
    """Signs that turn a line around, break it or take no place could make it lie."""
    evil = "Ann\u202e\n\u200b  checked\u2066"
    rules = RULES["game.py"].replace("Four in a row", "Four\u202e in a row", 9)
    found = ask(link=link(RULES | {"game.py": rules}, by=evil + "x" * 99))
    assert found["by"] == ("Ann checked " + "x" * 99)[:40] and found["title"] == "Four in a row"


def test_a_file_brings_so_many_versions_and_no_more(ask):
    versions = json.dumps([{"at": n, "files": RULES} for n in range(90)])
    files = RULES | {"versions.json": versions}
    packed = archive([("fox/" + path, text) for path, text in files.items()])
    found = ask(file=packed, name="fox.zip")
    assert [one["at"] for one in found["versions"]] == list(range(50))


# ---- what a game tells --------------------------------------------------------------------------


def told(ask, **message):
    return ask(said=json.dumps([message]))


def test_what_a_table_tells_is_passed_on(ask):
    facts = {"board": {"spots": [SPOT], "pixels": 1}, "settings": {"language": "de"},
             "hello": {"games": [{"name": "fox", "seats": [2, 4]}], "drawn": [], "more": []}}
    assert told(ask, facts=facts) == [{"facts": facts}]
    assert told(ask, facts=facts | {"evil": 1}, more=1) == [{"facts": facts}]


@pytest.mark.parametrize("facts", [
    {"settings": {"language": "../../evil"}},  # a page loads a file of that name
    {"settings": {"language": None}},
    {"hello": {"games": [{"name": "../evil", "seats": [2, 2]}]}},
    {"hello": {"games": [{"name": "fox", "seats": [2, 10**9]}]}},  # a list with so many entries
    {"hello": {"games": [{"name": "fox", "seats": [2, 2.5]}]}},
    {"hello": {"games": [{"name": "fox", "seats": None}]}},
    {"hello": {"games": {"length": 10**9}}},
    {"state": {"view": {"seats": 10**9}}},
    {"board": {"spots": [SPOT] * 401}},
    {"board": {"spots": {"length": 1}}},
    {"board": {"spots": [SPOT | {"x": 1e9}]}},  # a picture of that size
    {"board": {"spots": [SPOT | {"y": "<b>"}]}},
    {"board": {"spots": [SPOT | {"pixels": [[0, 0, -1e300]]}]}},
    {"tags": {"pieces": [{}] * 2001}},
    {"log": json.loads("[" * 30 + "]" * 30)},
])
def test_what_no_table_tells_is_refused(ask, facts):
    assert told(ask, facts=facts) in ("UnusableError", "TypeError")


@pytest.mark.parametrize("message", [
    {"finding": {"rule": "x", "why": "x", "record": []}}, {"finding": {"rule": "x"}},
    {"mistake": {"why": {"toString": 1}}}, {"mistake": {"why": "x"}}, {"studied": {"figures": 1}},
    {"studied": {"figures": [], "never": [1]}},
])
def test_messages_without_their_form_are_refused(ask, message):
    assert told(ask, **message) in ("UnusableError", "TypeError")


@pytest.mark.parametrize("text", ["", "[", "1", "null", '{"facts": {}}', "x" * 4_000_001])
def test_what_is_no_list_is_refused(ask, text):
    assert ask(said=text) == "UnusableError"


def test_lists_in_lists_are_refused(ask):
    assert ask(repeat=["[", 1_000_000]) == "UnusableError"


def test_a_game_names_so_many_mistakes_and_each_is_short(ask):
    mistake = {"why": ["x" * 999], "file": "y" * 999, "line": 1}
    found = ask(said=json.dumps([{"mistake": mistake}] * 999))
    assert len(found) == 200 and found[0] == {
        "mistake": {"why": ["x" * 500], "file": "y" * 500, "line": 1}}
