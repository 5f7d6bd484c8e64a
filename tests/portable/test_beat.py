"""A timer moves the lights in the middle of work that no hand waits for."""

import micropython

import table.app as app_module
from games.base import COMPLETE, MISSING
from table.interpret import QUIET
from tests.portable.fake_table import mars


def glowing():
    """Return a FakeTable whose table is at rest, while the light of one place breathes."""
    fake, _ = mars()
    fake.app.painter.show([(0, COMPLETE, 0)])
    fake.run(1)
    return fake


def beats(fake, count=4, ms=40):
    """Work for so long between some beats; return how many frames they have sent."""
    before = fake.pixels.frames
    for _ in range(count):
        fake.clock.now += ms
        fake.app.beat()
    return fake.pixels.frames - before


def frames_in(fake, work, start=None):
    """Return the frames that beats send in `work`, a method (owner, name) that is replaced;
    `start` runs it, a tick if None."""
    owner, name = work
    sent = []
    plain = getattr(owner, name)
    setattr(owner, name, lambda *_: sent.append(beats(fake)))
    try:
        (start or fake.app.tick)()
    finally:
        setattr(owner, name, plain)
    assert sent
    return sent[0]


def while_thinking(fake, *works):
    """Return what each of some functions returns in the middle of a player's thought."""
    done = []
    fake.app.at_rest = False
    fake.app.session.think = lambda: done.extend([work() for work in works])
    fake.app.tick()
    return done


def test_lights_move_while_a_player_thinks():
    fake = glowing()
    assert fake.app.verdict.state == QUIET
    assert while_thinking(fake, lambda: beats(fake)) == [4]


def test_lights_move_while_a_host_is_answered():
    fake = glowing()
    fake.read = lambda: b""
    fake.app._may_beat = False  # as after a tick in which a hand waits
    assert frames_in(fake, (fake.app.host, "feed"), lambda: fake.app.hear(fake)) == 4
    fake.run(1)
    fake.app.host.tell()
    assert frames_in(fake, (fake.app.host, "tell")) == 4


def test_no_frame_begins_while_a_hand_waits():
    """It would keep the strip busy for 12 ms when the answer is ready."""
    fake = glowing()
    assert frames_in(fake, (fake.knob, "pressed")) == 0
    fake.app.stale = True
    assert frames_in(fake, (fake.app.pieces, "on_pad")) == 0


def test_no_frame_begins_while_the_readers_are_asked_in_a_pause():
    fake = glowing()

    def look():
        return frames_in(fake, (fake.sense, "step"), fake.glance)

    assert while_thinking(fake, look, lambda: beats(fake)) == [0, 4]


def test_a_beat_that_comes_early_or_to_a_busy_strip_does_nothing():
    fake = glowing()

    def busy():
        fake.pixels.is_busy = lambda: True
        return beats(fake)

    # Every third of twelve, and at once the one that was late.
    assert while_thinking(fake, lambda: beats(fake, 12, 11), busy) == [5, 0]


def test_a_beat_in_a_frame_does_not_begin_another():
    """The buffer is being filled, and DMA must not read it meanwhile."""
    fake = glowing()
    frame, depth, deepest = fake.app.painter.frame, [0], [0]

    def nested(now):
        depth[0] += 1
        deepest[0] = max(deepest[0], depth[0])
        if depth[0] < 3:
            beats(fake, 2)
        frame(now)
        depth[0] -= 1

    fake.app.painter.frame = nested
    assert while_thinking(fake, lambda: beats(fake)) == [4] and deepest == [1]


def test_a_beat_in_the_middle_of_a_change_shows_nothing():
    fake = glowing()
    painter = fake.app.painter
    whole = []
    count = painter._count

    def interrupted():
        whole.append(painter.is_whole())
        fake.app._may_beat = True
        assert beats(fake) == 0
        return count()

    look = painter._look

    def interrupted_look(key):
        whole.append(painter.is_whole())
        return look(key)

    painter._look = interrupted_look
    painter.add([(0, MISSING, 0)])
    assert whole == [False] and painter.is_whole()
    painter._look = look
    painter.work_in()
    whole.clear()
    painter._count = interrupted
    painter.show([(1, COMPLETE, 0)])
    painter.add([(2, COMPLETE, 0)])
    painter.use("calm")
    assert len(whole) == 3 and not any(whole) and painter.is_whole()


def test_a_full_stack_has_no_beat():
    fake = glowing()
    kept = app_module.stack_use
    try:
        for used, frames in ((5200, 0), (5000, 4)):
            app_module.stack_use = lambda used=used: used
            assert while_thinking(fake, lambda: beats(fake)) == [frames]
    finally:
        app_module.stack_use = kept


def test_ctrl_c_in_a_beat_is_kept_and_a_failure_is_left_to_the_tick():
    fake = glowing()
    for error in (ValueError, KeyboardInterrupt):

        def fail(now, error=error):
            raise error

        fake.app.painter.frame = fail
        fake.app._may_beat = True
        beats(fake, 1)
        assert isinstance(fake.app.interrupt, KeyboardInterrupt) == (error is KeyboardInterrupt)
        assert not fake.app.message


def test_a_beat_allocates_nothing():
    fake = glowing()
    fake.app._may_beat = True
    assert beats(fake) == 4
    fake.clock.now += 40
    micropython.heap_lock()
    try:
        fake.app.beat()
    finally:
        micropython.heap_unlock()
    assert fake.app.interrupt is None
