"""UF2 files of a Pico: MicroPython's image, and a file that gives a Pico a whole flash. Runs on
both interpreters, since the page makes such a file, too.

A UF2 file consists of blocks of 512 bytes (github.com/microsoft/uf2).
"""

import struct

FLASH_SIZE = 2 * 1024 * 1024  # of a Pico
FLASH_BASE = 0x10000000
OLDEST = (1, 27)
SECTOR = 4096

_BLOCK = 512
_MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
_RP2040 = 0xE48BFF56  # family of a block
_HAS_FAMILY = 0x2000
_HEADER = "<8I"  # of a block: magic, flags, address, size, number, count, family
_HEAD = 32  # bytes of it
_PAGE = 256  # bytes of the flash in a block
_LONGEST = 82  # of what MicroPython calls its machine
# A Pico program's description of itself (pico-sdk, binary_info/structure.h): near its start a
# mark, the addresses of a list's begin and end and of a table, and another mark. The list has
# addresses of entries.
_INFO = 0x7188EBF2
_INFO_END = 0xE71AA390
_INFO_WITHIN = 4096
_BLOCK_DEVICE = 7  # the type of an entry: a file system, with name, address and size

CURE = (
    "get MicroPython %d.%d or newer for the Raspberry Pi Pico, a .uf2 file, from "
    "micropython.org/download/RPI_PICO" % OLDEST
)


class ImageError(Exception):
    """A file that a Pico cannot use; the text gives the reason and the right file. It is made of a
    pattern and its values."""

    def __str__(self) -> str:
        pattern: str = self.args[0]
        return pattern % self.args[1:] if len(self.args) > 1 else pattern


def read(data: bytes, name: str, with_files: bool = False) -> bytearray:
    """Return the flash that a UF2 file describes, as a bytearray of FLASH_SIZE; the rest is
    erased. `name` is the file's. The file system is empty, unless it may be `with_files`. Raises
    ImageError."""
    flash = bytearray(b"\xff" * FLASH_SIZE)
    blocks = len(data) // _BLOCK
    if not data or len(data) % _BLOCK:
        raise ImageError("%s is no UF2 file, or a part of one; %s", name, CURE)
    numbers = set()
    pages = set()
    families = set()
    for start in range(0, len(data), _BLOCK):
        first, second, flags, address, size, number, count, family = struct.unpack_from(
            _HEADER, data, start
        )
        last = struct.unpack_from("<I", data, start + _BLOCK - 4)[0]
        if (first, second, last) != _MAGIC:
            raise ImageError("%s is no UF2 file; %s", name, CURE)
        families.add(family if flags & _HAS_FAMILY else _RP2040)
        if count != blocks:
            raise ImageError("%s is damaged: it has %d blocks of %d; %s", name, blocks, count,
                             CURE)
        if families != {_RP2040}:
            continue
        if size != _PAGE:
            raise ImageError("%s is not for a Pico: its blocks hold %d bytes, not %d; %s", name,
                             size, _PAGE, CURE)
        offset = address - FLASH_BASE
        if not 0 <= offset <= FLASH_SIZE - size:
            raise ImageError("%s is not for a Pico, which has no flash at 0x%s; %s", name,
                             "%08x" % address, CURE)
        numbers.add(number)
        pages.add(offset)
        flash[offset : offset + size] = data[start + _HEAD : start + _HEAD + size]
    _check_families(data, name, families)
    if numbers != set(range(blocks)) or len(pages) != blocks:
        raise ImageError("%s is damaged: blocks are missing; %s", name, CURE)
    version(flash, name)
    begin, size = storage(flash, name)
    if not with_files and max(pages) >= begin:
        raise ImageError("%s does not fit a Pico: it reaches into the files; %s", name, CURE)
    return flash


def _check_families(data: bytes, name: str, families: "set[int]") -> None:
    if families == {_RP2040}:
        return
    if _RP2040 in families:
        raise ImageError("%s is for other chips, too: not all of its blocks are of the RP2040; %s",
                         name, CURE)
    other = machine(data)
    if not other or other.endswith("RP2040"):
        other = "chip other than the RP2040"
    raise ImageError("%s is for a %s; %s", name, other, CURE)


