"""How a study says no."""


class StudyError(Exception):
    """What is wrong with a study, in a sentence that says what to do; what was played is kept."""
