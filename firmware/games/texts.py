"""The texts of games and table for people, in their language.

A *message* is a key, or a tuple of a key and its arguments: numbers, texts, other messages, or
lists of these. The texts are in catalogues: `LANGUAGE.txt` of each game's package, and
`texts/LANGUAGE/table.txt`. Their lines are `key=pattern` with the keys ascending, so that a search
need not read all; a key that none of them has is its own pattern. Only the newest patterns stay in
memory. ("do", ...) with the words of an action means that action; ("ask", ...) with its first
words means the question for the next one.

In a pattern {0} is the first argument. {0 seat} is the text of the key "seat " plus the argument;
if no catalogue has that, it is the text of "seat" with the argument as its {0}; for a list, it is
all their texts. A seat with a name has that as its text. A place such as 18.SE or 3/E is looked up
as "... .SE" with 18 as its {0}. {0 card#} takes a list of counts: for each that is not 0 it gives
the text of "card " and its index, with the count as its {0}. Text in [] is left out for people
without the knob.
"""

import os

from games import PACKAGES, folder, part, title
from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Sequence
    from typing import Any, BinaryIO

    from games.types import Action, Event, Message, Words

LANGUAGE = "en"
_KEPT = 8  # patterns: each found anew takes 5 ms
_PART = 512  # bytes of a catalogue to read at once; for fewer, halving takes longer than reading
_LINE = 128  # bytes: most lines are shorter
_LAST = b"\xff"  # after all texts
# Kinds of keys that end in the game's own words.
_KINDS = ("do", "end", "menu", "option", "piece", "value")


def languages() -> list[str]:
    """Return the names of all languages, ascending."""
    return sorted(os.listdir(folder() + "texts"))


