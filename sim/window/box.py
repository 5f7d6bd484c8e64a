"""The box of a game: its tagged pieces by name and seat, and the place of each."""

from sim.computer import random_bytes

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.base import Game
    from games.types import Json
    from sim.virtual.ntag import Tag


TRAY = ""
PAD = "pad"
HAND = "hand"  # held above the table


class Piece:
    """A tagged piece: `at` is a spot's name, TRAY, PAD or HAND."""

    def __init__(self, tag: "Tag", token: int, name: str, seat: int, label: str):
        self.tag = tag
        self.uid = random_bytes(4).hex()  # for pages; the UID of the tag would reveal the token
        self.token = token
        self.name = name
        self.seat = seat
        self.label = label  # its public name
        self.at: str | int = TRAY
        self.turn: int | None = None  # quarters clockwise, where the board can feel that


class Box:
    """All pieces of `game`, at first in its trays. `tagged`: see `VirtualTable.pieces`."""

    def __init__(self, game: "Game", tagged: "list[tuple[Tag, int, int]]"):
        known = {
            token: (name, seat, game.label(token)) for token, name, seat, _ in game.tokens()
        }
        self.pieces = [Piece(tag, token, *known[token]) for tag, token, _ in tagged]
        # Pieces that look alike are in an order that reveals nothing.
        labels = [(piece.seat, piece.label) for piece in self.pieces]
        self.pieces.sort(key=lambda piece: (labels.index((piece.seat, piece.label)), piece.uid))
        self.by_uid = {piece.uid: piece for piece in self.pieces}

    def at(self, place: str) -> list[Piece]:
        """Return the pieces at a place, in the order of the box."""
        return [piece for piece in self.pieces if piece.at == place]

    def names(self, seat: int) -> dict[str, str]:
        """Return {uid: name} of the pieces of a seat whose names only that seat may know."""
        return {
            piece.uid: piece.name
            for piece in self.pieces
            if piece.seat == seat and piece.name != piece.label
        }

    def faces(
        self, game: "Game", rotating: "Json | None" = None
    ) -> "list[Json]":
        """Return the pieces for pages: [{"uid", "name", "face", "seat", "at"}, ...]; of a tile
        whose magnets the board feels also "turn", and "spin": by how much more to draw it turned.

        `name` is that of the piece's stack in the trays. A piece that lies where the game has it
        is shown with its public face, which may also tell its facing. A piece that somebody
        rotates, `rotating` = {"spot", "face"}, has that face.
        """
        told = []
        for piece in self.pieces:
            face = name = piece.label
            spin = piece.turn
            lying = lying_at(game, piece.at)
            if lying and game.token(lying) == piece.token:
                face = game.face(lying)
                spin = 0
            elif rotating and piece.at == rotating["spot"]:
                face = rotating["face"]
                spin = 0
            row: "Json" = {
                "uid": piece.uid, "name": name, "face": face, "seat": piece.seat, "at": piece.at,
            }
            if piece.turn is not None and piece.at != TRAY:
                row = row | {"turn": piece.turn, "spin": spin}
            told.append(row)
        return told


def lying_at(game: "Game", place: "Any") -> int:
    """Return the piece that the game has at a place of the table, 0 for none."""
    if place in (TRAY, PAD, HAND):
        return 0
    try:
        return game.piece_at(game.spot(place))
    except ValueError:
        return 0
