"""`leyboard doctor`: its walk finds what is wrong with a board, and says the likely cause."""

import builtins
import re
import symtable
import types

import pytest

from host_tools import doctor, onboard, probes
from host_tools.board import Board
from host_tools.cli import main
from host_tools.core import AtOnce, CommandError, carry_out, walk
from host_tools.core.onboard import OnBoard
from host_tools.faulty_board import simulated
from host_tools.ports import Simulated
from sim.virtual import facings, kinds
from sim.virtual.table import VirtualTable
from sim.virtual.world import World
from table import settings
from table.drivers import pn532_commands
from tests.host.real_board import board
from tests.portable import facing_board
from tests.quick import first

GRID3 = settings.profile("grid3")


def walked(parts, ask=None, wiring=GRID3, settled=None, keep=None, do=walk.Walk.all):
    """Return (the lines that were said, what is wrong) of a walk. `ask(question)` answers for the
    person, None: nobody is there; `keep(name, value)` takes a setting."""
    said = []

    def answer(question):
        return ask(str(question))

    tour = walk.Walk(wiring, AtOnce(parts), bool(ask), settled, keep)
    carry_out(do(tour), {"say": lambda line: said.append(str(line)), "ask": answer})
    assert all(str(line) in said for line in tour.lines)
    return said, [str(fault) for fault in tour.faults]


def examine(faults=(), profile="grid3"):
    """Return (lines, what is wrong)."""
    wiring = settings.profile(profile)
    return walked(simulated(wiring, faults), wiring=wiring)


@pytest.mark.parametrize("profile", ["pad", "hall9", "grid3", "hex37"])
def test_sound_boards(profile):
    lines, wrong = examine(profile=profile)
    assert wrong == [] and "WRONG" not in "\n".join(lines)


@pytest.mark.parametrize(("fault", "wrong", "cause"), [
    ("no-supply", "supply (0.00 V)", "the 5 V brick"),
    ("ribbon", "ribbon (does not come back)", "the loop plug"),
    ("missing:b2", "reader b2 (no answer)", "mode switches"),
    ("silent:pad", "reader pad (no answer)", "mode switches"),
    ("garbled:a1", "reader a1 (answers garbled)", "loose plug"),
    ("slow:c3", "reader c3 (garbled at 1000000 bits a second)", "well at 500000 bits"),
    ("tripped:1", "block 1 (no reader of it answers)", "guard has tripped"),
    ("swapped:a1:b3", "place a1 (seen at b3)", "selects of a1 and b3 are swapped"),
])
def test_faults_and_their_causes(fault, wrong, cause):
    lines, found = examine([fault])
    assert found[0] == wrong and all("display" not in one for one in found)
    at = next(i for i, line in enumerate(lines) if "WRONG" in line)
    assert cause in lines[at + 1]


# The kind of all readers of a block, and whether the table works with them.
SLOW = (
    ({"think_us": 16000}, True, ""), ({"think_us": 20000}, False, "too slow for the table"),
    ({"think_us": 12000}, True, ""),
    ({"settle_us": 60}, False, "well at 100000 bits"),
    ({"settle_us": 100}, False, "well at 50000 bits"),
)


@pytest.mark.parametrize(("kind", "works", "cause"), first(2, [
    pytest.param(*case, id=str(case[0])) for case in SLOW]))
def test_doctor_and_table_say_one_thing_of_slow_readers(kind, works, cause, tmp_path, monkeypatch):
    """The doctor without a tag, and with one on each place; the table reads a tag's record."""

    def spoil(world):
        for chip in [*world.chips, world.pad]:
            for name, value in kind.items():
                setattr(chip, name, value)

    table = VirtualTable(GRID3, str(tmp_path))
    spoil(table.world)
    table.start()
    table.run(8000)
    table.app.session.new("mars")
    table.run(500)
    table.fill_box()
    table.world.put(table.in_box(1), "b2")
    table.run(3000)
    assert (len(table.app.session.game.log) == 1) == works
    begin = World.__init__

    def spoiled(world, profile):
        begin(world, profile)
        spoil(world)

    monkeypatch.setattr(World, "__init__", spoiled)
    for lays in (True, False):
        parts = simulated(GRID3, ())
        if not lays:
            del parts.lay
        lines, wrong = walked(parts)
        assert (not wrong) == works, lines
        assert cause in "\n".join(lines) and "fuse" not in "\n".join(lines)


