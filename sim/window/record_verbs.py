"""The verbs of records and of a game's past: save, load, look at, redo (see `verbs.py`)."""

from games.base import IllegalAction
from games.replay import RecordError, Replay
from sim.records import record_lines
from sim.window.errors import RefusedError
from sim.window.geometry import fitting
from sim.window.history import HistoryView
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from games.types import Json
    from sim.window.livetable import LiveTable


def save(live: "LiveTable", page: object, request: "Json") -> "Json":
    if not live.app.session.is_open():
        raise RefusedError("record hidden")
    live.ask({"do": "record"})
    game = live.app.session.game
    return {"lines": live.record, "name": "%s-%d.jsonl" % (game.NAME, len(game.log))}


def load(live: "LiveTable", page: object, request: "Json") -> None:
    live.check_seen(request)
    lines = _lines(request)
    for number, line in enumerate(lines):
        try:
            live.ask({"do": "load", "begin": number == 0, "line": line or " "})
        except RefusedError:
            raise _misfit(number)
    loaded = live.app.host.load.game  # type: ignore[union-attr]  # just loaded
    players = request.get("players", _players_of(live, loaded.seats))
    before = live.app.session.game.NAME if live.app.session.game else ""
    names = request.get("names", [])
    live.ask({"do": "load", "end": True, "players": players, "names": names})
    if loaded.NAME != before or live.profile.NAME not in fitting(live.boards.all(), loaded):
        live.fit()  # a record of the same game keeps the board if it fits


def peek(live: "LiveTable", page: object, request: "Json") -> "Json":
    """Return a record's own data before a page loads it: {"game", "seats", "actions", "over"}. Its
    actions are not checked."""
    first, *rest = [line for line in _lines(request) if line]
    head = Replay()
    try:
        head.feed(first)
    except RecordError:
        raise _misfit(0)
    over = bool(rest) and rest[-1].startswith('{"end"')
    return {"game": head.game.NAME, "seats": head.game.seats, "actions": len(rest) - over,
            "over": over}


def _misfit(number: int) -> RefusedError:
    """Return the page's text for a record whose line `number`, from 0, is refused. (The firmware's
    own text is for people who write records.)"""
    return RefusedError("record wrong", number + 1) if number else RefusedError("record unknown")


def _lines(request: "Json") -> list[str]:
    """Return the lines of the record in a request: `text`, or `lines`; raises RefusedError."""
    lines = request.get("lines")
    if isinstance(request.get("text"), str):
        lines = [request["text"]]
    if not isinstance(lines, list) or not lines:
        raise RefusedError("record empty")
    if not all(isinstance(line, str) for line in lines):
        raise RefusedError("record lines")
    lines = record_lines("\n".join(lines))
    if not lines:
        raise RefusedError("record empty")
    return lines


def _players_of(live: "LiveTable", seats: int) -> list[str]:
    """Return the players for a record: the current ones if it has as many seats."""
    players = live.app.session.players
    return players if len(players) == seats else []


def forward(live: "LiveTable", page: object, request: "Json") -> None:
    """Redo the last undone action."""
    session = live.app.session
    people = [seat for seat, name in enumerate(session.players) if name == HUMAN]
    entries = live.redo.next(people) if live.redo else []
    if not entries:
        raise RefusedError("no forward")
    for entry in entries:
        try:
            session.act(entry[0], entry[1:])
        except IllegalAction as error:
            why = live.app.display_text.texts.render(error.why, error.game)
            raise RefusedError("said", why)


def at(live: "LiveTable", page: object, request: "Json") -> "Json":
    """Return the table after `n` actions."""
    count = request.get("n")
    game = live.game
    if game is None or type(count) is not int or not 0 <= count <= len(game.log):
        raise RefusedError("no moment", len(game.log) if game else 0)
    history = live.histories.get(page)
    if history is None or len(history.entries) < count:
        history = live.histories[page] = HistoryView(
            live.profile, game, live.table.pieces, live.theme, live.set_outs
        )
    return history.at(count)
