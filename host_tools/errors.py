"""How a command says no."""


class CommandError(Exception):
    """What the person at the keyboard got wrong or what is missing; the text says what to do."""


def why(error):
    """Return in words what an OSError says."""
    return error.strerror or str(error)
