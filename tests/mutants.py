"""Breaks lines of the firmware one at a time, in a copy, and runs the tests that guard them: a
test has to fail for each.

    python -m tests.mutants            all
    python -m tests.mutants paint:     those whose name has it
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("firmware", "host_tools", "sim", "tests")
GAMES, TABLE, SENSE = "firmware/games/", "firmware/table/", "firmware/table/sense/"

# What is broken, the file, a text that occurs once in it, its replacement, and who has to
# notice: modules of tests/portable, or MODULE:WORDS for tests with those words in their names.
MUTANTS = (
    ("mars: a seat with only caps left is passed over", GAMES + "mars.py",
     "if own or self.left[_CAP_PIECE]:", "if own:", "mars"),
    ("mars: a line of one scores", GAMES + "mars.py",
     "if length >= 2 and not empty:", "if not empty:", "mars"),
    ("mars: a line of one is a chance", GAMES + "mars.py",
     "if empty == 1 and length >= 2:", "if empty == 1:", "mars"),
    ("mars: the other seat's threat is good", GAMES + "mars.py",
     "return lead - threat if", "return lead + threat if", "mars"),
    ("mars: the own threat is bad", GAMES + "mars.py",
     "else lead + threat", "else lead - threat", "mars"),
    ("mars: a cap on a cell means nothing", GAMES + "mars.py",
     "        if token == _CAP_PIECE:\n            return (_CAP, spot)\n", "", "mars"),
    ("mars: caps are no action", GAMES + "mars.py",
     "not 1 <= action[0] <= _CAP or", "not 1 <= action[0] < _CAP or", "mars"),
    ("mars: a cap is not for placing", GAMES + "mars.py",
     "size = _CAP if token == _CAP_PIECE else token - 3 * by", "size = token - 3 * by",
     "contract:obeys"),
    ("interpret: half of an action is one", TABLE + "interpret.py",
     "if len(hand) == len(different):", "if True:", "app"),
    ("interpret: a stray where something belongs", TABLE + "interpret.py",
     "len(different) == 1 and not wanted[place] and", "len(different) == 1 and", "app"),
    ("interpret: shared pieces have an owner", TABLE + "interpret.py",
     "if owner >= 0 and owner not in seats", "if owner not in seats", "app"),
    ("interpret: own pieces are somebody else's", TABLE + "interpret.py",
     "if owner >= 0 and owner not in seats", "if owner >= 0", "app"),
    ("interpret: a lift that only may be an action is taken for it", TABLE + "interpret.py",
     "    if rest:\n", "    if rest and len(exact) != 1:\n", "app"),
    ("interpret: the rest is not lit", TABLE + "interpret.py",
     "exact, marks, \"rest\")", "exact, (), \"rest\")", "app"),
    ("app: readers are heard while lights are found", TABLE + "app.py",
     "if self.lights.finding is not None and since", "if False and since", "pauses"),
    ("app: readers wait until the last light is found", TABLE + "app.py",
     "and since < _HURRY_MS:", "and True:", "pauses"),
    ("sense: fields two pitches apart", SENSE + "plan.py",
     "_APART = const(9)", "_APART = const(4)", "faults:fields_keep_their_distance"),
    ("sense: hot visits take all the time", SENSE + "plan.py",
     "if self._width and now < self._due", "if self._width", "sense:whole_visits_keep"),
    ("sense: a busy table makes up for every whole visit", SENSE + "plan.py",
     "max(self._due, now - _PACE_MS)", "self._due", "sense:busy_table"),
    ("sense: any hot reader, however long it has waited", SENSE + "plan.py",
     "gain[reader] = waited[reader] * factor", "gain[reader] = factor", "sense:hot"),
    ("lights: a lifted piece is missing before it is judged", TABLE + "pieces.py",
     "not self._may_be_lifted(place)", "True", "lights:may_be_lifted"),
    ("lights: a missing piece waits to be judged", TABLE + "pieces.py",
     "elif rules and not token and", "elif False and", "lights:missing_piece"),
    ("lights: the rules are asked while they make an answer", TABLE + "pieces.py",
     "elif rules and not token and", "elif not token and", "lights:the_rules_are_not"),
    ("lights: lights that move do not wait", TABLE + "app.py",
     "if not self.painter.can_wait(now) or", "if True or", "lights:only_move"),
    ("sense: gone when it is missed once", SENSE + "findings.py",
     "            self._times[reader] = 1\n        elif",
     "            self._settle(reader, 0)\n        elif", "faults:two_misses"),
    ("sense: what is new is not looked at again", SENSE + "scan.py",
     "if self._agains == _AGAINS:", "if True:", "sense:removal_settles"),
    ("sense: one of two gone when it is missed once", SENSE + "findings.py",
     "            if self._times[reader] == _EQUAL:\n                self.uids",
     "            if True:\n                self.uids", "faults:second_tag", "sense:two_tags"),
    ("sense: a missed tag's reader is not set up anew", SENSE + "scan.py",
     "        if missed:\n", "        if 0:\n", "faults:a_reset_chip"),
    ("sense: the pad's field stays on", SENSE + "scan.py",
     "            if not is_next[here[i]]:\n",
     "            if not is_next[here[i]] and here[i] != pad:\n",
     "faults:fields_go_off"),
    ("sense: fields stay on", SENSE + "scan.py",
     "        exchange.off_count = self._off_count\n", "        exchange.off_count = 0\n",
     "faults:fields_go_off"),
    ("sense: fields stay on after news", SENSE + "scan.py",
     "            self._begin(self._off_count)\n", "            self._begin()\n",
     "faults:fields_go_off"),
    ("sense: chips are asked before they have booted", SENSE + "supply.py",
     "_BOOT_MS = const(50)", "_BOOT_MS = const(0)", "sense:booted"),
    ("sense: waits for readers while a block comes up", SENSE + "scan.py",
     "left = 0 if self._supply.is_switching else _PATIENCE", "left = _PATIENCE",
     "sense:comes_up_in_time"),
    ("sense: all readers look twice", SENSE + "scan.py", "            elif on_air:",
     "            elif False:", "tries:empty_cell"),
    ("sense: a tag that was not read is looked for once", SENSE + "scan.py",
     " or health.once[reader]", "", "tries:same_visit"),
    ("sense: a chip at work gets a command", SENSE + "scan.py",
     " and not int(self._goes_off(reader)):", ":", "tries:at_work"),
    ("sense: a chip at work is renewed", SENSE + "scan.py",
     "elif not self._goes_off(reader):", "else:", "tries:at_work"),
    ("sense: readers are set up while a field stays on", SENSE + "scan.py",
     "if self._renew_due and (not self._stays_on or self.hear_all):", "if self._renew_due:",
     "tries:set_up_again"),
    ("sense: all are asked whether they are ready, though the first is not",
     TABLE + "drivers/pn532.py", "self._pass(1, 1) if early", "self._pass(0, 0) if early",
     "exchange:waits_for_the_first"),
    ("sense: a broken first reader hides the others", TABLE + "drivers/pn532.py",
     "_SURE_US = const(1500)", "_SURE_US = const(15000)", "exchange:waits_for_the_first"),
    ("app: the second look at readers waits after long words", TABLE + "app.py",
     "self._step_readers(self._clock.ms() - self._looked)", "self._step_readers(0)",
     "first_light:long_tick"),
    ("app: what the second look finds is lit in the next tick", TABLE + "app.py",
     "self._step_readers(self._clock.ms() - self._looked)",
     "self.board.sense.step(self.at_rest and self._clock.ms() - self._looked < _LATE_MS)",
     "first_light:whenever"),
    ("sense: failures are counted for ever", TABLE + "drivers/pn532.py",
     "            failures[reader] = 0\n", "", "faults:not_in_a_row"),
    ("sense: a look for pairs is a miss", TABLE + "drivers/pn532.py",
     "if tags == 0 and (pair or wanted == 0):", "if tags == 0 and wanted == 0:",
     "faults:no_miss"),
    ("sense: losses are never forgiven", SENSE + "health.py",
     "if self._good[reader] == _GOOD:", "if self._good[reader] == -1:",
     "faults:many_short_losses"),
    ("sense: a lost chip's block is cycled for ever", SENSE + "health.py",
     "return can_cycle and (losses <= at_once or not losses % _RARELY)", "return can_cycle",
     "faults:missing_reader"),
    ("sense: a chip that was reset gets no command", SENSE + "scan.py",
     "self._bus.broadcast(readers, told, _SAM_NORMAL, b\"\", 0)", "pass",
     "faults:under_an_empty_cell"),
    ("sense: a chip that was reset is not set up", SENSE + "health.py",
     "        self.fresh[reader] = self.fresh[reader] or RENEWED\n\n", "        pass\n\n",
     "faults:under_an_empty_cell"),
    ("journal: set_aside overwrites what is longer", TABLE + "restart.py",
     "        elif size_of(journal.file) < size_of(target):\n            return journal.file\n",
     "", "journal"),
    ("journal: a game is set aside without its tail", TABLE + "restart.py",
     "            if journal._tail:\n", "            if False:\n", "session"),
    ("journal: a game that does not fit takes the place of another one", TABLE + "restart.py",
     "            if size_of(target):\n", "            if False:\n", "session"),
    ("journal: a damaged game takes the place of a whole one", TABLE + "restart.py",
     "        if _is_whole(journal, journal._old_file):\n", "        if False:\n", "session"),
    ("journal: the tail of another game is opened", TABLE + "journal.py",
     "                if self._has_tail:\n", "                if True:\n",
     "failures:bad_beginning"),
    ("journal: set_aside does nothing", TABLE + "restart.py",
     "        replace(journal.file, target)\n", "        pass\n", "journal"),
    ("journal: a worse game.old", TABLE + "restart.py",
     "    if size_of(journal.file) + size_of(journal._tail_file) > size_of(journal._old_file):",
     "    if True:", "journal"),
    ("journal: game.old without the tail", TABLE + "restart.py",
     "            if size_of(journal._tail_file):\n", "            if False:\n", "journal"),
    ("journal: a new game's .new is not renamed", TABLE + "journal.py",
     "            replace(fresh, self.file)\n", "            pass\n", "journal"),
    ("journal: a tail's .new is not renamed", TABLE + "journal.py",
     '        replace(self._tail_file + ".new", self._tail_file)\n', "        pass\n", "journal"),
    ("journal: a point's .new is not renamed", TABLE + "journal.py",
     "            replace(fresh, self._point_file)\n", "            pass\n", "journal"),
    ("journal: a cut log's .new is not renamed", TABLE + "journal.py",
     '            replace(self.file + ".new", self.file)\n', "            pass\n", "journal"),
    ("journal: a new game is written over the old", TABLE + "journal.py",
     '        fresh = self.file + ".new"\n        size', "        fresh = self.file\n        size",
     "journal", "failures"),
    ("journal: nobody looks at the table before an erase", TABLE + "journal.py",
     "        pause(True)\n        took", "        pause()\n        took", "journal:an_erase"),
    ("garbage: words come before it is collected", TABLE + "boot.py",
     "garbage.turn(app.at_rest, app.is_lit())", "garbage.turn(app.at_rest, False)", "boot:hears"),
    ("garbage: lights that are still on their way are enough", TABLE + "app.py",
     "return self._has_stood", "return self._has_shown", "first_light:says_once"),
    ("garbage: the search for lights leaves none", TABLE + "garbage.py",
     "elif self._rested and not lit:", "elif self._rested:", "boot:lights_and_words"),
    ("garbage: nobody looks at the table first", TABLE + "garbage.py",
     "            pause()  # the tick may have been long\n", "", "boot:looked_at_before"),
    ("garbage: a long tick becomes longer", TABLE + "garbage.py",
     "was_short = now - self._turned <= _LONG_MS", "was_short = True", "boot:long_tick"),
    ("journal: scores are not looked at", TABLE + "beginnings.py",
     "                if _says_the_same(game, data):\n", "                if True:\n", "session"),
    ("journal: a record has the words of another firmware", TABLE + "beginnings.py",
     "                    session.reworded = True\n", "", "session"),
    ("paint: dimming paints nothing", TABLE + "paint.py",
     "            self._stale[:] = b\"\\1\" * len(self._stale)\n", "", "paint"),
    ("paint: dimming forgets steady places", TABLE + "paint.py",
     "if places[at] == 0 or (motion == _STEADY and dimmed[at] == scale):",
     "if places[at] == 0 or (motion == _STEADY and dimmed[at] < 0xFFFF):", "paint"),
    ("paint: the limit is forgotten when a piece is seen", TABLE + "paint.py",
     "if self._peak_ma() * self.scale > self._limit * _UNDIMMED:", "if False:", "paint"),
    ("paint: no reserve for the light of a piece", TABLE + "paint.py",
     "peak = self._peak_ma(self._reserve)", "peak = self._peak_ma()", "paint"),
    ("paint: what was shown meanwhile is not sent", TABLE + "paint.py",
     "if self.adding and not self._changed:", "if self.adding:", "paint"),
    ("paint: a piece that is seen is not reserved for", TABLE + "paint.py",
     "if self._changed or self._spare < 0:", "if self._changed:", "paint"),
    ("paint: only the newest of two pieces is lit", TABLE + "paint.py",
     "        if not self.adding:\n            self._added.clear()\n",
     "        self._added.clear()\n", "paint"),
    ("paint: what is seen covers what is more urgent", TABLE + "paint.py",
     "            if light <= lit & _NOTHING:", "            if True:", "paint"),
    ("paint: what was seen stays", TABLE + "paint.py",
     "            self._fresh.clear()\n            self._changed = True\n",
     "            self._fresh.clear()\n", "paint"),
    ("paint: a corner takes no current", TABLE + "paint.py",
     "return peak * (self._per - 1) + 3 * self._gamma[self.brightness]",
     "return peak * self._per", "paint"),
    ("paint: the corner of a dark place takes none", TABLE + "paint.py",
     "        if look[_AT_CORNER]:", "        if look[_AT_CORNER] and peak:", "paint"),
    ("paint: a corner does not count once lit", TABLE + "paint.py",
     "        self._total += more", "", "paint"),
    ("paint: another corner", TABLE + "paint.py",
     "_AT_CORNER] - 1)", "_AT_CORNER] - 2)", "paint"),
    ("paint: `dim` paints nothing", TABLE + "paint.py",
     "        self.brightness = brightness\n        self._paint_all()",
     "        self.brightness = brightness", "paint"),
    ("paint: a second `show` forgets what was stale", TABLE + "paint.py",
     "        self._torn = True\n        self._change()\n        self._torn = False",
     "        self._stale = bytearray(len(lit))\n        self._change()", "paint"),
    ("paint: a place keeps the look it had", TABLE + "paint.py",
     "if keys[look_of[place]] != key:", "if look_of[place] == 0:", "paint"),
    ("paint: one place is counted for a look", TABLE + "paint.py",
     "            places_of[look] = places_of[look] + 1",
     "            places_of[look] = 1", "paint"),
    ("paint: marked corners are forgotten", TABLE + "paint.py",
     "        if corners or self._corners:", "        if self._corners:", "paint"),
    ("paint: corners stay marked", TABLE + "paint.py",
     "        if corners or self._corners:", "        if corners:", "paint"),
    ("paint: no limit", TABLE + "paint.py",
     "scale = self._limit * _UNDIMMED // peak if peak > self._limit else _UNDIMMED",
     "scale = _UNDIMMED", "paint"),
    ("paint: only one place counts", TABLE + "paint.py",
     "peak += places_of[at] * peaks[at]", "peak = peaks[at] if peaks[at] > peak else peak",
     "paint"),
    ("paint: what was seen pulses", TABLE + "theme.py",
     "for _meaning in (MISSING, CURSOR):", "for _meaning in (CHOSEN, MISSING, CURSOR):", "paint"),
    ("app: rules begin before the first light is out", TABLE + "app.py",
     "if self._has_noted() or self.painter.adding:", "if self._has_noted():", "first_light"),
    ("app: words begin while the last lights are on their way", TABLE + "app.py",
     "if awaited and now < self._lit_until:", "if False:", "first_light"),
    ("app: computer players have no words", TABLE + "app.py",
     "awaited = self.session.over() or self.session.is_awaited()", "awaited = True",
     "first_light"),
    ("app: a tag is read before it is lit", TABLE + "app.py",
     "            self._paint(self._clock.ms())\n            sense.read_new()\n",
     "            sense.read_new()\n            self._paint(self._clock.ms())\n", "first_light"),
    ("app: what is found waits for the next tick", TABLE + "app.py",
     "                self._relight()", "                self.stale = True", "first_light"),
    ("app: found lights without the 5 V", TABLE + "app.py",
     "if self.verdict is None or not self.board.sense.ready:", "if self.verdict is None:",
     "first_light"),
    ("app: an action is confirmed in the next tick", TABLE + "app.py",
     "if left > 0:  #", "if False:  #", "first_light"),
    ("app: the next lights wait for the next tick", TABLE + "app.py",
     "self.lights.go_on(self._clock, left)", "pass", "first_light"),
    ("app: a long action is confirmed in the same tick", TABLE + "app.py",
     "left = start + _AT_ONCE_MS", "left = start + 999", "first_light"),
    ("journal: no erase is noticed", TABLE + "journal.py",
     "if not self._clock or took >= _ERASE_MS:", "if not self._clock:",
     "journal"),
    ("legal: any spot stands for spot 0", GAMES + "base.py",
     "if (at == spot or spot < 0) and", "if (at == spot or spot <= 0) and", "contract:obeys"),
    ("legal: spot 0 is asked for the first thing only", GAMES + "base.py",
     "for at, piece in gesture[:1] if spot < 0 else gesture:",
     "for at, piece in gesture[:1] if spot <= 0 else gesture:", "contract:obeys"),
    ("legal: in mars any spot stands for spot 0", GAMES + "mars.py",
     "for cell in range(_CELLS) if spot < 0 else (spot,):",
     "for cell in range(_CELLS) if spot <= 0 else (spot,):", "contract:obeys"),
    ("session: takes back past what was shown", TABLE + "session.py",
     '        if self._is_final():\n            raise IllegalAction("shown stands")\n', "",
     "session"),
    ("session: takes back players past what was shown", TABLE + "session.py",
     "len(game.log) > end and not self._is_final():", "len(game.log) > end:", "session"),
    ("session: takes back past chance", TABLE + "session.py",
     '            if by == CHANCE:\n                raise IllegalAction("chance stands")\n',
     "            if by == CHANCE:\n                continue\n", "session"),
)  # fmt: skip


def killer(folder, file, old, new, tests):
    """Return the test that fails in the broken copy, "" if none does."""
    path = folder / file
    source = path.read_text()
    if source.count(old) != 1:
        return "nothing: the text is %d times in %s" % (source.count(old), file)
    path.write_text(source.replace(old, new))
    asked = [test.partition(":") for test in tests]
    paths = ["tests/portable/test_%s.py" % module for module, _, _ in asked]
    named = " or ".join(name for _, _, name in asked if name)
    pytest = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider")
    done = subprocess.run(
        [*pytest, "-k", named, *paths], cwd=folder, capture_output=True, text=True,
        env=dict(os.environ, PYTHONPATH=str(folder), PYTHONDONTWRITEBYTECODE="1"),
    )  # fmt: skip
    path.write_text(source)
    found = re.search(r"^(?:FAILED|ERROR) \S*?(test_\w+\.py(?:::\w+)?)", done.stdout, re.M)
    return found.group(1) if found else ""


def main(words):
    left = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in FOLDERS:
            shutil.copytree(ROOT / part, folder / part)
        shutil.copy(ROOT / "pyproject.toml", folder)
        for what, file, old, new, *tests in MUTANTS:
            if words and not any(word in what for word in words):
                continue
            by = killer(folder, file, old, new, tests)
            lives = not by or by.startswith("nothing")
            left += lives
            print("%-55s %s" % (what, by or "LIVES"), flush=True)
    print("%d of them live" % left)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
