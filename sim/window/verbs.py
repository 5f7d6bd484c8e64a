"""The verbs of pages at the table.

A verb is called with the table, the page, and its request {"do": verb, ...}. It returns the fields
of its answer besides "ok", or None; one that raises Refused leaves the game unchanged.
"""

import json
from typing import TYPE_CHECKING

from games.base import IllegalAction
from sim.window import questions
from sim.window.box import PAD, TRAY
from sim.window.errors import Refused
from sim.window.geometry import profile
from sim.window.past import Past
from table.hint import Hint
from table.link import encode
from table.session import HUMAN
from table.settings import keep

if TYPE_CHECKING:
    from sim.window.box import Piece
    from sim.window.live import Live

# By press: the button, and for how many ms it is down.
PRESSES = {"push": ("push", 80), "hold": ("push", 1000), "back": ("back", 80)}
PACES = {"quick": 0, "calm": 900, "slow": 2500}  # ms: the least time of a computer player
_MOST_STEPS = 24  # of the knob in one request


def _lift(live: "Live", page: object, request: dict) -> dict:
    piece = _piece(live, request)
    live.held.lift(page, piece)
    return {"fits": questions.fits(live.game, live.app.session.hands(), piece.token)}


def _place(live: "Live", page: object, request: dict) -> None:
    piece = _piece(live, request)
    place = request.get("at")
    if place not in (TRAY, PAD) and place not in live.layout.names():
        raise Refused("no place", place)
    live.held.place(page, piece, place)


def _piece(live: "Live", request: dict) -> "Piece":
    uid = request.get("tag")
    if live.box is None or not isinstance(uid, str) or uid not in live.box.by_uid:
        raise Refused("no piece")
    return live.box.by_uid[uid]


def _knob(live: "Live", page: object, request: dict) -> None:
    steps = request.get("steps")
    if type(steps) is not int or not 1 <= abs(steps) <= _MOST_STEPS:
        raise Refused("knob steps", _MOST_STEPS)
    live.stage.world.turn(steps)


def _press(live: "Live", page: object, request: dict) -> None:
    which = request.get("which")
    if not isinstance(which, str) or which not in PRESSES:
        raise Refused("no press", list(PRESSES))
    if live.is_down(which):
        raise Refused("still down")
    live.press(which)


def _new(live: "Live", page: object, request: dict) -> None:
    if request.get("profile", live.profile.NAME) != live.profile.NAME:
        _change_profile(live, page, {"name": request["profile"]})
    wanted = {name: request[name] for name in ("game", "seats", "options", "players")
              if name in request}  # fmt: skip
    live.ask({"do": "new", "seed": live.app.entropy(), **wanted})


def _rematch(live: "Live", page: object, request: dict) -> None:
    live.ask({"do": "rematch", "seed": live.app.entropy()})


def _change_profile(live: "Live", page: object, request: dict) -> None:
    name = request.get("name")
    if not isinstance(name, str):
        raise Refused("no profile name")
    live.power_on(profile(name))


def _set(live: "Live", page: object, request: dict) -> None:
    what, value = request.get("what"), request.get("value")
    if what == "hands":
        if not isinstance(value, bool):
            raise Refused("no hands")
        live.helping = value
    elif what == "bots":
        if not isinstance(value, str) or value not in PACES:
            raise Refused("no pace", list(PACES))
        live.bots = value
    elif what == "theme":
        live.ask({"do": "theme", "name": value})
        live.theme = value
    elif what == "brightness":
        live.ask({"do": "brightness", "level": value})
    elif what == "language":
        live.ask({"do": "language", "name": value})
        keep("language", value, live.app.settings)
    else:
        raise Refused("no setting", ["hands", "bots", "theme", "brightness", "language"])


def _save(live: "Live", page: object, request: dict) -> dict:
    if not live.app.session.is_open():
        raise Refused("record hidden")
    live.ask({"do": "record"})
    game = live.app.session.game
    return {"lines": live.record, "name": "%s-%d.jsonl" % (game.NAME, len(game.log))}


def _load(live: "Live", page: object, request: dict) -> None:
    lines = request.get("lines")
    if not isinstance(lines, list) or not lines:
        raise Refused("record empty")
    for number, line in enumerate(lines):
        if not isinstance(line, str):
            raise Refused("record lines")
        live.ask({"do": "load", "begin": number == 0, "line": line})
    players = request.get("players", _players_of(live, json.loads(lines[0])))
    before = live.app.session.game
    live.ask({"do": "load", "end": True, "players": players})
    name = live.app.session.game.NAME
    if name != before.NAME and live.profile.NAME not in live.facts["hello"]["fits"][name]:
        live.fit()  # a record of the same game keeps the board


