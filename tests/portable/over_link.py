"""Plays a game over the line protocol only, to compare a build with the source."""

import binascii
import json
import os

from games.rng import Rng
from sim.virtual.world import World

_TICKS = 5000  # the most until chance and the greedy players have acted
_TICK_US = 20000


def play(name, profile, seed, count):
    """Play up to `count` actions; return all lines that the table sent, then the time and CRC of
    each frame."""
    from table.board import Board
    from table.boot import assemble

    wiring = __import__("table.wiring." + profile, None, None, ("NAME",))
    world = World(wiring)
    frames = []
    world.strip.log = frames
    said = []
    pieces = []  # of the line that is being sent

    def send(piece):
        pieces.append(piece)
        if piece.endswith("\n"):
            said.append("".join(pieces).strip())
            pieces.clear()

    board = Board(wiring, world.machine, world.rp2, world.clock)
    app = assemble(board, world.clock, send)
    app.start()

    def ask(**request):
        request["id"] = len(said)
        app.host.feed(json.dumps(request) + "\n")
        return json.loads(said[-1])

    others = ask(do="game", game=name)["seats"][0] - 1
    ask(do="new", game=name, seed=seed, players=["human"] + ["greedy"] * others)
    rng = Rng(seed)
    for _ in range(count):
        if not _wait(app, world):
            break
        by = 0
        ask(do="do", by=by, words=rng.choice(ask(do="legal", by=by)["actions"]))
        ask(do="state", seat=by)
    ask(do="undo")
    ask(do="do", by=9, words=["nothing"])
    ask(do="record")
    _wait(app, world)
    app.session.journal.close_tail()
    for file in os.listdir():
        if file.startswith("game."):
            os.remove(file)
    return said + ["%d %08x" % (us, binascii.crc32(frame)) for us, _, frame in frames]


def _wait(app, world):
    """Run the table until seat 0 or nobody is to act; return whether seat 0 is."""
    for _ in range(_TICKS):
        app.tick()
        world.clock.advance(_TICK_US)
        current = app.session.game.current()
        if not current or 0 in current:
            return bool(current)
    raise AssertionError("nobody acts")


def main(args):
    profile, count = args[0], int(args[1])
    for name in args[2:]:
        with open("/out/%s.txt" % name, "w") as file:
            for line in play(name, profile, 5, count):
                file.write(line + "\n")
