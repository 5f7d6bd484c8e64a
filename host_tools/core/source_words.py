"""Finds the names in a Python source, also in a page, where Python has neither `ast` nor
`tokenize`."""

if False:  # only mypy reads this: the names of types
    from typing import Callable

    Word = tuple[str, int, bool]

_DIGITS = set(b"0123456789")
_LETTERS = set(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_WORD = _DIGITS | _LETTERS | set(range(128, 256))  # a letter of another script has such bytes
_OPEN, _SHUT, _QUOTES, _FORMAT = set(b"([{"), set(b")]}"), set(b"\"'"), set(b"!:")
_HASH, _EQUAL, _BACKSLASH, _BEGIN, _END = b"#=\\{}"
_PREFIX = b"bfruBFRU"  # letters that may stand before a string's quote


def words(source: bytes) -> "list[Word]":
    """Return (name, offset, is it a string?) of each name in a source in UTF-8, ascending: of the
    names of the code, also in the braces of f-strings, and of the strings that look like one."""
    return _Reader(source).all()


def renamed(source: bytes, new_name: "Callable[[Word], str | None]") -> bytes:
    """Return a source in which each word has its new name, if `new_name(word)` gives one."""
    parts = []
    done = 0
    for word in words(source):
        name = new_name(word)
        if name is not None:
            old, at, _ = word
            parts += [source[done:at], name.encode()]
            done = at + len(old.encode())
    return b"".join(parts + [source[done:]])


class _Reader:
    """Goes through a source once; it works on bytes, in which MicroPython finds a place at once.
    """

    def __init__(self, source: bytes):
        self._source = source
        self._at = 0
        self._in_field = False
        self._found: "list[Word]" = []

    def all(self) -> "list[Word]":
        while self._at < len(self._source):
            self._code()
            self._at += 1  # a bracket without its other half
        return self._found

    def _code(self) -> None:
        """Go to the bracket that ends this code; in a field of an f-string, also to what says how
        it is written."""
        source, depth = self._source, 0
        while self._at < len(source):
            letter = source[self._at]
            if letter in _QUOTES:
                self._string(b"")
            elif letter in _DIGITS:
                self._pass_word()
            elif letter in _WORD:
                self._name()
            elif letter == _HASH:
                found = source.find(b"\n", self._at)
                self._at = found if found >= 0 else len(source)
            elif not depth and (letter in _SHUT or letter in _FORMAT and self._is_format()):
                return
            else:
                depth += (letter in _OPEN) - (letter in _SHUT)
                self._at += 1

    def _is_format(self) -> bool:
        """Does a "!" or ":" here end the code of a field? "!=" does not."""
        return self._in_field and self._source[self._at + 1 : self._at + 2] != b"="

    def _pass_word(self) -> None:
        source = self._source
        while self._at < len(source) and source[self._at] in _WORD:
            self._at += 1

    def _name(self) -> None:
        begin = self._at
        self._pass_word()
        name = self._source[begin : self._at]
        quote = self._source[self._at : self._at + 1]
        if quote in (b'"', b"'") and len(name) <= 2 and not name.strip(_PREFIX):
            self._string(name)
        else:
            self._found.append((name.decode(), begin, False))

    def _string(self, prefix: bytes) -> None:
        source = self._source
        quote = source[self._at : self._at + 1]
        if source[self._at : self._at + 3] == quote * 3:
            quote *= 3
        self._at += len(quote)
        begin = self._at
        has_fields = b"f" in prefix.lower()
        while self._at < len(source) and source[self._at : self._at + len(quote)] != quote:
            if source[self._at] == _BACKSLASH:  # it keeps a quote, in raw strings, too
                self._at += 2
            elif has_fields and source[self._at] == _BEGIN:
                self._field()
            else:
                self._at += 1
        text = source[begin : self._at]
        self._at += len(quote)
        if not prefix and text and not [one for one in text if one not in _WORD]:
            self._found.append((text.decode(), begin, True))

    def _field(self) -> None:
        """Read a field of an f-string, which begins with "{"; "{{" is none."""
        source = self._source
        self._at += 1
        if source[self._at : self._at + 1] == b"{":
            self._at += 1
            return
        above, self._in_field = self._in_field, True
        self._code()
        while self._at < len(source) and source[self._at] != _END:
            if source[self._at] == _BEGIN:
                self._field()
            else:
                self._at += 1
        self._in_field = above
        self._at += 1
