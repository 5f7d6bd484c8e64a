"""The knob counts each detent once, however fast the turn and however busy the chip."""

from sim.virtual.clock import VirtualClock
from table.drivers.knob import Knob

_CLOCKWISE = ((0, 1), (0, 0), (1, 0), (1, 1))




class _Pin:
    IRQ_RISING = 1
    IRQ_FALLING = 2

    def __init__(self):
        self.level = 1
        self.handler = None

    def value(self):
        return self.level

    def irq(self, handler, trigger, hard):
        assert hard and trigger == 3
        self.handler = handler


def _knob():
    a, b = _Pin(), _Pin()
    return Knob(a, b, _Pin(), _Pin(), VirtualClock()), a, b


def _edge(a, b, levels, heard=True):
    changed = a if a.level != levels[0] else b
    a.level, b.level = levels
    if heard:
        changed.handler(changed)


def _turn(a, b, steps, deaf=()):
    """Turn by whole detents; interrupts are off during the edges numbered in `deaf`."""
    number = 0
    for _ in range(abs(steps)):
        for levels in _CLOCKWISE if steps > 0 else ((1, 0), (0, 0), (0, 1), (1, 1)):
            _edge(a, b, levels, number not in deaf)
            number += 1


def test_a_step_is_four_edges_either_way():
    knob, a, b = _knob()
    _turn(a, b, 3)
    assert knob.turned() == 3
    _turn(a, b, -2)
    assert knob.turned() == -2
    assert knob.turned() == 0


def test_half_a_step_does_not_count_but_is_kept():
    knob, a, b = _knob()
    _edge(a, b, (0, 1))
    _edge(a, b, (0, 0))
    assert knob.turned() == 0
    _edge(a, b, (1, 0))
    _edge(a, b, (1, 1))
    assert knob.turned() == 1


def test_moving_back_and_forth_at_a_detent_counts_nothing():
    knob, a, b = _knob()
    for _ in range(5):
        _edge(a, b, (0, 1))
        _edge(a, b, (1, 1))
    assert knob.turned() == 0


def test_a_bounce_counts_once():
    knob, a, b = _knob()
    for levels in ((0, 1), (1, 1), (0, 1), (0, 0), (0, 1), (0, 0), (1, 0), (1, 1), (1, 0), (1, 1)):
        _edge(a, b, levels)
    assert knob.turned() == 1


def test_missed_edges_lose_no_later_step():
    for missed in ((1,), (1, 2), (0, 1), (5, 6), (0, 1, 2)):
        for way in (1, -1):
            knob, a, b = _knob()
            _turn(a, b, 2 * way, missed)
            assert knob.turned() in (way, 2 * way), missed
            _turn(a, b, 3 * way)
            assert knob.turned() == 3 * way, missed
            _turn(a, b, -1 * way)
            assert knob.turned() == -1 * way, missed


# ---- knobs as they are sold ---------------------------------------------------------------------

_CYCLE = ((1, 1), (0, 1), (0, 0), (1, 0))  # clockwise
_BOUNCES = (3, 0, 5, 1, 9, 2, 0, 7)


