"""A flash that fails on its n-th write, flush, rename, removal or opening for writing."""

from table import files, journal, journal_recovery, past_results, shelf

_FULL = 28  # ENOSPC
_WRITERS = (files, journal, journal_recovery, past_results, shelf)


class Flash:
    """Counts the operations on files while it is in place. Operation number `fail_at` (from 0)
    fails, and so do the next ones, `lasts` in all; if `broken`, all later ones do. With `half`, a
    failing write first writes half of its data."""

    def __init__(self, error=5):
        self.done = 0
        self.fail_at = -1
        self.broken = False
        self.half = False
        self.lasts = 1
        self.error = error

    def arm(self, fail_at, broken=False, half=False, lasts=1):
        self.done = 0
        self.lasts = lasts
        self.fail_at = fail_at
        self.broken = broken
        self.half = half

    def step(self):
        """Count one operation; raises OSError if it is to fail."""
        self.done += 1
        n = self.done - 1
        if 0 <= self.fail_at <= n and (self.broken or n < self.fail_at + self.lasts):
            raise OSError(self.error)

    def open(self, name, mode="r"):
        if "w" in mode or "a" in mode:
            self.step()
            return _File(self, open(name, mode))
        return open(name, mode)

    def replace(self, name, target):
        self.step()
        self._replace(name, target)

    def remove(self, name):
        try:
            self.step()
        except OSError as error:
            if error.args[0] != _FULL:
                return  # the file stays; a full flash can remove
        self._remove(name)

    def __enter__(self):
        self._replace, self._remove = journal.replace, journal.remove
        for module in _WRITERS:
            module.replace = self.replace
            module.remove = self.remove
            module.open = self.open
        return self

    def __exit__(self, *_):
        for module in _WRITERS:
            module.replace, module.remove = self._replace, self._remove
            del module.open


class _File:
    def __init__(self, flash, file):
        self._flash = flash
        self._file = file

    def write(self, data):
        try:
            self._flash.step()
        except OSError:
            if self._flash.half:
                self._file.write(data[: len(data) // 2])
                self._file.flush()
            raise
        return self._file.write(data)

    def flush(self):
        self._flash.step()
        self._file.flush()

    def close(self):
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
