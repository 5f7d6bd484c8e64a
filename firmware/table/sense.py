"""What lies where: the scan of all readers, as tokens that have settled.

A *visit* asks readers for their tags at once: at most one a block of nine, no two nearer than
three pitches, so that no field disturbs another (facts: field-distance). In a whole visit that is
the same cell of every block; nine of them are a sweep. In a hot visit it is cells where something
can happen now, in as few visits as they fit into. The pad takes part in every visit and is never
asleep. While a visit is on the air the readers of the last one are sent to sleep and those of the
next are woken.

A tag that comes is read at once, which finds it a second time: it has settled. Its going, and
whatever else is new, settles when it is found twice, and is asked for again at once. A garbled UID
does no harm: what counts is the record, which has a checksum.

Asked for one tag, a chip names one of two. So it is asked for two now and then; but then it tells
of a single tag on every second attempt only (facts: two-tags): an answer with two tags counts, an
empty one does not.
"""

from micropython import const

from table import tags
from table.drivers.pn532 import DONE, Exchange, frame

# Codes in `seen` that are no token; tokens are 1 to 239, 0 is an empty place.
UNKNOWN = 240  # a tag that is none of ours, blank or damaged
FOREIGN = 241  # a piece of another game
DOUBLE = 242  # two tags in one field
FAULT = 243  # the reader does not answer
UNSHOWN = 244  # a magnet over a hall switch whose piece the pad has not seen
_NEW = const(245)  # a tag that is to be read

_NO_READER = const(255)
_NOWHERE = const(255)  # of places: the reader lies under none
_NOBODY = const(255)  # of a block's cells
_A_STEP = const(8)  # transactions; 0.5 ms each at most on the bus
_CELLS = const(9)
_APART = const(9)  # the square of the distance, in pitches, from which fields do not disturb
_WHOLE_EVERY = const(4)  # visits, and after all hot ones
_EQUAL = const(2)  # findings in a row that settle a place
_AGAINS = const(3)  # looks at once where something is new
_UNREADABLE = const(4)  # reads of a tag that fail, until it is UNKNOWN
_PAIR_EVERY = const(4)  # whole visits of a cell, until one looks for second tags
_FAILS = const(3)  # in a row, until a reader counts as silent
_CYCLES = const(2)  # of its block's power for a silent reader, then it is left alone
_OFF_MS = const(60)  # power off long enough for a hung chip (facts: power-off)
_BOOT_MS = const(50)
_STAGGER_MS = const(5)  # between the blocks at power on, for the supply
_UID = const(7)

_GET_VERSION = frame(0x02)
_SAM_NORMAL = frame(0x14, 0x01, 0x00, 0x00)
_RETRIES = frame(0x32, 0x05, 0xFF, 0x01, 0x01)  # the default would look for a tag for ever
_TIMINGS = frame(0x32, 0x02, 0x00, 0x0B, 0x07)  # 6.4 ms for an answer; an NTAG takes 5 at most
_ASK_ONE = frame(0x4A, 0x01, 0x00)
_ASK_TWO = frame(0x4A, 0x02, 0x00)
_READ_RECORD = frame(0x40, 0x01, 0x30, tags.FIRST_PAGE)
_POWER_DOWN = frame(0x16, 0x20)  # SPI wakes
# How a reader is set up: (frame, code).
_SETUP = ((_GET_VERSION, 0x02), (_SAM_NORMAL, 0x14), (_RETRIES, 0x32), (_TIMINGS, 0x32))
_COMMAND_US = const(20000)
_ASK_US = const(40000)
_WAKE_US = const(2200)

_FIELD_OFF = frame(0x32, 0x01, 0x00)

# What goes on in `step`.
_IDLE = const(0)
_SETTING_UP = const(1)
_ASKING = const(2)
_READING = const(3)
_WRITING = const(4)

# How far the supply of a block is.
_OFF = const(0)
_BOOTING = const(1)
_UP = const(2)


