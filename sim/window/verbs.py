"""The verbs of pages at the table.

A verb is called with the table, the page, and its request {"do": verb, ...}. It returns the fields
of its answer besides "ok", or None; one that raises RefusedError leaves the game unchanged.
"""

import json

from games import make, names
from games.base import IllegalAction
from sim.advice import advise
from sim.computer import monotonic
from sim.window import (
    gallery,
    kept_settings,
    own_boards,
    questions,
    record_verbs,
    turned_tiles,
)
from sim.window.box import PAD, TRAY
from sim.window.buttons import PRESSES
from sim.window.errors import RefusedError
from sim.window.geometry import fitting
from sim.window.idea import idea
from sim.window.offers import why_not_accept
from sim.window.preview import preview
from table.example import head, known
from table.hint import start
from table.layout import NOWHERE
from table.link import encode
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from games.types import Json
    from sim.window.box import Piece
    from sim.window.livetable import LiveTable


_HINT_S = 0.9  # how long a page waits for a hint
_MOST_STEPS = 24  # of the knob in one request


def _lift(live: "LiveTable", page: object, request: "Json") -> "Json":
    piece = _piece(live, request)
    live.drag.lift(page, piece)
    if live.game is None:
        raise RefusedError("no such piece")
    seats = live.app.session.seats_by_hand()
    return {
        "fits": questions.fits(live.game, seats, piece.token),
        "turns": turned_tiles.has_sensors(live)
        and questions.can_be_turned(live.game, seats, piece.token),
    }


def _put(live: "LiveTable", page: object, request: "Json") -> None:
    piece = _piece(live, request)
    place = request.get("at")
    if place not in (TRAY, PAD) and place not in live.layout.names():
        raise RefusedError("no place", place)
    turn = request.get("turn")
    piece.turn = turn if turned_tiles.has_sensors(live) and turn in (0, 1, 2, 3) else None
    live.drag.put(page, piece, place)


def _piece(live: "LiveTable", request: "Json") -> "Piece":
    uid = request.get("tag")
    if live.box is None or not isinstance(uid, str) or uid not in live.box.by_uid:
        raise RefusedError("no such piece")
    return live.box.by_uid[uid]


def _knob(live: "LiveTable", page: object, request: "Json") -> None:
    steps = request.get("steps")
    if type(steps) is not int or not 1 <= abs(steps) <= _MOST_STEPS:
        raise RefusedError("knob steps", _MOST_STEPS)
    live.table.world.turn_knob(steps)


def _press(live: "LiveTable", page: object, request: "Json") -> None:
    which = request.get("which")
    if not isinstance(which, str) or which not in PRESSES:
        raise RefusedError("no press", list(PRESSES))
    if live.buttons.is_down(which):
        raise RefusedError("still down")
    live.buttons.press(which)


def _setting(request: "Json") -> "Json":
    """Return the part of a request that names the game to begin and its players."""
    names = ("game", "seats", "options", "players", "names")
    return {name: request[name] for name in names if name in request}


def _new(live: "LiveTable", page: object, request: "Json") -> None:
    live.check_seen(request)
    wanted = _setting(request)
    if "profile" not in request:
        board = live.profile
    else:
        board = _board(live, request["profile"])
        if board.NAME not in _boards(live, page, wanted)["boards"]:
            raise RefusedError("board too small", board.NAME)
    live.ask(wanted | {"do": "new", "secret": True})
    if board.NAME != live.profile.NAME:
        live.power_on(board)


def _example(live: "LiveTable", page: object, request: "Json") -> None:
    """Begin the played example of a game on a board that has the places of both the example and
    the game that follows it; if possible on the board that the request names for the game."""
    live.check_seen(request)
    name = request.get("game")
    if name not in known():
        raise RefusedError("no example")
    wanted = _setting(request)
    fit = fitting(live.boards.all(), make(name, *head(name)))
    boards = [board for board in _boards(live, page, wanted)["boards"] if board in fit] or fit
    chosen = request.get("profile", live.profile.NAME)
    if chosen not in boards:
        chosen = boards[0]
    if live.profile.NAME != chosen:
        live.power_on(_board(live, chosen))
    live.ask(wanted | {"do": "example"})


def _boards(live: "LiveTable", page: object, request: "Json") -> "Json":
    """Return the boards that have all places of a game, {"boards": [names, smallest first]}."""
    try:
        game = make(request.get("game", ""), request.get("seats"), request.get("options"))
    except (TypeError, ValueError) as error:
        raise RefusedError("said", str(error))
    return {"boards": fitting(live.boards.all(), game)}


def _more(live: "LiveTable", page: object, request: "Json") -> None:
    """Take a game of the gallery."""
    from games.packages import PackageError

    name = request.get("game")
    if name in names():
        return
    if name not in gallery.known():
        raise RefusedError("no more", name)
    try:
        live.take(str(name))
    except PackageError as error:
        raise RefusedError("said", str(error))
    except OSError:
        raise RefusedError("not stored")


def _rematch(live: "LiveTable", page: object, request: "Json") -> None:
    live.check_seen(request)
    live.ask({"do": "rematch", "secret": True})


def _take_up(live: "LiveTable", page: object, request: "Json") -> None:
    """Put a game of the shelf on the table, on a board that has its places."""
    answer = live.ask({"do": "take_up", "number": request.get("number")})
    live.app.notes = [("said", note) for note in answer["notes"]]
    game = live.app.session.game
    if game is not None and live.profile.NAME not in fitting(live.boards.all(), game):
        live.fit()


