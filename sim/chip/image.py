"""The flash of a Pico: MicroPython's image, and a file system with a build on it.

Neither MicroPython nor the boot ROM is part of this project; both are given by path. The ROM
starts with "Mu" and a version (RP2040 data sheet, 2.8.3).
"""

from pathlib import Path

from littlefs import LittleFS
from littlefs.errors import LittleFSError

from sim.chip import uf2
from sim.chip.uf2 import ImageError
from sim.paths import read_named

ROM_SIZE = 16 * 1024
USUAL = 1408 * 1024  # bytes of the file system of MicroPython's own image for the Pico
# As in MicroPython's port: the values that extmod/vfs_lfsx.c derives from the program size of 256
# in ports/rp2/modules/_boot.py.
_READ = 32
_PROGRAM = 256
_CACHE = 4 * _PROGRAM
_LOOKAHEAD = 32
_CYCLES = 100

ROM_CURE = (
    "get the RP2040's boot ROM, a .bin file of 16 KB, from "
    "github.com/raspberrypi/pico-bootrom-rp2040/releases, or off a Pico: "
    "leyboard chip --read-rom bootrom.bin"
)


def read_rom(path: Path) -> bytes:
    """Check the boot ROM in a file; returns its bytes. Raises ImageError."""
    data = _bytes(path, "boot ROM", ROM_CURE)
    if len(data) > ROM_SIZE or len(data) < ROM_SIZE // 2 or data[0x10:0x12] != b"Mu":
        raise ImageError("%s is no boot ROM of an RP2040, which has Mu at byte 16; %s"
                         % (path, ROM_CURE))
    if data[0x12] != 1:
        raise ImageError("%s is the boot ROM of another chip than the RP2040; %s"
                         % (path, ROM_CURE))
    return data.ljust(ROM_SIZE, b"\0")


def read_uf2(path: Path, with_files: bool = False) -> bytearray:
    """Return the flash that a UF2 file describes; see `uf2.read`. Raises ImageError."""
    return uf2.read(_bytes(path, "MicroPython image", uf2.CURE), str(path), with_files)


def _bytes(path: Path, what: str, cure: str) -> bytes:
    try:
        return read_named(Path(path))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ImageError("cannot read the %s %s: %s; %s" % (what, path, why, cure)) from None


def file_system(size: int = USUAL, data: bytes | None = None) -> LittleFS:
    """Return a LittleFS file system of `size` bytes as on a Pico, with `data` or empty."""
    made = LittleFS(
        block_size=uf2.SECTOR, block_count=size // uf2.SECTOR, read_size=_READ,
        prog_size=_PROGRAM, cache_size=_CACHE, lookahead_size=_LOOKAHEAD, block_cycles=_CYCLES,
        mount=data is None,
    )
    if data is not None:
        made.context.buffer[:] = data
        made.mount()
    return made


def with_files(flash: bytes | bytearray, files: dict[str, bytes]) -> bytes:
    """Return a copy of a flash with an image, whose file system holds these files ({path: bytes}),
    and no others; raises ImageError if they do not fit."""
    begin, size = uf2.storage(flash, "the image")
    made = bytes(flash[:begin]) + system_of(files, size)
    return made + bytes(flash[len(made) :])


def system_of(files: dict[str, bytes], size: int = USUAL) -> bytes:
    """Return a file system of `size` bytes that holds these files ({path: bytes}); raises
    ImageError if they do not fit."""
    system = file_system(size)
    try:
        for path in sorted(files):
            system.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
            with system.open(path, "wb") as file:
                file.write(files[path])
    except LittleFSError as error:
        raise ImageError("the files do not fit: %s" % error) from None
    system.unmount()
    return bytes(system.context.buffer)


def files_of(flash: bytes) -> dict[str, bytes]:
    """Return {path: bytes} of the files on a flash."""
    begin, size = uf2.storage(flash, "the image")
    system = file_system(size, flash[begin : begin + size])
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = folder.rstrip("/") + "/" + name
            with system.open(path, "rb") as file:
                found[path] = file.read()
    return found
