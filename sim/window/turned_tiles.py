"""Tiles whose turn the board feels by their magnets, on the window's table."""

from sim.window.box import lying_at

if False:  # only mypy reads this: the names of types
    from sim.window.box import Piece
    from sim.window.livetable import LiveTable

_START_MS = 3000  # until the readers have their supply, at most


def has_sensors(live: "LiveTable") -> bool:
    """Has the board sensors that feel how a tile is turned?"""
    return live.table.board.facing_sensors is not None


def calibrate(live: "LiveTable") -> None:
    """Take the levels of the sensors, if nobody has, while the board is empty."""
    sense = live.app.board.sense
    if sense.facings is None or sense.facings.state() == "ok":
        return
    end = live.ms() + _START_MS
    while not sense.is_up and live.ms() < end:
        live.table.run(1)
    sense.facings.calibrate()


def move_as_wanted(live: "LiveTable", piece: "Piece", place: str) -> None:
    """Move a piece, turned as the game has it, for the helping hands."""
    game = live.game
    wanted = lying_at(game, place) if game is not None else 0
    facing = game.facing(wanted) if game is not None and wanted else -1
    piece.turn = facing if has_sensors(live) and facing >= 0 else None
    live.move(piece, place)
