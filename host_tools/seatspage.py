"""Makes docs/seats.md and docs/seats.schema.json from the table of requests in `sim/seats`.

    python -m host_tools.seatspage

A test fails if they are out of date.
"""

import json

from host_tools import ROOT
from host_tools.linkpage import described, schema
from sim.seats.meter import BURST, EACH_S, PATIENCE
from sim.seats.room import LONGEST, PHRASES, REQUESTS, WATCHERS
from sim.seats.server import JOINS_S

PAGE = ROOT / "docs" / "seats.md"
SCHEMA = ROOT / "docs" / "seats.schema.json"
TITLE = "A request to the room around a Leyboard table"

_HEAD = """\
# Seats

*Made by `python -m host_tools.seatspage` from `sim/seats/room.py`.*

A table has seats, and a seat is taken by whoever speaks for it: a person at the board, a phone,
a computer, a program. Around the table is a **room**, which `leyboard host` opens. Devices come
into it by links, and speak this protocol, sealed, over a WebSocket at `/table` or through an MQTT
broker. The table stays the authority. It decides what is legal, and its sentences are the
refusals. [seat_client.py](../examples/seat_client.py) is a program that plays, in 100 lines.

```
> {{"id": 1, "do": "join"}}
< {{"you": {{"whom": "0", "left": false}}, "mine": {{"moment": 71, "actions": [], ...}}, ...}}
< {{"id": 1, "ok": true, "whom": "0"}}
> {{"id": 2, "do": "act", "moment": 71, "words": ["small", "c3"]}}
< {{"mine": {{"moment": 72, ...}}, "pieces": [...], ...}}
< {{"id": 2, "ok": true}}
> {{"id": 3, "do": "act", "moment": 71, "words": ["small", "c4"]}}
< {{"id": 3, "ok": false, "why": "the game has gone on meanwhile: look again"}}
```

What comes down is a JSON object: facts by kind, or the answer with the `id` of a request. What an
action changed comes before its answer.

## Links

- A link is the address of a page, `#`, and what follows as the query of a URL: `room`, the name of
  the room; `at`, the WebSocket of a broker, only for who is far away; `whom`, a seat from `0`,
  `watch` or `host`; and `token`. What stands behind `#` is never sent to a server, so no log has
  it; the page takes it out of the address, too.

  ```
  http://192.168.1.5:8138/#room=xGJcVA1Ys6lJb4UBkSFiwQ&whom=0&token=TpQ6rS0kN2kz6hSWyFv8Vg
  https://pages.example/seat.html#room=...&at=wss%3A%2F%2Fbroker.example%2Fmqtt&whom=0&token=...
  ```

- The first device that joins by the link of a seat, or of the host, is bound to it. It comes back
  by the same link and the key pair that it made up once; another device with the same link is
  refused, and hears why. The host gives out a new link to free the seat, and renews the others.
- Those who watch share one link, and see what everybody may know.
- Tokens, and the public keys of devices, are kept in the folder of `leyboard host`, in a file for
  this user's eyes only. Phones come back to where they were after the host was killed and started
  again, and so do computers, seats that were left, the door, and whether there are hints.
- Links from before devices had key pairs have ended: everybody scans a new code once.

## Who speaks

Room and device agree on two keys for each session, one up and one down, by triple Diffie-Hellman
over X25519. So a listener who has the link, too, can neither read nor act: that takes the secret
key of the device, and no secret key ever travels.

| key pair | made by | for |
| --- | --- | --- |
| host | the room, kept with its tokens | that a device knows the host of its link |
| run | the room, for each socket and each line to a broker | that nothing counts again later |
| device | the device, kept by it | that the room knows the device again |
| ephemeral | the device, for each session | that a stolen key opens no old session |

The room says **hello** first: the public keys of run and host, 32 bytes each. The device checks
that the name of its room is the first 16 bytes of the SHA-256 of host, in base64url without `=`.
Then messages go up and down, one a WebSocket message (binary) or MQTT payload:

| bytes up | |
| --- | --- |
| 1 | the first letter of `whom` |
| 16 | the session: the first 16 bytes of the SHA-256 of its `end`, 16 bytes that are random |
| 32 + 32 | the public keys ephemeral and device |
| 4 | the number of the message, from 1, big-endian |
| rest | the request, sealed |

A message down has its number, 4 bytes, and the rest, sealed. Number 0 is not sealed: the rest is a
sentence that says why the room does not know the link. Anybody may have sent it.

- The keys are HKDF-SHA256 of the shared secrets of (ephemeral, run), (ephemeral, host) and
  (device, run), one after the other; the salt is `token`, the info is `leyboard-room-1`, the first
  81 bytes of a message up, and hello. The first 32 of 64 bytes seal what goes up, the others what
  comes down.
- A message is JSON, deflated without a header, and sealed by ChaCha20-Poly1305. The nonce is the
  number in 12 bytes, big-endian; there are no further data. What would inflate to more than
  {longest} bytes up, or 1 MB down, is refused before it does; so is what is nested more than 8
  deep.
- Numbers rise in each session. A message that comes twice or late is dropped. Who misses one asks
  to `see` everything again.
- The first request of a session is `join`. A session that has ended stays so.

## Far away

With `--broker`, devices reach the room through an MQTT broker as well, and need no port of the
host's home. Pages do so by WebSocket.

| topic | |
| --- | --- |
| `leyboard/ROOM/host` | kept by the broker: hello of the host's run, or empty if it has gone |
| `leyboard/ROOM/up` | to the host: a message up |
| `leyboard/ROOM/down/SESSION` | to a device: a message down; the session in hexadecimal digits |
| `leyboard/ROOM/end` | the will of a device, if its line breaks: the `end` of its session |

The host is `leyboard host --broker`, or the tab of a table in a browser: "Friends far away" in
its settings asks for the broker's WebSocket and gives out the links. The room is the same code in
both. A tab keeps its tokens with its game, and opens the room again when it is opened again; the
file of "save everything" has no tokens.

- A page joins anew, in a new session, when the host or the broker has come back, and sends again
  what had no answer. The broker need not remember anything.
- Who runs the broker sees the names of rooms and clubs, when and how long messages are, and the
  public keys of devices, and can hold messages back. It cannot read, change, repeat or make up a
  message. A broker that lets everybody subscribe to `leyboard/#` shows as much to all its users.

## Clubs

A club is a secret that its members have. A host with `--club` keeps two things more at the broker,
sealed with it:

- `leyboard/CLUB/table/ROOM` is the table: the `title` of its game, the `players` by name, who is
  `here`, whether the game is `over`, its `scores`, how many are `watching`, and the link to
  `watch`, "" with a closed door.
- `leyboard/CLUB/result/DIGEST` is a game of Landover that has ended, if all its players have
  names: these `players`, the `day`, and the `lines` of the record.

`leyboard tables` lists the tables that have a host now, and with `--league` counts the results and
takes them away. Members trust each other: who has the secret can write what they like.

## How fast, and how many

Measured by `python -m tests.bench_seats` on 2026-11-27, on two busy cores (load 15), all in one
process but for Mosquitto 2.0.11:

| what | measured |
| --- | --- |
| from a tap on a phone to light on a virtual board, p50 / p95 | 19 / 38 ms |
| 200 rooms of Mars at one broker, two actions a second: an action to its answer | 57 / 125 ms |
| sealed bytes of an action, for both players | 3.3 KB, deflated from 22.5 KB |
| messages of an action | 1 up, 7.5 down |
| memory of a room with its virtual table | 0.2 MB |
| broker killed and started again, until all 200 rooms are back | 6.2 s |

For 100,000 tables, on paper: with an action every 20 s at each they take 5,000 actions a second,
so 45,000 messages and 17 MB a second, and 300,000 to 500,000 open lines. No message crosses from
one room to another, and the link names the broker. So no cluster is needed: rooms are spread over
brokers that know nothing of each other, such as 100 with 1,000 tables each, at 450 messages and
170 KB a second. A broker keeps a word a room, and what hosts in clubs tell it anew whenever they
come, so one that dies is replaced by an empty one under its name. Most of the cost is traffic,
about 43 TB a month, and most of that are the choices of the seat to act.

## What cannot happen

- **An action counts once.** It names the `moment` in which it was chosen. The same action at the
  same moment has the same answer again and no effect; at another moment it comes too late and
  has none. So a page that got no answer sends again. The moment of a seat moves on when what it
  may do does, when it has acted, and when something is taken back. Others who bid at the same
  time do not move it.
- **Nobody learns what is hidden.** Everything that a seat is told was asked of the table for
  this seat, by the [line protocol](link.md), or for everybody. A test compares each message to
  each seat between games that differ in hidden things only.
- **Nobody acts for another.** A device acts for the seat that it is bound to; there is no field
  to name another, and each message proves the device's key.
- **Nobody floods the table.** A message has at most {longest} bytes. By a link and from an address
  may come {burst} at once and one each {each} ms; more is refused and counted, and after
  {patience} the line is closed. To come again changes nothing of that. Far devices of a link share
  this, and those who watch share four times as much.
- **Nobody takes another's place.** A device has three visits at most, of which a fourth ends the
  oldest; {watchers} may watch, and take no seat's place. A socket whose device has not joined ends
  after {joins} s, and sooner if its address has many of them.

## Requests

A request has `do`, the fields below, and may have an `id`, a whole number. Its answer has the
same `id`, and `ok`; a refused request changes nothing, and `why` says why.
"""

