"""The types of a room's table, and of the line to a device: only mypy reads this."""

from typing import Any, Protocol


class Table(Protocol):
    """A table, by its line protocol."""

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Return the answer to a request, which may be a refusal; that to `record` has its
        `lines`. Raises OSError if the table is out of reach."""
        ...

    def take_events(self) -> list[dict[str, Any]]:
        """Return the events since the last call."""
        ...


class Outlet(Protocol):
    """Takes the facts for a device."""

    def tell(self, kind: str, value: Any) -> None: ...