def _change_profile(live: "LiveTable", page: object, request: "Json") -> None:
    live.power_on(_board(live, request.get("name")))


def _board(live: "LiveTable", name: object) -> "ModuleType":
    if not isinstance(name, str):
        raise RefusedError("no profile name")
    return live.boards.find(name)


def _own_board(live: "LiveTable", page: object, request: "Json") -> "Json":
    return own_boards.ask(request)


def _seat_actions(live: "LiveTable", page: object, request: "Json") -> "Json":
    """Return a seat's actions without a piece, and why it can only decline an offer."""
    _check_seat(live, request.get("seat"))
    game, texts = live.app.session.game, live.app.display_text.texts
    if game is None:  # it has just left the table
        raise RefusedError("too late")
    why = why_not_accept(game, request["seat"], texts)
    return questions.seat_actions(game, request["seat"], texts) | {"only_decline": why}


def _decline_all(live: "LiveTable", page: object, request: "Json") -> None:
    """Decline the offer to a seat, and all further ones of this turn."""
    _check_seat(live, request.get("seat"))
    live.offers.decline(request["seat"])


def _hint(live: "LiveTable", page: object, request: "Json") -> "Json":
    """Return the firmware's hint for a seat (see `idea.py`). (The request `hint` would show it on
    the display.)"""
    seat = request.get("seat")
    _check_seat(live, seat)
    game = live.game
    if game is None or seat not in live.app.session.seats_by_hand():
        raise RefusedError("no hint", seat)
    end = monotonic() + _HINT_S
    texts = live.app.display_text.texts
    try:
        hint = start(live.app, seat, len(game.log), lambda: monotonic() > end, advise)
    except IllegalAction as error:
        raise RefusedError("said", texts.render(error.why))
    while hint.action is None:
        hint.step(texts)
    hint.why = live.told.fresh(live.app.session.begun, len(game.log), hint.why)
    live.review.note(hint)
    return idea(game, hint, texts)


def _review(live: "LiveTable", page: object, request: "Json") -> None:
    """Look for the best missed actions of a game that is over, or stop looking; the fact `review`
    has the findings."""
    if request.get("on", True):
        live.review.start()
    else:
        live.review.stop()


def _would(live: "LiveTable", page: object, request: "Json") -> "Json":
    """Return the effects of a piece in hand at a place, with its other half, if it has one, at the
    place `beside`, as far as everybody may know."""
    piece = _piece(live, request)
    names = live.layout.names()
    spots = []
    for at in (request.get("at"), request.get("beside") or request.get("at")):
        if at not in names:
            raise RefusedError("no place", at)
        spots.append(live.layout.spot_of[names.index(at)])
    game, session = live.game, live.app.session
    if game is None or NOWHERE in spots:
        return {"text": ""}
    texts = live.app.display_text.texts
    return {"text": preview(game, session.seats_by_hand(), piece.token, spots, texts)}


def _reply(live: "LiveTable", page: object, request: "Json") -> None:
    """Answer the question on the display by the number of the answer."""
    asking = questions.asked(live.app.ask, live.app.display_text.texts, live.game)
    number = request.get("answer")
    answers = asking and (asking["answers"] or asking["spots"])
    if not asking or not answers or type(number) is not int or not 0 <= number < len(answers):
        raise RefusedError("not asked")
    _press(live, page, {"which": "push"})
    if number != asking["index"]:
        live.table.world.turn_knob(number - asking["index"])


def _own(live: "LiveTable", page: object, request: "Json") -> "Json":
    """Return the names of the pieces of a seat, {uid: name}, to a page that plays for it."""
    _check_seat(live, request.get("seat"))
    return {"names": live.box.names(request["seat"]) if live.box else {}}


def _host(live: "LiveTable", page: object, request: "Json") -> "Json":
    """Pass a request on to the firmware's host protocol (`table/host.py`)."""
    wanted = request.get("request")
    if not isinstance(wanted, dict):
        raise RefusedError("no request")
    for verb, word in (("state", "seat"), ("legal", "by")):
        if wanted.get("do") == verb and wanted.get(word, -1) != -1:
            _check_seat(live, wanted[word])
    if wanted.get("do") == "undo" and live.clear_up():
        return {"answer": {"id": None, "ok": True}, "lines": []}
    answer = live.ask(wanted | ({"how": "page"} if wanted.get("do") == "do" else {}))
    return {"answer": json.loads(encode(answer)), "lines": live.record}


def _check_seat(live: "LiveTable", seat: object) -> None:
    """Raise RefusedError if no person may see the hidden information of a seat."""
    players = live.app.session.players
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(players):
        raise RefusedError("no seat", seat)
    if players[seat] != HUMAN:
        raise RefusedError("no look", seat)
    if seat in live.app.session.elsewhere:
        raise RefusedError("look elsewhere", seat)


VERBS = {
    "lift": _lift,
    "put": _put,
    "knob": _knob,
    "press": _press,
    "new": _new,
    "example": _example,
    "rematch": _rematch,
    "boards": _boards,
    "own board": _own_board,
    "more": _more,
    "take_up": _take_up,
    "profile": _change_profile,
    "set": kept_settings.change,
    "save": record_verbs.save,
    "load": record_verbs.load,
    "peek": record_verbs.peek,
    "host": _host,
    "own": _own,
    "forward": record_verbs.forward,
    "at": record_verbs.at,
    "choices": _seat_actions,
    "decline all": _decline_all,
    "hint": _hint,
    "review": _review,
    "would": _would,
    "reply": _reply,
}
