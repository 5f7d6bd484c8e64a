"""A short study of the workshop: games of one kind of player against itself, or of three kinds
against each other, and what a designer asks first about them.

A figure is {"name", "of": what it is about, "value", "low", "high": a 95% interval, "examples":
played games (`replayed.py`) that show it}; a share is from 0 to 1. `never` has what did not happen
although the rules allow it: ["action", word] and ["spot", name].
"""

from games import make
from games.base import CHANCE, OVER
from sim.intervals import mean, wilson
from sim.selfplay import playing
from sim.window.replayed import taken

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.base import Game
    from games.types import Action, Json

_LONGEST = 1000  # actions, after which a game counts as endless
_PARTS = range(10, 100, 10)  # percent of a game, after which is asked who leads
MIXED = ("random", "greedy", "search:20")  # who plays against each other, in turn at each seat


class Sum:
    """The sums of a number of each game, and of its square; the games with the least and the most.
    """

    def __init__(self) -> None:
        self.count = 0
        self.total = self.squares = 0.0
        self.least: "tuple[float, Json] | None" = None
        self.most: "tuple[float, Json] | None" = None

    def add(self, number: float, game: "Json") -> None:
        self.count += 1
        self.total += number
        self.squares += number * number
        if self.least is None or number < self.least[0]:
            self.least = number, game
        if self.most is None or number > self.most[0]:
            self.most = number, game

    def figure(self, name: str) -> "Json":
        value, low, high = mean(self.count, self.total, self.squares)
        ends = [end[1] for end in (self.least, self.most) if end]
        return {"name": name, "of": "", "value": value, "low": low, "high": high,
                "examples": ends if len(ends) < 2 or ends[0] is not ends[1] else ends[:1]}


class Study:
    """Games of `name`, `count` of them. `players` are [(kind, the player), ...]; in each game
    those at the table move on by a seat."""

    def __init__(self, name: str, count: int, players: "list[tuple[str, Callable[..., Any]]]"):
        self.done = 0
        self.count = count
        self._name = name
        self._players = players
        self._kinds: "dict[str, list[float]]" = {}  # by kind: seats played, games won
        self.leaders: "list[int]" = []  # after each action: the seat that leads, -1 for none
        self._led = {part: [0, 0] for part in _PARTS}  # games with a leader, and won by it
        self._won: "dict[int, float]" = {}  # by seat: games, a part of each that is shared
        self._games: "dict[str, Json]" = {}  # by what happened: the first game in which it did
        self._ties = self._endless = 0
        self._sums = {"length": Sum(), "choices": Sum(), "changes": Sum()}
        self._could: "dict[int, str]" = {}  # by kind of action: its word, if it was legal
        self._did: "set[int]" = set()
        self._used: "set[int]" = set()  # spots on which a piece lay
        self._leader = -1
        self._changes = self._choices = self._decisions = 0

    def play(self) -> "Iterator[None]":
        """Play the games; yield now and then. Raises what the rules raise."""
        for seed in range(self.count):
            game = make(self._name)
            self._leader = -1
            self._changes = self._choices = self._decisions = 0
            self.leaders = []
            self._look(game)
            kinds = [self._players[(seed + seat) % len(self._players)]
                     for seat in range(game.seats)]

            def apply(by: int, action: "Action", game: "Game" = game) -> None:
                self._note(game, by, action)

            for _ in playing(game, [find for _, find in kinds], seed, apply):
                if len(game.log) >= _LONGEST:
                    break
                yield None
            self._add(game, [kind for kind, _ in kinds])

    def _note(self, game: "Game", by: int, action: "Action") -> None:
        if by != CHANCE:
            legal = game.legal(by)
            self._choices += len(legal)
            self._decisions += 1
            for one in legal:
                if one[0] not in self._could:
                    self._could[one[0]] = str(game.text(one)[0])
            self._did.add(action[0])
        game.apply(by, action)
        self._look(game)
        scores = game.scores()
        ahead = [seat for seat in range(game.seats) if scores[seat] == max(scores)]
        if len(ahead) == 1 and ahead[0] != self._leader:
            self._changes += self._leader >= 0
            self._leader = ahead[0]
        self.leaders.append(ahead[0] if len(ahead) == 1 else -1)

    def _look(self, game: "Game") -> None:
        for spot in range(game.spots()):
            if game.piece_at(spot):
                self._used.add(spot)

    def _add(self, game: "Game", kinds: list[str]) -> None:
        shown = taken(game, [])
        self.done += 1
        self._sums["length"].add(len(game.log), shown)
        self._sums["changes"].add(self._changes, shown)
        if self._decisions:
            self._sums["choices"].add(self._choices / self._decisions, shown)
        if game.current() != OVER:
            self._endless += 1
            self._games.setdefault("endless", shown)
            return
        winners, _ = game.result()
        if len(winners) != 1:
            self._ties += 1
            self._games.setdefault("ties", shown)
        for seat, kind in enumerate(kinds):
            row = self._kinds.setdefault(kind, [0, 0])
            row[0] += 1
            row[1] += (seat in winners) / len(winners)
            if winners == [seat]:
                self._games.setdefault("by " + kind, shown)
        self.add_leads(winners, shown)
        for seat in winners:
            self._won[seat] = self._won.get(seat, 0) + 1 / len(winners)
            if len(winners) == 1:
                self._games.setdefault("won %d" % seat, shown)

    def add_leads(self, winners: list[int], shown: "Json") -> None:
        """Note who led after each part of a game, and whether that seat won."""
        for part in _PARTS if self.leaders else ():
            leader = self.leaders[len(self.leaders) * part // 100]
            if leader >= 0:
                self._led[part][0] += 1
                self._led[part][1] += winners == [leader]
                if leader not in winners:
                    self._games.setdefault("lead %d" % part, shown)

    def figures(self) -> "list[Json]":
        """Return the figures so far; [] before the first game is over."""
        if not self.done:
            return []
        seats = range(make(self._name).seats)
        found = [self._share("won %d" % seat, self._won.get(seat, 0)) for seat in seats]
        found.append(self._share("ties", self._ties))
        if self._endless:
            found.append(self._share("endless", self._endless))
        if len(self._players) > 1:
            found += [self._share("by " + kind, self._kinds[kind][1], int(self._kinds[kind][0]))
                      for kind, _ in self._players if kind in self._kinds]
        found += [self._sums[name].figure(name) for name in ("length", "choices", "changes")]
        for part in _PARTS:
            led, won = self._led[part]
            if led:
                found.append(self._share("lead %d" % part, won, led))
        return found

    def _share(self, what: str, count: float, total: int = 0) -> "Json":
        """Return the figure of `count` games among `total`, 0 for all."""
        total = total or self.done
        low, high = wilson(count, total)
        name, _, of = what.partition(" ")
        examples = [self._games[what]] if what in self._games else []
        return {"name": name, "of": of, "value": count / total, "low": low, "high": high,
                "examples": examples}

    def never(self) -> "list[list[str]]":
        """Return the actions and events that have not occurred so far."""
        game = make(self._name)
        kinds = [["action", self._could[kind]] for kind in sorted(self._could)
                 if kind not in self._did]
        spots = [["spot", game.spot_name(spot)] for spot in range(game.spots())
                 if spot not in self._used and game.spot_name(spot)]
        return kinds + spots
