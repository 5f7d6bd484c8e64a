"""Compares the responses to a question for tags with known facts: each tells something new,
nothing new, or nothing at all.

Most say nothing new, so machine code compares all responses of a visit first; only those that
bring something new are then handled one by one.
"""

from micropython import const

from table.drivers.viper import ptr8, ptr32, viper

if False:  # only mypy reads this: the names of types
    from table.drivers.pn532 import Exchange
    from table.sense.health import Health
    from table.sense.tracker import Tracker

CHANGED = const(5)  # a state of a reader in an exchange: its response brings something new
UID_ROOM = const(8)  # bytes for each UID, its length first
# In `Tracker.expected`, beside the number of tags:
OPEN = const(3)  # any answer is something new
CARD = const(4)  # a card that is no piece lies there; another of its kind is nothing new

_DONE = const(2)
_GARBLED = const(4)
_CHANGED = const(5)
_ROOM = const(36)  # of drivers/pn532: bytes for each reader in `answers`
_UID = const(7)
_UID_ROOM = const(8)
_CARD = const(4)


class Responses:
    """Compares the responses in `exchange`, to InListPassiveTarget, with the known tags."""

    def __init__(self, exchange: "Exchange", tracker: "Tracker", health: "Health"):
        self._exchange = exchange
        self._tracker = tracker
        self._health = health

    def check(self) -> int:
        """Compare responses to a question for one tag, as `compare` does."""
        return self.compare(0)

    @viper
    def compare(self, pair: int) -> int:
        """Mark the responses that bring something new as CHANGED. Return their number | readers
        without a response << 8. A reader that has responded has not failed.

        `pair`: the question was for two tags; then a response without a tag tells nothing.
        """
        exchange = self._exchange
        tracker = self._tracker
        health = self._health
        readers = ptr8(exchange.readers)
        state = ptr8(exchange.state)
        answers = ptr8(exchange.answers)
        expected = ptr8(tracker.expected)
        uids = ptr8(tracker.uids)
        reads = ptr32(tracker.reads)
        failures = ptr8(health.fails)
        count = int(exchange.count)
        changed = 0
        bad = 0
        for i in range(count):
            at = _ROOM * i
            tags = answers[at + 1]
            size = answers[at + 6]
            if state[i] == _DONE:
                if tags > 2 or answers[at] < 1:
                    state[i] = _GARBLED
                elif tags and (size > 10 or answers[at] < 6 + size):
                    state[i] = _GARBLED
            if state[i] != _DONE:
                bad += 1
                continue
            reader = readers[i]
            failures[reader] = 0
            reads[reader] = reads[reader] + 1
            wanted = expected[reader]
            new = 1
            if tags == 0 and (pair or wanted == 0):
                new = 0
            elif wanted == 2 and (tags == 2 or (tags and not pair)):
                new = 0  # of two tags a chip that is asked for one may name either
            elif tags == 1 and wanted == _CARD:
                new = 0 if answers[at + 5] else 1  # its SAK; that of a piece is 0
            elif tags == 1 and wanted == 1:
                mine = _UID_ROOM * reader
                if size > _UID:
                    size = _UID
                if size == uids[mine]:
                    new = 0
                    for k in range(size):
                        if uids[mine + 1 + k] != answers[at + 7 + k]:
                            new = 1
            if new:
                state[i] = _CHANGED
                changed += 1
        return changed | bad << 8
