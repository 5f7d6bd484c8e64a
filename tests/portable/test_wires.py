"""Faults that would harm real chips raise here: bus conflicts, glitching selects, bad pulses."""

from sim.virtual.bus import BusError
from sim.virtual.clock import VirtualClock
from sim.virtual.machine import Machine
from sim.virtual.oled import Oled, Sh1106
from sim.virtual.rp2 import Rp2
from sim.virtual.world import World
from sim.virtual.ws2812 import Strip, WireError
from table.board import Board
from table.drivers.pixels import Pixels
from table.drivers.ribbon import is_whole
from table.wiring import grid3, grid6


def rig(profile=grid6):
    world = World(profile)
    world.cut_power()
    return world, Board(profile, world.machine, world.rp2, world.clock)


def fails(call, *values):
    try:
        call(*values)
    except (BusError, WireError, ValueError, AttributeError) as error:
        return str(error)
    raise AssertionError("that should have failed")


def powered(blocks):
    """Return (world, board) with so many blocks powered."""
    world, board = rig(grid6)
    world.machine.line(grid6.PINS["pad_select"]).drive(1)
    for block in range(blocks):
        board.chain.power(block, True)
        world.clock.advance(6000)
        board.chain.attend(block)
        world.clock.advance(6000)
    return world, board


def select(board, readers, gates=()):
    """Latch an image that selects these readers and opens the gates of these blocks."""
    chain = board.chain
    chain.image[:] = chain.idle
    for reader in readers:
        at = 3 * reader
        place = chain.rows[at]
        chain.image[place] &= chain.rows[at + 1]
        chain.image[place + 1] &= chain.rows[at + 2]
        if reader // 9 in gates:
            chain.image[place] &= chain.gate_high
            chain.image[place + 1] &= chain.gate_low
    chain.send()


def test_two_selects_in_a_block():
    _, board = powered(1)
    assert "two readers of block 0" in fails(select, board, (0, 1))


def test_two_gates_at_once():
    _, board = powered(2)
    select(board, (0,), (0,))
    assert "two gates" in fails(select, board, (0, 9), (0, 1))


def test_the_pad_talks_alone():
    world, board = powered(1)
    select(board, (0,), (0,))
    pad_select = world.machine.line(grid6.PINS["pad_select"]).drive
    assert "two gates" in fails(pad_select, 0)
    world, board = powered(1)
    pad_select = world.machine.line(grid6.PINS["pad_select"]).drive
    select(board, (0,), (0,))
    select(board, ())
    pad_select(0)
    assert "two gates" in fails(select, board, (0,), (0,))


def test_one_reader_of_each_block_may_listen():
    _, board = powered(4)
    select(board, (0, 9, 18, 27))


def test_no_select_is_high_without_power():
    world, board = rig()
    assert "high without supply" in fails(board.chain.attend, 0)
    world, board = rig()
    board.chain.power(0, True)
    world.clock.advance(2000)
    assert "high without supply" in fails(board.chain.attend, 0)  # its power rises for 4 ms
    world, board = powered(1)
    select(board, (0,))
    idle = bytes(board.chain.idle)
    board.chain.power(0, False)
    board.chain.power(0, True)
    world.clock.advance(2000)
    board.chain.idle[:] = idle
    assert "high without supply" in fails(select, board, (0,))  # though it was selected before
    world, board = powered(1)
    world.supply(False)
    board.chain.send()  # the driver may not have noticed yet
    world.clock.advance(100000)
    assert "high without supply" in fails(board.chain.send)
    world, board = rig()
    enable = world.machine.line(grid6.PINS["chain_oe"]).drive
    enable(1)  # pull-ups hold the outputs as this image would: no power, no block selected
    board.chain.image[:] = bytes((1 << grid6.BIT_BUS_OFF - 8 | 1, 0xFF)) * grid6.BLOCKS
    board.chain.send()
    assert "high without supply" in fails(enable, 0)
    world, board = rig()
    world.supply(False)
    world.clock.advance(100000)
    assert "pad" in fails(world.machine.line(grid6.PINS["pad_select"]).drive, 1)


def test_the_bus_rests_while_the_pads_reader_is_switched_off():
    world, board = rig()
    world.machine.line(grid6.PINS["pad_power"]).drive(0)
    bus = world.machine.spi_devices[grid6.PINS["sck"]]
    assert "switched off" in fails(bus.exchange, b"\x80")
    assert "pad" in fails(world.machine.line(grid6.PINS["pad_select"]).drive, 1)
    world.machine.line(grid6.PINS["pad_power"]).drive(1)
    assert "switched off" in fails(bus.exchange, b"\x80")  # it rises for 4 ms
    world.clock.advance(6000)
    bus.exchange(b"\x80")


def test_blocks_rise_one_after_the_other():
    _, board = rig()
    board.chain.power(0, True)
    assert "while another does" in fails(board.chain.power, 1, True)


