"""What lies where: the scan of all readers, as tokens that have settled.

Every block of nine has one reader on the air, all at the same cell of their blocks (three pitches
apart), the rest sleep. A visit of a cell is: ask all for their tag, read the records of tags never
seen before, power down; while it is on the air, the readers visited before are sent to sleep and
those that come next are woken. Where something is new, the same cell is asked again at once. The
pad takes part in every visit and is never asleep.

A tag settles when it was found twice in a row, and its going likewise. A UID never seen must come
twice before its record is read, so a garbled one never counts.
"""

from micropython import const

from table import tags
from table.drivers.pn532 import DONE, Exchange, frame

# Codes in `seen` that are no token; tokens are 1 to 239, 0 is an empty place.
UNKNOWN = 240  # a tag that is none of ours, blank or damaged
FOREIGN = 241  # a piece of another game
DOUBLE = 242  # two tags in one field
FAULT = 243  # the reader does not answer
_NEW = const(244)  # a UID seen once

_NO_READER = const(255)
_A_STEP = const(8)  # transactions; 0.3 ms each at most on the bus
_CELLS = const(9)
_EQUAL = const(2)  # findings in a row that settle a place
_AGAINS = const(3)  # looks at once where something is new
_PAIR_EVERY = const(16)  # visits of a cell with a tag, until one looks for a second tag
_FAILS = const(3)  # in a row, until a reader counts as silent
_CYCLES = const(2)  # of its block's power for a silent reader, then it is left alone
_OFF_MS = const(60)  # power off long enough for a hung chip (research: 1 ms is not, 50 ms is)
_BOOT_MS = const(50)
_STAGGER_MS = const(5)  # between the blocks at power on, for the supply
_CACHE = const(600)  # tags remembered; more than any game has
_UID = const(7)

_GET_VERSION = frame(0x02)
_SAM_NORMAL = frame(0x14, 0x01, 0x00, 0x00)
_RETRIES = frame(0x32, 0x05, 0xFF, 0x01, 0x01)  # the default would look for a tag for ever
_TIMINGS = frame(0x32, 0x02, 0x00, 0x0B, 0x07)  # 6.4 ms for an answer; an NTAG takes 5 at most
_ASK_ONE = frame(0x4A, 0x01, 0x00)
_ASK_TWO = frame(0x4A, 0x02, 0x00)
_READ_RECORD = frame(0x40, 0x01, 0x30, tags.FIRST_PAGE)
_POWER_DOWN = frame(0x16, 0x20)  # SPI wakes
# How a reader is set up: (frame, code, bytes of data in the response).
_SETUP = (
    (_GET_VERSION, 0x02, 4), (_SAM_NORMAL, 0x14, 0), (_RETRIES, 0x32, 0), (_TIMINGS, 0x32, 0),
)  # fmt: skip
_COMMAND_US = const(20000)
_ASK_US = const(40000)
_TWO_TAGS = const(25)  # bytes of data in a response with two targets
_WAKE_US = const(2200)

_FIELD_OFF = frame(0x32, 0x01, 0x00)

# What goes on in `step`.
_IDLE = const(0)
_SETTING_UP = const(1)
_ASKING = const(2)
_READING = const(3)
_WRITING = const(4)
_NOBODY = const(255)  # no cell's readers

# How far the supply of a block is.
_OFF = const(0)
_BOOTING = const(1)
_UP = const(2)


