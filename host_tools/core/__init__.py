"""The decisions of the tools about a board, without terminal, port or process: the `leyboard`
command runs them, and so does the page, on MicroPython.

A function that needs a board is a generator. It yields a request, and its caller sends it the
answer:

    ("run", code)             what the code prints on the board
    ("probe", code)           the same for code that may be silent for a minute
    ("link", request)         the answer of the running table to this request, a dict
    ("rest", ms)              after so long: whether people want to end this
    ("sent", bytes)           so much has passed
    ("say", sentence)         a line for people
    ("ask", sentence)         whether the answer is yes
    ("keep", what)            this is on disk now, as the generator says
    ("build", profile)        {path on the board: bytes} of the firmware
    ("shared", profile)       what that build shares with packages of others (joining.py)
    ("compile", [name, text]) [the module in hex, what is wrong with the source], one is ""
    ("image", profile)        {"/base": a UF2 file, "/files": the file system of a board}
    ("archive", name)         {path on the board: bytes} of the backup that is chosen
    ("unfinished", command)   from now on only this command makes the board whole; "": it is whole
    ("total", bytes)          what will pass in all

A CommandError that an answer raises is raised in the generator.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Generator
    from typing import Any

    Work = Generator[tuple[Any, ...], Any, Any]
    Patterns = dict[str, str]


class Sentence:
    """A sentence for people: a pattern in English, and the values for its %s and %d. A value may
    be a sentence, or a list of them. `str()` is English."""

    def __init__(self, pattern: str, *values: "Any"):
        self._pattern = pattern
        self._values = values

    def __str__(self) -> str:
        return self.told({})

    def told(self, patterns: "Patterns") -> str:
        """Return the text in the language that has these patterns, by the English ones."""
        pattern = patterns.get(self._pattern, self._pattern)
        if not self._values:
            return pattern
        return pattern % tuple([told(value, patterns) for value in self._values])


class CommandError(Exception):
    """The user made a mistake, or something is missing; the text says what to do. Make it from a
    Sentence, or from the values for one."""

    def __init__(self, pattern: "str | Sentence", *values: "Any"):
        super().__init__(pattern)
        self.said = pattern if isinstance(pattern, Sentence) else Sentence(pattern, *values)

    def __str__(self) -> str:
        return str(self.said)


class RefusedError(CommandError):
    """The table refused; `error` is the protocol's word for the reason, `why` the sentence."""

    def __init__(self, error: str, why: str):
        super().__init__("the table says: %s", why)
        self.error = error
        self.why = why


class AtOnce:
    """Wraps an object of this computer for a generator: `yield from` any of its methods returns
    the result at once."""

    def __init__(self, inner: "Any"):
        self._inner = inner

    def __getattr__(self, name: str) -> "Callable[..., Work]":
        method = getattr(self._inner, name)
        return lambda *values: _answered(method, values)


def _answered(method: "Callable[..., Any]", values: "tuple[Any, ...]") -> "Work":
    return method(*values)
    yield ()  # it makes a generator of this


def told(value: "object", patterns: "Patterns") -> "Any":
    """Return a value with all its sentences as text."""
    if isinstance(value, CommandError):
        value = value.said
    if isinstance(value, Sentence):
        return value.told(patterns)
    if isinstance(value, list):
        return ", ".join([str(told(one, patterns)) for one in value])
    return value


def carry_out(work: "Work", answers: "dict[str, Callable[[Any], Any]]") -> "Any":
    """Run a generator: answer each request by the function in `answers` for its word; return the
    generator's result."""
    answer, error = None, None
    while True:
        try:
            name, value = work.send(answer) if error is None else work.throw(error)
        except StopIteration as end:
            return end.value
        answer, error = None, None
        try:
            answer = answers[name](value)
        except CommandError as wrong:
            error = wrong