def test_a_powered_block_is_not_left_with_all_readers_listening():
    world, board = rig()
    board.chain.power(0, True)
    world.clock.advance(20000)
    bus = world.machine.spi_devices[grid6.PINS["sck"]]
    assert "hear what is for others" in fails(bus.exchange, b"\x80")


def test_nothing_is_powered_until_a_whole_image_is_latched():
    world = World(grid3)
    chips = world.chips
    board = Board(grid3, world.machine, world.rp2, world.clock)
    assert not any([chip.powered for chip in chips])
    chain = world.machine.spi_devices[grid3.PINS["chain_clock"]]
    assert not int.from_bytes(chain.bytes, "big") & 0x1FF << grid3.BIT_SELECT  # all are low
    assert not world.machine.line(grid3.PINS["pad_select"]).level
    board.sense.step()
    assert world.machine.line(grid3.PINS["pad_select"]).level
    assert world.pad.powered and chips[0].powered


def test_the_length_of_the_ribbon_is_measured():
    world, board = rig()
    assert is_whole(board.chain)
    chain = world.machine.spi_devices[grid6.PINS["chain_clock"]]
    chain.bytes = chain.bytes[2:]
    assert not is_whole(board.chain)


def strip():
    clock = VirtualClock()
    rp2 = Rp2(clock)
    machine = Machine(clock)
    rp2.strips[22] = Strip(4)
    return clock, rp2, Pixels(rp2, machine.Pin(22), clock), rp2.strips[22]


def test_pixels_arrive_as_they_were_sent():
    clock, _, pixels, shown = strip()
    for frame in (bytes(range(12)), bytes((255, 0, 170, 85) * 3)):
        pixels.write(bytearray(frame), 12)
        assert shown.frame == frame and pixels.is_busy()
        clock.advance(2000)
        assert not pixels.is_busy()
        clock.advance(700 * 1000000)  # more than half the range of the us counter
        assert not pixels.is_busy()


def test_pixels_that_get_nothing_keep_their_colours():
    clock, _, pixels, shown = strip()
    pixels.write(bytearray(range(12)), 12)
    clock.advance(2000)
    pixels.write(bytearray(b"\xff" * 12), 6)
    assert shown.frame == b"\xff" * 6 + bytes(range(6, 12)) and shown.end - clock.now < 60
    clock.advance(2000)
    assert not pixels.is_busy()
    assert "5 bytes" in fails(pixels.write, bytearray(12), 5)


def test_a_strip_without_power_is_dark():
    world, board = rig()
    board.pixels.write(bytearray(b"\xff" * 30), 30)
    assert any(world.strip.frame)
    world.cut_power()
    assert not any(world.strip.frame)


def test_a_frame_without_a_pause_is_a_fault():
    _, _, pixels, _ = strip()
    pixels.write(bytearray(12), 12)
    assert "pause" in fails(pixels.write, bytearray(12), 12)


def test_a_slow_program_is_a_fault():
    clock = VirtualClock()
    rp2 = Rp2(clock)
    rp2.strips[22] = Strip(1)
    pin = Machine(clock).Pin(22)
    honest = rp2.StateMachine
    rp2.StateMachine = lambda number, program, freq, set_base, out_base: honest(
        number, program, freq // 2, set_base, out_base
    )
    assert "ns high" in fails(Pixels(rp2, pin, clock).write, bytearray(3), 3)


def test_fakes_fail_on_unknown_names():
    machine = Machine(VirtualClock())
    for name in ("UART", "RTC", "freq"):
        fails(getattr, machine, name)
    fails(machine.line, 29)
    fails(machine.Pin, 40)


LEY = [
    "#.................",
    "#.................",
    "#......###..#...#.",
    "#.....#...#.#...#.",
    "#.....#####..####.",
    "#.....#.........#.",
    "#####..###...###..",
    "..................",
]


def test_the_display_shows_what_was_written():
    """Both controllers show 126 columns; on an SSD1306 they begin two columns further right."""
    for chip, left in ((Oled(), 2), (Sh1106(), 0)):
        chip.ram[:] = b"\xff" * len(chip.ram)  # its content at power-on
        world = World(grid3)
        world.display = world.machine.i2c_devices[0x3C] = chip
        board = Board(grid3, world.machine, world.rp2, world.clock)
        board.display.show(["Ley", "a line that is much too long for one", "M" * 21])
        for _ in range(10):
            board.display.step()
        dot = chip.dot
        assert ["".join(["#" if dot(left + x, y) else "." for x in range(18)])
                for y in range(8)] == LEY
        writes = chip.writes
        board.display.step()
        assert chip.writes == writes and chip.on
        assert any([dot(x, 17) for x in range(128)])  # the long line was wrapped
        column = [y for y in range(64) if dot(left + 124, y)]
        assert column == list(range(24, 31))  # the last leg of the last M
        for x in range(128):
            if not left <= x < left + 125:
                assert not any([dot(x, y) for y in range(64)])


