"""Numbered messages over bad lines: each arrives once, in its order, and soon."""

import json
import random
import subprocess

import pytest

from sim.seats.delivery import AGAIN_S, MOST, Delivery
from tests.host.bad_line import BadLine
from tests.micropython import ROOT
from tests.npm import NODE

LOSSY = (0.2, 0.15, 0.15)  # dropped, doubled, late
PERIOD_S = 0.05


class End:
    """One end of a line; `got` is what came."""

    def __init__(self, line):
        self.line = line
        self.delivery = Delivery(lambda: line.now)
        self.got = []
        self.other = None
        self.due = []

    def send(self, *texts):
        self.due += texts
        self.flush()

    def flush(self):
        while self.due and not self.delivery.is_full():
            self.delivery.send(self.due.pop(0))
        for frame in self.delivery.take():
            self.line.send(self.other.hear, frame)

    def hear(self, frame):
        self.got += self.delivery.hear(frame)
        self.flush()

    def tick(self):
        self.flush()
        self.line.after(PERIOD_S, self.tick)


class PageEnd:
    """The end of a page, in its own language."""

    def __init__(self, line):
        self.line = line
        self.got = []
        self.other = None
        self.is_dead = False
        self._next = None
        program = [NODE, ROOT / "tests" / "delivery.mjs"]
        self._node = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def close(self):
        self._node.communicate()

    def send(self, *texts):
        for text in texts:
            self._do(send=text)

    def hear(self, frame):
        self._do(hear=frame)

    def _do(self, **what):
        self._node.stdin.write(json.dumps({"at": self.line.now * 1000, **what}) + "\n")
        told = json.loads(self._node.stdout.readline())
        self.got += told["took"]
        self.is_dead = told["dead"]
        for frame in told["posted"]:
            self.line.send(self.other.hear, frame)
        if told["next"] is not None and told["next"] != self._next:
            self._next = told["next"]
            self.line.after(self._next / 1000 - self.line.now + 1e-6, self._do)


@pytest.fixture
def ends():
    """Returns a line and its ends, one of a page and one of a room."""
    pages = []

    def made(seed, lossy=LOSSY):
        line = BadLine(random.Random(seed), lossy)
        page, room = PageEnd(line), End(line)
        pages.append(page)
        page.other, room.other = room, page
        room.tick()
        return line, page, room

    yield made
    for page in pages:
        page.close()


@pytest.mark.parametrize("lossy", [(0, 0, 0), (0.2, 0, 0), (0, 0.5, 0), (0, 0, 0.9), LOSSY])
def test_each_message_arrives_once_and_in_its_order_both_ways(ends, lossy):
    line, page, room = ends(4, lossy)
    up, down = [["%s %d" % (way, n) for n in range(60)] for way in ("up", "down")]
    page.send(*up), room.send(*down)
    line.run(lambda: room.got == up and page.got == down)
    assert not page.is_dead and not room.delivery.is_dead


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(40))
def test_each_message_arrives_once_whatever_the_line_does(ends, seed):
    rng = random.Random(seed)
    for lossy in ([rng.random() * 0.3 for _ in range(3)] for _ in range(10)):
        test_each_message_arrives_once_and_in_its_order_both_ways(ends, lossy)


def test_a_bad_line_carries_a_game_at_half_its_pace_at_least(ends):
    """Two players act in turn, each 2 s after the other's action has come."""

    def duration(lossy):
        line, *both = ends(3, lossy)
        for number in range(40):
            by, other = both if number % 2 else both[::-1]
            by.send(str(number))
            line.run(lambda: str(number) in other.got)  # noqa: B023
            pause = line.now + 2
            line.after(2, lambda: None)
            line.run(lambda: line.now >= pause)  # noqa: B023
        return line.now

    assert duration(LOSSY) < 2 * duration((0, 0, 0))


def test_a_line_that_swallows_all_is_noticed_at_both_ends(ends):
    line, page, room = ends(1)
    line.is_dead = True
    page.send("lost"), room.send("lost")
    assert line.run(lambda: room.delivery.is_dead and page.is_dead) < 8
    assert sum(AGAIN_S) == 6


def test_few_messages_are_on_their_way_and_the_next_ones_wait(ends):
    line, page, room = ends(1, (0, 0, 0))
    room.send(*map(str, range(3 * MOST))), page.send(*map(str, range(3 * MOST)))
    assert room.delivery.is_full() and len(room.due) == 2 * MOST
    line.run(lambda: len(page.got) == len(room.got) == 3 * MOST)
    assert room.delivery.wait_s() is not None
    line.run(lambda: room.delivery.wait_s() is None)


@pytest.mark.parametrize("frame", ["", "[", "{}", "[1, 2]", '["1", 2, ""]', "[true, 0, \"\"]",
                                   "[1, 0, 2]", "[" * 4000, "[1, 0, \"\", 0]"])
def test_what_is_no_frame_is_refused(frame):
    with pytest.raises(ValueError):
        Delivery(float).hear(frame)


def test_old_and_far_numbers_change_nothing():
    end = Delivery(float)
    assert end.hear('[1, 0, "a"]') == ["a"] and end.hear('[1, 0, "b"]') == []
    assert end.hear(json.dumps([2 + MOST, 0, "far"])) == []
    assert end.hear('[3, 0, "c"]') == [] and end.hear('[2, 0, "b"]') == ["b", "c"]