class Texts:
    """The catalogues of one language."""

    def __init__(self, language: str = LANGUAGE, kept: int = _KEPT):
        self.language = language
        self._kept = kept  # patterns to keep at least, and twice as many at most
        self.people: "list[Any]" = []  # names of the seats, "" for none: see `call`
        self.has_knob = True  # do those who read it have the knob?
        # Holds what is read, while catalogues are open. A new one for each line would leave 5 KB
        # of garbage a text, and the texts that are kept would lie scattered in it.
        self._buffer: "bytearray | None" = None
        self._files: "dict[Any, Any]" = {}  # by name: the open file, or None if there is none
        self._names: "tuple[Any, ...]" = ()  # the catalogues to look in
        self._new: "dict[str, str | None]" = {}  # the newest patterns, by game and key
        self._old: "dict[str, str | None]" = {}  # those before

    def call(self, people: list[str]) -> None:
        """Call the seats by these names from now on; call a seat by its colour if its name is "".
        """
        self.people = people

    def render(self, message: "Words | Message", game: str = "") -> str:
        """Return a message as text; `game` is the name of the game it is about."""
        return self._read(game, lambda: self._text_of(message))

    def answer(self, words: "Words", level: int, game: str) -> str:
        """Return the word at `level`, from 0, of an action in the words of records, in words for
        people."""
        return self._read(game, lambda: self._answer(words, level))

    def event(self, event: "Event", game: str) -> str:
        """Return an event as text for people; "" if there is nothing to tell."""
        return self._read(game, lambda: self._event(event))

    def _event(self, event: "Event") -> str:
        pattern = self._find("ev " + event[0])
        return self._filled(pattern, event[1:]) if pattern else ""

    def missing(self, key: str) -> str:
        """Return the text for a key that no catalogue has: the key itself, in the game's own
        words."""
        kind, _, words = key.partition(" ")
        return words if kind in _KINDS else key

    def _read(self, game: str, say: "Callable[[], str]") -> str:
        """Return the result of `say()`, "?" if a catalogue or a message is damaged; the catalogues
        are open only during the call."""
        names = self._names
        self._names = (game, "table") if game else ("table",)
        try:
            return say()
        except (ValueError, IndexError):
            return "?"
        finally:
            self._names = names  # a pause in this text may have put another text together
            for file in self._files.values():
                if file is not None:
                    file.close()
            self._files = {}
            self._buffer = None

    def _find(self, key: str) -> str | None:
        """Return the pattern of a key, or None."""
        return self._look(key, _find)

    def _look(self, key: str, find: "Callable[..., bytes | None]") -> str | None:
        """Return what `find(file, key, buffer)` finds in the first catalogue that has the key, or
        None."""
        known = self._names[0] + " " + key
        if known in self._new:
            return self._new[known]
        pattern = self._old.get(known)
        names = () if known in self._old else self._names
        for name in names:
            if name not in self._files:
                self._files[name] = self.open(name)
            file = self._files[name]
            if self._buffer is None:
                self._buffer = bytearray(1 + _PART + _LINE)
            found = None if file is None else find(file, key.encode(), self._buffer)
            pause()  # a text of many words takes 0.1 s
            if found is not None:
                pattern = found.decode()
                break
        if len(self._new) >= self._kept:
            self._old = self._new
            self._new = {}
        self._new[known] = pattern
        return pattern

    def open(self, name: str) -> "BinaryIO | None":
        """Return the file of the texts of a game or of the table, or None."""
        try:
            if name in PACKAGES:
                return part(name, self.language + ".txt")
            return open("%stexts/%s/%s.txt" % (folder(), self.language, name), "rb")
        except (OSError, ValueError):
            return None  # a game without a catalogue, or with one that is no text

    def _first(self, keys: list[str]) -> str:
        for key in keys:
            pattern = self._find(key)
            if pattern is not None:
                return pattern
        return self.missing(keys[0])

    def _text_of(self, message: "Words | Message") -> str:
        if isinstance(message, str):
            message = (message,)
        words = message[1:]
        if message[0] == "do":  # the words of an action
            pattern = self._pattern(words)
            if pattern is None:
                return self.missing("do " + self._plain(list(words)))
            words = words[1:]
        elif message[0] == "ask":
            return self._question(words)
        else:
            pattern = self._find(message[0])
        if pattern is None:
            pattern = self.missing(message[0])
            if not words:  # a sentence of a game without a catalogue
                return pattern
        return self._filled(pattern, words)

    def _pattern(self, words: "Sequence[Any]") -> "str | None":
        """Return the pattern for an action, with all words but the first as arguments; or None."""
        key = "do " + words[0]
        found = None
        # Most go on with no word at all: a search for each place would take 8 KB of garbage.
        if len(words) > 1 and words[1] != "" and self._look(key + " ", _begun) is not None:
            found = self._find("%s %s" % (key, words[1]))
        return self._find(key) if found is None else found

    def _question(self, words: "Words | Action") -> str:
        keys = ["ask %s %d" % (words[0], len(words)), "ask"]
        if len(words) > 1:
            keys.insert(0, "ask %s %s %d" % (words[0], words[1], len(words)))
        return self._first(keys)

    def _answer(self, words: "Words", level: int) -> str:
        if level >= len(words) or words[level] is None:
            return self._first(["none"])
        if level == 0:
            return self._first(["menu " + words[0], "do " + words[0]])
        start = "{%d" % (level - 1)
        pattern = self._pattern(words) or ""
        at = pattern.find(start)
        if at < 0:
            return self._plain(words[level])
        slot = pattern[at + 1 : pattern.find("}", at)]
        return self._slot(slot, words[1:])

    def _filled(self, pattern: str, words: "Sequence[Any]") -> str:
        start, _, rest = pattern.partition("[")
        if rest:
            part, _, rest = rest.partition("]")
            pattern = start + (part if self.has_knob else "") + rest
        parts = pattern.split("{")
        said = parts[0]
        for part in parts[1:]:
            slot, rest = part.split("}", 1)
            said += self._slot(slot, words) + rest
            pause()  # where texts nest, the stack is too full for the pauses further down
        return said

    def _slot(self, slot: str, words: "Sequence[Any]") -> str:
        number, _, name = slot.partition(" ")
        word: "Any" = words[int(number)] if int(number) < len(words) else None
        if not name or isinstance(word, tuple):
            return self._plain(word)
        said = []
        if name[-1] == "#":
            for i in range(len(word or ())):
                if word[i]:
                    pattern = self._first(["%s %d" % (name[:-1], i)])
                    said.append(self._filled(pattern, (word[i],)))
                    pause()
        elif isinstance(word, (list, range)):
            for one in word:
                said.append(self._named(name, one))
                pause()
        else:
            return self._named(name, word)
        return ", ".join(said)

    def _named(self, name: str, word: int | str | None) -> str:
        """Return the text for a name and a word."""
        if name == "seat" and isinstance(word, int) and 0 <= word < len(self.people):
            if self.people[word]:
                return self.people[word]
        text = str(word)
        if name == "title" and text in PACKAGES and title(text):
            return title(text)
        pattern = None
        for mark in "./":  # before the whole text, which each place would be looked up for
            number, _, side = text.partition(mark)
            found = self._find("%s %s%s" % (name, mark, side)) if side else None
            if found is not None:
                pattern = found
                word = number
        if pattern is None:
            pattern = self._find("%s %s" % (name, text))
        if pattern is None and word is None:
            return self._first(["none"])
        if pattern is None:
            pattern = self._find(name)
        if pattern is None:
            return self.missing("%s %s" % (name, text))
        return self._filled(pattern, (word,))

    def _plain(self, word: "str | int | tuple[Any, ...] | list[Any] | None") -> str:
        if word is None:  # a report says a refusal without its words
            return "?"
        if isinstance(word, tuple):
            return self._text_of(word)
        if isinstance(word, list):
            said = []  # a comprehension would take 0.3 KB more of a board's stack
            for one in word:
                said.append(self._plain(one))
            return ", ".join(said)
        return str(word)


