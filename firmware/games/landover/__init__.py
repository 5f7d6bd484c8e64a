"""Landover (rules: landover): a folder of modules that follow the chapters of the rules."""

# Each behind those that it imports: imports that nest take 0.7 KB of the RP2040's stack each, and
# of its 8 KB 0.2 were left.
for _name in (
    "things", "board", "hands", "explore", "routes", "victory", "building", "decks", "queue",
    "raids", "cards", "culture", "known", "moment", "show", "barbarians", "production", "tasks",
    "trade", "actions", "words",
):  # fmt: skip
    __import__("games.landover." + _name)

from games.landover.game import Landover as GAME  # noqa: E402

__all__ = ("GAME",)
