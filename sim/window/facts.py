"""What pages are told of the table: facts by kind, each when it changes."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from games.base import LEGAL
from games.texts import LANGUAGE
from sim.window import geometry, known, questions
from sim.window.clicks import Clicks
from sim.window.past import colours
from table.requests import state as state_of

if TYPE_CHECKING:
    from games.texts import Texts
    from sim.window.live import Live

_ORDER = ("hello", "settings", "board", "state", "tags", "frame", "screen", "log")
_SEARCH = "search:1s"  # a searching player that takes as long as people like to wait
_DRAWINGS = Path(__file__).parent / "page" / "games"
_QUIET_MS = 2000  # if nothing has changed for so long, nothing will until somebody acts


class Facts(dict):
    """The newest facts of the table `live`, by kind. `tell(kind, value)` is called with each that
    has changed."""

    def __init__(self, live: "Live", tell: Callable):
        super().__init__()
        self._live = live
        self._tell = tell
        self._depended: tuple = None  # what `state` depended on when it was last told
        self._clicks = Clicks(LANGUAGE)
        self._said = {"line": "", "problem": ""}  # as of when the display last was up to date
        self.restart()

    def restart(self) -> None:
        """The table's time begins anew."""
        self._changed = self._moved = 0  # ms: the last new fact, and the last frame

    def all(self) -> list[tuple]:
        """Return every fact as (kind, value), in the order in which a page needs them."""
        return [(kind, self[kind]) for kind in _ORDER if kind in self]

    def put(self, kind: str, value: dict | list[dict] | str) -> None:
        """Tell a fact if it has changed."""
        if kind not in self or self[kind] != value:
            self[kind] = value
            self._tell(kind, value)
            if kind == "frame":
                self._moved = self._live.ms()
            elif kind != "hello":
                self._changed = self._live.ms()

    def news(self, event: dict) -> None:
        """Tell one more event of the log."""
        self["log"] = self["log"] + [event]
        self._tell("news", event)

    def quiet(self, watched: bool) -> bool:
        """Has nothing changed for a while? Moving lights count if `watched`."""
        last = max(self._changed, self._moved) if watched else self._changed
        return self._live.ms() - last > _QUIET_MS

    def renew(self, anyway: bool = False) -> None:
        """Tell what has changed; look at the state of the game `anyway`, or if something changed
        that it depends on."""
        live = self._live
        app = live.app
        screen = live.stage.world.display.memory.hex()
        self.put("screen", screen)
        depends = (
            app, app.session.version, app.line, app.problem, screen, app.marks, live.sees_to_it(),
            app.said(),
        )  # fmt: skip
        if anyway or depends != self._depended:
            self._depended = depends
            self._say()
            self.put("state", _state(live, self._clicks) | self._said)
        if live.box is not None:
            pieces = live.box.faces(live.game, self["state"]["turning"])
            self.put("tags", {"game": live.game.NAME, "pieces": pieces})
        self.put("frame", colours(live.stage.world.strip.frame, live.profile.ORDER))
        self.put("settings", {
            "theme": live.theme, "brightness": app.painter.brightness, "hands": live.helping,
            "bots": live.bots, "language": app.texts.language,
        })  # fmt: skip

    def _say(self) -> None:
        """Say who is to do what, and what is wrong, once the display does. Until then its texts
        may be older than what the table knows."""
        live = self._live
        app = live.app
        if self._clicks.language != app.texts.language:
            self._clicks = Clicks(app.texts.language)
        if app.said():
            problem = "" if live.sees_to_it() else app.problem  # nobody has to do it
            self._said = {"line": self._clicks.line(app), "problem": problem}


def hello(live: "Live", paces: list[str]) -> dict:
    """Return what there is to choose from; bots play at one of `paces`."""
    known_ = live.app.host.hello()
    boards = geometry.profiles()
    return {
        "games": [_about(live, name) for name in known_["games"]],
        "players": [*known_["players"], _SEARCH],
        "paces": paces,
        "themes": known_["themes"],
        "languages": known_["languages"],
        "profiles": [[one.NAME, one.TITLE] for one in boards],
        "fits": geometry.fits(boards),
        "drawn": sorted(path.stem for path in _DRAWINGS.glob("*.js")),
    }


def _about(live: "Live", name: str) -> dict:
    answer = live.app.host.handle({"do": "game", "game": name})
    facts = {key: answer[key] for key in ("title", "seats", "options", "set")}
    return facts | {"name": name}


def _state(live: "Live", texts: "Texts") -> dict:
    """Return the firmware's state of the game, and beside it: the seats that hold something
    hidden, who is asked to act, the display's question, where people may put something, which
    places several seats share, whether an action can be redone, whether everybody may know the
    whole game, and the final count."""
    app, game, layout = live.app, live.game, live.layout
    open_ = [layout.name(place) for place, meaning, _ in app.marks if meaning == LEGAL]
    return {
        **state_of(app, -1),
        "secret": known.secret(game),
        "asked": list(game.asked()[0]) if game and not app.session.over() else [],
        "open": open_,
        "shared": known.shared(app.marks, layout),
        "asking": questions.asked(app.ask, texts, game),
        "turning": game and questions.turning(game, app.ask),
        "forward": bool(live.taken and live.taken.undone),
        "whole": app.session.game is not None and app.session.is_open(),
        "count": known.count(app),
    }
