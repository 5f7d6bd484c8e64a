"""A client for a table, for programs in Python: every request is a method.

    from host_tools.client import Client
    from host_tools.ports import open_port

    with Client(open_port("sim:grid6")) as table:
        table.new("mars", seed=1)
        table.do(0, table.legal(0)[0])

docs/link.md describes the protocol. Every answer is checked (`core/answers.py`).
"""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from host_tools.core import RefusedError as RefusedError
from host_tools.core import carry_out
from host_tools.core.answers import checked, part
from host_tools.errors import CommandError
from table import link

if TYPE_CHECKING:
    from games.types import Json, Options, Words
    from host_tools.core import Work
    from host_tools.ports import Port, Serial, Simulated

# The wait for the first answer, which shows whether this is a table. A starting table sends hello
# 1.1 s after power-on, resumes its game, and answers within 3.1 s of power-on (budgets).
HELLO_S = 2.3
AGAIN_S = 0.8  # before asking again: a starting table may have missed the first question
PATIENCE_S = 10.0  # the table may be loading a game, or this machine be busy
LONGEST = 1 << 20  # characters in a line from a table

# The other end only sends back what it gets.
AT_PROMPT = (
    "the board is at MicroPython's prompt: its table was stopped, perhaps by an editor that sent "
    "Ctrl-C. Close that, and plug the board in anew (or press Ctrl-D in leyboard console)"
)
ECHO = (
    "the other side gives back what it is sent, as a prompt, a modem or another computer's shell "
    "does: it is no running table. Is it the right port? If it is, plug the board in anew"
)

# A table sends printable ASCII. Other bytes, from a crash or another device, become "?" or spaces.
_PLAIN = bytes(code if 32 <= code < 127 or code == 10 else 32 if code in (9, 13) else 63
               for code in range(256))


class SilentTableError(CommandError):
    """No answer came in time."""


class Hello(NamedTuple):
    """The facts about a table."""

    link: int
    firmware: str
    profile: str
    games: list[Any]
    players: list[Any]
    themes: list[Any]
    languages: list[Any]


class Reader(NamedTuple):
    """The state of a reader; `number` is its place in the chain."""

    name: str
    number: int
    reads: int
    errors: int
    state: str


class Health(NamedTuple):
    """The state of a table: free memory in bytes (0: unknown), a sweep in ms, whether it has 5 V,
    and sentences about problems at its start."""

    free: int
    sweep_ms: int
    supply: bool
    notes: tuple[str, ...] = ()