def _find(file: "BinaryIO", wanted: bytes, buffer: bytearray) -> bytes | None:
    """Return the pattern of a key in an open catalogue, or None."""
    end = _read_around(file, wanted, buffer)
    at = buffer.find(b"\n" + wanted + b"=", 0, end)
    if at < 0:
        return None
    at += len(wanted) + 2
    line_end = buffer.find(b"\n", at, end)
    if line_end >= 0:
        return bytes(buffer[at:line_end])
    return bytes(buffer[at:end]) + file.readline().rstrip(b"\n")


def _begun(file: "BinaryIO", start: bytes, buffer: bytearray) -> bytes | None:
    """Return `start` if keys in an open catalogue begin with it, or None."""
    end = _read_around(file, start + _LAST, buffer)
    return start if buffer.find(b"\n" + start, 0, end) >= 0 else None


def _read_around(file: "Any", wanted: bytes, buffer: bytearray) -> int:
    """Read into a buffer "\\n" and the lines of an open catalogue among which a key lies, or after
    which it would lie, and the beginning of the next one; return where they end in the buffer."""
    low = 0
    high = file.seek(0, 2)
    while high - low > _PART:  # the line starts at low or later, before high
        middle = (low + high) // 2
        start, key = _key_after(file, middle - 1, buffer)
        if start < high and key <= wanted:
            low = start
        else:
            high = middle
    file.seek(low)
    buffer[0] = ord("\n")
    return 1 + file.readinto(memoryview(buffer)[1:])


def _key_after(file: "Any", at: int, buffer: bytearray) -> tuple[int, bytes]:
    """Return (offset, key) of the first line that starts after an offset. It reads by blocks:
    MicroPython's readline asks the file system for every byte."""
    while True:
        file.seek(at)
        count: int = file.readinto(buffer)
        start = buffer.find(b"\n", 0, count) + 1
        end = buffer.find(b"=", start, count)
        if start and end >= 0:
            return at + start, bytes(buffer[start:end])
        if count < len(buffer):
            return at + count, b""
        at += start - 1 if start > 1 else count
