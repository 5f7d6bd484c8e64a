"""Public information about the game on the table, besides the answers of the firmware."""

import json

from games import make
from games.base import COMPLETE, MISSING, OWNER, WRONG
from games.record import GIVEN_UP

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.base import Game
    from games.types import Action, Json, Words
    from table.app import App
    from table.session import Session


def count(app: "App") -> "list[Any]":
    """Return the parts of the points once the game is over, [[words, [points]]]."""
    game = app.session.game
    if game is None or not app.session.is_over():
        return []
    rows = zip(*(game.score_breakdown(seat) for seat in range(game.seats)))
    return [
        [app.display_text.texts.render((row[0][0],), game.NAME), [points for _, points in row]]
        for row in rows
    ]


def reasons(message: "Any") -> list[str]:
    """Return the keys of a message and of the messages in it: why something is wrong."""
    if isinstance(message, str):
        return [message] if message else []
    found = [message[0]] if message and isinstance(message[0], str) else []
    for part in message[1:]:
        if isinstance(part, tuple):
            found += reasons(part)
    return found


def shared(marks: list[tuple[int, int, int]], name: "Callable[[int], str]") -> "Json":
    """Return {place: its owners} for places with several owners, since the light can show only
    one."""
    owners: dict[str, set[Any]] = {}
    for place, meaning, value in marks:
        if meaning in (OWNER, COMPLETE) and value >= 0:
            owners.setdefault(name(place), set()).add(value)
    return {name: sorted(seats) for name, seats in owners.items() if len(seats) > 1}


def missing(app: "App") -> "list[Json]":
    """Return [{"name", "seat"}] of the pieces that belong where none or another one lies, by their
    public names."""
    game, wanted = app.session.game, app.pieces.wanted
    tokens = [wanted[place] for place, meaning, _ in app.marks if meaning in (MISSING, WRONG)]
    if game is None or not any(tokens):
        return []
    seats = {entry[0]: entry[2] for entry in game.tokens()}
    return [{"name": game.label(one), "seat": seats[one]} for one in tokens if one]


def secret(game: "Game | None") -> "list[Any]":
    """Return the seats with hidden information."""
    return [seat for seat in range(game.seats) if game.private_view(seat)] if game else []


def log(session: "Session") -> "list[Json]":
    """Return the public events of the game, from its beginning up to those that the session has;
    [] without a game."""
    game = session.game
    if game is None:
        return []
    events = [event["event"] for event in session.pending_events]
    while "new" in events:
        del events[0]  # of the previous game
    count = max(len(game.log) - events.count("action"), 0)
    again = make(game.NAME, game.seats, game.options)
    told: list[dict[str, Any]] = [{"event": "new", "game": game.NAME}]
    for entry in list(game.log)[:count]:
        by, action = entry[0], entry[1:]
        events = again.apply(by, action)
        words, events = again.public_record(by, action, events)
        told.append({
            "event": "action", "n": len(again.log), "by": by,
            "do": as_laid(again, by, action, words), "ev": events, "scores": again.scores(),
        })
    if session.is_over() and "over" not in events:
        winners, reason = ([], GIVEN_UP) if session.given_up else game.result()
        told.append({"event": "over", "winners": winners, "reason": reason})
    return told


def as_laid(game: "Game", by: int, action: "Action", words: "Words") -> "list[Any]":
    """Return the public words of an action with places named as on the table; words that hide
    something stay as they are."""
    same = json.dumps(words) == json.dumps(game.text(action))
    return game.words(by, action) if same else words
