"""Actions that were undone, so that they can be redone."""


if False:  # only mypy reads this: the names of types
    from typing import Any

    from table.session import Session


class RedoStack:
    """Follows the game of a session; `undone` has the undone actions, the next to redo first."""

    def __init__(self, session: "Session"):
        self._session = session
        self._version = session.version
        self._played = list(session.game.log)
        self.undone: list[Any] = []

    def follow(self) -> None:
        """Compare with the log of the game, which has grown or shrunk."""
        kept = self._in_common()
        self._version = self._session.version
        self.undone = self._played[kept:] + self.undone
        del self._played[kept:]
        for entry in self._session.game.log.since(kept):
            self._played.append(entry)
            if self.undone and self.undone[0] == entry:
                del self.undone[0]
            else:
                self.undone = []

    def _in_common(self) -> int:
        """Return how many actions, counted from the first, are the same as at the last call."""
        log, had = self._session.game.log, len(self._played)
        if len(log) - had == self._session.version - self._version:
            return had  # each change since was one more action
        same = 0
        for entry, before in zip(log, self._played):
            if entry != before:
                break
            same += 1
        return same

    def next(self, people: list[int]) -> "list[Any]":
        """Return the actions to redo together: one, and those that follow it before a person's
        next action."""
        end = min(1, len(self.undone))
        while end < len(self.undone) and self.undone[end][0] not in people:
            end += 1
        return self.undone[:end]
