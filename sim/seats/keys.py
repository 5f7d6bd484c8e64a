"""The rights to speak for a seat: the tokens of links, and the public keys of devices that used
them.

A link holds a token, and the first device that uses it is bound to it by its public key. The same
token with another key is a copy of the link, and is refused. A new token ends both. A file keeps
all this, the secret key of the host, and what the room wants to find again, so phones come back
after a restart. The links of a file without such a key (of 2026-11 and before) no longer work,
since their devices proved nothing.
"""

import json
from binascii import b2a_base64, hexlify

from sim.computer import keep_private, random_bytes
from sim.window.errors import RefusedError

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Json

HOST, WATCH = "host", "watch"  # links for no seat: the host, and those who watch
MOST = 8  # seats
_ROOM = "room"  # in the file: what the room keeps there
_SECRET = "secret"  # in the file: the host's key, in hexadecimal digits
_DIGITS = 64


class Keys:
    """The tokens of a room, kept in the file `path`, or in memory only without one. `room` has the
    room's other values there: {"open": is the door open, "hints": may devices have hints, "left":
    the seats that were left to the table, "computers": players by seat}."""

    def __init__(self, path: "str | None" = None):
        self._path = path
        kept = self._read()
        room = kept.pop(_ROOM, None)
        self.room: dict[str, Any] = room if _is_room(room) else {}
        secret = kept.pop(_SECRET, None)
        if not _is_secret(secret):
            secret, kept = hexlify(random_bytes(_DIGITS // 2)).decode(), {}
        self.secret: str = secret  # the host's key
        # For HOST, WATCH and each seat: the token, and the key that is bound to it ("" for none).
        self._tokens: dict[str, list[str]] = {
            name: kept.get(name) or [new_token(), ""]
            for name in [HOST, WATCH] + list(map(str, range(MOST)))
        }
        self._write()

    def _read(self) -> "Json":
        """Return the content of the file; {} if it is missing or damaged."""
        if self._path is None:
            return {}
        try:
            with open(self._path) as file:
                kept: Any = json.load(file)
        except (OSError, ValueError):
            return {}
        is_whole = isinstance(kept, dict) and all(
            _is_pair(value) for name, value in kept.items() if name not in (_ROOM, _SECRET)
        )
        return kept if is_whole else {}

    def _write(self) -> None:
        """Keep all; raises OSError."""
        if self._path is not None:
            more = {_ROOM: self.room, _SECRET: self.secret}
            keep_private(self._path, json.dumps(dict(self._tokens) | more))

    def keep(self, room: "Json") -> None:
        """Keep the values that the room needs after a restart; raises OSError."""
        if room != self.room:
            self.room = room
            self._write()

    def token(self, whom: str | int) -> str:
        """Return the token of a seat, of HOST or of WATCH; raises KeyError."""
        return self._tokens[str(whom)][0]

    def is_bound(self, whom: str | int) -> bool:
        """Is a device bound to a link?"""
        return bool(self._tokens[str(whom)][1])

    def bind(self, whom: str, key: str) -> None:
        """Bind a device to the link of a seat or of HOST, or check that it is the bound one;
        raises RefusedError for another one, or OSError."""
        pair = self._tokens[whom]
        if not pair[1]:
            pair[1] = key
            self._write()
        elif pair[1] != key:
            raise RefusedError("link used")

    def renew(self, whom: str | int) -> None:
        """Give a link another token, which unbinds its device. Raises OSError."""
        self._tokens[str(whom)] = [new_token(), ""]
        self._write()


def new_token() -> str:
    """Return a token that nobody can guess: 128 bits, in letters, digits, "-" and "_"."""
    text = b2a_base64(random_bytes(16)).decode().rstrip("=\n")
    return text.replace("+", "-").replace("/", "_")


def _is_secret(value: "object") -> bool:
    return isinstance(value, str) and len(value) == _DIGITS and not value.strip("0123456789abcdef")


def _is_pair(value: "object") -> bool:
    return isinstance(value, list) and list(map(type, value)) == [str, str]


def _is_room(value: "object") -> bool:
    """Is this a value that a room keeps? Parts that an earlier version did not keep may be
    missing."""
    if not isinstance(value, dict) or not {"open", "hints", "left", "computers"}.issuperset(value):
        return False
    left, computers = value.get("left", []), value.get("computers", {})
    return (
        all(type(value.get(name, True)) is bool for name in ("open", "hints"))
        and isinstance(left, list)
        and all(type(seat) is int for seat in left)
        and isinstance(computers, dict)
        and all(seat.isdigit() and isinstance(name, str) for seat, name in computers.items())
    )
