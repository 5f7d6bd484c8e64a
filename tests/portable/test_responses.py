"""Which responses to a question for tags bring something new."""

from games.rng import Rng
from table.drivers.pn532 import DONE, GARBLED, ROOM
from table.sense.responses import CHANGED, OPEN, Responses


class Exchange:
    """Has the responses of up to five readers."""

    def __init__(self):
        self.readers = bytearray(5)
        self.state = bytearray(5)
        self.answers = bytearray(5 * ROOM)
        self.count = 0


class Health:
    def __init__(self, fails=0):
        self.fails = bytearray([fails] * 40)


class Known:
    def __init__(self):
        self.expected = bytearray(40)
        self.uids = bytearray(8 * 40)
        self.reads = [0] * 40


def test_only_a_change_counts():
    rng = Rng(9)
    for turn in range(600):
        exchange, known, health = Exchange(), Known(), Health(2)
        exchange.readers[0] = 7
        exchange.count = 1
        exchange.state[0] = DONE
        uid = bytes([rng.below(3) for _ in range(rng.choice((4, 7, 7, 10)))])
        tags = rng.below(3)
        data = bytes((tags,))
        for i in range(tags):
            data += bytes((i + 1, 0, 0x44, 0, len(uid))) + uid
        exchange.answers[0 : len(data) + 1] = bytes((len(data),)) + data[: ROOM - 1]
        wanted = rng.choice((0, 1, 1, 2, OPEN))
        old = uid if rng.below(2) else bytes(7)
        known.expected[7] = wanted
        known.uids[56 : 57 + len(old[:7])] = bytes((len(old[:7]),)) + old[:7]
        pair = turn & 1
        said = Responses(exchange, known, health).compare(pair)
        if tags == 0:
            new = not pair and wanted != 0
        elif tags == 1:
            new = not (wanted == 1 and old[:7] == uid[:7] or wanted == 2 and not pair)
        else:
            new = wanted != 2
        assert said == int(new) and exchange.state[0] == (CHANGED if new else DONE), (tags, wanted)
        assert known.reads[7] == 1 and health.fails[7] == 0


def test_a_response_that_is_too_short_for_its_tags_is_garbled():
    for data in (b"", b"\x03", b"\x01\x01\x00\x44\x00\x07\x04", b"\x01\x01\x00\x44\x00\xff"):
        exchange = Exchange()
        exchange.count = 1
        exchange.state[0] = DONE
        exchange.answers[0 : len(data) + 1] = bytes((len(data),)) + data
        assert Responses(exchange, Known(), Health()).check() == 1 << 8
        assert exchange.state[0] == GARBLED
