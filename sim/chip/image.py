"""The flash of an emulated Pico: MicroPython's image, and a file system with a build on it.

Neither MicroPython nor the boot ROM is part of this project; both are given by path. A UF2 file
consists of blocks of 512 bytes (github.com/microsoft/uf2); the ROM starts with "Mu" and a version
(RP2040 data sheet, 2.8.3).
"""

import re
import struct
from pathlib import Path

from littlefs import LittleFS

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


def read_uf2(path: Path) -> bytearray:
    """Return MicroPython's part of the flash from a UF2 file, as a bytearray of FLASH_SIZE.

    Raises ImageError.
    """
    data = _bytes(path, "MicroPython image", UF2_CURE)
    flash = bytearray(b"\xff" * FLASH_SIZE)
    if not data or len(data) % _BLOCK_SIZE:
        raise ImageError("%s is no UF2 file; %s" % (path, UF2_CURE))
    for start in range(0, len(data), _BLOCK_SIZE):
        block = data[start : start + _BLOCK_SIZE]
        first, second, flags, address, size, _, _, family = struct.unpack_from("<8I", block)
        last = struct.unpack_from("<I", block, _BLOCK_SIZE - 4)[0]
        if (first, second, last) != _MAGIC:
            raise ImageError("%s is no UF2 file; %s" % (path, UF2_CURE))
        if flags & _HAS_FAMILY and family != _RP2040:
            raise ImageError("%s is for another chip than the RP2040; %s" % (path, UF2_CURE))
        offset = address - FLASH_BASE
        if not 0 <= offset <= FLASH_SIZE - STORAGE - size:
            raise ImageError("%s does not fit a Pico: it reaches into the files; %s"
                             % (path, UF2_CURE))  # fmt: skip
        flash[offset : offset + size] = block[32 : 32 + size]
    version(path, bytes(flash))
    return flash


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


def with_files(flash: bytes | bytearray, folder: Path) -> bytes | bytearray:
    """Return a copy of a flash whose file system holds the files of a folder, and no others."""
    system = file_system()
    for path in sorted(Path(folder).rglob("*")):
        part = "/" + path.relative_to(folder).as_posix()
        if path.is_dir():
            system.mkdir(part)
        else:
            with system.open(part, "wb") as file:
                file.write(path.read_bytes())
    system.unmount()
    return flash[: FLASH_SIZE - STORAGE] + bytes(system.context.buffer)


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
