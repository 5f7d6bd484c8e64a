"""Meanings become colours on the right pixels, within the current of the supply."""

import micropython

from games.base import CHOSEN, COMPLETE, CURSOR, FACING, FLOW, LEGAL, MISSING, NUMBER, OWNER, WRONG
from games.rng import Rng
from sim.virtual.world import World
from table.board import Board
from table.paint import Painter
from table.theme import FAULTY, names
from table.theme import theme as look_of
from table.wiring import grid3, grid9, pad


def spot_colours(painter, profile, name):
    """Return the (r, g, b) of each pixel of a spot."""
    place = profile.SPOTS.split(" ").index(name)
    colours = []
    for i in range(profile.PER_SPOT):
        at = 2 * (place * profile.PER_SPOT + i)
        pixel = profile.LIGHTS[at] | profile.LIGHTS[at + 1] << 8
        raw = painter.buffer[3 * pixel : 3 * pixel + 3]
        colours.append(tuple([raw[profile.ORDER.index(c)] for c in "RGB"]))
    return colours


def shown(marks, ms=0, theme="lively", profile=grid3):
    painter = Painter(profile, theme)
    painter.show(marks)
    painter.frame(ms)
    return painter


def test_places_without_a_meaning_are_dark():
    painter = shown([])
    assert max(painter.buffer) == 0 and painter.milliamperes == 0


def test_wrong_is_red_and_urgent():
    place = grid3.SPOTS.split(" ").index("b2")
    painter = shown([(place, LEGAL, 0), (place, WRONG, 0), (place, OWNER, 1)])
    for red, green, blue in spot_colours(painter, grid3, "b2"):
        assert red > 60 and green < 5 and blue < 5
    assert spot_colours(painter, grid3, "a1") == [(0, 0, 0)] * 4


def test_seats_have_their_colours():
    places = grid3.SPOTS.split(" ")
    marks = [(places.index("a1"), OWNER, 0), (places.index("c3"), OWNER, 1)]
    painter = shown(marks)
    red, _, blue = spot_colours(painter, grid3, "a1")[0]
    assert red > blue
    red, _, blue = spot_colours(painter, grid3, "c3")[0]
    assert blue > red


def test_higher_numbers_are_brighter():
    levels = []
    for number in range(6):
        painter = shown([(0, NUMBER, number)])
        levels.append(sum(painter.buffer))
    assert levels == sorted(set(levels)) and levels[0] > 0


def test_a_facing_lights_one_corner():
    place = grid3.SPOTS.split(" ").index("b1")
    painter = shown([(place, CURSOR, 0), (place, FACING, 2)], ms=0)
    colours = spot_colours(painter, grid3, "b1")
    assert [colour == max(colours) for colour in colours] == [False, False, True, False]


def test_blinking_goes_on_and_off():
    painter = Painter(grid3)
    painter.show([(0, WRONG, 0)])
    painter.frame(100)
    bright = sum(painter.buffer)
    painter.frame(400)
    assert sum(painter.buffer) < bright // 4


def test_frames_are_due_only_during_animation():
    painter = Painter(grid3)
    painter.show([(0, LEGAL, 0)])
    assert painter.is_due(0)
    painter.frame(0)
    assert not painter.is_due(1000)
    painter.show([(0, MISSING, 0)])
    assert painter.is_due(1000)
    painter.frame(1000)
    assert not painter.is_due(1010) and painter.is_due(1040)


def test_current_never_exceeds_the_supply():
    for theme in names():
        for profile in (grid3, pad):
            painter = Painter(profile, theme, 255)
            every = list(range(len(profile.READERS)))
            painter.show([(place, CURSOR, 0) for place in every])
            for ms in range(0, 2100, 70):
                painter.frame(ms)
                flowing = sum(painter.buffer) * 20 // 255
                assert flowing <= profile.LIGHT_MA, (profile.NAME, ms)
                assert painter.milliamperes <= profile.LIGHT_MA
            painter.show([(place, COMPLETE, -1) for place in every])
            painter.frame(0)
            assert max(painter.buffer) > 0


