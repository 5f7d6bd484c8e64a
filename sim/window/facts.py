"""The facts for pages about the table, by kind; each is sent when it changes."""


from games import make, numbers
from games.base import LEGAL
from games.texts import LANGUAGE
from sim.levels import NAMES as LEVELS
from sim.window import gallery, geometry, known, own_boards, questions
from sim.window.click_texts import Clicks
from sim.window.history import colours
from sim.window.printed import printed
from sim.window.thinking import ENGINE
from table.example import known as known_examples
from table.requests import state as state_of
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from games.texts import Texts
    from games.types import Json
    from sim.window.livetable import LiveTable


_ORDER = ("hello", "settings", "board", "state", "tags", "frame", "screen", "log", "review")
_QUIET_MS = 2000  # without a change for so long, nothing changes until somebody acts


class Facts:
    """The latest facts about the table `live`, by kind. `tell(kind, value)` is called with each
    that has changed."""

    def __init__(self, live: "LiveTable", tell: "Callable[..., object]"):
        self._now: "dict[str, Any]" = {}
        self._live = live
        self._tell = tell
        self._depended: tuple[Any, ...] | None = None  # what the last `state` depended on
        self._strip: "tuple[Any, ...] | None" = None  # what the last `frame` was made from
        self._clicks = Clicks(LANGUAGE)
        # as of the last complete display
        self._said: "dict[str, Any]" = {"line": "", "problem": "", "reasons": [], "tries": 0}
        self.restart()

    def __contains__(self, kind: str) -> bool:
        return kind in self._now

    def __getitem__(self, kind: str) -> "Any":
        return self._now[kind]

    def restart(self) -> None:
        """Restart with the time of a new table."""
        self._changed = self._moved = 0  # ms: the last new fact, and the last frame

    def all(self) -> "list[tuple[Any, ...]]":
        """Return every fact as (kind, value), in the order in which a page needs them."""
        return [(kind, self._now[kind]) for kind in _ORDER if kind in self._now]

    def put(self, kind: str, value: "Json | list[Json] | str") -> None:
        """Send a fact if it has changed."""
        if kind not in self._now or self._now[kind] != value:
            self._now[kind] = value
            self._tell(kind, value)
            if kind == "frame":
                self._moved = self._live.ms()
            elif kind != "hello":
                self._changed = self._live.ms()

    def add_event(self, event: "Json") -> None:
        """Send one more event of the log."""
        self._now["log"] = self._now["log"] + [event]
        self._tell("events", event)

    def is_quiet(self, watched: bool) -> bool:
        """Has nothing changed for a while? Moving lights count if somebody watches."""
        last = max(self._changed, self._moved) if watched else self._changed
        return self._live.ms() - last > _QUIET_MS

    def renew(self, anyway: bool = False) -> None:
        """Send what has changed. Compute the state of the game only if its inputs have changed, or
        if `anyway` is true."""
        live = self._live
        app = live.app
        screen = live.table.world.display.memory.hex()
        self.put("screen", screen)
        depends = (
            app, app.session.version, app.display_text.line, app.display_text.problem, screen,
            app.marks, live.is_helping(), app.is_displayed(), tuple(app.session.elsewhere),
        )
        if anyway or depends != self._depended:
            self._depended = depends
            self._put_state()
            self.put("state", _state(live, self._clicks) | self._said)
        if live.box is not None and live.game is not None:
            pieces = live.box.faces(live.game, self._now["state"]["rotating"])
            self.put("tags", {"set_out": live.set_outs, "pieces": pieces})
        strip = live.table.world.strip
        if self._strip != (strip.frame, strip.order):
            self._strip = (strip.frame, strip.order)
            self.put("frame", colours(strip.frame, strip.order))
        self.put("settings", {
            "theme": live.theme, "brightness": app.painter.palette.brightness,
            "helping": live.helping, "bots": live.bots,
            "language": app.display_text.texts.language, "playtest": app.session.to_note or "",
        })

    def _put_state(self) -> None:
        """Send the seats that must act, and the problem, once the display is up to date. Until
        then its texts may be older than the state."""
        live = self._live
        app = live.app
        if self._clicks.language != app.display_text.texts.language:
            self._clicks = Clicks(app.display_text.texts.language)
        self._clicks.call(app.session.names)
        if app.is_displayed():
            # The helping hands do these; people need not.
            problem = "" if live.is_helping() else app.display_text.problem
            reasons = known.reasons(app.display_text.wrong) if problem else []
            example = app.session.example
            self._said = {
                "line": self._clicks.line(app), "problem": problem, "reasons": reasons,
                "tries": example.tries if example else 0,
            }


