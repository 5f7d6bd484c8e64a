"""A PN532 and its commands (PN532 user manual UM0701-02, section 7); packets.py has its bus.

Commands take the time computed for the real chip from the air times of ISO 14443-3
(facts: air-time); see the constants. The chip's own overhead is undocumented: _THINK_US is an
assumption, to be measured.
"""

from sim.virtual.packets import ACK, ACK_US, PacketPort

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Json
    from sim.virtual.card import Card
    from sim.virtual.clock import VirtualClock
    from sim.virtual.misses import Misses
    from sim.virtual.ntag import Tag
    from sim.virtual.world import World

# Microseconds.
_THINK_US = 1000  # the chip's own work on any command
_GUARD_US = 5100  # unmodulated field before the first request (ISO 14443-3, 5)
_REQUEST_US = 500  # REQA and the time-out without an answer
_CASCADE_US = 2000  # a level of the selection, of which a 7-byte UID has two
_RATS_US = 600  # the request for the ATS
_BYTE_US = 95  # at 106 kbit/s
_READ_US = 2000  # NTAG READ, command and answer
_WRITE_US = 4600  # NTAG WRITE

_FIRMWARE = b"\x32\x01\x06\x07"
_SYNTAX_ERROR = b"\x00\x00\xff\x01\xff\x7f\x81\x00"
_TRAITS = (
    "ack_us", "think_us", "settle_us", "wakes", "sam", "parameters", "status", "lead", "sizes",
    "boot_us", "noise",
)
_LAYER_4 = 0x20  # in the SAK: speaks ISO 14443-4

# Error codes of section 7.1.
_TIMEOUT = 0x01
_BAD_PARAMETER = 0x10
_CONTEXT = 0x27


