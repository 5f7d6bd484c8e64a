"""The start and the watchdog: the main loop feeds it, Ctrl-C stops it, crashes are counted."""

import os

from games.pauses import on_pause, pause
from sim.virtual.machine import StarvedError
from sim.virtual.world import World
from table import boot, console, settings, stopped, wiring
from table.app import App
from table.board import Board
from table.boot import load, serve
from table.drivers import chip
from table.drivers.watchdog import Watchdog
from table.journal import Journal
from table.wiring import grid3, grid6
from tests.portable import effort

_CONTROL = 0x40058000
_TICK_US = 5000


class Console:
    """A silent host that presses Ctrl-C after so many ticks; each tick takes time."""

    def __init__(self, clock, ticks, us=_TICK_US):
        self._clock = clock
        self._left = ticks
        self._us = us

    def write(self, piece):
        pass

    def has_input(self):
        self._clock.advance(self._us)
        self._left -= 1
        if not self._left:
            raise KeyboardInterrupt
        return False


def table():
    for name in ("game.log", "game.tail", "game.point"):
        try:
            os.remove(name)
        except OSError:
            pass
    world = World(grid3)
    board = Board(grid3, world.machine, world.rp2, world.clock)
    app = App(board, world.clock, Journal(), lambda line: None, lambda: 7)
    return world, app, Watchdog(world.machine)


def served(world, app, watchdog, ticks, us=_TICK_US, watch=None):
    try:
        serve(app, Console(world.clock, ticks, us), world.clock, watchdog, watch)
    except KeyboardInterrupt:
        return
    raise AssertionError


def test_a_working_table_feeds_the_watchdog():
    world, app, watchdog = table()
    served(world, app, watchdog, 2000)
    assert world.clock.ms() > 10000
    assert world.machine.mem32[_CONTROL] != 0  # enabled


def test_the_table_is_looked_after_while_a_game_begins():
    """The buttons, too: without the pauses this press would be over before the next tick."""
    world, app, watchdog = table()
    served(world, app, watchdog, 400)
    pauses = []

    def look(at_once):
        pauses.append(0)
        world.clock.advance(30000)
        world.press("push", len(pauses) < 3)
        app.poll_in_pause()

    on_pause(look)
    try:
        app.session.new("land", 2, seed=1)
    finally:
        on_pause(None)
    assert len(pauses) >= 5 and app.board.knob.pressed() == "push"


def test_a_table_that_ctrl_c_stops_says_so_and_goes_dark():
    world, app, watchdog = table()
    app.session.new("mars", None, {}, ("human", "human"), 1)
    for presses in (0, 2, 9):
        served(world, app, watchdog, 600)
        assert app.display_text.shown[0] == "Stopped by a computer"
        show, left = app.board.display.show, [presses]

        def pressed(lines, show=show, left=left):
            left[0] -= 1
            if left[0] >= 0:
                raise KeyboardInterrupt
            show(lines)

        app.board.display.show = pressed
        app.refresh()
        served(world, app, watchdog, 1)
        app.board.display.show = show
        assert presses == 9 or app.display_text.shown[0] == "Stopped by a computer"
    assert not any(world.strip.frame)


def test_pauses_look_after_the_table_that_is_served_and_no_other():
    world, app, watchdog = table()
    looks = []
    app.poll_in_pause = lambda at_once: looks.append(0)
    app.parts["events"] = pause
    served(world, app, watchdog, 10)
    assert len(looks) >= 9
    looks.clear()
    pause()
    assert not looks


@effort.desk
def test_a_minute_of_work_clears_the_count_of_crashes():
    world, app, watchdog = table()
    watchdog.count(2)
    served(world, app, watchdog, 4000)
    assert world.clock.ms() > 20000 and watchdog.crashes() == 2
    served(world, app, watchdog, 9000)
    assert watchdog.crashes() == 0


def test_what_watches_the_table_is_called_before_it_starts_and_after_each_tick():
    world, app, watchdog = table()
    seen = []
    served(world, app, watchdog, 4, watch=seen.append)
    assert seen == [app] * 4


def test_a_table_that_is_to_start_anew_ends_its_loop():
    world, app, watchdog = table()

    def watch(app):
        app.stops_for = "restart" if world.clock.ms() > 5000 else ""

    serve(app, Console(world.clock, 4000), world.clock, watchdog, watch)
    assert 5000 < world.clock.ms() < 8000


