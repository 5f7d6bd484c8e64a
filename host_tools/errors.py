"""How a command fails."""


class CommandError(Exception):
    """The person at the keyboard got something wrong, or something is missing; the text says what
    to do."""


def why(error: OSError) -> str:
    """Return what an OSError says, in words."""
    return error.strerror or str(error)
