"""Landover (rules: landover): a folder of modules that follow the chapters of the rules."""

from games.late import fetch_parts

fetch_parts("games.landover", (
    "common", "board", "hands", "explore", "routes", "victory", "building", "decks", "queue",
    "raids", "cards", "culture", "known", "moment", "show", "barbarians", "production", "tasks",
    "trade", "actions", "words",
))  # fmt: skip

from games.landover.game import Landover as GAME  # noqa: E402

__all__ = ("GAME",)
