"""The table's messages to its pages have the types of sim/window/page/messages.d.ts."""

import re

import pytest

from games import names
from sim.window import bundle, geometry, verbs
from tests.portable.window_table import Table

FIELD = re.compile(r"^  (\w+|\[more: string\])(\??): ", re.M)


def fields(interface):
    """Return ({name: must it be there}, may there be more) of an interface."""
    text = (bundle.PAGE / "messages.d.ts").read_text()
    body = re.search(r"^interface %s \{\n(.*?)^\}" % interface, text, re.M | re.S)[1]
    found = {name: not perhaps for name, perhaps in FIELD.findall(body)}
    more = found.pop("[more: string]", None)
    return found, more is not None


def check(interface, message):
    wanted, more = fields(interface)
    must = {name for name, always in wanted.items() if always}
    assert must <= message.keys(), (interface, must - message.keys())
    assert more or message.keys() <= wanted.keys(), (interface, message.keys() - wanted.keys())


@pytest.mark.parametrize("game", names())
def test_the_facts_are_as_declared(tmp_path, game):
    [board, *_] = geometry.fits(geometry.profiles())[game]
    table = Table(tmp_path, board, game=game)
    table.run(0.5)
    facts = dict(table.live.facts.all())
    assert facts.keys() <= fields("Facts")[0].keys()
    for kind, interface in (("hello", "Hello"), ("settings", "Settings"), ("board", "BoardFacts"),
                            ("state", "State"), ("tags", "Tags")):
        check(interface, facts[kind])
    for one in facts["hello"]["games"]:
        check("GameAbout", one)
    for spot in facts["board"]["spots"]:
        check("SpotFacts", spot)
    for piece in facts["tags"]["pieces"]:
        check("Tag", piece)
    for event in facts["log"]:
        check("LogEvent", event)
    check("View", facts["state"]["view"])
    check("Moment", _plain(table.do("at", n=0)))
    check("Choices", _plain(table.do("choices", seat=0)))


def _plain(answer):
    """Return an answer without what every answer has."""
    assert answer["ok"], answer
    return {name: value for name, value in answer.items() if name not in ("ok", "id")}


def test_a_question_is_as_declared(tmp_path):
    table = Table(tmp_path, "grid9", game="land")
    table.put("gyyy", "d5")
    table.until(lambda: table.state["rotating"])
    check("Question", table.state["asking"])
    check("Hint", _plain(table.do("hint", seat=0)))
    check("Rotating", table.state["rotating"])


def test_an_answer_is_that_of_a_verb():
    assert fields("Answers")[0].keys() <= verbs.VERBS.keys()
