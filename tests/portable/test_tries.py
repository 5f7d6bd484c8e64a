"""How often a reader looks for a tag: under an empty cell once, else twice."""

from games.rng import Rng
from table.wiring import grid6
from tests.portable import effort
from tests.portable.test_sense import Rig

_ONCE, _TWICE = 0, 1  # in the chip: how often more than once
_NO_ANSWER = b"\x00\x00\xff\x03\xfd\xd5\x41\x01\xe9\x00"  # of the tag, in time


def tries(rig):
    """Return how often more than once each reader looks, by the name of its place."""
    return {name: rig.world.chip(name)._retries for name in rig.world.names}


def test_an_empty_cell_is_looked_at_once():
    rig = Rig(grid6)
    piece = rig.tag(token=5)
    rig.world.place(piece, "b2")
    rig.run(600)
    expected = dict.fromkeys(rig.world.names, _ONCE)
    expected["b2"] = _TWICE
    assert tries(rig) == expected and rig.world.pad._retries == _TWICE
    rig.world.lift(piece)
    rig.world.place(piece, "c5")
    rig.run(600)
    expected["b2"], expected["c5"] = _ONCE, _TWICE
    assert tries(rig) == expected
    rig.world.supply(False)
    rig.run(100)
    rig.world.supply(True)
    rig.run(1500)
    assert tries(rig) == expected


def test_if_all_answers_are_awaited_all_look_twice():
    rig = Rig(grid6)
    rig.sense.hear_all(True)
    rig.world.supply(False)
    rig.run(100)
    rig.world.supply(True)
    rig.run(1200)
    assert tries(rig) == dict.fromkeys(rig.world.names, _TWICE)


@effort.desk
def test_a_tag_that_is_still_selected_is_not_taken_for_gone():
    """A field stays on from one visit to the next if both ask the same reader."""
    rig = Rig(grid6)
    for name in ("b2", "e5", "a6"):
        rig.run(300)
        piece = rig.tag(token=5)
        place = rig.world.names.index(name)
        rig.sense.hot([place])
        rig.run(200)
        rig.world.place(piece, name)
        rig.wait(name, 5)
        for _ in range(600):
            rig.run(1)
            assert rig.at(name) == 5
        rig.world.lift(piece)
        rig.wait(name, 0)


def test_a_tag_that_was_not_read_at_once_is_read_in_the_same_visit():
    rig = Rig(grid6)
    rig.run(400)
    chip = rig.world.chip("b2")
    answers = []

    def spoil(text):
        if text[6:7] != b"\x41" or answers:  # not the first answer to READ
            return text
        answers.append(text)
        return _NO_ANSWER

    chip.spoil = spoil
    rig.world.place(rig.tag(token=5), "b2")
    before = chip.polls
    rig.wait("b2", 5)
    assert answers and chip.polls == before + 2


def test_a_reader_is_told_after_its_set_up():
    rig = Rig(grid6)
    rig.run(400)
    chip = rig.world.chip("b2")
    heard = []

    def command(code, data, then=chip._command):
        heard.append((code, data[0]))
        then(code, data)

    chip._command = command
    reader = rig.sense._profile.READERS[rig.world.names.index("b2")]
    rig.sense._health.once[reader] = 0
    rig.sense._health.renew(reader)
    rig.run(400)
    assert heard.index((0x14, 1)) < heard.index((0x32, 5)) and chip._retries == _ONCE


@effort.desk
def test_readers_that_work_are_not_set_up_again():
    """That takes 13 to 20 ms; a command on the way shows whether one was reset."""
    rig = Rig(grid6)
    for hot in ([], [7], [2, 14, 30]):
        rig.sense.hot(hot)
        rig.run(300)
        setups = []

        def begin(setups=setups, then=rig.sense._scan._begin_setup):
            setups.append(1)
            then()

        rig.sense._scan._begin_setup = begin
        rig.run(6000)
        assert not setups, hot


@effort.desk
def test_no_command_reaches_a_chip_at_work():
    rig = Rig(grid6)
    early = []
    for name in rig.world.names + ["pad"]:
        chip = rig.world.chip(name)

        def command(code, data, chip=chip, then=chip._command):
            if chip._output and chip._output[-1][0] > rig.world.clock.now:
                early.append(code)
            then(code, data)

        chip._command = command
    rig.sense.hot([place * 7 % 36 for place in range(17)])
    rng = Rng(1)
    pieces = [rig.tag(token=5) for _ in range(4)]
    for _ in range(60):
        rig.world.place(rng.choice(pieces), rng.choice(rig.world.names + ["pad"]))
        rig.run(250)
        rig.world.lift(rng.choice(pieces))
        rig.run(150)
    assert not early