def amperes(painter):
    """Return the current of the pixels in mA: 20 mA for each channel at full."""
    return sum(painter.buffer) * 20 // 255


def some_marks(rng, profile):
    """Return random marks for some of the places."""
    marks = []
    few = rng.below(2)
    for place in range(len(profile.READERS)):
        for _ in range(rng.below(3)):
            meaning = 1 + rng.below(FAULTY)
            if not few or not rng.below(8):
                value = rng.below(6) - 1 if meaning in (OWNER, COMPLETE) else rng.below(4)
                value = rng.below(200) if meaning == FLOW else value  # more than it caches
                marks.append((place, meaning, value))
    return marks


def test_any_order_of_calls_gives_the_same_frame():
    """A frame depends only on the last marks and what was lit beside them, brightness and theme,
    not on what was shown before or whether frames lay between, and stays within the supply. The
    strip, which gets a part of it, shows it all the same."""
    rng = Rng(4)
    short = 0
    for profile in (grid3, pad, grid9):
        painter = Painter(profile, "lively", 255)
        marks, beside, theme, ms = [], [], "lively", 0
        strip = bytes(len(painter.buffer))
        for _ in range(150):
            deed = rng.below(9)
            if deed < 4:
                marks, beside = some_marks(rng, profile), []
                painter.show(marks)
            elif deed == 4:
                painter.dim((255, 255, 160, 30, 0)[rng.below(5)])
            elif deed == 5:
                theme = rng.choice(names())
                painter.use(theme)
            elif deed == 6:
                beside.append([(rng.below(len(profile.READERS)), CHOSEN, 0)])
                painter.light(beside[-1])
            elif rng.below(4):
                ms += rng.below(700)
                painter.frame(ms)
                fresh = Painter(profile, theme, painter.palette.brightness)
                fresh.show(marks)
                for came in beside:
                    fresh.light(came)
                fresh.frame(ms)
                assert painter.buffer == fresh.buffer
                short += painter.length < len(strip)
                strip = painter.buffer[: painter.length] + strip[painter.length :]
                assert strip == painter.buffer
                assert amperes(painter) <= profile.LIGHT_MA
                assert abs(painter.milliamperes - amperes(painter)) <= 1
            if deed in (4, 5):  # all is painted again
                marks, beside = marks + sum(beside, []), []
    assert short


def test_a_light_that_ran_out_of_memory_comes_later():
    """Otherwise no frame would show the light, and the table would take no more actions."""
    marks = [(0, LEGAL, 0), (3, CURSOR, 0), (8, WRONG, 0)]
    for deed in ("show", "light", "use"):
        for good in range(3):
            painter = Painter(grid3)
            if deed == "use":
                painter.show(marks)
            painter.frame(0)
            left = [good]
            style = painter.palette.make_style

            def scarce(key, left=left, style=style):
                left[0] -= 1
                if left[0] == -1:
                    raise MemoryError()
                return style(key)

            painter.palette.make_style = scarce
            try:
                getattr(painter, deed)("calm" if deed == "use" else marks)
            except MemoryError:
                pass
            assert left[0] == -1
            painter.frame(0)
            painter.show(marks)
            painter.frame(0)
            assert painter.buffer == shown(marks, 0, "calm" if deed == "use" else "lively").buffer


def test_a_look_is_worked_out_once():
    painter = Painter(grid3)
    asked = []
    style = painter.palette.make_style
    painter.palette.make_style = lambda key: asked.append(key) or style(key)
    painter.show([(place, LEGAL, 0) for place in range(5)])
    painter.show([])
    painter.show([(place, LEGAL, 0) for place in range(9)])
    assert len(asked) == 1


def test_a_frame_that_a_collection_holds_up_is_caught_up_with():
    """After every fifth frame the table stands still for 75 ms."""
    painter = shown([(0, WRONG, 0)])
    ms = frames = 0
    while ms < 10000:
        if painter.is_due(ms):
            painter.frame(ms)
            frames += 1
            ms += 75 if frames % 5 == 0 else 0
        ms += 1
    assert 300 <= frames <= 304


