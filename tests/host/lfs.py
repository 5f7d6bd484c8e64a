"""A real littlefs, set up as MicroPython does on an RP2040, on a flash that keeps what was done to
it; the journal's files lie on it while it is in place."""

import littlefs
from littlefs.errors import LittleFSError

from table import files, journal, journal_lines, journal_recovery, shelf

BLOCK = 4096
_READERS = (files, journal, journal_lines, journal_recovery, shelf)  # the modules that open files


class Flash(littlefs.UserContext):
    """`done` lists what was done: (block, offset, bytes), bytes None for an erase of the block."""

    def __init__(self, image):
        super().__init__(buffer=bytearray(image))
        self.done = []

    def prog(self, cfg, block, off, data):
        self.done.append((block, off, bytes(data)))
        return super().prog(cfg, block, off, data)

    def erase(self, cfg, block):
        self.done.append((block, 0, None))
        return super().erase(cfg, block)


def do(image, operation, half=False):
    """Do one operation on an image, or the first half of it."""
    block, off, data = operation
    if data is None:
        data = b"\xff" * BLOCK
    if half:
        data = data[: len(data) // 2]
    at = BLOCK * block + off
    image[at : at + len(data)] = data


class Board:
    """A file system on a Flash. Within a `with`, the journal's files lie on it."""

    def __init__(self, image=None, blocks=96):
        fresh = image is None
        self.flash = Flash(b"\xff" * (BLOCK * blocks) if fresh else image)
        self.fs = littlefs.LittleFS(
            self.flash, mount=False, block_size=BLOCK, block_count=blocks, read_size=32,
            prog_size=256, cache_size=1024, lookahead_size=32, block_cycles=100,
        )
        if fresh:
            self.fs.format()
        self.fs.mount()

    def __enter__(self):
        self._os = files.os
        files.os = shelf.os = _Os(self.fs)
        for module in _READERS:
            module.open = self.open_file
        return self

    def __exit__(self, *_):
        files.os = shelf.os = self._os
        for module in _READERS:
            del module.open

    def open_file(self, name, mode="r"):
        if mode == "rb":
            return _said(self.fs.open, name, mode)
        return _File(_said(self.fs.open, name, mode, buffering=0))


def _said(call, *args, **how):
    try:
        return call(*args, **how)
    except LittleFSError as error:
        raise OSError(-error.code, str(error)) from None


class _File:
    """A file as MicroPython has it: a write goes to the file system, a flush to the flash."""

    def __init__(self, file):
        self._file = file

    def write(self, data):
        return _said(self._file.write, data)

    def flush(self):
        _said(self._file.flush)

    def close(self):
        _said(self._file.close)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class _Os:
    """MicroPython's `os`, where rename replaces a file of that name."""

    def __init__(self, fs):
        self._fs = fs

    def stat(self, name):
        found = _said(self._fs.stat, name)
        return (0,) * 6 + (found.size,)

    def listdir(self):
        return self._fs.listdir("/")

    def statvfs(self, path):
        block = self._fs.cfg.block_size
        count = self._fs.cfg.block_count
        left = count - self._fs.used_block_count
        return block, block, count, left, left

    def remove(self, name):
        _said(self._fs.remove, name)

    def rename(self, name, target):
        _said(self._fs.rename, name, target)
