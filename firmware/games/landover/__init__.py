"""Landover (rules: landover): a room for each part of the rules, and the turn that joins them."""

# In the order of loading.
PARTS = (
    "common", "state", "map.board", "hands", "map.explore", "map.routes", "victory",
    "map.building", "cards.decks", "queue", "military.raids", "cards.aims", "cards.dev_cards",
    "cards.takings", "economy.culture", "views.known", "views.moment", "views.show", "options",
    "military.barbarians", "economy.production", "tasks", "economy.trade", "actions",
    "views.words", "game",
)  # fmt: skip
