"""The page of the protocol and its JSON Schema are made from the table in the code."""

import json
import random

import fastjsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools import ROOT, bot, client, protocol_pages
from host_tools.client import Client, RefusedError, SilentTableError
from host_tools.errors import CommandError
from host_tools.ports import Simulated
from table import forms
from table.requests import REQUESTS

LINK, _ = protocol_pages.protocols()
CHECK = fastjsonschema.compile(protocol_pages.schema(LINK))


def fits_schema(request):
    try:
        CHECK(request)
    except fastjsonschema.JsonSchemaValueException:
        return False
    return True


def test_the_pages_and_the_schemas_are_as_the_code_is():
    for name, text in protocol_pages.made().items():
        there = (ROOT / "docs" / name).read_text("utf-8")
        assert there == text, "python -m host_tools.protocol_pages"


def test_every_request_is_told():
    for name, (todo, *_) in REQUESTS.items():
        assert todo.__doc__, name
        assert "\n### %s\n" % name in protocol_pages.page(LINK)


def test_examples_of_the_page_are_true():
    page = protocol_pages.page(LINK).split("```")[1].strip().splitlines()
    simulated = Simulated("grid6")
    simulated.read()
    for line in page:
        if line.startswith("> "):
            simulated.write((line[2:] + "\n").encode())
        else:
            if not simulated.table.sent:
                simulated.table.run(300)
            assert json.loads(simulated.table.sent.pop(0)) == json.loads(line[2:])
    simulated.close()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.floats() | st.text(max_size=4)
    | st.integers() | st.sampled_from(["mars", "c3", "a" * 70]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@pytest.mark.parametrize("name", ["a\x1f", "\x7f", "\x9f", "\ud800", "Zoë", "a" * 16, "a" * 17])
def test_schema_and_table_refuse_the_same_names_of_people(name):
    request = {"do": "names", "names": [name]}
    assert (
        fits_schema(request)
        == forms.is_valid([name], forms.NAMES, 0, 8)
        == (name in ("Zoë", "a" * 16))
    )


@settings(max_examples=300)
@given(name=st.sampled_from(sorted(REQUESTS)), data=st.data())
def test_schema_and_table_refuse_the_same(name, data):
    request = {"do": name}
    for field in REQUESTS[name][1:]:
        if data.draw(st.integers(0, 3)):
            request[field[0]] = data.draw(VALUES)
    try:
        forms.check(REQUESTS[name][1:], request)
        fits = True
    except ValueError:
        fits = False
    whole = "E" not in json.dumps(request) and ".0" not in json.dumps(request)
    if whole:  # JSON Schema takes 1.0 for an integer
        assert fits_schema(request) == fits


def test_a_bot_plays_a_game_over_the_line():
    rng = random.Random(3)
    with Client(Simulated("pad")) as table:
        table.new("mars", players=["human", "greedy"], seed=1)
        scores = bot.play(table, [0], rng.choice)
        assert scores == table.state()["view"]["scores"] and sum(scores) > 0
        lines = table.record()
        assert json.loads(lines[-1])["end"] is True
        table.new("land")
        table.load(lines)
        assert table.state()["view"]["game"] == "mars"
        with pytest.raises(RefusedError) as refused:
            table.do(0, ["cap", "c3"])
        assert refused.value.error == "illegal"


class Port:
    """The other end of a line, which says anything."""

    def __init__(self, said):
        self.said = said

    def write(self, data):
        pass

    def read(self):
        said, self.said = self.said, b""
        return said

    def close(self):
        pass


@pytest.mark.parametrize(
    "said",
    [
        b"", b"{}\n", b'{"id": 1}\n', b'{"id": 1, "ok": 1}\n', b'{"id": 1, "ok": false}\n',
        b'{"id": 1, "ok": true, "link": "2"}\n', b'{"id": 1, "ok": true, "link": 1}\n',
        b'{"id": 1, "ok": true, "link": 2, "firmware": null}\n', b"\xff\x00" * 5000,
        b'{"id": 1, "ok": true, "link": ' + 5000 * b"[" + b"\n", b"MPY: soft reboot\r\n>>> ",
    ],
)
def test_invalid_answers(said):
    with Client(Port(said), patience=0.05) as table, pytest.raises(CommandError):
        table.hello()


class Starting(Simulated):
    """A table that misses the first question."""

    asked = 0

    def write(self, data):
        self.asked += 1
        if self.asked > 1:
            super().write(data)


def test_a_table_that_starts_is_asked_again(monkeypatch):
    monkeypatch.setattr(client, "AGAIN_S", 0.05)
    with Client(Starting("pad")) as table:
        assert table.hello().profile == "pad"


def test_an_answer_that_comes_too_late_is_no_event():
    with Client(Simulated("pad")) as table:
        with pytest.raises(SilentTableError):
            table.ask("hello", patience=0)
        table.health()
        assert not any("ok" in message for message in table.arrived())


@pytest.mark.parametrize("tag", [5, True, [], [True, 1, 2, 3], ["zz", 1, 2, 3], ["04", 1, 2], {}])
def test_invalid_tags(tag):
    said = json.dumps({"id": 1, "ok": True, "tag": tag, "written": ""}).encode() + b"\n"
    lacks = pytest.raises(CommandError, match='lacks a valid "tag"')
    with Client(Port(said), patience=0.05) as table, lacks:
        table.tag()


@settings(max_examples=200)
@given(said=st.binary(max_size=200) | VALUES.map(
    lambda value: json.dumps({"id": 1, "ok": True, "link": 2, "readers": value, "tag": value,
                              "actions": value, "written": value}).encode() + b"\n"))
def test_anything_the_other_end_says(said):
    for ask in ("hello", "readers", "tag", "record"):
        with Client(Port(said), patience=0) as table:
            try:
                getattr(table, ask)()
            except CommandError as error:
                assert str(error)