def test_the_grid_is_drawn_north_up():
    lines, _ = examine(["missing:a3"])
    at = next(i for i, line in enumerate(lines) if line.strip() == "s o o")
    assert lines[at + 1].strip() == lines[at + 2].strip() == "o o o"


def test_a_display_that_is_not_there():
    parts = simulated(GRID3, ())
    parts.machine.i2c_devices.clear()
    _, wrong = walked(parts)
    assert wrong == ["display (no answer)"]


@pytest.mark.parametrize("name", ["knob_push", "take_back"])
def test_a_button_that_is_always_down(name):
    parts = simulated(GRID3, ())
    parts.machine.line(GRID3.PINS[name]).drive(0)
    _, wrong = walked(parts)
    assert wrong == [name + " (is pressed all the time)"]


def test_the_person_is_asked_and_heard():
    parts = simulated(GRID3, ())
    asked = []
    parts.moved = lambda name, seconds: name != "knob_push"

    def ask(question):
        asked.append(question)
        return "green" not in question

    lines, wrong = walked(parts, ask)
    assert wrong == ["knob_push (does not move)", "lights (wrong, says the person who looked)"]
    assert "Are all 36 lights red?" in asked and "Did it beep?" in asked
    assert "Are all 36 lights blue?" not in asked
    assert "GP8" in "\n".join(lines)
    assert "buzzer     ok    Did it beep?" in lines


def test_a_knob_that_moves_is_seen():
    world = World(GRID3)
    turns = iter(range(100))

    def wait(us):
        world.clock.advance(us)
        if next(turns) == 3:
            world.turn_knob(1)

    parts = probes.Probes(world.machine, GRID3, wait, None)
    world.machine.line(GRID3.PINS["knob_a"]).level = 0
    assert parts.moved("knob_a", 15)


def test_lights_have_the_order_of_the_profile():
    sent = []
    world = World(GRID3)
    parts = probes.Probes(world.machine, GRID3, world.clock.advance,
                          lambda pin, data: sent.append((pin, data)))
    parts.lights(1, 2, 3, only=1)
    assert sent == [(22, bytes(3) + b"\x02\x01\x03" + bytes(34 * 3))]


def test_a_report_and_the_status(tmp_path, capsys):
    file = tmp_path / "report.txt"
    words = ["doctor", "--sim", "grid3", "--report", str(file)]
    assert main(words) == 0
    assert main([*words, "--fault", "missing:b2"]) == 1
    assert "not well: reader b2" in capsys.readouterr().err
    assert "reader b2  WRONG no answer" in file.read_text()


@pytest.mark.parametrize("words", [
    ("--sim", "grid5"), ("--fault", "no-supply"), ("--sim", "grid3", "--fault", "missing:z9"),
    ("--sim", "grid3", "--fault", "x"), ("--sim", "grid3", "--fault", "swapped:a1"),
    ("--sim", "grid3", "--fault", "tripped:7"), ("--walk", "--port", "sim:grid3"),
    ("--walk", "--port", "/dev/no-such"),
], ids=" ".join)
def test_what_cannot_be_is_said(words, capsys):
    assert main(["doctor", *words]) == 1
    assert "leyboard: " in capsys.readouterr().err


@pytest.mark.parametrize("fault", ["missing:z9", "tripped:0", "tripped:7"])
def test_a_fault_that_is_nowhere_on_the_board_says_where_one_is(fault, capsys):
    assert main(["doctor", "--sim", "grid3", "--fault", fault]) == 1
    said = capsys.readouterr().err
    assert "grid3 can have no fault %s;" % fault in said and "a PLACE is such as a1" in said


