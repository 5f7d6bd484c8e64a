"""Ley Lines: druidic orders lead energy from cairns to tors (rules: leylines)."""

# Each after those that it imports, as in games/landover/__init__.py.
for _name in ("maps", "pieces", "energy", "spaces", "reasons", "show"):
    __import__("games.leylines." + _name)

from games.leylines.game import LeyLines as GAME  # noqa: E402

__all__ = ("GAME",)
