"""The actions of a seat, sorted for a phone's page with buttons and a small board.

It reads only the words of the line protocol. A new game of the same name, seats and options gives
their meaning: the places on the table, and the piece.
"""

import json
from binascii import crc32

from games.base import Game

if False:  # only mypy reads this: the names of types
    from collections.abc import Generator, Sequence
    from typing import Any

    from games.texts import Texts
    from games.types import Action, Json, Words

MANY = 240  # actions with the same first word that have no place: more are too many for buttons


def spot_names(game: "Game") -> set[str]:
    """Return the names of all spots of a game."""
    return {game.spot_name(spot) for spot in range(game.spots())} - {""}


class Listing:
    """The actions of a seat that its page lists. `words` has those, each with its spots on the
    table; `many` has the first words of the others: of those without a place that are more than
    `most`. `mark` is a checksum of all."""

    def __init__(self, game: "Game", most: int = MANY):
        self._game = game
        self._most = most
        self.words: "list[tuple[Words, Sequence[str]]]" = []
        self.many: list[str] = []
        self.mark = 0
        self._counts: dict[str, int] = {}  # by first word: those without a place

    def add(self, seat: int, words: "Words", spots: set[str]) -> None:
        """Add a legal action of the seat; `spots` are the names of all."""
        self.mark = crc32(json.dumps(words).encode(), self.mark)
        first = words[0]
        spoken = self._game.words(seat, self._game.parse(words))
        at = [word for word in spoken if isinstance(word, str) and word in spots]
        if not at:
            self._counts[first] = self._counts.get(first, 0) + 1
        if at or self._counts[first] <= self._most:
            self.words.append((words, at or ()))  # an empty list would take memory
        elif first not in self.many:
            self.many.append(first)
            self.words = [row for row in self.words if row[1] or row[0][0] != first]


def seat_actions(
    game: "Game", texts: "Texts", seat: int, listing: Listing
) -> "Generator[None, None, Json]":
    """Return {"actions", "texts", "many", "lays"} for the actions of a seat; yield between its
    parts, since sentences take a small computer some time, and garbage.

    `actions` have no place on the board, and `texts` are their sentences; `many` as in the
    listing. `lays` has all others, grouped by the piece that they lay: [{"word", "face", "seat",
    "ways"}], each way with its "words", its "spots" on the table, its "face" and its "text".
    """
    box = _box(game)
    yield
    plain: dict[str, tuple[list[Words], list[str]]] = {}  # by first word: words and sentences
    firsts: list[str] = []  # its keys in their order, which MicroPython's dicts do not keep
    kinds: dict[Any, dict[str, Any]] = {}
    lays: list[dict[str, Any]] = []  # its values
    for words, at in listing.words:
        yield
        action = game.parse(words)
        text = texts.render(["do"] + list(game.words(seat, action)), game.NAME)
        if not at:
            if words[0] not in plain:
                plain[words[0]] = ([], [])
                firsts.append(words[0])
            plain[words[0]][0].append(words)
            plain[words[0]][1].append(text)
            continue
        laid = [_known(game, box, piece) for piece in _pieces(game, seat, action)]
        face, _, owner = laid[0] if laid else ("", "", -1)
        form = (words[0],) + tuple(sorted([name for _, name, _ in laid]))
        if form not in kinds:
            kinds[form] = {"word": words[0], "face": face, "seat": owner, "ways": []}
            lays.append(kinds[form])
        kinds[form]["ways"].append({"words": words, "spots": at, "face": face, "text": text})
    return {
        "actions": [words for first in firsts for words in plain[first][0]],
        "texts": [text for first in firsts for text in plain[first][1]],
        "many": listing.many,
        "lays": lays,
    }


def pieces(seats: dict[str, int], board: list[list[str]]) -> "list[Json]":
    """Return the pieces on the table from the board of a view, for pages: [{"uid", "name", "face",
    "seat", "at"}]. `seats` as from `owners`."""
    return [
        {"uid": at, "name": face, "face": face, "seat": seats.get(face.split(" with ")[0], -1),
         "at": at}
        for at, face in board
    ]


def owners(game: "Game") -> dict[str, int]:
    """Return {public name of a piece: its seat}."""
    return {label: seat for label, _, seat in _box(game).values()}


def _box(game: "Game") -> dict[int, tuple[str, str, int]]:
    """Return {token: (public name, name, seat or -1)} of all pieces. (To ask the game for each
    takes 10 KB of garbage an action in Landover, which a small heap has no room for.)"""
    is_plain = type(game).label is Game.label
    return {token: (name if is_plain else game.label(token), name, seat)
            for token, name, seat, _ in game.tokens()}


def _known(
    game: "Game", box: dict[int, tuple[str, str, int]], piece: int
) -> tuple[str, str, int]:
    """Return (face, name, seat or -1) of a piece as its holder knows it: if its face hides
    something, the name replaces the face."""
    label, name, seat = box[game.token(piece)]
    return game.face(piece) if label == name else name, name, seat


def _pieces(game: "Game", seat: int, action: "Action") -> list[int]:
    """Return the pieces that an action lays, as far as its words tell."""
    try:
        return [piece for _, piece in game.gesture(seat, action) if piece]
    except (ValueError, IndexError):  # it depends on the position, as a card's effect does
        return []
