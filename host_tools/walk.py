"""The doctor's walk through a board, from the supply to the last light, with the probable cause of
each fault."""

import datetime
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from host_tools import settings
from host_tools.arguments import profile_of
from host_tools.board import stopped
from host_tools.core import files
from host_tools.core.machines import check_machine
from host_tools.core.settings import DEFAULTS, FILE, as_file, read
from host_tools.errors import CommandError
from host_tools.files import write_text
from host_tools.onboard import OnBoard
from host_tools.ports import find
from host_tools.spoiled import simulated
from host_tools.terminal import ask_yes, board_rows, echo, printable

if TYPE_CHECKING:
    from host_tools.probes import Probes

REPORT = Path("leyboard-doctor.txt")
LOW_MV, HIGH_MV = 4400, 5500
SPEEDS = (100_000, 500_000, 1_000_000, 2_000_000, 4_000_000)  # of the readers' bus
TIMES = 20  # questions at each
LOOKS = 4  # a tag that lies still misses up to three questions in a row
CLICKS = 8  # of the knob, to find out its kind
# By the setting `knob`: quarters of a cycle a click, and in words.
CYCLES = {"full": (4, "a whole cycle"), "half": (2, "half a cycle"),
          "quarter": (1, "a quarter of a cycle")}  # fmt: skip
GENUINE = b"\x32\x01\x06\x07"
PAD = -1
UNSEEN = "not tried  knob, buttons, buzzer, lights, dots of the display: nobody is here to answer"

def run(arguments: Namespace) -> None:
    if arguments.sim:
        wiring = profile_of(arguments.sim)
        wrong = Walk(wiring, simulated(wiring, arguments.fault), None, echo).all()
        _write(arguments.report, *wrong)
        return
    with stopped(find(arguments.port)) as board:
        name = arguments.profile or settings.profile_on(board) or "grid3"
        wiring = profile_of(name)
        ask = ask_yes if sys.stdin.isatty() else None
        chosen = board.carry_out(read())

        def keep(name: str, kind: str) -> None:
            chosen[name] = kind
            board.carry_out(files.write(FILE, as_file(chosen)))

        tour = Walk(wiring, OnBoard(board, wiring), ask, echo, chosen, keep)
        tour.name_machine(board.carry_out(files.facts()).machine)
        wrong = tour.all()
    _write(arguments.report, *wrong)


def _write(file: Path, lines: list[str], wrong: list[str]) -> None:
    file = file or REPORT
    head = "leyboard doctor, %s\n" % datetime.datetime.now().isoformat(" ", "minutes")
    write_text(file, head + "\n".join(printable(line) for line in lines) + "\n")
    echo("The report is in %s; attach it when you ask for help." % file)
    if wrong:
        raise CommandError("not well: %s" % "; ".join(wrong))
    echo("Everything that was tested is well.")