class Sense:
    """Scans the readers of `bus` as `profile` places them.

    `seen` holds a code a place, `pad` the code of the pad; `version` counts changes of either.
    `ready` says whether all of it has been looked at since power-on.
    `switches` stands for a board that has hall switches, None for one that has not.
    """

    def __init__(self, bus, profile, clock):
        self._bus = bus
        self._clock = clock
        self._blocks = profile.BLOCKS
        self._profile = profile
        count = _CELLS * self._blocks + 1
        self.seen = bytearray(len(profile.READERS))
        self.pad = 0
        self.pad_tags = 0  # counts the tags that came onto the pad, to tell equal pieces apart
        self.version = 0
        self.ready = False
        self.switches = None
        self._set = 0
        self._place = bytearray([_NOWHERE] * count)
        for place in range(len(profile.READERS)):
            if profile.READERS[place] != _NO_READER:
                self._place[profile.READERS[place]] = place
        self._code = bytearray(count)  # settled
        self._found = bytearray(count)  # by the last visits
        self._times = bytearray(count)  # in a row; of a _NEW tag, reads that failed
        self._uids = bytearray(_UID * count)
        self._uid_size = bytearray(count)
        self._fails = bytearray(count)
        self._errors = [0] * count  # of all time, for the doctor
        self._reads = [0] * count
        self._fresh = bytearray([1] * count)  # to be set up
        self._cycles = bytearray(count)  # of power, for its sake
        self._up_at = [_STAGGER_MS * block for block in range(self._blocks)]  # ms
        self._power = bytearray(self._blocks)  # _OFF, _BOOTING or _UP
        self._why = {}  # reader -> why its tag is UNKNOWN
        self._pad_record = 0  # token | set << 8 | slot << 16 of the tag on the pad
        self._ask = Exchange(bus, clock, self._blocks + 1)
        self._leave = Exchange(bus, clock, self._blocks + 1)
        self._on_answer = self._answered  # bound once: to bind allocates
        self._on_record = self._has_read
        self._leaving = False  # responses to power-down are still to be read
        self._stage = _IDLE
        self._setup = 0  # step of _SETUP
        # The cell of each block, or _NOBODY: in nine whole visits, then in as many hot ones.
        self._plan = bytearray([_NOBODY] * (2 * _CELLS * self._blocks))
        for at in range(_CELLS * self._blocks):
            self._plan[at] = at // self._blocks
        self._hot_visits = 0
        self._last_hot = 0
        self._since_whole = 0  # hot visits
        self._here = bytearray([_NOBODY] * self._blocks)  # the cells visited now
        self._then = bytearray(self._blocks)  # and those visited next
        self._is_whole = True  # the next
        self._woken = False  # are those of the next awake?
        self._woken_at = 0  # us
        self._waking = False  # may that be less than _WAKE_US ago?
        self._sweep = 0  # the whole visit that has been chosen last
        self._sweeps = 0
        self._sweep_start = 0
        self.sweep_ms = 0  # what the last sweep of all cells took
        self._agains = 0
        self._pair = False  # asked for two
        self._wakes = bytearray(self._blocks + 1)
        self._alone = bytearray((bus.pad,))  # for what only the pad is told
        self._write = None  # the record to write on the pad
        self._written = 0  # pages of it
        self.write_result = ""  # of the last write: "" under way, "ok" or why not

    # ---- what the table asks --------------------------------------------------------------------

    @property
    def set_in_play(self):
        return self._set

    @set_in_play.setter
    def set_in_play(self, number):
        """Say whose pieces are no strangers now; all tags are looked at anew."""
        if number != self._set:
            self._set = number
            for reader in range(len(self._uid_size)):
                self._uid_size[reader] = 0
            if self.switches:
                self.switches.forget()

    def hot(self, places):
        """Say where something can happen now: those cells are visited more often.

        Each goes into the first hot visit where it fits; a board whose cells are in no rows has
        none.
        """
        plan = self._plan
        blocks = self._blocks
        self._hot_visits = 0
        for at in range(_CELLS * blocks, len(plan)):
            plan[at] = _NOBODY
        if not self._profile.WIDTH:
            return
        for reader in range(_CELLS * blocks):
            cell, block = reader // blocks, reader % blocks  # whole visits fit, so they come first
            if self._place[_CELLS * block + cell] in places:
                visit = 0
                while visit < _CELLS and not self._fits(_CELLS + visit, block, cell):
                    visit += 1
                if visit < _CELLS:
                    plan[(_CELLS + visit) * blocks + block] = cell
                    self._hot_visits = max(self._hot_visits, visit + 1)

    def _fits(self, visit, block, cell):
        """Is a cell far enough from those of a visit?"""
        at = visit * self._blocks
        if self._plan[at + block] != _NOBODY:
            return False
        width = self._profile.WIDTH
        here = self._place[_CELLS * block + cell]
        for other in range(self._blocks):
            there = self._plan[at + other]
            if there != _NOBODY:
                there = self._place[_CELLS * other + there]
                across = here % width - there % width
                along = here // width - there // width
                if across * across + along * along < _APART:
                    return False
        return True

    def why(self, place):
        """Return why the tag at a place is UNKNOWN, as text."""
        return self._why_reader(self._profile.READERS[place])

    def is_elsewhere(self, place):
        """Was the tag at a place seen at another one too, which has not been visited since?"""
        uids = [self._uid(reader) for reader in range(len(self._code))]
        here = [uids[reader] for reader in range(len(uids)) if self._place[reader] == place]
        return bool(here) and uids.count(here[0]) > 1

    def why_pad(self):
        """Return what is wrong with the tag on the pad, as text."""
        if self.pad == DOUBLE:
            return "pad: two pieces, take one away"
        if self.pad == FOREIGN:
            return "pad: piece of another game"
        if self.pad == FAULT:
            return "pad: the reader does not answer"
        return "pad: " + self._why_reader(self._bus.pad)

    def _why_reader(self, reader):
        return self._why.get(reader, "unknown tag")

    def report(self):
        """Return a list a reader of [name, code, reads, errors, state], for the doctor."""
        rows = []
        names = self._profile.SPOTS.split(" ")
        for reader in range(len(self._code)):
            if reader == self._bus.pad:
                name = "pad"
            elif self._place[reader] != _NOWHERE:
                name = names[self._place[reader]]
            else:
                continue
            state = "starting" if self._fresh[reader] else "ok"
            if self._code[reader] == FAULT:
                state = "silent"
            errors = self._errors[reader]
            rows.append([name, self._code[reader], self._reads[reader], errors, state])
        if self.switches:
            state = "broken" if self.switches.is_broken() else "ok"
            rows.append(["switches", 0, self.switches.looks, self.switches.errors, state])
        return rows

    def pad_report(self):
        """Return [uid in hex, set, token, slot] of the tag on the pad, or None without one."""
        uid = self._uid(self._bus.pad)
        if not uid or not self.pad:
            return None
        known = self._pad_record
        text = "".join(["%02x" % byte for byte in uid])
        return [text, known >> 8 & 0xFF, known & 0xFF, known >> 16]

    def _uid(self, reader):
        at = _UID * reader
        return bytes(self._uids[at : at + self._uid_size[reader]])

    def write_pad(self, record):
        """Write 16 bytes on the tag on the pad, when its turn comes; see `write_result`.

        Raises ValueError where no single tag lies there.
        """
        if not self.pad or self.pad in (DOUBLE, FAULT):
            raise ValueError("put one tag on the pad first")
        self._write = record
        self._written = 0
        self.write_result = ""

    # ---- the scan -------------------------------------------------------------------------------

    def step(self):
        """Do a few short transactions, up to what changes something."""
        if not self.ready and self._has_asked_all():
            self.ready = True
            self.version += 1
        version = self.version
        if self.switches:
            self.switches.step()
        for _ in range(_A_STEP):
            self._step()
            if self.version != version:
                return

    def _has_asked_all(self):
        """Has every reader told what it sees, or been found silent?"""
        for reader in range(len(self._code)):
            if self._place[reader] != _NOWHERE or reader == self._bus.pad:
                code = self._code[reader]
                asked = self._reads[reader] and code == self._found[reader]
                if not asked and code != FAULT and code != UNKNOWN:
                    return False
        return not self.switches or self.switches.are_settled()

    def _step(self):
        if self._stage == _IDLE:
            self._begin()
        elif self._stage == _ASKING:
            self._step_ask()
        elif not self._ask.step():
            return
        elif self._stage == _READING:
            self._end_visit()
        elif self._stage == _WRITING:
            self._end_page()
        else:
            self._end_setup()

    def _begin(self):
        """Begin the next visit, once its readers are awake; or set readers up that are fresh."""
        self._switch_blocks()
        if not self._woken:
            self._wake()
        if self._waking and self._clock.since_us(self._woken_at) < _WAKE_US:
            return
        self._waking = False  # asked again in ten minutes, the clock would say that it is to come
        if self._gather(self._then, True):
            self._setup = 0
            self._stage = _SETTING_UP
            self._begin_setup()
            return
        self._here, self._then = self._then, self._here
        self._woken = False
        self._agains = 0
        if self._gather(self._here, False):
            self._pair = self._is_for_two()
            self._begin_ask()
        self._choose()

    def _begin_ask(self):
        self._stage = _ASKING
        ask = _ASK_TWO if self._pair else _ASK_ONE
        self._ask.begin(ask, 0x4A, _ASK_US, self._on_answer)

    def _is_for_two(self):
        """Is it time to look for second tags in this visit: more often where there are two?"""
        turn = self._sweeps + self._sweep
        for i in range(self._ask.count):
            if self._found[self._ask.readers[i]] == DOUBLE:
                return bool(turn & 1)
        return self._is_whole and not turn % _PAIR_EVERY

    def _choose(self):
        """Choose the visit after this: hot ones by turns, and whole ones between."""
        most = max(_WHOLE_EVERY - 1, self._hot_visits)
        self._is_whole = not self._hot_visits or self._since_whole >= most
        if self._is_whole:
            self._since_whole = 0
            self._sweep = (self._sweep + 1) % _CELLS
            if self._sweep == 0:
                now = self._clock.ms()
                self.sweep_ms = now - self._sweep_start
                self._sweep_start = now
                self._sweeps = (self._sweeps + 1) % _PAIR_EVERY
            visit = self._sweep
        else:
            self._since_whole += 1
            self._last_hot = (self._last_hot + 1) % self._hot_visits
            visit = _CELLS + self._last_hot
        for block in range(self._blocks):
            self._then[block] = self._plan[visit * self._blocks + block]

    def _gather(self, cells, fresh):
        """Put into the exchange the readers of `cells` that are to be set up, or else the others,
        and the pad likewise; return how many."""
        ask = self._ask
        ask.count = 0
        for block in range(self._blocks):
            reader = _CELLS * block + cells[block]
            if cells[block] != _NOBODY and self._is_up(reader) and self._fresh[reader] == fresh:
                ask.readers[ask.count] = reader
                ask.count += 1
        pad = self._bus.pad
        if self._cycles[pad] <= _CYCLES and self._fresh[pad] == fresh:
            ask.readers[ask.count] = pad
            ask.count += 1
        return ask.count

    def _gather_unsettled(self):
        """Keep in the exchange the readers that have found what has not settled; return how
        many."""
        ask = self._ask
        self._gather(self._here, False)
        kept = 0
        for i in range(ask.count):
            reader = ask.readers[i]
            if self._found[reader] != self._code[reader] and self._times[reader] < _UNREADABLE:
                ask.readers[kept] = reader
                kept += 1
        ask.count = kept
        return kept

    def _is_up(self, reader):
        return (
            self._power[reader // _CELLS] == _UP
            and self._place[reader] != _NOWHERE
            and self._cycles[reader] <= _CYCLES
        )

    def _gather_change(self, readers, cells, others):
        """Put into `readers` those of `cells` that are not among `others`; return how many."""
        count = 0
        for block in range(self._blocks):
            cell = cells[block]
            if cell != _NOBODY and cell != others[block]:
                if self._is_up(_CELLS * block + cell):
                    readers[count] = _CELLS * block + cell
                    count += 1
        return count

    def _wake(self):
        """Let the selects of the next visit's readers fall once, which wakes them."""
        count = self._gather_change(self._wakes, self._then, self._here)
        if count:
            self._bus.broadcast(self._wakes, count, None)
            self._woken_at = self._clock.us()
            self._waking = True
        self._woken = True

    def _step_ask(self):
        """While the readers are on the air, see to those before and after them; then hear them."""
        if self._leaving:
            self._leaving = not self._leave.step()
        elif not self._woken:
            self._wake()
        elif self._ask.step():
            self._note_failures()
            if self._gather_new():
                self._stage = _READING
                self._ask.begin(_READ_RECORD, 0x40, _COMMAND_US, self._on_record)
            else:
                self._end_visit()

    def _end_visit(self):
        """Look again where something is new; else send the readers to sleep: their answers are
        read in the next visit."""
        if self._write is not None and self._written < 4 and self.pad:
            self._stage = _WRITING
            self._begin_page()
            return
        if self._agains < _AGAINS and self._gather_unsettled():
            self._agains += 1
            self._pair = False
            self._begin_ask()
            return
        self._stage = _IDLE
        self._bus.broadcast(self._alone, 1, _FIELD_OFF)  # answered before the next command comes
        leave = self._leave
        leave.count = self._gather_change(leave.readers, self._here, self._then)
        if leave.count:
            leave.begin(_POWER_DOWN, 0x16, _COMMAND_US)
            self._leaving = True

    # ---- what a visit finds ---------------------------------------------------------------------

    def _answered(self, ask, i):
        """Take the response of one reader: how many tags, and which."""
        reader = ask.readers[i]
        data = self._bus.data
        self._fails[reader] = 0
        self._reads[reader] += 1
        tags_found = data[ask.START]
        if tags_found == 2:
            self._times[reader] = 0
            self._find(reader, DOUBLE)
        elif not tags_found:
            if not self._pair:
                self._miss(reader)
        elif self._found[reader] != DOUBLE:
            self._find_tag(reader, data, ask.START + 6)
        elif self._pair:  # one is gone, if it says so twice
            self._times[reader] += 1
            if self._times[reader] == _EQUAL:
                self._uid_size[reader] = 0
                self._find_tag(reader, data, ask.START + 6)

    def _miss(self, reader):
        self._uid_size[reader] = 0
        if self._found[reader]:
            self._found[reader] = 0
            self._times[reader] = 1
        elif self._code[reader]:
            self._times[reader] += 1
            if self._times[reader] == _EQUAL:
                self._find(reader, 0)

    def _find_tag(self, reader, data, at):
        """Take a UID that begins at `at`, behind its length: is it another than there was?"""
        size = min(data[at - 1], _UID)
        start = _UID * reader
        same = size == self._uid_size[reader]
        for i in range(size):
            if self._uids[start + i] != data[at + i]:
                same = False
                self._uids[start + i] = data[at + i]
        if not same:
            self._uid_size[reader] = size
            self._found[reader] = _NEW
            self._times[reader] = 0
            if reader == self._bus.pad:
                self.pad_tags += 1

    def _find(self, reader, code):
        """What has been found settles."""
        self._found[reader] = code
        if code == self._code[reader]:
            return
        self._code[reader] = code
        self.version += 1
        if reader == self._bus.pad:
            self.pad = code
        else:
            self.seen[self._place[reader]] = code

    def _gather_new(self):
        """Keep in the exchange the readers with a new tag; return how many."""
        ask = self._ask
        kept = 0
        for i in range(ask.count):
            reader = ask.readers[i]
            if self._found[reader] == _NEW and ask.state[i] == DONE:
                ask.readers[kept] = reader
                kept += 1
        if kept:
            ask.count = kept
        return kept

    def _has_read(self, ask, i):
        """Take the record of one reader's tag."""
        data = self._bus.data
        reader = ask.readers[i]
        known = 0
        if data[ask.START] or ask.length != 17:  # it went, or its memory did not answer
            if self._times[reader] < _UNREADABLE:
                self._times[reader] += 1
                return
            self._why[reader] = "the tag cannot be read"
        else:
            try:
                kind, token, _, slot = tags.decode(data[ask.START + 1 : ask.START + 17])
                known = token | kind << 8 | slot << 16
            except tags.TagError as error:
                self._why[reader] = str(error)
        if reader == self._bus.pad:
            self._pad_record = known
        if known:
            self._find(reader, known & 0xFF if known >> 8 & 0xFF == self._set else FOREIGN)
        else:
            self._find(reader, UNKNOWN)
            if self._times[reader] == _UNREADABLE:
                self._found[reader] = _NEW  # once more in every visit

    # ---- writing on the pad ---------------------------------------------------------------------

    def _begin_page(self):
        page = self._written
        data = self._write[4 * page : 4 * page + 4]
        ask = self._ask
        ask.count = 1
        ask.readers[0] = self._bus.pad
        command = frame(0x40, 0x01, 0xA2, tags.FIRST_PAGE + page, *data)
        ask.begin(command, 0x40, _COMMAND_US, self._has_written)

    def _has_written(self, ask, i):
        if self._bus.data[ask.START]:
            self._end_write("the tag did not take page %d: it is locked, or has gone"
                            % (tags.FIRST_PAGE + self._written))  # fmt: skip
        else:
            self._written += 1

    def _end_page(self):
        if self._write is None:
            self._end_visit()
        elif self._ask.state[0] != DONE:
            self._end_write("the tag went away")
            self._end_visit()
        elif self._written < 4:
            self._begin_page()
        else:
            self._uid_size[self._bus.pad] = 0  # to be read anew, which verifies it
            self._end_write("ok")
            self._end_visit()

    def _end_write(self, result):
        self._write = None
        self.write_result = result

    # ---- set-up, silence and power --------------------------------------------------------------

    def _begin_setup(self):
        data, code = _SETUP[self._setup]
        self._ask.begin(data, code, _COMMAND_US)

    def _end_setup(self):
        """Go on to the next step of the set-up, with those that answered."""
        ask = self._ask
        self._note_failures()
        kept = 0
        for i in range(ask.count):
            if ask.state[i] == DONE:
                ask.readers[kept] = ask.readers[i]
                kept += 1
        ask.count = kept
        self._setup += 1
        if kept and self._setup < len(_SETUP):
            self._begin_setup()
            return
        for i in range(kept):
            self._fresh[ask.readers[i]] = 0
        self._stage = _IDLE

    def _note_failures(self):
        """Count the readers that did not answer well; power those up anew that stay silent."""
        ask = self._ask
        for i in range(ask.count):
            if ask.state[i] != DONE:
                reader = ask.readers[i]
                self._errors[reader] += 1
                self._fails[reader] += 1
                if self._fails[reader] >= _FAILS:
                    self._fails[reader] = 0
                    self._lose(reader)

    def _lose(self, reader):
        """Take a reader as silent: power its block anew, but not for ever."""
        self._uid_size[reader] = 0
        self._find(reader, FAULT)
        self._cycles[reader] += 1
        self._fresh[reader] = 1
        if reader != self._bus.pad and self._cycles[reader] <= _CYCLES:
            self._cycle(reader // _CELLS)

    def _cycle(self, block):
        self._bus.chain.power(block, False)
        self._power[block] = _OFF
        self._up_at[block] = self._clock.ms() + _OFF_MS
        for cell in range(_CELLS):
            self._fresh[_CELLS * block + cell] = 1

    def _switch_blocks(self):
        """Switch blocks on whose time has come, one after the other."""
        now = self._clock.ms()
        for block in range(self._blocks):
            if self._power[block] != _UP and now >= self._up_at[block]:
                if self._power[block] == _OFF:
                    self._bus.chain.power(block, True)
                    self._power[block] = _BOOTING
                    self._up_at[block] = now + _BOOT_MS
                else:
                    self._power[block] = _UP
