"""The room around a table: tells its devices the facts, and answers their requests.
docs/seats.md is the protocol; this module knows no sockets.

A device sends requests, {"id": ..., "do": word, ...}, and gets one answer to each; the room sends
facts by itself, by kind. The table decides which actions are legal, and the refusals are its
sentences. Each request's docstring is its text in docs/seats.md; the table at the end lists their
fields.
"""

from games.jsonline import DEPTH
from games.texts import languages
from sim.computer import monotonic
from sim.seats.device import Device
from sim.seats.keys import HOST, WATCH, Keys
from sim.seats.meter import Meters
from sim.seats.offer import UndoOffer
from sim.seats.players import HINT, Computers
from sim.seats.seat_views import SeatViews
from sim.seats.speakers import TABLE, Speakers
from sim.window.errors import RefusedError
from table import forms

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.types import Json
    from sim.seats.protocols import Outlet, Table

PHRASES = ("hello", "yours", "wait", "bravo", "sorry", "thanks")
LONGEST = 4096  # characters of a message
_LOOK_S = 0.7  # between two questions to a table that sends nothing
WATCHERS = 24  # devices that watch at once
_SHARED = 4  # times as many messages by the link that they share
_VISITS = 3  # of one device at once, such as tabs: the oldest ends


class Room:
    """The room around `table`. `keys` say who may join, `clock()` is a time in seconds;
    `pictures` is for the SeatViews."""

    def __init__(
        self, table: "Table", keys: Keys, computers: Computers | None = None,
        clock: "Callable[[], float]" = monotonic, language: str = "en",
        pictures: "Json | None" = None,
    ):
        self.is_busy = False  # do its devices have to wait for facts?
        self.devices: list[Device] = []
        self.is_open: bool = keys.room.get("open", True)
        self.has_hints: bool = keys.room.get("hints", True)
        self.refused = 0  # messages and links, of all devices
        self.keys = keys
        # returns the host's fact about a link
        self.link: Callable[[str | int], Any] = keys.token
        self.listeners: list[Callable[[Json], object]] = []  # called with each event of the table
        self.views = SeatViews(table, pictures, language)
        self.speakers = Speakers(table, keys, computers or Computers(), self.views)
        self._table = table
        self.clock = clock
        self._meters = Meters(clock)
        self._done: dict[int, tuple[Any, ...]] = {}  # by seat: its last action, and the answer
        self._offer = UndoOffer()
        self._said: list[Any] | None = None
        self._elsewhere: set[int] | None = None  # the value that the table has
        self._due = clock()
        self.renew()

    # ---- devices -------------------------------------------------------------------------------

    def enter(self, outlet: "Outlet", link: str, key: str, address: str = "") -> Device:
        """Return a device that came by a link, from an address; the room tells it nothing before
        it joins."""
        meter = self._meters.of(link, address, _SHARED if link == WATCH else 1)
        return Device(outlet, link, key, meter, self.views.language)

    def admit(self, outlet: "Outlet") -> Device:
        """Let in a part of this program as a device, with the rights of the host."""
        device = self.enter(outlet, HOST, "")
        device.whom = HOST
        self.devices.append(device)
        self.renew()
        return device

    def leave(self, device: Device) -> None:
        """Remove a device that has gone, or whose line was cut. It keeps its seat."""
        if device in self.devices:
            self.devices.remove(device)
        self.tell()

    def hear(self, device: Device, request: "Any") -> "Json":
        """Return the answer to a request of a device."""
        mark = request.get("id") if isinstance(request, dict) else None
        if mark is not None and not forms.is_valid(mark, forms.NUMBER, 0, forms.FAR):
            mark = None
        try:
            if not device.may_ask():
                raise RefusedError("too fast")
            return {"id": mark, "ok": True} | self._take(device, request)
        except RefusedError as error:
            refusal = error
        except OSError:
            refusal = RefusedError("table away")
        self.refused += 1
        return {"id": mark, "ok": False, "why": refusal.said(device.language)}

    def _take(self, device: Device, request: "Any") -> "Json":
        if not isinstance(request, dict):
            raise RefusedError("unread", LONGEST, DEPTH)
        do = request.get("do")
        todo = REQUESTS.get(do) if isinstance(do, str) else None
        if todo is None:
            raise RefusedError("no verb", str(do)[:16], sorted(REQUESTS))
        try:
            values = forms.check(todo[1:], request)
        except ValueError as error:
            raise RefusedError("said", "%s: %s" % (do, error)) from None
        if todo[0] is not Room._join and not device.whom:
            raise RefusedError("link first")
        if todo[0] in _FOR_HOST and device.whom != HOST:
            raise RefusedError("only host")
        answer: dict[str, Any] = todo[0](self, device, values) or {}
        self.tell()
        return answer

    # ---- what the table tells ------------------------------------------------------------------

    def step(self) -> bool:
        """Take the table's events and let computers act; return whether anything happened."""
        is_new = self._follow()
        if not is_new and self.clock() >= self._due:
            self._due = self.clock() + _LOOK_S  # a problem may end without an event of the table
            self.views.look()
            self.tell()
        return self.speakers.computers.step(self._table, self.views) or is_new

    def _follow(self) -> bool:
        """Take the table's events, and send the facts that they changed; return whether there were
        any."""
        events = self._table.take_events()
        for event in events:
            self.views.hear(event)
            self.speakers.computers.hear(event)
            for hear in self.listeners:
                hear(event)
            if event.get("event") in ("new", "hello"):
                self._elsewhere = None
            if event.get("event") in ("new", "action", "undo", "over"):
                self._offer.end()
        if events:
            self.renew()
        return bool(events)

    def renew(self) -> None:
        """Ask the table for its present facts, and send them to all devices."""
        for _ in self.renewing():
            pass

    def renewing(self) -> "Iterator[None]":
        """Do the same, and yield between its parts."""
        speaks = self.speakers.all()
        elsewhere = {seat for seat, by in speaks.items() if by != TABLE}
        if self._elsewhere != elsewhere:
            for seat in speaks:
                if (seat in elsewhere) != (seat in (self._elsewhere or ())):
                    self._table.ask("elsewhere", by=seat, yes=seat in elsewhere)
            self._elsewhere = elsewhere
        spoken = {device.language for device in self.devices if device.whom}
        yield from self.views.renewing(self.speakers.on_phones(), spoken)
        self.tell()

    def tell(self) -> None:
        """Send each device the facts that it may know."""
        seats = self._seats()
        for device in self.devices:
            if not device.whom:
                continue
            for kind, value in self.views.public_in(device.language).items():
                device.tell(kind, value)
            device.tell("seats", seats)
            device.tell("you", device.about(PHRASES, device.seat in self.speakers.left))
            if device.seat is not None:
                self.tell_own(device, device.seat)
            if device.whom == HOST:
                device.tell("host", self._for_host())

    def tell_own(self, device: Device, seat: int) -> None:
        """Send a device what its seat knows, and may do."""
        device.tell("mine", self.views.mine(seat, device.language))

    def _seats(self) -> "Json":
        """Return the fact, for everybody, about the speaker of each seat."""
        there = {device.seat for device in self.devices}
        rows = [{"by": self.speakers.of(seat), "here": seat in there}
                for seat in range(self.speakers.count)]
        watching = sum(device.whom == WATCH for device in self.devices)
        return {"seats": rows, "open": self.is_open, "hints": self.has_hints,
                "offer": self._offer.fact(self.speakers.on_phones()), "said": self._said,
                "watching": watching}

    def _for_host(self) -> "Json":
        links = [None if self.keys.is_bound(seat) else self.link(seat)
                 for seat in range(self.speakers.count)]
        host = None if self.keys.is_bound(HOST) else self.link(HOST)
        return {"links": links, "watch": self.link(WATCH), "host": host, "refused": self.refused}

    # ---- requests ------------------------------------------------------------------------------

    def _join(self, device: Device, values: "Json") -> "Json":
        """Join the room. The first device that joins by the link of a seat, or of the host, gets
        that place, and may join again; anybody may join by the link for watching. The room tells
        the device all sentences in `language`, in its own if there are none in that."""
        whom = device.link
        if not self.is_open and whom != HOST and not self.keys.is_bound(whom):
            raise RefusedError("door closed")
        if whom != WATCH:
            self.keys.bind(whom, device.key)
        there = [one for one in self.devices if one.whom == whom and one.key and one is not device]
        visits = [one for one in there if one.key == device.key]
        if whom == HOST:  # who had its link before it was renewed
            self._put_out([one for one in there if one not in visits])
        is_full = len(there) >= WATCHERS
        if len(visits) >= _VISITS or (is_full and visits):
            self._put_out(visits[:1])
        elif is_full:
            raise RefusedError("room full")
        device.whom = whom
        if values["language"] in languages():
            device.language = values["language"]
        device.forget()
        if device not in self.devices:
            self.devices.append(device)
        self.renew()
        return {"whom": whom}

    def _put_out(self, devices: list[Device]) -> None:
        """Put devices out of the room."""
        for device in devices:
            device.whom = ""
            device.tell("you", device.about(PHRASES))

    def _take_seat(self, device: Device, values: "Json") -> None:
        """Speak for one's seat again, after `leave`."""
        self.speakers.left.discard(self.speakers.own(device))
        self._keep()
        self.renew()

    def _leave_seat(self, device: Device, values: "Json") -> None:
        """Leave one's seat to the knob of the table, until `take`."""
        self.speakers.left.add(self.speakers.own(device))
        self._keep()
        self.renew()

    def _see(self, device: Device, values: "Json") -> None:
        """Get all facts again."""
        device.forget()

    def _act(self, device: Device, values: "Json") -> "Json":
        """Take an action for one's seat, in words of `mine`, at its `moment`; everybody is told
        `why`, if the seat gives its reasons. A repeated request gets the same answer and has no
        further effect; the room refuses one for another moment as too late. The answer comes after
        the facts of the next moment."""
        seat = self.speakers.speaking(device)
        form = (values["moment"], values["words"])
        if seat in self._done and self._done[seat][0] == form:
            return dict(self._done[seat][1])
        if values["moment"] != self.views.moments.get(seat):
            raise RefusedError("too late")
        answer = self._ask_or_refuse(
            device, "do", by=seat, words=values["words"], how="phone", why=values["why"])
        self._done[seat] = (form, answer)
        self._note("action", seat)
        return answer

    def _note(self, kind: str, seat: int = -1) -> None:
        """Send the facts after an accepted action, even if its event is still to come."""
        self.views.note(kind, seat)
        if not self._follow():
            self.renew()

    def _record(self, device: Device, values: "Json") -> "Json":
        """Ask for the `lines` of the game's record. The table gives them out if nothing in the
        game is hidden."""
        return {"lines": self._ask_or_refuse(device, "record")["lines"]}

    def _rules(self, device: Device, values: "Json") -> "Json":
        """Ask for the `rules` of the game: its page, as Markdown, in the device's language."""
        return {"rules": self.views.rules(device.language)}

    def _hint(self, device: Device, values: "Json") -> "Json":
        """Ask for a sensible action: `words`, and a sentence with its reasons, `text`. While the
        table thinks, `words` is null: ask again."""
        answer = self._ask_or_refuse(device, "hint", by=self._advised(device))
        return {"words": answer["do"], "text": answer["text"]}

    def _would(self, device: Device, values: "Json") -> "Json":
        """Ask for the effects of an action of one's seat, in words of `mine`. `text` says what it
        scores, what it closes, and which chances it leaves to others, as far as the seat can know;
        "" if there are none."""
        seat = self._advised(device)
        return self._ask_or_refuse(device, "would", by=seat, words=values["words"])

    def _advised(self, device: Device) -> int:
        """Return the seat of a device that may have hints; raises RefusedError."""
        if not self.has_hints:
            raise RefusedError("no hints here")
        return self.speakers.speaking(device)

    def _back(self, device: Device, values: "Json") -> None:
        """Offer to undo the last action, or answer such an offer. With `yes` true, the seat offers
        or agrees; once all seats on phones agree, even those whose phone sleeps, the table undoes
        the action. With `yes` false, the offer ends."""
        if self._offer.answer(self.speakers.own(device), values["yes"], self.speakers.on_phones()):
            self._offer.end()
            self._ask_or_refuse(device, "undo")
            self._note("undo")

    def _answer(self, device: Device, values: "Json") -> None:
        """Answer a question of the playtest, by its place in `playtest` of `state`, once the game
        is over: with a `value` from 1 to 5, or 0 for no answer."""
        self._ask_or_refuse(device, "answer", by=self.speakers.own(device), **values)

    def _say(self, device: Device, values: "Json") -> None:
        """Say one of a few phrases to all."""
        if values["phrase"] not in PHRASES:
            raise RefusedError("no phrase", list(PHRASES))
        number = self._said[0] + 1 if self._said else 1
        self._said = [number, self.speakers.own(device), values["phrase"]]

    def _free(self, device: Device, values: "Json") -> None:
        """For the host: take a seat away from its device or computer. The seat gets a new link,
        and people at the table play it meanwhile."""
        seat = self.speakers.valid(values["seat"])
        self.speakers.free(seat)
        self._done.pop(seat, None)
        self._put_out([one for one in self.devices if one.seat == seat])
        self._keep()
        self.renew()

    def _renew_link(self, device: Device, values: "Json") -> None:
        """For the host: give out a new link to `host` or `watch`, and end the old one. Watchers
        have to leave; the host stays until another device has come by the new link."""
        whom = values["whom"]
        if whom not in (HOST, WATCH):
            raise RefusedError("no seat", whom)
        self.keys.renew(whom)
        if whom == WATCH:
            self._put_out([one for one in self.devices if one.whom == WATCH])

    def _computer(self, device: Device, values: "Json") -> None:
        """For the host: let a computer speak for a seat. "hint" plays the table's hint; in games
        without secrets a search is possible, such as "search:300"."""
        self.give(values["seat"], values["player"])

    def give(self, seat: int, player: str = HINT) -> None:
        """Give a seat to a computer; raises RefusedError."""
        self.speakers.give(seat, player)
        self._keep()
        self.renew()

    def _door(self, device: Device, values: "Json") -> None:
        """For the host: open or close the door. A closed door keeps new devices out; a device that
        has a seat may come back."""
        self.is_open = values["open"]
        self._keep()

    def _hints(self, device: Device, values: "Json") -> None:
        """For the host: allow or forbid devices hints and the effects of actions."""
        self.has_hints = values["yes"]
        self._keep()

    def _keep(self) -> None:
        """Store who sits where, for the room of a later run; raises OSError."""
        self.keys.keep({"open": self.is_open, "hints": self.has_hints} | self.speakers.kept())

    def _ask_or_refuse(self, device: Device, do: str, **fields: "Any") -> "Json":
        """Return the table's answer to a device; raises RefusedError with its sentence."""
        answer = self._table.ask(do, language=device.language, **fields)
        if not answer["ok"]:
            raise RefusedError("said", answer["why"])
        return {key: value for key, value in answer.items() if key not in ("id", "ok")}


