"""Pieces on hall switches: the switches tell the place of a change, the pad tells the piece.

A piece that was shown to the pad is in hand until a switch closes: it lies there. If it is lifted
again before the game took it, it is in hand again. A switch that opens means an empty place. A
switch that closes with nothing in hand is UNSHOWN: a switch alone never names a piece, so it never
makes a move. Where a piece belongs, it counts as that piece, unless hands had lifted another one
as well, or lifted this one while another was in hand: the two may be exchanged.
"""

from micropython import const

from table.sense.codes import FAULT, UNKNOWN, UNSHOWN
from table.sense.plan import are_neighbours

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from table.clock import Clock
    from table.drivers.halls import Halls

_EVERY_MS = const(10)
_EQUAL = const(6)  # equal readings in a row; a piece dragged across a cell gives fewer
_BROKEN = const(50)  # failed readings in a row until the chain counts as broken
_QUICK_MS = const(600)  # the longest time from a closing switch to the empty pad
_ON_ITS_WAY_MS = const(2000)  # the longest time from one switch to the next, as a piece is slid
_TOGETHER_MS = const(200)  # two switches that close within it have closed for one piece
_BOTH_MS = const(600)  # the longest time that both are closed while a piece is slid
_IN_HAND_MS = const(30000)  # after this long nobody knows what the hand holds
_NOWHERE = const(-1)
# Marks of a place whose piece was lifted: alone or first; while another one was in hand; and that
# one was put down since, so it may have been either of them.
_LIFTED = const(1)
_MEANWHILE = const(2)
_IN_DOUBT = const(3)


