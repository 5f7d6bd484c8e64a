"""Plays games of a study and collects rows of games and seats, and counts.

It uses only the game protocol, so it can play any game. Counts are whole numbers that can be added
in any order. A win counts 12, so that a win shared by two, three or four is whole, too.
"""

import functools
import json
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from games import make
from games.base import CHANCE, lead
from sim.selfplay import play_out
from sim.study.course import decisive, drama, lasting, leaders
from sim.study.errors import StudyError
from sim.study.openings import FREE, Openings, begin, named
from sim.study.plan import Cell, seated, version
from sim.study.restricted import player
from sim.study.words import Words

if TYPE_CHECKING:
    from games.base import Game

Job = tuple[tuple[Any, ...], range, int, bool, tuple[list[str], list[str]]]
_player = functools.cache(player)  # so that an engine goes on from game to game
WIN = 12
MOST = 20000  # decisions of a game; players without an option may never end one
TENTHS = 10


# By kind of count: its key columns and its numbers; see store.py.
COUNTS = {
    "uses": (("cell", "player", "option"),
             ("possible", "taken", "could", "did", "could_won", "did_won")),
    "events": (("cell", "event"), ("times", "games")),
    "numbers": (("cell", "option", "place", "value"), ("times", "won")),
    "places": (("cell", "what", "spot"), ("times", "gain")),
    "openings": (("cell", "seat", "player", "words"), ("games", "won", "lead")),
    "leads": (("cell", "tenth", "lead"), ("seats", "won")),
    "choices": (("cell", "tenth", "bits"), ("decisions", "actions", "single")),
}


class Batch:
    """The results of some games of one cell: lists of rows, and counts by kind and key."""

    def __init__(self) -> None:
        self.words: Words | None = None  # of these games, once there is one
        self.games: list[tuple[Any, ...]] = []
        self.seats: list[tuple[Any, ...]] = []
        self.decisions: list[tuple[Any, ...]] = []
        self.counts: dict[str, dict[tuple[Any, ...], list[Any]]] = {
            kind: defaultdict(([0] * len(numbers)).copy) for kind, (_, numbers) in COUNTS.items()
        }

    def count(self, kind: str, key: tuple[Any, ...], *numbers: int) -> None:
        """Add numbers to a count."""
        entry = self.counts[kind][key]
        for i, number in enumerate(numbers):
            entry[i] += number

    def packed(self) -> dict[str, Any]:
        """Return the batch as plain lists and dicts, to send it to another process."""
        counts = {
            kind: [key + tuple(numbers) for key, numbers in sorted(found.items())]
            for kind, found in self.counts.items()
        }
        return {
            "games": self.games,
            "seats": self.seats,
            "decisions": self.decisions,
            "counts": counts,
        }