def test_a_hanging_tick_starves_the_watchdog():
    world, app, watchdog = table()
    try:
        served(world, app, watchdog, 3, us=9000000)
    except StarvedError:
        return
    raise AssertionError


def test_a_table_that_keeps_running_out_of_memory_restarts():
    world, app, watchdog = table()
    app.session.new("mars", None, None, (), 7)
    asked = []

    def tidy():
        asked.append(1)
        raise MemoryError

    app.session.maintain = tidy
    try:
        served(world, app, watchdog, 4000)
        raise AssertionError("it went on trying")
    except MemoryError:
        pass
    assert len(asked) == 5
    game = app.session.game
    app.session.act(game.turn, game.legal(game.turn)[0])
    world.clock.advance(2000000)
    app.tick()
    assert app.failures.oom_count == 0  # reset by progress


def test_ctrl_c_stops_the_watchdog():
    world, app, watchdog = table()
    watchdog.start()
    world.clock.advance(7000000)
    watchdog.feed()
    watchdog.stop()
    assert world.machine.mem32[_CONTROL] == 0
    world.clock.advance(99000000)
    watchdog.feed()


def test_crashes_are_counted_but_random_memory_is_not():
    world, app, watchdog = table()
    assert watchdog.crashes() == 0
    watchdog.count(3)
    assert Watchdog(world.machine).crashes() == 3
    world.machine.mem32[0x4005800C] = 0x12345678
    assert watchdog.crashes() == 0


def test_a_board_that_keeps_crashing_shows_a_light():
    world, app, watchdog = table()
    board = Board(grid3, world.machine, world.rp2, world.clock)

    class Ticking:
        def ms(self):
            world.clock.advance(1000)
            return world.clock.ms()

    stopped.rest(board, Ticking(), None, 3)
    assert any(world.strip.frame) and any(world.display.memory)


class Reset(Exception):
    """Raised by a reset of the chip."""


def power_on(world, begin):
    """Boot a board; `begin` stands for what happens between loading the modules and the first
    tick. Return how often it was reset before it stopped."""

    def reset():
        raise Reset

    world.machine.reset = reset
    clock, load = boot.Clock, boot.load
    boot.Clock = lambda time: Ticking(world.clock)
    boot.load = begin
    resets = 0
    try:
        while resets < 9:
            try:
                boot.run(world.machine, world.rp2)
                break
            except Reset:
                resets += 1
    finally:
        boot.Clock, boot.load = clock, load
    return resets


def crash(sense, clock):
    raise ValueError("odd")


def test_three_crashes_in_a_row_show_a_light():
    world = World(grid3)
    assert power_on(world, crash) == 3
    assert any(world.strip.frame) and Watchdog(world.machine).crashes() == 0
    with open("errors.log") as file:
        assert file.read().count("stopped: odd") == 3


def test_before_the_last_crash_the_table_starts_without_its_game():
    """The rules of a game may hang; what it comes back without is kept."""
    world = World(grid3)
    found = []
    kept = boot.serve, console.Console

    def serve_and_crash(app, *others):
        found.append(app.session.journal.waits)
        raise ValueError("odd")

    boot.serve = serve_and_crash
    console.Console = lambda clock: Console(clock, 0)
    try:
        assert power_on(world, lambda sense, clock: None) == 3
    finally:
        boot.serve, console.Console = kept
    assert found == [False, False, True]


def test_ctrl_c_does_not_count_as_a_crash():
    world = World(grid3)

    def stop(sense, clock):
        raise KeyboardInterrupt

    try:
        power_on(world, stop)
    except KeyboardInterrupt:
        assert Watchdog(world.machine).crashes() == 0
    else:
        raise AssertionError


def test_unusable_settings_show_a_light_at_once():
    for data in (b"", b"[]", b'{"profile": ', b'{"profile": 3}', b'{"profile": "grid5"}',
                 b'{"profil": "grid3"}', bytes(300), b"\xff\xfe", b"[" * 500,
                 b'{"brightness": null}', b'{"hear_all": 1}', b'{"language": []}'):
        with open("settings.json", "wb") as file:
            file.write(data)
        world = World(grid3)
        assert power_on(world, crash) == 0
        assert any(world.strip.frame) and any(world.display.memory), data
    os.remove("settings.json")


class Untouched:
    """Registers that nobody may touch."""

    def __getitem__(self, address):
        raise AssertionError("read %x" % address)

    def __setitem__(self, address, value):
        raise AssertionError("wrote %x" % address)


