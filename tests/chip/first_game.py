"""A maker's way from a bare Pico and blank tags to the first game, on an emulated Pico:

    python -m tests.chip.first_game --uf2 path --bootrom path [--profile evening]

Types the commands of the README one by one, does with tags, knob and eyes what each message asks
for, and prints everything. The board starts with MicroPython and no files.
"""

import argparse
import contextlib
import io
import queue
import re
import sys
import tempfile
import threading
import time
from pathlib import Path
from unittest import mock

from mpremote import transport_serial

from host_tools import cli, client, flash, ports, prompt, tags, walk  # isort: skip  puts the firmware on the path
from games import game_class
from host_tools.core import walk as core_walk
from host_tools.core import walkpanel
from sim.chip import port
from sim.chip.pico import Pico
from sim.chip.table import Host, Played

PROFILE = "grid3"
GAME = "mars"
TITLE = "Ley Lines of Mars"
BOOT_MS = 1500
_HAND_S = 0.5  # from a message to the move of the hand
_MOST_TURNS = 12  # of the knob, to find an answer
_TIMES = 2  # questions of the walk to a reader at each speed; an emulated bus never varies
_COLOURS = {"red": 0, "green": 1, "blue": 2}
_KNOB = {"turn the knob": ("turn_knob", 1), "turn the knob again": ("turn_knob", 1),
         "push the knob": ("press", "push"), "press take back": ("press", "back")}


class AstrayError(Exception):
    """A beginner would not know how to go on; the text says why."""


class PatientTime:
    """The clock of the commands. It runs at most as fast as that of the chip and a quarter of real
    time, since an emulated chip is slow at work and very fast when idle."""

    def __init__(self, pico):
        self._pico = pico
        self._at = 0.0
        self._seen = (time.monotonic(), pico.now)

    def monotonic(self):
        seen = (time.monotonic(), self._pico.now)
        self._at += min((seen[0] - self._seen[0]) / 4, (seen[1] - self._seen[1]) / 1e6)
        self._seen = seen
        return self._at

    def sleep(self, seconds):
        end = self._pico.now + 1e6 * seconds
        while self._pico.now < end:
            time.sleep(0.001)


class Heard(io.TextIOBase):
    """Standard output that passes each line to `hear(line)`."""

    def __init__(self, out, hear):
        self._out = out
        self._hear = hear
        self._line = ""

    def write(self, text):
        self._out.write(text)
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            self._hear(line)
        return len(text)

    def flush(self):
        self._out.flush()


class Maker:
    """A person at a board `pico` who types commands and has hands and eyes.

    While `at_port`, a thread lets time pass on the board and moves the hands.
    """

    def __init__(self, pico):
        self.pico = pico
        self.box = {}  # token: UIDs of its tags
        self._deeds = queue.PriorityQueue()  # (us, number, deed)
        self._number = 0
        self._made = 0  # tags
        self._pile = []  # UIDs of the tags to lay for `check`
        self._lies = None  # UID on the pad
        self._heard = 0  # lines

    # ---- hands ---------------------------------------------------------------------------------

    def later(self, deed, seconds=_HAND_S):
        """Run a deed of hands after `seconds` of the chip."""
        self._number += 1
        self._deeds.put((self.pico.now + 1e6 * seconds, self._number, deed))

    def now(self, deed):
        """Run a deed of hands or eyes; return the result."""
        came: queue.Queue = queue.Queue()
        self.later(lambda: came.put(deed()), 0)
        return came.get()

    def _turn_of_hands(self):
        while not self._deeds.empty():
            due = self._deeds.get()
            if due[0] > self.pico.now:
                self._deeds.put(due)
                return
            due[2]()

    def _lay_blank(self):
        if self._lies is None:
            self._made += 1
            self._lies = bytes((0x04, 0xB1, 0xA2, 0x00, 0x11, self._made, 0x80))
            self.pico.make(self._lies)
            self.pico.put(self._lies, "pad")

    def _lay_next(self):
        if self._pile and self._lies is None:
            self._lies = self._pile.pop(0)
            self.pico.put(self._lies, "pad")

    def _lift(self):
        if self._lies is not None:
            self.pico.lift(self._lies)
            self._lies = None

    def _keep_on(self, deed, heard):
        """Repeat a deed until the next line is heard."""

        def again():
            if self._heard == heard:
                deed()
                self.later(again)

        self.later(again)

    # ---- messages ------------------------------------------------------------------------------

    def hear(self, line):
        """Do what a line on the screen asks for."""
        self._heard += 1
        if line.startswith("Lay a tag for this on the pad"):
            self.later(self._lay_blank)
        elif line.startswith("Lay all"):
            self._pile = [uid for uids in self.box.values() for uid in uids]
            self.later(self._lay_next)
        elif "take it away" in line:
            self.later(self._lift)
            self.later(self._lay_next, 2 * _HAND_S)
        elif "clockwise by" in line:
            self.later(lambda: self.pico.turn_knob(walkpanel.CLICKS))
        elif "within 15 seconds" in line:
            verb, value = _KNOB[line.strip(" .").split(", ")[1]]
            self._keep_on(lambda: getattr(self.pico, verb)(value), self._heard)

    def answer(self, question):
        """Answer a question of the doctor; return whether the answer is yes."""
        question = str(question)
        print("%s [y/N] y" % question)
        asked = re.search(r"Are all \d+ lights (\w+)\?", question)
        if asked:
            lit = self.now(lambda: self.pico.hand("lights", "b2"))
            return all(colour[_COLOURS[asked[1]]] == max(colour) > 0 for colour in lit)
        lies = re.search(r"the tag lies on (\w+)\?", question)
        if lies:
            self.now(lambda: self._move(lies[1]))
        return True

    def _move(self, name):
        if self._lies is None:
            self._lay_blank()
        self.pico.lift(self._lies)
        self.pico.put(self._lies, name)

    # ---- commands ------------------------------------------------------------------------------

    @contextlib.contextmanager
    def at_port(self):
        """Connect the board to a port, for a `with`; on exit all tags are lifted."""
        over, named = threading.Event(), queue.Queue()

        def going():
            self._turn_of_hands()
            return not over.is_set()

        serving = threading.Thread(target=port.serve, args=(self.pico, named.put, going))
        serving.start()
        try:
            self.port = named.get()
            yield
            self.now(self._lift)
        finally:
            over.set()
            serving.join()

    def type(self, *words, status=0):
        """Type a command on a cleared table; raises AstrayError for another exit status."""
        self.now(self._lift)
        print("\n$ leyboard %s" % " ".join(words))
        ended = cli.main([*words, "--port", self.port])
        if ended != status:
            raise AstrayError("leyboard %s ended with %s" % (" ".join(words), ended))

    # ---- the table -----------------------------------------------------------------------------

    def choose(self, host, answer):
        """Turn the knob to an answer on the display, and push."""
        for _ in range(_MOST_TURNS):
            said = host.display()
            if any(answer in line for line in said):
                print("   display: %s" % " | ".join(said))
                host.see(self.pico.press, "push")
                return
            host.see(self.pico.turn_knob, 1)
        raise AstrayError("the display never offers %s, but says %s" % (answer, said))


