"""Functions run from the flash if equal code lies there, and only then."""

import os

from small import xip
from tests.portable import xip_memory
from tests.portable.xip_memory import GENERATOR, Machine, Memory, Rp2

# The first two have the same key, the first four bytes.
CODES = [b"\x00\x10abc", b"\x00\x10abd-longer", b"\x01\x20xyz", b"\x51" * 40]
OURS, OTHER = "small.xip", "tests.portable.xip_memory"
SCATTERED = (9, 2, 7)  # the file's blocks on the flash, in order


def put(block, at, data):
    block[at : at + len(data)] = data


def code_file():
    """Return (the file, the flash with it): index and two codes in block 0, one in each other."""
    blocks = [bytearray(4096) for _ in SCATTERED]
    places = ((0, 2096), (0, 2103), (1, 48), (2, 3000))
    put(blocks[0], 0, b"LX01" + bytes([4, 0, 0, 0, 3, 0, 0, 0]))
    for row, (block, at) in enumerate(places):
        key = int.from_bytes(CODES[row][:4], "big") >> 1
        put(blocks[0], 48 + 8 * row, key.to_bytes(4, "little"))
        put(blocks[0], 52 + 8 * row, (block << 12 | at).to_bytes(4, "little"))
        put(blocks[block], at, len(CODES[row]).to_bytes(2, "little") + CODES[row])
    file = bytes(blocks[0] + blocks[1][4:] + blocks[2][8:])
    for place, before in ((1, (9,)), (2, (2, 9))):  # littlefs' pointers: one back, two back
        for i, number in enumerate(before):
            put(blocks[place], 4 * i, number.to_bytes(4, "little"))
    flash = bytearray(4096 * 12)
    for place, number in enumerate(SCATTERED):
        put(flash, 4096 * number, blocks[place])
    return file, flash


def begin(last=SCATTERED[-1], more=0, change=None, cut=None):
    """Return (the memory, a Code in it); `more` bytes are in the file than littlefs says. `cut`
    changes the file's own bytes."""
    file, flash = code_file()
    if cut:
        file = cut(file)
    with open("leyboard.code", "wb") as out:
        out.write(file)
    for at, byte in change or ():
        flash[at] = byte
    memory = Memory(flash, last, len(file) - more)
    kept, xip.FILE = xip.FILE, "leyboard.code"
    try:
        with memory:
            return memory, xip.Code(Machine(memory), Rp2)
    finally:
        xip.FILE = kept
        os.remove("leyboard.code")


def refused(**how):
    try:
        begin(**how)
    except ValueError as error:
        return str(error)
    return None


def test_functions_of_a_module_get_their_code_on_the_flash():
    memory, code = begin()
    functions = [memory.add(OURS, each) for each in CODES]
    with memory:
        code.patch([OURS])
    assert code.used == 4
    for function, each in zip(functions, CODES):
        assert memory.code(function, len(each)) == (True, each)


def test_generators_of_a_module_get_their_code_on_the_flash():
    memory, code = begin()
    function = memory.add(OURS, CODES[2], GENERATOR)
    with memory:
        code.patch([OURS])
    assert memory.code(function, 5) == (True, CODES[2])


def test_code_that_differs_stays_in_memory():
    memory, code = begin()
    odd = [b"\x00\x10abcd", b"\x00\x10ab", b"\x51" * 39 + b"\x52", b"\xff", b"\x00"]
    functions = [memory.add(OURS, each) for each in odd]
    with memory:
        code.patch([OURS])
    stays = [memory.code(function, 1)[0] for function in functions]
    # The first begins with all of a function: what follows its end is never reached.
    assert stays == [True, False, False, False, False]


def test_a_function_of_another_module_stays_since_it_may_be_running():
    memory, code = begin()
    function = memory.add(OTHER, CODES[0])
    with memory:
        code.patch([OURS])
        assert memory.code(function, 5) == (False, CODES[0])
        code.patch([OURS, OTHER])
        assert memory.code(function, 5) == (True, CODES[0])


def test_other_objects_with_the_same_words_stay():
    memory, code = begin()
    function = memory.add(OURS, CODES[0], kind=GENERATOR + 4)
    with memory:
        code.patch([OURS])
    assert code.used == 0 and memory.code(function, 5) == (False, CODES[0])


def test_a_function_on_the_flash_stays_there():
    memory, code = begin()
    function = memory.add(OURS, CODES[0])
    with memory:
        code.patch([OURS])
        there = memory.word(function + 12)
        code.patch([OURS])
    assert code.used == 1 and memory.word(function + 12) == there


def test_a_layout_that_is_not_the_known_one_is_refused():
    assert "its files in another way" in refused(more=1)
    assert "its blocks in another way" in refused(last=0xFFFFFFFF)
    assert "its blocks in another way" in refused(change=[(4096 * 7 + 3, 0x77)])
    assert "lies elsewhere" in refused(change=[(4096 * 9, 0x77)])


def test_no_address_beyond_the_flash_is_read():
    """A flash may have up to 16 MB, and the files lie at its end."""
    assert refused() is None
    kept = xip_memory.FILES
    try:
        for base in (15 << 20, 4 << 20):
            xip_memory.FILES = base
            assert refused() is None
        for base in (-4096, 16 << 20, 0xA0010):
            xip_memory.FILES = base
            assert "lies elsewhere" in refused(), base
        xip_memory.FILES = (16 << 20) - 4096 * 5  # the file's last block would be the seventh
        assert "its blocks in another way" in refused()
    finally:
        xip_memory.FILES = kept


def test_a_damaged_file_is_refused():
    def numbers(rows, blocks):
        head = rows.to_bytes(4, "little") + blocks.to_bytes(4, "little")
        return lambda file: file[:4] + head + file[12:]

    for cut in (lambda file: b"", lambda file: file[:4], lambda file: file[:5000],
                lambda file: b"LX00" + file[4:], numbers(4, 0), numbers(4, 2), numbers(4, 4),
                numbers(4, 0x7FFFFFFF), numbers(4000, 3)):
        assert "is not the code of a firmware" in refused(cut=cut)


def test_a_damaged_index_points_nowhere():
    """Nor into the flash at large, nor to code without bytes."""
    index = 4096 * SCATTERED[0] + 48
    for change in ([(index + 4 + 3, 0x7F)], [(index + 4 + 3, 0xFF)],
                   [(4096 * SCATTERED[0] + 2096, 0)]):
        memory, code = begin(change=change)
        function = memory.add(OURS, CODES[0])
        with memory:
            code.patch([OURS])
        assert memory.code(function, 5) == (False, CODES[0])


def test_without_the_file_there_is_nothing_to_run():
    memory = Memory(b"", 0, 0)
    try:
        with memory:
            xip.Code(Machine(memory), Rp2)
    except OSError:
        return
    raise AssertionError("no file, no error")
