"""The flash of a Pico: MicroPython's image, and a file system with a build on it.

Neither MicroPython nor the boot ROM is part of this project; both are given by path. A UF2 file
consists of blocks of 512 bytes (github.com/microsoft/uf2); the ROM starts with "Mu" and a version
(RP2040 data sheet, 2.8.3).
"""

import re
import struct
from pathlib import Path

from littlefs import LittleFS
from littlefs.errors import LittleFSError

FLASH_SIZE = 2 * 1024 * 1024  # of a Pico
ROM_SIZE = 16 * 1024
FLASH_BASE = 0x10000000
OLDEST = (1, 27)
# As in MicroPython's port: 1408 KB at the end of the flash, and what extmod/vfs_lfsx.c derives
# from the program size of 256 in ports/rp2/modules/_boot.py.
STORAGE = 1408 * 1024
BLOCK = 4096
_READ = 32
_PROGRAM = 256
_CACHE = 4 * _PROGRAM
_LOOKAHEAD = 32
_CYCLES = 100

_BLOCK_SIZE = 512
_MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
_RP2040 = 0xE48BFF56  # family of a UF2 block
_HAS_FAMILY = 0x2000
_HEADER = struct.Struct("<8I")  # of a block: magic, flags, address, size, number, count, family
_PAGE = 256  # bytes of the flash in a block

UF2_CURE = (
    "get MicroPython %d.%d or newer for the Raspberry Pi Pico, a .uf2 file, from "
    "micropython.org/download/RPI_PICO" % OLDEST
)
ROM_CURE = (
    "get the RP2040's boot ROM, a .bin file of 16 KB, from "
    "github.com/raspberrypi/pico-bootrom-rp2040/releases, or off a Pico: "
    "leyboard chip --read-rom bootrom.bin"
)


class ImageError(Exception):
    """A file that an emulated Pico cannot use; the text gives the reason and the right file."""


def read_rom(path: Path) -> bytes:
    """Check the boot ROM in a file; returns its bytes. Raises ImageError."""
    data = _bytes(path, "boot ROM", ROM_CURE)
    if len(data) > ROM_SIZE or len(data) < ROM_SIZE // 2 or data[0x10:0x12] != b"Mu":
        raise ImageError("%s is no boot ROM of an RP2040, which has Mu at byte 16; %s"
                         % (path, ROM_CURE))  # fmt: skip
    if data[0x12] != 1:
        raise ImageError("%s is the boot ROM of another chip than the RP2040; %s"
                         % (path, ROM_CURE))  # fmt: skip
    return data.ljust(ROM_SIZE, b"\0")


