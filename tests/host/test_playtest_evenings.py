"""Playtests at a whole virtual table: hands, display and knob play evenings of all games, and the
report tells how long each seat thought, as the test saw it."""

import json

import pytest

from games.base import CHANCE
from games.replay import replay
from games.rng import Rng
from sim.study.people import PHASES, people
from sim.virtual.player import TablePlayer
from sim.virtual.script import Script

ACTIONS = 12  # of people
LOOK_MS = 20
BOARDS = {"mars": "grid6", "land": "grid9", "market": "pad", "leylines": "isles12",
          "landover": "hex37"}
QUICK = ("market", 4)


class Evening:
    """An evening of a game at a virtual table; `times` has the ms at which it began, and at which
    each action was taken, as somebody saw who looked at it all the time."""

    def __init__(self, game, seed, folder):
        self.script = Script(str(folder))
        self.script.run(["board " + BOARDS[game]])
        self.table = self.script.table
        self.session = self.table.app.session
        assert self.table.app.host.handle({"do": "playtest", "text": "on"})["ok"]
        self.script.run(["new %s players=human,human seed=%d" % (game, seed)])
        self.times = [self.table.clock.ms()]
        self._run = self.table.run
        self.table.run = self.watch

    def watch(self, ms):
        """Let time pass."""
        for _ in range(-(-ms // LOOK_MS)):
            self._run(LOOK_MS)
            while len(self.times) <= len(self.session.game.log):
                self.times.append(self.table.clock.ms())

    def play(self, rng):
        """Play by hand and knob; Blue thinks for longer."""
        player = TablePlayer(self.table, self.script.press)
        for _ in range(ACTIONS):
            self.watch(1000 * (1 + 3 * self.session.game.current()[0] + rng.below(3)))
            player.act()
            self.table.tidy()

    def record(self):
        """Give up the game; return the lines of its record."""
        self.session.give_up()
        return list(self.session.record())

    def thought(self, seat):
        """Return the seconds that a seat thought."""
        log = self.session.game.log
        return sum(self.times[n + 1] - self.times[n]
                   for n in range(len(log)) if log[n][0] == seat) / 1000


@pytest.mark.parametrize("game, seed", [
    pytest.param(game, seed, marks=[pytest.mark.deep] * ((game, seed) != QUICK))
    for game in BOARDS for seed in range(1, 5)
])
def test_an_evening_by_hand_comes_out_within_a_second_of_the_truth(game, seed, tmp_path):
    evening = Evening(game, seed, tmp_path)
    evening.play(Rng(seed))
    lines = evening.record()
    assert replay(lines).end and json.loads(lines[0])["game"] == game
    (figures,) = people([[json.loads(line) for line in lines]])
    for seat in (0, 1):
        told = sum(figures.times[seat, phase][0] for phase in range(len(PHASES))
                   if figures.times[seat, phase]) / 1000
        assert told > 5 and abs(told - evening.thought(seat)) < 1, (seat, told)
    by_people = [entry for entry in evening.session.game.log if entry[0] != CHANCE]
    assert sum(figures.means.values()) == len(by_people) >= ACTIONS
    assert set(figures.means) <= {"hand", "knob"}
