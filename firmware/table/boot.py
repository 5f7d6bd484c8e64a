"""From power-on to a running table, and back to the REPL."""

import os
import time

from micropython import const

from games.pauses import on_pause
from table.board import Board
from table.clock import Clock
from table.drivers import chip
from table.drivers.watchdog import MANY, Watchdog

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Json, Message
    from table.app import App

    Watch = Callable[[App], object]

_WELL_MS = const(60000)  # a table that has run this long counts as healthy
# The longest wait for the readers' first answers before the rest is loaded.
_ASKING_MS = const(600)
_STEP_MS = const(4)  # between two modules, while the blocks that are switched on come up
# After so many MemoryErrors in a row the table restarts: free memory lies in pieces that are too
# small, and no collection joins them. The game is on the flash, and goes on 3 s later.
_STARVED = const(5)
_PRESSES = const(4)  # of Ctrl-C that are heard while the table is being stopped
# Modules loaded after the board, while the readers come up.
FIRST = ("table.console", "table.errors")


def run(machine: "Any", rp2: "Any", begin: "Callable[[], Watch] | None" = None) -> None:
    """Run the board in the settings until power goes or Ctrl-C comes. It calls `begin()`, if
    given, once it has polled the readers. `begin` returns a function, which `run` calls with the
    App before the table starts and between its steps.

    Returns to the REPL at once if the take-back button is held. After some crashes in a row (the
    last one without the game), or with unusable settings, it shows a light and returns. A crash,
    or 8 s without a tick, resets the chip. On any chip but the RP2040 it says so and returns.
    """
    clock = Clock(time)
    unfit = chip.refusal(chip.machine())
    if unfit:
        _refuse(machine, clock, unfit)
        return
    watchdog = Watchdog(machine)
    watchdog.stop()  # it keeps running across a soft reset
    wrong = None
    chosen: "dict[str, Any]" = {}
    notes: "list[Any]" = []  # what people are to know about this start, as messages
    try:
        chosen, wiring = _settings(notes)
    except Exception as error:
        wrong, wiring = error, _any_wiring()
    button = machine.Pin(wiring.PINS["take_back"], machine.Pin.IN, machine.Pin.PULL_UP)
    if not button.value():
        print("take-back is held: staying in the REPL")
        return
    crashes = watchdog.crashes()
    board = Board(wiring, machine, rp2, clock, chosen)
    if wrong or crashes >= MANY:
        watchdog.count(0)
        _rest(board, clock, wrong, crashes)
        return
    watchdog.count(crashes + 1)
    try:
        load(board.sense, clock)
        watch = begin() if begin else None
        from table.console import Console

        console = Console(clock)
        app = assemble(board, clock, console.write, _oscillator(machine))
        app.notes = notes
        app.session.journal.waits = crashes + 1 >= MANY  # the game may be to blame
        apply_settings(app, chosen)
        serve(app, console, clock, watchdog, watch)
        why = app.stops_for
    except Exception as error:
        app = None  # frees the table
        try:
            _note("stopped", error)
        finally:
            machine.reset()
    except BaseException:  # Ctrl-C
        watchdog.stop()
        watchdog.count(0)
        raise
    app = None  # frees the table
    watchdog.stop()
    watchdog.count(0)
    _restart(board, clock, machine, why)


def _restart(board: Board, clock: Clock, machine: "Any", why: str) -> None:
    """Start the table again; `why` as App.stops_for."""
    if why == "measure":
        measure_readers(board, clock)
        machine.reset()
    machine.soft_reset()  # the port to a host stays


def _refuse(machine: "Any", clock: Clock, why: str) -> None:
    from table.stopped import refuse

    refuse(_any_wiring(), machine, clock, why)


def _rest(board: Board, clock: Clock, wrong: "Exception | None", crashes: int) -> None:
    from table.stopped import rest

    rest(board, clock, wrong, crashes)


def measure_readers(board: "Board", clock: "Clock") -> None:
    """Measure the readers, as `bench.note` does; never raises."""
    try:
        from table.bench import note

        note(board, clock)
    except Exception as error:
        _note("bench", error)


