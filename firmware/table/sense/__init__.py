"""The pieces on the places: scans all readers and reports settled tokens.

    plan       which cells are visited next
    visits     which readers take part in this visit and in the next
    scan       one visit: set up its readers, ask them, handle the answers
    responses  which responses of a visit bring something new
    tracker   what each reader has found, and when that counts as settled
    health     which readers fail, which are silent and when to try them again
    supply     the 5 V, and which blocks of readers have it
    writer     commands to the tag on the pad, such as writing a record
"""

from table.sense.codes import DOUBLE, FAULT, FOREIGN, UNKNOWN, UNSHOWN
from table.sense.health import STARTING, Health
from table.sense.plan import NOWHERE, Plan, are_neighbours
from table.sense.scan import Scan
from table.sense.tracker import ODD, Tracker

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

    from games.types import Message
    from table.clock import Clock
    from table.drivers.pn532 import Bus
    from table.facings import Facings
    from table.sense.supply import Supply
    from table.sense.writer import Talk, Writer
    from table.switches import Switches

_NOWHERE = -1
__all__ = ("DOUBLE", "FAULT", "FOREIGN", "UNKNOWN", "UNSHOWN", "Sense")


class Sense:
    """Scans the readers on `bus`, placed by `profile` and powered by `supply`.

    `seen` holds a code for each place, `pad` the pad's code; `version` counts changes of either.
    `ready` is set once every reader has been asked since power came on. `switches` reads the
    board's hall switches; it is None on a board without them. `arrivals` lists the places with a
    new tag that is not read yet; the code that notes them clears the list.
    """

    def __init__(
        self,
        bus: "Bus",
        supply: "Supply",
        profile: "ModuleType",
        clock: "Clock",
        switches: "Switches | None" = None,
    ):
        self.profile = profile
        self.pad_reader = bus.pad
        self.supply = supply
        self.plan = Plan(profile, clock)
        places = len(profile.READERS)
        self.tracker = Tracker(self.plan.place, places, bus.pad)
        self.health = Health(len(self.plan.place))
        self.scan = Scan(bus, supply, self.plan, self.tracker, self.health, clock)
        self._writer: "Writer | Talk | None" = None  # the current one, or the last
        self.switches = switches
        self.facings: "Facings | None" = None  # how tiles are turned, on a board that feels it
        self.seen = switches.seen if switches else self.tracker.seen
        self.arrivals = self.tracker.arrivals
        self.ready = False
        self._asked = 0  # all readers below this number have answered or are silent

    # ---- what the table asks --------------------------------------------------------------------

    @property
    def pad(self) -> int:
        return self.tracker.code[self.pad_reader]

    @property
    def pad_tags(self) -> int:
        """The number of tags that have come onto the pad; tells equal pieces apart."""
        return self.tracker.pad_tags

    @property
    def version(self) -> int:
        version = self.tracker.version + (self.switches.version if self.switches else 0)
        return version + (self.facings.version if self.facings else 0)

    @property
    def has_supply(self) -> bool:
        """Is the 5 V supply there? Without it, readers and lights are dead."""
        return self.supply.present

    @property
    def is_up(self) -> bool:
        """Do the readers have power, and can they be asked?"""
        return self.supply.present and not self.supply.starting

    @property
    def is_switching(self) -> bool:
        """Are blocks being switched on, one after the other?"""
        return self.supply.is_switching

    def faulty_block(self) -> int:
        """Return the number, from 1, of a block whose power switch reports a fault; 0 if none
        does."""
        for block in range(self.pad_reader // 9):
            if self.supply.faults >> block & 1:
                return block + 1
        return 0

    @property
    def sweep_ms(self) -> int:
        """The time of the last sweep of all cells."""
        return self.plan.sweep_ms

    @property
    def set_in_play(self) -> int:
        return self.tracker.set_in_play

    @set_in_play.setter
    def set_in_play(self, number: int) -> None:
        """Choose the component set whose pieces are known; all tags are read again."""
        if number != self.tracker.set_in_play:
            self.tracker.set_in_play = number
            self.tracker.forget_tags()
            if self.switches:
                self.switches.forget(self.pad_tags)

    def hear_all(self, on: bool) -> None:
        """Choose whether each reader's answer is read before its next command is sent."""
        self.scan.hear_all = on

    def hot(self, places: list[int]) -> None:
        """Set the places where something can happen now: their cells are visited more often."""
        self.plan.hot(places)

    def played(self) -> None:
        """Note that the game has used the piece in hand, the one just put down, or the one on
        the pad."""
        if self.switches:
            self.switches.played(self.pad_tags)

    def match(self, wanted: bytearray) -> None:
        """Let magnets that are UNSHOWN count as the pieces that belong at their places. `wanted`
        is the token that belongs at each place."""
        if self.switches:
            self.switches.match(wanted)

    def why(self, place: int) -> "Message":
        """Return the message that says why the tag at a place is UNKNOWN."""
        return self.tracker.why(self.profile.READERS[place])

    def is_card(self, place: int) -> bool:
        """Does a card or phone lie at a place, which is no piece?"""
        reader = self.profile.READERS[place]
        return reader < self.pad_reader and self.tracker.is_card(reader)

    def is_elsewhere(self, place: int) -> bool:
        """Does another reader, or switch, still report the piece that lies at a place?"""
        if self.switches:
            return self.switches.shared(place) != _NOWHERE
        reader = self.profile.READERS[place]
        return reader < self.pad_reader and self.tracker.twin(reader) >= 0

    def shared(self, place: int) -> int:
        """Return the neighbouring place that reports the same piece, since it lies between the
        two; -1 if none does."""
        if self.switches:
            return self.switches.shared(place)
        other = self.tracker.twin(self.profile.READERS[place])
        if not 0 <= other < self.pad_reader:
            return _NOWHERE
        other = self.plan.place[other]
        return other if are_neighbours(self.profile, place, other) else _NOWHERE

    def note_left(self, place: int, token: int) -> None:
        """Note that the piece just played at a place with a switch has left it."""
        if self.switches:
            self.switches.note_left(place, token)

    def is_arriving(self, place: int) -> bool:
        """Does a new tag lie at a place that is not read yet?"""
        reader = self.profile.READERS[place]
        return reader < self.pad_reader and self.tracker.is_new(reader)

    def why_pad(self) -> "Message":
        """Return the message that says what is wrong with the tag on the pad."""
        if self.pad == DOUBLE:
            return "pad double"
        if self.pad == FOREIGN:
            return "pad foreign"
        if self.pad == FAULT:
            return "pad silent"
        if self.tracker.is_card(self.pad_reader):
            return "pad no piece"
        return ("pad why", (self.tracker.why(self.pad_reader),))

    def report(self) -> "list[list[Any]]":
        """Return for the doctor a list of [name, code, reads, errors, state], one row a reader."""
        rows = []
        # hex37 has 265 places and none with a reader; to name them takes 80 ms.
        names = self.profile.SPOTS.split(" ") if self.pad_reader else []
        for reader in range(self.pad_reader + 1):
            place = self.plan.place[reader]
            if place == NOWHERE and reader != self.pad_reader:
                continue
            name = names[place] if reader != self.pad_reader else "pad"
            code = self.tracker.code[reader]
            state = "ok"
            if reader != self.pad_reader and self.supply.faults >> reader // 9 & 1:
                state = "no power"
            elif code == FAULT:
                state = "silent"
            elif self.health.fresh[reader] == STARTING:
                state = "starting"
            reads = self.tracker.reads[reader]
            rows.append([name, code, reads, self.health.errors[reader], state])
        if self.switches:
            state = "broken" if self.switches.is_broken() else "ok"
            rows.append(["switches", 0, self.switches.reads, self.switches.errors, state])
        if self.facings:
            rows.append(["facings", 0, self.facings.reads, 0, self.facings.state()])
        return rows

    def pad_report(self) -> "list[Any] | None":
        """Return [UID in hex, set, token, slot] of the tag on the pad, or None without one. If
        there is no UID, as with two tags: ["", 0, the pad's code, 0]."""
        if not self.pad:
            return None
        uid = self.tracker.uid(self.pad_reader)
        if not uid or self.pad == DOUBLE:
            return ["", 0, self.pad, 0]
        known = self.tracker.records[self.pad_reader]
        text = "".join(["%02x" % byte for byte in uid])
        return [text, known >> 8 & 0xFF, known & 0xFF, known >> 16 & 7]

    @property
    def pad_sak(self) -> int:
        """The SAK of the tag on the pad, which tells its kind."""
        return self.tracker.sak[self.pad_reader] & ~ODD

    @property
    def write_result(self) -> str:
        """The state of the last write: "" in progress, "ok", or why it failed."""
        return self._writer.result if self._writer else ""

    def write_pad(self, record: bytes) -> None:
        """Write 16 bytes on the tag on the pad at its next visit; see `write_result`.

        Raises ValueError unless exactly one tag lies there.
        """
        from table.sense.writer import Writer

        self._check_pad()
        self._writer = self.scan.writer = Writer(record)

    def talk_pad(self, data: bytes) -> None:
        """Send a command to the tag on the pad at its next visit; `write_result` becomes the
        answer. Raises ValueError as `write_pad` does."""
        from table.sense.writer import Talk

        self._check_pad()
        self._writer = self.scan.writer = Talk(data)

    def _check_pad(self) -> None:
        if not self.pad or self.pad in (DOUBLE, FAULT):
            raise ValueError("put one tag on the pad first")

    # ---- the scan -------------------------------------------------------------------------------

    def step(self, wait: bool = False) -> None:
        """Take the next step of supply, switches and scan. `wait`: wait for readers that answer
        within 2 ms."""
        if self.supply.step():
            self._supply_changed()
        if self.switches:
            self.switches.step(self.pad, self.pad_tags)
        if self.facings and self.is_up:
            self.facings.step()
        self.scan.step(wait)
        if not self.ready and self._has_asked_all():
            self.ready = True
            self.tracker.version += 1

    def _supply_changed(self) -> None:
        if self.supply.present:
            self.scan.change()
            return
        self.scan.stop()
        for reader in range(self.pad_reader + 1):
            self.health.restart(reader)
        self.ready = False
        self._asked = 0
        self.tracker.version += 1

    def _has_asked_all(self) -> bool:
        """Has every reader either answered or been found silent?"""
        while self._asked <= self.pad_reader:
            if not self.tracker.has_asked(self._asked, self.health.fresh[self._asked]):
                return False
            self._asked += 1
        return not self.switches or self.switches.are_settled()
