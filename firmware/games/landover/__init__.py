"""Landover (rules: landover): a folder of modules that follow the chapters of the rules."""

# In the order of loading.
PARTS = (
    "common", "board", "hands", "explore", "routes", "victory", "building", "decks", "queue",
    "raids", "cards", "culture", "known", "moment", "show", "barbarians", "production", "tasks",
    "trade", "actions", "words", "game",
)  # fmt: skip