def _note(what: str, error: Exception) -> None:
    from table.errors import Errors

    Errors().note("%s: %s" % (what, error), error)


def apply_settings(app: "App", chosen: "Json") -> None:
    """Apply the settings to a table."""
    if app.board.order != app.board.profile.ORDER:
        app.painter.arrange(app.board.order)
    app.painter.use(chosen["theme"])
    if chosen["language"] != app.display_text.texts.language:
        app.display_text.use_language(chosen["language"])
    app.painter.dim(chosen["brightness"])
    app.board.sense.hear_all(chosen["hear_all"])
    # table.settings would come back for this word, and keep 2.5 KB
    app.session.to_note = "" if chosen["playtest"] == "off" else chosen["playtest"]


def serve(
    app: "App", console: "Any", clock: "Any", watchdog: "Watchdog",
    watch: "Watch | None" = None
) -> None:
    """Start the table and keep it running until somebody asks to measure the readers, or until it
    is to start anew; call `watch(app)`, if given, before it starts and between its steps.

    Only three places feed the watchdog: this loop, the reading of a long journal, and the pauses
    of other long work, which also move the lights.
    """
    app.session.journal.keepalive = watchdog.feed
    if watch:
        watch(app)
    app.start()
    watchdog.start()
    on_pause(app.poll_in_pause)
    well = False
    try:
        while not app.stops_for:
            if console.has_input():
                app.read_console(console)
            app.tick()
            if app.failures.oom_count >= _STARVED and app.session.journal.kept:
                raise MemoryError("no room for the game to go on")
            if watch:
                watch(app)
            watchdog.feed()
            if not well and clock.ms() > _WELL_MS:
                well = True
                watchdog.count(0)
    except KeyboardInterrupt:
        _halt(app, clock)
        raise
    finally:
        on_pause(None)  # so that the table can be freed


def _halt(app: "App", clock: "Any") -> None:
    """Show that the table was stopped. Editors press Ctrl-C several times."""
    for _ in range(_PRESSES):
        try:
            from table.stopped import halt

            halt(app, clock)
            return
        except KeyboardInterrupt:
            pass
        except Exception:  # no memory, or no display: the prompt comes all the same
            return


def _settings(notes: "list[Message]") -> "tuple[Json, Any]":
    from table.settings import profile, read
    from table.wiring import SPARE

    unusable: "list[Any]" = []
    chosen = read(unusable=unusable, board=SPARE)
    notes += [("unusable",) + one for one in unusable]
    return chosen, profile(chosen["profile"])


def _any_wiring() -> "Any":
    """Return a profile that every build has: all boards have the same pins."""
    from table.settings import profile
    from table.wiring import SPARE

    return profile(SPARE)


def load(sense: "Any", clock: "Any") -> None:
    """Switch all blocks on, load the first modules of the table while they come up, and ask the
    readers as soon as they are. On grid9 all have answered 0.79 s after power-on. If the table
    asked them last, they would take 1.8 s."""
    end = clock.ms() + _ASKING_MS
    for module in FIRST:
        begun = clock.ms()
        while not sense.ready and clock.ms() < end:
            sense.step()
            if not (sense.is_up or sense.is_switching) and clock.ms() - begun >= _STEP_MS:
                break
        __import__(module)
    while sense.has_supply and not sense.ready and clock.ms() < end:
        sense.step()


def _oscillator(machine: "Any") -> "Any":
    """Return the source of random bits of a board, a function."""
    from table.drivers.oscillator import Oscillator

    window = Oscillator(machine.mem32).window

    def random_bits() -> int:
        from table.entropy import draw

        return draw(window)

    return random_bits


def _entropy() -> int:
    """Return 256 random bits of a computer that stands in for the board."""
    return int.from_bytes(os.urandom(32), "little")


def assemble(board: Board, clock: "Any", send: "Any", entropy: "Any" = _entropy) -> "App":
    """Return the App of a board, not started; `send` is its way to the host, `entropy` as for
    App."""
    from table.app import App
    from table.journal import Journal

    return App(board, clock, Journal(clock=clock), send, entropy)
