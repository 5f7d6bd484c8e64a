"""The order of the answers to a hand: first the light that says "seen", then rules and flash, then
the next legal spots, each as soon as it is known."""

from games.base import CHOSEN, LEGAL
from tests.portable.fake_table import FakeTable


def test_rules_wait_for_the_first_light_while_the_strip_is_busy():
    """Otherwise rules and flash would delay it by 40 ms."""
    fake = FakeTable()
    game = fake.new("mars")
    fake.run()
    fake.pixels.is_busy = lambda: True
    fake.lay("small 0", "c3")
    frames = fake.pixels.frames
    fake.run(3)
    assert CHOSEN in fake.meanings("c3") and fake.pixels.frames == frames and game.log == []
    fake.pixels.is_busy = lambda: False
    fake.run(1)
    assert fake.pixels.frames == frames + 1 and game.log == []
    fake.run(1)
    assert len(game.log) == 1


def test_only_a_table_at_rest_waits_for_its_readers_and_no_light_does():
    fake = FakeTable()
    fake.new("mars")
    fake.run()
    assert fake.app.is_at_rest()
    fake.sense.waits.clear()
    fake.run(1)
    assert fake.sense.waits == [True]
    fake.pixels.is_busy = lambda: True
    fake.lay("small 0", "c3")
    fake.run(1)  # notes the piece; its light waits for the strip
    fake.sense.waits.clear()
    fake.run(1)
    assert fake.app.painter.has_changes() and not any(fake.sense.waits)
    fake.pixels.is_busy = lambda: False
    fake.run(2)
    assert fake.app.session.game.log and not fake.app.is_at_rest()
    fake.sense.waits.clear()
    while not fake.app.is_at_rest():
        fake.run(1)
    assert fake.app.is_displayed() and not any(fake.sense.waits)
    fake.run(1)
    assert fake.sense.waits[-1]


def test_nobody_waits_for_readers_after_a_long_tick():
    """A text takes 36 ms; with the wait, nobody would poll the knob for 60."""
    fake = FakeTable()
    fake.new("mars")
    fake.run()
    for ms, waits in ((24, [True]), (25, [False])):
        fake.run(1)
        fake.sense.waits.clear()
        fake.clock.now += ms - 5  # since the last tick
        fake.run(1)
        assert fake.sense.waits == waits


def test_a_new_tag_is_lit_before_the_knob_is_looked_at():
    """Polling the knob first would take 1.2 ms."""
    fake = FakeTable()
    fake.new("mars")
    fake.run()
    fake.sense.arrivals.append(fake.names.index("c3"))
    fake.knob.turned = lambda: lit.append(fake.pixels.frames - frames) or 0
    lit, frames = [], fake.pixels.frames
    fake.run(1)
    assert lit == [1]


def test_a_light_that_changes_no_pixel_sends_nothing():
    """No DMA of no bytes: a place may have no pixels, or say something more urgent."""
    fake = FakeTable()
    fake.new("mars")
    fake.run()
    frames = fake.pixels.frames
    fake.app.painter.light([])
    assert fake.app.painter.has_changes()
    fake.run(1)
    assert fake.pixels.frames == frames and not fake.app.painter.has_changes()


def laid():
    """Return a fake on which a legal piece has just come and is lit as seen."""
    fake = FakeTable()
    fake.new("mars")
    fake.lay("small 0", "c3")
    fake.run(1)
    return fake


def looks(fake):
    """Return a list that grows with each look at the table, by the number of actions then."""
    looks = []
    judge = fake.app.pieces.judge
    fake.app.pieces.judge = lambda: looks.append(len(fake.app.session.game.log)) or judge()
    return looks


def test_the_next_lights_come_with_the_confirmation_if_they_are_found_in_time():
    """One frame shows both, some 15 ms sooner than a second one would show the lights."""
    fake = laid()
    looked = looks(fake)
    frames = fake.pixels.frames
    fake.run(1)
    assert looked == [0, 1] and fake.pixels.frames == frames + 1
    assert not fake.app.lights.is_searching() and LEGAL in fake.meanings("d4")


def test_lights_that_take_longer_come_in_the_tick_that_finds_them():
    """The confirmation does not wait for them, and the table is not looked at again for them."""
    fake = laid()
    looked = looks(fake)
    fake.clock.per_look = 9
    fake.run(1)
    assert looked == [0, 1] and fake.app.lights.is_searching()
    assert CHOSEN not in fake.meanings("c3")
    while fake.app.lights.is_searching():
        fake.app.marks = []
        fake.run(1)
    assert looked == [0, 1] and LEGAL in fake.meanings("d4")


def test_words_for_people_and_hosts_wait_for_the_tick_after_the_lights():
    """Texts take 10 to 40 ms, and readers wait meanwhile. But they do not wait for the strip,
    which is busy in nearly every tick while lights move and ticks are long."""
    fake = laid()
    fake.sent.clear()
    lines = fake.app.display_text.shown
    frames = fake.pixels.frames
    fake.pixels.is_busy = lambda: fake.pixels.frames > frames  # that of the confirmation
    fake.run(1)
    assert len(fake.app.session.game.log) == 1 and fake.pixels.frames == frames + 1
    assert not fake.sent and fake.app.display_text.shown is lines
    fake.run(1)
    assert not fake.sent and fake.app.is_lit()
    fake.run(1)
    assert '"action"' in "".join(fake.sent)
    fake.run(4)
    assert fake.app.display_text.shown is not lines


