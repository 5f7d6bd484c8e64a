"""The names of the types that games, table and desk hand to one another; only mypy reads this.

Words of the line protocol and of records are JSON: strings, whole numbers, and lists of these, in
a form that depends on the first of them. mypy cannot follow that, so they are `Any` here, and
checked where they come in (table/forms.py, `parse` of each game).
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from games.base import Game
from games.rng import Rng

Seat: TypeAlias = int  # from 0, or CHANCE
Spot: TypeAlias = int  # where a piece can lie
Piece: TypeAlias = int  # what lies on a spot, its turn included; 0 for none
Token: TypeAlias = int  # what its tag tells
Action: TypeAlias = tuple[int, ...]  # a kind, then numbers that the game defines
Entry: TypeAlias = tuple[int, ...]  # of a log: the seat that acted, then its action
Moves: TypeAlias = tuple[tuple[Spot, Piece], ...]  # what a hand lays, or an action changes
Box: TypeAlias = tuple[tuple[Token, str, Seat, int], ...]  # token, name, owner and count
Snapshot: TypeAlias = list[Any]  # the values of the fields in STATE
Mark: TypeAlias = tuple[int, int, int]  # place or spot, meaning, value
Words: TypeAlias = list[Any]  # an action in a record
Event: TypeAlias = list[Any]  # its kind, then what it says
Events: TypeAlias = list[Event]
Phrase: TypeAlias = tuple[Any, ...]  # a key of the catalogues and its words
Message: TypeAlias = str | Phrase
Answer: TypeAlias = tuple[Message, Action]  # what a question offers, and what it begins
Question: TypeAlias = tuple[Message, list[Answer]]
Prompt: TypeAlias = tuple[Any, ...]  # who is asked, a key of the catalogues, its words
Options: TypeAlias = dict[str, Any]  # by name: a word or a whole number
OptionValues: TypeAlias = Any  # a tuple or a range, in their order
Json: TypeAlias = dict[str, Any]  # an object of the line protocol, such as a view
Player: TypeAlias = Callable[[Game, Seat, Rng], Iterator[Action | None]]  # see games/bots.py