class Pn532(PacketPort):
    """One chip.

    `field` has `tags(chip)`, nearest first, and `is_disturbed(chip)`: whether another field is so
    near that UIDs are garbled. Faults are set from outside: `fault` is "" or "silent" (hangs until
    its power is cycled), "garbled" (frames have a wrong bit) or "missing". `spoil`, if not None,
    gets each frame that is read and returns the frame sent instead. `misses`, if not None, says
    which questions tags miss.

    `be` makes it one of the readers that shops sell (sim/virtual/kinds.py).
    """

    def __init__(self, clock: "VirtualClock", field: "World"):
        super().__init__(clock)
        self.field = field
        self.misses: "Misses | None" = None
        self.polls = 0  # commands that searched for tags
        self.be({})
        self.reset()

    def be(self, traits: "Json") -> None:
        """Take on traits, by name; everything else is as in the manual.

        ack_us      from a command to its ACK; 0: ACK_US
        think_us    the work on any command
        settle_us   from its select until it hears the bus
        wakes       the first frame after power-on only wakes it (true or false)
        sam         the numbers of parameters of SAMConfiguration that it hears
        parameters  it knows SetParameters (true or false)
        status      bits that are set in its status byte besides the lowest
        lead        zeros more before each frame
        sizes       the lengths of the UIDs that it finds
        boot_us     from power-on until it hears the bus; 0: BOOT_US
        noise       so many frames after power-on are garbage
        """
        self.ack_us = self.settle_us = self.status = self.lead = 0
        self.boot_us = self.noise = 0
        self.think_us = _THINK_US
        self.wakes = False
        self.sam: "tuple[Any, ...]" = (1, 2, 3)
        self.parameters = True
        self.sizes: "tuple[Any, ...]" = (4, 7, 10)
        for name in traits:
            if name not in _TRAITS:
                raise ValueError("a reader has no trait %s" % name)
            setattr(self, name, traits[name])

    def reset(self) -> None:
        """Lose all state, as after a dip of the supply; ready again at once."""
        super().reset()
        self.field_on = False
        self.retries = 0xFF  # MxRtyPassiveActivation: endless
        self._retry_us = 51200  # fRetryTimeout
        self._configured = False  # set by SAMConfiguration
        self.rats = True  # fAutomaticRATS: asks cards of ISO 14443-4 for their ATS
        self._targets: "list[Tag | Card]" = []
        self._idle: "list[Tag | Card]" = []  # those of them that want to be selected again
        self._fed: "list[Tag | Card]" = []  # those that its field feeds
        self._alternate = False

    def command(self, code: int, data: bytes) -> None:
        if self.wakes and not self._awake or code == 0x14 and len(data) not in self.sam:
            self._awake = True
            return
        self._awake = True
        self._forever = None
        ready = self.clock.now + (self.ack_us or ACK_US)
        wrong = (ready + self.think_us, _SYNTAX_ERROR, None)
        self.output = [(ready, ACK, None)]
        run = _COMMANDS.get(code)
        if run is None or code == 0x12 and not self.parameters:
            self.output.append(wrong)
            return
        try:
            result = run(self, data)
        except IndexError:
            self.output.append(wrong)
            return
        if result:
            self._answer(code, result)

    def _firmware_version(self, data: bytes) -> tuple[int, bytes, None]:
        return 0, _FIRMWARE, None

    def _sam(self, data: bytes) -> tuple[int, bytes, None]:
        self._configured |= data[0] == 1  # only the normal mode matters here
        return 0, b"", None

    def _set_parameters(self, data: bytes) -> tuple[int, bytes, None]:
        self.rats = bool(data[0] & 0x10)
        return 0, b"", None

    def _rf_configuration(self, data: bytes) -> tuple[int, bytes, None]:
        item = data[0]
        if item == 1:
            self.field_on = bool(data[1] & 1)
            if not self.field_on:
                self._targets = []
        elif item == 2:
            self._retry_us = 100 << (data[3] - 1) if data[3] else 0
        elif item == 4:
            data[1]
        elif item == 5:
            self.retries = data[3]
        elif item == 0x0A:
            data[11]
        else:
            return 0, bytes([_BAD_PARAMETER]), None
        return 0, b"", None

    def _list_target(self, data: bytes) -> tuple[int, bytes, None] | None:
        most, kind = data[0], data[1]
        self.polls += 1
        if not self._configured or kind != 0 or most not in (1, 2):
            return 0, b"\x00", None
        us = 0 if self.field_on else _GUARD_US
        self._power_up()
        found = self.find_tags(most)
        if found and self._targets and found[0] in self._targets:
            # A selected tag takes the next request as an error and does not hear it (ISO 14443-3,
            # 6.3: from ACTIVE to IDLE); it answers the second one. A tag that has refused a
            # command is idle already.
            if found[0] not in self._idle:
                us += _REQUEST_US
                if not self.retries:
                    found = []
        if not found and self.retries == 0xFF:
            self._forever = (self.clock.now + (self.ack_us or ACK_US), most)
            return None
        us += _REQUEST_US * (1 if found else self.retries + 1) + self._select_us(found)
        return us, self._target_data(found), None

    def _power_up(self) -> None:
        """Switch the field on; each tag that is new in it powers up."""
        fed = self._fed if self.field_on else []
        self.field_on = True
        self._fed = self.field.tags(self)
        for tag in self._fed:
            if tag not in fed:
                tag.power_up()

    def _has_ats(self, tag: "Tag | Card") -> bool:
        """Does the chip ask a card for its ATS when it selects it?"""
        return self.rats and bool(tag.ats)

    def _select_us(self, found: "list[Tag | Card]") -> int:
        us = 0
        for tag in found:
            us += _CASCADE_US * ((len(tag.uid) - 1) // 3)
            if self._has_ats(tag):
                us += _RATS_US + tag.latency_us + _BYTE_US * (len(tag.ats) + 2)
        return us

    def _poll_on(self) -> None:
        """Poll again, since an endless poll is running."""
        start, most = self._forever or (0, 0)
        found = self.find_tags(most)
        if found:
            self._forever = None
            us = _REQUEST_US + self._select_us(found)
            self._answer(0x4A, (us, self._target_data(found), None), max(start, self.clock.now))

    def find_tags(self, most: int) -> "list[Tag | Card]":
        """Return the tags that answer, the nearest first. Tags with the same UID answer as one."""
        found: "list[Tag | Card]" = []
        for tag in self.field.tags(self):
            known = [other.uid for other in found]
            if len(tag.uid) in self.sizes and tag.uid not in known and not self._is_missed(tag):
                found.append(tag)
        found = found[:most]
        if most == 2 and len(found) == 1:
            # In a search for two, the chip reports a single tag only every second time.
            self._alternate = not self._alternate
            if self._alternate:
                return []
        return found

    def _is_missed(self, tag: "Tag | Card") -> bool:
        """Does a tag in the field miss this question?"""
        return self.misses is not None and self.misses.happens(self, tag)

    def _target_data(self, found: "list[Tag | Card]") -> bytes:
        self._targets = found
        self._idle = []
        data = bytes([len(found)])
        garbled = bool(found) and self.field.is_disturbed(self)
        for i in range(len(found)):
            tag = found[i]
            uid = bytes([byte >> 1 for byte in tag.uid]) if garbled else tag.uid
            data += bytes([i + 1]) + tag.atqa + bytes([tag.sak, len(uid)]) + uid
            if self._has_ats(tag):
                data += tag.ats
        return data

    def data_exchange(self, data: bytes) -> tuple[int, bytes, None]:
        number, command = data[0], data[1]
        if not 1 <= number <= len(self._targets):
            return 0, bytes([_CONTEXT]), None
        tag = self._targets[number - 1]
        if not self._is_in_reach(tag):
            return self._retry_us, bytes([_TIMEOUT]), None
        if self._has_ats(tag):
            us, said = tag.apdu(data[1:])
            return us, bytes([_TIMEOUT]) if said is None else b"\x00" + said, None
        if tag.sak & _LAYER_4 or command not in (0x30, 0xA2):
            self._idle.append(tag)  # it waits for RATS, and takes all else for an error
            return self._retry_us, bytes([_TIMEOUT]), None
        if command == 0x30:
            if self._is_missed(tag):
                return self._retry_us, bytes([_TIMEOUT]), None
            us = _READ_US
            answers = [one.read(data[2]) for one in self._alike(tag)]
            said = answers[0] if answers == answers[:1] * len(answers) else None  # they collide
        else:
            us = _WRITE_US
            taken = [one.write(data[2], data[3:7]) for one in self._alike(tag)]
            said = b"" if all(taken) else None
        if said is None:
            self._idle.append(tag)
            return us, bytes([tag.refusal]), None
        return us, b"\x00" + said, None

    def _is_in_reach(self, tag: "Tag | Card") -> bool:
        """Is a tag in reach, and still selected?"""
        return tag in self.field.tags(self) and tag not in self._idle

    def _alike(self, tag: "Tag | Card") -> "list[Tag | Card]":
        """Return a tag, then all others in reach with its UID, which receive the same."""
        others = [one for one in self.field.tags(self) if one is not tag and one.uid == tag.uid]
        return [tag] + others

    def _communicate_through(self, data: bytes) -> tuple[int, bytes, None]:
        """InCommunicateThru: supports GET_VERSION, the only command that the driver sends this
        way."""
        tags = [tag for tag in self._targets if self._is_in_reach(tag)]
        said = tags[0].version() if tags and data[0] == 0x60 else None
        if said is None:
            self._idle += tags
            return self._retry_us, bytes([_TIMEOUT]), None
        return _READ_US, b"\x00" + said, None

    def _release(self, data: bytes) -> tuple[int, bytes, None]:
        data[0]
        self._targets = []
        return 0, b"\x00", None

    def _power_down(self, data: bytes) -> "tuple[int, bytes, Callable[..., Any]]":
        data[0]
        self.field_on = False
        self._targets = []
        return 0, b"\x00", self._sleep

    def _sleep(self) -> None:
        self._asleep = True


_COMMANDS = {
    0x02: Pn532._firmware_version,
    0x12: Pn532._set_parameters,
    0x14: Pn532._sam,
    0x16: Pn532._power_down,
    0x32: Pn532._rf_configuration,
    0x40: Pn532.data_exchange,
    0x42: Pn532._communicate_through,
    0x4A: Pn532._list_target,
    0x52: Pn532._release,
}
