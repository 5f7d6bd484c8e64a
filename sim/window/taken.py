"""Actions that were undone, so that they can be redone."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.log import Log


class Taken:
    """Follows the log of a game; `undone` are the undone actions, the next to redo first."""

    def __init__(self, log: "Log"):
        self._played = list(log)
        self.undone = []

    def follow(self, log: "Log") -> None:
        """Compare with the log of the game, which has grown or shrunk."""
        count = len(log)
        if count < len(self._played):
            self.undone = self._played[count:] + self.undone
            del self._played[count:]
        for entry in log.since(len(self._played)):
            self._played.append(entry)
            if self.undone and self.undone[0] == entry:
                del self.undone[0]
            else:
                self.undone = []

    def next(self, people):
        """Return the actions to redo together: one, and those after it up to the next action of a
        person."""
        end = min(1, len(self.undone))
        while end < len(self.undone) and self.undone[end][0] not in people:
            end += 1
        return self.undone[:end]
