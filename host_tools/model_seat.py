"""A seat for a program that reads and writes words, such as a language model: its knowledge and
its actions, in words and JSON. `leyboard mcp` serves it. All its facts come from the table, for
this seat or for everybody.
"""

import re
import threading
import time
from typing import TYPE_CHECKING, Any

from games.texts import LANGUAGE, Texts
from host_tools.errors import CommandError, why
from sim.window import bundle, gallery
from table import forms

if TYPE_CHECKING:
    from games.types import Json, Message, Words
    from sim.seats.protocols import Table

PAGE = 40  # actions of a page
_WAIT_S = 60  # the longest wait for one's turn
_LOOK_S = 0.02  # between two looks
_LATEST = 40  # of what happened, told at once
_REMARK = re.compile(r"^<!--[^>]*-->\n\n?", re.MULTILINE)  # of a page, for the window
_WORDS = ("words", forms.WORDS, 1, 64)  # as the table has them


class ModelSeat:
    """The seat `seat` of a table. Its methods return JSON objects, and raise CommandError with a
    sentence that says why if the table refuses or is out of reach. Several threads may call them.
    """

    def __init__(self, table: "Table", seat: int, language: str, must_explain: bool = False):
        self.table = table
        self._must_explain = must_explain
        self._seat = seat
        self._texts = Texts(language)
        self._events: list[Json] = []  # not yet told
        self._line = threading.Lock()  # the table has one line
        self._is_closed = False

    def _ask(self, do: str, **fields: Any) -> dict[str, Any]:
        if not forms.is_valid(fields.get("words", [0]), *_WORDS[1:]):
            raise CommandError("%s is %s" % (_WORDS[0], forms.said(_WORDS)))
        try:
            with self._line:
                if self._is_closed:
                    raise CommandError("this seat is closed")
                answer = self.table.ask(do, **fields)
                self._events += self.table.take_events()
        except OSError as error:
            raise CommandError(why(error)) from None
        if not answer["ok"]:
            raise CommandError(str(answer["why"]))
        return answer

    def _say(self, message: "Message", game: str = "") -> str:
        """Return a message as text; texts keep their place in the catalogues, so one at a time."""
        with self._line:
            return self._texts.render(message, game)

    def close(self) -> None:
        """Ask the table nothing more; who waits in a thread stops waiting."""
        with self._line:
            self._is_closed = True

    def tables(self) -> dict[str, Any]:
        """Say which table this is, which game is played on it, by whom, and how it stands."""
        hello = self._ask("hello")
        state = self._ask("state", seat=-1)
        view = state["view"] or {}
        return {"tables": [{
            "board": hello["profile"], "game": view.get("game"), "seats": view.get("seats"),
            "options": view.get("options"), "players": state["players"], "names": state["names"],
            "scores": view.get("scores"), "result": view.get("result"), "your_seat": self._seat,
        }]}

    def state(self) -> dict[str, Any]:
        """Say what your seat may know: what happened since you last asked, who is to act, the
        scores, what lies on the board, what is wrong on the table, and, in `own`, what your seat
        alone knows."""
        state = self._ask("state", seat=self._seat)
        view = self._playing(state)
        game = view["game"]
        with self._line:
            events, self._events = self._events, []
        told = [event for event in events if event["event"] in ("action", "undo", "over")]
        return {
            "your_seat": self._seat, "you_are": self._say("seat %d" % self._seat),
            "to_act": view["current"], "your_turn": self._seat in view["current"],
            "line": state["line"], "problem": state["problem"],
            "happened": [self._told(event, game) for event in told[-_LATEST:]],
            "view": view, "over": view["result"] is not None or state["given_up"],
        }

    def _playing(self, state: "Json") -> dict[str, Any]:
        view: Json | None = state["view"]
        if view is None:
            raise CommandError("no game is on the table")
        return view

    def _told(self, event: "Json", game: str) -> dict[str, Any]:
        """Return an event of the table, with the sentence of an action."""
        if event["event"] != "action":
            return event
        sentence = self._say(("do", *event["do"]), game)
        told = {key: event[key] for key in ("n", "by", "do", "ev")} | {"sentence": sentence}
        return told | ({"why": event["why"]} if event.get("why") else {})

    def legal_actions(self, page: int = 1) -> dict[str, Any]:
        """List the actions that your seat may take now, a page at a time: the `words` for
        `would_do` and `act`, and a sentence each. `unlisted` has the first words of those that
        are too many for a room to list; the rules tell how they go on."""
        game = self._playing(self._ask("state", seat=self._seat))["game"]
        answer = self._ask("legal", by=self._seat)
        actions: list[Words] = answer["actions"]
        texts = answer.get("texts") if game not in gallery.every() else None
        pages = max(-(-len(actions) // PAGE), 1)
        if not 1 <= page <= pages:
            raise CommandError("there are the pages 1 to %d" % pages)
        shown = range(PAGE * (page - 1), min(PAGE * page, len(actions)))
        return {"count": len(actions), "page": page, "pages": pages,
                "unlisted": answer.get("unlisted", []), "actions": [
                    {"words": actions[n],
                     "sentence": texts[n] if texts else self._say(("do", *actions[n]), game)}
                    for n in shown]}

    def would_do(self, words: list[Any]) -> dict[str, Any]:
        """Say what a legal action would score, close, and leave to the others, as far as your seat
        can know; "" for nothing of that."""
        return {"text": self._ask("would", by=self._seat, words=words)["text"]}

    def act(self, words: list[Any], why: str = "") -> dict[str, Any]:
        """Take a legal action for your seat; return the state after it. Everybody at the table
        reads `why`, a sentence of up to 120 plain letters: tell in it what they may know."""
        if self._must_explain and not why.strip():
            raise CommandError("the table wants to know why: give a sentence as `why`")
        self._ask("do", by=self._seat, words=words, why=why)
        return self.state()

    def is_due(self) -> bool:
        """Is the seat to act, or the game over?"""
        state = self._ask("state", seat=-1)
        view = self._playing(state)
        is_over = view["result"] is not None or state["given_up"]
        return is_over or self._seat in view["current"]

    def wait(self, seconds: int = _WAIT_S) -> dict[str, Any]:
        """Wait until your seat is to act or the game is over, for some seconds at most (1 to 60);
        return the state."""
        end = time.monotonic() + max(1, min(seconds, _WAIT_S))
        while not self.is_due() and time.monotonic() < end:
            time.sleep(_LOOK_S)
        return self.state()

    def new_game(self) -> dict[str, Any]:
        """Begin the same game again, once it is over, with the same seats, options and players."""
        state = self._ask("state", seat=-1)
        if self._playing(state)["result"] is None and not state["given_up"]:
            raise CommandError("the game is not over")
        self._ask("rematch", secret=True)
        with self._line:
            self._events = []
        return self.state()

    def rules(self, heading: str = "") -> dict[str, Any]:
        """Read the rules of the game a paragraph at a time: without a heading, list all headings;
        with one, return its paragraph. The heading "all" returns everything."""
        game = self._playing(self._ask("state", seat=-1))["game"]
        try:
            parts = paragraphs(self._ask("rules")["rules"])
        except CommandError:  # only rooms have pages, and not all of them
            parts = rules_of(game, self._texts.language)
        if not heading:
            return {"game": next(iter(parts)), "headings": list(parts)}
        if heading == "all":
            return {"text": "\n\n".join("## %s\n%s" % part for part in parts.items())}
        if heading not in parts:
            raise CommandError("there is no heading %s; there are: %s"
                               % (heading, ", ".join(parts)))
        return {"text": parts[heading]}


def rules_of(game: str, language: str = LANGUAGE) -> dict[str, str]:
    """Return {heading: text} of the page on a game that this computer has; raises CommandError."""
    page = bundle.page(game, language) if game in gallery.every() else ""
    if not page:
        raise CommandError("the game %s has no page of rules" % game)
    return paragraphs(page)


def paragraphs(page: str) -> dict[str, str]:
    """Return {heading: text} of a page in Markdown."""
    parts = {}
    for part in ("# " + _REMARK.sub("", page).lstrip("# ")).split("\n## "):
        heading, _, text = part.partition("\n")
        parts[heading.lstrip("# ")] = text.strip()
    return parts
