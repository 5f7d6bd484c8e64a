"""The boards that pages can choose."""

from sim.window import facts, geometry
from sim.window.own_boards import is_own

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from sim.window.facts import Facts


class Boards:
    """All boards that a page can choose: ours, the user's, and those of any size that pages have
    made. `told` are the facts for pages."""

    def __init__(self, told: "Facts"):
        self._facts = told
        self._made: "list[ModuleType]" = []

    def all(self) -> "list[ModuleType]":
        """Return their profiles."""
        return geometry.profiles() + self._made

    def find(self, name: str) -> "ModuleType":
        """Return a profile by its name; raises RefusedError."""
        made = geometry.profile(name)
        if is_own(name) and name not in [one.NAME for one in self._made]:
            self._facts.put("hello", facts.with_board(self._facts["hello"], made))
            self._made.append(made)
        return made
