"""A number for each action of a game, from what the game says of its actions (Game.ACTIONS)."""

from functools import cache
from math import prod
from typing import TYPE_CHECKING

from sim.contract.rules import forms

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.types import Action


@cache
def numbering(name: str, actions: str) -> "Numbering":
    """Return the Numbering of a game, made once."""
    return Numbering(name, actions)


class Numbering:
    """Numbers the actions of the seats from 0 to `size` - 1: those of a kind stand together, in
    ascending order. Raises ValueError if the game does not say what they are."""

    def __init__(self, name: str, actions: str):
        if not actions:
            raise ValueError("%s does not say how far the numbers of its actions go: give its "
                             'class ACTIONS, such as "1 36, 2"' % name)
        self._name = name
        # by kind and length: the first number, and how far the action's numbers go
        self._forms: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        self._starts: list[tuple[int, int, tuple[int, ...]]] = []  # (first number, kind, bounds)
        # the number of an action; -1 if it goes further than the game says
        self.number: Callable[[Action], int] = cache(self._number)
        self.size = 0
        for kind, *bounds in forms(actions):
            self._forms[kind, 1 + len(bounds)] = (self.size, tuple(bounds))
            self._starts.append((self.size, kind, tuple(bounds)))
            self.size += prod(bounds)

    def _number(self, action: "Action") -> int:
        first, bounds = self._forms[action[0], len(action)]
        number = 0
        for value, bound in zip(action[1:], bounds, strict=True):
            if not 0 <= value < bound:
                return -1
            number = number * bound + value
        return first + number

    def action(self, number: int) -> "Action":
        """Return the action with a number, legal or not; raises ValueError."""
        if not 0 <= number < self.size:
            raise ValueError("%s has the actions 0 to %d, not %s"
                             % (self._name, self.size - 1, number))
        first, kind, bounds = [form for form in self._starts if form[0] <= number][-1]
        number -= first
        values = []
        for bound in reversed(bounds):
            number, value = divmod(number, bound)
            values.append(value)
        return (kind, *reversed(values))
