"""A table at the other end of a line, for programs in Python: every request is a method.

    from host_tools.client import Client
    from host_tools.ports import open_port

    with Client(open_port("sim:grid6")) as table:
        table.new("mars", seed=1)
        table.do(0, table.legal(0)[0])

The protocol itself is in docs/link.md. What the other end sends is checked: a board may run
another firmware, or be no table at all.
"""

import time
from typing import Any, NamedTuple

from host_tools.errors import CommandError
from table import link

HELLO_S = 2.5  # for the first answer: is there a table at all?
PATIENCE_S = 10.0  # a table may be busy loading a game, the machine with other things
LONGEST = 1 << 20  # characters of a line of a table

# A line of the table is plain; what is not, of a crash or of no table, is made so.
_PLAIN = bytes(code if 32 <= code < 127 or code == 10 else 32 if code in (9, 13) else 63
               for code in range(256))  # fmt: skip


class Refused(CommandError):
    """The table says no; `error` is the word of the protocol for it."""

    def __init__(self, error, why):
        super().__init__("the table says: %s" % why)
        self.error = error


class Hello(NamedTuple):
    """What a table is."""

    link: int
    firmware: str
    profile: str
    games: list
    players: list
    themes: list
    languages: list


class Reader(NamedTuple):
    """How a reader is; `number` is its place in the chain."""

    name: str
    number: int
    reads: int
    errors: int
    state: str


class Health(NamedTuple):
    """How a table is: bytes of memory, 0 for unknown; ms; are the 5 V there?"""

    free: int
    sweep_ms: int
    supply: bool


