"""The doctor's walk through a board, from the supply to the last light, with the probable cause of
each fault."""

from host_tools.core import CommandError, Sentence, files, wires
from host_tools.core.machines import check_machine
from host_tools.core.settings import FILE, as_file
from host_tools.core.walkpanel import PanelWalk

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from games.types import Json
    from host_tools.core import Work

LOW_MV, HIGH_MV = 4400, 5500
SPEEDS = (50_000, 100_000, 500_000, 1_000_000, 2_000_000, 4_000_000)  # of the readers' bus
TIMES = 20  # questions at each
LOOKS = 4  # a tag that lies still misses up to three questions in a row
GENUINE = b"\x32\x01\x06\x07"
PAD = -1
UNSEEN = Sentence(
    "not tried  knob, buttons, buzzer, lights, dots of the display: nobody is here to answer"
)
UNSEEN_BY_HAND = Sentence(
    "not tried  knob, button, lights, dots of the display: nobody is here to answer"
)


class Walk(PanelWalk):
    """Tests a whole board."""

    def __init__(
        self, wiring: "ModuleType", parts: "Any", asks: bool = False,
        chosen: "Json | None" = None, keep: "Callable[..., Work] | None" = None,
    ):
        super().__init__(wiring, parts, asks, chosen, keep)
        self._names = wiring.SPOTS.split(" ")
        self._state: "dict[int, str]" = {}  # by reader: "ok" or the fault

    def all(self) -> "Work":
        """Do the whole walk; `lines` and `faults` have the findings."""
        wiring, parts = self._wiring, self._parts
        head = Sentence(
            "board %s, %d readers in %d block" if wiring.BLOCKS == 1
            else "board %s, %d readers in %d blocks",
            wiring.NAME, len(self._readers()), wiring.BLOCKS,
        )
        if not wiring.BLOCKS:
            head = Sentence("board %s, with the pad's reader alone", wiring.NAME)
        yield from self._print(head)
        has_supply = yield from self._supply()
        if has_supply or self._is_by_hand:  # there USB feeds the reader, whatever is measured
            if wiring.PAD:
                yield from parts.power_pad()
            if (yield from self._ribbon()):
                yield from self._blocks()
            if wiring.PAD:
                said = (yield from self._versions([PAD]))[PAD]
                yield from self._judge(PAD, "pad", said)
            yield from self._speed()
            yield from self._draw()
            yield from self._places()
        yield from self.panel()
        yield from self.check_lights()
        if not self._asks:
            yield from self._print(UNSEEN_BY_HAND if self._is_by_hand else UNSEEN)
        yield from parts.end()

    def _readers(self) -> "list[tuple[int, str]]":
        """Return (reader, name of its place) of the readers in the blocks, place by place."""
        return [(reader, self._names[place])
                for place, reader in enumerate(self._wiring.READERS) if reader != 255]

    def name_machine(self, name: str) -> "Work":
        """Report the board's model, "" if it does not know that."""
        machine = Sentence("machine")
        try:
            check_machine(name)
            yield from self._step(machine, True, name)
        except CommandError as error:
            yield from self._step(machine, False, name or Sentence("unknown"), error.said)

    # ---- readers -----------------------------------------------------------------------------

    def _supply(self) -> "Work":
        mv = yield from self._parts.millivolts()
        cause = Sentence("the 5 V brick is not plugged in, or its plug, fuse or guard is at "
                         "fault: without it readers and lights are dead")
        if mv > HIGH_MV:
            cause = Sentence("this power brick gives more than 5 V: unplug it now")
        if self._is_by_hand:
            cause = _divider(mv, self._wiring.PINS["supply"])
        return (yield from self._step(
            Sentence("supply"), LOW_MV <= mv <= HIGH_MV, Sentence("%s V", _volts(mv)), cause
        ))

    def _ribbon(self) -> "Work":
        if not self._wiring.BLOCKS:
            return True
        whole = yield from self._parts.is_ribbon_whole()
        found = Sentence("comes back") if whole else Sentence("does not come back")
        return (yield from self._step(Sentence("ribbon"), whole, found, Sentence(
            "a ribbon between blocks, or the loop plug at the last one; readers are tested once "
            "this is well"
        )))

    def _blocks(self) -> "Work":
        for block in range(self._wiring.BLOCKS):
            mine = [(reader, name) for reader, name in self._readers() if reader // 9 == block]
            mv = yield from self._parts.power(block)
            name = Sentence("block %d", block + 1)
            found = Sentence("%s V with it on", _volts(mv))
            cause = Sentence("a short in this block: unplug its readers one by one")
            if not (yield from self._step(name, mv >= LOW_MV, found, cause)):
                continue
            answers = yield from self._versions([reader for reader, _ in mine])
            if mine and (yield from self._are_dead(answers)):
                self._state.update({reader: "silent" for reader, _ in mine})
                yield from self._step(
                    name, False, Sentence("no reader of it answers"),
                    Sentence("its fuse or guard has tripped, or its ribbon is unplugged"),
                )
                continue
            for reader, place in mine:
                yield from self._judge(reader, place, answers[reader])

    def _are_dead(self, answers: "dict[int, bytes | str]") -> "Work":
        """Do readers, by their answers, not even answer too late, or at the lowest speed?"""
        for said in answers.values():
            if said != "silent":
                return False
        for reader in answers:
            if (yield from self._parts.late(reader)):
                return False
            if not (yield from self._parts.errors(reader, SPEEDS[0], 1)):
                return False
        return True

    def _versions(self, readers: "list[int]") -> "Work":
        """Return the answer of each reader; asks readers that do not answer well again a second
        later."""
        found = {}
        for reader in readers:
            found[reader] = yield from self._parts.version(reader)
        late = [reader for reader in readers if isinstance(found[reader], str)]
        if late:
            yield from self._parts.rest()
            for reader in late:
                found[reader] = yield from self._parts.version(reader)
        return found

    def _judge(self, reader: int, place: str, said: "bytes | str") -> "Work":
        """Record a reader's answer to its first question."""
        wrong = ""
        if not isinstance(said, str):
            wrong = yield from self._parts.setup(reader)
        name = Sentence("reader %s", place)
        if wrong:
            self._state[reader] = wrong
            yield from self._step(
                name, False, Sentence("answers, but does not take its set-up"),
                Sentence("a clone that wants other commands than all that are known: put a "
                         "genuine one in its place"),
            )
            return
        found: "Any" = b""
        if not isinstance(said, str):
            found = yield from self._parts.uid(reader, 1)
        if isinstance(found, str):
            self._state[reader] = found
            yield from self._step(
                name, False, Sentence("answers, but too late or garbled when it looks for a tag"),
                Sentence("a clone that is too slow for the table: put a genuine one in its place"),
            )
            return
        if not isinstance(said, str):
            chip = "PN5%02x %d.%d" % (said[0], said[1], said[2])
            found = Sentence("%s" if bytes(said) == GENUINE else
                             "%s, not the version of a genuine chip", chip)
            self._state[reader] = "ok"
            yield from self._step(name, True, found)
            return
        self._state[reader] = said
        found, cause = yield from self._fault(reader, said)
        yield from self._step(name, False, found, cause)

    def _fault(self, reader: int, said: str) -> "Work":
        """Return (the failure of a reader with this answer, the likely cause)."""
        used = self._wiring.SPI_HZ
        slow = []
        for hertz in SPEEDS:
            if hertz < used and not (yield from self._parts.errors(reader, hertz, TIMES)):
                slow.append(hertz)
        if slow:
            cause = Sentence("a clone, or long wires: it is well at %d bits a second; set hz in "
                             "pins.toml", slow[-1])
            return Sentence("%s at %d bits a second", Sentence(said), used), cause
        if said != "silent":
            return Sentence("answers garbled"), Sentence("a loose plug, or two readers on one "
                                                         "select")
        ms = yield from self._parts.late(reader)
        if ms:
            return Sentence("answers too late, after %d ms", ms), Sentence(
                "a clone: the manual allows 15 ms; put a genuine one in its place"
            )
        if self._is_by_hand:
            return Sentence("no answer"), (yield from self._reader_wires())
        return Sentence("no answer"), Sentence(
            "its plug, or its mode switches (SPI: 1 off, 2 on); then swap it with a good one"
        )

    def _reader_wires(self) -> "Work":
        """Return why the reader on a breadboard does not answer."""
        found = yield from self._parts.reader_wires()
        if found:
            return Sentence("%s", wires.all_moved(self._wiring, wires.READER, found))
        sck, miso, mosi, select = [wires.wire(self._wiring, name) for name in wires.READER]
        if (yield from self._parts.is_answer_driven()):
            return Sentence("%s; or %s: the reader is on, and does not understand", sck, mosi)
        return Sentence("%s; or %s; or its red wire (VCC) to 5 V or its black one (GND); or its "
                        "mode switches (SPI: 1 off, 2 on)", select, miso)

    def _speed(self) -> "Work":
        """Find the fastest bus that all healthy readers can follow."""
        well = [reader for reader in sorted(self._state) if self._state[reader] == "ok"]
        if not well:
            return
        yield "say", Sentence("  asking each reader %d times, at %d speeds of the bus ...", TIMES,
                              len(SPEEDS))
        best = 0
        for hertz in SPEEDS:
            wrong = 0
            for reader in well:
                wrong += yield from self._parts.errors(reader, hertz, TIMES)
            if wrong:
                break
            best = hertz
        used = self._wiring.SPI_HZ
        yield from self._step(
            Sentence("bus"), best >= used,
            Sentence("well up to %d bits a second, in use %d", best, used),
            Sentence("set hz in pins.toml to %d, and hear_all to true (leyboard settings)", best),
        )

    def _draw(self) -> "Work":
        """Draw the board: o well, s silent, g garbled, . no reader."""
        if not self._readers():
            return
        signs = {"ok": "o", "silent": "s", "garbled": "g"}
        for row in board_rows(self._wiring):
            found = [self._state.get(self._wiring.READERS[place]) for place in row]
            drawn = " ".join([signs.get(state or "", ".") for state in found])
            yield from self._print(Sentence("           %s", drawn))

    def _places(self) -> "Work":
        """Ask for a tag on each place, and check that its own reader sees it."""
        lay = getattr(self._parts, "lay", None)
        if lay is None:
            lay = self._lay_by_hand
            if not self._asks or not (yield from self._ask(
                Sentence("Lay one tag on each place in turn, to find swapped selects?")
            )):
                return
        readers = [(reader, name) for reader, name in self._readers() + [(PAD, "pad")]
                   if self._state.get(reader) == "ok"]
        for own, name in readers:
            if not (yield from lay(name)):
                break
            seen = []
            for reader, there in readers:
                if (yield from self._sees(reader, LOOKS if reader == own else 1)):
                    seen.append(there)
            if seen != [name]:
                cause = Sentence("fields that reach too far, or a second tag")
                if not seen:
                    cause = Sentence("a dead coil, or a tag too far away")
                elif len(seen) == 1:
                    cause = Sentence("the selects of %s and %s are swapped", name, seen[0])
                where = Sentence("seen at %s", " ".join(seen)) if seen else (
                    Sentence("seen at no place")
                )
                yield from self._step(Sentence("place %s", name), False, where, cause)
        yield from lay(None)

    def _sees(self, reader: int, looks: int) -> "Work":
        for _ in range(looks):
            said = yield from self._parts.uid(reader)
            if said and not isinstance(said, str):
                return True
        return False

    def _lay_by_hand(self, name: "str | None") -> "Work":
        if name is None:
            return True
        return (yield from self._ask(Sentence("  the tag lies on %s?", name)))


def on_board(
    wiring: "ModuleType", parts: "Any", asks: bool, chosen: "Json"
) -> "Work":
    """Walk through a board with these settings; return its Walk."""
    chosen = dict(chosen)

    def keep(name: str, kind: str) -> "Work":
        chosen[name] = kind
        yield from files.write(FILE, as_file(chosen))

    tour = Walk(wiring, parts, asks, chosen, keep)
    yield from tour.name_machine((yield from files.facts()).machine)
    yield from tour.all()
    return tour


def _divider(mv: int, gp: int) -> Sentence:
    """Return why the two resistors on a breadboard do not give half of 5 V."""
    at = wires.leg(gp)
    if mv > HIGH_MV:
        return Sentence("the second resistor of 10k, from GP%d, leg %d, to ground; or the black "
                        "wire of the right ground rail to leg 38", gp, at)
    if mv > 2800:
        return Sentence("the first resistor of 10k begins at the 3.3 V rail, and belongs to the "
                        "5 V rail; or the wires of both rails to legs 36 and 40 are exchanged; or "
                        "USB gives too little")
    return Sentence("the first resistor of 10k, from the 5 V rail to GP%d, leg %d; or the red "
                    "wire of the 5 V rail to VBUS, leg 40", gp, at)


def board_rows(wiring: "ModuleType") -> "list[range]":
    """Return the places of a board as drawn, one range per row, north first; twelve per row if the
    board is not a square grid."""
    width = wiring.WIDTH or 12
    places = range(len(wiring.SPOTS.split(" ")))
    found = [places[at : at + width] for at in range(0, len(places), width)]
    return found[::-1] if wiring.WIDTH else found


def _volts(mv: int) -> str:
    """Return mV as volts with their hundredths."""
    hundredths = (mv + 5) // 10
    return "%d.%02d" % (hundredths // 100, hundredths % 100)
