"""The lines of a record, wherever its text comes from: a file, a link, an editor of Windows."""

_MARK = "\ufeff"  # some editors begin a file with it


def record_lines(text: str) -> list[str]:
    """Return the lines of a record, numbered as in its text: those left blank are "". None are
    left blank at the end; [] for a text without a line."""
    if text.startswith(_MARK):
        text = text[1:]
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = [line.strip() for line in text.split("\n")]
    while lines and not lines[-1]:
        del lines[-1]
    return lines
