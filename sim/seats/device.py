"""A device in a room, as the room sees it."""

from games.texts import languages
from sim.seats.meter import Meter

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Json
    from sim.seats.protocols import Outlet


class Device:
    """A page or a program in the room. `link` is HOST, WATCH or a seat's number, as in its link;
    `whom` is the same while it is in the room, otherwise "". `key` is its public key. The carrier
    has checked that the device has the link's token and the secret key. It is told sentences in
    `language`.
    """

    def __init__(self, outlet: "Outlet", link: str, key: str, meter: Meter, language: str):
        self.link = link
        self.language = language
        self.key = key
        self.whom = ""
        self._meter = meter
        self._outlet = outlet
        self._told: dict[str, Any] = {}

    def may_ask(self) -> bool:
        """May it ask one more question now?"""
        return self._meter.may_pass()

    def is_flooding(self) -> bool:
        """Has so much come by its link that the room should cut it off?"""
        return self._meter.is_flooding()

    @property
    def seat(self) -> int | None:
        """The seat of its link, None if the link is for no seat."""
        return int(self.whom) if self.whom.isdigit() else None

    def about(self, phrases: "tuple[str, ...]", left: bool = False) -> "Json":
        """Return the fact about the device itself, with all that it can say and be told in."""
        return {"whom": self.whom, "left": left, "phrases": phrases, "languages": languages()}

    def tell(self, kind: str, value: "Any") -> None:
        """Send it a fact that it does not have yet."""
        is_new = not self.is_known(kind, value)
        self.note(kind, value)  # even an equal one: the older would take memory beside it
        if is_new:
            self._outlet.tell(kind, value)

    def is_known(self, kind: str, value: "Any") -> bool:
        """Is this the fact that it was told last?"""
        return kind in self._told and bool(self._told[kind] == value)

    def note(self, kind: str, value: "Any") -> None:
        """Remember what it has been told, or what stands for that."""
        self._told[kind] = value

    def forget(self) -> None:
        """Forget which facts it has, so that the room sends all again."""
        self._told.clear()

    def forget_old(self, facts: "Json") -> None:
        """Forget those of its facts that are others now."""
        for kind, value in facts.items():
            if kind in self._told and not self.is_known(kind, value):
                del self._told[kind]
