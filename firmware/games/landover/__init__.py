"""Landover (rules: landover): a folder of modules that follow the chapters of the rules."""

# Each after those that it imports. Nested imports take 0.7 KB of the RP2040's stack each and had
# left only 0.2 of its 8 KB.
for _name in (
    "common", "board", "hands", "explore", "routes", "victory", "building", "decks", "queue",
    "raids", "cards", "culture", "known", "moment", "show", "barbarians", "production", "tasks",
    "trade", "actions", "words",
):  # fmt: skip
    __import__("games.landover." + _name)

from games.landover.game import Landover as GAME  # noqa: E402

__all__ = ("GAME",)
