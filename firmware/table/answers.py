"""Answers the frequent requests of hosts, over the line protocol of `table/link.py`;
`table/requests.py` has the rest, and is loaded when needed.

A request is {"id": ..., "do": word, ...}. A host may do what a player at the table may do. It
learns hidden things only by asking for one seat's view, and from the record after the game. Each
request's docstring is its text in docs/link.md; the tables at the ends list their fields.
"""

from games import summary
from games.base import CHANCE, IllegalAction
from games.pauses import pause
from games.record import action_of
from table import forms, link, tags
from table.drivers.ribbon import is_whole
from table.sense import UNKNOWN

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from games.base import Game
    from games.texts import Texts
    from games.types import Action, Json, Words
    from table.app import App


class Answers:
    """Answers requests for an App; `send` is called with each piece of a line."""

    def __init__(self, app: "App", send: "Callable[..., object]"):
        self._app = app
        self._send = send
        self.texts = app.display_text.texts  # in the language of the request

    def handle(self, request: "Json") -> "Json":
        """Return the answer to a request, a dict whose lists may be iterators; never raises,
        whatever the host sends."""
        number = request.get("id")
        if number is not None and not forms.is_valid(number, forms.NUMBER, 0, forms.FAR):
            why = "id is a whole number from 0 to %d" % forms.FAR
            return link.refuse({}, "form", why)
        do = request.get("do")
        todo = OFTEN.get(do) if isinstance(do, str) else None
        if todo is not None:
            return self.carry_out(todo, request)
        try:
            from table.requests import Requests

            requests = Requests(self._app, self._send)
        except MemoryError:
            return link.no_room(request)
        todo = requests.row(do)
        return requests.carry_out(todo, request) if todo else requests.refuse(request)

    def carry_out(self, todo: "tuple[Any, ...]", request: "Json") -> "Json":
        """Return the answer to a request with a row of a table, `todo`."""
        try:
            values = forms.check(todo[1:] + (LANGUAGE,), request)
        except ValueError as error:
            return link.refuse(request, "form", "%s: %s" % (request["do"], error))
        pause()
        try:
            self.texts = self._app.display_text.texts_in(values.pop("language"))
            values = todo[0](self, values) or {}
        except IllegalAction as error:
            why = error.why
            refused = link.refuse(request, "illegal", self.texts.render(why, error.game))
            refused["key"] = why if isinstance(why, str) else why[0]
            if request["do"] == "do":
                self._app.host.note_refused(why, request["words"])
            return refused
        except (tags.TagError, ValueError) as error:
            return link.refuse(request, "value", str(error))
        except OSError as error:
            return link.refuse(request, "storage", "the flash did not take it: %s" % error)
        except MemoryError:
            return link.no_room(request)
        return link.answer(request, **values)

    def _hello(self, values: "Json") -> "Json":
        """Versions, board profile, games, players, themes and languages of the table."""
        return self._app.host.hello()

    def _game(self, values: dict[str, str]) -> "Json":
        """Facts about a game: `title`, `seats` (fewest and most), `options` (each [name, values],
        the default first), and the `set` number on its tags."""
        title, seats, options, kind = summary(values["game"])
        options = [[name, list(choices)] for name, choices in options]
        return {"title": title, "seats": list(seats), "options": options, "set": kind}

    def _state(self, values: dict[str, int]) -> "Json":
        """All that a seat, or everybody (-1), may know: its `view` of the game, the `players`,
        their `names` ([] if there are none), the seats `asked` to act, the sentence that says what
        to do now (`line`), the one that says what is wrong (`problem`), the `display`, `parts`
        (the parts of each seat's points, as [[word, points], ...]), whether the game was
        `given_up`, the commitment to the secret of its chance (`commit`, in hex, "" if there
        is none), and, if the table notes how people play, `playtest`: the questions after the
        game, each as [question, seats that have yet to answer], else null."""
        seat = self._seat(values["seat"])
        return state(self._app, seat, iter, self.texts)  # sent as it is made

    def _line(self, values: "Json") -> dict[str, str]:
        """The sentences of `state` alone: `line` and `problem`."""
        line, problem = self._app.display_text.sentences(self.texts)
        return {"line": line, "problem": problem}

    def _legal(self, values: dict[str, int]) -> "dict[str, Iterator[Any]]":
        """The `actions` that a seat may take now, each as the words of `do`; chance is seat -1.
        A host with little memory asks for a part of them: `most`, after the first `start`."""
        game = self._playing()
        by = self._seat(values["by"])
        actions = game.each_legal(by) if by in game.current() else ()
        return {"actions": _part(game, actions, values["start"], values["most"])}

    def _do(self, values: "Json") -> None:
        """Take an action for a person, in the words of the records; for chance (-1) only in a game
        where people draw and roll. `how` tells by what means it came: as `program`, or by `phone`,
        `page` or `computer`. Display and pages show `why`, a sentence with the player's reasons;
        it is in no record."""
        game = self._playing()
        by = self._seat(values["by"])
        action = action_of(game, values["words"])
        if by in game.current() and by not in self._app.session.seats_by_hand():
            why = "table rolls" if by == CHANCE else ("computer plays", by)
            raise IllegalAction("is given up" if self._app.session.given_up else why)
        self._app.session.act(by, action, values["how"], values["why"])

    def _readers(self, values: "Json") -> "dict[str, list[list[Any]]]":
        """The state of the readers: `readers` has [name, reader, reads, errors, state] for each.
        `state` is "ok", "starting", "silent", "no power" (the block's switch limits the current),
        or "broken" for the ribbon."""
        board = self._app.board
        rows = [
            [name, min(code, 1) if code < UNKNOWN else code, reads, errors, state]
            for name, code, reads, errors, state in board.sense.report()
        ]  # that piece may be hidden
        if board.chain.blocks:
            rows.append(["ribbon", 0, 0, 0, "ok" if is_whole(board.chain) else "broken"])
        return {"readers": rows}

    def _tag(self, values: "Json") -> "Json":
        """The tag on the pad: `tag` is null if there is none, else [UID in hex, set, piece, slot].
        The UID is "" while a tag is being read again, and if the piece is 242 (two tags), 243 (the
        reader does not answer) or 0 (the piece may be hidden). `written` says how the last `write`
        ended: "ok", or a sentence; "" while it is under way. After an `exchange` it holds the
        answer. `sak` is the tag's own statement of its kind (ISO 14443-3): 0 for tags of pieces.
        """
        sense = self._app.board.sense
        tag = sense.pad_report()
        if tag and not self._app.session.is_open():
            tag = ["", 0, 0, 0]  # the piece may be hidden
        return {"tag": tag, "written": sense.write_result, "sak": sense.pad_sak if tag else 0}

    def _playing(self) -> "Game":
        if self._app.session.game is None:
            raise ValueError("no game is on the table")
        return self._app.session.game

    def _seat(self, seat: int) -> int:
        """Return a seat of the game on the table; raises ValueError."""
        game = self._app.session.game
        if game is not None and seat >= game.seats:
            raise ValueError("there is no seat %d: the last one is %d" % (seat, game.seats - 1))
        return seat