def test_two_shows_before_a_frame():
    painter = shown([(place, LEGAL, 0) for place in range(5)])
    painter.show([(5, LEGAL, 0)])
    painter.show([(6, LEGAL, 0)])
    painter.frame(0)
    assert [place for place in range(9) if painter.buffer != dark(painter, place)] == [6]


def test_a_frame_ends_with_the_last_pixel_that_changes():
    """Sending all 324 pixels takes 9 ms."""
    painter = Painter(grid9)
    whole = len(painter.buffer)
    painter.show([(80, LEGAL, 0), (40, WRONG, 0)])
    painter.frame(0)
    assert painter.length == whole
    moving = _end_of(grid9, 40)
    for place in (0, 40, 80):
        painter.light([(place, CHOSEN, 0)])
        painter.frame(0)
        assert painter.length == max(moving, _end_of(grid9, place) if place != 40 else 0)
    painter.frame(33)
    assert painter.length == moving
    painter.dim(255)
    painter.frame(66)
    assert painter.length == whole


def _end_of(profile, place):
    """Return the end of the bytes of a place's last pixel."""
    per = 2 * profile.PER_SPOT
    numbers = profile.LIGHTS[per * place : per * place + per]
    return 3 * (1 + max([numbers[at] | numbers[at + 1] << 8 for at in range(0, per, 2)]))


def test_the_light_of_a_piece_does_not_dim_the_others_on_a_full_board():
    """The supply has a reserve for it; more pieces at once may need new dimming."""
    for count in range(40, 60):
        painter = Painter(grid9, "lively", 255)
        painter.show([(place, LEGAL, 0) for place in range(80 - count, 80)])
        painter.frame(0)
        scale = painter.scale
        painter.light([(0, CHOSEN, 0)])
        painter.frame(33)
        assert painter.scale == scale and painter.length < len(painter.buffer)
        assert amperes(painter) <= grid9.LIGHT_MA
    for place in range(1, 9):
        painter.light([(place, CURSOR, 0)])
    painter.frame(66)
    assert painter.scale < scale and amperes(painter) <= grid9.LIGHT_MA


def dark(painter, place):
    """Return the buffer as it would be with that place dark."""
    buffer = bytearray(painter.buffer)
    for i in range(4 * place, 4 * place + 4):
        pixel = grid3.LIGHTS[2 * i] | grid3.LIGHTS[2 * i + 1] << 8
        buffer[3 * pixel : 3 * pixel + 3] = b"\0\0\0"
    return buffer


def test_a_steady_place_is_dimmed_with_the_rest():
    """Later lights may need so much current that all are dimmed, steady ones too."""
    painter = Painter(grid9, "lively", 255)
    painter.show([(0, LEGAL, 0)])
    painter.frame(0)
    before = spot_colours(painter, grid9, "a1")
    painter.show([(0, LEGAL, 0)] + [(place, CURSOR, 0) for place in range(1, 81)])
    painter.frame(0)
    assert painter.scale < 256 and max(spot_colours(painter, grid9, "a1")) < max(before)
    painter.show([(0, LEGAL, 0)])
    painter.frame(0)
    assert spot_colours(painter, grid9, "a1") == before


