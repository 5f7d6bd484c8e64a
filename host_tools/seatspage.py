"""Makes docs/seats.md and docs/seats.schema.json from the table of requests in `sim/seats`.

    python -m host_tools.seatspage

A test fails if they are out of date.
"""

import json

from host_tools import ROOT
from host_tools.linkpage import described, schema
from sim.seats.meter import BURST, EACH_S, PATIENCE
from sim.seats.room import LONGEST, PHRASES, REQUESTS

PAGE = ROOT / "docs" / "seats.md"
SCHEMA = ROOT / "docs" / "seats.schema.json"
TITLE = "A request to the room around a Leyboard table"

_HEAD = """\
# Seats

*Made by `python -m host_tools.seatspage` from `sim/seats/room.py`.*

A table has seats, and a seat is taken by whoever speaks for it: a person at the board, a phone,
a computer, a program. Around the table is a **room**, which `leyboard host` opens. Devices come
into it by links, and speak this protocol over a WebSocket at `/table`: one JSON object a
message. The table stays the authority. It decides what is legal, and its sentences are the
refusals.

```
> {{"id": 1, "do": "join", "token": "(of the link)", "key": "(made up by the device)"}}
< {{"you": {{"whom": "0", "left": false}}, "mine": {{"moment": 71, "actions": [], ...}}, ...}}
< {{"id": 1, "ok": true, "whom": "0"}}
> {{"id": 2, "do": "act", "moment": 71, "words": ["small", "c3"]}}
< {{"id": 2, "ok": true}}
< {{"mine": {{"moment": 72, ...}}, "pieces": [...], ...}}
> {{"id": 3, "do": "act", "moment": 71, "words": ["small", "c4"]}}
< {{"id": 3, "ok": false, "why": "the game has gone on meanwhile: look again"}}
```

## Links

- The link of a seat is `http://ADDRESS/#TOKEN`. What stands behind `#` is never sent to a
  server, so no log has it; the page takes it out of the address, too.
- The first device that comes with the token of a seat is bound to it. It comes back with the
  same token and the key that it made up; another device with the same token is refused. The host
  gives out a new link to free the seat.
- Those who watch share one link, and see what everybody may know. The host has a link of its
  own.
- Tokens are kept in the folder of `leyboard host`, in a file for this user's eyes only; of keys
  it has checksums. Phones come back to where they were after the host was killed and started
  again, and so do computers, seats that were left, the door, and whether there are hints.

## Far away

With `--broker`, devices reach the room through an MQTT broker as well, and need no port of the
host's home. Pages do so by WebSocket. The link's part behind `#` holds the room's name, the
broker, whom it is for, and the token.

| topic | |
| --- | --- |
| `leyboard/ROOM/host` | kept by the broker: the name of the host's run, or empty if it has gone |
| `leyboard/ROOM/up/WHOM` | to the host: [session, number, key, request] |
| `leyboard/ROOM/end/WHOM` | by the broker, when the line of a device breaks: its session |
| `leyboard/ROOM/down/SESSION` | to a device: [number, message], a message as on the WebSocket |

The host is `leyboard host --broker`, or the tab of a table in a browser: "Friends far away" in
its settings asks for the broker's WebSocket and gives out the links. The room is the same code in
both. A tab keeps its tokens with its game, and opens the room again when it is opened again; the
file of "save everything" has no tokens.

- What goes up is sealed with AES-GCM and a key made of the token, what comes down with one made of
  the token and the device's key; the topic is sealed with it. A key is the SHA-256 of the words
  `leyboard`, the token, and the device's key, with spaces between. 12 random bytes come first.
- Before it is sealed, a message is compressed: deflate without a header. What would inflate to
  more than {longest} bytes up, or 1 MB down, is refused before it does. The broker sees how long
  each message is.
- Messages are numbered in each session. One that comes twice or late is dropped. A page that
  misses one asks to `see` everything again; one without an answer for 15 s joins anew.
- A host makes up another run whenever it comes to the broker. Requests are sealed for the run,
  `leyboard/ROOM/up/WHOM RUN`, and a session that has ended stays so: who runs the broker cannot
  repeat what was said. A session is its device's alone.
- A page joins anew, in a new session, when the host or the broker has come back, and sends again
  what had no answer. The broker need not remember anything.
- Who has a copy of a link cannot take its seat any more. But who also listens at the broker while
  the first device joins learns its key: give links only to their players.

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
  to name another.
- **Nobody floods the table.** A message has at most {longest} characters. A device may send
  {burst} at once and one each {each} ms; more is refused and counted, and after {patience} the
  connection is closed.

## Requests

A request has `do`, the fields below, and may have an `id`, a whole number. Its answer has the
same `id`, and `ok`; a refused request changes nothing, and `why` says why.
"""

_TAIL = """\

The phrases are: {phrases}.

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
        'the tokens of the `links` by seat, null for a seat that is bound; that of those who '
        '`watch`; how many messages were `refused`'),
}  # fmt: skip


def page() -> str:
    """Return the text of docs/seats.md."""
    limits = {"longest": LONGEST, "burst": BURST, "each": int(1000 * EACH_S), "patience": PATIENCE}
    phrases = ", ".join("`%s`" % phrase for phrase in PHRASES)
    facts = "\n".join("| `%s` | %s | %s |" % (kind, *row) for kind, row in _FACTS.items())
    tail = _TAIL.format(phrases=phrases, facts=facts)
    return _HEAD.format(**limits) + described(REQUESTS) + tail


def main() -> None:
    PAGE.write_text(page())
    SCHEMA.write_text(json.dumps(schema(REQUESTS, TITLE), indent=1) + "\n")


if __name__ == "__main__":
    main()
