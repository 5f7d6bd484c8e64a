"""The types of a room's table, and of the line to a device: only mypy reads this."""

from typing import Any, Protocol

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator

    from games.types import Json, Words


class Table(Protocol):
    """A table, by its line protocol."""

    def ask(self, do: str, **fields: Any) -> "Json":
        """Return the answer to a request, which may be a refusal; the answer to `record` has the
        `lines`. Raises OSError if the table is out of reach."""
        ...

    def take_events(self) -> "list[Json]":
        """Return the events since the last call."""
        ...


class AskEngine(Protocol):
    """An engine, as sim/engine.py has them for tables."""

    def ask(
        self, seat: int, view: "Json", legal: "list[Words]", seen: "list[Json]", seed: int
    ) -> "Iterator[Words | None]":
        """Yield None while it thinks, then its choice; ends without one where it fails."""
        ...


class Outlet(Protocol):
    """Takes the facts for a device."""

    def tell(self, kind: str, value: "object") -> None: ...