def hello(live: "LiveTable", paces: list[str]) -> "Json":
    """Return the choices for pages; computer players play at one of `paces`."""
    known_ = live.app.host.hello()
    boards = geometry.profiles()
    return {
        "games": [_about(live, name) for name in known_["games"]],
        "players": [HUMAN] + list(LEVELS) + [ENGINE] * bool(live.thinker.engines),
        "paces": paces,
        "themes": known_["themes"],
        "languages": known_["languages"],
        "profiles": [[one.NAME, one.TITLE] for one in boards],
        "fits": geometry.fits(boards),
        "examples": known_examples(),
        "drawn": live.pictures["drawn"],
        "more": gallery.known(),
        "own_boards": own_boards.choices(),
    }


def with_game(told: "Json", live: "LiveTable", name: str) -> "Json":
    """Return the choices for pages with one more game, since to make them anew takes long."""
    fitting = geometry.fitting(live.boards.all(), make(name))
    return told | {
        "games": told["games"] + [_about(live, name)],
        "fits": told["fits"] | {name: fitting},
        "examples": known_examples(),
    }


def with_board(told: "Json", made: "ModuleType") -> "Json":
    """Return the choices for pages with one more board; it stands behind the others that lack as
    few places of a game."""
    fits = {}
    for name, known_ in told["fits"].items():
        first = geometry.profile(known_[0])
        found = geometry.fitting([first, made], make(name))
        fits[name] = [one for one in known_ if first.NAME in found] + [made.NAME] * (
            made.NAME in found)
    return told | {"profiles": told["profiles"] + [[made.NAME, made.TITLE]], "fits": fits}


def _about(live: "LiveTable", name: str) -> "Json":
    answer = live.ask({"do": "game", "game": name})
    facts = {key: answer[key] for key in ("title", "seats", "options", "set")}
    facts["numbers"] = numbers.read(name)
    printed = answer["set"] in live.pictures["printed"]
    return facts | {"name": name, "printed": printed}


def _state(live: "LiveTable", texts: "Texts") -> "Json":
    """Return the firmware's state of the game, and for pages: the number of games set out so far,
    whether the board has all places of this one, the seats with hidden information, what an
    example asks for without a piece, the seats that act elsewhere, the display's question, the
    legal spots, the places that several seats share, the pieces that are missing, whether people
    can undo an action, whether they can redo one, whether the whole game is public, and the final
    count."""
    app, game = live.app, live.game
    shown = state_of(app, -1)
    if shown["view"]:
        shown["view"] = shown["view"] | {"printed": printed(game)}
    open_ = [live.place_name(place) for place, meaning, _ in app.marks if meaning == LEGAL]
    return shown | {
        "set_out": live.set_outs,
        "fits": live.fitting,
        "prices": getattr(game, "prices", dict)(),
        "secret": known.secret(game),
        "example": app.session.example is not None,
        "wanted": questions.wanted(app),
        "elsewhere": list(app.session.elsewhere),
        "open": open_,
        "shared": known.shared(app.marks, live.place_name),
        "missing": known.missing(app),
        "asking": questions.asked(app.ask, texts, game),
        "rotating": game and questions.rotating(game, app.ask),
        "back": bool(game and (len(game.log) or app.session.given_up or live.wrong_places())),
        "forward": bool(live.redo and live.redo.undone),
        "whole": app.session.game is not None and app.session.is_open(),
        "count": known.count(app),
    }
