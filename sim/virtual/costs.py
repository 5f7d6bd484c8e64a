"""What the processor of an RP2040 takes, as the virtual clock charges it; microseconds.

All of it was measured on the emulated chip at the commit of _MEASURED_AT, with the kinds of work
that
`python -m tests.bench_chip` prints as `cost`; `make chip` tells when the two have parted by more
than 15 %. What a kind of work contains of the others is not counted twice.
"""

_MEASURED_AT = "887fd92"

TICK = 900  # a turn of the main loop without the rest
CALL = 25  # a call of SPI.write and its like, beside its bytes
# A kind of work by where it is done: a path from the App, and a method.
SEAMS = (
    ("look", "", "_look"),  # judging the table, and showing what that means
    ("turn", "", "_begin_turn"),  # what belongs where, and who may act
    ("act", "session", "act"),  # the rules and what goes to the host
    ("journal", "session.journal", "append"),
    ("frame", "painter", "frame"),
    ("find", "", "_find"),  # a step of finding the legal spots, or all of the overlay at the end
)
# By game: each kind of work in the order of SEAMS.
_OTHERS = (9000, 9000, 14000, 4000, 2500, 1500)
_BY_GAME = {}


def charge(app, clock):
    """Let `clock` move by what an App's work takes on the board."""
    for at in range(len(SEAMS)):
        _, path, method = SEAMS[at]
        owner = app
        for part in path.split(".") if path else ():
            owner = getattr(owner, part)
        plain = getattr(owner, method)
        wrap = _steps if method == "_find" else _call
        setattr(owner, method, wrap(plain, app, at, clock))


def _cost(app, at):
    game = app.session.game
    return _BY_GAME.get(game.NAME if game else "", _OTHERS)[at]


def _call(plain, app, at, clock):
    def charged(*values):
        clock.advance(_cost(app, at))
        return plain(*values)

    return charged


def _steps(plain, app, at, clock):
    def charged():
        for _ in plain():
            clock.advance(_cost(app, at))
            yield
        clock.advance(_cost(app, at))

    return charged
