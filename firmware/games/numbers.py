"""The numbers of a game's rules that a variant may change.

`numbers.txt` of the package has a line for each: name, usual number, the least and the most. The
options of a game have only those that differ from the usual ones, so the usual game costs
nothing: a board reads the file only for a variant.
"""

from games import part

if False:  # only mypy reads this: the names of types
    from games.types import Json, Options

FILE = "numbers.txt"
LIKE = 'a line of numbers.txt is like "caps 5 0 9", not'


class LineError(ValueError):
    """A line of numbers.txt, `line`, does not say a number and its bounds."""

    def __init__(self, line: str):
        super().__init__('%s "%s"' % (LIKE, line))
        self.line = line


def read(name: str) -> "list[tuple[str, int, int, int]]":
    """Return the numbers of a game, [(name, usual, least, most), ...] in the order of the file;
    raises LineError, and ValueError if the file is not UTF-8."""
    try:
        with part(name, FILE) as file:
            lines = file.read().decode().split("\n")
    except OSError:
        return []
    found = []
    for line in lines:
        if line.strip():
            try:
                number, usual, least, most = line.split()
                found.append((number, int(usual), int(least), int(most)))
            except ValueError:
                raise LineError(line)
    return found


def changed(name: str, chosen: "Json", options: list[str]) -> "Options":
    """Return the numbers among the chosen options that differ from the usual ones; raises
    ValueError for what is neither a number nor one of the `options`, and for a number that is out
    of bounds."""
    known = read(name)
    found = {}
    for wanted in sorted(chosen):
        if wanted in options:
            continue
        rows = [row for row in known if row[0] == wanted]
        if not rows:
            listed = ", ".join(options + [row[0] for row in known]) or "none"
            raise ValueError("%s has no option %s (it has: %s)" % (name, wanted, listed))
        _, usual, least, most = rows[0]
        value = chosen[wanted]
        is_number = isinstance(value, int) and value is not True and value is not False
        if not is_number or not least <= value <= most:
            raise ValueError("%s is a number from %d to %d; not %s" % (wanted, least, most, value))
        if value != usual:
            found[wanted] = value
    return found
