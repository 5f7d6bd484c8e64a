"""The lines of a record, wherever its text comes from: a file, a link, an editor of Windows."""

from games.jsonline import plain_text


def record_lines(text: str) -> list[str]:
    """Return the lines of a record, numbered as in its text: those left blank are "". None are
    left blank at the end; [] for a text without a line."""
    lines = [line.strip() for line in plain_text(text).split("\n")]
    while lines and not lines[-1]:
        del lines[-1]
    return lines