def read_uf2(path: Path, with_files: bool = False) -> bytearray:
    """Return the flash that a UF2 file describes, as a bytearray of FLASH_SIZE; what it leaves
    out is erased. The file system is empty, unless it may be `with_files`. Raises ImageError."""
    data = _bytes(path, "MicroPython image", UF2_CURE)
    flash = bytearray(b"\xff" * FLASH_SIZE)
    if not data or len(data) % _BLOCK_SIZE:
        raise ImageError("%s is no UF2 file, or a part of one; %s" % (path, UF2_CURE))
    numbers = set()
    for start in range(0, len(data), _BLOCK_SIZE):
        block = data[start : start + _BLOCK_SIZE]
        first, second, flags, address, size, number, count, family = _HEADER.unpack_from(block)
        last = struct.unpack_from("<I", block, _BLOCK_SIZE - 4)[0]
        if (first, second, last) != _MAGIC:
            raise ImageError("%s is no UF2 file; %s" % (path, UF2_CURE))
        if flags & _HAS_FAMILY and family != _RP2040:
            other = machine(data) or "chip other than the RP2040"
            raise ImageError("%s is for a %s; %s" % (path, other, UF2_CURE))
        if size != _PAGE or count != len(data) // _BLOCK_SIZE:
            raise ImageError("%s is damaged: it has %d blocks of %d; %s"
                             % (path, len(data) // _BLOCK_SIZE, count, UF2_CURE))  # fmt: skip
        offset = address - FLASH_BASE
        end = FLASH_SIZE if with_files else FLASH_SIZE - STORAGE
        if not 0 <= offset <= end - size:
            raise ImageError("%s does not fit a Pico: it reaches into the files; %s"
                             % (path, UF2_CURE))  # fmt: skip
        numbers.add(number)
        flash[offset : offset + size] = block[32 : 32 + size]
    if numbers != set(range(len(data) // _BLOCK_SIZE)):
        raise ImageError("%s is damaged: blocks are missing; %s" % (path, UF2_CURE))
    version(path, bytes(flash))
    return flash


def write_uf2(flash: bytes) -> bytes:
    """Return a UF2 file that gives an RP2040 this flash. The file system is in it whole, since a
    block that was left out could keep an older and still valid part of a folder."""
    code = len(flash[: FLASH_SIZE - STORAGE].rstrip(b"\xff"))
    sectors = -(-code // BLOCK)  # the boot ROM erases whole ones
    offsets = [*range(0, sectors * BLOCK, _PAGE), *range(FLASH_SIZE - STORAGE, FLASH_SIZE, _PAGE)]
    made = bytearray()
    for number in range(len(offsets)):
        offset = offsets[number]
        made += _HEADER.pack(
            *_MAGIC[:2], _HAS_FAMILY, FLASH_BASE + offset, _PAGE, number, len(offsets), _RP2040
        )
        made += flash[offset : offset + _PAGE].ljust(_BLOCK_SIZE - 4 - _HEADER.size, b"\0")
        made += struct.pack("<I", _MAGIC[2])
    return bytes(made)


def machine(flash: bytes) -> str:
    """Return what the MicroPython on a flash calls its machine, such as "Raspberry Pi Pico with
    RP2040"; "" if it does not say."""
    found = re.search(rb"; ([ -:<-~]{1,80} with RP2\d{3})", flash)
    return found[1].decode() if found else ""


def version(path: Path, flash: bytes) -> tuple[int, int]:
    """Return the (major, minor) version of MicroPython on the flash from a file; raises
    ImageError if it is none or too old."""
    found = re.search(rb"v(\d+)\.(\d+)[^ \0]* on \d{4}-\d\d-\d\d", flash)
    if found is None:
        raise ImageError("%s holds no MicroPython; %s" % (path, UF2_CURE))
    numbers = int(found[1]), int(found[2])
    if numbers < OLDEST:
        raise ImageError("%s is MicroPython %d.%d, which is too old; %s"
                         % (path, *numbers, UF2_CURE))  # fmt: skip
    return numbers


def _bytes(path: Path, what: str, cure: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ImageError("cannot read the %s %s: %s; %s" % (what, path, why, cure)) from None


def file_system(data: bytes | None = None) -> LittleFS:
    """Return a LittleFS file system as on a Pico, with `data` or empty."""
    made = LittleFS(
        block_size=BLOCK, block_count=STORAGE // BLOCK, read_size=_READ, prog_size=_PROGRAM,
        cache_size=_CACHE, lookahead_size=_LOOKAHEAD, block_cycles=_CYCLES, mount=data is None,
    )  # fmt: skip
    if data is not None:
        made.context.buffer[:] = data
        made.mount()
    return made


def with_files(flash: bytes | bytearray, files: dict[str, bytes]) -> bytes:
    """Return a copy of a flash whose file system holds these files ({path: bytes}), and no
    others; raises ImageError if they do not fit."""
    system = file_system()
    try:
        for path in sorted(files):
            system.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
            with system.open(path, "wb") as file:
                file.write(files[path])
    except LittleFSError as error:
        raise ImageError("the files do not fit: %s" % error) from None
    system.unmount()
    return bytes(flash[: FLASH_SIZE - STORAGE]) + bytes(system.context.buffer)


def files_of(flash: bytes) -> dict[str, bytes]:
    """Return {path: bytes} of the files on a flash."""
    system = file_system(flash[FLASH_SIZE - STORAGE :])
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = folder.rstrip("/") + "/" + name
            with system.open(path, "rb") as file:
                found[path] = file.read()
    return found
