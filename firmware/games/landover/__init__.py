"""Landover (rules: landover): a folder of modules that follow the chapters of the rules."""

# In the order of loading.
PARTS = (
    "common", "state", "board", "hands", "explore", "routes", "victory", "building", "decks",
    "queue", "raids", "aims", "cards", "takings", "culture", "known", "moment", "show", "options",
    "barbarians", "production", "tasks", "trade", "actions", "words", "game",
)  # fmt: skip
