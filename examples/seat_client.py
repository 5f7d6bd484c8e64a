"""A program that takes a seat at a Leyboard table and plays by chance, written from docs/seats.md.

    python examples/seat_client.py < link.txt

The link of a seat, from `leyboard host`, comes by standard input. It needs aiohttp, aiomqtt and
cryptography, and nothing of Leyboard. The secret key is made anew, so this seat is for one run.
"""

import asyncio
import hashlib
import json
import os
import random
import sys
import zlib
from base64 import urlsafe_b64encode
from urllib.parse import parse_qsl, urlsplit

import aiohttp
import aiomqtt
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


class Seals:
    """The keys of a session: `hello` came from the room, `link` has the parts of the link."""

    def __init__(self, link, hello, end, secret):
        run, host = map(X25519PublicKey.from_public_bytes, (hello[:32], hello[32:]))
        name = urlsafe_b64encode(hashlib.sha256(hello[32:]).digest()[:16]).decode().rstrip("=")
        if name != link["room"]:
            raise SystemExit("another host answers: somebody is in the middle")
        ephemeral, device = X25519PrivateKey.generate(), secret
        keys = [one.public_key().public_bytes_raw() for one in (ephemeral, device)]
        session = hashlib.sha256(end).digest()[:16]
        self.head = link["whom"][:1].encode() + session + b"".join(keys)
        shared = ephemeral.exchange(run) + ephemeral.exchange(host) + device.exchange(run)
        info = b"leyboard-room-1" + self.head + hello
        both = HKDF(SHA256(), 64, link["token"].encode(), info).derive(shared)
        self.up, self.down = ChaCha20Poly1305(both[:32]), ChaCha20Poly1305(both[32:])
        self.count = 0

    def seal(self, **request):
        """Return the next message up; its number is the request's id, too."""
        self.count += 1
        packing = zlib.compressobj(wbits=-15)
        text = json.dumps({"id": self.count, **request}).encode()
        packed = packing.compress(text) + packing.flush()
        sealed = self.up.encrypt(self.count.to_bytes(12, "big"), packed, None)
        return self.head + self.count.to_bytes(4, "big") + sealed

    def unseal(self, data):
        """Return a message down."""
        number, sealed = data[:4], data[4:]
        if number == bytes(4):
            raise SystemExit(sealed.decode())
        return json.loads(zlib.decompress(self.down.decrypt(bytes(8) + number, sealed, None), -15))


async def play(link, send, messages, end):
    """Play until the game is over: `messages` yields hello, then what comes down."""
    seals, facts, tried = None, {}, None
    async for data in messages:
        if seals is None:
            seals = Seals(link, data, end, X25519PrivateKey.generate())
            await send(seals.seal(do="join"))
            continue
        told = seals.unseal(data)
        if told.get("ok") is False:
            print("refused: %s" % told["why"])
            tried = None
        facts |= {} if "id" in told else told
        if facts.get("state", {}).get("view", {}).get("result") is not None:
            return facts["state"]["view"]
        mine = facts.get("mine")
        if not mine or mine["moment"] == tried:
            continue
        laid = [way["words"] for lay in mine["lays"] for way in lay["ways"]]
        if choices := mine["actions"] + laid:
            tried = mine["moment"]
            await send(seals.seal(do="act", moment=tried, words=random.choice(choices)))
    raise SystemExit("the room has closed the line")


async def by_socket(link, page):
    async with aiohttp.ClientSession() as web, web.ws_connect(page + "table") as socket:
        messages = (message.data async for message in socket)
        return await play(link, socket.send_bytes, messages, os.urandom(16))


async def by_broker(link):
    at, end, topic = urlsplit(link["at"]), os.urandom(16), "leyboard/%s/" % link["room"]
    tls = aiomqtt.TLSParameters() if at.scheme == "wss" else None
    port = at.port or (443 if tls else 80)
    async with aiomqtt.Client(
        at.hostname, port, transport="websockets", websocket_path=at.path or "/", tls_params=tls,
        will=aiomqtt.Will(topic + "end", end),
    ) as client:
        session = hashlib.sha256(end).digest()[:16].hex()
        for name in ("down/" + session, "host"):
            await client.subscribe(topic + name)
        messages = (message.payload async for message in client.messages)
        return await play(link, lambda data: client.publish(topic + "up", data), messages, end)


if __name__ == "__main__":
    page, _, parts = sys.stdin.readline().strip().partition("#")
    there = dict(parse_qsl(parts))
    view = asyncio.run(by_broker(there) if "at" in there else by_socket(there, page))
    print("over: %s" % " : ".join(map(str, view["scores"])))