def test_what_goes_to_the_board_runs_and_its_pulses_are_understood():
    world = World(GRID3)
    sent = onboard.sources(GRID3)
    time = types.SimpleNamespace(
        sleep_us=world.clock.advance, ticks_us=world.clock.us, ticks_ms=world.clock.ms,
        ticks_diff=lambda one, other: one - other,
    )
    there = {"machine": world.machine, "rp2": world.rp2, "time": time}
    last = sent.pop().replace("import machine, rp2, time, uctypes\n", "")
    for code in [*sent, last.replace(", _R)", ")")]:  # virtual registers have no address
        exec(code, there)
    parts = there["p"]
    assert parts.is_ribbon_whole() and parts.power(0) > 4900
    parts.power_pad()
    assert parts.version(4) == parts.version(-1) == walk.GENUINE and not parts.setup(4)
    pin = world.machine.Pin(GRID3.PINS["pixels"], world.machine.Pin.OUT)
    freq = int(re.search(r"_send, freq=(\d+)", last)[1])
    strip = world.rp2.StateMachine(0, there["_send"], freq=freq, set_base=pin, out_base=pin)
    strip.active(1)
    strip.feed(bytes(range(108)))
    assert world.strip.frame == bytes(range(108))


STANDS_IN = """
class P:
    def version(self, reader):
        return bytes((0x32, reader))
    uid = version
    def setup(self, reader):
        return "silent"
    def power_pad(self):
        pass
    def is_pressed(self, name):
        return name == "take_back"
    def late(self, reader):
        return True
    def errors(self, reader, hertz, times):
        print(hertz)
        return times
p = P()
"""


def test_a_board_takes_the_probes(tmp_path):
    with board(tmp_path) as port, Board(port) as real:
        *modules, _ = onboard.sources(GRID3)
        for text in modules:
            real.run(text)
        assert real.run("print(packet(2), Probes.late)").startswith(repr(pn532_commands.packet(2)))
        real.run(STANDS_IN)
        there = OnBoard()
        assert real.carry_out(there.version(3)) == b"\x32\x03" == real.carry_out(there.uid(3))
        assert real.carry_out(there.setup(3)) == "silent"
        assert real.carry_out(there.power_pad()) is None
        assert real.carry_out(there.is_pressed("take_back")) is True
        for wrong in (there.late(3), there.errors(3, 100_000, 20)):
            with pytest.raises(CommandError, match="garbage"):
                real.carry_out(wrong)


def test_a_board_gets_all_that_the_probes_use():
    """Over virtual chips a name that is missing may never be looked up."""
    known = set(dir(builtins))
    *modules, _ = onboard.sources(GRID3)  # the last one has the words of a PIO program
    for text in modules:
        names = symtable.symtable(text, "", "exec")
        known |= {one.get_name() for one in names.get_symbols()
                  if one.is_assigned() or one.is_imported()}
        used = {one.get_name() for scope in scopes(names) for one in scope.get_symbols()
                if one.is_referenced() and (one.is_global() or scope is names)}
        assert used <= known, used - known


def scopes(table):
    """The scopes of a program: itself, its functions and classes, and theirs."""
    return [table, *(one for child in table.get_children() for one in scopes(child))]


