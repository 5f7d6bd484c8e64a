"""The code of the firmware's functions in one file, laid out as it will lie on the flash.

A board runs it in place: see firmware/small/xip.py, and docs/formats.md for the layout.
The format of a .mpy file is that of MicroPython 1.27, py/persistentcode.c.
"""

from small.xip import BLOCK, HEAD, MAGIC, ROWS_BITS

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterable, Iterator

_BYTECODE, _NATIVE, _VIPER = range(3)  # kinds of code
_MEMORY_OF_ITS_OWN = 0x70  # flags of a viper function: constants, variables, addresses to mend
_TEXTS = (5, 6)  # types of a constant which end with a zero
_TUPLE = 10
_WITHOUT_BYTES = 5  # types of a constant below this have none: None, False, True, ...
_ROWS = 1 << ROWS_BITS
_ROW = 8  # bytes
_INDEX = _ROW * _ROWS  # bytes of a block's part of the index
_LONGEST = BLOCK - HEAD - _INDEX - 2  # bytes of a function that fits any block; ours have 651


def code_file(modules: "Iterable[bytes]") -> bytes:
    """Return the file for these modules, each the bytes of a .mpy file."""
    # Ascending by their bytes, so by key too, and the same file each time.
    codes = sorted({code for module in modules for code in functions(module)
                    if len(code) <= _LONGEST})
    indexed = -(-len(codes) // _ROWS)  # blocks that begin with a part of the index
    blocks: list[bytearray] = []
    rows = []
    for code in codes:
        size = len(code) + 2
        if not blocks or len(blocks[-1]) + size > BLOCK:
            begin = HEAD + (_INDEX if len(blocks) < indexed else 0)
            blocks.append(bytearray(begin))
        place = (len(blocks) - 1) << 12 | len(blocks[-1])
        rows.append(_key(code).to_bytes(4, "little") + place.to_bytes(4, "little"))
        blocks[-1] += len(code).to_bytes(2, "little") + code
    for number, row in enumerate(rows):
        at = HEAD + _ROW * (number % _ROWS)
        blocks[number >> ROWS_BITS][at : at + _ROW] = row
    blocks[0][:12] = b"".join((MAGIC, len(rows).to_bytes(4, "little"),
                               len(blocks).to_bytes(4, "little")))
    return b"".join([(bytes(block) + b"\xff" * (BLOCK - len(block)))[_pointers(number) :]
                     for number, block in enumerate(blocks)])


def _key(code: bytes) -> int:
    """Return 31 bits from the beginning of a code. The shortest function has five bytes."""
    return int.from_bytes(code[:4], "big") >> 1


def _pointers(place: int) -> int:
    """Return the bytes at the beginning of a file's block, counted from 0, in which littlefs keeps
    the numbers of earlier blocks (github.com/littlefs-project/littlefs, SPEC.md, CTZ
    skip-lists)."""
    last = place & -place  # its lowest bit
    return 4 * (len(bin(last)) - len("0b")) if place else 0


def functions(module: bytes) -> "Iterator[bytes]":
    """Yield the bytecode of each function and class of a module, given as the bytes of a .mpy
    file, but not that of the module itself, which runs only once."""
    reader = _Reader(module)
    names, constants = reader.number(), reader.number()
    for _ in range(names):
        size = reader.number()
        if not size & 1:  # else it is in every MicroPython
            reader.read((size >> 1) + 1)
    for _ in range(constants):
        _pass_constant(reader)
    yield from _codes(reader, False)


class _Reader:
    """Takes numbers and bytes from a .mpy file, after its four bytes of head."""

    def __init__(self, module: bytes):
        self._module = module
        self._at = 4

    def number(self) -> int:
        value = 0
        while True:
            (byte,) = self.read(1)
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    def read(self, size: int) -> bytes:
        self._at += size
        return self._module[self._at - size : self._at]


def _pass_constant(reader: _Reader) -> None:
    (kind,) = reader.read(1)
    if kind < _WITHOUT_BYTES:
        return
    size = reader.number()
    if kind == _TUPLE:
        for _ in range(size):
            _pass_constant(reader)
    else:
        reader.read(size + (kind in _TEXTS))


def _codes(reader: _Reader, wanted: bool) -> "Iterator[bytes]":
    """Yield the bytecode of a function, if it is wanted, and of those in it."""
    head = reader.number()
    kind = head & 3
    code = reader.read(head >> 3)
    if kind == _BYTECODE:
        if wanted:
            yield code
    elif kind != _VIPER or reader.number() & _MEMORY_OF_ITS_OWN:
        raise ValueError("unknown machine code in a module: extend host_tools/core/codefile.py")
    if head & 4:
        for _ in range(reader.number()):
            yield from _codes(reader, True)
