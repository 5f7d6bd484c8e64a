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
        is_new = kind not in self._told or self._told[kind] != value
        self._told[kind] = value  # even an equal one: the older would take memory beside it
        if is_new:
            self._outlet.tell(kind, value)

    def forget(self) -> None:
        """Forget which facts it has, so that the room sends all again."""
        self._told.clear()

    def forget_own(self) -> None:
        """Forget what it has been told of its seat, which the room will tell anew."""
        self._told.pop("mine", None)
