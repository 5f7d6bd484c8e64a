"""The room around a table in a browser's tab. `sim/tab/far_room.js` connects it to a broker, seals
and unseals; all decisions are here."""

import json

from sim.seats.keys import HOST, MOST, WATCH, Keys
from sim.seats.room import LONGEST, Room
from sim.seats.sessions import Sessions
from sim.seats.tables import TableHere
from sim.window.errors import RefusedError
from sim.window.messages import Pending

if False:  # only mypy reads this: the names of types
    from typing import Any

    from sim.window.livetable import LiveTable

FILE = "seats.json"
_SHOWN = ("seats", "host")  # facts that the tab's own page shows


class TabRoom:
    """The room around `live`; its keys are kept in `folder`. All texts are JSON."""

    def __init__(self, live: "LiveTable", folder: str):
        self._live = live
        self._table = TableHere(live.serve)
        live.listeners.append(self._table.hear)
        hello = live.facts["hello"]
        printed = [game["set"] for game in hello["games"] if game["printed"]]
        self._keys = Keys("%s/%s" % (folder, FILE))
        self._room = Room(
            self._table, self._keys, language=live.app.display_text.texts.language,
            pictures={"drawn": hello["drawn"], "printed": printed},
        )
        self._sessions = Sessions(self._room)
        self._facts = Pending()
        self._told_refused = 0  # messages, as the tab's page knows
        self._host = self._room.admit(self)

    def tell(self, kind: str, value: "Any") -> None:
        """See sim.seats.protocols.Outlet."""
        if kind in _SHOWN:
            self._facts.tell(kind, value)
        if kind == "host":
            self._told_refused = value["refused"]

    def step(self) -> bool:
        """Follow the table; return whether something happened, or there are facts to send."""
        is_waiting = self._sessions.wait_s() is not None
        return self._room.step() or is_waiting or self._room.refused != self._told_refused

    def about(self) -> str:
        """Return {"secret": the host's key, in hexadecimal digits, "longest": the most bytes of a
        message, "tokens": {whom: token}}."""
        tokens = {str(whom): self._keys.token(whom) for whom in [WATCH] + list(range(MOST))}
        return json.dumps({"secret": self._keys.secret, "longest": LONGEST, "tokens": tokens})

    def is_there(self, session: str) -> bool:
        """Is that a session of the present run?"""
        return self._sessions.is_there(session)

    def take_facts(self) -> str:
        """Return the facts that are new to the tab's own page, "" for none."""
        facts = self._facts.take()
        return json.dumps(facts) if facts else ""

    def ask(self, text: str) -> str:
        """Return the answer to a request of the tab's own page, which is the host's."""
        return json.dumps(self._room.hear(self._host, json.loads(text)))

    def hear(self, whom: str, session: str, key: str, number: int, text: str) -> bool:
        """Take a request of a device, without its seal; return whether another run has to begin.
        """
        try:
            if whom == HOST:
                raise ValueError  # who hosts is at the table
            self._sessions.hear(whom, session, key, number, text)
        except ValueError:
            self._room.refused += 1
        return self._sessions.is_full()

    def end(self, session: str) -> None:
        """End a session, if it is there."""
        self._sessions.end(session)

    def refuse(self) -> str:
        """Count a message with a wrong seal; return the answer to its device."""
        self._room.refused += 1
        return RefusedError("link unknown").said(self._room.views.language)

    def take(self) -> str:
        """Remove and return the messages to far devices (see Sessions), "" for none."""
        found = self._sessions.take()
        return json.dumps(found) if found else ""

    def renew(self) -> None:
        """The line to the broker broke: begin another run."""
        self._sessions.renew()

    def close(self) -> None:
        """Leave all seats to the table."""
        self._sessions.renew()
        self._live.listeners.remove(self._table.hear)
        for seat in list(self._live.app.session.elsewhere):
            self._table.ask("elsewhere", by=seat, yes=False)
