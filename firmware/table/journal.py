"""The running game on flash: append-only, a checksum a line, taken up again after a power cut.

A line is JSON, a `#` and its CRC-32 in eight hex digits. The first line is the header of the
record, with the setting of the table; then one line an action, or `{"undo": n}` for the n-th
action taken back. A line that is torn or does not check ends the reading: what follows was never
confirmed by a light.
"""

import binascii
import json
import os

_NAME = "game.log"


class Journal:
    """One running game in a folder; `path` is the folder, "" for the root of the flash."""

    def __init__(self, path=""):
        self.file = path + "/" + _NAME if path else _NAME

    def start(self, header, setting):
        """Begin a new game: `header` is the record's first line, `setting` a dict of the table's
        own.

        The old game stays until the new file is whole.
        """
        fresh = self.file + ".new"
        with open(fresh, "w") as file:
            file.write(_seal(header))
            file.write(_seal(json.dumps({"table": setting})))
        if self._exists():
            os.remove(self.file)  # rename onto an existing file fails on some systems
        os.rename(fresh, self.file)

    def append(self, line):
        """Add a line and have it on flash before returning; raises OSError."""
        with open(self.file, "a") as file:
            file.write(_seal(line))

    def read(self):
        """Return (lines, torn): the whole lines as dicts, and whether the rest had to be dropped.

        The rest is cut off, so that what is appended next stands behind a whole line. No journal
        gives ([], False).
        """
        for name in (self.file, self.file + ".new"):
            try:
                with open(name) as file:
                    lines, torn = _unseal(file)
            except OSError:
                continue
            if torn:
                self._keep(lines)
            elif name != self.file:
                os.rename(name, self.file)
            return [json.loads(line) for line in lines], torn
        return [], False

    def set_aside(self):
        """Keep a journal that cannot be played on under another name."""
        if self._exists():
            os.rename(self.file, self.file[: -len(".log")] + ".old")

    def _keep(self, lines):
        with open(self.file + ".new", "w") as file:
            for line in lines:
                file.write(_seal(line))
        if self._exists():
            os.remove(self.file)
        os.rename(self.file + ".new", self.file)

    def _exists(self):
        try:
            os.stat(self.file)
        except OSError:
            return False
        return True


def _seal(line):
    return "%s#%08x\n" % (line, binascii.crc32(line.encode()))


def _unseal(file):
    lines = []
    for line in file:
        text = line[:-10]
        if line[-1:] != "\n" or line != _seal(text):
            return lines, True
        lines.append(text)
    return lines, False