class Walk:
    """Tests a board through its `parts` (Probes). `ask(question)` asks the user and returns yes or
    no; without it, tests that need a person are skipped. `tell` takes lines. `chosen` are the
    board's settings; `keep(name, value)` changes one of them, if it can be changed."""

    def __init__(
        self, wiring: ModuleType, parts: "Probes | OnBoard", ask: "Callable[[str], bool] | None",
        tell: Callable[[str], object], chosen: dict[str, Any] | None = None,
        keep: "Callable[..., object] | None" = None,
    ):  # fmt: skip
        self._chosen = {**DEFAULTS, **(chosen or {})}
        self._keep = keep
        self._wiring = wiring
        self._parts = parts
        self._ask = ask
        self._emit = tell
        self._names = wiring.SPOTS.split(" ")
        self._lines: list[str] = []
        self.faults: list[str] = []
        self._state: dict[int, str] = {}  # by reader: "ok" or the fault

    def all(self) -> tuple[list[str], list[str]]:
        """Return (the lines of the report, the faults)."""
        blocks = self._wiring.BLOCKS
        self._print("board %s, %d readers in %d block%s" % (
            self._wiring.NAME, len(self._readers()), blocks, "" if blocks == 1 else "s"
        ))  # fmt: skip
        if self._supply():
            if self._wiring.PAD:
                self._parts.power_pad()
            if self._ribbon():
                self._blocks()
            if self._wiring.PAD:
                self._judge(PAD, "pad", self._versions([PAD])[PAD])
            self._speed()
            self._draw()
            self._places()
        self._panel()
        self.check_lights()
        if not self._ask:
            self._print(UNSEEN)
        self._parts.end()
        return self._lines, self.faults

    def name_machine(self, name: str) -> None:
        """Say which machine the board is; "" if it does not know."""
        try:
            check_machine(name)
            self._step("machine", True, name)
        except CommandError as error:
            self._step("machine", False, name or "unknown", str(error))

    def _print(self, text: str) -> None:
        self._lines.append(text)
        self._emit(text)

    def _step(self, name: str, good: bool, found: str, cause: str = "") -> bool:
        self._print("%-10s %-5s %s" % (name, "ok" if good else "WRONG", found))
        if not good:
            self._print("           likely: %s" % cause)
            self.faults.append("%s (%s)" % (name, found))
        return good

    def _readers(self) -> dict[int, str]:
        """Return {reader: name} of the readers in the blocks."""
        return {reader: self._names[place]
                for place, reader in enumerate(self._wiring.READERS) if reader != 255}  # fmt: skip

    # ---- readers -----------------------------------------------------------------------------

    def _supply(self) -> bool:
        mv = self._parts.millivolts()
        cause = "this power brick gives more than 5 V: unplug it now" if mv > HIGH_MV else (
            "the 5 V brick is not plugged in, or its plug, fuse or guard is at fault: without it "
            "readers and lights are dead"
        )  # fmt: skip
        return self._step("supply", LOW_MV <= mv <= HIGH_MV, "%.2f V" % (mv / 1000), cause)

    def _ribbon(self) -> bool:
        if not self._wiring.BLOCKS:
            return True
        whole = self._parts.is_ribbon_whole()
        return self._step("ribbon", whole, "comes back" if whole else "does not come back",
                          "a ribbon between blocks, or the loop plug at the last one; readers are "
                          "tested once this is well")  # fmt: skip

    def _blocks(self) -> None:
        for block in range(self._wiring.BLOCKS):
            mine = {reader: name for reader, name in self._readers().items()
                    if reader // 9 == block}  # fmt: skip
            mv = self._parts.power(block)
            name = "block %d" % (block + 1)
            if not self._step(name, mv >= LOW_MV, "%.2f V with it on" % (mv / 1000),
                              "a short in this block: unplug its readers one by one"):  # fmt: skip
                continue
            found = self._versions(list(mine))
            if mine and all(said == "silent" for said in found.values()) and not any(
                self._parts.late(reader) for reader in mine
            ):
                self._state.update(dict.fromkeys(mine, "silent"))
                self._step(name, False, "no reader of it answers", "its fuse or guard has "
                           "tripped, or its ribbon is unplugged")  # fmt: skip
                continue
            for reader, said in found.items():
                self._judge(reader, mine[reader], said)

    def _versions(self, readers: list[int]) -> dict[int, bytes | str]:
        """Return the answer of each reader; those that do not answer well are asked again a second
        later."""
        found = {reader: self._parts.version(reader) for reader in readers}
        late = [reader for reader in readers if isinstance(found[reader], str)]
        if late:
            self._parts.rest()
            found.update((reader, self._parts.version(reader)) for reader in late)
        return found

    def _judge(self, reader: int, name: str, said: bytes | str) -> None:
        """Record how a reader answered its first question."""
        wrong = "" if isinstance(said, str) else self._parts.setup(reader)
        if wrong:
            self._state[reader] = wrong
            self._step("reader %s" % name, False, "answers, but does not take its set-up",
                       "a clone that wants other commands than all that are known: put a genuine "
                       "one in its place")  # fmt: skip
            return
        if not isinstance(said, str):
            chip = "PN5%02x %d.%d" % (said[0], said[1], said[2])
            more = "" if bytes(said) == GENUINE else ", not the version of a genuine chip"
            self._state[reader] = "ok"
            self._step("reader %s" % name, True, chip + more)
            return
        slow = [hertz for hertz in SPEEDS if hertz < self._wiring.SPI_HZ
                and not self._parts.errors(reader, hertz, TIMES)]  # fmt: skip
        self._state[reader] = said
        if slow:
            cause = (
                "a clone, or long wires: it is well at %d bits a second; set hz in pins.toml"
                % slow[-1]
            )
            self._step("reader %s" % name, False, "%s at %d bits a second"
                       % (said, self._wiring.SPI_HZ), cause)  # fmt: skip
        elif said == "silent" and (ms := self._parts.late(reader)):
            self._step("reader %s" % name, False, "answers too late, after %d ms" % ms,
                       "a clone: the manual allows 15 ms; put a genuine one in its place")
        elif said == "silent":
            self._step("reader %s" % name, False, "no answer", "its plug, or its mode switches "
                                                               "(SPI: 1 off, 2 on); then swap it "
                                                               "with a good one")  # fmt: skip
        else:
            self._step("reader %s" % name, False, "answers garbled", "a loose plug, or two "
                       "readers on one select")  # fmt: skip

    def _speed(self) -> None:
        """Find the fastest bus that all healthy readers can follow."""
        well = [reader for reader, state in self._state.items() if state == "ok"]
        best = 0
        if well:
            self._emit("  asking each reader %d times, at %d speeds of the bus ..."
                       % (TIMES, len(SPEEDS)))  # fmt: skip
        for hertz in SPEEDS:
            wrong = sum(self._parts.errors(reader, hertz, TIMES) for reader in well)
            if wrong or not well:
                break
            best = hertz
        if well:
            used = self._wiring.SPI_HZ
            self._step("bus", best >= used, "well up to %d bits a second, in use %d"
                       % (best, used), "set hz in pins.toml to %d, and hear_all to true (leyboard "
                       "settings)" % best)  # fmt: skip

    def _draw(self) -> None:
        """Draw the board: o well, s silent, g garbled, . no reader."""
        if not self._readers():
            return
        signs = {"ok": "o", "silent": "s", "garbled": "g"}
        for row in board_rows(self._wiring):
            found = [self._state.get(self._wiring.READERS[place]) for place in row]
            self._print("           " + " ".join(signs.get(state or "", ".") for state in found))

    def _places(self) -> None:
        """Ask for a tag on each place, and check that its own reader sees it."""
        lay = getattr(self._parts, "lay", None) or self._lay_by_hand
        if lay == self._lay_by_hand and not (self._ask and self._ask(
            "Lay one tag on each place in turn, to find swapped selects?"
        )):  # fmt: skip
            return
        readers = {reader: name for reader, name in [*self._readers().items(), (PAD, "pad")]
                   if self._state.get(reader) == "ok"}  # fmt: skip
        for own, name in readers.items():
            if not lay(name):
                break
            seen = [readers[reader] for reader in readers
                    if any(self._sees(reader) for _ in range(LOOKS if reader == own else 1))]
            if seen != [name]:
                cause = "fields that reach too far, or a second tag"
                if not seen:
                    cause = "a dead coil, or a tag too far away"
                elif len(seen) == 1:
                    cause = "the selects of %s and %s are swapped" % (name, seen[0])
                self._step("place %s" % name, False, "seen at %s" % (" ".join(seen) or "no place"),
                           cause)  # fmt: skip
        lay(None)

    def _sees(self, reader: int) -> bool:
        said = self._parts.uid(reader)
        return bool(said) and not isinstance(said, str)

    def _lay_by_hand(self, name: str | None) -> bool:
        return name is None or self._ask is None or self._ask("  the tag lies on %s?" % name)

    # ---- panel and lights ----------------------------------------------------------------------

    def _panel(self) -> None:
        parts = self._parts
        there = parts.display(True)
        if self._step("display", there, "answers" if there else "no answer", "its four wires: "
                      "SDA to GP4, SCL to GP5; or it is not at address 3c"):  # fmt: skip
            self._confirm("display", "Are all dots of the display lit?",
                          "a display of another kind")  # fmt: skip
        parts.display(False)
        for name in ("knob_push", "take_back"):
            if parts.is_pressed(name):
                self._step(name, False, "is pressed all the time", "a button soldered the wrong "
                           "way round")  # fmt: skip
        if self._ask:
            for name, what in (
                ("knob_a", "turn the knob"),
                ("knob_b", "turn the knob again"),
                ("knob_push", "push the knob"),
                ("take_back", "press take back"),
            ):
                self._emit("  within 15 seconds, %s ..." % what)
                self._step(
                    name,
                    moved := parts.moved(name, 15),
                    "moves" if moved else "does not move",
                    "its wire to GP%d" % self._wiring.PINS[name],
                )
            self._knob()
            parts.beep()
            self._confirm("buzzer", "Did it beep?", "its polarity, or its wire")

    def _knob(self) -> None:
        """Find out from a few clicks which kind of knob it is."""
        self._emit("  within 15 seconds, turn the knob clockwise by %d clicks, one by one, and "
                   "let go ..." % CLICKS)  # fmt: skip
        quarters = self._parts.clicks(15)
        if not quarters:
            self._print("knob       nobody turned it: its kind is not known")
            return
        if quarters < 0:
            self._step("knob", False, "turns the other way", "its wires to GP%d and GP%d are "
                       "exchanged" % (self._wiring.PINS["knob_a"], self._wiring.PINS["knob_b"]))
            return
        for kind, (size, words) in CYCLES.items():
            if abs(quarters - CLICKS * size) <= size:  # people miscount by one
                self._name_part("knob", kind, "%s a click" % words, self._chosen["knob"] == "auto")
                return
        self._step("knob", False, "%d quarters of a cycle in %d clicks" % (quarters, CLICKS),
                   "a contact that fails, or other than %d clicks: walk once more" % CLICKS)

    def _name_part(self, name: str, kind: str, found: str, is_well: bool) -> None:
        """Say which kind a part is. If the board's settings say another, or if the table would
        have to find it out (`is_well`), offer to write it down."""
        command = "leyboard settings set %s %s" % (name, kind)
        if kind == self._chosen[name]:
            self._step(name, True, found)
        elif self._keep and self._ask and self._ask("%s: %s. Write it into the settings?"
                                                    % (name, found)):  # fmt: skip
            self._keep(name, kind)
            self._step(name, True, "%s; from now on the settings say so" % found)
        elif is_well:
            self._step(name, True, "%s; it counts at once after: %s" % (found, command))
        else:
            self._step(name, False, found, command)

    def check_lights(self) -> None:
        ask = self._ask
        if not ask:
            return
        order = self._chosen["lights"]
        if order == "auto":
            order = self._wiring.ORDER
        other = "GRBW" if len(order) == 3 else "GRB"
        found = self._order(order, ask)
        if found == order:
            for colour in "RGB":
                self._step("lights", True, self._question(colour))
            return
        found = found or self._order(other, ask)
        if found is None:
            self._step("lights", False, "wrong, says the person who looked", "the first that is "
                       "dark or wrong, or the data wire before it")  # fmt: skip
            return
        have = "they have four colours, in the order" if "W" in found else "their order is"
        self._name_part("lights", found, "%s %s" % (have, found), False)

    def _order(self, order: str, ask: Callable[[str], bool]) -> str | None:
        """Light the pixels as if they had this order of colours, and ask for what is seen. Return
        their order, None if they do not shine in one colour each time."""
        seen: dict[int, str] = {}
        for sent in "RGB":
            red, green, blue = [24 * (sent == colour) for colour in "RGB"]
            self._parts.lights(red, green, blue, -1, order)
            colours = [sent] + [colour for colour in "RGB" if colour != sent]
            shown = next((one for one in colours if ask(self._question(one))), None)
            if shown is None and ("W" not in order or "W" in seen.values()):
                return None
            if shown in seen.values():
                return None
            seen[order.index(sent)] = shown or "W"
        if "W" in order:  # by the byte that was not tried
            seen[order.index("W")] = next(c for c in "WRGB" if c not in seen.values())
        return "".join(seen[at] for at in range(len(order)))

    def _question(self, colour: str) -> str:
        name = {"R": "red", "G": "green", "B": "blue"}[colour]
        return "Are all %d lights %s?" % (self._wiring.PIXELS, name)

    def _confirm(self, name: str, question: str, cause: str) -> bool:
        """Ask a question that only a person can answer; return whether all is well."""
        return not self._ask or self._step(
            name,
            good := self._ask(question),
            question if good else "wrong, says the person who looked",
            cause,
        )
