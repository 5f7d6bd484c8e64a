"""Pick one of many actions with a knob, question by question.

There are two ways to ask. For a piece in hand: where, then which way round. For a menu: word by
word, in the order of the record; people read the words of the game's catalogue. A question with
only one answer is skipped.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator

    from games.base import Game
    from games.texts import Texts

_FEW = const(64)  # up to this many actions the lights show their gestures


class Chooser:
    """Narrows the actions of one seat down to one.

    `entries()` yields all (by, action), at least one. It is called again and again, since a list
    of thousands would not fit into memory. `by_spot` asks for the spot first.
    """

    def __init__(self, game: "Game", entries: "Callable", by_spot: bool = False):
        self.game = game
        self.by_spot = by_spot
        self._entries = entries
        self._said = []  # the answers so far, as (level, key)
        self.level = 0
        self.index = 0
        self.answers = []
        self._left = 0  # number of entries that are still open
        # (index, the first entry open there, is it the only one): display and lights ask four
        # times a look, and among 500 offers a search takes half a second.
        self._under: tuple = None
        self._skip()

    def _keys(self, entry: tuple[int, tuple[int, ...]]) -> list:
        """Return an entry's answers, one for each level."""
        by, action = entry
        words = self.game.words(by, action)
        return [self.game.gesture(by, action)[0][0]] + words if self.by_spot else words

    def _open(self, more: list[tuple] | tuple = ()) -> "Iterator[tuple[int, tuple[int, ...]]]":
        """Yield the entries that are still open after the answers so far and `more`, some (level,
        key)."""
        said = self._said + list(more)
        for entry in self._entries():
            keys = self._keys(entry) if said else ()
            for level, key in said:
                if _at(keys, level) != key:
                    break
            else:
                yield entry

    def _ask(self) -> None:
        """Collect the answers at this level, in the order of the entries."""
        self._under = None
        self.answers = []
        self._left = 0
        kind = None
        for entry in self._open():
            self._left += 1
            if self.level == 0 and not self.by_spot:
                if entry[1][0] == kind:
                    continue  # it has the same first word
                kind = entry[1][0]
            key = _at(self._keys(entry), self.level)
            if key not in self.answers:
                self.answers.append(key)
        if self.by_spot and self.level == 0:
            self.answers.sort()
        self.index = 0

    def _skip(self) -> None:
        """Go on to the next level with a choice; stop when one entry is left."""
        self._ask()
        while len(self.answers) == 1 and self._left > 1:
            self.level += 1
            self._ask()

    def turn(self, steps: int) -> None:
        """Move the cursor by `steps` answers; it wraps around."""
        self.index = (self.index + steps) % len(self.answers)

    def push(self) -> tuple[int, tuple] | None:
        """Accept the answer under the cursor; return (by, action) if that settles it, else
        None."""
        settled = self.settled()
        if settled is None:
            self._said.append((self.level, self.answers[self.index]))
            self.level += 1
            self._skip()
        return settled

    def back(self) -> bool:
        """Undo the last answer; returns False if there is none."""
        if not self._said:
            return False
        self.level = self._said.pop()[0]
        self._ask()
        return True

    def open_entries(self) -> "Iterator":
        """Yield the (by, action) entries that are open under the cursor."""
        return self._open([(self.level, self.answers[self.index])])

    def settled(self) -> tuple[int, tuple[int, ...]] | None:
        """Return the entry under the cursor if only one is open, else None."""
        entry, alone = self._first()
        return entry if alone else None

    def _first(self) -> tuple[tuple, bool]:
        """Return the first entry that is open under the cursor, and whether it is the only one."""
        if self._under is None or self._under[0] != self.index:
            found = self.open_entries()
            self._under = (self.index, next(found), next(found, None) is None)
        return self._under[1:]

    def question(self) -> tuple:
        """Return the question, a message; () for the first one of a menu, which the game asks."""
        if self.by_spot:
            return ("where" if self.level == 0 else "turn",)
        return ("ask",) + tuple(self._words()[: self.level]) if self.level else ()

    def label(self, texts: "Texts") -> str:
        """Return the answer under the cursor as text; the whole action if that settles it."""
        if self.by_spot and self.level == 0:
            return texts.say(("at", self.game.spot_name(self.answers[self.index])), self.game.NAME)
        words = self._words()
        if self.settled():
            return texts.say(["do"] + words, self.game.NAME)
        level = self.level - 1 if self.by_spot else self.level
        return texts.answer(words, level, self.game.NAME)

    def _words(self) -> list:
        """Return the words of the first open action under the cursor."""
        by, action = self._first()[0]
        return self.game.words(by, action)

    def spots(self) -> list[int]:
        """Return the spots to point at: those that all gestures under the cursor share."""
        shared = None
        for by, action in self.open_entries():
            spots = [spot for spot, _ in self.game.gesture(by, action)]
            shared = spots if shared is None else [spot for spot in shared if spot in spots]
            if not shared:
                break
        return shared or []

    def open_spots(self) -> list[int] | None:
        """Return the first spots of all open gestures, ascending; None if there are too many to
        ask."""
        if self.by_spot and self.level == 0:
            return self.answers
        if self._left > _FEW:
            return None
        spots = set()
        for by, action in self._open():
            for spot, _ in self.game.gesture(by, action)[:1]:
                spots.add(spot)
        return sorted(spots)


def _at(keys: list | tuple, level: int) -> int | str:
    return keys[level] if level < len(keys) else None
