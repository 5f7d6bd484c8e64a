"""A game of Landover for four at a whole table in virtual time: two phones, one person with the
knob, and one computer, whose pieces people lay.

The default plays the first actions; LEYBOARD_FULL=1 plays to the end.
"""

import os

import pytest

from games.base import CHANCE
from games.rng import Rng
from sim.seats.keys import WATCH, Keys
from sim.seats.room import Room
from sim.seats.tables import TableHere
from sim.virtual.player import TablePlayer
from sim.virtual.table import VirtualTable
from table.wiring import hex37
from tests.host.seated import Phone
from tests.host.test_seats import twin

FULL = bool(os.environ.get("LEYBOARD_FULL"))
_MOST = 5000 if FULL else 34  # actions
_EACH = 97 if FULL else 12  # actions between two looks at what was told
_STEP = 150  # ms
_PRESS = 80
_PATIENCE = 3000  # steps
PHONES, KNOB, COMPUTER = (0, 2), 1, 3
SETUP = ("landover", 4, {})


class Evening:
    """The table, its room, and who plays: `phones` by seat, and `watcher`."""

    def __init__(self, folder):
        self.table = VirtualTable(hex37, folder)
        self.room_table = TableHere(self.table.app.host.handle)
        self.table.send = self.room_table.hear
        self.table.app.session.new(*SETUP, (), 5)
        self.room = Room(self.room_table, Keys(), clock=lambda: self.table.clock.ms() / 1000)
        self.person = TablePlayer(self.table, self._press)
        self.phones = {seat: self._phone(seat) for seat in PHONES}
        self.watcher = self._phone(WATCH)
        self.room.give(COMPUTER)
        self.confirmed = []  # the seats of the phones whose actions were

    @property
    def game(self):
        return self.table.app.session.game

    def _phone(self, whom):
        phone = Phone(self.room, whom, "key of seat %8s" % whom)
        assert phone.joined["ok"], phone.joined
        return phone

    def _press(self, button, ms):
        self.table.run(_PRESS)
        self.table.world.press(button, True)
        self.table.run(ms)
        self.table.world.press(button, False)
        self.table.run(_PRESS)

    def step(self):
        """Let people lay pieces, time pass, and whoever is asked act."""
        self.table.tidy()
        self.table.run(_STEP)
        self.room.step()
        if self.table.app.session.is_over():
            return
        if KNOB in self.table.app.session.present():
            self.person.act()
        for phone in self.phones.values():
            if phone.choices():
                advice = phone.ask("hint")
                if advice["ok"] and advice["words"] and phone.act(advice["words"])["ok"]:
                    self.confirmed.append(phone.device.seat)


def looks(phone):
    """Return what a device was told last of the game: what all may know, and what its seat may."""
    mine = phone.facts.get("mine")
    return phone.facts["state"]["view"], mine and mine["own"]


@pytest.mark.deep
def test_phones_a_knob_and_a_computer_play_one_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # twins keep their journals there
    (tmp_path / "evening").mkdir()
    evening = Evening(str(tmp_path / "evening"))
    session = evening.table.app.session
    seen = []  # what each device had been told by then
    idle = 0
    while len(evening.game.log) < _MOST and not session.is_over():
        count = len(evening.game.log)
        evening.step()
        idle = 0 if len(evening.game.log) > count else idle + 1
        assert idle < _PATIENCE, evening.table.app.display_text.shown
        if len(evening.game.log) >= _EACH * (1 + len(seen)):
            evening.room.step()
            devices = {**evening.phones, WATCH: evening.watcher}
            seen.append({whom: looks(device) for whom, device in devices.items()})
    log = [evening.game.log[n] for n in range(len(evening.game.log))]
    assert session.is_over() or not FULL
    assert {entry[0] for entry in log} == {CHANCE, 0, 1, 2, 3}
    assert evening.confirmed == [entry[0] for entry in log if entry[0] in PHONES]
    for told in seen:
        view = told[WATCH][0]
        for seat in PHONES:
            twins = [twin(SETUP, log[: view["actions"]], seat, Rng(n)) for n in (1, 2)]
            assert twins[0] == twins[1]
            own, public = (dict(facts) for facts in twins[0])
            assert told[seat] == (view, own["mine"]["own"])
            assert view == public["state"]["view"]
    assert seen