class Client:
    """Requests and events of a table, for a `with`. `port` has write(bytes), close(), and read()
    -> bytes, which waits briefly for data. Every method raises RefusedError, or CommandError for a
    missing or malformed answer."""

    def __init__(self, port: "Serial | Simulated | Port", patience: float = PATIENCE_S):
        self._port = port
        self._patience = patience
        self._lines = link.LineBuffer(LONGEST)
        self._number = 0
        self._waiting: list[dict[str, Any]] = []  # messages that arrived before the answer
        self._is_micropython = False  # has its prompt been seen?

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._port.close()

    # ---- requests ------------------------------------------------------------------------------

    def hello(self) -> Hello:
        end = time.monotonic() + min(self._patience, HELLO_S)
        while True:
            try:
                answer = self.ask("hello", patience=min(AGAIN_S, end - time.monotonic()))
                break
            except SilentTableError:
                greeting = self._greeting()
                if greeting is not None:
                    answer = checked("hello", {"ok": True, **greeting})
                    break
                if time.monotonic() >= end:
                    raise
        return Hello(
            answer["link"], answer["firmware"], answer["profile"], answer["games"],
            answer["players"], answer["themes"], answer["languages"],
        )

    def carry_out(self, work: "Work") -> Any:
        """Send a running table the requests of a generator of host_tools/core; return its result.
        """

        def answer(request: "Json") -> "Json":
            is_hello = request == {"do": "hello"}  # the first one may find a table that starts
            return self.hello()._asdict() if is_hello else self.ask(**request)

        return carry_out(work, {"link": answer})

    def _greeting(self) -> "Json | None":
        """Return the hello that a table sent by itself, None if there was none."""
        said = [message for message in self._waiting if message.get("event") == "hello"]
        return said[-1] if said else None

    def game(self, name: str) -> "Json":
        return self.ask("game", game=name)

    def state(self, seat: int = -1) -> "Json":
        """Return the state as `seat` may know it (-1: everybody): "view", "players", "display",
        ..."""
        return self.ask("state", seat=seat)

    def legal(self, by: int) -> "list[Words]":
        """Return the words of all actions that a seat may take now."""
        actions: list[Any] = self.ask("legal", by=by)["actions"]
        return actions

    def do(self, by: int, words: "Words") -> None:
        self.ask("do", by=by, words=words)

    def new(
        self,
        game: str,
        seats: int | None = None,
        options: "Options | None" = None,
        players: list[str] | tuple[str, ...] | None = None,
        seed: int | None = None,
        secret: bool = False,
    ) -> None:
        self.ask("new", game=game, seats=seats, options=options, players=players, seed=seed,
                 secret=secret)

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
        return [part(message, "line", str) for message in lines]

    def load(self, lines: list[str], players: list[str] | None = None) -> None:
        """Put the game of a record on the table."""
        for number, line in enumerate(lines):
            self.ask("load", begin=number == 0, line=line)
        self.ask("load", end=True, players=players)

    def theme(self, name: str) -> None:
        self.ask("theme", name=name)

    def example(self, game: str) -> "Json":
        return self.ask("example", game=game)

    def hint(self, by: int) -> "Json":
        return self.ask("hint", by=by)

    def would(self, by: int, words: "Words") -> str:
        """Return the effects of an action, as far as its seat can know."""
        text: str = self.ask("would", by=by, words=words)["text"]
        return text

    def elsewhere(self, by: int, yes: bool) -> None:
        """Say whether a seat's player acts elsewhere, such as on a phone."""
        self.ask("elsewhere", by=by, yes=yes)

    def rematch(self, seed: int | None = None, secret: bool = False) -> None:
        self.ask("rematch", seed=seed, secret=secret)

    def language(self, name: str) -> None:
        self.ask("language", name=name)

    def brightness(self, level: int) -> None:
        self.ask("brightness", level=level)

    def readers(self) -> list[Reader]:
        return [Reader(*row) for row in self.ask("readers")["readers"]]

    def lights(self) -> list[int]:
        """Return the colour of each place, 0xRRGGBB."""
        colours: list[int] = self.ask("lights")["lights"]
        return colours

    def health(self) -> Health:
        answer = self.ask("health")
        return Health(answer["free"], answer["sweep_ms"], answer["supply"],
                      tuple(str(note) for note in listed(answer.get("notes"))))

    def tag(self) -> tuple[Any, str]:
        """Return (content of the pad or None, result of the last write or "" while it runs)."""
        answer = self.ask("tag")
        return answer["tag"], answer["written"]

    def write(self, component_set: int, token: int, copy: int = 0, slot: int = 0) -> None:
        self.ask("write", set=component_set, token=token, copy=copy, slot=slot)

    def exchange(self, data: bytes) -> None:
        """Send an NTAG command to the tag on the pad; `tag` returns the answer."""
        self.ask("exchange", data=data.hex())

    # ---- the line ------------------------------------------------------------------------------

    def ask(self, do: str, patience: float | None = None, **values: Any) -> "Json":
        """Send a request and return the answer, waiting at most `patience` seconds. Fields that
        are None are left out."""
        self._number += 1
        request = {name: value for name, value in values.items() if value is not None}
        line = link.encode({"id": self._number, "do": do, **request})
        try:
            link.decode(*link.LineBuffer().feed(line))
        except link.LinkError as error:  # the table would not know which request it refuses
            raise RefusedError("line", str(error)) from None
        self._port.write(line.encode("ascii"))
        end = time.monotonic() + (self._patience if patience is None else patience)
        while time.monotonic() < end:
            answer = None
            for message in self.poll():
                if _is_echo(message, do):
                    raise CommandError(AT_PROMPT if self._is_micropython else ECHO)
                if message.get("id") == self._number and "event" not in message:
                    answer = message
                else:
                    self._waiting.append(message)
            if answer is not None:
                return checked(do, answer)
        raise SilentTableError(
            "the table does not answer; try again, then plug it in anew. leyboard flash brings "
            "the firmware onto a new board, leyboard console shows what it says"
        )

    def poll(self) -> "list[Json]":
        """Return the messages that have arrived, as dicts; a log line is {"log": text}. It leaves
        out answers to abandoned requests."""
        came = []
        data = self._port.read()
        self._is_micropython = self._is_micropython or b">>> " in data
        for line in self._lines.feed(data.translate(_PLAIN)):
            try:
                message = link.decode(line) or {"log": line}
            except link.LinkError:
                message = {"log": line or "(a line too long)"}
            number = message.get("id")
            if type(number) is not int or number >= self._number:
                came.append(message)
        return came

    def events(self) -> "Iterator[Json]":
        """Yield events and log lines as they arrive, forever."""
        while True:
            yield from self.arrived()

    def arrived(self) -> "list[Json]":
        """Return the events and log lines since the last call; waits briefly if there are none."""
        came, self._waiting = self._waiting, []
        return came or self.poll()


def _is_echo(message: "Json", do: str) -> bool:
    """Is this the request itself, sent back? It may come after a prompt."""
    request = '"do": "%s"' % do
    return message.get("do") == do or request in str(message.get("log"))


def listed(value: "object") -> list[Any]:
    """Return a value that should be a list, or [] if it is not."""
    return value if isinstance(value, list) else []