_FOR_HOST = (Room._free, Room._renew_link, Room._computer, Room._door, Room._hints)
_SEAT = ("seat", forms.NUMBER, 0, 7)
_MOMENT = ("moment", forms.NUMBER, 0, forms.FAR)

REQUESTS: "dict[str, tuple[Any, ...]]" = {
    "join": (Room._join, ("language", forms.TEXT, 0, 16, "")),
    "take": (Room._take_seat,),
    "leave": (Room._leave_seat,),
    "see": (Room._see,),
    "act": (Room._act, _MOMENT, ("words", forms.WORDS, 1, 64), ("why", forms.TEXT, 0, 120, "")),
    "hint": (Room._hint,),
    "would": (Room._would, ("words", forms.WORDS, 1, 64)),
    "record": (Room._record,),
    "rules": (Room._rules,),
    "back": (Room._back, ("yes", forms.FLAG, 0, 1, True)),
    "answer": (Room._answer, ("question", forms.NUMBER, 0, 7), ("value", forms.NUMBER, 0, 5)),
    "say": (Room._say, ("phrase", forms.TEXT, 1, 16)),
    "free": (Room._free, _SEAT),
    "renew": (Room._renew_link, ("whom", forms.TEXT, 1, 8)),
    "computer": (Room._computer, _SEAT, ("player", forms.TEXT, 1, 32, HINT)),
    "door": (Room._door, ("open", forms.FLAG, 0, 1)),
    "hints": (Room._hints, ("yes", forms.FLAG, 0, 1)),
}