_TAIL = """\

The phrases are: {phrases}.

## What a seat may do

`mine` has all that a seat may do now; `act` takes its `words` with the `moment` of `mine`.

- `actions` are those without a place on the board, such as `["roll"]` or `["bid", 3]`: a list of
  `words`, with a sentence for each in `texts`.
- `lays` are those with places: what can be laid, each with its `ways`. In Mars, `actions` is empty
  and all is here:

  ```
  {{"word": "small", "face": "small 0", "seat": 0,
   "ways": [{{"words": ["small", "c3"], "spots": ["c3"], "face": "small 0", "text": "..."}}]}}
  ```

  `word` is the first word of the actions, `face` what the piece shows and `seat` whose it is, or
  -1; `spots` are the places on the board that it takes.
- `many` has the first words of actions that are too many to list: more than 240. Their words
  stand in the game's rules: in Landover, [an offer](rules/landover.md) is `["offer", [8 counts
  given], [8 counts wanted], [seats]]`. A program need not take them.

All three are empty, or `mine` is null, while the seat may not act: wait for the next facts.

## Facts

The room tells a device facts by kind, all that have changed in one message. A newer fact replaces
the older one of its kind.

| fact | to | |
| --- | --- | --- |
{facts}

[seats.schema.json](seats.schema.json) is the JSON Schema of a request.
"""
_FACTS = {  # by kind: to whom, and what
    "you": ("each",
        '`whom` the device is here for: a seat\'s number, `watch`, `host`, or "" if its seat '
        'was freed; `left`, whether it has left its seat to the table; the `phrases` that it may '
        'say'),
    "game": ("all",
        'how the game is drawn: `name`, `title`, `set`, `prices`, `printed`, `drawn`'),
    "board": ("all",
        'where the spots of the board are'),
    "state": ("all",
        'the public `view` of the game, and of the line protocol\'s `state`: `players`, '
        '`names`, `asked`, `line`, `problem`, `given_up`, `parts`'),
    "pieces": ("all",
        'what lies on the table'),
    "log": ("all",
        'the last events, as the line protocol has them'),
    "seats": ("all",
        'who speaks for each of the `seats` (`by`: table, phone or computer) and is `here`; '
        'whether the door is `open`, and devices have `hints`; the `offer` to take back, `by` '
        'whom and for whom it `waits`; what was `said` last, as [number, seat, phrase]; how many '
        'are `watching`'),
    "mine": ("its seat",
        'what it may know (`own`) and do: `actions` with their `texts`, `many`, the first '
        'words of those too many to list, and `lays`, what can be laid in which `ways`; the '
        '`moment` of all this'),
    "host": ("host",
        'the `links` by seat, null for a seat that is bound; that for those who `watch`; that of '
        'the `host`, null while a device has it; how many messages were `refused`. A link is its '
        'token in a tab, and from `leyboard host` an object with its `url`, its `code` for '
        'cameras, and `far`, the link by the broker'),
}  # fmt: skip


def page() -> str:
    """Return the text of docs/seats.md."""
    limits = {"longest": LONGEST, "burst": BURST, "each": int(1000 * EACH_S), "patience": PATIENCE,
              "watchers": WATCHERS, "joins": int(JOINS_S)}  # fmt: skip
    phrases = ", ".join("`%s`" % phrase for phrase in PHRASES)
    facts = "\n".join("| `%s` | %s | %s |" % (kind, *row) for kind, row in _FACTS.items())
    tail = _TAIL.format(phrases=phrases, facts=facts)
    return _HEAD.format(**limits) + described(REQUESTS) + tail


def main() -> None:
    PAGE.write_text(page())
    SCHEMA.write_text(json.dumps(schema(REQUESTS, TITLE), indent=1) + "\n")


if __name__ == "__main__":
    main()
