"""What the tools decide about a board, without terminal, port or process: the `leyboard` command
runs it, and so does the page, on MicroPython.

A function that needs a board is a generator. It yields what is to be done for it, and is sent the
answer:

    ("run", code)             what the code prints on the board
    ("link", do)              the answer of the running table to this request
    ("sent", bytes)           so much has passed
    ("say", text)             a line for people
    ("ask", question)         whether the answer is yes
    ("build", profile)        {path on the board: bytes} of the firmware
    ("image", profile)        {"/base": a UF2 file, "/files": the file system of a board}
    ("unfinished", command)   from now on only this command makes the board whole; "": it is whole
    ("total", bytes)          what will pass in all
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Generator
    from typing import Any

    Work = Generator[tuple[Any, ...], Any, Any]


class CommandError(Exception):
    """The user made a mistake, or something is missing; the text says what to do."""


def carry_out(work: "Work", answers: "dict[str, Callable[[Any], Any]]") -> "Any":
    """Do what a generator asks for, by the function in `answers` for each of its words; return
    what it returns."""
    answer = None
    while True:
        try:
            name, value = work.send(answer)
        except StopIteration as end:
            return end.value
        answer = answers[name](value)