class Sense:
    """Scans the readers of `bus` as `profile` places them.

    `seen` holds a code a place, `pad` the code of the pad; `version` counts changes of either.
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
        self._set = 0
        self._place = [-1] * count
        for place in range(len(profile.READERS)):
            if profile.READERS[place] != _NO_READER:
                self._place[profile.READERS[place]] = place
        self._code = bytearray(count)  # settled
        self._found = bytearray(count)  # by the last visits
        self._times = bytearray(count)  # in a row
        self._uids = bytearray(_UID * count)
        self._uid_size = bytearray(count)
        self._fails = bytearray(count)
        self._errors = [0] * count  # of all time, for the doctor
        self._reads = [0] * count
        self._fresh = bytearray([1] * count)  # to be set up
        self._cycles = bytearray(count)  # of power, for its sake
        self._up_at = [_STAGGER_MS * block for block in range(self._blocks)]  # ms
        self._power = bytearray(self._blocks)  # _OFF, _BOOTING or _UP
        self._visits = bytearray(_CELLS)
        self._hot = bytearray(_CELLS)
        self._hot_count = 0
        self._last_hot = 0
        self._cache = {}  # UID -> token | set << 8 | slot << 16, or UNKNOWN
        self._why = {}  # UID -> why it is unknown
        self._ask = Exchange(bus, clock, self._blocks + 1)
        self._leave = Exchange(bus, clock, self._blocks + 1)
        self._on_answer = self._answered  # bound once: to bind allocates
        self._on_record = self._has_read
        self._leaving = False  # responses to power-down are still to be read
        self._stage = _IDLE
        self._setup = 0  # step of _SETUP
        self._cell = 0  # visited now
        self._next = 0  # and then
        self._woken = _NOBODY  # the cell whose readers are awake for a visit
        self._woken_at = 0  # us
        self._sweep = 0  # how far the visit of all cells in turn has come
        self._sweep_start = 0
        self.sweep_ms = 0  # what the last sweep of all cells took
        self._turn = 0
        self._again = False  # the same cell once more
        self._agains = 0
        self._pair = False
        self._wakes = bytearray(self._blocks + 1)
        self._alone = bytearray((bus.pad,))  # for what only the pad is told
        self._write = None  # the record to write on the pad
        self._written = 0  # pages of it
        self.write_result = ""  # of the last write: "" under way, "ok" or why not

    # ---- what the table asks
    # ---------------------------------------------------------------------

    @property
    def set_in_play(self):
        return self._set

    @set_in_play.setter
    def set_in_play(self, number):
        """Say whose pieces are no strangers now; all tags are looked at anew."""
        if number != self._set:
            self._set = number
            for reader in range(len(self._times)):
                self._times[reader] = 0
                self._uid_size[reader] = 0

    def hot(self, places):
        """Say where something can happen now: those cells are visited more often."""
        for cell in range(_CELLS):
            self._hot[cell] = 0
        for reader in range(_CELLS * self._blocks):
            if self._place[reader] in places:
                self._hot[reader % _CELLS] = 1
        self._hot_count = sum(self._hot)

    def why(self, place):
        """Return why the tag at a place is UNKNOWN, as text."""
        for reader in range(_CELLS * self._blocks):
            if self._place[reader] == place:
                return self._why_reader(reader)
        return ""

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
        return self._why.get(self._uid(reader), "unknown tag")

    def report(self):
        """Return a list a reader of [name, code, reads, errors, state], for the doctor."""
        rows = []
        names = self._profile.SPOTS.split(" ")
        for reader in range(len(self._code)):
            if reader == self._bus.pad:
                name = "pad"
            elif self._place[reader] >= 0:
                name = names[self._place[reader]]
            else:
                continue
            state = "starting" if self._fresh[reader] else "ok"
            if self._code[reader] == FAULT:
                state = "silent"
            rows.append([name, self._code[reader], self._reads[reader], self._errors[reader],
            state])
        return rows

    def pad_report(self):
        """Return [uid in hex, set, token, slot] of the tag on the pad, or None without one."""
        reader = self._bus.pad
        uid = self._uid(reader)
        if not uid or not self.pad:
            return None
        known = self._cache.get(uid, UNKNOWN)
        text = "".join(["%02x" % byte for byte in uid])
        if known == UNKNOWN:
            return [text, 0, 0, 0]
        return [text, known >> 8 & 0xFF, known & 0xFF, known >> 16]

    def write_pad(self, record):
        """Write 16 bytes on the tag on the pad, when its turn comes; see `write_result`.

        Raises ValueError where no single tag lies there.
        """
        if not self.pad or self.pad in (DOUBLE, FAULT):
            raise ValueError("put one tag on the pad first")
        self._write = record
        self._written = 0
        self.write_result = ""

    # ---- the scan
    # --------------------------------------------------------------------------------

    def step(self):
        """Do a few short transactions, or nothing where all wait for chips."""
        for _ in range(_A_STEP):
            self._step()

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
        if self._again:
            cell = self._cell
        else:
            cell = self._next
            if self._woken != cell:
                self._wake(cell)
            if self._clock.since_us(self._woken_at) < _WAKE_US:
                return
            self._cell = cell
            self._woken = _NOBODY
        if self._gather(cell, True):
            self._setup = 0
            self._stage = _SETTING_UP
            self._begin_setup()
            return
        if not self._again:
            self._plan()
        if self._gather(cell, False):
            self._stage = _ASKING
            ask = _ASK_TWO if self._pair else _ASK_ONE
            self._ask.begin(ask, 0x4A, _TWO_TAGS, _ASK_US, self._on_answer)

    def _has(self, code, other):
        """Has a reader that was asked found `code`, or with `other` anything else?"""
        for i in range(self._ask.count):
            if (self._found[self._ask.readers[i]] == code) != other:
                return True
        return False

    def _plan(self):
        """Choose the cell after this: hot ones by turns with all in a row."""
        self._turn ^= 1
        if self._turn:
            if self._hot_count < _CELLS:
                for step in range(1, _CELLS + 1):
                    cell = (self._last_hot + step) % _CELLS
                    if self._hot[cell] and cell != self._cell:
                        self._next = self._last_hot = cell
                        return
        self._sweep = (self._sweep + 1) % _CELLS
        if self._sweep == 0:
            now = self._clock.ms()
            self.sweep_ms = now - self._sweep_start
            self._sweep_start = now
        self._next = self._sweep

    def _looks_again(self):
        """Is the same cell to be asked at once again: for what is new, or for a second tag?"""
        pair = self._pair
        self._pair = False
        if self._agains < _AGAINS and self._is_unsettled(self._cell):
            self._agains += 1
            return True
        if not pair and self._has(0, True):
            self._visits[self._cell] = (self._visits[self._cell] + 1) % _PAIR_EVERY
            self._pair = not self._visits[self._cell] or self._has(DOUBLE, False)
        return self._pair

    def _is_unsettled(self, cell):
        """Has a reader of this visit found what has not settled?"""
        pad = self._bus.pad
        if self._found[pad] != self._code[pad] and not self._fresh[pad]:
            return True
        for block in range(self._blocks):
            reader = _CELLS * block + cell
            if self._found[reader] != self._code[reader] and self._is_up(reader):
                return True
        return False

    def _gather(self, cell, fresh):
        """Put into the exchange the readers of a cell that are to be set up, or else the others,
        and the pad likewise; return how many."""
        ask = self._ask
        ask.count = 0
        for block in range(self._blocks):
            reader = _CELLS * block + cell
            if self._is_up(reader) and bool(self._fresh[reader]) == fresh:
                ask.readers[ask.count] = reader
                ask.count += 1
        pad = self._bus.pad
        if self._cycles[pad] <= _CYCLES and bool(self._fresh[pad]) == fresh:
            ask.readers[ask.count] = pad
            ask.count += 1
        return ask.count

    def _is_up(self, reader):
        return (
            self._power[reader // _CELLS] == _UP
            and self._place[reader] >= 0
            and self._cycles[reader] <= _CYCLES
        )

    def _wake(self, cell):
        """Let the selects of a cell fall once, which wakes its readers."""
        ask = self._wakes
        count = 0
        for block in range(self._blocks):
            if self._is_up(_CELLS * block + cell):
                ask[count] = _CELLS * block + cell
                count += 1
        if count:
            self._bus.broadcast(ask, count, None)
        self._woken = cell
        self._woken_at = self._clock.us()

    def _step_ask(self):
        """While the readers are on the air, see to those before and after them; then hear them."""
        if self._leaving:
            self._leaving = not self._leave.step()
        elif self._woken != self._next and self._next != self._cell:
            self._wake(self._next)
        elif self._ask.step():
            self._note_failures()
            if self._gather_new():
                self._stage = _READING
                self._ask.begin(_READ_RECORD, 0x40, 17, _COMMAND_US, self._on_record)
            else:
                self._end_visit()

    def _end_visit(self):
        """Look again where something is new; else send the readers to sleep: their answers are
        read in the next visit."""
        if self._write is not None and self._written < 4 and self.pad:
            self._stage = _WRITING
            self._begin_page()
            return
        self._stage = _IDLE
        self._again = self._looks_again()
        if self._again:
            return
        self._agains = 0
        self._bus.broadcast(self._alone, 1, _FIELD_OFF)  # answered before the next command comes
        leave = self._leave
        leave.count = 0
        for block in range(self._blocks):
            reader = _CELLS * block + self._cell
            if self._is_up(reader) and not self._fresh[reader] and self._next != self._cell:
                leave.readers[leave.count] = reader
                leave.count += 1
        if leave.count:
            leave.begin(_POWER_DOWN, 0x16, 1, _COMMAND_US)
            self._leaving = True

    # ---- what a visit finds
    # ----------------------------------------------------------------------

    def _answered(self, ask, i):
        """Take the response of one reader: how many tags, and which."""
        reader = ask.readers[i]
        data = self._bus.data
        self._fails[reader] = 0
        self._reads[reader] += 1
        tags_found = data[ask.START]
        if self._pair:
            self._answered_pair(reader, tags_found)
        elif not tags_found:
            self._uid_size[reader] = 0
            self._find(reader, 0)
        elif self._found[reader] != DOUBLE:
            self._find_tag(reader, data, ask.START + 6)

    def _answered_pair(self, reader, tags_found):
        """Two tags are told once: no misread gives two. Asked for two, the chip answers for a
        single tag on every second attempt only (research), so one has to come twice, and nothing
        is no news."""
        if tags_found == 2:
            self._found[reader] = DOUBLE
            self._times[reader] = 0
            if self._code[reader] != DOUBLE:
                self._settle(reader, DOUBLE)
        elif tags_found == 1 and self._found[reader] == DOUBLE:
            self._times[reader] += 1
            if self._times[reader] == 2:
                self._uid_size[reader] = 0
                self._find(reader, _NEW)

    def _find_tag(self, reader, data, at):
        """Take a UID that begins at `at`, behind its length; allocates nothing for the same."""
        size = min(data[at - 1], _UID)
        start = _UID * reader
        same = size == self._uid_size[reader]
        for i in range(size):
            if self._uids[start + i] != data[at + i]:
                same = False
                self._uids[start + i] = data[at + i]
        self._uid_size[reader] = size
        if reader == self._bus.pad and not same:
            self.pad_tags += 1
        found = self._found[reader]
        if same and 0 < found < DOUBLE:  # what a record says, not what a look says
            self._find(reader, found)
        else:
            known = self._cache.get(self._uid(reader), -1)
            self._find(reader, _NEW if known < 0 else self._code_of(known))

    def _uid(self, reader):
        return bytes(self._uids[_UID * reader : _UID * reader + self._uid_size[reader]])

    def _code_of(self, known):
        """Return the code in `seen` of what the cache knows of a tag."""
        if known == UNKNOWN:
            return UNKNOWN
        return known & 0xFF if known >> 8 & 0xFF == self._set else FOREIGN

    def _find(self, reader, code):
        """Count a finding; what came often enough has settled."""
        if code != self._found[reader]:
            self._found[reader] = code
            self._times[reader] = 1
            return
        if self._times[reader] < _EQUAL:
            self._times[reader] += 1
        if code != self._code[reader] and code != _NEW and self._times[reader] == _EQUAL:
            self._settle(reader, code)

    def _settle(self, reader, code):
        self._code[reader] = code
        self.version += 1
        if reader == self._bus.pad:
            self.pad = code
        else:
            self.seen[self._place[reader]] = code

    def _gather_new(self):
        """Put the readers whose new UID came twice into the exchange; return how many."""
        ask = self._ask
        kept = 0
        if self._pair:
            return 0
        for i in range(ask.count):
            reader = ask.readers[i]
            came = self._found[reader] == _NEW and self._times[reader] >= _EQUAL
            if came and ask.state[i] == DONE:
                ask.readers[kept] = reader
                kept += 1
        if kept:
            ask.count = kept
        return kept

    def _has_read(self, ask, i):
        """Take the record of one reader's tag into the cache."""
        data = self._bus.data
        reader = ask.readers[i]
        uid = self._uid(reader)
        if data[ask.START] or ask.length != 17:
            return  # the tag went, or its memory did not answer: the next visit tries again
        if len(self._cache) >= _CACHE:
            self._cache = {}
            self._why = {}
        record = bytes(data[ask.START + 1 : ask.START + 17])
        try:
            kind, token, _, slot = tags.decode(record)
            known = token | kind << 8 | slot << 16
        except tags.TagError as error:
            known = UNKNOWN
            self._why[uid] = str(error)
        self._cache[uid] = known
        self._found[reader] = self._code_of(known)  # the UID has come often enough
        self._find(reader, self._found[reader])

    # ---- writing on the pad
    # ----------------------------------------------------------------------

    def _begin_page(self):
        page = self._written
        data = self._write[4 * page : 4 * page + 4]
        ask = self._ask
        ask.count = 1
        ask.readers[0] = self._bus.pad
        command = frame(0x40, 0x01, 0xA2, tags.FIRST_PAGE + page, *data)
        ask.begin(command, 0x40, 1, _COMMAND_US, self._has_written)

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
            self._cache.pop(self._uid(self._bus.pad), None)
            self._uid_size[self._bus.pad] = 0  # to be read anew, which verifies it
            self._end_write("ok")
            self._end_visit()

    def _end_write(self, result):
        self._write = None
        self.write_result = result

    # ---- set-up, silence and power
    # ---------------------------------------------------------------

    def _begin_setup(self):
        data, code, size = _SETUP[self._setup]
        self._ask.begin(data, code, size, _COMMAND_US)

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
        self._found[reader] = FAULT
        if self._code[reader] != FAULT:
            self._settle(reader, FAULT)
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