def _players_of(live: "Live", header: dict) -> list[str]:
    """Return the players for a record: the current ones if it has as many seats."""
    players = live.app.session.players
    return players if len(players) == header["seats"] else []


def _forward(live: "Live", page: object, request: dict) -> None:
    """Redo the last undone action."""
    session = live.app.session
    people = [seat for seat, name in enumerate(session.players) if name == HUMAN]
    entries = live.taken.next(people) if live.taken else []
    if not entries:
        raise Refused("no forward")
    for entry in entries:
        try:
            session.act(entry[0], entry[1:])
        except IllegalAction as error:
            why = live.app.texts.say(error.why, error.game)
            raise Refused("said", why) from None


def _at(live: "Live", page: object, request: dict):
    """Return the table after `n` actions."""
    count = request.get("n")
    game = live.game
    if game is None or type(count) is not int or not 0 <= count <= len(game.log):
        raise Refused("no moment", len(game.log) if game else 0)
    past = live.pasts.get(page)
    if past is None or len(past.entries) < count:
        past = live.pasts[page] = Past(live.profile, game, live.stage.pieces, live.theme)
    return past.at(count)


def _deeds(live: "Live", page: object, request: dict) -> dict[str, list]:
    """Return the actions of a seat without pieces."""
    _check_seat(live, request.get("seat"))
    return questions.deeds(live.app.session.game, request["seat"], live.app.texts)


def _hint(live: "Live", page: object, request: dict) -> dict:
    """Return the firmware's hint for a seat: its words, its places, and its score. (The request
    `hint` would show it on the display.)"""
    seat = request.get("seat")
    _check_seat(live, seat)
    if seat not in live.app.session.hands():
        raise Refused("no hint", seat)
    game = live.game
    hint = Hint(game, seat, len(game.log))
    while hint.action is None:
        hint.step(live.app.texts)
    spots = [game.spot_name(spot) for spot, _ in game.gesture(seat, hint.action)]
    _, _, *why = tuple(hint.message)
    return {"words": game.words(seat, hint.action), "spots": spots, "why": "".join(why)}


def _reply(live: "Live", page: object, request: dict) -> None:
    """Answer the question on the display by the number of the answer."""
    asking = questions.asked(live.app.ask, live.app.texts, live.game)
    number = request.get("answer")
    answers = asking and (asking["answers"] or asking["spots"])
    if not answers or type(number) is not int or not 0 <= number < len(answers):
        raise Refused("not asked")
    _press(live, page, {"which": "push"})
    if number != asking["index"]:
        live.stage.world.turn(number - asking["index"])


def _own(live: "Live", page: object, request: dict):
    """Return the names of the pieces of a seat, {uid: name}, to a page that plays for it."""
    _check_seat(live, request.get("seat"))
    return {"names": live.box.names(request["seat"]) if live.box else {}}


def _host(live: "Live", page: object, request: dict) -> dict:
    """Pass a request on to the firmware's host protocol (`table/host.py`)."""
    wanted = request.get("request")
    if not isinstance(wanted, dict):
        raise Refused("no request")
    for verb, word in (("state", "seat"), ("legal", "by")):
        if wanted.get("do") == verb and wanted.get(word, -1) != -1:
            _check_seat(live, wanted[word])
    if wanted.get("do") == "undo" and live.clears_up():
        return {"answer": {"id": None, "ok": True}, "lines": []}
    answer = live.ask(wanted)
    return {"answer": json.loads(encode(answer)), "lines": live.record}


def _check_seat(live: "Live", seat: int) -> None:
    """Raise Refused if no person may see the hidden information of a seat."""
    players = live.app.session.players
    if type(seat) is not int or not 0 <= seat < len(players):
        raise Refused("no seat", seat)
    if players[seat] != HUMAN:
        raise Refused("no look", seat, players[seat])


VERBS = {
    "lift": _lift,
    "place": _place,
    "knob": _knob,
    "press": _press,
    "new": _new,
    "rematch": _rematch,
    "profile": _change_profile,
    "set": _set,
    "save": _save,
    "load": _load,
    "host": _host,
    "own": _own,
    "forward": _forward,
    "at": _at,
    "deeds": _deeds,
    "hint": _hint,
    "reply": _reply,
}
