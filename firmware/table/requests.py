"""What a host may ask of the table, over the line protocol of `table/link.py`.

A request is {"id": ..., "do": word, ...}. A host is trusted with what a player at the table may
do; what is hidden it learns only by asking for one seat's view, and from the record when the game
is over.
"""

from games import about
from games.base import IllegalAction
from games.replay import RecordError, Replay
from table import link, tags
from table.drivers.ribbon import is_whole
from table.sense import UNKNOWN


class Requests:
    """Answers requests for an App; `feed` takes characters, `send` is called with each line."""

    def __init__(self, app, send):
        self._app = app
        self._send = send
        self._lines = link.LineBuffer()
        self._load = None  # a record on its way in

    def feed(self, text):
        """Answer the lines that are whole with these characters."""
        for line in self._lines.feed(text):
            try:
                request = link.decode(line)
            except link.LinkError as error:
                self._send(link.encode(link.refuse({}, "line", str(error))))
                continue
            if request is not None:
                self._send(link.encode(self.handle(request)))

    def handle(self, request):
        """Return the answer to a request, a dict; never raises for what a host may send."""
        do = request.get("do")
        todo = _REQUESTS.get(do) if isinstance(do, str) else None
        if todo is None:
            known = ", ".join(sorted(_REQUESTS))
            return link.refuse(request, "unknown", "no request %s; there are: %s" % (do, known))
        try:
            values = todo(self, request) or {}
        except IllegalAction as error:
            return link.refuse(request, "illegal", str(error))
        except (RecordError, tags.TagError, ValueError) as error:
            return link.refuse(request, "value", str(error))
        except (KeyError, TypeError) as error:
            return link.refuse(request, "form", "a part is missing or of a wrong kind: %s" % error)
        except OSError as error:
            return link.refuse(request, "storage", "the flash did not take it: %s" % error)
        return link.answer(request, **values)

    def _hello(self, request):
        return self._app.host.hello()

    def _game(self, request):
        title, seats, options, kind = about(request["game"])
        options = [[name, list(values)] for name, values in options]
        return {"title": title, "seats": list(seats), "options": options, "set": kind}

    def _state(self, request):
        return self._app.state(request.get("seat", -1))

    def _legal(self, request):
        game = self._playing()
        by = request["by"]
        return {"actions": [game.text(action) for action in game.legal(by)]}

    def _do(self, request):
        game = self._playing()
        self._app.session.act(request["by"], game.parse(request["words"]))

    def _new(self, request):
        self._app.session.new(
            request["game"],
            request.get("seats"),
            request.get("options"),
            request.get("players", ()),
            request.get("seed"),
        )

    def _undo(self, request):
        self._app.session.take_back()

    def _give_up(self, request):
        self._app.session.give_up()

    def _record(self, request):
        self._playing()
        if not self._app.session.is_open():
            raise ValueError("a record tells all that is hidden: ask when the game is over")
        for line in self._app.session.record():
            self._send(link.encode({"event": "record", "line": line}))

    def _load(self, request):
        """Take a record line by line: first with "begin", at last with "end" true."""
        if request.get("begin"):
            self._load = Replay()
        if self._load is None:
            raise ValueError('the first line of a record comes with "begin": true')
        try:
            if "line" in request:
                self._load.feed(request["line"])
            if request.get("end"):
                if self._load.game is None:
                    raise ValueError("the record is empty")
                self._app.session.load(self._load, request.get("players", ()))
                self._load = None
        except (RecordError, ValueError):
            self._load = None
            raise

    def _theme(self, request):
        self._app.use_theme(request["name"])

    def _brightness(self, request):
        self._app.painter.dim(request["level"])

    def _readers(self, request):
        board = self._app.board
        rows = [
            [name, min(code, 1) if code < UNKNOWN else code, reads, errors, state]
            for name, code, reads, errors, state in board.sense.report()
        ]  # which piece lies there may be hidden
        if board.chain.blocks:
            rows.append(["ribbon", 0, 0, 0, "ok" if is_whole(board.chain) else "broken"])
        return {"readers": rows}

    def _tag(self, request):
        sense = self._app.board.sense
        tag = sense.pad_report()
        if tag and not self._app.session.is_open():
            tag = ["", 0, 0, 0]  # which it is may be hidden
        return {"tag": tag, "written": sense.write_result}

    def _write(self, request):
        record = tags.encode(request["set"], request["token"], request.get("copy", 0),
                             request.get("slot", 0))
        self._app.board.sense.write_pad(record)

    def _playing(self):
        if self._app.session.game is None:
            raise ValueError("no game is on the table")
        return self._app.session.game


_REQUESTS = {
    "hello": Requests._hello,
    "game": Requests._game,
    "state": Requests._state,
    "legal": Requests._legal,
    "do": Requests._do,
    "new": Requests._new,
    "undo": Requests._undo,
    "give_up": Requests._give_up,
    "record": Requests._record,
    "load": Requests._load,
    "theme": Requests._theme,
    "brightness": Requests._brightness,
    "readers": Requests._readers,
    "tag": Requests._tag,
    "write": Requests._write,
}