class Switches:
    """Follows the pieces on the switches of `halls`, placed by `profile`. `seen` holds a code for
    each place, `version` counts its changes. The pad is given by its code and the number of tags
    that have come onto it."""

    def __init__(self, halls: "Halls", profile: "ModuleType", clock: "Clock"):
        self._halls = halls
        self._bits = profile.HALL
        self._clock = clock
        self.seen = bytearray(len(self._bits))
        self.version = 0
        self._pad = 0  # the pad's code
        self._closed = bytearray(len(self._bits))  # settled: 1 where a switch is closed
        self._times = bytearray(len(self._bits))  # readings in a row that disagree with it
        # Raw levels that agree with what is settled everywhere.
        self._calm = bytearray(len(halls.levels))
        self._read_at = 0
        # a mark where a piece was lifted, until a known one lies there again
        self._lifted = bytearray(len(self._bits))
        self._in_hand = 0  # a token, 0 for none
        self._shown = 0  # ms: when the pad saw it
        self._played = -1  # the number of the last tag on the pad that was played
        self._put = _NOWHERE  # where it was put, until the game takes it
        self._early = _NOWHERE  # where a switch closed while the pad still reported the piece
        self._closed_at = 0  # ms: when that was
        self._profile = profile
        self._last = _NOWHERE  # where a piece was put last,
        self._last_at = 0  # when (ms),
        self._beside = _NOWHERE  # and the neighbouring switch that may have closed for the same
        self._beside_at = 0  # ms: when that was
        self.reads = 0
        self.errors = 0  # since power-on
        self._broken = 0  # failed readings in a row

    def step(self, pad: int, pad_tags: int) -> None:
        """Poll the pad and all switches, if that is due."""
        now = self._clock.ms()
        if now - self._read_at < _EVERY_MS:
            return
        self._read_at = now
        self._pad = pad
        if pad and pad_tags != self._played:
            self._note_in_hand(pad if pad < UNKNOWN else 0)
        elif self._in_hand and now - self._shown > _IN_HAND_MS:
            self._in_hand = 0
        if not pad and self._early != _NOWHERE:
            self._put_early(now)
        self.reads += 1
        if self._halls.read():
            if self.is_broken():
                self._see_all(0, pad_tags)
            self._broken = 0
            self._debounce()
        elif not self.is_broken():
            self.errors += 1
            self._broken += 1
            if self.is_broken():
                self._see_all(FAULT, pad_tags)

    def are_settled(self) -> bool:
        """Have all pieces settled since power-on?"""
        return self.reads > _EQUAL or self.is_broken()

    def is_broken(self) -> bool:
        """Has the chain failed for long?"""
        return self._broken == _BROKEN

    def played(self, pad_tags: int) -> None:
        """Note that the game has used the piece in hand, the one just put down, or the one on
        the pad."""
        self._played = pad_tags
        self._in_hand = 0
        self._put = _NOWHERE

    def forget(self, pad_tags: int) -> None:
        """Forget which pieces lie there and which is in hand: a new game begins."""
        self.played(pad_tags)
        for place in range(len(self._closed)):
            self._lifted[place] = 0
            if self._closed[place]:
                self._see(place, UNSHOWN)

    def _note_in_hand(self, token: int) -> None:
        self._in_hand = token
        self._shown = self._clock.ms()
        self._put = _NOWHERE

    def _debounce(self) -> None:
        halls, bits, times = self._halls, self._bits, self._times
        if halls.levels == self._calm:
            return
        calm = True
        for place in range(len(bits)):
            closed = halls.is_closed(bits[place])
            if closed == self._closed[place]:
                times[place] = 0
                continue
            times[place] += 1
            if times[place] < _EQUAL:
                calm = False
            else:
                times[place] = 0
                self._closed[place] = closed
                if closed:
                    self._close(place)
                else:
                    self._open(place)
        if calm:
            self._calm[:] = halls.levels

    def _close(self, place: int) -> None:
        token = 0 if self._pad else self._in_hand  # a piece on the pad is not in hand
        self._see(place, token or UNSHOWN)
        if token:
            self._put_down(place)
        elif self._in_hand:
            self._early = place
            self._closed_at = self._clock.ms()
        elif self._may_be_between(place):
            self._beside = place
            self._beside_at = self._clock.ms()

    def _put_early(self, now: int) -> None:
        """Count a piece as put down where a switch closed just before the pad became empty. A tag
        on the pad counts as gone only after some polls, so a quick hand gets there first."""
        place, self._early = self._early, _NOWHERE
        if self._in_hand and self._closed[place] and now - self._closed_at <= _QUICK_MS:
            self._see(place, self._in_hand)
            self._put_down(place)

    def _put_down(self, place: int) -> None:
        lifted = self._lifted
        for at in range(len(lifted)):
            if lifted[at] == _MEANWHILE:
                lifted[at] = _IN_DOUBT
        self._in_hand = 0
        self._put = self._last = place
        self._last_at = self._clock.ms()
        self._beside = _NOWHERE

    def _may_be_between(self, place: int) -> bool:
        """May this switch have closed for the piece that was just put beside it?"""
        last = self._last
        if last == _NOWHERE or not self._closed[last]:
            return False
        is_new = self._clock.ms() - self._last_at <= _ON_ITS_WAY_MS
        return is_new and are_neighbours(self._profile, last, place)

    def _is_one_piece(self) -> bool:
        """Is the magnet beside the piece that was put last this piece, too? A piece between two
        cells closes both switches at once. A magnet that comes later is another one, unless the
        piece leaves the first switch soon: then it was slid."""
        return self._beside != _NOWHERE and self._beside_at - self._last_at <= _TOGETHER_MS

    def shared(self, place: int) -> int:
        """Return the neighbouring place whose switch has closed for the same piece; -1 if none
        has."""
        if not self._is_one_piece() or place not in (self._last, self._beside):
            return _NOWHERE
        return self._beside if place == self._last else self._last

    def _open(self, place: int) -> None:
        token = self.seen[place]
        beside = self._beside
        self._see(place, 0)
        if token < UNKNOWN:
            is_second = self._in_hand not in (0, token)
            self._lifted[place] = _MEANWHILE if is_second else _LIFTED
        if beside != _NOWHERE and place in (beside, self._last):
            both_ms = self._clock.ms() - self._beside_at
            follows = place == self._last and (self._is_one_piece() or both_ms <= _BOTH_MS)
            self._beside = _NOWHERE
            if follows:
                self._see(beside, token)
                self._put_down(beside)
                return
        if place == self._put:
            self._note_in_hand(token)

    def note_left(self, place: int, token: int) -> None:
        """Note that the piece just played at a place has left it: it is in hand again."""
        if place == self._last and not self._closed[place]:
            self._note_in_hand(token)

    def match(self, wanted: bytearray) -> None:
        """Let an unidentified magnet count as the piece that belongs at its place, unless two may
        be exchanged; a piece that is back where it belongs was put down for good. `wanted` is the
        token that belongs at each place, 0 for none."""
        seen, put = self.seen, self._put
        if put != _NOWHERE and seen[put] == wanted[put]:
            self._put = _NOWHERE
        if bytes((UNSHOWN,)) not in seen:
            return
        for place in range(len(seen)):
            token = wanted[place]
            if token and seen[place] == UNSHOWN and not self._may_be_exchanged(place, wanted):
                if place == self._beside:
                    self._beside = _NOWHERE
                self._see(place, token)

    def _may_be_exchanged(self, place: int, wanted: bytearray) -> bool:
        """May the unidentified magnet at a place be another piece, lifted elsewhere meanwhile?"""
        lifted = self._lifted
        if lifted[place] in (0, _IN_DOUBT):
            return lifted[place] == _IN_DOUBT
        others = (0, wanted[place])
        return any([lifted[at] and wanted[at] not in others for at in range(len(lifted))])

    def _see(self, place: int, code: int) -> None:
        self.seen[place] = code
        self.version += 1
        if 0 < code < UNKNOWN:
            self._lifted[place] = 0

    def _see_all(self, code: int, pad_tags: int) -> None:
        self.played(pad_tags)
        for place in range(len(self._closed)):
            self._closed[place] = self._lifted[place] = 0
            self._see(place, code)
        self._calm[-1] = 0  # no real level equals this, so the next reading checks all switches
