"""What a host may ask of the table, over the line protocol of `table/link.py`.

A request is {"id": ..., "do": word, ...}. A host may do what a player at the table may do. It
learns what is hidden only by asking for one seat's view, and from the record after the game. Each
request's docstring is its text in docs/link.md; the table at the end lists its fields.
"""

from binascii import unhexlify

from games import summary
from games.base import CHANCE, IllegalAction
from games.late import late
from games.record import action_of
from table import forms, link, tags
from table.drivers.ribbon import is_whole
from table.sense import UNKNOWN

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator

    from games.base import Game
    from table.app import App

_replay = late("games.replay", "Replay")
_seek = late("table.hint", "seek")
_shelf_free = late("table.shelf", "free")
_shelf_most = late("table.shelf", "most")


class Requests:
    """Answers requests for an App; `send` is called with each piece of a line."""

    def __init__(self, app: "App", send: "Callable"):
        self._app = app
        self._send = send

    def answer(self, request: dict) -> None:
        """Send the answer to a request, a dict."""
        try:
            link.send(self._send, self.handle(request))
        except MemoryError:  # perhaps after half of a long answer
            link.send(self._send, _no_room(request))

    def handle(self, request: dict) -> dict:
        """Return the answer to a request, a dict whose lists may be iterators; never raises,
        whatever the host sends."""
        number = request.get("id")
        if number is not None and not forms.fits(number, forms.NUMBER, 0, forms.FAR):
            why = "id is a whole number from 0 to %d" % forms.FAR
            return link.refuse({}, "form", why)
        do = request.get("do")
        todo = REQUESTS.get(do) if isinstance(do, str) else None
        if todo is None:
            known = ", ".join(sorted(REQUESTS))
            return link.refuse(request, "unknown", "no such request; there are: %s" % known)
        try:
            values = forms.check(todo[1:], request)
        except ValueError as error:
            return link.refuse(request, "form", "%s: %s" % (do, error))
        try:
            values = todo[0](self, values) or {}
        except IllegalAction as error:
            why = self._app.texts.say(error.why, error.game)
            return link.refuse(request, "illegal", why)
        except (tags.TagError, ValueError) as error:
            return link.refuse(request, "value", str(error))
        except OSError as error:
            return link.refuse(request, "storage", "the flash did not take it: %s" % error)
        except MemoryError:
            return _no_room(request)
        return link.answer(request, **values)

    def _hello(self, values: dict) -> dict:
        """What the table is: versions, board profile, games, players, themes and languages."""
        return self._app.host.hello()

    def _game(self, values: dict[str, str]) -> dict:
        """Facts about a game: `title`, `seats` (fewest and most), `options` (each [name, values],
        the default first), and the `set` number on its tags."""
        title, seats, options, kind = summary(values["game"])
        options = [[name, list(choices)] for name, choices in options]
        return {"title": title, "seats": list(seats), "options": options, "set": kind}

    def _state(self, values: dict[str, int]) -> dict:
        """What a seat may know, or everybody (-1): its `view` of the game, the `players`, their
        `names` ([] if there are none), the sentence for what to do now (`line`) and for what is
        wrong (`problem`), the `display`, `parts` (for each seat what its points are made of, as
        [[word, points], ...]) and whether the game was `given_up`."""
        return state(self._app, self._seat(values["seat"]), iter)  # sent as it is made

    def _legal(self, values: dict[str, int]) -> "dict[str, Iterator]":
        """The `actions` that a seat may take now, each as the words of `do`; chance is seat -1."""
        game = self._playing()
        by = self._seat(values["by"])
        actions = game.each_legal(by) if by in game.current() else ()
        return {"actions": (game.text(action) for action in actions)}

    def _do(self, values: dict) -> None:
        """Take an action for a person, in the words of the records; for chance (-1) only in a game
        without a seed, where people draw and roll."""
        game = self._playing()
        by = self._seat(values["by"])
        action = action_of(game, values["words"])
        if by in game.current() and by not in self._app.session.hands():
            why = "table rolls" if by == CHANCE else ("computer plays", by)
            raise IllegalAction("is given up" if self._app.session.given_up else why)
        self._app.session.act(by, action)

    def _new(self, values: dict) -> dict:
        """Begin a game in place of the one on the table. People play the seats without a player;
        without a `seed`, people draw and roll. With `aside` the old game, if anybody acted in it,
        goes on the shelf: the answer then has its `number` there, and `dropped`, the numbers of
        the oldest finished games that had to go for it. Without `aside` it is lost."""
        return _moved(self._app.session.new(
            values["game"], values["seats"], values["options"], values["players"], values["seed"],
            values["names"], values["aside"],
        ))  # fmt: skip

    def _undo(self, values: dict) -> None:
        """Take back the last action of a person and all actions of computer players since; after
        `give_up`, only that. Pieces that do not belong on the table have to be taken away
        first."""
        self._app.take_back()

    def _give_up(self, values: dict) -> None:
        """End the game without a winner."""
        self._app.session.give_up()

    def _record(self, values: dict) -> None:
        """The record of the game: its lines come as events `record`, before the answer."""
        self._playing()
        if not self._app.session.is_open():
            raise ValueError("a record tells all that is hidden: ask when the game is over")
        for line in self._app.session.record():
            link.send(self._send, {"event": "record", "line": line})

    def _load_line(self, values: dict) -> dict:
        """Put a game on the table from its record, one request a line: the first with `begin`, the
        last with `end`. That one is answered as `new` is."""
        host = self._app.host
        if values["begin"]:
            host.load = _replay()
        load = host.load
        if load is None:
            raise ValueError('the first line of a record comes with "begin": true')
        host.load = None  # a refused line ends the load
        if values["line"] is not None:
            load.feed(values["line"])
        if not values["end"]:
            host.load = load
        elif load.game is None:
            raise ValueError("the record is empty")
        else:
            return _moved(self._app.session.load(
                load, values["players"], values["names"], values["aside"]
            ))  # fmt: skip
        return {}

    def _theme(self, values: dict[str, str]) -> None:
        """Choose the theme of the lights."""
        self._app.use_theme(values["name"])

    def _hint(self, values: dict) -> dict:
        """A sensible action for a seat: its words in `do`, a sentence in `text`. While the table
        still thinks they are null and "": ask again. The hint glows on the table unless it would
        give away a hidden hand."""
        app = self._app
        by = self._seat(values["by"])
        if app.hint is None or app.hint.by != by:
            self._playing()
            _seek(app, by)
        if app.hint.action is None:
            return {"do": None, "text": ""}
        game = self._playing()
        text = app.texts.say(app.hint.message, game.NAME)
        return {"do": game.text(app.hint.action), "text": text}

    def _rematch(self, values: dict) -> dict:
        """Begin the same game again, with the same seats, options, players and names. Without a
        `seed`, people draw and roll. `aside` and the answer are as for `new`."""
        return _moved(self._app.session.rematch(values["seed"], values["aside"]))

    def _shelf(self, values: dict) -> dict:
        """The games that wait: `games`, the oldest first, `most`, how many there may be, and
        `free`, the bytes of flash that are left. Each game has its `number`, `game`, `seats`,
        `options`, `players`, `names`, `actions`, `scores` (or null), and its `state`: "running",
        "over" or "given up" (with `winners` and `reason`), or "unknown" if this firmware cannot
        play it. Number 0 once did not fit the firmware, or was damaged."""
        session = self._app.session
        room = _shelf_free(session.journal)
        return {"games": session.shelf(), "most": _shelf_most(), "free": room}

    def _put_aside(self, values: dict) -> dict:
        """Put the game on the table on the shelf; another one of its kind begins. The answer is as
        for `new`."""
        return _moved(self._app.session.put_aside(self._app.entropy()))

    def _take_up(self, values: dict[str, int]) -> dict:
        """Put a game of the shelf on the table again. The one there, if anybody acted in it, goes
        on the shelf; the answer is as for `new`."""
        number, dropped, said = self._app.session.take_up(values["number"])
        self._app.moved((number, dropped), said)
        return _moved((number, dropped))

    def _remove(self, values: dict[str, int]) -> None:
        """Remove a game from the shelf for good, even a running one."""
        self._app.session.take_off(values["number"])

    def _names(self, values: dict) -> None:
        """Name the players of the game on the table, by seat; "" is no name. Names are kept with
        the game and shown instead of colours. They are not in its record."""
        self._app.session.call(values["names"])

    def _language(self, values: dict) -> None:
        """Choose the language of display, `line`, `problem` and refusals, until the next start."""
        self._app.use_language(values["name"])

    def _brightness(self, values: dict) -> None:
        """Set the greatest brightness of the lights."""
        self._app.painter.dim(values["level"])

    def _readers(self, values: dict) -> dict[str, list[list]]:
        """The state of the readers: `readers` has [name, reader, reads, errors, state] for each.
        `state` is "ok", "starting", "silent", "no power" (the block's switch limits the current),
        or "broken" for the ribbon."""
        board = self._app.board
        rows = [
            [name, min(code, 1) if code < UNKNOWN else code, reads, errors, state]
            for name, code, reads, errors, state in board.sense.report()
        ]  # the piece that lies there may be hidden
        if board.chain.blocks:
            rows.append(["ribbon", 0, 0, 0, "ok" if is_whole(board.chain) else "broken"])
        return {"readers": rows}

    def _lights(self, values: dict) -> dict:
        """The lights: `lights` has one colour a place, as red * 65536 + green * 256 + blue; `ma`
        is the estimated current of all pixels."""
        painter = self._app.painter
        return {"lights": painter.colours(), "ma": painter.milliamperes}

    def _health(self, values: dict) -> dict:
        """The state of the table: `free` bytes of memory (0: unknown), `sweep_ms`, the time of the
        last round of all readers, whether the 5 V `supply` is there, and `notes`, sentences on
        what was not as it should be when the table started."""
        app = self._app
        sense = app.board.sense
        return {"free": app.free(), "sweep_ms": sense.sweep_ms, "supply": sense.has_supply,
                "notes": [app.texts.say(note) for note in app.notes]}  # fmt: skip

    def _tag(self, values: dict) -> dict:
        """The tag on the pad: `tag` is null if there is none, else [UID in hex, set, piece, slot].
        The UID is "" while a tag is being read again, and where the piece is 242 (two tags), 243
        (the reader does not answer) or 0 (it may be hidden). `written` says how the last `write`
        ended: "ok", or a sentence; "" while it is under way. After an `exchange` it holds the
        answer. `sak` is what the tag says of itself (ISO 14443-3): 0 for tags of pieces."""
        sense = self._app.board.sense
        tag = sense.pad_report()
        if tag and not self._app.session.is_open():
            tag = ["", 0, 0, 0]  # the piece may be hidden
        return {"tag": tag, "written": sense.write_result, "sak": sense.pad_sak if tag else 0}

    def _write(self, values: dict) -> None:
        """Write a piece's record on the tag on the pad; `tag` says how it went."""
        record = tags.encode(values["set"], values["token"], values["copy"], values["slot"])
        self._app.board.sense.write_pad(record)

    def _exchange(self, values: dict[str, str]) -> None:
        """Send an NTAG command, in hex, to the tag on the pad: 30 (READ), A2 (WRITE) or 60
        (GET_VERSION). `tag` then has the answer in `written`: the PN532's status and the tag's
        bytes in hex, or "gone"."""
        if not self._app.session.is_open():
            raise ValueError("what lies there may be hidden: wait until the game is over")
        data = unhexlify(values["data"])
        if data[0] not in (0x30, 0xA2, 0x60):
            raise ValueError("the command of a tag begins with 30, A2 or 60")
        self._app.board.sense.talk_pad(data)

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