def test_another_chip_than_the_rp2040_is_refused_and_no_register_of_it_is_touched():
    machine, chip.machine = chip.machine, lambda: "Raspberry Pi Pico2 with RP2350"
    world = World(grid3)
    world.machine.mem32 = Untouched()
    try:
        assert power_on(world, crash) == 0
        watchdog = Watchdog(world.machine)
        watchdog.stop()
        watchdog.count(1)
        assert watchdog.crashes() == 0
    finally:
        chip.machine = machine
    assert any(world.display.memory) and not any(world.strip.frame)


def test_a_machine_is_known_by_its_chip():
    for name in ("Raspberry Pi Pico with RP2040", "Pimoroni Pico LiPo (16MB) with RP2040", "",
                 "JS with Emscripten"):
        assert chip.refusal(name) == "", name
    for name in ("Raspberry Pi Pico2 with RP2350", "Raspberry Pi Pico2 with RP2350-RISCV",
                 "Generic ESP32 module with ESP32"):
        assert name in chip.refusal(name)
    assert chip.is_known(chip.machine())


def started(world):
    """Power a table on; return its App as its first tick begins."""
    kept, real, found = boot.serve, console.Console, []
    console.Console = lambda clock: Console(clock, 1)

    def serve(app, *others):
        app.start()
        found.append(app)
        raise KeyboardInterrupt

    boot.serve = serve
    try:
        power_on(world, lambda sense, clock: None)
        raise AssertionError
    except KeyboardInterrupt:
        pass
    finally:
        boot.serve, console.Console = kept, real
    return found[0]


def test_an_unknown_setting_is_named_and_the_table_starts():
    with open("settings.json", "w") as file:
        file.write('{"theme": "loud", "language": "xx", "brightness": 999}')
    try:
        app = started(World(grid3))
    finally:
        os.remove("settings.json")
    assert app.display_text.message == "settings: theme cannot be loud; it is lively now"
    assert app.painter.palette.brightness == 160
    notes = app.host.handle({"do": "health"})["notes"]
    assert notes[0] == app.display_text.message and len(notes) == 3


def test_all_readers_have_been_asked_before_the_rest_is_loaded():
    for name in ("grid3", "grid9", "hex37", "pad"):
        world = World(settings.profile(name))
        board = Board(world.profile, world.machine, world.rp2, world.clock)
        load(board.sense, Ticking(world.clock))
        assert board.sense.ready, name


def test_the_readers_are_switching_while_blocks_come_on_one_after_the_other():
    world = World(settings.profile("grid9"))
    board = Board(world.profile, world.machine, world.rp2, world.clock)
    said = []
    while not board.sense.ready:
        board.sense.step()
        if said[-1:] != [board.sense.is_switching]:
            said.append(board.sense.is_switching)
        world.clock.advance(1000)
    assert said == [True, False]


def test_all_blocks_are_switched_on_before_a_module_is_loaded():
    """They start while modules are loaded, each of which may take 40 ms."""
    world = World(settings.profile("grid9"))
    board = Board(world.profile, world.machine, world.rp2, world.clock)
    kept, boot.FIRST = boot.FIRST, ("table.no_such",)
    try:
        load(board.sense, Ticking(world.clock))
    except ImportError:
        pass
    else:
        raise AssertionError
    finally:
        boot.FIRST = kept
    assert board.sense.has_supply and not board.sense.is_switching
    assert not board.sense.is_up and world.clock.ms() < 100  # nine blocks, one every 6 ms


def test_without_5_v_the_rest_is_loaded_at_once():
    world = World(grid3)
    world.supply(False)
    board = Board(grid3, world.machine, world.rp2, world.clock)
    load(board.sense, Ticking(world.clock))
    assert not board.sense.has_supply and world.clock.ms() < 300


class Ticking:
    """A clock that moves 0.35 ms at each look, the time of a step of the scan."""

    def __init__(self, clock):
        self._clock = clock

    def ms(self):
        self._clock.advance(350)
        return self._clock.ms()

    def __getattr__(self, name):
        return getattr(self._clock, name)


def test_a_board_without_settings_is_the_one_of_its_build():
    kept, wiring.SPARE = wiring.SPARE, "grid6"
    try:
        assert started(World(grid6)).board.profile.NAME == "grid6"
    finally:
        wiring.SPARE = kept