class Client:
    """Requests and events of a table; use it in a `with`.

    `port` has write(bytes), read() -> bytes, which waits a moment for some, and close(). Every
    method raises Refused, and CommandError when no answer comes or one that is none.
    """

    def __init__(self, port, patience=PATIENCE_S):
        self._port = port
        self._patience = patience
        self._lines = link.LineBuffer(LONGEST)
        self._number = 0
        self._waiting = []  # messages that came while an answer was awaited

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._port.close()

    # ---- requests ------------------------------------------------------------------------------

    def hello(self) -> Hello:
        patience, self._patience = self._patience, min(self._patience, HELLO_S)
        try:
            answer = self.ask("hello")
        finally:
            self._patience = patience
        if _part(answer, "link", int) != link.VERSION:
            raise CommandError(
                "the table speaks version %d of the line protocol, this program %d; flash it anew"
                % (answer["link"], link.VERSION)
            )
        return Hello(
            answer["link"], _part(answer, "firmware", str), _part(answer, "profile", str),
            _part(answer, "games", list), _part(answer, "players", list),
            _part(answer, "themes", list), _part(answer, "languages", list),
        )  # fmt: skip

    def game(self, name: str) -> dict[str, Any]:
        return self.ask("game", game=name)

    def state(self, seat: int = -1) -> dict[str, Any]:
        """Return what a seat may know, or everybody: "view", "players", "display", ..."""
        return self.ask("state", seat=seat)

    def legal(self, by: int) -> list:
        """Return the words of all actions that a seat may take now."""
        return _part(self.ask("legal", by=by), "actions", list)

    def do(self, by: int, words: list) -> None:
        self.ask("do", by=by, words=words)

    def new(self, game, seats=None, options=None, players=None, seed=None) -> None:
        self.ask("new", game=game, seats=seats, options=options, players=players, seed=seed)

    def undo(self) -> None:
        self.ask("undo")

    def give_up(self) -> None:
        self.ask("give_up")

    def record(self) -> list[str]:
        """Return the lines of the game's record."""
        seen = len(self._waiting)
        self.ask("record")
        came = self._waiting[seen:]
        lines = [message for message in came if message.get("event") == "record"]
        self._waiting[seen:] = [message for message in came if message.get("event") != "record"]
        return [_part(message, "line", str) for message in lines]

    def load(self, lines: list[str], players=None) -> None:
        """Put the game of a record on the table."""
        for number, line in enumerate(lines):
            self.ask("load", begin=number == 0, line=line)
        self.ask("load", end=True, players=players)

    def theme(self, name: str) -> None:
        self.ask("theme", name=name)

    def hint(self, by: int) -> dict[str, Any]:
        return self.ask("hint", by=by)

    def rematch(self, seed: int | None = None) -> None:
        self.ask("rematch", seed=seed)

    def language(self, name: str) -> None:
        self.ask("language", name=name)

    def brightness(self, level: int) -> None:
        self.ask("brightness", level=level)

    def readers(self) -> list[Reader]:
        rows = _part(self.ask("readers"), "readers", list)
        if not all(isinstance(row, list) and [type(cell) for cell in row] == _READER
                   for row in rows):  # fmt: skip
            raise _strange("readers")
        return [Reader(*row) for row in rows]

    def lights(self) -> list[int]:
        """Return the colour of each place, 0xRRGGBB."""
        colours = _part(self.ask("lights"), "lights", list)
        if not all(type(colour) is int for colour in colours):
            raise _strange("lights")
        return colours

    def health(self) -> Health:
        answer = self.ask("health")
        return Health(_part(answer, "free", int), _part(answer, "sweep_ms", int),
                      _part(answer, "supply", bool))  # fmt: skip

    def tag(self) -> tuple[Any, str]:
        """Return what lies on the pad, None for nothing, and how the last writing ended, ""
        until it has."""
        answer = self.ask("tag")
        if "tag" not in answer:
            raise _strange("tag")
        return answer["tag"], _part(answer, "written", str)

    def write(self, component_set: int, token: int, copy: int = 0, slot: int = 0) -> None:
        self.ask("write", set=component_set, token=token, copy=copy, slot=slot)

    def exchange(self, data: bytes) -> bytes | None:
        """Return the answer of the tag on the pad to a command of an NTAG, None if there is none
        or it refuses."""
        self.ask("exchange", data=data.hex())
        end = time.monotonic() + self._patience
        while time.monotonic() < end:
            _, said = self.tag()
            if said == "gone":
                return None
            if said:
                try:
                    answer = bytes.fromhex(said)
                except ValueError:
                    raise _strange("written") from None
                return answer[1:] if answer[:1] == b"\0" else None
        return None

    # ---- the line ------------------------------------------------------------------------------

    def ask(self, do: str, **values) -> dict[str, Any]:
        """Return the answer to a request; a value of None is left out."""
        self._number += 1
        request = {name: value for name, value in values.items() if value is not None}
        self._port.write(link.encode({"id": self._number, "do": do, **request}).encode("ascii"))
        end = time.monotonic() + self._patience
        while time.monotonic() < end:
            answer = None
            for message in self.poll():
                if message.get("id") == self._number and "event" not in message:
                    answer = message
                else:
                    self._waiting.append(message)
            if answer is not None:
                if not _part(answer, "ok", bool):
                    raise Refused(_part(answer, "error", str), _part(answer, "why", str))
                return answer
        raise CommandError("the table does not answer: leyboard flash brings the firmware onto a "
                           "new board, leyboard console shows what it says")  # fmt: skip

    def poll(self) -> list[dict]:
        """Return what has come, as dicts, log lines as {"log": text}."""
        came = []
        for line in self._lines.feed(self._port.read().translate(_PLAIN)):
            try:
                came.append(link.decode(line) or {"log": line})
            except link.LinkError:
                came.append({"log": line or "(a line too long)"})
        return came

    def events(self):
        """Yield events and log lines as they come, for ever."""
        while True:
            yield from self.news()

    def news(self) -> list[dict]:
        """Return the events and log lines that have come meanwhile, or within a moment."""
        came, self._waiting = self._waiting, []
        return came or self.poll()


_READER = [str, int, int, int, str]


def _part(answer, name, kind):
    """Return a part of a message of the table; raises CommandError if it is not there."""
    value = answer.get(name)
    if type(value) is not kind:
        raise _strange(name)
    return value


def _strange(name):
    return CommandError(
        'the answer of the table has no "%s" as it should; does it run another firmware? '
        "(leyboard flash)" % name
    )
