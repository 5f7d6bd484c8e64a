"""Seals the messages between a room and its devices, on any carrier; docs/seats.md has the bytes.

A room has a key pair that its links name, and makes another one for each of its runs; a device has
one that stays, and makes another one for each session. Both ends agree on the keys of a session by
triple Diffie-Hellman, so each proves to have its secret key, which never travels. The token of the
link goes into these keys as well. sim/seats/page/sealed.js does the same.
"""

import hashlib
import os
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SESSION = 16  # bytes of a session's name, and of what ends it
_KEY = 32  # bytes
_NUMBER = 4  # bytes of a message's number
_HEAD = 1 + SESSION + 2 * _KEY  # bytes of a message up before its number
_MOST_UP, MOST_DOWN = 4096, 1 << 20  # bytes of a message, inflated
_RAW = -15  # deflate without a header, with zlib's largest window


class Up(NamedTuple):
    """An unsealed message of a device: its link's `whom`, its session and its public key in
    hexadecimal digits, the number, and the text of a request."""

    whom: str
    session: str
    key: str
    number: int
    text: str


def new_secret() -> bytes:
    """Return a new secret key."""
    return os.urandom(_KEY)


def public(secret: bytes) -> bytes:
    """Return the public key of a secret one."""
    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def room_name(host: bytes) -> str:
    """Return the name of the room whose host has this public key. By this name a device checks
    that a host is that of its link."""
    return urlsafe_b64encode(hashlib.sha256(host).digest()[:16]).decode().rstrip("=")


def line_name(secret: bytes) -> str:
    """Return the name of the line to a broker of the host with this secret key: a new line ends
    the old one, and nobody else can end it."""
    return hashlib.sha256(b"leyboard line" + secret).digest()[:10].hex()


def session_name(end: bytes) -> bytes:
    """Return the name of the session that `end` ends; only its device knows that."""
    return hashlib.sha256(end).digest()[:SESSION]


def session_of(data: bytes) -> str:
    """Return the session that a message up names; "" for something else."""
    return data[1 : 1 + SESSION].hex() if len(data) > _HEAD + _NUMBER else ""


def plain(why: str) -> bytes:
    """Return a message to a device that has no keys in common with the room."""
    return bytes(_NUMBER) + why.encode()


def _shared(secret: bytes, other: bytes) -> bytes:
    """Return the secret that both owners of two key pairs can compute; raises ValueError."""
    own = X25519PrivateKey.from_private_bytes(secret)
    return own.exchange(X25519PublicKey.from_public_bytes(other))


class _Pair:
    """The two keys of a session."""

    def __init__(self, shared: bytes, token: str, head: bytes, hello: bytes):
        info = b"leyboard-room-1" + head + hello
        keys = HKDF(SHA256(), 2 * _KEY, token.encode(), info).derive(shared)
        self.up, self.down = ChaCha20Poly1305(keys[:_KEY]), ChaCha20Poly1305(keys[_KEY:])


class RoomSeals:
    """The room's end: `secret` is the secret key of its host, `token(whom)` that of a link, which
    raises KeyError. `is_there(session)` says whether a session is one of the present run."""

    def __init__(
        self, secret: bytes, token: Callable[[str], str], is_there: Callable[[str], bool]
    ):
        self._secret = secret
        self._token = token
        self._is_there = is_there
        self._host = public(secret)
        self.name = room_name(self._host)
        self.renew()

    def renew(self) -> None:
        """Begin another run: messages that were sealed before no longer count."""
        self._run = new_secret()
        self.hello = public(self._run) + self._host
        self._pairs: dict[str, tuple[bytes, _Pair]] = {}  # by session: its head, and its keys

    def unseal(self, data: bytes) -> Up:
        """Return a message of a device, with the text "" if it cannot be read; raises ValueError
        for a wrong seal, or KeyError for an unknown link."""
        head, (number, sealed) = data[:_HEAD], _parted(data[_HEAD:])
        whom, session = _whom(head), head[1 : 1 + SESSION].hex()
        known = self._pairs.get(session)
        pair = known[1] if known and known[0] == head else self._agree(head, whom)
        message = _unsealed(pair.up, number, sealed)
        try:
            text = unpacked(message, _MOST_UP)
        except ValueError:
            text = ""  # the room answers that it cannot read this
        if known is None:
            for other in [one for one in self._pairs if not self._is_there(one)]:
                del self._pairs[other]
            self._pairs[session] = (head, pair)
        return Up(whom, session, head[-_KEY:].hex(), number, text)

    def _agree(self, head: bytes, whom: str) -> _Pair:
        ephemeral, own = head[1 + SESSION : -_KEY], head[-_KEY:]
        shared = _shared(self._run, ephemeral) + _shared(self._secret, ephemeral)
        shared += _shared(self._run, own)
        return _Pair(shared, self._token(whom), head, self.hello)

    def seal(self, session: str, number: int, text: str) -> bytes:
        """Return a message to a device; raises KeyError for a session of another run."""
        return _sealed(self._pairs[session][1].down, number, text)


