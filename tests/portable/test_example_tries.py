"""A wrong try in a played example is refused at once: nothing is asked about it before."""

from table.example import begin
from table.panel import AskAction
from table.wiring import grid9, pad
from tests.portable.fake_table import FakeTable
from tests.portable.test_examples import go_on, settle, steps, why


def tried(name, profile, number):
    """Return (a table with an example at a step in which the reader acts, that step)."""
    fake = FakeTable(profile)
    begin(fake.app, name)
    settle(fake)
    for step in steps(name)[1]:
        number -= "play" in dict(step)
        if not number:
            return fake, step
        go_on(fake, step)
    raise ValueError(name)


def is_refused(fake, step, change):
    """Is what people change at the table refused before the display asks anything?"""
    tries, count = fake.app.session.example.tries, len(fake.app.session.game.log)
    change()
    for _ in range(30):
        fake.run(1)
        if isinstance(fake.app.ask, AskAction):
            return False
    assert len(fake.app.session.game.log) == count
    assert fake.app.display_text.line == why(step, "en")
    return fake.app.session.example.tries == tries + 1


def test_a_wrong_tile_or_place_is_refused_before_its_turn_is_asked():
    fake, step = tried("land", grid9, 1)
    for tile, place in (("gggy", "e4"), ("ggyy", "e4"), ("gyyy", "d6")):
        assert is_refused(fake, step, lambda tile=tile, place=place: fake.lay(tile, place))
        settle(fake)
    fake, step = tried("land", grid9, 3)
    fake.put("gyyy", "e7")  # the right one: how is it turned?
    assert fake.app.ask.title(fake.app.display_text.texts)
    fake, step = tried("market", grid9, 2)

    def take(slot, place):
        fake.lay(0, slot)
        fake.lay("ggyy", place)

    assert is_refused(fake, step, lambda: take("d5", "b2"))


def test_a_wrong_piece_on_the_pad_is_refused_before_its_place_is_asked():
    fake, step = tried("land", pad, 1)
    assert is_refused(fake, step, lambda: fake.show("gggy"))
    fake.show(None)
    fake.show("gyyy")
    chooser = fake.app.ask.chooser
    fake.turn_knob(chooser.answers.index(fake.app.session.game.spot("d6")))

    def push_knob():
        fake.knob.press = "push"

    assert is_refused(fake, step, push_knob)
