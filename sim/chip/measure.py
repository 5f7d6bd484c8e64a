"""Measurements on a board: sweeps, ticks, frames, from piece to light.

Each function takes a `pico` (emulated, or the desktop's) that has just sent hello, and returns a
dict of numbers; times are in ms.
"""

import statistics
from collections.abc import Collection
from math import ceil
from typing import TYPE_CHECKING

from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.rng import Rng
from sim.chip.table import Played
from sim.chip.watch import Watch
from table import settings, tags

if TYPE_CHECKING:
    from games.types import Json, Options
    from sim.chip.pico import Pico

_SETTLE_MS = 1200  # after a move, until all its lights are shown
_FRAMES_MS = 3000  # in which frames are counted
_NO_READER = 255
_POLL_MS = 2  # between two readings of the poll counters
_SWEEP_MS = 220  # in which every reader is asked, also in the middle of a game


def sweep(pico: "Pico", count: int, ms: float = 3000) -> "Json":
    """Lay `count` known tags on a board without a game; return the times of a sweep over its
    cells."""
    profile = settings.profile(pico.profile)
    places = [name for name, reader in zip(profile.SPOTS.split(" "), profile.READERS, strict=True)
              if reader != _NO_READER]
    for at in range(count):
        uid = bytes((4, 1, at, 0, 0, 0, 0x80))
        pico.make(uid, tags.encode(1, at + 1))
        pico.put(uid, places[at * len(places) // count])
    pico.run(4000)
    before, start = pico.polls(), pico.now
    pico.run(ms)
    asked = [now - then for now, then in zip(pico.polls(), before, strict=True)]
    return {"sweep": (pico.now - start) / 1000 * len(places) / sum(asked), "least": min(asked)}


def start(pico: "Pico", ms: float = 8000) -> tuple[float | None, float | None]:
    """Return the ms from power-on to hello, and to the first answer of every reader under a place;
    None for either that does not happen."""
    hello = looked = None
    while (hello is None or looked is None) and pico.now < 1000 * ms:
        pico.run(_POLL_MS)
        if hello is None and '"hello"' in pico.serial:
            hello = pico.now / 1000
        if looked is None and min(pico.polls()):
            looked = pico.now / 1000
    return hello, looked


def play(
    pico: "Pico",
    name: str,
    actions: int,
    options: "Options | None" = None,
    seed: int = 1,
    found: "Json | None" = None,
) -> "Json":
    """Play actions of greedy players by hand; return {"lit", "settled", "dark", "mistake": lists
    of ms from the moment in which the last piece lies, "tick": the longest tick of each wait for
    lights, in ms, "hand", "knob", "host", "pieces": counts}. `pico` is an emulated one, `seed`
    that of chance and players. It adds to the results `found` in other games."""
    played = Played(pico, name, options=options)
    played.tidy()
    pico.run(_SETTLE_MS)
    watch = Watch(pico)
    rng = Rng(seed)
    found = found or {
        "lit": [],
        "settled": [],
        "dark": [],
        "mistake": [],
        "tick": [],
        "hand": 0,
        "knob": 0,
        "host": 0,
        "pieces": 0,
    }
    while len(played.game.log) < actions and played.game.current() != OVER:
        by = played.game.current()[0]
        chosen = played.game.sample(rng) if by == CHANCE else decide(greedy, played.game, by, rng)
        moves = played.moves(by, chosen)
        if moves:
            found["pieces"] += 1
            place = played.layout.names().index(moves[0][0])
            before = spots_to_light(played)
            rests = by == CHANCE or played.game.is_irreversible(by, chosen)
            if played.pick_up(moves):  # the piece is on its way for about a second
                pico.run(_SETTLE_MS)
            await_moment(pico, place, spread(found["pieces"]))
        watch.begin()
        ticks = len(pico.measures()["ticks"])
        how = played.play(by, chosen)
        found[how] += 1
        pico.run(_SETTLE_MS)
        if moves:
            # An action that cannot be undone waits for more than a second, until the piece has
            # rested.
            hand = how if not rests else "rest"
            waited = _note(found, watch, place, before & spots_to_light(played), hand)
            if waited is not None:
                found["tick"].append(longest(pico.measures()["ticks"][ticks:], waited))
        if len(played.game.log) % 4 == 0:
            _by_mistake(found, watch, played, rng)
        played.tidy()
        pico.run(_SETTLE_MS)
    return found


def spread(number: int) -> float:
    """Return the van der Corput sequence for 1, 2, 3, ...: any few numbers in a row are spread
    evenly over 0 to 1."""
    found, part = 0.0, 0.5
    while number:
        found += part * (number & 1)
        number >>= 1
        part /= 2
    return found


def await_moment(pico: "Pico", place: int, part: float) -> None:
    """Wait until a place is polled, then for this part of a sweep. The time to the light depends
    on that moment, so a few evenly spread moments replace many random ones. Polls are no measure,
    since those of hot places come unevenly."""
    readers = settings.profile(pico.profile).READERS
    at = sorted(reader for reader in readers if reader != _NO_READER).index(readers[place])
    before = pico.polls()[at]
    while pico.polls()[at] == before:
        pico.run(_POLL_MS)
    pico.run(part * _SWEEP_MS)


def _right(played: Played) -> set[tuple[str, int]]:
    """Return {(place name, token), ...}: the pieces that legal actions put on places."""
    game = played.game
    return {
        move
        for by in game.current()
        for action in game.legal(by)
        for move in played.moves(by, action)
        if move[1]
    }


def spots_to_light(played: Played) -> set[int]:
    """Return the places where a legal action puts a piece."""
    names = played.layout.names()
    return {names.index(name) for name, _ in _right(played)}


def _note(
    found: "Json", watch: Watch, place: int, spots: Collection[int], how: str
) -> float | None:
    """Note the lights after an action that put a piece on a place; `spots` as in `Watch.settled`.
    Return how long the hand waited for all lights, if it did."""
    lit = watch.lit(place)
    if lit is not None:
        found["lit"].append(lit)
    settled = watch.settled(spots)
    if how != "hand" or settled is None:  # a question came between
        return None
    found["settled"].append(settled[0])
    found["dark"].append(settled[1])
    return settled[0]


def longest(lengths: list[int], ms: float) -> float:
    """Return in ms the longest of the ticks that began within `ms`; `lengths` in us."""
    most = begun = 0
    for length in lengths:
        if begun >= 1000 * ms:
            break
        most = max(most, length)
        begun += length
    return most / 1000


def _by_mistake(found: "Json", watch: Watch, played: Played, rng: Rng) -> None:
    """Lift a piece from its right place, and put it back."""
    names = played.lying()
    if not names:
        return
    name = rng.choice(names)
    token = played.at(name)
    place = played.layout.names().index(name)
    await_moment(played.pico, place, spread(1 + len(found["mistake"])))
    watch.begin()
    played.put(name, 0)
    played.pico.run(_SETTLE_MS)
    lit = watch.lit(place)
    if lit is not None:
        found["mistake"].append(lit)
    played.put(name, token)
    played.pico.run(_SETTLE_MS)


def wrong_pieces(pico: "Pico", name: str, count: int) -> dict[str, list[float]]:
    """Lay wrong pieces on legal spots, one after the other; return {"lit": [ms to the first light
    of each]}. Every board has room for any number of them, in any game."""
    played = Played(pico, name)
    played.tidy()
    pico.run(_SETTLE_MS)
    watch = Watch(pico)
    rng = Rng(1)
    found = []
    for number in range(count):
        place, token = rng.choice(_wrong(played))
        at = played.layout.names().index(place)
        await_moment(pico, at, spread(1 + number))
        watch.begin()
        played.put(place, token)
        pico.run(_SETTLE_MS)
        found.append(watch.lit(at))
        played.put(place, 0)
        pico.run(_SETTLE_MS)
    return {"lit": [ms for ms in found if ms is not None]}


def _wrong(played: Played) -> list[tuple[str, int]]:
    """Return [(place name, token), ...]: the empty places where a legal action puts a piece, each
    with a token that no legal action puts there."""
    right = _right(played)
    places = sorted({name for name, _ in right if not played.at(name)})
    return [(name, token) for name in places for token, *_ in played.game.tokens()
            if (name, token) not in right]


def frames_a_second(pico: "Pico", name: str) -> float:
    """Return the frames per second while a wrong piece blinks."""
    played = Played(pico, name)
    pico.run(_SETTLE_MS)
    places = played.layout.readers
    played.lay(played.game.tokens()[0][0], played.layout.name(places[-1]))
    played.lay(played.game.tokens()[0][0], played.layout.name(places[0]))
    pico.run(_SETTLE_MS)
    pico.keep_frames()
    pico.run(_FRAMES_MS)
    return len(pico.frames) * 1000 / _FRAMES_MS


def percentile(values: list[float], part: float) -> float:
    """Return the least value that at least the fraction `part` of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(ceil(part * len(ordered)) - 1, 0)]


def median(values: list[float]) -> float | None:
    """Return the median, or None of no values."""
    return statistics.median(values) if values else None