def test_a_strength_is_not_as_amber_as_a_place_where_a_piece_belongs():
    """Brightness and motion differ, too, but nobody knows a colour's full brightness."""
    for name in names():
        colours = look_of(name)[0]
        amber, other = [
            [255 * value // max(colour) for value in colour]
            for colour in [colours[3 * meaning - 3 : 3 * meaning] for meaning in (MISSING, NUMBER)]
        ]
        assert max([abs(one - two) for one, two in zip(amber, other)]) >= 128, (name, other)


def test_brightness_and_theme_change_steady_places():
    painter = shown([(0, LEGAL, 0)])
    before = bytes(painter.buffer)
    painter.dim(255)
    painter.frame(0)
    assert sum(painter.buffer) > sum(before)
    painter.dim(160)
    painter.use("calm")
    painter.frame(0)
    assert painter.buffer == shown([(0, LEGAL, 0)], theme="calm").buffer != before


def test_marked_corners_count_in_the_current():
    """A white corner needs more current than the light it replaces, on dark and on lit places."""
    for profile in (grid9, pad):
        places = range(len(profile.READERS))
        for under in ([], [(place, LEGAL, 0) for place in places]):
            painter = Painter(profile, "lively", 255)
            painter.show(under + [(place, FACING, 0) for place in places])
            painter.frame(0)
            assert max(painter.buffer) > 0 and amperes(painter) <= profile.LIGHT_MA


def test_no_change_gives_no_frame():
    painter = shown([(0, LEGAL, 0)])
    painter.show([(0, LEGAL, 0)])
    assert not painter.is_due(1000)


def test_dimming_turns_no_colour_off():
    painter = Painter(grid3, "lively", 30)
    painter.show([(0, WRONG, 0)])
    painter.frame(0)
    assert 0 < max(painter.buffer) < 40
    for wrong in (-1, 256, "bright", None):
        try:
            painter.dim(wrong)
        except ValueError:
            continue
        raise AssertionError(wrong)


def test_a_frame_allocates_nothing():
    painter = Painter(grid3)
    painter.show([(place, COMPLETE, 0) for place in range(9)] + [(4, FACING, 1)])
    painter.frame(500)
    micropython.heap_lock()
    try:
        painter.frame(600)
        painter.frame(777)
        painter.is_due(900)
    finally:
        micropython.heap_unlock()


def test_a_piece_that_was_seen_is_bright_at_any_moment():
    """A light that answers a hand must not begin at the dark end of a pulse."""
    for name in names():
        for ms in range(0, 3000, 50):
            painter = Painter(grid3, name)
            painter.show([(4, LEGAL, 0)])
            painter.frame(ms)
            before = sum(painter.buffer)
            painter.show([(4, LEGAL, 0), (4, CHOSEN, 0)])
            painter.frame(ms)
            assert sum(painter.buffer) > 2 * before, (name, ms)


def test_a_strip_of_any_order_shows_the_same_colours():
    """A white of its own stays dark, and costs no current."""
    marks = [(0, LEGAL, 0), (1, WRONG, 0), (2, MISSING, 0), (3, FACING, 2), (4, COMPLETE, 1)]
    seen = []
    for order in ("GRB", "RGB", "BRG", "GRBW", "WRGB", "RWBG"):
        world = World(grid3)
        world.fit_strip(order)
        board = Board(grid3, world.machine, world.rp2, world.clock, {"lights": order})
        painter = Painter(grid3)
        painter.arrange(board.order)
        painter.show(marks)
        for ms in (130, 240):
            painter.frame(ms)
            board.pixels.write(painter.buffer, len(painter.buffer))
            world.clock.advance(20000)
            assert not board.pixels.is_busy()
        painter.show(marks + [(8, CHOSEN, 0)])
        painter.frame(280)
        board.pixels.write(painter.buffer, len(painter.buffer))
        if "W" in order:
            whites = range(order.index("W"), 4 * grid3.PIXELS, 4)
            assert not any([world.strip.frame[at] for at in whites])
        seen.append([world.lights(name) for name in world.names] + [
            list(painter.colours()), painter.milliamperes])
    assert all(one == seen[0] for one in seen) and any(max(light) for light in seen[0][8])


def test_a_strip_of_another_order_than_the_table_thinks():
    """The world shows it as it is: the first proof that something is to be set."""
    shown = []
    for order, thought in (("RGB", "auto"), ("GRBW", "auto"), ("GRB", "GRBW")):
        world = World(grid3)
        world.fit_strip(order)
        board = Board(grid3, world.machine, world.rp2, world.clock, {"lights": thought})
        red = {"R": 24, "G": 0, "B": 0, "W": 0}
        frame = bytearray([red[colour] for colour in board.order] * grid3.PIXELS)
        board.pixels.write(frame, len(frame))
        shown.append(world.strip.frame)
    assert shown[0] == b"\x00\x18\x00" * 36  # green
    assert shown[1][:12] == b"\x00\x18\x00\x00\x18\x00\x00\x18\x00\x00\x18\x00"
    assert shown[2][:9] == b"\x00\x18\x00\x00\x00\x18\x00\x00\x00"