class Hand:
    """Turns a knob of so many quarters a detent that rests in a state of the cycle; with `kind` as
    the setting has it. Each quarter takes `slow` ms, then the hand rests."""

    def __init__(self, size, start=0, kind="auto", bounces=False, slow=4, rests=150):
        self.clock = VirtualClock()
        self._a, self._b = _Pin(), _Pin()
        self._place = start
        self._a.level, self._b.level = _CYCLE[start]
        self._size, self._slow, self._rests = size, slow, rests
        self._bounces = bounces
        self._edges = 0
        self.knob = Knob(self._a, self._b, _Pin(), _Pin(), self.clock, kind)

    def quarter(self, way):
        before = _CYCLE[self._place % 4]
        self._place += way
        after = _CYCLE[self._place % 4]
        self._edges += 1
        for _ in range(_BOUNCES[self._edges % 8] if self._bounces else 0):
            _edge(self._a, self._b, after)
            _edge(self._a, self._b, before)
        _edge(self._a, self._b, after)
        self.clock.advance(1000 * self._slow)

    def clicks(self, count):
        """Turn by clicks; return the steps at each, as a table sees them that looks often."""
        said = []
        for _ in range(abs(count)):
            steps = 0
            for _ in range(self._size):
                self.quarter(1 if count > 0 else -1)
                steps += self.knob.turned()
            for _ in range(self._rests // 5):
                self.clock.advance(5000)
                steps += self.knob.turned()
            said.append(steps)
        return said


_KINDS = (("full", 4, 0), ("full", 4, 2), ("half", 2, 0), ("half", 2, 2), ("quarter", 1, 0),
          ("quarter", 1, 2), ("quarter", 1, 3))
_ROUND = (6, -3, 1, -1, 1, -1, -2, 5, 1, -9)


def test_a_knob_whose_kind_is_told_counts_every_click_at_once():
    for kind, size, start in _KINDS:
        for bounces in (False, True):
            for rests in (150, 0):
                hand = Hand(size, start, kind, bounces, rests=rests)
                for count in _ROUND:
                    way = 1 if count > 0 else -1
                    assert hand.clicks(count) == [way] * abs(count), (kind, start, bounces, rests)


def test_a_knob_tells_its_kind_and_no_click_is_lost():
    for kind, size, start in _KINDS:
        for bounces in (False, True):
            hand = Hand(size, start, "auto", bounces)
            first = hand.clicks(3)
            if kind == "quarter":  # one click may be a hand that has not gone on
                assert sum(first) == 3 and first[0] <= 1
            else:
                assert first == [1, 1, 1]
            for count in _ROUND:
                way = 1 if count > 0 else -1
                assert hand.clicks(count) == [way] * abs(count), (kind, start, bounces, count)


def test_a_quick_hand_on_a_knob_that_has_told_its_kind():
    for kind, size, start in _KINDS:
        hand = Hand(size, start)
        hand.clicks(5)
        hand._rests = 0
        assert [sum(hand.clicks(count)) for count in _ROUND] == list(_ROUND), (kind, start)
        hand._rests = 150
        assert hand.clicks(-2) == [-1, -1]


def test_a_slow_hand_is_no_other_kind():
    """It stops between two detents of a whole cycle."""
    for start in (0, 2):
        hand = Hand(4, start)
        assert hand.clicks(6) == [1] * 6
        for _ in range(3):
            hand.quarter(1)
            hand.quarter(1)
            hand.clock.advance(400000)
            steps = hand.knob.turned()
            hand.quarter(1)
            hand.quarter(1)
            assert steps + hand.knob.turned() == 1
            assert hand.clicks(4) == [1] * 4
        for way in (1, -1):  # and goes back
            hand.quarter(way)
            hand.quarter(way)
            hand.clock.advance(400000)
            steps = hand.knob.turned()
            hand.quarter(-way)
            hand.quarter(-way)
            assert steps + hand.knob.turned() == 0
            assert hand.clicks(3) == [1] * 3


def test_a_detent_that_lies_where_a_line_changes():
    """Its lines stand in either of two states, as they please."""
    hand = Hand(4, 0)
    detent = 0
    for way, lies in ((1, 0), (1, 1), (-1, 0), (1, 1), (-1, 1), (1, 0), (1, 1), (-1, 0), (-1, 1)):
        detent += way
        aim = 4 * detent + lies
        steps = 0
        while hand._place != aim:
            hand.quarter(1 if aim > hand._place else -1)
        for _ in range(30):
            hand.clock.advance(5000)
            steps += hand.knob.turned()
        assert steps == way


def test_two_clicks_at_a_time_hide_half_a_cycle_until_one_is_alone():
    hand = Hand(2, 0, rests=0)
    for _ in range(4):
        hand.clicks(2)
        hand.clock.advance(200000)
        hand.knob.turned()
    hand._rests = 150
    assert sum(hand.clicks(7)) >= 3
    assert hand.clicks(4) == [1] * 4


def test_a_knob_that_nobody_touched_for_hours_counts_at_once():
    for hours in (1, 2, 30):
        hand = Hand(2, 0)
        hand.clicks(4)
        hand.clock.advance(hours * 3600 * 1000000)
        assert hand.clicks(2) == [1, 1] and hand.clicks(-3) == [-1] * 3
