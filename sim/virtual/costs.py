"""How long the RP2040's processor works, in microseconds, as the virtual clock charges it.

All figures were measured on the emulated chip at the commit _MEASURED_AT; `python -m
tests.bench_chip` prints them as `cost`. `make chip` says when desk and chip differ by more than
15 %. Where one kind of work contains another, its figure leaves the other out.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

    from sim.virtual.clock import VirtualClock
    from table.app import App

_MEASURED_AT = "d9b522e"  # the parts of a tick; the seams at 7603b43

# The parts of a tick with nothing to do, in the order of the App's, and the rest of the main loop.
# The passes over the readers are without their calls.
IDLE = (500, 240, 170, 105, 120, 500, 120, 20, 65)
LOOP = 310
COLLECTION = 26000  # a garbage collection
EVERY = 500000  # the time between two while there is work
AT_REST = 2000000  # the same at rest
CALL = 40  # a call such as SPI.write, without its bytes
# A kind of work by where it is done: a path from the App, and a method.
SEAMS = (
    ("look", "", "_look"),  # judging the table, and showing what that means
    ("turn", "", "_begin_turn"),  # what belongs where, and who may act
    ("act", "session", "act"),  # the rules and what goes to the host
    ("journal", "session.journal", "append"),
    ("frame", "painter", "frame"),
    ("show", "", "_show"),  # what the lights mean, and the display
    ("note", "", "_has_noted"),  # the first light for a piece that came
    ("find", "lights", "_find"),  # a step to the legal spots; at the end all of the overlay
)
_OVERLAY = len(SEAMS)
# By game: the medians of each kind of work, in the order of SEAMS; last, the whole overlay.
_LAND = (4008, 7276, 6107, 2535, 2092, 3916, 4807, 148, 40000)
_BY_GAME = {
    "": (500, 500, 0, 0, 1500, 9000, 0, 0, 0),
    "mars": (2890, 4069, 4678, 2468, 1071, 2037, 2982, 82, 3480),
    "land": _LAND,
}
_OTHERS = _LAND  # on the safe side


def every(app: "App") -> int:
    """Return the time between two garbage collections now."""
    return AT_REST if app.at_rest else EVERY


def charge(app: "App", clock: "VirtualClock") -> None:
    """Make `clock` advance by the time that an App's work takes on the board."""
    app._parts = tuple([_idle(app._parts[at], IDLE[at], clock) for at in range(len(app._parts))])
    for at in range(len(SEAMS)):
        _, path, method = SEAMS[at]
        owner = app
        for part in path.split(".") if path else ():
            owner = getattr(owner, part)
        plain = getattr(owner, method)
        wrap = {"_find": _steps, "_has_noted": _if_so}.get(method, _call)
        setattr(owner, method, wrap(plain, app, at, clock))


def _idle(plain: "Callable", us: int, clock: "VirtualClock") -> "Callable":
    def charged() -> None:
        clock.advance(us)
        plain()

    return charged


def _cost(app: "App", at: int) -> int:
    game = app.session.game
    return _BY_GAME.get(game.NAME if game else "", _OTHERS)[at]


def _call(plain: "Callable", app: "App", at: int, clock: "VirtualClock") -> "Callable":
    def charged(*values):
        clock.advance(_cost(app, at))
        return plain(*values)

    return charged


def _if_so(plain: "Callable", app: "App", at: int, clock: "VirtualClock") -> "Callable":
    def charged() -> bool:
        did = plain()
        if did:
            clock.advance(_cost(app, at))
        return did

    return charged


def _steps(plain: "Callable", app: "App", at: int, clock: "VirtualClock") -> "Callable":
    def charged():
        for _ in plain():
            clock.advance(_cost(app, at))
            yield
        clock.advance(_cost(app, _OVERLAY))

    return charged
