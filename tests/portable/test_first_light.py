"""The order of what answers a hand: first the light that says "seen", then rules and flash, then
the next legal spots, each as soon as it is known."""

from games.base import CHOSEN, LEGAL, WRONG
from tests.portable.bench_board import Bench


def test_rules_wait_for_the_first_light_while_the_strip_is_busy():
    """Else rules and flash would take 40 ms before it."""
    bench = Bench()
    game = bench.new("mars")
    bench.run()
    bench.pixels.is_busy = lambda: True
    bench.lay("small 0", "c3")
    frames = bench.pixels.frames
    bench.run(3)
    assert CHOSEN in bench.meanings("c3") and bench.pixels.frames == frames and game.log == []
    bench.pixels.is_busy = lambda: False
    bench.run(1)
    assert bench.pixels.frames == frames + 1 and game.log == []
    bench.run(1)
    assert len(game.log) == 1


def test_only_a_table_at_rest_waits_for_its_readers_and_no_light_does():
    bench = Bench()
    bench.new("mars")
    bench.run()
    assert bench.app.at_rest
    bench.sense.waits.clear()
    bench.run(1)
    assert bench.sense.waits == [True, True]
    bench.pixels.is_busy = lambda: True
    bench.lay("small 0", "c3")
    bench.run(1)  # notes the piece; its light waits for the strip
    bench.sense.waits.clear()
    bench.run(1)
    assert bench.app.painter.adding and not any(bench.sense.waits)
    bench.pixels.is_busy = lambda: False
    bench.run(1)
    bench.sense.waits.clear()
    bench.run(1)
    assert bench.app.session.game.log and len(bench.sense.waits) == 1  # this tick was long
    assert not bench.app.at_rest
    bench.sense.waits.clear()
    bench.run(1)
    assert bench.sense.waits == [False, True] and bench.app.at_rest  # from the middle on


def test_nobody_waits_for_readers_after_a_long_tick():
    """Words take 36 ms; with the wait the knob was not looked at for 57 to 61."""
    bench = Bench()
    bench.new("mars")
    bench.run()
    for ms, waits in ((24, [True, True]), (25, [False, True])):
        bench.run(1)
        bench.sense.waits.clear()
        bench.clock.now = bench.app._looked + ms
        bench.run(1)
        assert bench.sense.waits == waits
    for ms, waits in ((24, [True, True]), (25, [True, False])):
        bench.run(1)
        bench.sense.waits.clear()
        bench.knob.turned = lambda ms=ms: setattr(bench.clock, "now", bench.app._looked + ms) or 0
        bench.run(1)
        bench.knob.turned = int
        assert bench.sense.waits == waits


def test_a_new_tag_is_lit_before_the_knob_is_looked_at():
    """To look takes 1.2 ms with what lies between."""
    bench = Bench()
    bench.new("mars")
    bench.run()
    bench.sense.coming.append(bench.names.index("c3"))
    bench.knob.turned = lambda: lit.append(bench.pixels.frames - frames) or 0
    lit, frames = [], bench.pixels.frames
    bench.run(1)
    assert lit == [1]


def test_a_new_tag_is_lit_whenever_in_a_tick_it_is_found():
    bench = Bench()
    bench.new("mars")
    bench.run()
    frames = bench.pixels.frames
    bench.sense.waits.clear()

    def step(wait=False, then=bench.sense.step):
        then(wait)
        if len(bench.sense.waits) == 2:  # after all that is done in a tick
            bench.sense.coming.append(bench.names.index("c3"))

    bench.sense.step = step
    bench.run(1)
    assert bench.pixels.frames == frames + 1


