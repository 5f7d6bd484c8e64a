"""How a command says no."""


class CommandError(Exception):
    """What the person at the keyboard got wrong or what is missing; the text says what to do."""
