"""An offer of a seat to undo the last action, which ends once all others agree or one does not."""

from sim.window.errors import RefusedError

if False:  # only mypy reads this: the names of types
    from games.types import Json


class UndoOffer:
    """`by` is the seat that offers, None if no seat does."""

    def __init__(self) -> None:
        self.end()

    def end(self) -> None:
        self.by: int | None = None
        self._agreed: set[int] = set()

    def answer(self, seat: int, yes: bool, seats: list[int]) -> bool:
        """Let a seat offer or agree, or end the offer; return whether all of `seats` agree now.
        Raises RefusedError if there is no offer to end."""
        if not yes:
            if self.by is None:
                raise RefusedError("no offer back")
            self.end()
            return False
        if self.by is None:
            self.by = seat
        self._agreed.add(seat)
        return not self._waits(seats)

    def fact(self, seats: list[int]) -> "Json | None":
        """Return who offers, and which of `seats` have not answered; None without an offer."""
        return None if self.by is None else {"by": self.by, "waits": self._waits(seats)}

    def _waits(self, seats: list[int]) -> list[int]:
        return [seat for seat in seats if seat not in self._agreed]
