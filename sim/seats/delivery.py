"""Messages over a line that drops, doubles, delays and swaps some: each comes once, in its order.

Both ends send frames, [number, seen, text]. `seen` says that all messages up to this number have
come; if the other end does not soon report a message as seen, the sender repeats it. A frame with
the number 0 has no message. It knows no carriers; sim/seats/page/delivery.js is the other end of a
page.
"""

import json

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

AGAIN_S = (0.3, 0.45, 0.6, 0.75, 0.9, 1.0, 1.0, 1.0)  # from each try to the next; 6 s in all
MOST = 8  # messages on their way


class _Sent:
    """A message on its way; it is due again at `due`."""

    def __init__(self, number: int, text: str, due: float):
        self.number = number
        self.text = text
        self.due = due
        self.tries = 0


class Delivery:
    """One end of a line; `clock()` is a time in seconds."""

    def __init__(self, clock: "Callable[[], float]"):
        self.is_dead = False  # has a message not been seen, however often it was sent?
        self._clock = clock
        self._count = 0  # messages sent
        self._unseen: list[_Sent] = []
        self._seen = 0  # the number of the last message that came in its order
        self._early: dict[int, str] = {}  # messages that came before one before them
        self._owes = False  # does the other end have to be told what came?

    def is_full(self) -> bool:
        """Are so many messages on their way that the next one has to wait?"""
        return len(self._unseen) >= MOST

    def send(self, text: str) -> None:
        """Send a message with the next `take`."""
        self._count += 1
        self._unseen.append(_Sent(self._count, text, self._clock()))

    def hear(self, frame: str) -> list[str]:
        """Take a frame; return the messages that have come now. Raises ValueError."""
        try:
            value = json.loads(frame)
        except RuntimeError:  # a RecursionError is one
            value = None
        if not isinstance(value, list) or list(map(type, value)) != [int, int, str]:
            raise ValueError("a frame is [number, seen, text]")
        number, seen, text = value
        self._unseen = [one for one in self._unseen if one.number > seen]
        if number:
            self._owes = True
        if self._seen < number <= self._seen + MOST:
            self._early[number] = text
        found = []
        while self._seen + 1 in self._early:
            self._seen += 1
            found.append(self._early.pop(self._seen))
        return found

    def take(self) -> list[str]:
        """Return the frames to send now."""
        now = self._clock()
        due = [one for one in self._unseen if one.due <= now]
        for one in due:
            if one.tries == len(AGAIN_S):
                self.is_dead = True
                return []
            one.due = now + AGAIN_S[one.tries]
            one.tries += 1
        frames = [(one.number, one.text) for one in due]
        if self._owes and not due:
            frames = [(0, "")]
        self._owes = False
        return [json.dumps([number, self._seen, text]) for number, text in frames]

    def wait_s(self) -> float | None:
        """Return the seconds until a message is due again, None if none is on its way."""
        if not self._unseen:
            return None
        return max(0.0, min(one.due for one in self._unseen) - self._clock())