def _part(
    game: "Game", actions: "Iterable[Action]", start: int, most: int
) -> "Iterator[Words]":
    """Yield the words of `most` actions at most, after the first `start`."""
    for action in actions:
        start -= 1
        if start + most < 0:
            return
        if start < 0:
            yield game.text(action)
        else:
            pause()  # nothing is sent for it


def state(
    app: "App", seat: int, listed: "Callable[..., object]" = list, texts: "Texts | None" = None
) -> "Json":
    """Return a dict of all that `seat` may know of game and table; -1 is everybody. `Game.view`
    gets `listed`; `texts`, in place of the display's, say the sentences."""
    session = app.session
    line, problem = app.display_text.sentences(texts or app.display_text.texts)
    return {
        "view": session.game.view(seat, listed) if session.game else None,
        "players": session.players,
        "names": session.names,
        "asked": [] if session.is_over() else list(session.game.prompt()[0]),
        "given_up": session.given_up,
        "commit": session.commit,
        "playtest": session.playtest.state() if session.playtest else None,
        "line": line,
        "problem": problem,
        "parts": session.parts() if session.game else None,
        "display": app.display_text.shown,
    }


REASONS = 120  # characters of `why`: more does not fit on the display
LANGUAGE = ("language", forms.TEXT, 0, 16, "")  # of each request
BY = ("by", forms.NUMBER, -1, 7)
GAME = ("game", forms.TEXT, 1, 16)

# name: (its method, its fields ...); these two tables are the only definition of what a request
# looks like
OFTEN = {  # type: dict[str, tuple[Any, ...]]
    "hello": (Answers._hello,),
    "game": (Answers._game, GAME),
    "state": (Answers._state, ("seat", forms.NUMBER, -1, 7, -1)),
    "line": (Answers._line,),
    "legal": (
        Answers._legal, BY, ("start", forms.NUMBER, 0, forms.FAR, 0),
        ("most", forms.NUMBER, 1, forms.FAR, forms.FAR),
    ),
    "do": (
        Answers._do, BY, ("words", forms.WORDS, 1, 64), ("how", forms.TEXT, 1, 8, "program"),
        ("why", forms.TEXT, 0, REASONS, ""),
    ),
    "readers": (Answers._readers,),
    "tag": (Answers._tag,),
}
