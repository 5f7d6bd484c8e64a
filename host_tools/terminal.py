"""Terminal output: printable characters only, whatever a file or a board sends. Libraries that
draw are imported only when used, since they are slow to import."""

import contextlib
import sys
from typing import TYPE_CHECKING, Any

from host_tools.errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console
    from rich.progress import Progress, ProgressColumn
    from rich.table import Table

JOINERS = "\u200c\u200d"  # shape the letters of Persian, Hindi and other names, and move nothing
_quiet = False


def printable(text: object, keep: str = "") -> str:
    """Return a text with control characters escaped, such as \\x1b, except those in `keep`."""
    return "".join(
        letter if letter.isprintable() or letter in JOINERS + keep else _written_out(letter)
        for letter in str(text)
    )


def _written_out(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def echo(text: object, keep: str = "", file: "Any" = None) -> None:
    """Print a line."""
    print(printable(text, keep), file=file or sys.stdout, flush=True)


def be_quiet(on: bool) -> None:
    """Switch progress messages off, or on."""
    global _quiet
    _quiet = on


def note(text: str, file: "Any" = None) -> None:
    """Print a progress message, unless --quiet is given."""
    if not _quiet:
        echo(text, file=file)


def ask(question: str) -> str:
    """Return the answer of the user; raises CommandError if there is no terminal."""
    if not sys.stdin.isatty():
        raise CommandError("nobody is here to answer: %s" % printable(question))
    print(printable(question), end=" ", flush=True, file=sys.stderr)
    try:
        return input().strip()
    except EOFError:
        raise CommandError("no answer came") from None


def ask_yes(question: object) -> bool:
    """Ask a yes/no question; return whether the answer is yes."""
    return ask("%s [y/N]" % question).lower() in ("y", "yes")


def progress(*columns: "ProgressColumn") -> "Progress":
    """Return rich's Progress, on stderr, so that stdout can be redirected."""
    from rich.console import Console
    from rich.progress import Progress

    bar = Console(stderr=True)
    return Progress(
        *columns, console=bar, transient=True, disable=_quiet or not bar.is_terminal,
        redirect_stdout=sys.stdout.isatty(),  # lines go above the bar only on the same terminal
    )


@contextlib.contextmanager
def moving(what: str) -> "Iterator[tuple[Callable[[int], object], Callable[[int], object]]]":
    """(A function for the number of bytes that have passed, a function for the total), for a
    `with`. The bar appears with the latter: until then questions have the line to themselves."""
    bar = progress()
    task = bar.add_task(what, total=None)

    def begin(count: int) -> None:
        bar.update(task, total=count)
        bar.start()

    try:
        yield lambda count: bar.advance(task, count), begin
    finally:
        bar.stop()


def console() -> "Console":
    """Return rich's Console with mark-up switched off."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def grid(
    columns: tuple[str, ...],
    rows: list[tuple[Any, ...]],
    right: tuple[str, ...] = (),
    title: str | None = None,
) -> "Table":
    """Return rich's table with these rows; columns named in `right` hold numbers."""
    from rich.table import Table

    table = Table(title=title)
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    for row in rows:
        table.add_row(*[printable(cell) for cell in row])
    return table
