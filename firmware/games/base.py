"""The game protocol: everything that table, simulator, players and records know about a game.

A game is a value: name, seats, options, and the actions so far. The words:

    seat     a player, from 0; CHANCE (-1) is a seat too, so the rules hold no random source
    action   a tuple of small ints, its kind first; records have words for it (`text`, `parse`)
    event    something an action caused: a list of JSON values, a word first
    spot     a place of the table, an int from 0
    piece    what lies on a spot, its rotation included: an int from 1, 0 for none
    token    what a tag can tell of a piece, such as a tile's kind: an int from 1 to 239
    message  a text for people: a key, or a tuple of a key and arguments; see games/texts.py
    rng      gives `below(n)`, a number from 0 to n - 1, and `choice(list)`; see games/rng.py

`Game` has six parts. Every game must write the first; the others have defaults:

    of every game              the rules and the box
    options                    defaults and checks that depend on other options
    what a table asks          gestures, lights, names, and what must not show
    what is asked of chance    how likely each outcome is
    what players ask           guesses and worths, for computer players
    the same for all           apply, undo, views (and see games/history.py for STATE)

The module games/NAME, or the module `game` of such a folder, calls its class `GAME`.
docs/new-game.md shows a whole game.
"""

from games.history import History
from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterable, Iterator

    from games import types
    from games.rng import Rng

CHANCE = -1  # the seat of dice, draws and deals
OVER = ()  # what `current` returns once the game is over

# Meanings of light, for `overlay` and painter; in brackets the third value of an overlay's entry.
LEGAL = 1  # something may be placed here
CHOSEN = 2  # a piece was seen here: it is being looked at, or part of an action
WRONG = 3  # take away what lies here
MISSING = 4  # put back what belongs here
OWNER = 5  # belongs to a seat [seat]
COMPLETE = 6  # part of something finished [seat, or -1 for nobody]
ALMOST = 7  # one placement here would finish something
FLOW = 8  # a step of a path, in order [step from 0]
FACING = 9  # the corner that shows how a piece is turned [corner from 0: see `facing`]
CURSOR = 10  # where the knob points
CLEARED = 11  # emptied by the last action
NUMBER = 12  # a strength from 0 to 5 [strength]

_SPOTS = 32  # spots to look through between two pauses


class IllegalAction(Exception):  # noqa: N818 (the game protocol has this name)
    """The rules refuse an action; `why` is the message for the player, from the catalogue of
    `game` (see games/texts.py). As text it is English."""

    def __init__(self, why: "types.Message", game: str = ""):
        super().__init__(why)
        self.why = why
        self.game = game

    def __str__(self) -> str:
        from games.texts import Texts

        return Texts().render(self.why, self.game)


def lead(scores: list[int], seat: int) -> int:
    """Return by how much a seat leads the best other one; its points if it plays alone."""
    return scores[seat] - max(scores[:seat] + scores[seat + 1 :] or [0])


