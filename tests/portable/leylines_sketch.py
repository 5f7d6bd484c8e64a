"""A readable game of Ley Lines: every action, its events, and the board where it matters."""

from games import make
from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.leylines import pieces
from games.rng import Rng

_SEED = 4
_SUITS = "smca"


def drawing(game):
    """Yield the lines of the board, north first: s3 is a cairn of the suns, S a tor, 2 a half."""
    width = game.grid.width
    for row in range(game.grid.height - 1, -1, -1):
        line = "%3d " % (row + 1)
        for cell in range(width * row, width * row + width):
            line += " %-2s" % (mark(game.cells[cell]) if game.grid.there[cell] else "")
        yield line.rstrip()
    yield "    " + "".join([" %-2s" % chr(97 + column) for column in range(width)]).rstrip()


def mark(piece):
    if piece >= pieces.FIRST_TOR:
        return _SUITS[piece - pieces.FIRST_TOR].upper()
    if piece >= pieces.FIRST_CAIRN:
        seat, value = divmod(piece - pieces.FIRST_CAIRN, pieces.CAIRNS)
        return _SUITS[seat] + str(value)
    return str(pieces.values(piece)[0]) if piece else "."


def spoken(words):
    said = []
    for word in words:
        said.append(spoken(word) if isinstance(word, list) else str(word))
    return " ".join(said)


def playthrough():
    """Yield the lines of a game of greedy players on the compact map."""
    game = make("leylines", 3, {"map": "compact"})
    rng = Rng(_SEED)
    yield "%s, %d seats, map %s, hands %s, seed %d" % (
        game.TITLE, game.seats, game.options["map"], game.options["hands"], _SEED
    )
    yield "s0 to s5, m0 to m5, c0 to c5: cairns of suns, moons, crowns; S, M, C: their tors"
    setting_up = True
    while game.current() != OVER:
        by = game.current()[0]
        if setting_up and by != CHANCE and len(game.log) > 40:
            setting_up = False
            yield from drawing(game)
        action = game.sample(rng) if by == CHANCE else decide(greedy, game, by, rng)
        events = game.apply(by, action)
        who = "chance" if by == CHANCE else "seat %d" % by
        yield "%3d %s: %s" % (len(game.log), who, spoken(game.text(action)))
        for event in events:
            yield "      " + spoken(event)
        if events:
            yield "      scores " + spoken(game.scores())
            yield from drawing(game)
    yield from drawing(game)
    winners, reason = game.result()
    yield "%s: won by %s with %s" % (reason, spoken(winners), spoken(game.scores()))