class Watch:
    """Follows one game and counts into a batch."""

    def __init__(
        self,
        game: "Game",
        cell: Cell,
        number: int,
        players: list[str],
        batch: Batch,
        decisions: bool,
    ):
        self.game = game
        self.batch = batch
        self.key = (cell.index, number)
        self.players = players
        self.words = batch.words or Words(game)
        batch.words = self.words
        self.keep = decisions
        self.scores = [tuple(game.scores())]  # after each decision and the chance that followed
        self.turns = 0
        self.chances = 0
        self.choices: list[int] = []  # legal actions of each decision
        # by (seat, option): [times possible, times taken]
        self.used: dict[tuple[int, str], list[int]] = {}
        # by short words of an event, or of a chance action: times
        self.happened: dict[str, int] = {}
        self.opening: dict[int, str] = {}  # by seat: words of its first real decision
        self._turn: int | None = None  # the last seat that acted alone

    def apply(self, by: int, action: tuple[Any, ...]) -> None:
        """Apply an action to the game, and count it."""
        if by == CHANCE:
            self._write("~ " + self.words.option(action))
            self._note_events(self.game.apply(by, action))
            self.chances += 1
            self.scores[-1] = tuple(self.game.scores())
        else:
            self._decide(by, action)

    def _decide(self, by: int, action: tuple[Any, ...]) -> None:
        game = self.game
        seats = game.current()
        if len(seats) == 1 and by != self._turn:
            self._turn = by
            self.turns += 1
        legal = game.legal(by)
        self.choices.append(len(legal))
        if len(self.choices) > MOST:
            raise StudyError("game %d of %s does not end" % (self.key[1], ", ".join(self.players)))
        self._offer(by, legal, action)
        words = game.text(action)
        spots = [spot for spot, piece in game.gesture(by, action) if piece]
        before = self.scores[-1]
        events = game.apply(by, action)
        self._note_events(events)
        after = tuple(game.scores())
        gain = after[by] - before[by]
        for what in [words[0]] + sorted({"* " + event[0] for event in events}):
            for spot in spots:
                self.batch.count("places", (self.key[0], what, spot), 1, gain)
        if self.keep:
            led = lead(list(before), by)
            row = (len(self.choices), by, len(legal), json.dumps(words), led, gain)
            self.batch.decisions.append(self.key + row)
        if len(legal) > 1 and by not in self.opening:
            self.opening[by] = named(words)
        self.scores.append(after)

    def _note_events(self, events: list[list[Any]]) -> None:
        for event in events:
            self._write(self.words.short(event))

    def _write(self, what: str) -> None:
        self.happened[what] = self.happened.get(what, 0) + 1

    def _offer(self, by: int, legal: list[tuple[int, ...]], action: tuple[Any, ...]) -> None:
        option = self.words.option
        for name in set(map(option, legal)):
            self.used.setdefault((by, name), [0, 0])[0] += 1
        self.used[by, option(action)][1] += 1

    def end(self, seed: int) -> None:
        """Write the rows of a finished game, and the counts that need its end."""
        game = self.game
        batch = self.batch
        winners, reason = game.result()
        won = [WIN // len(winners) if seat in winners else 0 for seat in range(game.seats)]
        final = game.scores()
        self.scores[-1] = tuple(final)
        log = json.dumps([list(entry) for entry in game.log], separators=(",", ":"))
        length = (self.turns, len(self.choices), self.chances)
        course = (len(leaders(self.scores)[1:]), lasting(self.scores),
                  drama(self.scores, winners), decisive(self.scores, winners))
        told = (lead(final, final.index(max(final))), reason, log)
        batch.games.append(self.key + (seed,) + length + course + told)
        for seat in range(game.seats):
            row = (seat, self.players[seat], final[seat], won[seat], self._last_led(seat))
            batch.seats.append(self.key + row)
        self._count(won, final)

    def _last_led(self, seat: int) -> int:
        """Return when a seat was last in the lead, alone or not, in thousandths of the
        decisions."""
        led = [n for n, scores in enumerate(self.scores) if scores[seat] == max(scores)]
        return 1000 * led[-1] // max(len(self.choices), 1) if led else 0

    def _count(self, won: list[int], final: list[int]) -> None:
        batch = self.batch
        cell = self.key[0]
        for (seat, option), (offered, taken) in self.used.items():
            numbers = (offered, taken, 1, 1 if taken else 0, won[seat], won[seat] if taken else 0)
            batch.count("uses", (cell, self.players[seat], option), *numbers)
        for seat, text in self.opening.items():
            key = (cell, seat, self.players[seat], text)
            batch.count("openings", key, 1, won[seat], lead(final, seat))
        for what, times in self.happened.items():
            batch.count("events", (cell, what), times, 1)
        self._count_numbers(won)
        decisions = len(self.choices)
        for tenth in range(1, TENTHS):
            scores = self.scores[decisions * tenth // TENTHS]
            for seat in range(len(won)):
                batch.count("leads", (cell, tenth, lead(list(scores), seat)), 1, won[seat])
        for n, legal in enumerate(self.choices):
            many = (cell, TENTHS * n // decisions, legal.bit_length())
            batch.count("choices", many, 1, legal, 1 if legal == 1 else 0)

    def _count_numbers(self, won: list[int]) -> None:
        """Count the numbers in actions by their position among the words."""
        for entry in self.game.log:
            if entry[0] == CHANCE:
                continue
            words = self.game.text(entry[1:])
            for place in range(1, len(words)):
                if isinstance(words[place], int):
                    key = (self.key[0], self.words.option(entry[1:]), place, words[place])
                    self.batch.count("numbers", key, 1, won[entry[0]])


def play(
    cell: Cell, number: int, seed: int, batch: Batch, decisions: bool = False,
    openings: Openings = FREE,
) -> None:
    """Play game `number` of a cell, whose first game has this seed, and count it into a batch."""
    seed += number
    names = seated(cell, number)
    watch = Watch(
        make(cell.game, cell.seats, cell.options), cell, number, names, batch, decisions
    )
    players = begin(openings, [_player(name) for name in names])
    play_out(watch.game, players, seed, watch.apply)
    watch.end(seed)


def play_batch(job: Job) -> tuple[str, float, dict[str, Any]]:
    """Play some games of one cell in a worker; `job` is (cell, numbers, seed, decisions,
    openings).

    Returns (version of the code that played, seconds it took, packed Batch).
    """
    start = time.monotonic()
    cell, numbers, seed, decisions, openings = job
    batch = Batch()
    cell = Cell(*cell)
    for number in numbers:
        play(cell, number, seed, batch, decisions, Openings(*openings))
    return version(cell.game), time.monotonic() - start, batch.packed()
