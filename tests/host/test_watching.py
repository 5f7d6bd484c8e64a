"""A second display for a real table gets what a phone of its seat would, and asks for no more."""

import json

import pytest

from games import names
from host_tools.core import carry_out
from host_tools.core.watching import NOBODY, Watching
from host_tools.ports import Simulated
from sim.window.pictures import pictures
from table.link import encode


class Line:
    """A simulated table, and what was asked of it."""

    def __init__(self, game):
        self._simulated = Simulated("hex37" if game == "landover" else "isles12")
        self.table = self._simulated.table
        self.asked, self._number = [], 0
        self.ask({"do": "new", "game": game, "seed": 3})

    def ask(self, request):
        self.asked.append(request)
        self._number += 1
        request = {"id": self._number, **request}
        answer = json.loads(encode(self.table.app.host.handle(request)))
        assert answer["ok"], answer
        return answer

    def look(self, watching, seat, events=()):
        self.asked.clear()
        return carry_out(watching.look(seat, list(events)), {"link": self.ask})


@pytest.mark.parametrize("game", names())
def test_each_seat_gets_its_own_and_no_more(game):
    line = Line(game)
    watching = Watching(line.ask({"do": "hello"}), pictures(), "en")
    public = line.look(watching, NOBODY)
    assert [request["do"] for request in line.asked] == ["state", "lights"]
    assert public["mine"] == {} and public["you"]["whom"] == "watch"
    assert public["state"]["view"]["own"] == {}
    acts = public["state"]["view"]["current"]
    for seat in range(public["state"]["view"]["seats"]):
        facts = line.look(watching, seat)
        assert {request.get("seat", request.get("by", seat)) for request in line.asked} <= {
            NOBODY, seat
        }
        assert facts["state"]["view"]["own"] == {} and facts["you"]["whom"] == str(seat)
        own = line.ask({"do": "state", "seat": seat})["view"]["own"]
        assert facts["mine"]["own"] == own
        may = facts["mine"]["actions"] or facts["mine"]["lays"] or facts["mine"]["many"]
        assert bool(may) == (seat in acts)


def test_what_has_not_changed_is_not_told_again():
    line = Line("mars")
    watching = Watching(line.ask({"do": "hello"}), pictures(), "en")
    assert "state" in line.look(watching, 0)
    assert set(line.look(watching, 0)) == {"lights"}
    assert "state" in line.look(watching, 0, [{"event": "problem", "text": ""}])
    way = line.look(watching, 1) and line.look(watching, 0)["mine"]["lays"][0]["ways"][0]
    line.ask({"do": "do", "by": 0, "words": way["words"]})
    facts = line.look(watching, 0)
    assert [piece["at"] for piece in facts["pieces"]] == way["spots"]
