"""The record of the game on the table, from its journal. Loaded when asked for (2 KB)."""

import json

from games.base import CHANCE, OVER
from games.record import end_line, header_line, lines
from table.journal import NOTE, SHOWN

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.types import Json
    from table.journal import Journal
    from table.session import Session

_LONGEST = 960  # characters of a line that `load` takes
_TIME = ', "t": '  # begins what a playtest adds to the line of an action
UNDO = "undo"  # in place of the key of a refusal


def record(session: "Session") -> "Iterator[str]":
    """Yield the lines of the game's record from flash; as for `Session.record`."""
    game = session.game
    if session.is_over() and game.has_secrets() and not session.journal.is_shown:
        session.store(SHOWN)
        session.journal.is_shown = True
    if session.reworded:
        for line in lines(game, session.seed):
            yield line
        if session.given_up:
            yield end_line(game, True, session.seed)
        return
    yield header_line(game, session.seed)
    count = 0
    answers: "dict[str, list[int | None]]" = {}
    for line in _noted(session.journal, answers, game.seats):
        count += 1
        if session.game is not game or len(game.log) < count:
            raise ValueError("the game has changed: ask again")
        yield line
    if game.current() == OVER or session.given_up:
        end = end_line(game, session.given_up, session.seed)
        if answers:
            asked = [[question, answers[question]] for question in sorted(answers)]
            end = '%s, "asked": %s}' % (end[:-1], json.dumps(asked))
        yield end


def _noted(
    journal: "Journal", answers: "dict[str, list[int | None]]", seats: int
) -> "Iterator[str]":
    """Yield the lines of the actions that stand. In a playtest each has the time since the line
    before, and what was refused or taken back in between. Collect the answers after the game, by
    question and seat."""
    tried: "list[Any]" = []
    gone = 0  # ms: the time of actions that were taken back
    for offset, line in journal.actions(notes=True):
        if line.startswith(NOTE):
            note = json.loads(line)["playtest"]
            if note[0] == "refused":
                tried.append(note[1:])
            elif note[0] == "answer":
                answers.setdefault(note[1], [None] * seats)[note[2]] = note[3] or None
        elif offset < 0:
            data = json.loads(line)
            gone += data.get("t", 0)
            if _is_by_people(data):
                tried.append([data["do"], UNDO])
        else:
            if _TIME in line and (gone or tried):
                line = _with(line, gone, tried)
            yield line
            tried = []
            gone = 0


def _is_by_people(data: "Json") -> bool:
    return data["by"] != CHANCE and data.get("how") not in ("computer", "program")


def _with(line: str, gone: int, tried: "list[Any]") -> str:
    """Return the line of an action with what came before it. The oldest of what was tried is left
    out if the line would get too long to be loaded again."""
    from table.playtest import timed

    at = line.rfind(_TIME)
    data = json.loads(line)
    while True:
        more = ', "tried": %s' % json.dumps(tried) if tried else ""
        longer = timed(line[:at], data["t"] + gone, data.get("how", ""), more)
        if not tried or len(longer) <= _LONGEST:
            return longer
        tried.pop(0)
