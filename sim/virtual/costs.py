"""The processor time of the RP2040's work in us, which the virtual clock adds.

All figures were measured on the emulated chip, at the commit d9b522e, those of PROBES at a401305;
`python -m tests.bench_chip` prints them as `cost`. `make chip` reports if desktop and chip differ
by more than 15%. The figure for one kind of work excludes other kinds nested in it.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from sim.virtual.clock import VirtualClock
    from table.app import App

# The parts of an idle tick of App, and the rest of the main loop. The pass over the readers
# excludes its calls.
IDLE = {
    "poll": 500, "controls": 240, "play": 170, "light": 105, "speak": 120, "display": 120,
    "buzzer": 20, "events": 65,
}
LOOP = 310
_COLLECTION = 26000  # a garbage collection
_EVERY = 500000  # between two collections during work
_MEM_FREE = 6000  # reading how much memory is free, when idle
_AT_REST = 4000000  # between two of these
CALL = 40  # a call such as SPI.write, without its bytes
# Kinds of work: name, path from the App, method.
PROBES = (
    ("look", "", "judge"),  # judging the table and showing the verdict
    ("turn", "", "begin_turn"),  # wanted pieces and seats to act
    ("act", "session", "act"),  # the rules and events for the host
    ("journal", "session.journal", "append"),
    ("frame", "painter", "frame"),
    ("show", "", "show"),  # the meanings of lights, and the display
    ("note", "", "light_new"),  # the first light of a new piece
    ("find", "lights", "find"),  # a step of the search for legal spots
)
_OVERLAY = len(PROBES)
# By game: the medians of each kind of work, in the order of PROBES; last, the whole overlay.
_BY_GAME = {
    "": (500, 500, 0, 0, 1500, 9000, 0, 0, 0),
    "mars": (2800, 3000, 5100, 2600, 900, 2300, 1500, 80, 2400),
    "land": (3000, 5100, 6600, 2800, 1200, 3400, 2000, 110, 13000),
    "market": (2600, 3300, 4800, 2800, 1000, 1100, 1900, 500, 13000),
    "leylines": (3200, 3800, 4600, 2600, 900, 2300, 2300, 100, 2400),
    "landover": (3100, 1900, 6300, 3000, 1200, 2900, 2000, 400, 25000),
}
_OTHERS = _BY_GAME["land"]  # for a new game until it is measured


def garbage(app: "App", since: int) -> int:
    """Return the time that a collection takes now, if the last one was `since` us ago; 0 for none.
    """
    if app.is_at_rest():
        return _MEM_FREE if since >= _AT_REST else 0
    return _COLLECTION if since >= _EVERY else 0


def charge(app: "App", clock: "VirtualClock") -> None:
    """Make `clock` advance by the time that the work of an App takes on the board."""
    for part in IDLE:
        app.parts[part] = _idle(app.parts[part], IDLE[part], clock)
    for at in range(len(PROBES)):
        _, path, method = PROBES[at]
        owner = app
        for part in path.split(".") if path else ():
            owner = getattr(owner, part)
        plain = getattr(owner, method)
        wrap = {"find": _steps, "light_new": _if_so}.get(method, _call)
        setattr(owner, method, wrap(plain, app, at, clock))


def _idle(plain: "Callable[..., Any]", us: int, clock: "VirtualClock") -> "Callable[..., Any]":
    def charged() -> None:
        clock.advance(us)
        plain()

    return charged


def _cost(app: "App", at: int) -> int:
    game = app.session.game
    return _BY_GAME.get(game.NAME if game else "", _OTHERS)[at]


def _call(
    plain: "Callable[..., Any]", app: "App", at: int, clock: "VirtualClock"
) -> "Callable[..., Any]":
    def charged(*values: "Any") -> "Any":
        clock.advance(_cost(app, at))
        return plain(*values)

    return charged


def _if_so(
    plain: "Callable[..., Any]", app: "App", at: int, clock: "VirtualClock"
) -> "Callable[..., Any]":
    def charged(*values: "Any") -> bool:
        did: bool = plain(*values)
        if did:
            clock.advance(_cost(app, at))
        return did

    return charged


def _steps(
    plain: "Callable[..., Any]", app: "App", at: int, clock: "VirtualClock"
) -> "Callable[..., Any]":
    def charged() -> "Iterator[None]":
        for _ in plain():
            clock.advance(_cost(app, at))
            yield
        clock.advance(_cost(app, _OVERLAY))

    return charged
