"""A record as an animated picture: an SVG that shows each action in turn, the lights of the game,
and the scores. Any browser plays it, without a script.

A thing in it is drawn once for each stretch of time in which it looks the same.
"""

import math
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from games.base import CHANCE, COMPLETE, OWNER
from games.texts import LANGUAGE, Texts
from sim.window import geometry
from table import settings
from table.layout import NOWHERE, Layout
from table.theme import names as themes
from table.theme import theme

if TYPE_CHECKING:
    from games.base import Game
    from games.types import Json

_ACTION_MS, _CHANCE_MS, _END_MS = 800, 300, 4000
_TEXT_ROOM = 1.2  # cells under the board
_LINE, _BOARD, _PLAIN = "#4a4a4a", "#181818", "#b0b0b0"
_SPOT = {"cell": 0.34, "corner": 0.17, "edge": 0.12}  # how large a piece is, by what it lies on
_CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))  # that a piece faces: north-east, then clockwise
_ORDER = ("light", "piece", "text", "score")  # from below


class Film:
    """Follows a game action by action, `note` after each; `svg` is the picture then."""

    def __init__(self, game: "Game", language: str = LANGUAGE):
        self._game = game
        self._texts = Texts(language)
        profile = settings.profile(geometry.fitting(geometry.profiles(), game)[0])
        board = geometry.board(profile)
        layout = Layout(profile, game)
        self._is_hex: bool = board["hex"]
        # by spot of the game
        self._places: dict[int, Json] = {
            layout.spot_of[place]: spot for place, spot in enumerate(board["spots"])
            if layout.spot_of[place] != NOWHERE}
        self._owners = {token: seat for token, _, seat, _ in game.tokens()}
        seats = theme(themes()[0])[1]
        self._colours = ["#" + seats[3 * seat:3 * seat + 3].hex() for seat in range(game.seats)]
        self._now = 0  # ms
        # by (what it is, spot): (drawing, from when)
        self._since: dict[tuple[str, int], tuple[str, int]] = {}
        # (what it is, from when, until, drawing)
        self._shown: list[tuple[int, int, int, str]] = []
        self._look("")

    def note(self) -> None:
        """The game has taken an action."""
        entry = self._game.log[-1]
        by = entry[0]
        self._now += _CHANCE_MS if by == CHANCE else _ACTION_MS
        words = self._game.words(by, entry[1:])
        said = self._texts.render(("do", *words), self._game.NAME)
        self._look(said if by == CHANCE else "%s: %s" % (self._name(by), said))

    def _name(self, seat: int) -> str:
        return self._texts.render("seat %d" % seat)

    def _look(self, said: str) -> None:
        """Note what has changed in the picture."""
        game = self._game
        scores = ["%s %d" % (self._name(seat), points)
                  for seat, points in enumerate(game.scores())]
        seen = {("text", 0): _text(said, 0), ("score", 0): _text(", ".join(scores), 1)}
        for spot, meaning, value in game.overlay():
            if meaning in (OWNER, COMPLETE) and value >= 0 and spot in self._places:
                seen["light", spot] = self._outline(spot, self._colours[value], 0.45)
        for spot in self._places:
            if piece := game.piece_at(spot):
                seen["piece", spot] = self._piece(spot, piece)
        for what, (drawing, since) in list(self._since.items()):
            if seen.get(what) != drawing:
                self._shown.append((_ORDER.index(what[0]), since, self._now, drawing))
                del self._since[what]
        for what, drawing in seen.items():
            self._since.setdefault(what, (drawing, self._now))

    def _piece(self, spot: int, piece: int) -> str:
        game = self._game
        place = self._places[spot]
        token = game.token(piece)
        seat = self._owners.get(token, -1)
        size = _SPOT[place["kind"]]
        facing = game.facing(piece)
        drawn = '<circle r="%g" fill="%s" stroke="#000" stroke-width=".02"/>' % (
            size, _PLAIN if seat < 0 else self._colours[seat])
        if facing >= 0:
            x, y = _CORNERS[facing]
            drawn += '<circle cx="%g" cy="%g" r=".05" fill="#fff"/>' % (x * 0.4, -y * 0.4)
        if place["kind"] == "cell":
            name = game.face(piece).removesuffix(" %d" % seat)
            drawn += '<text y=".05" font-size=".16">%s</text>' % escape(name)
        return '<g transform="translate(%g %g)">%s</g>' % (place["x"], -place["y"], drawn)

    def _outline(self, spot: int, fill: str, opacity: float = 1) -> str:
        """Return the shape of a place."""
        place = self._places[spot]
        style = 'fill="%s" fill-opacity="%g" stroke="%s" stroke-width=".02"' % (
            fill, opacity, _LINE)
        x, y = place["x"], -place["y"]
        if place["kind"] != "cell":
            return '<circle cx="%g" cy="%g" r="%g" %s/>' % (x, y, _SPOT[place["kind"]], style)
        if not self._is_hex:
            return '<rect x="%g" y="%g" width="1" height="1" %s/>' % (x - 0.5, y - 0.5, style)
        arm = 1 / math.sqrt(3)
        corners = " ".join("%.3f,%.3f" % (x + arm * math.sin(turn), y - arm * math.cos(turn))
                           for turn in (math.pi / 3 * n for n in range(6)))
        return '<polygon points="%s" %s/>' % (corners, style)

    def svg(self) -> Iterator[str]:
        """Yield the lines of the picture, which repeats after some seconds."""
        xs = [place["x"] for place in self._places.values()]
        ys = [-place["y"] for place in self._places.values()]
        left, top = min(xs) - 0.7, min(ys) - 0.7
        width, height = max(xs) - left + 0.7, max(ys) - top + 0.7 + _TEXT_ROOM
        yield ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="%g %g %g %g" font-family="sans-'
               'serif" text-anchor="middle">' % (left, top, width, height))
        yield "<title>%s</title>" % escape(self._game.TITLE)
        yield '<rect x="%g" y="%g" width="%g" height="%g" fill="%s"/>' % (
            left, top, width, height, _BOARD)
        for spot in sorted(self._places):
            if self._places[spot]["kind"] == "cell":
                yield self._outline(spot, _BOARD)
        total = self._now + _END_MS
        under = (left + width / 2, max(ys) + 1.1)
        left_over = [(_ORDER.index(what[0]), since, total, drawing)
                     for what, (drawing, since) in self._since.items()]
        for _, since, until, drawing in sorted(self._shown + left_over):
            placed = drawing.replace("UNDER", 'transform="translate(%g %g)"' % under)
            yield "<g>%s%s</g>" % (placed, _times(since, until, total))
        yield "</svg>"


def _text(said: str, line: int) -> str:
    """Return a line of text under the board."""
    return '<g UNDER><text y="%g" font-size=".28" fill="#fff">%s</text></g>' % (
        0.45 * line, escape(said))


def _times(since: int, until: int, total: int) -> str:
    """Return the animation of a drawing that is seen from `since` until `until`, of `total` ms."""
    steps = [(0, 0)] if since else []
    steps += [(since, 1)] + ([(until, 0)] if until < total else [])
    return ('<animate attributeName="opacity" calcMode="discrete" dur="%dms" keyTimes="%s" '
            'values="%s" repeatCount="indefinite"/>' % (
                total, ";".join("%.6g" % (at / total) for at, _ in steps),
                ";".join(str(seen) for _, seen in steps)))


def film(game: "Game", language: str = LANGUAGE) -> Iterable[str]:
    """Return the lines of the film of a game: its actions are played again."""
    again = type(game)(game.seats, game.options)
    made = Film(again, language)
    for entry in game.log:
        again.apply(entry[0], entry[1:])
        made.note()
    return made.svg()
