"""The error of studies."""


class StudyError(Exception):
    """A study cannot go on; the text says what to do. The games played so far are kept."""
