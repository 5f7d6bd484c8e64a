"""The table in a browser's tab; its worker (`sim/tab/table.js`) calls this."""

import json

from sim.window.livetable import PROFILE, LiveTable
from sim.window.messages import Pending, answer
from sim.window.thinking import Thinker

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from sim.seats.tabroom import TabRoom

_SLICE_S = 0.03  # the page is a thread of its own, and a slow one is lit sooner


class Tab:
    """The table with its one page. `post(text)` sends a message there.

    `folder` is for the journal; `hello` is the fact of that kind, made by the build; `start()`
    returns a helper that thinks (see `thinking.py`); `pace` is that of the helping hands.
    """

    def __init__(
        self, folder: str, hello: str, post: "Callable[[str], Any]", start: "Callable[[], Any]",
        pace: float = 1.0,
    ):
        self._post = post
        self._folder = folder
        self._room: TabRoom | None = None
        self._facts = Pending()
        self._live = LiveTable(
            folder, PROFILE, self._facts.tell, pace=pace, hello=json.loads(hello),
            thinker=Thinker(start), slice_s=_SLICE_S,
        )
        self._live.begin()
        if not self._live.fitting:
            self._live.fit()
        self.tell_all()

    def tell_all(self) -> None:
        """Send every fact, for a new page."""
        for kind, value in self._live.facts.all():
            self._facts.tell(kind, value)
        self._send()

    def hear(self, text: str) -> None:
        """Take a request; send what changed, and the answer."""
        said = answer(self._live, self, text)
        self._send()
        self._post(json.dumps(said))

    def step(self, watched: bool) -> bool:
        """Run for a moment; return whether there is more to do before the page acts."""
        self._live.step()
        busy = self._room is not None and self._room.step()
        self._send()
        return busy or not self._live.is_at_rest(watched)

    def open_room(self) -> "TabRoom":
        """Open the room around the table for friends far away; return it."""
        from sim.seats.tabroom import TabRoom  # loaded only by a host

        self._room = TabRoom(self._live, self._folder)
        return self._room

    def close_room(self) -> None:
        """Close the room: the people at the table play for all seats."""
        if self._room is not None:
            self._room.close()
            self._room = None

    def _send(self) -> None:
        facts = self._facts.take()
        if facts:
            self._post(json.dumps(facts))
