"""The views of everybody, and of each seat, of the game on a table.

All of it comes from the table by its line protocol. It asks the table once for everybody, and once
for each seat that somebody speaks for, so a seat learns nothing that the table hides from it.
"""

from games import make
from games.texts import LANGUAGE, Texts
from sim.computer import random_bytes
from sim.seats.seat_actions import MANY, Listing, owners, pieces, seat_actions, spot_names
from sim.window import geometry
from sim.window.errors import RefusedError
from sim.window.printed import printed
from table.forms import FAR

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from games.base import Game
    from games.types import Json
    from sim.seats.protocols import Table

LAST = 12  # events that a new page gets
_PATTERNS = 24  # texts to keep: of all cards and places in the actions of a seat
_STATE = ("players", "names", "asked", "line", "problem", "given_up", "parts", "commit",
          "playtest")


class SeatViews:
    """The facts about the game on `table`, as dicts by kind. `moments` counts, for each seat, the
    changes of its possible actions: an action counts only in the moment in which its player chose
    it. `pictures` lists what pages can draw, as in sim/window/pictures.py."""

    def __init__(
        self, table: "Table", pictures: "Json | None" = None, language: str = LANGUAGE
    ):
        self._table = table
        self._pictures = pictures or {"drawn": [], "printed": []}
        self.profile = table.ask("hello")["profile"]
        self.game: Game | None = None  # a new game of the same kind as the table's
        self._form: tuple[Any, ...] = ()  # of the game, and the board's profile
        self._owners: dict[str, int] = {}  # by public name of a piece: its seat
        self.asked: list[int] = []
        self.players: list[str] = []
        self.language = language  # of devices that name none
        self._spoken = [language]  # by devices
        self._said: dict[str, Json] = {}  # by language: what is different in `state`
        self._texts: dict[str, Texts] = {}  # by language
        self.public: dict[str, Any] = {}
        self.own: dict[int, dict[str, Any]] = {}
        self.moments: dict[int, int] = {}
        self.most = MANY  # for each Listing
        self.part = FAR  # actions to ask the table for at once
        # returns the page on a game, by its name and a language; "" for none
        self.page: Callable[[str, str], str] = lambda game, language: ""
        self._noted: list[tuple[str, int]] = []  # what the table's events tell later
        # so that the moments of another run never match
        self.first = int.from_bytes(random_bytes(3), "big") << 5
        self._log: list[dict[str, Any]] = []

    def hear(self, event: "Json") -> None:
        """Take an event of the table."""
        kind = event.get("event")
        if kind in ("new", "hello"):
            self.profile = self._table.ask("hello")["profile"]
            self._noted.clear()
        if kind in ("new", "undo"):
            self._hear_of("undo")
            left = event["n"] if kind == "undo" else -1
            self._log = [one for one in self._log if one.get("n", 0) <= left]
        if kind == "action":
            self._hear_of(kind, event["by"])
        if kind in ("new", "action", "over"):
            self._log = (self._log + [event])[-LAST:]

    def note(self, kind: str, seat: int = -1) -> None:
        """The table has taken an "action" of a seat, or an "undo": the next moment begins now, and
        not a second time with the event that reports it."""
        self._noted.append((kind, seat))
        self._end_moment(kind, seat)

    def _hear_of(self, kind: str, seat: int = -1) -> None:
        if (kind, seat) in self._noted:
            self._noted.remove((kind, seat))
        else:
            self._end_moment(kind, seat)

    def _end_moment(self, kind: str, seat: int) -> None:
        """End the moment of the seat that acted, or the moments of all after an undo, even if the
        same question comes again."""
        if kind == "undo":
            self.own.clear()
        else:
            self.own.pop(seat, None)

    def renew(self, seats: list[int], spoken: "Iterable[str]" = ()) -> None:
        """Ask the table again, for everybody and for these seats, in the languages `spoken`."""
        for _ in self.renewing(seats, spoken):
            pass

    def renewing(self, seats: list[int], spoken: "Iterable[str]") -> "Iterator[None]":
        """Do the same, and yield between its parts."""
        self._spoken = sorted(spoken) or [self.language]
        current = self.look()
        yield
        for seat in list(self.own):
            if seat not in seats:
                del self.own[seat]
        for seat in seats:
            if self.game is not None and seat < self.game.seats:
                yield from self._look_for(self.game, seat, current)

    def look(self) -> list[int]:
        """Ask the table for the public view; return the seats that may act."""
        first, *others = self._spoken
        state = self._table.ask("state", seat=-1, language=first)
        said = {language: self._table.ask("line", language=language) for language in others}
        said[first] = state
        self._said = {language: {"line": one["line"], "problem": one["problem"]}
                      for language, one in said.items()}
        self._follow(state["view"])
        self.asked = state["asked"]
        self.players = state["players"]
        self.public |= {"state": self._state(state), "log": self._log}
        board = state["view"]["board"] if self.game else []
        self.public["pieces"] = pieces(self._owners, board)
        current: list[int] = state["view"]["current"] if self.game else []
        return current

    def _follow(self, view: "Json | None") -> None:
        """Make the game of a view, if it differs from the game before."""
        form = view and (view["game"], view["seats"], view["options"])
        if (form, self.profile) == self._form:
            return
        self._form = (form, self.profile)
        self.game = make(*form) if form else None
        self._owners = owners(self.game) if self.game else {}
        self.own.clear()
        self.public["board"] = geometry.board(geometry.profile(self.profile))
        self.public["game"] = self._about(self.game) if self.game else None

    def public_in(self, language: str) -> "Json":
        """Return the facts for everybody in one of the languages that are spoken."""
        return self.public | {"state": self.public["state"] | self._said.get(language, {})}

    def mine(self, seat: int, language: str) -> "Json | None":
        """Return the fact `mine` of a seat in a language; None if nobody speaks for the seat."""
        known = self.own.get(seat)
        if known is None or self.game is None:
            return None
        for _ in self.saying(seat, language):
            pass
        may: dict[str, Any] = known["may"][language]
        return {"own": known["own"], "moment": self.moments[seat]} | may

    def saying(self, seat: int, language: str) -> "Iterator[None]":
        """Sort and say the actions of a seat in a language, if this is still to do; yield between
        them."""
        known = self.own.get(seat)
        if known is None or self.game is None or language in known["may"]:
            return
        if language not in self._texts:
            self._texts[language] = Texts(language, _PATTERNS)
        known["may"][language] = yield from seat_actions(
            self.game, self._texts[language], seat, known["legal"])

    def rules(self, language: str) -> str:
        """Return the page on the game; raises RefusedError."""
        page = self.page(self.game.NAME, language) if self.game else ""
        if not page:
            raise RefusedError("no rules here")
        return page

    def _about(self, game: "Game") -> "Json":
        """Return the facts that pages need to draw a game."""
        prices: Callable[[], dict[str, Any]] = getattr(game, "prices", dict)
        return {"name": game.NAME, "title": game.TITLE, "set": game.SET, "prices": prices(),
                "printed": game.SET in self._pictures["printed"],
                "drawn": self._pictures["drawn"]}

    def _state(self, state: "Json") -> "Json":
        told = {key: state[key] for key in _STATE}
        view = state["view"]
        return told | {"view": view and view | {"printed": printed(self.game, view)}}

    def _look_for(self, game: "Game", seat: int, current: list[int]) -> "Iterator[None]":
        """Ask for the view and the actions of a seat. If these are unchanged, its moment stays the
        same."""
        own = self._table.ask("state", seat=seat)["view"]["own"]
        yield
        legal = Listing(game, self.most)
        if seat in current:
            yield from self._list(game, seat, legal)
        before = self.own.get(seat)
        if before is not None and before["mark"] == legal.mark and before["own"] == own:
            before["legal"] = legal
            return
        self.moments[seat] = self.moments.get(seat, self.first) + 1
        # `may` by language: see `mine`. A small room drops it and `legal`, and keeps the `mark`.
        self.own[seat] = {"mark": legal.mark, "legal": legal, "own": own, "may": {}}

    def _list(self, game: "Game", seat: int, legal: Listing) -> "Iterator[None]":
        """Ask for the actions of a seat, `part` at a time."""
        spots = spot_names(game)
        count = 0
        is_more = True
        while is_more:
            some = self._table.ask("legal", by=seat, start=count, most=self.part)["actions"]
            for words in some:
                yield
                legal.add(seat, words, spots)
            count += len(some)
            is_more = len(some) == self.part
