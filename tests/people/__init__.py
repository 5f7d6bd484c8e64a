"""People at the browser window who play whole games: with a mouse, keys alone, or a finger."""

from tests.people.keys import Keys
from tests.people.mouse import Mouse
from tests.people.touch import Touch

__all__ = ["Keys", "Mouse", "Touch"]
