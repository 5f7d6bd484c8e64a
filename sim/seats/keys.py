"""Who may speak for a seat: the tokens of links, and the keys of the devices that used them.

A link holds a token, and the first device that uses it is bound to it. The device makes up a key,
of which this keeps a checksum only. The same token with another key is a copy of the link, and is
refused. A new token ends both. A file keeps all this, so phones come back after a restart.
"""

import hashlib
import json
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from sim.window.errors import Refused

HOST, WATCH = "host", "watch"  # links for no seat: the host, and those who watch
MOST = 8  # seats


class Keys:
    """The tokens of a room, kept in `path`, or in memory only without one."""

    def __init__(self, path: Path | None = None):
        self._path = path
        kept = self._read()
        # By whom it is for, HOST, WATCH or a seat: the token, and the checksum of the key that is
        # bound to it ("" for none).
        self._tokens: dict[str, list[str]] = {
            name: kept.get(name) or [new_token(), ""]
            for name in (HOST, WATCH, *map(str, range(MOST)))
        }
        self._write()

    def _read(self) -> dict[str, Any]:
        """Return what the file keeps; {} without one, or if it is damaged."""
        with suppress(OSError, ValueError):
            if self._path is not None:
                kept = json.loads(self._path.read_text("ascii"))
                if isinstance(kept, dict) and all(map(_is_pair, kept.values())):
                    return kept
        return {}

    def _write(self) -> None:
        """Write the file, readable by this user only; raises OSError."""
        if self._path is None:
            return
        fresh = self._path.with_suffix(".new")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(self._tokens, file)
        fresh.replace(self._path)

    def token(self, whom: str | int) -> str:
        """Return the token of a seat, of HOST or of WATCH."""
        return self._tokens[str(whom)][0]

    def is_bound(self, seat: int) -> bool:
        """Is a device bound to a seat?"""
        return bool(self._tokens[str(seat)][1])

    def whose(self, token: str) -> str:
        """Return whom a token is for; raises Refused."""
        found = [name for name, (known, _) in self._tokens.items()
                 if secrets.compare_digest(known, token)]  # fmt: skip
        if not found:
            raise Refused("link unknown")
        return found[0]

    def bind(self, seat: int, key: str) -> None:
        """Bind a device to the token of a seat, or check that it is the bound one; raises Refused
        for another one, or OSError."""
        pair = self._tokens[str(seat)]
        mark = hashlib.sha256(key.encode()).hexdigest()
        if not pair[1]:
            pair[1] = mark
            self._write()
        elif not secrets.compare_digest(pair[1], mark):
            raise Refused("link used")

    def renew(self, seat: int) -> None:
        """Give a seat another token, which unbinds its device. Raises OSError."""
        self._tokens[str(seat)] = [new_token(), ""]
        self._write()


def new_token() -> str:
    """Return a random token of 128 bits."""
    return secrets.token_urlsafe(16)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and list(map(type, value)) == [str, str]