def test_a_long_question_takes_the_place_of_the_points():
    shown = []
    said = ["line %d" % n for n in range(7)] + ["> go on"]
    for points in ([], ["Red 26  Blue 39", "Green 41  Gold 25"]):
        world, board = rig(grid3)
        board.display.show(points + said)
        for _ in range(10):
            board.display.step()
        shown.append(bytes(world.display.memory))
    assert shown[0] == shown[1]


def test_the_two_controllers_differ():
    chip = Sh1106()
    fails(chip.write, b"\x00\x21\x00\x7f")
    fails(Oled().write, b"\x00\x30")
    chip.write(b"\x40" + bytes(132) + b"\xff")  # the end of an overlong line is lost
    assert not any(chip.memory)


def test_a_board_works_without_a_display():
    world = World(grid3)
    del world.machine.i2c_devices[0x3C]
    board = Board(grid3, world.machine, world.rp2, world.clock)
    board.display.show(["hello"])
    board.display.step()
    assert not board.display.present


def test_a_display_that_was_unplugged_recovers():
    world, board = rig(grid3)
    board.display.show(["hello"])
    board.display.step()
    lit = bytes(world.display.memory)
    assert any(lit)
    del world.machine.i2c_devices[0x3C]
    board.display.show(["other"])
    board.display.step()
    assert not board.display.present
    chip = world.machine.i2c_devices[0x3C] = Oled()  # it lost its state with its power
    board.display.show(["hello"])
    world.clock.advance(5000000)
    for _ in range(9):
        board.display.step()
    assert bytes(chip.memory) == lit and chip.on
    writes = chip.writes
    board.display.step()
    assert chip.writes == writes


def test_a_display_that_lost_its_state_is_set_up_again():
    """Within 10 s, though it answers all the time; what lies beside the lines is cleared, too."""
    for kind in (Oled, Sh1106):
        world = World(grid3)
        chip = world.machine.i2c_devices[0x3C] = kind()
        board = Board(grid3, world.machine, world.rp2, world.clock)
        board.display.show(["Ley", "M" * 21])
        for _ in range(9):
            board.display.step()
        before = bytes(chip.memory)
        chip.__init__()
        chip.ram[:] = b"\x55" * len(chip.ram)
        for _ in range(1000):
            world.clock.advance(10000)
            board.display.step()
        assert chip.on and bytes(chip.memory) == before and chip.contrast == 0x8F


def test_a_display_at_the_second_address_is_found():
    world = World(grid3)
    chip = world.machine.i2c_devices[0x3D] = world.machine.i2c_devices.pop(0x3C)
    board = Board(grid3, world.machine, world.rp2, world.clock)
    board.display.show(["hello"])
    board.display.step()
    assert board.display.present and chip.on and any(chip.memory)


def test_a_display_that_shows_the_same_dims_until_somebody_acts():
    world, board = rig(grid3)
    chip = world.display

    def wait(seconds):
        for _ in range(seconds):
            world.clock.advance(1000000)
            board.display.step()
        return chip.contrast

    board.display.show(["hello"])
    assert wait(590) == 0x8F
    assert wait(20) == wait(2000) == 0x01 and chip.on
    board.display.show(["hello"])
    assert wait(1) == 0x8F
    assert wait(590) == 0x8F and wait(20) == 0x01


def test_a_pixel_that_lost_its_colour_gets_it_again():
    world, board = rig(grid3)
    frame = bytearray(3 * grid3.PIXELS)
    frame[-1] = 9
    board.pixels.write(frame, len(frame))
    world.clock.advance(1000000)
    assert world.strip.frame == bytes(frame)
    world.strip.frame = bytes(len(frame))
    for _ in range(60):
        world.clock.advance(100000)
        board.pixels.renew()
    assert world.strip.frame == bytes(frame)


def test_the_knob_reports_steps_and_presses():
    world, board = rig(grid3)
    knob = board.knob
    for steps in (1, -1, 5, -7):
        world.turn_knob(steps)
        assert knob.turned() == steps and knob.turned() == 0

    def press(button, ms):
        world.clock.advance(100000)
        told = [knob.pressed()]
        world.press(button, True)
        for _ in range(ms // 10):
            world.clock.advance(10000)
            told.append(knob.pressed())
        world.press(button, False)
        world.clock.advance(50000)
        told.append(knob.pressed())
        return [one for one in told if one]

    assert press("push", 100) == ["push"]
    assert press("push", 1500) == ["hold"]
    assert press("back", 100) == ["back"]

    world.clock.advance(50000)
    world.press("back", True)
    knob.poll()
    world.clock.advance(50000)
    world.press("back", False)
    knob.poll()
    assert [knob.pressed(), knob.pressed()] == ["back", None]


def test_the_buzzer_beeps_and_stops():
    world, board = rig(grid3)
    board.buzzer.beep(2)
    for _ in range(50):
        world.clock.advance(10000)
        board.buzzer.step()
    loud = [hertz for _, hertz in world.machine.tones if hertz]
    assert len(loud) == 2 and world.machine.tones[-1][1] == 0
