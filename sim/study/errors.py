"""How a study fails."""


class StudyError(Exception):
    """Something is wrong with a study; the text says what to do. The games played so far are
    kept."""
