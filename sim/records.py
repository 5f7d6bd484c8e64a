"""The lines of a record from any source: a file, a link, an editor on Windows."""

from games.jsonline import plain_text


def record_lines(text: str) -> list[str]:
    """Return the lines of a record, numbered as in its text: blank lines are "". There are no
    blank lines at the end; [] for a text without lines."""
    lines = [line.strip() for line in plain_text(text).split("\n")]
    while lines and not lines[-1]:
        del lines[-1]
    return lines