def state(app: "App", seat: int, listed: "Callable" = list) -> dict:
    """Return as a dict what `seat` may know of game and table; -1 is everybody. `listed` is passed
    on to `Game.view`."""
    session = app.session
    return {
        "view": session.game.view(seat, listed) if session.game else None,
        "players": session.players,
        "names": session.names,
        "given_up": session.given_up,
        "line": app.line,
        "problem": app.problem,
        "parts": session.parts() if session.game else None,
        "display": app.shown,
    }


def _moved(moved: tuple) -> dict:
    """Return the answer about a game that went on the shelf, (number, dropped); {} if none did."""
    if moved[0] is None:
        return {}
    return {"number": moved[0], "dropped": moved[1]}


def _no_room(request: dict) -> dict:
    return link.refuse(request, "memory", "there is no room left to do it; try again")


_BY = ("by", forms.NUMBER, -1, 7)
_PLAYERS = ("players", forms.TEXTS, 0, 8, ())
_NAMES = ("names", forms.NAMES, 0, 8, ())
_ASIDE = ("aside", forms.FLAG, 0, 1, True)
_NUMBER = ("number", forms.NUMBER, 0, forms.FAR)
_GAME = ("game", forms.TEXT, 1, 16)

# name: (its method, its fields ...); the only definition of what a request looks like
REQUESTS = {  # type: dict[str, tuple]
    "hello": (Requests._hello,),
    "game": (Requests._game, _GAME),
    "state": (Requests._state, ("seat", forms.NUMBER, -1, 7, -1)),
    "legal": (Requests._legal, _BY),
    "do": (Requests._do, _BY, ("words", forms.WORDS, 1, 64)),
    "new": (
        Requests._new, _GAME, ("seats", forms.NUMBER, 1, 8, None),
        ("options", forms.OPTIONS, 0, 32, None), _PLAYERS,
        ("seed", forms.NUMBER, 0, forms.FAR, None), _NAMES, _ASIDE,
    ),
    "undo": (Requests._undo,),
    "give_up": (Requests._give_up,),
    "record": (Requests._record,),
    "load": (
        Requests._load_line, ("begin", forms.FLAG, 0, 1, False), ("end", forms.FLAG, 0, 1, False),
        ("line", forms.TEXT, 1, 960, None), _PLAYERS, _NAMES, _ASIDE,
    ),
    "shelf": (Requests._shelf,),
    "put_aside": (Requests._put_aside,),
    "take_up": (Requests._take_up, _NUMBER),
    "remove": (Requests._remove, _NUMBER),
    "names": (Requests._names, _NAMES[:4]),
    "theme": (Requests._theme, ("name", forms.TEXT, 1, 16)),
    "hint": (Requests._hint, _BY),
    "rematch": (Requests._rematch, ("seed", forms.NUMBER, 0, forms.FAR, None), _ASIDE),
    "language": (Requests._language, ("name", forms.TEXT, 1, 16)),
    "brightness": (Requests._brightness, ("level", forms.NUMBER, 0, 255)),
    "readers": (Requests._readers,),
    "lights": (Requests._lights,),
    "health": (Requests._health,),
    "tag": (Requests._tag,),
    "write": (
        Requests._write, ("set", forms.NUMBER, 1, 255), ("token", forms.NUMBER, 1, 239),
        ("copy", forms.NUMBER, 0, 255, 0), ("slot", forms.NUMBER, 0, 4, 0),
    ),
    "exchange": (Requests._exchange, ("data", forms.TEXT, 2, 12)),
}  # fmt: skip