def first_game(uf2, bootrom, folder, profile=PROFILE):
    """Go all the way with files in `folder`; return how the first action was played. Raises
    AstrayError or TableError if a beginner would not know how to go on."""
    with Pico(profile, uf2, bootrom, folder / "bare") as pico, maker_at(pico) as maker:
        pico.run(BOOT_MS)
        with maker.at_port():
            maker.type("doctor", status=1)  # an empty board: the message says what to do
            maker.type("flash", "--profile", profile, "--games", GAME)
            maker.type("doctor")
            maker.type("doctor", "--walk", "--report", str(folder / "doctor.txt"))
            _write_tags(maker, folder / "tags.json")
        how = _play(maker)
        with maker.at_port():
            maker.type("records", "list")
            maker.type("backup", str(folder / "after.zip"))
        return how


@contextlib.contextmanager
def maker_at(pico):
    """A Maker at a board, for a `with`: commands use a PatientTime and ask the Maker."""
    maker, clock = Maker(pico), PatientTime(pico)
    with contextlib.ExitStack() as stack:
        for module in (client, flash, ports, prompt, tags, transport_serial):
            stack.enter_context(mock.patch.object(module, "time", clock))
        stack.enter_context(mock.patch.object(walk, "ask_yes", maker.answer))
        stack.enter_context(mock.patch.object(core_walk, "TIMES", _TIMES))
        stack.enter_context(mock.patch.object(sys, "stdin", mock.Mock(isatty=lambda: True)))
        stack.enter_context(contextlib.redirect_stdout(Heard(sys.stdout, maker.hear)))
        yield maker


def _write_tags(maker, written):
    """Write and check a tag of each kind (one takes a minute here); then they are in the box."""
    maker.type("tags", "write", "--game", GAME, "--kinds", "--list", str(written))
    done = tags.done_in(written, game_class(GAME).SET)
    for uid, (token, _) in done.tags.items():
        maker.box.setdefault(token, []).append(bytes.fromhex(uid))
    maker.type("tags", "check", "--game", GAME, "--kinds")


def _play(maker):
    """Begin a game with the knob and play its first action with the written tags; return how it
    was played."""
    host = Host(maker.pico)
    maker.choose(host, "Push the knob")
    for answer in ("new game", TITLE, "as usual", "a person", "a person"):
        maker.choose(host, answer)
    played = Played(maker.pico, GAME, box=maker.box, begun=True)
    print("   display: %s" % " | ".join(host.display()))
    by = played.game.current()[0]
    action = played.game.legal(by)[0]
    how = played.play(by, action)
    print("   laid: %s; display: %s" % (played.game.text(action), " | ".join(host.display())))
    return how


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="tests.chip.first_game",
                                     description=__doc__.split("\n")[0])
    parser.add_argument("--uf2", required=True, help="MicroPython for the Pico, a .uf2 file")
    parser.add_argument("--bootrom", required=True, help="the boot ROM of an RP2040, 16 KB")
    parser.add_argument("--profile", default=PROFILE, help="the board (default: %(default)s)")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="leyboard-maker-") as folder:
        first_game(chosen.uf2, chosen.bootrom, Path(folder), chosen.profile)


if __name__ == "__main__":
    main()
