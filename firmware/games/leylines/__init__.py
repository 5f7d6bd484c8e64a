"""Ley Lines: druidic orders lead energy from cairns to tors (rules: leylines)."""

# In the order of loading.
PARTS = ("maps", "pieces", "energy", "spaces", "reasons", "show", "game")
