"""Plays a whole game with tags on a virtual board; all interpreters produce the same frames."""

import binascii

from games.base import CHANCE, OVER
from games.rng import Rng
from sim.virtual.stage import Stage
from table import settings


def play(name, profile, seed, options=None):
    """Return the frame log as lines "us crc", then the record's lines."""
    stage = Stage(settings.profile(profile))
    frames = []
    stage.world.strip.log = frames
    stage.app.session.new(name, None, options, (), seed)
    stage.tidy()
    game = stage.app.session.game
    rng = Rng(seed)
    while game.current() != OVER:
        by = game.current()[0]
        if by != CHANCE:
            _by_hand(stage, by, rng.choice(game.legal(by)))
        stage.tidy()
        stage.run(400)
    lines = ["%d %08x" % (us, binascii.crc32(frame)) for us, _, frame in frames]
    return lines + list(stage.app.session.record())


def _by_hand(stage, by, action):
    """Put the pieces of an action on the board; apply an action without pieces as a host would."""
    app = stage.app
    game = app.session.game
    count = len(game.log)
    pieces = [(spot, game.token(piece)) for spot, piece in game.gesture(by, action)]
    for spot, token in pieces:
        stage.world.place(stage.in_box(token), game.spot_name(spot))
    if not pieces:
        app.session.act(by, action)
    for _ in range(100):
        stage.run(20)
        if len(game.log) > count:
            return
    raise AssertionError("%s was not played: %s" % (game.text(action), app.problem))


def main(args):
    name, profile, seed = args
    with open("/out/log.txt", "w") as file:
        for line in play(name, profile, int(seed)):
            file.write(line + "\n")