def test_words_wait_until_the_strip_has_the_lights():
    """A tick with texts takes up to 61 ms, and must not begin while the last light is being
    sent."""
    fake = laid()
    lines = fake.app.display_text.shown
    fake.pixels.free = fake.clock.now + 1000
    fake.run(9)
    assert len(fake.app.session.game.log) == 1 and fake.app.display_text.shown is lines
    fake.clock.now = fake.pixels.free
    fake.pixels.free += 1000  # of a frame that only moves lights
    fake.app.painter._moving = 1
    assert fake.app.painter.is_due(fake.clock.now)
    fake.run(5)
    assert fake.app.display_text.shown is not lines


def test_words_of_computer_players_do_not_wait_for_the_strip():
    """Their lights change all the time, so the display would show nothing new for seconds."""
    fake = FakeTable()
    fake.pixels.free = fake.clock.now + 100_000
    lines = fake.app.display_text.shown
    fake.new("mars", players=("greedy", "greedy"))
    fake.run(50)
    assert fake.app.display_text.shown is not lines


def test_words_of_computer_players_come_in_one_tick():
    """With a tick for each text, an action of four players would take 0.66 s."""
    fake = FakeTable()
    texts = []
    fake.app.display_text.step = lambda: texts.append(0) or len(texts) < 4
    fake.app.session.new("mars", None, None, ("random", "random"), 7)
    counts = []
    while not counts or counts[-1] == 0:
        fake.run(1)
        counts.append(len(texts))
    assert counts[-1] == 4


def test_events_and_words_have_ticks_of_their_own():
    """Together, a text and the event of a new game would take 64 ms."""
    fake = laid()
    fake.run(1)  # confirmed
    fake.sent.clear()
    texts = []
    fake.app.display_text.step = lambda: texts.append(0) or len(texts) < 3
    fake.run(2)
    assert '"action"' in "".join(fake.sent) and not texts
    fake.sent.clear()
    fake.run(3)
    assert len(texts) == 3 and not fake.sent and fake.app.is_displayed()


def test_upkeep_waits_for_lights_and_words():
    """It stops the table for up to 125 ms."""
    fake = laid()
    tidied = []
    fake.app.session.maintain = lambda: tidied.append(0)
    fake.pixels.free = fake.clock.now + 1000
    fake.run(9)
    assert not tidied and not fake.app.is_displayed()
    fake.clock.now = fake.pixels.free
    while not fake.app.is_displayed():
        fake.run(1)
        assert not tidied
    fake.run(1)
    assert tidied and fake.app.is_at_rest()


def test_upkeep_waits_for_a_new_tag_to_be_read():
    fake = FakeTable()
    fake.new("mars")
    tidied = []
    fake.app.session.maintain = lambda: tidied.append(0)
    fake.sense.arrivals.append(fake.names.index("c3"))
    fake.run(9)
    assert not tidied
    fake.sense.version += 1  # it has gone
    fake.run(9)
    assert tidied and fake.app.marks and fake.meanings("c3") == [LEGAL]


def test_a_search_that_fails_leaves_the_confirmation():
    fake = laid()
    fake.app.lights.go_on = lambda clock, ms: fail()
    fake.run(1)
    assert len(fake.app.session.game.log) == 1 and CHOSEN not in fake.meanings("c3")


def fail(*_):
    raise MemoryError()


def test_an_action_that_took_long_is_confirmed_in_the_next_tick():
    fake = laid()
    fake.clock.per_look = 40
    looked = looks(fake)
    fake.run(1)
    assert looked == [0]
    fake.run(1)
    assert looked == [0, 1]


def test_what_else_changes_leaves_the_light_of_a_tag_that_is_still_to_be_read():
    """It must not go dark if the table notices first that the tile's old place is empty."""
    fake = FakeTable()
    fake.new("mars")
    place = fake.names.index("c3")
    fake.sense.is_arriving = lambda at: at == place
    fake.sense.arrivals.append(place)
    fake.run(1)
    fake.sense.version += 1  # somewhere else
    fake.run()
    assert fake.meanings("c3").count(CHOSEN) == 1
    fake.sense.is_arriving = lambda at: False  # it went
    fake.sense.version += 1
    fake.run()
    assert CHOSEN not in fake.meanings("c3")


def test_without_the_5_volts_nothing_is_lit_that_the_search_finds():
    fake = laid()
    fake.clock.per_look = 9
    fake.run(1)
    assert fake.app.lights.is_searching()
    fake.clock.per_look = 0
    fake.sense.ready = False
    fake.sense.version += 1
    fake.run()
    assert not fake.app.lights.is_searching() and fake.app.marks == []


def test_the_table_says_once_that_all_lights_stand_before_its_words_come():
    """Garbage is collected then. In the tick that shows the lights, a collection would take 61 ms,
    while the far lights are still being sent."""
    for per_look in (0, 9):  # found in the tick that takes the action, or later
        fake = laid()
        fake.clock.per_look = per_look
        lines = fake.app.display_text.shown
        stood = []
        fake.pixels.free = fake.clock.now + 500
        while not fake.app.is_displayed() or not fake.app.session.game.log:
            fake.run(1)
            if fake.app.is_lit():
                stood.append(fake.app.display_text.shown is lines)
                assert fake.clock.now >= fake.pixels.free
                assert not fake.app.lights.is_searching() and LEGAL in fake.meanings("d4")
        assert stood == [True] and fake.app.display_text.shown is not lines
