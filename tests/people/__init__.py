"""People at the browser window who play whole games there, with a mouse or with keys alone."""

from tests.people.keys import Keys
from tests.people.mouse import Mouse

__all__ = ["Keys", "Mouse"]
