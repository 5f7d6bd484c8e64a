"""Pick one of many actions with a knob, question by question.

For a piece in hand the questions are where, then which way round. For a menu they go word by word,
in the order of the record; people read the words of the game's catalogue. A question with only one
answer is skipped.
"""

from micropython import const

from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from games.base import Game
    from games.texts import Texts
    from games.types import Action, Message, Words

_FEW = const(64)  # up to this many actions the lights show their gestures
_PAUSE_EVERY = const(4)  # actions; one takes 2 to 4 ms, and a few are asked for again and again


class Chooser:
    """Narrows the actions of one seat down to one.

    `entries()` yields all (by, action), at least one. The chooser calls it for each answer, since
    a list of thousands would not fit into memory; once few entries are open, it keeps them.
    `by_spot` asks for the spot first.
    """

    def __init__(
        self, game: "Game", entries: "Callable[[], Iterable[tuple[int, Action]]]",
        by_spot: bool = False
    ):
        self.game = game
        self.by_spot = by_spot
        self._entries = entries
        self._chosen: "list[Any]" = []  # the answers so far, as (level, key)
        self.level = 0
        self.index = 0
        self.answers: "list[Any]" = []
        self._kind = -1  # the kind of action whose first word `_word` is
        self._word = ""
        self._spelt: "tuple[Any, ...] | None" = None  # the entry whose words `_spelling` has
        self._spelling: "list[Any]" = []
        self._left = 0  # number of entries that are still open
        # By answer: its first open entry, and 1 if that is the only one. Kept because display and
        # lights ask four times a tick, and a search of Landover's 70 actions leaves 11 KB of
        # garbage.
        self._first: "list[tuple[Any, ...]]" = []
        self._alone = bytearray(0)
        self._few: "list[tuple[Any, ...]] | None" = None  # the open entries, if they are few
        self._spots: list[int] | None = None  # what `open_spots` has found
        self._shared: dict[int, list[int]] = {}  # what `spots` has found, by answer
        self._skip()

    def _key(self, entry: "tuple[int, Action]", level: int) -> "int | str | None":
        """Return an entry's answer at a level; None if it has none. Most entries need no words of
        their own for the first word of a menu."""
        by, action = entry
        if self.by_spot:
            if level == 0:
                return self.game.gesture(by, action)[0][0]
            level -= 1
        elif level == 0:
            if action[0] != self._kind:
                self._kind = action[0]  # actions of a kind have the same first word
                self._word = self.game.words(by, action)[0]
            return self._word
        words = self._words(entry)
        return words[level] if level < len(words) else None

    def _words(self, entry: "tuple[int, Action]") -> "Words":
        """Return the words of an entry; keeps the last ones, since callers ask several times in a
        row."""
        if entry is not self._spelt:
            self._spelt = entry
            self._spelling = self.game.words(entry[0], entry[1])
        return self._spelling

    def open(
        self, more: "list[tuple[int, Any]] | tuple[()]" = ()
    ) -> "Iterator[tuple[int, Action]]":
        """Yield the entries that are still open after the answers so far and `more`, some (level,
        key)."""
        chosen = self._chosen + list(more)
        entries = self._entries() if self._few is None else self._few
        for count, entry in enumerate(entries, 1):
            if count % _PAUSE_EVERY == 0:
                pause()
            for level, key in chosen:
                if self._key(entry, level) != key:
                    break
            else:
                yield entry

    def _ask(self) -> None:
        """Collect the answers at this level, in the order of the entries."""
        answers: "list[Any]" = []
        first = []
        alone = bytearray()
        few = []
        self._left = 0
        for entry in self.open():
            self._left += 1
            if self._left <= _FEW:
                few.append(entry)
            key = self._key(entry, self.level)
            if key in answers:
                alone[answers.index(key)] = 0
            else:
                answers.append(key)
                first.append(entry)
                alone.append(1)
        if self.by_spot and self.level == 0:
            order = sorted(range(len(answers)), key=lambda index: answers[index])
            answers = [answers[index] for index in order]
            first = [first[index] for index in order]
            alone = bytearray([alone[index] for index in order])
        self.answers = answers
        self._first = first
        self._alone = alone
        self._few = few if self._left <= _FEW else None
        self._spots = None
        self._shared = {}
        self.index = 0

    def _skip(self) -> None:
        """Go on to the next level with a choice; stop when one entry is left."""
        self._ask()
        while len(self.answers) == 1 and self._left > 1:
            self.level += 1
            self._ask()

    def rotate(self, steps: int) -> None:
        """Move the cursor by `steps` answers; it wraps around."""
        self.index = (self.index + steps) % len(self.answers)

    def push(self) -> "tuple[int, Action] | None":
        """Accept the answer under the cursor; return (by, action) if only that one is left, else
        None."""
        settled = self.settled()
        if settled is None:
            self._chosen.append((self.level, self.answers[self.index]))
            self.level += 1
            self._skip()
        return settled

    def back(self) -> bool:
        """Undo the last answer; returns False if there is none."""
        if not self._chosen:
            return False
        self.level = self._chosen.pop()[0]
        self._few = None
        self._ask()
        return True

    def open_entries(self, index: int = -1) -> "Iterator[Any]":
        """Yield the (by, action) entries that are open at the answer with that index, -1 for the
        one under the cursor."""
        return self.open([(self.level, self.answers[self.index if index < 0 else index])])

    def settled(self) -> "tuple[int, Action] | None":
        """Return the entry under the cursor if only one is open, else None."""
        return self._first[self.index] if self._alone[self.index] else None

    def question(self) -> "Message":
        """Return the question, a message; () for the first question of a menu, whose text comes
        from the game."""
        if self.by_spot:
            return ("where" if self.level == 0 else "turn",)
        if self.level == 0:
            return ()
        return ("ask",) + tuple(self._words(self._first[self.index])[: self.level])

    def label(self, texts: "Texts") -> str:
        """Return the answer under the cursor as text; the whole action if only that one is left.
        """
        if self.by_spot and self.level == 0:
            spot = self.game.spot_name(self.answers[self.index])
            return texts.render(("at", spot), self.game.NAME)
        words = self._words(self._first[self.index])
        if self.settled():
            return texts.render(["do"] + words, self.game.NAME)
        level = self.level - 1 if self.by_spot else self.level
        return texts.answer(words, level, self.game.NAME)

    def spots(self) -> list[int]:
        """Return the spots to point at: those that all gestures under the cursor share."""
        if self.index not in self._shared:
            shared = self._touched(self._first[self.index])
            if shared and not self._alone[self.index]:
                for entry in self.open_entries():
                    touched = self._touched(entry)
                    shared = [spot for spot in shared if spot in touched]
                    if not shared:
                        break
            self._shared[self.index] = shared
        return self._shared[self.index]

    def open_spots(self) -> list[int] | None:
        """Return the first spots of all open gestures, ascending; None if there are too many
        gestures."""
        if self.by_spot and self.level == 0:
            return self.answers
        if self._few is not None and self._spots is None:
            spots = set()
            for done, entry in enumerate(self._few, 1):
                if done % _PAUSE_EVERY == 0:
                    pause()
                spots.update(self._touched(entry)[:1])
            self._spots = sorted(spots)
        return self._spots

    def _touched(self, entry: "tuple[int, Action]") -> list[int]:
        """Return the spots of an entry's gesture."""
        return [spot for spot, _ in self.game.gesture(entry[0], entry[1])]