def storage(flash: "bytes | bytearray", name: str) -> "tuple[int, int]":
    """Return (offset in the flash, size in bytes) of the file system that the image on a flash
    keeps, by what it tells of itself. `name` is the image's file; raises ImageError."""
    for at in range(0, _INFO_WITHIN, 4):
        mark, first, last, _, end = struct.unpack_from("<5I", flash, at)
        if (mark, end) == (_INFO, _INFO_END):
            found = _block_device(flash, first - FLASH_BASE, last - FLASH_BASE)
            if found:
                return found
    raise ImageError("%s does not say where it keeps its files; %s", name, CURE)


def _block_device(
    flash: "bytes | bytearray", first: int, last: int
) -> "tuple[int, int] | None":
    """Return the place of the first file system in a list of entries that lies within the flash;
    None if there is none."""
    for at in range(max(first, 0), min(last, FLASH_SIZE - 4), 4):
        entry = struct.unpack_from("<I", flash, at)[0] - FLASH_BASE
        if not 0 <= entry <= FLASH_SIZE - 16:
            continue
        kind, _, _, address, size = struct.unpack_from("<HHIII", flash, entry)
        begin = address - FLASH_BASE
        is_whole = begin % SECTOR == 0 and size % SECTOR == 0 and size > 0
        if kind == _BLOCK_DEVICE and is_whole and 0 < begin <= FLASH_SIZE - size:
            return begin, size
    return None


def write(flash: "bytes | bytearray") -> bytearray:
    """Return a UF2 file that gives an RP2040 this flash. It has the whole file system, since a
    missing block could leave an older and still valid part of a folder on the flash."""
    begin, size = storage(flash, "the image")
    code = len(bytes(flash[:begin]).rstrip(b"\xff"))
    sectors = -(-code // SECTOR)  # the boot ROM erases whole ones
    offsets = list(range(0, sectors * SECTOR, _PAGE))
    offsets += list(range(begin, begin + size, _PAGE))
    made = bytearray(_BLOCK * len(offsets))
    for number in range(len(offsets)):
        offset, at = offsets[number], _BLOCK * number
        struct.pack_into(
            _HEADER, made, at, _MAGIC[0], _MAGIC[1], _HAS_FAMILY, FLASH_BASE + offset, _PAGE,
            number, len(offsets), _RP2040
        )
        made[at + _HEAD : at + _HEAD + _PAGE] = flash[offset : offset + _PAGE]
        struct.pack_into("<I", made, at + _BLOCK - 4, _MAGIC[2])
    return made


def machine(flash: "bytes | bytearray") -> str:
    """Return the name of the machine in the MicroPython on a flash, such as "Raspberry Pi Pico
    with RP2040"; "" if it does not say."""
    at = flash.find(b" with RP2")
    while at >= 0:
        end = at + len(b" with RP2040")
        before = bytes(flash[max(0, at - _LONGEST) : at])
        start = before.rfind(b"; ")
        name = before[start + 2 :] + bytes(flash[at:end])
        if start >= 0 and all([32 <= byte < 127 for byte in name]):
            return name.decode()
        at = flash.find(b" with RP2", end)
    return ""


def version(flash: "bytes | bytearray", name: str) -> "tuple[int, int]":
    """Return the (major, minor) version of MicroPython on the flash from a file of that name;
    raises ImageError if it is none or too old."""
    at = flash.find(b" on 20")
    while at >= 0:
        start = at
        while start and 32 < flash[start - 1] < 127:
            start -= 1
        numbers = bytes(flash[start:at]).split(b".")
        try:
            found = int(numbers[0][1:]), int(numbers[1])
        except (ValueError, IndexError):
            found = None
        if found and numbers[0][:1] == b"v":
            if found < OLDEST:
                raise ImageError("%s is MicroPython %d.%d, which is too old; %s", name, found[0],
                                 found[1], CURE)
            return found
        at = flash.find(b" on 20", at + 1)
    raise ImageError("%s holds no MicroPython; %s", name, CURE)