class Person:
    """Turns, looks and answers at a virtual board with a knob, strip and display of some kind;
    `says` what is asked that is not seen."""

    def __init__(self, knob="full 11", strip="grb", settled=None, clicks=8):
        self.world = World(GRID3)
        self.world.fit_knob(**kinds.knob(knob))
        self.world.fit_strip(kinds.strip(strip))
        self.world.clock.advance(1000000)
        self.asked, self.kept = [], {}
        parts = probes.Probes(self.world.machine, GRID3, self.world.clock.advance, self._light)
        self._turns = clicks
        parts.moved = lambda name, seconds: True
        parts.clicks = self._clicks
        self.lines, self.wrong = walked(
            parts, self._answer, settled=settled, keep=AtOnce(self).settle
        )

    def settle(self, name, value):
        self.kept[name] = value

    def _clicks(self, seconds):
        """Look at the lines as the board does, with one quarter between two looks."""
        encoder, show = self.world.knob, self.world.knob.quarter
        steps = []
        encoder.quarter = steps.append
        self.world.turn_knob(self._turns)
        encoder.quarter = show
        gap = iter(range(1 << 20))

        def look(us):
            self.world.clock.advance(us)
            if steps and next(gap) % 9 == 8:
                show(steps.pop(0))

        parts = probes.Probes(self.world.machine, GRID3, look, self._light)
        return parts.clicks(seconds)

    def _light(self, pin, data):
        self.world.clock.advance(3000)
        self.world.strip.receive(data, (300, 800), (700, 400), self.world.clock.now)

    def _answer(self, question):
        self.asked.append(question)
        if question.startswith("Are all 36 lights"):
            colour = question.split()[-1].rstrip("?")
            wanted = {"red": (24, 0, 0), "green": (0, 24, 0), "blue": (0, 0, 24)}[colour]
            return self._shine() == {wanted}
        return "swapped selects" not in question

    def _shine(self):
        """The colours that are seen, with (0, 0, 0, 1) for a white of the pixels' own."""
        seen = set()
        frame, order = self.world.strip.frame, self.world.strip.order
        for at in range(0, len(frame), len(order)):
            one = dict(zip(order, frame[at : at + len(order)], strict=True))
            seen.add((one["R"], one["G"], one["B"]) + ((one["W"],) if one.get("W") else ()))
        return seen


@pytest.mark.parametrize("kind", kinds.KNOBS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("bouncing", ["", " bouncing"])
@pytest.mark.parametrize("clicks", [8, 7, 9])
def test_the_walk_names_the_kind_of_knob(kind, bouncing, clicks):
    person = Person(kind.name + bouncing, clicks=clicks)
    assert person.wrong == []
    assert any(kind.doctor in line for line in person.lines)
    assert person.kept == {"knob": kind.traits.get("size", "full")}


def test_a_knob_that_turns_the_other_way_or_not_at_all():
    assert Person(clicks=-8).wrong == ["knob (turns the other way)"]
    person = Person(clicks=0)
    assert person.wrong == [] and "nobody turned it" in "\n".join(person.lines)
    assert Person("full 11", clicks=5).wrong[0].startswith("knob (20 quarters")


@pytest.mark.parametrize("kind", kinds.STRIPS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("settled", ["auto", "RGB", "GRBW"])
def test_the_walk_names_the_order_of_the_lights(kind, settled):
    person = Person(strip=kind.name, settled={"lights": settled, "knob": "full"})
    assert person.wrong == []
    right = {"auto": "GRB"}.get(settled, settled) == kind.traits
    assert person.kept == ({} if right else {"lights": kind.traits})
    assert any(kind.traits in line for line in person.lines) or right


def test_a_white_at_any_place_is_found():
    for order in ("WRGB", "RWGB", "BGWR", "GRWB"):
        assert Person(strip=order, settled={"knob": "full"}).kept == {"lights": order}


def test_without_leave_to_write_the_command_is_said():
    sent, world = [], World(GRID3)
    parts = probes.Probes(world.machine, GRID3, world.clock.advance,
                          lambda pin, data: sent.append(bytes(data)))

    def ask(question):  # a strip that is RGB
        red, green = sent[-1][0], sent[-1][1]
        return ("red" in question and red) or ("green" in question and green) or (
            "blue" in question and not red and not green
        )

    lines, wrong = walked(parts, ask, do=walk.Walk.check_lights)
    assert wrong == ["lights (their order is RGB)"]
    assert "leyboard settings set lights RGB" in "\n".join(lines)


def test_the_sensors_of_turned_tiles_are_calibrated(capsys, monkeypatch):
    """The table keeps their levels, and the doctor then finds them well; a loose lead is named."""
    monkeypatch.setattr(Simulated, "close", lambda self: None)
    port = Simulated(facing_board.BOARD.NAME)
    monkeypatch.setattr(doctor, "open_port", lambda name: port)
    assert main(["doctor"]) == 1 and "not calibrated" in capsys.readouterr().out
    assert main(["doctor", "--calibrate"]) == 0
    assert main(["doctor"]) == 0
    port.table.world.facings.broken.add((facing_board.BOARD.READERS[3], facings.NORTH))
    assert main(["doctor", "--calibrate"]) == 1 and "not well: d1" in capsys.readouterr().err
