"""Virtual pieces that are slid: where they are, which fields see them, how scripts slide them."""

from sim.virtual.script import Script, ScriptError
from sim.virtual.slide import Slide
from sim.virtual.world import World
from table.wiring import grid6, hall9


def test_a_slide_goes_on_with_time_and_rests_where_it_is_told_to():
    slide = Slide([(-60, 0, 0), (100, 0, 500), (100, 50, 0)], 200, 1000000)
    for ms, spot in (
        (900, (-60, 0)), (1000, (-60, 0)), (1100, (-40, 0)), (1800, (100, 0)), (2299, (100, 0)),
        (2350, (100, 10)), (2550, (100, 50)), (9000, (100, 50)),
    ):
        assert slide.at(1000 * ms) == spot
    assert slide.end == 2550000


def fields(world, *names):
    """Return the names of those places whose readers have a tag in their field."""
    return [name for name in names if world.tags(world.chip(name))]


def test_a_tag_between_two_cells_lies_in_both_fields_or_in_none():
    world = World(grid6)
    tag = world.make(b"\4\1\2\3\4\5\x80")
    world.put(tag, "c3/d3")
    assert fields(world, *world.names) == ["c3", "d3"]
    world.reach = 24
    world.put(tag, "c3/d3")
    assert fields(world, *world.names) == []


def test_fields_see_a_tag_that_is_slid_over_them():
    world = World(grid6)
    tag = world.make(b"\4\1\2\3\4\5\x80")
    ms = world.slide(tag, [world.edge("a2") + (0,), world.spot("c2") + (0,)], 100)
    seen = []
    for _ in range(ms // 10 + 1):
        world.clock.advance(10000)
        now = fields(world, *world.names)
        if not seen or seen[-1] != now:
            seen.append(now)
    assert seen == [[], ["a2"], ["a2", "b2"], ["b2"], ["b2", "c2"], ["c2"]]
    assert world.place_of(tag) == world.names.index("c2")


def test_a_piece_that_is_lifted_or_laid_slides_no_more():
    world = World(grid6)
    tag = world.make(b"\4\1\2\3\4\5\x80")
    for lay in (False, True):
        world.slide(tag, [world.spot("a1") + (0,), world.spot("f1") + (0,)], 500)
        world.clock.advance(100000)
        if lay:
            world.put(tag, "d4")
        else:
            world.lift(tag)
        world.clock.advance(900000)
        assert fields(world, *world.names) == (["d4"] if lay else [])


def test_hall_switches_feel_a_magnet_that_is_slid_over_them():
    world = World(hall9)
    tag = world.make(b"\4\1\2\3\4\5\x80")
    world.slide(tag, [world.spot("a1") + (0,), world.spot("b1") + (0,)], 100)
    open_ms = 0
    for _ in range(60):
        open_ms += 10 if min(world.hall_levels()) == 255 else 0
        world.clock.advance(10000)
    assert 250 <= open_ms <= 320  # 30 mm of 50


def test_scripts_slide_pieces():
    script = Script()
    script.run(
        ["board grid6", "new mars", "slide small 0 from edge f3 to d3 pause 100 to c3 at 500"]
    )
    world = script.table.world
    tag = script.lying["c3"][0]
    assert world.names[world.place_of(tag)] == "c3"
    for words in ("from c3 to d3", "from c3 at 300", "small 0 to c3 at 300", "from z9 to c3 at 9",
                  "from c3 to d3 at 300 quickly"):
        try:
            Script().run(["board grid6", "new mars", "place c3 small 0", "slide " + words])
        except ScriptError as error:
            assert str(error).startswith("line 4: "), error
            continue
        raise AssertionError(words)
