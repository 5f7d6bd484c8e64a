"""`leyboard monitor`: shows a running table: board, readers, display, scores, memory, events,
log."""

import collections
import contextlib
import json
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from games.texts import Texts
from host_tools.arguments import Commands, subcommand
from host_tools.client import Client, RefusedError, listed
from host_tools.core.walk import board_rows
from host_tools.errors import CommandError
from host_tools.ports import add_port, open_port
from host_tools.terminal import console, echo, grid, printable
from table import settings

if TYPE_CHECKING:
    from games.types import Json
    from host_tools.client import Health, Hello, Reader

PATIENCE_S = 4
POLL_S = 0.5  # between two refreshes
TURN_S = 0.05
LINES = 8  # shown of events and log
DARK = "#404040"


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "monitor",
        run,
        "show a table live, until Ctrl-C; reconnects after unplugging or a reset",
        (
            "monitor",
            "monitor --port sim:grid3",
            "monitor --json >> evening.jsonl   # what the table tells, a JSON object a line",
        ),
    )
    sub.add_argument("--json", action="store_true", help="a JSON object a line, for programs")
    add_port(sub)


def run(arguments: Namespace) -> None:
    watch = Watch(lambda: open_port(arguments.port))
    try:
        watch.connect()  # the first connection must succeed
        if arguments.json or not sys.stdout.isatty():
            tell = (lambda message: echo(json.dumps(message))) if arguments.json else (
                lambda message: echo(told(message))
            )
            _print(watch, tell)
        else:
            _show(watch)
    finally:
        watch.close()


def _print(watch: "Watch", tell: "Callable[..., object]") -> None:
    tell({"event": "hello", **watch.hello._asdict()})
    while True:
        for message in _turn(watch):
            tell(message)


def _show(watch: "Watch") -> None:
    view = View()
    with Live(console=console(), refresh_per_second=8, screen=True) as live:
        while True:
            for message in _turn(watch):
                view.handle(message)
            view.update(watch)
            live.update(view.render(watch))


def _turn(watch: "Watch") -> "list[Json]":
    """Return the messages that have arrived; waits briefly even for a table in this process."""
    start = time.monotonic()
    came = watch.step()
    time.sleep(max(0, TURN_S - (time.monotonic() - start)))
    return came


class Watch:
    """A table that may disconnect and return; `connect_port()` opens a port to it."""

    def __init__(self, connect_port: Callable[..., Any]):
        self._connect_port = connect_port
        self.table: Client | None = None  # None while the table is disconnected
        self.hello: Hello  # since `connect`

    def connect(self) -> None:
        """Connect; raises CommandError."""
        table = Client(self._connect_port(), PATIENCE_S)
        try:
            self.hello = table.hello()
        except CommandError:
            table.close()
            raise
        self.table = table

    def close(self) -> None:
        if self.table:
            with contextlib.suppress(CommandError, OSError):
                self.table.close()
        self.table = None

    def step(self) -> "list[Json]":
        """Return the table's messages as dicts, with {"lost": why} and {"found": profile} when it
        disconnects and returns."""
        if self.table is None:
            try:
                self.connect()
            except CommandError:
                return []
            return [{"found": self.hello.profile}]
        return self.ask(Client.arrived) or []

    def ask(self, what: "Callable[..., object]") -> Any:
        """Return what(table), or None if the table refuses or disconnects, which `step`
        reports."""
        if self.table is None:
            return None
        try:
            return what(self.table)
        except RefusedError:
            return None
        except CommandError as error:
            self.close()
            return [{"lost": str(error)}] if what is Client.arrived else None