def test_a_new_tag_is_lit_before_it_is_asked_for_its_record():
    bench = Bench()
    bench.new("mars")
    bench.run()
    lit, frames = [], bench.pixels.frames
    bench.sense.read_new = lambda: lit.append(bench.pixels.frames - frames)
    bench.sense.coming.append(bench.names.index("c3"))
    looks = []
    change = bench.app.painter._change
    bench.app.painter._change = lambda: looks.append(len(lit)) or change()
    bench.run(1)
    assert lit == [1] and looks[0] == 1  # looks for the frames to come are found later still


def test_a_light_that_changes_no_pixel_sends_nothing():
    """No DMA of no bytes: a place may have no pixels, or say something more urgent."""
    bench = Bench()
    bench.new("mars")
    bench.run()
    place = bench.names.index("c3")
    bench.app.painter.show([(place, WRONG, 0)])
    bench.run(1)
    frames = bench.pixels.frames
    bench.app.painter.add([(place, CHOSEN, 0)])
    bench.run(1)
    assert bench.pixels.frames == frames and not bench.app.painter.adding


def laid():
    """Return a bench on which a legal piece has just come and is lit as seen."""
    bench = Bench()
    bench.new("mars")
    bench.lay("small 0", "c3")
    bench.run(1)
    return bench


def looks(bench):
    """Return a list that grows with each look at the table, by the number of actions then."""
    looks = []
    judge = bench.app.pieces.judge
    bench.app.pieces.judge = lambda: looks.append(len(bench.app.session.game.log)) or judge()
    return looks


def test_the_next_lights_come_with_the_confirmation_if_they_are_found_in_time():
    """One frame shows both, some 15 ms sooner than a second one would show the lights."""
    bench = laid()
    looked = looks(bench)
    frames = bench.pixels.frames
    bench.run(1)
    assert looked == [0, 1] and bench.pixels.frames == frames + 1
    assert bench.app.lights.finding is None and LEGAL in bench.meanings("d4")


def test_lights_that_take_longer_come_in_the_tick_that_finds_them():
    """The confirmation does not wait for them, and the table is not looked at again for them."""
    bench = laid()
    looked = looks(bench)
    bench.clock.per_look = 9
    bench.run(1)
    assert looked == [0, 1] and bench.app.lights.finding is not None
    assert CHOSEN not in bench.meanings("c3")
    while bench.app.lights.finding is not None:
        bench.app.marks = []
        bench.run(1)
    assert looked == [0, 1] and LEGAL in bench.meanings("d4")


def test_words_for_people_and_hosts_wait_for_the_tick_after_the_lights():
    """They take 10 to 40 ms, and readers wait meanwhile. But they do not wait for the strip, which
    is busy in nearly every tick while lights move and ticks are long."""
    bench = laid()
    bench.sent.clear()
    lines = bench.app.shown
    frames = bench.pixels.frames
    bench.pixels.is_busy = lambda: bench.pixels.frames > frames  # that of the confirmation
    bench.run(1)
    assert len(bench.app.session.game.log) == 1 and bench.pixels.frames == frames + 1
    assert not bench.sent and bench.app.shown is lines
    bench.run(1)
    assert not bench.sent and bench.app.is_lit()
    bench.run(1)
    assert '"action"' in "".join(bench.sent)
    bench.run(4)
    assert bench.app.shown is not lines


def test_words_wait_until_the_strip_has_the_lights():
    """A tick of words, up to 61 ms, began while the last light was on its way for 17."""
    bench = laid()
    lines = bench.app.shown
    bench.pixels.free = bench.clock.now + 1000
    bench.run(9)
    assert len(bench.app.session.game.log) == 1 and bench.app.shown is lines
    bench.clock.now = bench.pixels.free
    bench.pixels.free += 1000  # of a frame that only moves lights
    bench.app.painter._moving = 1
    assert bench.app.painter.due(bench.clock.now)
    bench.run(5)
    assert bench.app.shown is not lines


def test_words_of_computer_players_do_not_wait_for_the_strip():
    """Their lights change all the time: the display showed nothing new for 4 s."""
    bench = Bench()
    bench.app._lit_until = bench.clock.now + 100_000
    lines = bench.app.shown
    bench.new("mars", players=("greedy", "greedy"))
    bench.run(50)
    assert bench.app.shown is not lines


