"""A table at the other end of a line, such as a board on USB, for a room or a language model."""

import contextlib
from typing import TYPE_CHECKING, Any

from host_tools import client
from host_tools.errors import CommandError
from host_tools.ports import Simulated

if TYPE_CHECKING:
    from games.types import Json


def lay(port: Simulated) -> None:
    """Lay the pieces of a simulated table where the game has them, as people would."""
    with contextlib.suppress(ValueError):  # no game is on the table
        port.table.tidy()


class LinkTable:
    """A table at the other end of a line, as rooms see it."""

    def __init__(self, line: client.Client):
        self._client = line
        line.hello()

    def close(self) -> None:
        self._client.close()

    def ask(self, do: str, **fields: Any) -> "Json":
        """See sim.seats.protocols.Table."""
        try:
            if do == "record":
                return {"ok": True, "lines": self._client.record()}
            return self._client.ask(do, **fields)
        except client.RefusedError as error:
            return {"ok": False, "error": error.error, "why": error.why}
        except CommandError as error:
            raise OSError(str(error)) from None

    def take_events(self) -> "list[Json]":
        """Return the events since the last call; waits briefly if there are none."""
        try:
            return [message for message in self._client.arrived() if "event" in message]
        except CommandError as error:
            raise OSError(str(error)) from None