class DeviceSeals:
    """A device's end of a session: `secret` is its secret key, `room`, `whom` and `token` are
    those of its link. `hello` is the room's; raises ValueError if it is another room's."""

    def __init__(
        self, secret: bytes, room: str, whom: str, token: str, hello: bytes, end: bytes
    ):
        run, host = hello[:_KEY], hello[_KEY:]
        if room_name(host) != room:
            raise ValueError("that is not the host of this link")
        ephemeral = new_secret()
        self._head = _letter(whom) + session_name(end) + public(ephemeral) + public(secret)
        shared = _shared(ephemeral, run) + _shared(ephemeral, host) + _shared(secret, run)
        self._pair = _Pair(shared, token, self._head, hello)

    def seal(self, number: int, text: str) -> bytes:
        """Return a message to the room."""
        return self._head + _sealed(self._pair.up, number, text)

    def unseal(self, data: bytes) -> tuple[int, str]:
        """Return the number and the text of a message from the room; raises ValueError. A message
        with number 0 is not sealed, so anybody may have sent it: its text says why the room does
        not know the link."""
        number, sealed = _parted(data)
        if number == 0:
            return 0, sealed.decode("utf-8", "replace")
        return number, unpacked(_unsealed(self._pair.down, number, sealed), MOST_DOWN)


def _letter(whom: str) -> bytes:
    """Return the `whom` of a link as a byte: its first letter."""
    return whom[:1].encode()


def _whom(head: bytes) -> str:
    letter = head[:1].decode("latin-1")
    return {"h": "host", "w": "watch"}.get(letter, letter)


def _parted(data: bytes) -> tuple[int, bytes]:
    """Return the number of a message, and its sealed part."""
    return int.from_bytes(data[:_NUMBER], "big"), data[_NUMBER:]


def _nonce(number: int) -> bytes:
    return number.to_bytes(12, "big")


def _sealed(by: ChaCha20Poly1305, number: int, text: str) -> bytes:
    return number.to_bytes(_NUMBER, "big") + by.encrypt(_nonce(number), packed(text), None)


def _unsealed(by: ChaCha20Poly1305, number: int, sealed: bytes) -> bytes:
    try:
        return by.decrypt(_nonce(number), sealed, None)
    except InvalidTag:
        raise ValueError("that was not sealed with this key") from None


def packed(text: str) -> bytes:
    """Return a text deflated."""
    packing = zlib.compressobj(wbits=_RAW)
    return packing.compress(text.encode()) + packing.flush()


def unpacked(data: bytes, most: int) -> str:
    """Return a deflated text; raises ValueError if it has more than `most` bytes, and inflates no
    more than that."""
    unpacking = zlib.decompressobj(wbits=_RAW)
    try:
        text = unpacking.decompress(data, most)
    except zlib.error:
        raise ValueError("that was not deflated") from None
    if not unpacking.eof:
        raise ValueError("that is longer than %d bytes, or cut off" % most)
    return text.decode()