def test_events_wait_for_the_tick_after_words_that_took_long():
    """A text of 39 ms and the event of a new game made one tick of 64."""
    for ms, ticks in ((10, 2), (25, 4)):
        bench = laid()
        bench.run(1)  # confirmed
        bench.sent.clear()

        def texts(bench=bench, ms=ms):
            for _ in range(2):
                bench.clock.now += ms
                yield

        bench.app._find_texts = texts
        bench.run(ticks - 1)
        assert not bench.sent
        bench.run(1)
        assert '"action"' in "".join(bench.sent)


def test_upkeep_waits_until_the_strip_has_the_last_frame():
    """It stops the table for up to 125 ms."""
    bench = Bench()
    bench.new("mars", 2)
    tidied = []
    bench.app.session.tidy = lambda: tidied.append(0)
    bench.app.stale = True
    bench.pixels.is_busy = lambda: True
    bench.run(5)
    assert not tidied and not bench.app.at_rest
    # The last frame ends while the tick is under way, or "seen" begins in it.
    looks = []
    bench.pixels.is_busy = lambda: bool(looks) and looks.pop()
    for busy in ([True], [True, False]):  # the last is the first look
        looks[:] = busy
        bench.run(1)
        assert not tidied and not looks
    bench.run(1)
    assert tidied and bench.app.at_rest


def test_a_search_that_fails_leaves_the_confirmation():
    bench = laid()
    bench.app.lights.go_on = lambda clock, ms: fail()
    bench.run(1)
    assert len(bench.app.session.game.log) == 1 and CHOSEN not in bench.meanings("c3")


def fail(*_):
    raise MemoryError()


def test_an_action_that_took_long_is_confirmed_in_the_next_tick():
    bench = laid()
    bench.clock.per_look = 40
    looked = looks(bench)
    bench.run(1)
    assert looked == [0]
    bench.run(1)
    assert looked == [0, 1]


def test_what_else_changes_leaves_the_light_of_a_tag_that_is_still_to_be_read():
    """It went dark for 180 ms where the tile's old place was seen to be empty first."""
    bench = Bench()
    bench.new("mars")
    place = bench.names.index("c3")
    bench.sense.is_coming = lambda at: at == place
    bench.sense.coming.append(place)
    bench.run(1)
    bench.sense.version += 1  # somewhere else
    bench.run()
    assert bench.meanings("c3").count(CHOSEN) == 1
    bench.sense.is_coming = lambda at: False  # it went
    bench.sense.version += 1
    bench.run()
    assert CHOSEN not in bench.meanings("c3")


def test_without_the_5_volts_nothing_is_lit_that_the_search_finds():
    bench = laid()
    bench.clock.per_look = 9
    bench.run(1)
    assert bench.app.lights.finding is not None
    bench.clock.per_look = 0
    bench.sense.ready = False
    bench.sense.version += 1
    bench.run()
    assert bench.app.lights.finding is None and bench.app.marks == []


def test_the_table_says_once_that_all_lights_stand_before_its_words_come():
    """Garbage is collected then. In the tick that showed the lights, a collection made 61 ms of
    it, while the far ones were still on their way."""
    for per_look in (0, 9):  # found in the tick that takes the action, or later
        bench = laid()
        bench.clock.per_look = per_look
        lines = bench.app.shown
        stood = []
        bench.pixels.free = bench.clock.now + 500
        while not bench.app.said() or not bench.app.session.game.log:
            bench.run(1)
            if bench.app.is_lit():
                stood.append(bench.app.shown is lines)
                assert bench.clock.now >= bench.pixels.free
                assert bench.app.lights.finding is None and LEGAL in bench.meanings("d4")
        assert stood == [True] and bench.app.shown is not lines