class Game(History):
    """Base of all games: checks, and defaults that a game may keep."""

    NAME = ""  # the word in records
    TITLE = ""  # the name for people
    SEATS = (2, 2)  # fewest and most players
    SET = 0  # the component set on its tags, 1 to 255; games with the same pieces share one
    # ((name, values), ...) in the header's order; the first value is the default
    OPTIONS: "tuple[tuple[str, types.OptionValues], ...]" = ()
    ACTIONS = ""  # how far the numbers of actions go: "1 36, 2" is (1, 0) to (1, 35), and (2,)
    # Searching players evaluate after AHEAD decisions or, if not 0, after chance acts ROLLS times.
    AHEAD = 40
    ROLLS = 0
    HALF_TURNED: "tuple[int, ...]" = ()  # tokens of pieces that look the same after a half turn
    FEATURES = 0  # how many there are, see `features`; 0 in a game without learnt values
    POINT = 1  # what `evaluate` and `estimate` count for a point

    def __init__(self, seats: int | None = None, options: "types.Options | None" = None):
        """Start a game; raises ValueError if seats or options are not possible."""
        self.seats = self.SEATS[0] if seats is None else seats
        if not isinstance(self.seats, int) or not self.SEATS[0] <= self.seats <= self.SEATS[1]:
            few, most = self.SEATS
            span = str(few) if few == most else "%d to %d" % (few, most)
            raise ValueError("%s is for %s seats, not %s" % (self.NAME, span, self.seats))
        from games.options import resolve

        self.options: "types.Json" = {}
        resolve(self, options or {})
        pause()
        History.__init__(self)
        self.reset()

    # ---- of every game -------------------------------------------------------------------------

    def reset(self) -> None:
        """Set every attribute in STATE as `self.seats` and `self.options` begin a game."""
        raise NotImplementedError

    def current(self) -> tuple[int, ...]:
        """Return the seats that may act now, ascending: (seat, ...), (CHANCE,), or OVER."""
        raise NotImplementedError

    def legal(self, by: int) -> "list[types.Action]":
        """Return the list of the actions that `by` may take now, ascending, without duplicates; []
        if it is not to act. For CHANCE: the outcomes, or [] if they are too many to list."""
        raise NotImplementedError

    def play(self, by: int, action: "types.Action") -> "types.Events":
        """Apply a legal action (`apply` checks that); return its events, a list."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Return the public scores, a list of one int a seat."""
        raise NotImplementedError

    def result(self) -> tuple[list[int], str]:
        """Return ([winning seats, ascending], reason) of a finished game; the reason is a few
        words, as in records."""
        raise NotImplementedError

    def spots(self) -> int:
        """Return the number of spots; holes in the map count."""
        raise NotImplementedError

    def spot_name(self, spot: int) -> str:
        """Return a spot's name, in records and on boards: "c3"; "" for a hole of the map."""
        raise NotImplementedError

    def spot(self, name: str) -> int:
        """Return the spot with that name, any value; raises ValueError if there is none."""
        raise NotImplementedError

    def piece_at(self, spot: int) -> int:
        """Return the piece that lies on `spot`, 0 for none."""
        raise NotImplementedError

    def tokens(self) -> "types.Box":
        """Return the box as ((token, name, seat, count), ...), ascending; seat -1: all share."""
        raise NotImplementedError

    def text(self, action: "types.Action") -> "types.Words":
        """Return the words of an action in a record, a list; `parse` reverses it."""
        raise NotImplementedError

    def parse(self, words: "types.Words") -> "types.Action":
        """Return the action for these words, legal or not. Raises ValueError with a valid example
        if they are not an action of this game."""
        raise NotImplementedError

    # ---- options -------------------------------------------------------------------------------

    def default(self, name: str) -> str | int:
        """Return the default of an option; `self.options` has those listed before it."""
        for option, values in self.OPTIONS:
            if option == name:
                return values[0]
        raise ValueError(name)

    def check_options(self) -> None:
        """Raise ValueError if the options contradict each other."""

    # ---- what a table asks ---------------------------------------------------------------------

    def reason(self, by: int, action: "types.Action") -> "types.Message | None":
        """Return the message that refuses `action` to `by`, whose turn it is; None if legal."""
        return None if action in self.legal(by) else "not now"

    def prompt(self) -> "types.Prompt":
        """Return (seats, message): who must act, and how, in words for everybody."""
        return self.current(), "now"

    def words(self, by: int, action: "types.Action") -> "types.Words":
        """Return the words of an action for people: those of `text`, with places named as on the
        table."""
        return self.text(action)

    def named(self, token: int) -> "types.Phrase":
        """Return the public name of a token, a message."""
        return ("piece " + self.label(token),)

    def effects(self, by: int, action: "types.Action") -> "types.Moves":
        """Return ((spot, piece), ...) ascending: the changes of the legal action on the table."""
        old = [self.piece_at(spot) for spot in range(self.spots())]
        changed = []
        before = self.snapshot()
        try:
            self.play(by, action)
            for spot in range(self.spots()):
                if self.piece_at(spot) != old[spot]:
                    changed.append((spot, self.piece_at(spot)))
        finally:
            self.restore(before)
        return tuple(changed)

    def gesture(self, by: int, action: "types.Action") -> "types.Moves":
        """Return ((spot, piece), ...): the pieces that a person moves to take the action.

        It differs from `effects` if the action has further consequences.
        """
        return self.effects(by, action)

    def each_legal(self, by: int) -> "Iterable[types.Action]":
        """Yield the actions of `legal` without making the list."""
        return self.legal(by)

    def public(self, by: int) -> "Iterable[types.Action]":
        """Yield once the actions that are possible as far as everybody knows, ascending: `legal`
        and those that a hidden hand rules out. Some are incomplete: `steps` goes on with them."""
        return self.legal(by)

    def steps(self, by: int, begun: "types.Action") -> "types.Question | None":
        """Return (question, [(message, longer action), ...]): how people go on with an incomplete
        action of `public`; None if the action is complete. It shows nothing hidden."""
        return None

    def can_become(self, begun: "types.Action", action: "types.Action") -> bool:
        """Can the answers of `steps` turn the action `begun` into `action`? By default, yes."""
        return True

    def targets(self, by: int) -> "Iterable[int]":
        """Yield the spots where everybody knows that `by` may act, in any order, to light them."""
        for action in self.public(by):
            for spot, _ in self.gesture(by, action):
                yield spot

    def placing(self, by: int, token: int, spot: int = -1) -> "Iterable[types.Action]":
        """Yield the legal actions in which a person lays a piece with this token on `spot`, or
        takes one away (token 0). With spot -1: those that begin with laying it anywhere."""
        for action in self.each_legal(by):
            gesture = self.gesture(by, action)
            for at, piece in gesture[:1] if spot < 0 else gesture:
                if (at == spot or spot < 0) and self.token(piece) == token:
                    yield action
                    break

    def intended_action(self, by: int, spot: int, token: int) -> "types.Action | None":
        """Return the action that `by` seems to mean by putting `token` on `spot`, legal or not, so
        that the table can say what is wrong; None if that is unclear."""
        return None

    def drawn_actions(self, token: int, spot: int) -> "list[tuple[int, types.Action]]":
        """Return [(by, action), ...], in order and with chance: the actions of a piece with this
        token straight from a bag or heap on `spot`, or the pad (-1), if people supply chance."""
        return []

    def overlay(self) -> "list[types.Mark]":
        """Return a list of (spot, meaning, value): the public facts to show, as listed above."""
        return [mark for part in self.overlay_parts() for mark in part]

    def overlay_parts(self) -> "Iterable[list[types.Mark]]":
        """Yield the overlay in parts: lists, each of which takes a few ms on a board."""
        return ()

    def scored(self, event: "types.Event") -> list[int]:
        """Return the spots that an event of the last action scored, in the order to light them."""
        return []

    def score_breakdown(self, seat: int) -> "tuple[tuple[str, int], ...]":
        """Return the parts of the seat's points, ((message, points), ...)."""
        return (("part points", self.scores()[seat]),)

    def token(self, piece: int) -> int:
        """Return the token on the tag of a piece; 0 for 0."""
        return piece

    def label(self, token: int) -> str:
        """Return the public name of a token, without anything that its face hides."""
        for known, name, _, _ in self.tokens():
            if known == token:
                return name
        raise ValueError("no piece %d" % token)

    def face(self, piece: int) -> str:
        """Return the public name of a piece, for the view and the window."""
        return self.label(self.token(piece))

    def facing(self, piece: int) -> int:
        """Return the corner that marks the facing of a piece: 0 north-east, then clockwise to 3;
        -1 for pieces that look the same from all sides."""
        return -1

    def public_record(
        self, by: int, action: "types.Action", events: "types.Events"
    ) -> "tuple[types.Words, types.Events]":
        """Return (words, events) of an action as everybody may know them."""
        return self.text(action), events

    def has_secrets(self) -> bool:
        """Is anything hidden from anybody, even coming outcomes of chance? If so, the record,
        which tells all, is not public before the game is over."""
        return True

    def is_irreversible(self, by: int, action: "types.Action") -> bool:
        """Would the legal action show something hidden, or end the game?"""
        before = self.snapshot()
        try:
            events = self.play(by, action)
            return self.current() == OVER or self.has_revealed(by, action, events)
        finally:
            self.restore(before)

    def has_revealed(self, by: int, action: "types.Action", events: "types.Events") -> bool:
        """Has the last action revealed something hidden, so that nobody may take it back?"""
        return False

    def private_view(self, seat: int) -> "types.Json":
        """Return the private part of the view of `seat`, a dict of JSON values."""
        return {}

    # ---- what is asked of chance ---------------------------------------------------------------

    def weight(self, action: "types.Action") -> int:
        """Return the weight of a chance action, an int of at least 1."""
        return 1

    def sample(self, rng: "Rng") -> "types.Action":
        """Return a chance action drawn by weight with `rng.below`."""
        actions = self.legal(CHANCE)
        pause()
        weights = [self.weight(action) for action in actions]
        draw = rng.below(sum(weights))
        for action, weight in zip(actions, weights):
            draw -= weight
            if draw < 0:
                return action
        raise ValueError("there is no chance action now")

    # ---- what players ask ----------------------------------------------------------------------

    def determinize(self, seat: int, rng: "Rng") -> None:
        """Guess everything hidden from `seat`, by its knowledge and `rng`; the caller has a
        snapshot."""

    def evaluate(self, seat: int) -> int:
        """Return how good the position is for `seat`: an int of any size, higher is better."""
        return lead(self.scores(), seat)

    def estimate(self, seat: int) -> int:
        """Like `evaluate`, with the rest of the game, for players that think ahead."""
        return self.evaluate(seat)

    def forecast(self, seat: int) -> "int | None":
        """Like `estimate`, but it may take longer, for short play-outs on desks; None: unknown."""
        return None

    def shortlist(
        self, by: int, actions: "list[types.Action]"
    ) -> "list[types.Action] | None":
        """Return those of some actions after which `estimate` may differ at once; None if that is
        unknown."""
        return None

    def features(self, seat: int) -> list[int]:
        """Return what `seat` sees that may matter, as numbers below FEATURES; [] if unknown."""
        return []

    def outlook(self, by: int, weights: list[int], unit: int) -> "list[int] | None":
        """Return what `by` leads by after each candidate, each point as `unit`, with the weights
        of the features added; None if that takes playing them."""
        return None

    def threat(self, seat: int) -> int:
        """Return the most points that one action could bring `seat` now, -1 if unknown."""
        return -1

    def merits(self, by: int, action: "types.Action") -> "list[types.Message]":
        """Return messages: the benefits of the legal action besides points and `threat`, as far as
        seat `by` knows; with CHANCE, as far as everybody knows."""
        return []

    def candidates(self, by: int) -> "list[types.Action]":
        """Return the actions that a computer compares: only useful questions to others."""
        return self.legal(by)

    def heuristic_action(self, seat: int, rng: "Rng") -> "types.Action | None":
        """Return a sensible action; None: greedy players compare actions by `evaluate`."""
        return None

    def strong_action(self, seat: int, rng: "Rng") -> "types.Action | None":
        """Like `heuristic_action`, but stronger: for players that think ahead."""
        return self.heuristic_action(seat, rng)

    # ---- the same for all ----------------------------------------------------------------------

    def refusal(self, by: int, action: "types.Action") -> "types.Message | None":
        """Return the message that says why `by` may not take `action` now, or None."""
        seats = self.current()
        if by in seats:
            return self.reason(by, action)
        if seats == OVER:
            return "game over"
        if seats[0] == CHANCE:
            return "chance first"
        return "no chance" if by == CHANCE else ("not your turn", list(seats))

    def apply(self, by: int, action: "types.Action") -> "types.Events":
        """Take an action and return its events; raises IllegalAction before it changes anything.
        If memory runs out halfway, `rewind` restores the old state."""
        reason = self.refusal(by, action)
        if reason is not None:
            raise IllegalAction(reason, self.NAME)
        self.advance(by, action)
        return self.events

    def undo(self) -> "types.Entry":
        """Take back and return the last action, (by, kind, ...); raises IllegalAction."""
        if not self.log:
            raise IllegalAction("nothing to undo")
        last = self.log[-1]
        self.rewind(len(self.log) - 1)
        return last

    def _board(self) -> "Iterator[list[str]]":
        for spot in range(self.spots()):
            if not spot % _SPOTS:
                pause()
            piece = self.piece_at(spot)
            if piece:
                yield [self.spot_name(spot), self.face(piece)]

    def view(self, seat: int, listed: "Callable[..., object]" = list) -> "types.Json":
        """Return the view of `seat`, as JSON values; -1 is the public view. `listed` turns the
        iterator of each long list into the value to store."""
        result = self.result() if self.current() == OVER else None
        return {
            "game": self.NAME,
            "seats": self.seats,
            "options": self.options,
            "actions": len(self.log),
            "current": list(self.current()),
            "scores": self.scores(),
            "board": listed(self._board()),
            "result": list(result) if result else None,
            "own": self.private_view(seat) if seat >= 0 else {},
        }
