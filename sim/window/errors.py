"""How the table answers what it cannot do."""


class Refused(Exception):
    """The table refuses a verb; the text says why."""
