"""The link to a host: the events that the table sends. `table/answers.py` answers requests."""

from games import names
from games.players import names as player_names
from games.texts import languages
from table import link
from table.theme import names as theme_names

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

    from games.replay import Replay
    from games.types import Json, Message, Words
    from table.app import App

FIRMWARE = "0.2.0"


class Host:
    """Sends the events of an App to a host. `feed` takes characters; `send` is called with each
    piece of a line."""

    def __init__(self, app: "App", send: "Callable[..., object]"):
        self._app = app
        self._send = send
        self._lines = link.LineBuffer()
        self.load: "Replay | None" = None  # a record that is being loaded
        self._told_problem = ""

    def hello(self) -> "Json":
        """Return the table's greeting, a dict."""
        return {
            "link": link.VERSION,
            "firmware": FIRMWARE,
            "profile": self._app.board.profile.NAME,
            "games": names(),
            "players": ["human"] + player_names(),
            "themes": theme_names(),
            "languages": languages(),
        }

    def greet(self) -> None:
        """Tell the host that the table has started."""
        greeting = self.hello()
        greeting["event"] = "hello"
        link.send(self._send, greeting)

    def send_events(self) -> None:
        """Send the events since the last call."""
        session = self._app.session
        while session.pending_events:  # an event that cannot be sent is not tried again
            self._app.poll_in_pause()  # finding and painting the lights may have taken 75 ms
            link.send(self._answer, session.pending_events.pop(0))
        problem = self._app.display_text.problem
        if problem != self._told_problem:
            self._told_problem = problem
            link.send(self._send, {"event": "problem", "text": problem})

    def note_refused(self, why: "Message", words: "Words | None" = None) -> None:
        """Tell the host that an action was refused, or that pieces mean none; `words` are those in
        which it was asked for."""
        session = self._app.session
        session.pending_events.append({"event": "refused", "do": words, "why": why})
        if session.playtest:
            session.playtest.refuse(words, why)

    def feed(self, data: bytes | bytearray | str) -> None:
        """Take characters from the host, bytes or str, and answer the complete lines."""
        if not data:
            return
        for line in self._lines.feed(data):
            try:
                request = link.decode(line)
            except link.LinkError as error:
                link.send(self._send, link.refuse({}, "line", str(error)))
                continue
            if request is None:
                continue
            try:
                from table.answers import Answers

                link.send(self._answer, Answers(self._app, self._answer).handle(request))
            except MemoryError:  # perhaps after half of a long answer
                link.send(self._answer, link.no_room(request))

    def _answer(self, piece: str) -> None:
        """Send a piece of an answer or event, and poll the readers: a long answer takes
        seconds."""
        self._send(piece)
        self._app.poll_in_pause()

    def handle(self, request: "Json") -> "Json":
        """Return the answer to a request, as `Requests.handle` does."""
        from table.answers import Answers

        return Answers(self._app, self._answer).handle(request)
