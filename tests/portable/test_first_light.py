"""The order of what answers a hand: first the light that says "seen", then rules and flash, then
the next legal spots, each as soon as it is known."""

from games.base import CHOSEN, LEGAL
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


def test_what_the_search_finds_is_lit_in_the_tick_that_finds_it():
    bench = Bench()
    bench.new("mars")
    bench.lay("small 0", "c3")
    judged = []
    judge = bench.app.pieces.judge
    bench.app.pieces.judge = lambda: judged.append(bench.app.session.version) or judge()
    bench.run(2)
    assert len(judged) == 2  # the action, and in the same tick what lies there after it
    assert bench.app.lights.finding is not None
    while bench.app.lights.finding is not None:
        bench.app.marks = []
        bench.run(1)
    assert LEGAL in bench.meanings("d4")
    assert len(judged) == 2


def test_an_action_that_took_long_is_confirmed_in_the_next_tick():
    bench = Bench()
    bench.new("mars")
    bench.lay("small 0", "c3")
    bench.run(1)
    bench.clock.per_look = 40
    looks = []
    look = bench.app._look
    bench.app._look = lambda: looks.append(bench.app.session.version) or look()
    bench.run(1)
    assert len(looks) == 1
    bench.run(1)
    assert len(looks) == 2


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
    bench = Bench()
    bench.new("mars")
    bench.lay("small 0", "c3")
    bench.run(2)
    bench.sense.ready = False
    bench.sense.version += 1
    bench.run()
    assert bench.app.lights.finding is None and bench.app.marks == []
