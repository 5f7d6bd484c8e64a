"""Plays a whole game with tags on a virtual board; all interpreters produce the same frames."""

import binascii

from games.base import CHANCE, OVER
from games.rng import Rng
from sim.virtual.table import VirtualTable
from table import settings


def play(name, profile, seed, options=None):
    """Return the frame log as lines "us crc", then the record's lines."""
    table = VirtualTable(settings.profile(profile))
    frames = []
    table.world.strip.log = frames
    table.app.session.new(name, None, options, (), seed)
    table.tidy()
    game = table.app.session.game
    rng = Rng(seed)
    while game.current() != OVER:
        by = game.current()[0]
        if by != CHANCE:
            _by_hand(table, by, rng.choice(game.legal(by)))
        table.tidy()
        table.run(400)
    lines = ["%d %08x" % (us, binascii.crc32(frame)) for us, _, frame in frames]
    return lines + list(table.app.session.record())


def _by_hand(table, by, action):
    """Put the pieces of an action on the board; apply an action without pieces as a host would."""
    app = table.app
    game = app.session.game
    count = len(game.log)
    pieces = [(spot, game.token(piece)) for spot, piece in game.gesture(by, action)]
    for spot, token in pieces:
        table.world.put(table.in_box(token), game.spot_name(spot))
    if not pieces:
        app.session.act(by, action)
    for _ in range(100):
        table.run(20)
        if len(game.log) > count:
            return
    raise AssertionError("%s was not played: %s" % (game.text(action), app.display_text.problem))


def main(args):
    name, profile, seed = args
    with open("/out/log.txt", "w") as file:
        for line in play(name, profile, int(seed)):
            file.write(line + "\n")
