"""The knob counts each detent once, however fast the turn and however busy the chip."""

from table.drivers.knob import Knob

_CLOCKWISE = ((0, 1), (0, 0), (1, 0), (1, 1))


class _Clock:
    def ms(self):
        return 0


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
    return Knob(a, b, _Pin(), _Pin(), _Clock()), a, b


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
