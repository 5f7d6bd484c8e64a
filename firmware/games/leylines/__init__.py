"""Ley Lines: druidic orders lead energy from cairns to tors (rules: leylines)."""
