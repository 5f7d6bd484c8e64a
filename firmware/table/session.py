"""The game on the table: who plays it, its journal, and what comes next without a hand on the
table."""

from games import forget, make
from games.base import CHANCE, OVER, IllegalAction
from games.players import player
from games.record import action_line, end_line, header_line, lines
from games.rng import Rng

HUMAN = "human"
_STREAM = 16  # of random numbers a game


class Session:
    """One game at a time; `version` counts what changes, `game` is None before the first.

    `players` holds a word a seat: HUMAN or the name of a player. `seed` is the source of chance,
    None where a person supplies it. `find` makes players by name, as `games.players.player`.
    """

    def __init__(self, journal, find=player):
        self.journal = journal
        self.find = find
        self.game = None
        self.players = []
        self.seed = None
        self.given_up = False
        self.unsettled = False  # pieces may lie there from before: no action until all fits
        self.version = 0
        self.news = []  # what happened since the host was told, as dicts
        self._rng = None
        self._thinking = None  # (seat, generator)

    def new(self, name, seats=None, options=None, players=(), seed=None):
        """Begin a game; raises ValueError and keeps the old one. Missing players are human."""
        game = make(name, seats, options)
        players = list(players) + [HUMAN] * (game.seats - len(players))
        self._check(game, players)
        self.journal.start(header_line(game, seed), {"players": players})
        self._take(game, players, seed)
        self.unsettled = True
        self.news.append({"event": "new", "game": name})

    def load(self, record, players=()):
        """Take a checked record (a Replay) as the game on the table; raises ValueError."""
        game = record.game
        players = list(players) + [HUMAN] * (game.seats - len(players))
        self._check(game, players)
        written = list(lines(game, record.seed))
        self.journal.start(written[0], {"players": players})
        for line in written[1:]:
            self.journal.append(line)
        self._take(game, players, record.seed)
        self.unsettled = True
        self.news.append({"event": "new", "game": game.NAME})

    def resume(self):
        """Take up the game of the journal; returns a sentence on what was found, "" for nothing
        but a game that has not begun."""
        written, torn = self.journal.read()
        if not written:
            return ""
        header = written[0]
        game = make(header["game"], header["seats"], header["options"])
        players = [HUMAN] * game.seats
        given_up = False
        for line in written[1:]:
            if "table" in line:
                players = line["table"]["players"]
            elif "undo" in line:
                game.undo()
            elif "end" in line:
                given_up = game.current() != OVER
            else:
                game.apply(line["by"], game.parse(line["do"]))
        self._take(game, players, header["seed"])
        self.given_up = given_up
        self.news.append({"event": "new", "game": game.NAME})
        count = len(game.log)
        text = "resumed after %d action%s" % (count, "" if count == 1 else "s") if count else ""
        return text + (", a torn line was dropped" if torn else "")

    def _check(self, game, players):
        if len(players) != game.seats:
            raise ValueError("%d players for %d seats" % (len(players), game.seats))
        for name in players:
            if name != HUMAN:
                self.find(name)

    def _take(self, game, players, seed):
        if self.game is not None and self.game.NAME != game.NAME:
            forget("games." + self.game.NAME)
        self.game = game
        self.players = players
        self.seed = seed
        self.given_up = False
        self._rng = Rng((seed or 0) * _STREAM + len(game.log))
        self._thinking = None
        self.version += 1

    def over(self):
        """Is there nothing to play on the table?"""
        return self.game is None or self.given_up or self.game.current() == OVER

    def hands(self):
        """Return the seats that act by hand now; CHANCE among them where people supply it."""
        if self.over():
            return []
        by_hand = []
        for seat in self.game.current():
            if seat == CHANCE:
                if self.seed is None:
                    by_hand.append(seat)
            elif self.players[seat] == HUMAN:
                by_hand.append(seat)
        return by_hand

    def act(self, by, action):
        """Take an action: into the journal first. Raises IllegalAction, OSError; changes
        nothing."""
        if self.given_up:
            raise IllegalAction("the game was given up")
        game = self.game
        game.apply(by, action)
        try:
            self.journal.append(action_line(game))
            if game.current() == OVER:
                self.journal.append(end_line(game))
        except OSError:
            game.undo()
            raise
        self._thinking = None
        self.version += 1
        words, events = game.public_record(by, action, game.events)
        news = {"event": "action", "n": len(game.log), "by": by, "do": words, "ev": events}
        news["scores"] = game.scores()
        self.news.append(news)
        if game.current() == OVER:
            winners, reason = game.result()
            self.news.append({"event": "over", "winners": winners, "reason": reason})

    def take_back(self):
        """Take back the last action of a person, and what players did since; raises
        IllegalAction."""
        game = self.game
        if game is None or self.given_up:
            raise IllegalAction("there is no game to take back from")
        count = 0
        for entry in reversed(game.log):
            count += 1
            if entry[0] == CHANCE:
                raise IllegalAction("what chance has shown stands")
            if self.players[entry[0]] == HUMAN:
                break
        else:
            raise IllegalAction("there is nothing to take back")
        for back in range(count):
            entry = game.log[-1]
            if game.reveals_hidden(entry[0], entry[1:], game.events):
                if not back:
                    raise IllegalAction("what was shown stands")
                break
            game.undo()
            self.journal.append('{"undo": %d}' % (len(game.log) + 1))
        self._thinking = None
        self.unsettled = True
        self.version += 1
        self.news.append({"event": "undo", "n": len(game.log)})

    def give_up(self):
        """End a running game without a winner; raises IllegalAction."""
        if self.over():
            raise IllegalAction("there is no game to give up")
        self.journal.append(end_line(self.game, given_up=True))
        self.given_up = True
        self.version += 1
        self.news.append({"event": "over", "winners": [], "reason": "given up"})

    def think(self):
        """Let chance or a player act, or a player think one step; returns whether it did."""
        if self.over():
            return False
        for seat in self.game.current():
            if seat == CHANCE and self.seed is not None:
                self.act(seat, self.game.sample(self._rng))
                return True
            if seat != CHANCE and self.players[seat] != HUMAN:
                self._think(seat)
                return True
        return False

    def _think(self, seat):
        if self._thinking is None:
            self._thinking = self.find(self.players[seat])(self.game, seat, self._rng)
        for action in self._thinking:
            if action is not None:
                self.act(seat, action)
            return

    def is_open(self):
        """May everybody know all of the game, the seed of its chance included?"""
        return self.over() or not self.game.hides()

    def record(self):
        """Yield the lines of the game's record; for everybody if it `is_open`."""
        for line in lines(self.game, self.seed):
            yield line
        if self.given_up:
            yield end_line(self.game, given_up=True)

