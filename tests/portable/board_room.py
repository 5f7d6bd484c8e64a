"""The two halves of a board that has no computer, each on a MicroPython of its own: `BoardTable`
is the firmware with a game of Landover, `BoardRoom` the room around it. `tests/board_room.mjs`
joins them by the line protocol, and carries bytes between sockets and the room.

A device first sends `whom token key`, its link and its public key; then lines of docs/seats.md.
"""

import json
import sys

LANDOVER = {"do": "new", "game": "landover", "seats": 4, "seed": 7}


# The modules that the room shares with the table: the rules, and the readers of their words.
SHARED = ("games.base", "games.record", "games.replay", "games.texts", "games.landover.state",
          "games.landover.actions", "games.landover.game", "table.link", "table.session")
ROOM = ("sim.computer", "sim.seats.keys", "sim.seats.seat_actions", "sim.seats.players",
        "sim.seats.seat_views", "sim.seats.room", "sim.seats.slow_room", "sim.seats.sessions")


def shared():
    """Yield while the shared modules are loaded, so that garbage can be collected."""
    for name in SHARED:
        yield __import__(name)


def made_table():
    """Yield the table."""
    yield BoardTable()


def made_room(line):
    """Yield while the room is made, and then the room; `line` as for LineTable."""
    yield from shared()
    sys.modules["sim.window.geometry"] = Outline
    for name in ROOM:
        yield __import__(name)
    yield BoardRoom(line)


class BoardTable:
    """The firmware of a board, whose pieces somebody lays."""

    def __init__(self):
        from table import wiring
        from table.wiring import hex37

        sys.modules["table.wiring.grid6"] = wiring.grid6 = hex37  # a board has no other profile
        from tests.portable.fake_table import FakeTable

        self.fake = FakeTable(hex37)
        self.ask(json.dumps(LANDOVER))
        self.step(1000)

    def ask(self, text):
        """Return the answer to a request, with the events since the last one, as JSON."""
        from table.link import encode

        answer = encode(self.fake.app.host.handle(json.loads(text)))
        events = [line for line in self.fake.sent if line.startswith("{")]
        self.fake.sent.clear()
        return '{"answer": %s, "events": [%s]}' % (answer.strip(), ", ".join(events))

    def step(self, ms):
        """Let time pass, and lay the pieces that the game asks for."""
        self.fake.see_all()
        end = self.fake.clock.now + ms
        while self.fake.clock.now < end:
            self.fake.run(1)

    def record(self):
        """Return the lines of the record so far."""
        return "\n".join(self.fake.app.session.record())


class Outline:
    """In place of sim/window/geometry.py: the page has the geometry of boards among its files."""

    @staticmethod
    def profile(name):
        return name

    @staticmethod
    def board(name):
        return {"profile": name}


class LineTable:
    """A table at the other end of a line, as rooms see it; `line(text)` returns its answer."""

    def __init__(self, line):
        self._line = line
        self._events = []

    def ask(self, do, **fields):
        fields["do"] = do
        told = json.loads(self._line(json.dumps(fields)))
        self._events += told["events"]
        return told["answer"]

    def take_events(self):
        self.ask("hello")
        events, self._events = self._events, []
        return events


class BoardRoom:
    """The room, and who came by which socket, each known by a number."""

    def __init__(self, line):
        from sim.seats.keys import Keys
        from sim.seats.sessions import Sessions
        from sim.seats.slow_room import SlowRoom, pieces

        self.keys = Keys()
        self.room = SlowRoom(LineTable(line), self.keys)
        self.sessions = Sessions(self.room, write=pieces)
        self._lines = {}  # by socket: whom, key, and the number of its last message
        self._found = []  # what is to be sent: (session, number, pieces)

    def tokens(self):
        """Return the tokens of the links, for whoever shows them to people."""
        return json.dumps([self.keys.token(seat) for seat in range(4)])

    def hear(self, socket, text):
        """Take a line from a socket; return whether it may stay."""
        if socket not in self._lines:
            whom, token, key = text.split(" ")
            if whom not in "0123" or token != self.keys.token(int(whom)):
                return False
            self._lines[socket] = [whom, key, 0]
            return True
        line = self._lines[socket]
        line[2] += 1
        self.sessions.hear(line[0], str(socket), line[1], line[2], text)
        return self.sessions.is_there(str(socket))

    def leave(self, socket):
        """The socket has closed."""
        self._lines.pop(socket, None)
        self.sessions.end(str(socket))

    def step(self):
        """Follow the table; return whether something happened."""
        return self.room.step()

    def take(self):
        """Remove and return what to send next, after its socket and a space; "" for nothing."""
        if not self._found:
            self._found = self.sessions.take()
        if self._found:
            session, _, text = self._found[0]
            for piece in text:
                return session + " " + piece
            self._found.pop(0)
            return session + " \n"
        return ""
