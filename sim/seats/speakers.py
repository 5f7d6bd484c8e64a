"""The speaker for each seat: the people at the table, a phone, or a computer."""

from sim.seats.keys import Keys
from sim.seats.players import HINT, Computers
from sim.seats.seat_views import SeatViews
from sim.window.errors import RefusedError
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from sim.seats.device import Device
    from sim.seats.protocols import Table

TABLE, PHONE, COMPUTER = "table", "phone", "computer"


class Speakers:
    """Tells who speaks for a seat. `keys` know which seats belong to a device; `left` are the
    seats that their devices have left to the knob of the table."""

    def __init__(self, table: "Table", keys: Keys, computers: Computers, views: SeatViews):
        self.left: set[int] = set(keys.room.get("left", ()))
        self.computers = computers
        self._table = table
        self._keys = keys
        self._views = views
        for seat, player in keys.room.get("computers", {}).items():
            try:
                computers.take(int(seat), player, table)
            except RefusedError:
                pass  # another game is on the table now

    @property
    def count(self) -> int:
        """The number of seats of the game on the table, 0 without a game."""
        return self._views.game.seats if self._views.game else 0

    def all(self) -> dict[int, str]:
        """Return who speaks for each seat that the table leaves to people."""
        return {seat: self.of(seat) for seat in range(self.count) if self.is_free(seat)}

    def of(self, seat: int) -> str:
        """Return who speaks for a seat: TABLE, PHONE or COMPUTER."""
        if seat in self.computers.seats or not self.is_free(seat):
            return COMPUTER
        return PHONE if self._keys.is_bound(seat) and seat not in self.left else TABLE

    def is_free(self, seat: int) -> bool:
        """Does the table leave a seat to people?"""
        players = self._views.players
        return seat >= len(players) or players[seat] == HUMAN

    def on_phones(self) -> list[int]:
        """Return the seats that phones speak for."""
        return [seat for seat, by in self.all().items() if by == PHONE]

    def valid(self, seat: int) -> int:
        """Return a seat that people may have; raises RefusedError."""
        if seat >= self.count:
            raise RefusedError("no seat", seat)
        if not self.is_free(seat):
            raise RefusedError("no look", seat, self._views.players[seat])
        return seat

    def own(self, device: "Device") -> int:
        """Return the seat of a device; raises RefusedError if it only watches."""
        if device.seat is None:
            raise RefusedError("only watching")
        return self.valid(device.seat)

    def speaking(self, device: "Device") -> int:
        """Return the seat that a device speaks for; raises RefusedError."""
        seat = self.own(device)
        if self.of(seat) != PHONE:
            raise RefusedError("seat left")
        return seat

    def give(self, seat: int, player: str = HINT) -> None:
        """Give a seat to a computer; raises RefusedError."""
        self.computers.take(self.valid(seat), player, self._table)

    def free(self, seat: int) -> None:
        """Take a seat away from its device or computer."""
        self._keys.renew(seat)
        self.computers.release(seat)
        self.left.discard(seat)

    def kept(self) -> "dict[str, object]":
        """Return what a later run needs to know."""
        computers = {str(seat): player for seat, player in self.computers.seats.items()}
        return {"left": sorted(self.left), "computers": computers}
