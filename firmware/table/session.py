"""The game on the table: its players, its journal, and the next actions without a person."""

import json

from micropython import const

from games.base import CHANCE, OVER, IllegalAction
from games.chance import numbers
from games.pauses import pause
from games.players import player
from games.record import action_line, commitment, end_line

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.base import Game
    from games.chance import Secret
    from games.rng import Rng
    from games.types import Action, Entry, Message, Player, Words
    from table.journal import Journal
    from table.playtest import Playtest

HUMAN = "human"
# Actions; a restart replays up to this many, and those of the tail, at 35 ms each.
CHECKPOINT_EVERY = const(16)
_FULL = const(28)  # the error of a flash without room


class Session:
    """Holds one game at a time; `game` is None before the first. `version` counts the changes.

    `players` holds a word a seat: HUMAN or the name of a computer player. `seed` is the source of
    chance: a Secret, a whole number, or None if a person supplies the outcomes. `find` returns
    players by name, as `games.players.player` does. The session calls `release()` to have others
    drop what they keep of the game when it needs room.

    A change is on flash before it shows. If that fails, or memory runs out in the middle, the game
    goes back to its old state; if even that fails, `inconsistent` is set and `repair` must come
    first.
    """

    def __init__(
        self, journal: "Journal", find: "Callable[[str], Player]" = player,
        release: "Callable[..., object] | None" = None
    ):
        self.journal = journal
        self.find = find
        self.game: "Game" = None  # type: ignore[assignment]  # before the first
        self.players: "list[Any]" = []
        self.seed: "int | Secret | None" = None
        self.commit = ""  # the commitment to its secret, in hex, "" if there is none
        self.given_up = False
        self.reworded = False  # does the journal tell events in the words of another firmware?
        # Pieces may still lie as before the change: take no action until all agrees.
        self.needs_resync = False
        self.inconsistent = False  # the game may be half changed
        self.example: "Any" = None  # the example that the game on the table is shown for
        self.version = 0
        self.begun = 0  # counts the games that were begun or loaded
        self.elsewhere: list[int] = []  # seats whose players act elsewhere, such as on phones
        self.dropped = 0  # finished games that made room on a full flash, until somebody is told
        # of the last action, in their public form
        self.public_events: "list[Any] | tuple[Any, ...]" = ()
        self.why = ""  # the reasons for it, if its player gave any, until the display has them
        self.pending_events: "list[Any]" = []  # for the host, as dicts
        self.checkpoint = 0  # number of actions in the newest point of the journal
        # what to note of how people play (table/playtest.py); None: what the journal says
        self.to_note: str | None = None
        self.playtest: "Playtest | None" = None  # notes how people play this game
        self.now: "Callable[[], int]" = int  # the time of people, in ms
        self._release = release
        self._thinking: "Iterator[Any] | None" = None
        self._writing: "Iterator[Any] | None" = None  # writes the next point

    def new(
        self, name: str, seats: int | None = None, options: "dict[str, Any] | None" = None,
        players: list[str] | tuple[str, ...] = (), seed: "int | Secret | None" = None,
        people: list[str] | tuple[str, ...] = (), aside: bool = False
    ) -> tuple[int | None, list[int]]:
        from table.game_loading import new

        return new(self, name, seats, options, players, seed, people, aside)

    def resume(self) -> "Message":
        from table.game_resuming import apply_to_note, resume

        found = resume(self)
        apply_to_note(self)
        return found

    @property
    def names(self) -> list[str]:
        """The names of the players, by seat, "" for none; [] if they were never named."""
        return self.journal.names if self.game is not None else []

    def store(self, line: str = "") -> None:
        """Append a line to the journal, or with "" move its newest lines into the log. On a full
        flash the oldest finished game of the shelf makes room; raises OSError if there is none."""
        while True:
            try:
                if line:
                    self.journal.append(line)
                else:
                    self.journal.compact()
                return
            except OSError as error:
                if error.args[0] != _FULL:
                    raise
                from table.shelf import drop_oldest
                if drop_oldest(self.journal) is None:
                    raise
                self.dropped += 1
                self.pending_events.append({"event": "shelf"})

    # ---- when something failed ---------------------------------------------------------------

    def restore(self) -> None:
        """Rebuild the game from its log after a failure that may have left it half changed. Raises
        MemoryError; the game is inconsistent then."""
        self.drop_caches()
        if self.game is not None and not self.inconsistent:
            self.inconsistent = True
            self.game.rewind(len(self.game.log))
            self.inconsistent = False

    def repair(self) -> "Message":
        """Rebuild an inconsistent game from the journal; returns a message on what was lost, "" if
        nothing was. Raises OSError or MemoryError."""
        self.drop_caches()
        found: "Message" = ""
        if not self.inconsistent:
            return found
        if not self.journal.kept:
            self.game.rewind(len(self.game.log))
        else:
            self.game = None  # type: ignore[assignment]  # there is no memory for two
            from table.game_resuming import read_again

            found = read_again(self)
        self.inconsistent = False
        self.needs_resync = True
        self.version += 1
        return found

    def entries(self) -> "Iterator[Entry]":
        """Yield all actions of the game from flash, in the form of its log."""
        parse = self.game.parse
        for _, line in self.journal.actions():
            data = json.loads(line)
            yield (data["by"],) + parse(data["do"])

    # ---- play --------------------------------------------------------------------------------

    def is_over(self) -> bool:
        """Is no game in progress?"""
        return self.game is None or self.given_up or self.game.current() == OVER

    def seats_by_hand(self) -> list[int]:
        """Return the seats that act by hand now, with CHANCE among them if people supply it."""
        if self.is_over():
            return []
        by_hand = []
        for seat in self.game.current():
            if seat == CHANCE:
                if self.seed is None:
                    by_hand.append(seat)
            elif self.players[seat] == HUMAN:
                by_hand.append(seat)
        return by_hand

    def present(self) -> list[int]:
        """Return those of `seats_by_hand` whose players sit at the table."""
        return [seat for seat in self.seats_by_hand() if seat not in self.elsewhere]

    def act(self, by: int, action: "Action", how: str = "", why: str = "") -> None:
        """Take an action; it is on flash before this returns. `how` tells the host by what means
        it came, `why` tells everybody its reasons. Raises IllegalAction or OSError, and then
        changes nothing."""
        if self.given_up:
            raise IllegalAction("is given up")
        game = self.game
        count = len(game.log)
        self.inconsistent = True
        try:
            game.apply(by, action)
            line = action_line(game)
            if self.playtest:
                line = self.playtest.line(line, how)
            self.store(line)
        except IllegalAction:
            self.inconsistent = False
            raise
        except BaseException:
            game.rewind(count)
            self.inconsistent = False
            raise
        self.inconsistent = False
        self._thinking = None
        self.version += 1
        words, self.public_events = game.public_record(by, action, game.events)
        self.why = why
        self.pending_events.append({
            "event": "action", "n": count + 1, "by": by, "do": words, "ev": self.public_events,
            "scores": game.scores(), "how": how, "why": why,
        })
        if game.current() == OVER:
            winners, reason = game.result()
            self.pending_events.append({
                "event": "over", "winners": winners, "reason": reason, "parts": self.parts()
            })

    def parts(self) -> "list[list[Words]]":
        """Return the parts of each seat's points: a list of [[word, points], ...]."""
        made = []
        for seat in range(self.game.seats):
            parts = self.game.score_breakdown(seat)
            made.append([[part[len("part ") :], points] for part, points in parts])
            pause()
        return made

    def rematch(
        self, seed: "int | Secret | None", aside: bool = False
    ) -> tuple[int | None, list[int]]:
        """Begin the same game again, as `new` does, or the one that follows an example; raises
        ValueError or OSError."""
        if self.example is not None:
            return self.example.begin_game(seed)
        if self.game is None:
            raise ValueError("there is no game to play again")
        game = self.game
        same = (game.NAME, game.seats, game.options, self.players, seed, self.names, aside)
        return self.new(*same)

    def undo(self) -> None:
        from table.session_undo import undo

        undo(self)

    def undo_to(self, end: int) -> None:
        from table.session_undo import undo_to

        undo_to(self, end)

    def is_final(self) -> bool:
        last = self.game.log[-1]
        return self.game.has_revealed(last[0], last[1:], self.game.events)

    def give_up(self) -> None:
        """End a running game without a winner; raises IllegalAction."""
        if self.is_over():
            raise IllegalAction("no game give up")
        self.store(end_line(self.game, given_up=True))
        self.given_up = True
        self.version += 1
        self.pending_events.append({"event": "over", "winners": [], "reason": "given up"})

    def think(self) -> bool:
        """Let chance act, or a computer player think one step; returns whether either had
        something to do."""
        own = self._own()
        if not own:
            return False
        seat = own[0]
        if seat == CHANCE:
            self.act(seat, self.game.sample(self._stream(seat)))
            pause()
            return True
        if self._thinking is None:
            self._thinking = self.find(self.players[seat])(self.game, seat, self._stream(seat))
        for action in self._thinking:
            if action is not None:
                self._thinking = None
                pause(True)  # a step of thought takes up to 11 ms, and the action 40
                self.act(seat, action, "computer")
                pause()
            return True
        self._thinking = None  # it ended without an action
        return True

    def is_next(self) -> bool:
        """Does chance or a computer player act next?"""
        return len(self._own()) > 0

    def _own(self) -> list[int]:
        """Return the seats to act that no person acts for, with CHANCE among them unless people
        supply it."""
        if self.is_over():
            return []
        seats = self.game.current()
        if len(seats) > 1:
            seats = self.game.prompt()[0]  # whoever made an offer waits for the answers
        own = []
        for seat in seats:
            if self.seed is not None if seat == CHANCE else self.players[seat] != HUMAN:
                own.append(seat)
        return own

    def _stream(self, seat: int) -> "Rng":
        """Return the random numbers for the next action."""
        return numbers(self.seed, self.game, seat)

    # ---- when nobody waits -------------------------------------------------------------------

    def maintain(self) -> bool:
        """Do one part of the work that waits until the table is idle; return whether there was
        any. Raises OSError."""
        if self._writing is not None:
            writing, self._writing = self._writing, None
            for _ in writing:
                self._writing = writing
                break
            return True
        if self.game is None or not self.journal.kept:
            return False
        count = len(self.game.log)
        if count >= self.checkpoint + CHECKPOINT_EVERY and not self.is_over():
            self.store()
            self.checkpoint = count
            digest = self.game.digest()
            pause()
            values = self.game.snapshot()
            self._writing = self.journal.write_checkpoint(
                count, values, self.game.events, digest, self.game.draws
            )
            return True
        if not self.is_awaited():
            return False  # the next line may erase a sector itself
        if self.journal.is_full():
            self.store()
            return True
        return self.journal.make_room()

    def is_awaited(self) -> bool:
        """Does a person wait for the next action, or for the outcome of chance after one?"""
        if self.seed is None:
            return True  # a person supplies it
        if HUMAN in self.players:
            for seat in self.game.current():
                if seat == CHANCE or self.players[seat] == HUMAN:
                    return True
        return False

    def drop_caches(self) -> None:
        """Free everything that the session can make again."""
        self._thinking = self._writing = None

    def drop_game(self) -> None:
        """Drop the game on the table; the session is inconsistent until another game is there, or
        until `repair` has read this one again."""
        self.inconsistent = True
        self.game = None  # type: ignore[assignment]
        self.drop_caches()
        if self._release:
            self._release()

    def set_game(
        self, game: "Game", players: list[str], seed: "int | Secret | None"
    ) -> None:
        """Put a game on the table in place of the one there."""
        self.game = game
        self.players = players
        self.seed = seed
        self.commit = commitment(game, seed)
        self.given_up = self.inconsistent = False
        self.example = None
        self.drop_caches()
        self.checkpoint = 0
        self.version += 1

    def is_open(self) -> bool:
        """May everybody know the whole game, even the seed of its chance?"""
        return self.is_over() or not self.game.has_secrets()

    def record(self) -> "Iterator[str]":
        """Yield the lines of the game's record; show them to everybody only if the game `is_open`.
        Raises ValueError if another game has begun meanwhile."""
        from table.session_record import record

        return record(self)