class View:
    """The picture of a table in the terminal."""

    def __init__(self) -> None:
        self.events: collections.deque[str] = collections.deque(maxlen=LINES)
        self.log: collections.deque[str] = collections.deque(maxlen=LINES)
        self.state: dict[str, Any] | None = None
        self.lights: list[int] | None = None
        self.readers: list[Any] | None = None
        self.health: Health | None = None
        self._looked = 0.0

    def handle(self, message: "Json") -> None:
        (self.log if "log" in message else self.events).append(told(message))

    def update(self, watch: Watch) -> None:
        """Refresh the picture from time to time."""
        if time.monotonic() - self._looked < POLL_S:
            return
        self._looked = time.monotonic()
        self.state = watch.ask(Client.state)
        self.lights = watch.ask(Client.lights)
        self.readers = watch.ask(Client.readers)
        self.health = watch.ask(Client.health)

    def render(self, watch: Watch) -> Group:
        head = Text("%s, firmware %s" % (printable(watch.hello.profile),
                                         printable(watch.hello.firmware)), "bold")
        if watch.table is None:
            head.append("   away: plug it in again, or wait while it starts", "bold red")
        elif self.health:
            head.append("   " + _health(self.health), "not bold")
        display = listed((self.state or {}).get("display"))
        parts = [
            Panel(board(watch.hello.profile, self.lights or []), title="board"),
            Panel(Text(printable("\n".join(map(str, display)), keep="\n")), title="display"),
            Panel(Text(game(self.state or {})), title="game"),
        ]
        return Group(
            head, Columns(parts), readers(self.readers or []),
            Panel(Text("\n".join(self.events)), title="events"),
            Panel(Text("\n".join(self.log)), title="log"),
        )


def board(profile: str, colours: list[int]) -> Text:
    """Return the lights of a board as Text, north up; with names if the board is not a grid."""
    try:
        wiring = settings.profile(profile)
    except settings.SettingsError:
        return Text("this program does not know the board %s" % printable(profile))
    names = wiring.SPOTS.split(" ")
    text = Text()
    for row in board_rows(wiring):
        for place in row:
            colour = colours[place] if place < len(colours) else 0
            text.append("%-4s" % names[place], style(colour))
        text.append("\n")
    return text


def style(colour: int) -> str:
    """Return the style of a lit place: its colour, brightened to be visible."""
    most = max(colour >> 16 & 255, colour >> 8 & 255, colour & 255)
    if not most:
        return DARK
    parts = [(colour >> shift & 255) * 255 // most for shift in (16, 8, 0)]
    return "bold #%02x%02x%02x" % tuple(parts)


def game(state: "Json") -> str:
    """Return a sentence about the game of a state."""
    view = (state or {}).get("view")
    if not isinstance(view, dict):
        return "no game"
    lines = ["%s, %s actions" % (view.get("game"), view.get("actions"))]
    texts = Texts()
    for seat, score in enumerate(listed(view.get("scores"))):
        lines.append("%s: %s" % (texts.render("seat %d" % seat), score))
    if state.get("problem"):
        lines.append(str(state["problem"]))
    return printable("\n".join(lines), keep="\n")


def readers(rows: "list[Reader]") -> Any:
    """Return one line if all readers work, otherwise a table of those that do not."""
    wrong = [row for row in rows if row.state != "ok"]
    errors = sum(row.errors for row in rows)
    if not wrong:
        return Text("%d readers well, %d errors since the start" % (len(rows), errors))
    return grid(("reader", "reads", "errors", "state"),
                [(row.name, row.reads, row.errors, row.state) for row in wrong],
                ("reads", "errors"))


def _health(health: "Health") -> str:
    said = "sweep %d ms" % health.sweep_ms
    if health.free:
        said += ", %d KB free" % (health.free >> 10)
    return said if health.supply else said + ", NO 5 V: plug in the supply"


def told(message: "Json") -> str:
    """Return a message of the table as a readable line."""
    if "log" in message:
        return printable(message["log"])
    if "lost" in message:
        return printable("the table is away: %s" % message["lost"])
    if "found" in message:
        return printable("the table is back: %s" % message["found"])
    event = message.get("event", "answer")
    parts = ["%s=%s" % (key, value) for key, value in message.items() if key != "event"]
    return printable("%s: %s" % (event, " ".join(parts)))
